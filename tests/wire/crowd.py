"""People who never stop playing: hosts who start quizzes, players who click and click again."""

import asyncio
import re
from dataclasses import dataclass, field
from random import Random

from benchmarks.standin import Message
from benchmarks.standin.world import walk
from tests.wire.table import HOST, Table, is_revealed

GIVEN_UP = ("Too late", "out of date")
ANSWER = re.compile(r"a:(\d+):(\w+)")


@dataclass
class Ledger:
    """What players were told: by round and player, the option that counts."""

    acknowledged: dict[tuple[int, int], str] = field(default_factory=dict)
    unexpected: list[str] = field(default_factory=list)
    """What nobody should be told, and what contradicts what was told before."""

    def note(self, card: Message, player: int, letter: str) -> None:
        round_id, option_id = option_beside(card, letter)
        before = self.acknowledged.setdefault((round_id, player), option_id)
        if before != option_id:
            self.unexpected.append(f"{player} was told two options in round {round_id}")


def option_beside(card: Message, letter: str) -> tuple[int, str]:
    for item in walk(card.body_posted["components"]):
        if item.get("label") == letter and (found := ANSWER.fullmatch(item["custom_id"])):
            return int(found[1]), found[2]
    raise AssertionError(f"no button {letter}")


@dataclass
class Crowd:
    tables: list[Table]
    players: int
    rng: Random
    ledger: Ledger = field(default_factory=Ledger)
    clicks: int = 0
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)
    _hosts: list[asyncio.Task[None]] = field(default_factory=list)

    def begin(self) -> None:
        for number, table in enumerate(self.tables):
            self._hosts.append(asyncio.create_task(self._host(table)))
            for player in range(self.players):
                self._tasks.append(asyncio.create_task(self._play(table, 1_000 * (number + 1) + player)))

    async def end(self) -> None:
        """No more quizzes; returns when those that run are over."""
        await self._cancel(self._hosts)
        for table in self.tables:
            await table.ended(120)
        await self._cancel(self._tasks)

    async def _cancel(self, tasks: list[asyncio.Task[None]]) -> None:
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, Exception):
                raise result

    async def _host(self, table: Table) -> None:
        while True:
            finals = len(table.finals())
            length = self.rng.randint(1, 2)
            started = await table.discord.command(
                table.channel, HOST, "quiz start", questions=length, seconds=5
            )
            await started.settled()
            try:
                await table.discord.until(lambda n=finals: len(table.finals()) > n, 20)  # type: ignore[misc]
            except TimeoutError:
                continue

    async def _play(self, table: Table, player: int) -> None:
        done: set[int] = set()
        while True:
            card = await table.discord.until(lambda: _open_card(table, done), 1e6)
            await asyncio.sleep(self.rng.uniform(0.05, 0.8))
            if is_revealed(card):
                continue
            self.clicks += 1
            said = await (await table.click(card, player, right=self.rng.random() < 0.5)).settled()
            if letter := re.search(r"chose \*\*(\w)\*\*", said):
                self.ledger.note(card, player, letter[1])
                if self.rng.random() < 0.3:  # the others click again
                    done.add(card.id)
            elif any(words in said for words in GIVEN_UP):
                done.add(card.id)
            elif said and "again" not in said:
                self.ledger.unexpected.append(said)


def _open_card(table: Table, done: set[int]) -> Message | None:
    shown = table.channel.shown()
    if shown and shown[-1].id not in done and ANSWER.match((shown[-1].custom_ids() or [""])[0]):
        return shown[-1]
    return None
