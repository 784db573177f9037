import asyncio
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.errors import StageUnavailable
from bot.services.agenda import AT_ONCE, Agenda
from bot.services.house import House
from bot.store import agenda as entries
from bot.store.agenda import Kind, Shards
from bot.store.database import Database
from bot.store.tables import agenda
from tests.services.world import ManualClock

GUILD = 5 << 22


class Diary:
    """An agenda on a database, with handlers that note what they were given and then drop it."""

    def __init__(self, database: Database, shards: Shards | None = None) -> None:
        self.clock = ManualClock()
        self.database = database
        self.house = House(database, self.clock, Random(1), ZoneInfo("UTC"), shards)
        self.agenda = Agenda(self.house)
        self.done: list[int] = []
        self.failures: list[Exception] = []
        self.agenda.on(Kind.CLOSE_ROUND, self.handle)

    async def put(self, subject_id: int, after_s: float = 0, guild_id: int = GUILD) -> None:
        async with self.database.write() as connection:
            due_ms = self.clock.ms + int(after_s * 1000)
            await entries.put(connection, Kind.CLOSE_ROUND, subject_id, guild_id, due_ms)

    async def handle(self, subject_id: int) -> None:
        if self.failures:
            raise self.failures.pop()
        async with self.database.write() as connection:
            await entries.drop(connection, Kind.CLOSE_ROUND, subject_id)
        self.done.append(subject_id)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@pytest.fixture
def diary(database: Database) -> Diary:
    return Diary(database)


async def test_what_is_due_is_done_and_the_rest_waits(diary: Diary) -> None:
    await diary.put(1, after_s=-5)
    await diary.put(2, after_s=3)
    await diary.agenda.run_due()
    assert diary.done == [1]
    diary.clock.advance(3)
    await diary.agenda.run_due()
    assert diary.done == [1, 2]


@pytest.mark.parametrize("failure", [StageUnavailable("503"), RuntimeError("a defect")])
async def test_what_fails_is_tried_again_with_growing_pauses(diary: Diary, failure: Exception) -> None:
    diary.failures = [failure, failure]
    await diary.put(1)
    await diary.agenda.run_due()
    await diary.agenda.run_due()
    assert len(diary.failures) == 1
    diary.clock.advance(1)
    await diary.agenda.run_due()
    diary.clock.advance(1.9)
    await diary.agenda.run_due()
    assert diary.done == []
    diary.clock.advance(0.1)
    await diary.agenda.run_due()
    assert diary.done == [1]


async def test_a_process_works_for_its_own_shards_only(database: Database) -> None:
    mine, others = Diary(database, Shards((1,), 4)), Diary(database, Shards((0, 2, 3), 4))
    for shard in range(4):
        await mine.put(shard, guild_id=(100 + shard) << 22)
    await mine.agenda.run_due()
    await others.agenda.run_due()
    assert (mine.done, sorted(others.done)) == ([1], [0, 2, 3])


async def test_the_loop_sleeps_to_the_next_entry_and_wakes_for_an_earlier_one(
    diary: Diary,
) -> None:
    naps: asyncio.Queue[float] = asyncio.Queue()
    never = asyncio.Event()

    async def nap(seconds: float) -> None:
        naps.put_nowait(seconds)
        await never.wait()

    diary.agenda = Agenda(replace(diary.house, sleep=nap))
    diary.agenda.on(Kind.CLOSE_ROUND, diary.handle)
    await diary.put(1, after_s=40)
    diary.agenda.start()
    assert await naps.get() == 40
    await diary.put(2, after_s=10)
    diary.agenda.wake()
    assert await naps.get() == 10
    await diary.put(3)
    diary.agenda.wake()
    assert await naps.get() == 10
    await until(lambda: diary.done == [3])
    await diary.agenda.stop()


async def test_what_is_due_later_than_the_next_look_costs_no_look(diary: Diary) -> None:
    naps: asyncio.Queue[float] = asyncio.Queue()

    async def nap(seconds: float) -> None:
        naps.put_nowait(seconds)
        await asyncio.Event().wait()

    diary.agenda = Agenda(replace(diary.house, sleep=nap))
    diary.agenda.on(Kind.CLOSE_ROUND, diary.handle)
    await diary.put(1, after_s=40)
    diary.agenda.start()
    assert await naps.get() == 40
    diary.agenda.wake(diary.clock.ms + 41_000)
    await asyncio.sleep(0.05)
    assert naps.empty()
    await diary.put(2, after_s=39)
    diary.agenda.wake(diary.clock.ms + 39_000)
    assert await naps.get() == 39
    await diary.agenda.stop()


async def test_stopping_lets_work_under_way_finish(diary: Diary) -> None:
    started, may_finish = asyncio.Event(), asyncio.Event()

    async def slow(subject_id: int) -> None:
        started.set()
        await may_finish.wait()
        diary.done.append(subject_id)

    diary.agenda.on(Kind.CLOSE_ROUND, slow)
    await diary.put(1)
    diary.agenda.start()
    await started.wait()
    stopping = asyncio.create_task(diary.agenda.stop())
    await asyncio.sleep(0)
    may_finish.set()
    await stopping
    assert diary.done == [1]


async def test_an_entry_of_an_unknown_kind_holds_nothing_up(diary: Diary) -> None:
    """As a newer version may have left it, before it was replaced by this one again."""
    async with diary.database.write() as connection:
        await connection.execute(
            agenda.insert().values(kind="unheard_of", subject_id=1, guild_id=GUILD, due_ms=0)
        )
    await diary.put(2)
    await diary.agenda.run_due()
    assert diary.done == [2]


async def test_more_than_fit_are_done_in_turn_and_meanwhile_the_loop_rests(diary: Diary) -> None:
    naps: list[float] = []
    begun: list[int] = []
    may_finish, never = asyncio.Event(), asyncio.Event()

    async def nap(seconds: float) -> None:
        naps.append(seconds)
        await (never.wait() if seconds else asyncio.sleep(0))

    async def slow(subject_id: int) -> None:
        begun.append(subject_id)
        await may_finish.wait()
        await diary.handle(subject_id)

    diary.agenda = Agenda(replace(diary.house, sleep=nap))
    diary.agenda.on(Kind.CLOSE_ROUND, slow)
    many = range(1, AT_ONCE + 31)
    async with diary.database.write() as connection:
        for subject_id in many:
            await entries.put(connection, Kind.CLOSE_ROUND, subject_id, GUILD, subject_id)
    diary.agenda.start()
    await until(lambda: len(begun) == AT_ONCE and bool(naps))
    await asyncio.sleep(0.05)
    assert 0 not in naps
    may_finish.set()
    await until(lambda: len(diary.done) == len(many))
    await diary.agenda.stop()
    assert sorted(begun) == sorted(diary.done) == list(many)


async def test_what_ends_while_the_agenda_is_read_is_not_begun_again(
    diary: Diary, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads = 0
    first_is_done = asyncio.Event()
    begun: list[int] = []
    read = entries.upcoming

    async def upcoming(*given: Any) -> list[entries.Entry]:
        nonlocal reads
        reads += 1
        found = await read(*given)
        if reads == 2:  # holds what was true when it was read
            may_finish.set()
            await first_is_done.wait()
        return found

    async def handle(subject_id: int) -> None:
        begun.append(subject_id)
        await may_finish.wait()
        await diary.handle(subject_id)
        asyncio.get_running_loop().call_later(0.01, first_is_done.set)

    monkeypatch.setattr(entries, "upcoming", upcoming)
    may_finish = asyncio.Event()
    diary.agenda.on(Kind.CLOSE_ROUND, handle)
    await diary.put(1)
    diary.agenda.start()
    await until(lambda: bool(begun))
    diary.agenda.wake()
    await first_is_done.wait()
    await asyncio.sleep(0.05)
    await diary.agenda.stop()
    assert begun == [1]


async def test_a_retry_is_forgotten_with_its_entry(diary: Diary) -> None:
    """On SQLite the entry put next has the number of the one that was removed."""
    diary.failures = [StageUnavailable("503")] * 5
    await diary.put(1)
    while diary.failures:
        await diary.agenda.run_due()
        diary.clock.advance(16)
    async with diary.database.write() as connection:
        await entries.drop(connection, Kind.CLOSE_ROUND, 1)
    diary.clock.advance(-16)
    await diary.put(2)
    await diary.agenda.run_due()
    await diary.put(1)
    await diary.agenda.run_due()
    assert diary.done == [2, 1]


async def test_stopping_waits_for_what_it_had_to_cancel(diary: Diary) -> None:
    started = asyncio.Event()
    put_away: list[int] = []

    async def endless(subject_id: int) -> None:
        started.set()
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.02)
            put_away.append(subject_id)

    diary.agenda.on(Kind.CLOSE_ROUND, endless)
    await diary.put(1)
    diary.agenda.start()
    await started.wait()
    await diary.agenda.stop(patience_s=0.01)
    assert put_away == [1]
