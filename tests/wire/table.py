"""A channel in which a quiz is played over the wire, as its players see it."""

import asyncio
import time
from dataclasses import dataclass
from typing import Any

from benchmarks.records import Records
from benchmarks.standin import Channel, Interaction, Message, StandIn
from benchmarks.standin.faults import Fault
from benchmarks.standin.snowflakes import unix_s
from benchmarks.standin.world import user

HOST = 900
ALICE, BOB, CAROL = 101, 102, 103


@dataclass
class Table:
    discord: StandIn
    channel: Channel
    records: Records
    seconds: int = 5
    """For each question."""

    async def start(self, questions: int = 1) -> None:
        """Returns when the host knows that a quiz begins."""
        started = await self.discord.command(
            self.channel, HOST, "quiz start", questions=questions, seconds=self.seconds, scoring="speed"
        )
        said = await started.settled()
        assert "starts a quiz" in said or "longer than usual" in said

    def cards(self) -> list[Message]:
        """Those of questions, oldest first."""
        return [message for message in self.channel.shown() if "· question " in first_line(message)]

    def finals(self) -> list[Message]:
        return [message for message in self.channel.shown() if "Final standings" in message.text()]

    async def question(self, number: int = 1, seconds: float = 30.0) -> Message:
        """The card of the question, once it is there."""
        return await self.discord.until(lambda: self._card(number), seconds)

    def _card(self, number: int) -> Message | None:
        found = [card for card in self.cards() if f"question {number} of" in first_line(card)]
        return found[0] if found else None

    async def click(self, card: Message, player: int, *, right: bool = True) -> Interaction:
        return await self.discord.press(card, button(card, right=right), player)

    async def told(self, card: Message, player: int, *, right: bool = True) -> str:
        """What the player is told on a click, "" where there is no reply."""
        return await (await self.click(card, player, right=right)).settled()

    async def counts(self, card: Message, player: int, *, right: bool = True) -> None:
        """The player clicks until told that the answer counts: under load it may take long to save it."""
        async with asyncio.timeout(20):
            while "chose **" not in (said := await self.told(card, player, right=right)):
                assert "again" in said or not said, said

    async def deadline(self, card: Message) -> None:
        """Until the time for the question is up, which is some time before it is closed."""
        await asyncio.sleep(max(unix_s(card.id) + self.seconds - time.time(), 0) + 0.1)

    async def revealed(self, card: Message, seconds: float = 30.0) -> str:
        await self.discord.until(lambda: is_revealed(card), seconds)
        return card.text()

    async def final(self, seconds: float = 30.0) -> Message:
        await self.discord.until(self.finals, seconds)
        [final] = self.finals()
        return final

    async def ended(self, seconds: float = 30.0) -> dict[str, Any]:
        """The quiz as it is written down, once it is over."""
        async with asyncio.timeout(seconds):
            while True:
                if quiz := self.records.ended(self.channel.id):
                    return quiz
                await asyncio.sleep(0.1)

    def chat(self, messages: int) -> None:
        """People write in the channel; the bot is not told, as it does not ask for that."""
        for _ in range(messages):
            message_id = self.discord.world.snowflakes.new()
            said = Message(message_id, self.channel.id, user(HOST), {"content": "hello"})
            self.channel.messages[message_id] = said

    def forget_nonces(self) -> None:
        """As Discord does after some minutes."""
        nonces = self.discord.world.nonces
        for key in [key for key in nonces if key[0] == self.channel.id]:
            del nonces[key]

    def fault(self, route: str, **how: Any) -> Fault:
        return self.discord.fault(route, channel_id=self.channel.id, **how)

    async def struck(self, fault: Fault, seconds: float = 30.0) -> None:
        """Until the fault has happened as often as it was to."""
        await self.discord.until(lambda: len(fault.struck) == fault.times, seconds)


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
