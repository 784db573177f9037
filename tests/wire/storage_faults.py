"""A database that will not be written for a while."""

import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from benchmarks.bot_process import BotProcess
from tests.wire.house import House
from tests.wire.table import ALICE, BOB, HOST
from tests.wire.together import Plays

PLAYS: Plays[House] = Plays()


@PLAYS.add
async def while_the_database_is_locked_players_are_told_and_then_it_goes_on(house: House) -> None:
    table, other = await house.table(), await house.table()
    table.seconds = 10
    await table.start()
    card = await table.question()
    await table.counts(card, ALICE)
    with closing(sqlite3.connect(house.bot.database_file, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        click = await table.click(card, BOB)
        start = await house.discord.command(other.channel, HOST, "quiz start", questions=1, seconds=5)
        assert "takes longer than usual" in await click.settled()
        assert "takes longer than usual" in await start.settled()
        holder.execute("ROLLBACK")
    await table.counts(card, BOB)
    await house.discord.until(other.channel.shown)
    await other.counts(await other.question(), ALICE)
    for played in (table, other):
        assert (await played.ended())["end_reason"] == "completed"


@PLAYS.add
async def a_lock_across_the_deadline_only_delays_the_reveal(house: House) -> None:
    table = await house.table()
    await table.start()
    card = await table.question()
    await table.counts(card, ALICE)
    with closing(sqlite3.connect(house.bot.database_file, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        for _ in range(3):  # longer than the bot waits for a lock
            said = await table.told(card, BOB)
            assert "could not be saved" in said or "longer than usual" in said
        await table.deadline(card)
        holder.execute("ROLLBACK")
    assert "✅" in await table.revealed(card)
    assert (await table.ended())["end_reason"] == "completed"
    assert (0, ALICE) in table.records.answers(table.channel.id)


@PLAYS.add
async def a_locked_database_does_not_keep_the_process_from_ending(house: House) -> None:
    table = await house.table()
    await table.start()
    card = await table.question()
    await table.counts(card, ALICE)
    with closing(sqlite3.connect(house.bot.database_file, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        clicks = [await table.click(card, player) for player in range(1_000, 1_010)]
        assert await house.bot.stop(seconds=10) == 0
        holder.execute("ROLLBACK")
    assert not any("chose" in click.text for click in clicks)
    await house.bot.start()
    assert "✅" in await table.revealed(card)
    assert (await table.ended())["end_reason"] == "completed"
    assert (0, ALICE) in table.records.answers(table.channel.id)


@PLAYS.add
async def on_a_full_disk_players_are_told_and_then_it_goes_on(house: House) -> None:
    table = await house.table()
    table.seconds = 10
    await table.start()
    card = await table.question()
    await table.counts(card, ALICE)
    with full_disk(house.bot):
        said = await table.told(card, BOB)
        assert "could not be saved" in said or "longer than usual" in said
        assert "already chose" in await table.told(card, ALICE)
    await table.counts(card, BOB)
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
