import asyncio
from collections import Counter
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from bot.core.round import AlreadyAnsweredError, Answer, LateAnswerError
from bot.services.answers import MOST_PER_COMMIT, AnswerLog, NotSavedError, SlowToSaveError
from bot.store import answers as store
from bot.store.answers import NewAnswer
from bot.store.database import Database
from bot.store.tables import answers, rounds
from tests.services.world import ALICE, GUILD, World


async def recorded(database: Database) -> dict[int, str]:
    async with database.read() as connection:
        rows = await connection.execute(sa.select(answers.c.player_id, answers.c.option_id))
        return {row.player_id: row.option_id for row in rows}


async def test_200_answers_at_once_are_all_recorded_in_few_commits(world: World) -> None:
    await world.start()
    card = await world.next_question()
    log = AnswerLog(world.house.database)
    new = [NewAnswer(card.round_id, GUILD, Answer(n, card.options[n % 4].id, n)) for n in range(1, 201)]
    await asyncio.gather(*map(log.record, new))
    assert await recorded(world.house.database) == {a.answer.player_id: a.answer.option_id for a in new}
    assert log.commits <= 3


async def test_an_answer_is_in_the_database_before_it_is_acknowledged(world: World) -> None:
    await world.start()
    await world.next_question()

    async def answer_and_look(player_id: int) -> bool:
        await world.answer(player_id)
        return player_id in await recorded(world.house.database)

    assert all(await asyncio.gather(*map(answer_and_look, range(1, 60))))


async def test_of_two_clicks_at_once_one_counts_and_the_other_is_told_which(world: World) -> None:
    await world.start()
    card = await world.next_question()
    clicks = [world.quiz.answer(card.round_id, o.id, ALICE, world.clock.ms) for o in card.options]
    results = await asyncio.gather(*clicks, return_exceptions=True)
    kept = (await recorded(world.house.database))[ALICE]
    assert Counter(map(type, results))[AlreadyAnsweredError] == 3
    assert {r.option_id for r in results if isinstance(r, AlreadyAnsweredError)} == {kept}


async def test_an_answer_that_reaches_a_closed_round_is_late(world: World) -> None:
    await world.start(questions=1)
    card = await world.next_question()
    await world.pass_time(25)
    with pytest.raises(LateAnswerError):
        await AnswerLog(world.house.database).record(
            NewAnswer(card.round_id, GUILD, Answer(ALICE, card.options[0].id, 10))
        )
    assert await recorded(world.house.database) == {}


async def test_a_failed_commit_reaches_everyone_who_waits_and_the_next_one_works(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start()
    card = await world.next_question()
    database = world.house.database
    log = AnswerLog(database)
    new = [NewAnswer(card.round_id, GUILD, Answer(n, card.options[0].id, n)) for n in range(1, 31)]

    async def full_disk(_work: object) -> None:
        raise OperationalError("COMMIT", None, Exception("database or disk is full"))

    with monkeypatch.context() as patched:
        patched.setattr(database, "write_in_one", full_disk)
        results = await asyncio.gather(*map(log.record, new), return_exceptions=True)
    assert {type(result) for result in results} == {NotSavedError}
    assert await recorded(database) == {}
    await asyncio.gather(*map(log.record, new))
    assert len(await recorded(database)) == 30


async def test_a_player_who_goes_away_while_waiting_harms_nobody(world: World) -> None:
    await world.start()
    card = await world.next_question()
    log = AnswerLog(world.house.database)
    new = [NewAnswer(card.round_id, GUILD, Answer(n, card.options[0].id, n)) for n in (1, 2)]
    gone, stays = [asyncio.create_task(log.record(answer)) for answer in new]
    await asyncio.sleep(0)
    gone.cancel()
    await stays
    await log.settled()
    assert set(await recorded(world.house.database)) == {1, 2}


async def test_who_waits_too_long_is_told_and_the_answer_counts_all_the_same(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start()
    card = await world.next_question()
    async with world.house.database.write() as connection:
        await connection.execute(rounds.update().values(limit_ms=rounds.c.limit_ms))
        with monkeypatch.context() as impatient:
            impatient.setattr("bot.services.answers.PATIENCE_S", 0.05)
            with pytest.raises(SlowToSaveError):
                await world.answer(ALICE)
    with pytest.raises(AlreadyAnsweredError):
        await world.answer(ALICE, right=False)
    assert set(await recorded(world.house.database)) == {ALICE}
    assert (await world.quiz.status(card.channel_id)).answered == 1


async def test_what_was_handed_in_is_settled_though_answers_keep_coming(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start()
    card = await world.next_question()
    log = AnswerLog(world.house.database)
    record = store.record
    clicks: list[asyncio.Task[None]] = []
    enough = False

    def click() -> None:
        answer = Answer(len(clicks) + 1, card.options[0].id, 1)
        clicks.append(asyncio.create_task(log.record(NewAnswer(card.round_id, GUILD, answer))))

    loop = asyncio.get_running_loop()

    def record_while_another_clicks(*given: Any, **more: Any) -> store.Recorded:
        if not enough:
            loop.call_soon_threadsafe(click)
        return record(*given, **more)

    monkeypatch.setattr(store, "record", record_while_another_clicks)
    click()
    await asyncio.sleep(0)
    try:
        async with asyncio.timeout(5):
            await log.settled()
        assert 1 in await recorded(world.house.database)
    finally:
        enough = True
        await asyncio.gather(*clicks)


async def test_settling_bears_a_failed_commit(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.start()
    card = await world.next_question()
    log = AnswerLog(world.house.database)

    def disk_is_full(*_given: object, **_more: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr("bot.store.answers.record", disk_is_full)
    new = NewAnswer(card.round_id, GUILD, Answer(ALICE, card.options[0].id, 1))
    answering = asyncio.create_task(log.record(new))
    await asyncio.sleep(0)
    await log.settled()
    with pytest.raises(NotSavedError):
        await answering


async def test_a_full_batch_fits_into_one_commit_also_when_all_of_it_stood_there(world: World) -> None:
    await world.start()
    card = await world.next_question()
    batch = [
        NewAnswer(card.round_id, GUILD, Answer((1 << 60) + n, card.options[0].id, n))
        for n in range(MOST_PER_COMMIT)
    ]
    for added, earlier in ((MOST_PER_COMMIT, 0), (0, MOST_PER_COMMIT)):
        result = await world.house.database.write_in_one(partial(store.record, batch=batch))
        assert (len(result.new), len(result.earlier)) == (added, earlier)
