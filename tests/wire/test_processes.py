"""The life of a process: sockets that break, a database that will not be written, an end, a second one."""

import asyncio
import resource
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
import pytest_asyncio

from benchmarks.standin import Message, StandIn
from benchmarks.standin.journal import CALLBACK
from tests.wire.bot_process import BotProcess
from tests.wire.conftest import running_bot, standing_in
from tests.wire.table import ALICE, BOB, CAROL, HOST, Table, is_revealed
from tests.wire.together import Outcomes, all_at_once, outcome

pytestmark = pytest.mark.asyncio(loop_scope="module")


@dataclass
class House:
    """A bot of its own with a stand-in of its own."""

    folder: Path

    @asynccontextmanager
    async def open(self) -> AsyncIterator[tuple[StandIn, BotProcess]]:
        async with standing_in() as discord, running_bot(discord, self.folder) as bot:
            yield discord, bot


async def table_in(discord: StandIn, bot: BotProcess) -> Table:
    return Table(discord, await discord.add_place(), bot.records)


Play = Callable[[House], Awaitable[None]]


# The gateway


async def in_every_phase(discord: StandIn, bot: BotProcess) -> tuple[Table, Table, Table]:
    """Three quizzes of which one shows its reveal, one is past its deadline and one is open."""
    revealed, closing_, asking = [await table_in(discord, bot) for _ in range(3)]
    await revealed.start(questions=2)
    await asyncio.sleep(1.2)
    await closing_.start(questions=2)
    await asyncio.sleep(2)
    await asking.start(questions=2)
    for table in (revealed, closing_, asking):
        assert "You chose" in await table.told(await table.question(), ALICE)
    await revealed.revealed(await revealed.question())
    assert not is_revealed(await closing_.question())
    return revealed, closing_, asking


async def play_on(tables: tuple[Table, ...]) -> None:
    """Each quiz comes to its end, with two questions asked once and revealed."""
    for table in tables:
        second = await table.question(2)
        assert "You chose" in await table.told(second, BOB)
    for table in tables:
        assert (await table.ended())["end_reason"] == "completed"
        assert len(table.cards()) == 2
        assert all(map(is_revealed, table.cards()))
        assert {(0, ALICE), (1, BOB)} <= set(table.records.answers(table.channel.id))


async def clicks_made_while_the_socket_was_broken_count(house: House) -> None:
    async with house.open() as (discord, bot):
        tables = await in_every_phase(discord, bot)
        card = await tables[2].question()
        discord.gateway.cut()
        assert "You chose" in await tables[2].told(card, CAROL)
        assert ("RESUME", 0) in discord.journal.gateway
        await play_on(tables)


async def clicks_made_while_discord_has_the_bot_reconnect_count(house: House) -> None:
    async with house.open() as (discord, bot):
        tables = await in_every_phase(discord, bot)
        card = await tables[2].question()
        await discord.gateway.ask_to_reconnect()
        assert "You chose" in await tables[2].told(card, CAROL)
        assert ("RESUME", 0) in discord.journal.gateway
        await play_on(tables)


async def quizzes_go_on_when_the_session_is_lost(house: House) -> None:
    async with house.open() as (discord, bot):
        tables = await in_every_phase(discord, bot)
        await discord.gateway.invalidate()
        await discord.until(lambda: discord.journal.gateway.count(("IDENTIFY", 0)) == 2)
        await play_on(tables)


async def quizzes_go_on_when_the_session_cannot_be_resumed(house: House) -> None:
    async with house.open() as (discord, bot):
        tables = await in_every_phase(discord, bot)
        discord.gateway.cut()
        discord.gateway.sessions.clear()
        await discord.until(lambda: discord.journal.gateway.count(("IDENTIFY", 0)) == 2)
        assert ("RESUME REFUSED", -1) in discord.journal.gateway
        await play_on(tables)


# The end


async def on_sigterm_every_click_taken_is_answered_and_kept(house: House) -> None:
    async with house.open() as (discord, bot):
        table = await table_in(discord, bot)
        await table.start()
        card = await table.question()
        await table.told(card, ALICE)
        slow = table.fault(CALLBACK, times=20, delay_s=1.0)
        clicks = [await table.click(card, player) for player in range(1_000, 1_020)]
        await table.struck(slow)
        assert await bot.stop(seconds=10) == 0
        assert all("You chose" in click.text for click in clicks)
        kept = {player for _, player in bot.records.answers(table.channel.id)}
        assert kept == {ALICE, *range(1_000, 1_020)}
        assert "Traceback" not in bot.log


async def after_sigterm_the_quiz_goes_on_with_the_next_start(house: House) -> None:
    async with house.open() as (discord, bot):
        table = await table_in(discord, bot)
        await table.start()
        card = await table.question()
        assert "You chose" in await table.told(card, ALICE)
        assert await bot.stop() == 0
        await table.deadline(card)
        await bot.start()
        assert "1 vote" in await table.revealed(card)
        assert (await table.ended())["end_reason"] == "completed"


async def a_second_process_on_the_same_file_refuses_and_says_why(house: House) -> None:
    async with house.open() as (discord, bot):
        second = BotProcess(discord, house.folder)
        before = len(bot.log)
        process = await second.spawn()
        assert await asyncio.wait_for(process.wait(), 20) == 1
        assert "Another process is running on" in bot.log[before:]
        table = await table_in(discord, bot)
        await table.start()
        await bot.kill()
        await bot.start()
        await table.question()


# The database


async def kept(table: Table, card: Message, player: int) -> None:
    """The player gets it acknowledged in the end."""
    while "chose" not in await table.told(card, player):
        pass
    assert player in {who for _, who in table.records.answers(table.channel.id)}


async def while_the_database_is_locked_players_are_told_and_then_it_goes_on(house: House) -> None:
    async with house.open() as (discord, bot):
        table, other = await table_in(discord, bot), await table_in(discord, bot)
        await table.start()
        card = await table.question()
        await table.told(card, ALICE)
        with closing(sqlite3.connect(bot.database_file, isolation_level=None)) as holder:
            holder.execute("BEGIN IMMEDIATE")
            click = await table.click(card, BOB)
            start = await discord.command(other.channel, HOST, "quiz start", questions=1, seconds=5)
            assert "takes longer than usual" in await click.settled()
            assert "takes longer than usual" in await start.settled()
            holder.execute("ROLLBACK")
        await kept(table, card, BOB)
        await discord.until(other.channel.shown)
        await kept(other, await other.question(), ALICE)
        for played in (table, other):
            assert (await played.ended())["end_reason"] == "completed"


async def a_lock_across_the_deadline_only_delays_the_reveal(house: House) -> None:
    async with house.open() as (discord, bot):
        table = await table_in(discord, bot)
        await table.start()
        card = await table.question()
        assert "You chose" in await table.told(card, ALICE)
        with closing(sqlite3.connect(bot.database_file, isolation_level=None)) as holder:
            holder.execute("BEGIN IMMEDIATE")
            for _ in range(3):  # longer than the bot waits for a lock
                assert "could not" in (said := await table.told(card, BOB)) or "longer" in said
            await table.deadline(card)
            holder.execute("ROLLBACK")
        assert "✅" in await table.revealed(card)
        assert (await table.ended())["end_reason"] == "completed"
        assert (0, ALICE) in table.records.answers(table.channel.id)


async def on_a_full_disk_players_are_told_and_then_it_goes_on(house: House) -> None:
    async with house.open() as (discord, bot):
        table = await table_in(discord, bot)
        await table.start()
        card = await table.question()
        assert "You chose" in await table.told(card, ALICE)
        with full_disk(bot):
            assert "could not be saved" in await table.told(card, BOB)
            assert "already chose" in await table.told(card, ALICE)
        await kept(table, card, BOB)
        assert "2 votes" in await table.revealed(card)
        assert (await table.ended())["end_reason"] == "completed"


@contextmanager
def full_disk(bot: BotProcess) -> Iterator[None]:
    """No file of the process may grow beyond what its write-ahead log has reached."""
    assert bot.process is not None
    size = Path(f"{bot.database_file}-wal").stat().st_size
    soft, hard = resource.prlimit(bot.process.pid, resource.RLIMIT_FSIZE, (size, -1))
    try:
        yield
    finally:
        resource.prlimit(bot.process.pid, resource.RLIMIT_FSIZE, (soft, hard))


PLAYS: list[Play] = [
    clicks_made_while_the_socket_was_broken_count,
    clicks_made_while_discord_has_the_bot_reconnect_count,
    quizzes_go_on_when_the_session_is_lost,
    quizzes_go_on_when_the_session_cannot_be_resumed,
    on_sigterm_every_click_taken_is_answered_and_kept,
    after_sigterm_the_quiz_goes_on_with_the_next_start,
    a_second_process_on_the_same_file_refuses_and_says_why,
    while_the_database_is_locked_players_are_told_and_then_it_goes_on,
    a_lock_across_the_deadline_only_delays_the_reveal,
    on_a_full_disk_players_are_told_and_then_it_goes_on,
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def outcomes(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Outcomes]:
    folders = (tmp_path_factory.mktemp(f"house{n}") for n in count())

    async def house() -> House:
        return House(next(folders))

    async with all_at_once(PLAYS, house) as tasks:
        yield tasks


@pytest.mark.parametrize("name", [play.__name__ for play in PLAYS])
async def test(name: str, outcomes: Outcomes) -> None:
    await outcome(outcomes, name)
