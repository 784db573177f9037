"""A channel in which a quiz is played over the wire, as its players see it."""

from dataclasses import dataclass

from benchmarks.standin import Channel, Interaction, Message, StandIn
from benchmarks.standin.journal import EDIT

HOST = 900
ALICE, BOB, CAROL = 101, 102, 103


@dataclass
class Table:
    discord: StandIn
    channel: Channel

    async def start(self, questions: int = 1) -> Interaction:
        started = await self.discord.command(
            self.channel, HOST, "quiz start", questions=questions, seconds=5, scoring="speed"
        )
        assert "starts a quiz" in await started.settled()
        return started

    def cards(self) -> list[Message]:
        """Those of questions, oldest first."""
        return [message for message in self.channel.shown() if "question" in first_line(message)]

    def finals(self) -> list[Message]:
        return [message for message in self.channel.shown() if "Final standings" in message.text()]

    async def question(self, number: int = 1, seconds: float = 30.0) -> Message:
        """The card of the question, once it is there."""
        return await self.discord.until(lambda: self._card(number), seconds)

    def _card(self, number: int) -> Message | None:
        found = [card for card in self.cards() if f"question {number} of" in first_line(card)]
        return found[0] if found else None

    async def answer(self, card: Message, player: int, *, right: bool = True) -> Interaction:
        return await self.discord.press(card, button(card, right=right), player)

    async def revealed(self, card: Message, seconds: float = 30.0) -> str:
        await self.discord.until(lambda: is_revealed(card), seconds)
        return card.text()

    async def final(self, seconds: float = 30.0) -> Message:
        await self.discord.until(self.finals, seconds)
        [final] = self.finals()
        return final

    def edits(self) -> int:
        return len(self.discord.journal.of(EDIT, self.channel.id))


def first_line(message: Message) -> str:
    return message.text().partition("\n")[0]


def is_revealed(card: Message) -> bool:
    return not card.custom_ids()


def button(card: Message, *, right: bool = True) -> str:
    """The `custom_id` beside a right option of the bank, or beside a wrong one."""
    words = card.text().partition("What is ")[2].split()
    wanted = f"It is {2 * int(words[0])}"
    for component in card.components[0]["components"]:
        accessory = component.get("accessory")
        if accessory and component["components"][0]["content"].endswith(wanted) is right:
            return str(accessory["custom_id"])
    raise AssertionError(f"no such option on {card.text()}")
