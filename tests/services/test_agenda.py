import asyncio
from dataclasses import replace
from random import Random
from zoneinfo import ZoneInfo

import pytest

from bot.errors import StageUnavailable
from bot.services.agenda import Agenda
from bot.services.house import House
from bot.store import agenda as entries
from bot.store.agenda import Kind, Shards
from bot.store.database import Database
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
    while await naps.get() != 10 or diary.done != [3]:
        pass
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
