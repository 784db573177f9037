"""Daily questions: what people do while a post is due, under way, or of unknown fate."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import time, timedelta
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa

from bot.core.period import Period
from bot.core.schedule import Rule
from bot.core.streak import Streak
from bot.errors import StageLost, StageUnavailable, UserError
from bot.services.answers import NotSavedError
from bot.services.daily import Daily
from bot.services.stage import QuestionCard
from bot.store import agenda as entries
from bot.store.agenda import Kind
from bot.store.tables import quizzes, rounds
from tests.services.recomputation import kept, recompute
from tests.services.test_daily import BERLIN, add, at, runs, shown
from tests.services.world import ALICE, BOB, CHANNEL, GUILD, World, add_bank


@asynccontextmanager
async def posting(world: World) -> AsyncIterator[None]:
    """While Discord takes its time with a post."""
    begun, answered = asyncio.Event(), asyncio.Event()
    post = world.stage.post_question

    async def slow(card: QuestionCard) -> int:
        begun.set()
        await answered.wait()
        return await post(card)

    world.stage.post_question = slow  # type: ignore[method-assign]
    due = asyncio.create_task(world.agenda.run_due())
    await begun.wait()
    yield
    world.stage.post_question = post  # type: ignore[method-assign]
    answered.set()
    await due
    await world.agenda.run_due()


async def channels(world: World) -> list[int]:
    async with world.house.database.read() as connection:
        return list(await connection.scalars(sa.select(rounds.c.channel_id)))


async def waiting(world: World) -> set[Kind]:
    async with world.house.database.read() as connection:
        return {entry.kind for entry in await entries.upcoming(connection, list(Kind), None, 50)}


async def lose_the_reply(world: World) -> None:
    """The post of the 2nd is made, but its maker is not told."""
    world.stage.loses_reply = lambda call: StageUnavailable("cut") if call == "post_question" else None
    world.stage.fails = lambda call: StageUnavailable("cut") if call == "find_question" else None
    await world.come_to(at(2))
    world.stage.loses_reply = world.stage.fails = lambda _call: None


async def test_moved_while_it_is_posted_the_question_is_known_where_it_is(world: World) -> None:
    schedule = await add(world)
    world.clock.now = at(2)
    async with posting(world):
        await world.daily.edit(GUILD, schedule.id, replace(schedule.plan, channel_id=CHANNEL + 1))
    assert [card.channel_id for card in world.stage.questions.values()] == [CHANNEL]
    assert await channels(world) == [CHANNEL]


async def test_moved_after_a_lost_reply_it_is_not_posted_twice(world: World) -> None:
    schedule = await add(world)
    await lose_the_reply(world)
    await world.daily.edit(GUILD, schedule.id, replace(schedule.plan, channel_id=CHANNEL + 1))
    await world.pass_time(90)
    assert len(world.stage.questions) == 1
    assert await channels(world) == [CHANNEL]


async def test_paused_after_a_lost_reply_the_question_can_be_answered(world: World) -> None:
    schedule = await add(world)
    await lose_the_reply(world)
    await world.daily.pause(GUILD, schedule.id)
    await world.pass_time(90)
    await world.answer(ALICE)
    assert await runs(world) == [("02", "posted")]


async def test_a_post_whose_id_was_lost_is_found_even_after_the_window(world: World) -> None:
    await add(world)
    await lose_the_reply(world)
    world = world.restart()
    await world.come_to(at(2, 20))
    assert await runs(world) == [("02", "posted")]
    await world.answer(ALICE)
    assert len(world.stage.questions) == 1


@pytest.mark.parametrize("what", ["pause", "remove"])
async def test_a_post_under_way_is_finished_whatever_becomes_of_the_schedule(world: World, what: str) -> None:
    schedule = await add(world)
    world.clock.now = at(2)
    async with posting(world):
        change = asyncio.create_task(getattr(world.daily, what)(GUILD, schedule.id))
        await asyncio.sleep(0.05)
    await change
    await world.answer(ALICE)
    await world.come_to(at(3, 9))
    assert len(world.stage.questions) == len(world.stage.reveals) == 1
    assert await waiting(world) == set()


async def test_removed_while_a_refused_post_is_under_way_nothing_is_left_of_it(world: World) -> None:
    schedule = await add(world)
    world.stage.fails = lambda call: StageLost("no") if call == "post_question" else None
    await world.come_to(at(2))
    async with world.house.database.write() as connection:
        await connection.exec_driver_sql("DELETE FROM schedules")
        await entries.drop(connection, Kind.RUN_SCHEDULE, schedule.id)
    await world.come_to(at(2, 8, 2))
    assert await waiting(world) == set()
    async with world.house.database.read() as connection:
        assert await connection.scalar(sa.select(sa.func.count()).select_from(quizzes)) == 0


async def test_an_entry_of_a_paused_schedule_is_taken_off_the_agenda(world: World) -> None:
    schedule = await add(world)
    await world.daily.pause(GUILD, schedule.id)
    async with world.house.database.write() as connection:
        await entries.put(connection, Kind.RUN_SCHEDULE, schedule.id, GUILD, world.clock.ms)
    await world.agenda.run_due()
    assert await waiting(world) == set()


async def test_edited_while_its_run_is_due_but_not_claimed_the_day_is_not_lost(world: World) -> None:
    schedule = await add(world)
    world.clock.now = at(2, 8, 30)
    await world.daily.edit(GUILD, schedule.id, replace(schedule.plan, thread=True))
    await world.agenda.run_due()
    assert await runs(world) == [("02", "posted")]


async def test_resumed_without_being_paused_it_loses_no_day(world: World) -> None:
    schedule = await add(world)
    world.clock.now = at(2, 8, 30)
    await world.daily.resume(GUILD, schedule.id)
    await world.agenda.run_due()
    assert await runs(world) == [("02", "posted")]


async def test_owed_on_a_day_that_the_new_rule_does_not_name_it_waits_for_the_next(world: World) -> None:
    schedule = await add(world)
    world.clock.now = at(2, 8, 30)  # a Wednesday
    fridays = replace(schedule.plan, rule=Rule(time(8), BERLIN, frozenset({4})))
    await world.daily.edit(GUILD, schedule.id, fridays)
    await world.agenda.run_due()
    assert (await shown(world)).next_ms == at(4).timestamp() * 1000
    assert await runs(world) == []


async def test_posted_now_the_days_owed_before_are_recorded(world: World) -> None:
    schedule = await add(world)
    world.clock.now = at(3, 7)
    await world.daily.post_now(GUILD, schedule.id)
    await world.agenda.run_due()
    await world.come_to(at(3))
    assert await runs(world) == [("02", "skipped"), ("03", "posted")]


async def test_what_could_not_be_posted_now_is_posted_at_its_time(world: World) -> None:
    schedule = await add(world, rule=Rule(time(18), BERLIN))
    world.stage.fails = lambda _call: StageLost("I may not post there")
    with pytest.raises(UserError):
        await world.daily.post_now(GUILD, schedule.id)
    world.stage.fails = lambda _call: None
    assert (await shown(world)).next_ms == at(1, 18).timestamp() * 1000
    await world.come_to(at(1, 18))
    assert await runs(world) == [("01", "posted")]


async def test_posted_now_on_a_day_that_its_rule_does_not_name(world: World) -> None:
    schedule = await add(world, rule=Rule(time(8), BERLIN, frozenset({4})))
    await world.daily.post_now(GUILD, schedule.id)
    await world.come_to(at(4))
    assert await runs(world) == [("01", "posted"), ("04", "posted")]


async def test_once_the_next_is_due_the_one_that_waits_is_given_up(world: World) -> None:
    schedule = await add(world, rule=Rule(time(23), BERLIN))
    world.stage.fails = lambda call: StageLost("no") if call == "post_question" else None
    await world.come_to(at(1, 23))
    await world.daily.edit(GUILD, schedule.id, replace(schedule.plan, rule=Rule(time(1), BERLIN)))
    await world.come_to(at(2, 0, 55))
    world.stage.fails = lambda _call: None
    await world.come_to(at(2, 1, 5))
    await world.pass_time(20 * 60)
    assert await runs(world) == [("01", "failed"), ("02", "posted")]
    assert len(world.stage.questions) == 1


async def test_of_two_runs_within_the_window_only_the_last_is_posted(world: World) -> None:
    Daily(world.house, world.stage, world.agenda, world.quiz.steps, timedelta(hours=24))
    await add(world)
    await world.come_to(at(3))
    assert await runs(world) == [("02", "skipped"), ("03", "posted")]


async def test_without_a_window_it_is_posted_at_its_time(world: World) -> None:
    Daily(world.house, world.stage, world.agenda, world.quiz.steps, timedelta(0))
    await add(world)
    await world.come_to(at(2) + timedelta(milliseconds=40))
    await world.come_to(at(3, 8, 6))
    assert await runs(world) == [("02", "posted"), ("03", "skipped")]


async def test_a_commit_that_fails_after_the_post_is_made_up_for(world: World) -> None:
    await add(world)
    world.clock.now = at(2)
    async with posting(world), world.house.database.write() as connection:
        await connection.exec_driver_sql("ALTER TABLE daily_runs RENAME TO hidden")
    async with world.house.database.write() as connection:
        await connection.exec_driver_sql("ALTER TABLE hidden RENAME TO daily_runs")
    await world.pass_time(90)
    await world.answer(ALICE)
    assert len(world.stage.questions) == 1
    assert await runs(world) == [("02", "posted")]


async def test_two_processes_claim_a_date_once(world: World) -> None:
    await add(world)
    other = world.restart()
    world.clock.now = at(2)
    await asyncio.gather(world.agenda.run_due(), other.agenda.run_due())
    assert len(world.stage.questions) == 1


async def test_two_schedules_of_a_server_with_one_bank_ask_different_things(world: World) -> None:
    await add(world)
    await add(world, bank_id=await add_bank(world.house.database, 1, "single"))
    await add(world, channel_id=CHANNEL + 1)
    await world.come_to(at(2))
    assert len(world.stage.questions) == 3
    assert len({(card.bank_title, card.stem) for card in world.stage.questions.values()}) == 3


async def test_an_open_question_harms_no_streak_and_a_missed_one_ends_it(world: World) -> None:
    await add(world, open_hours=2)
    for day in (2, 3):
        await world.come_to(at(day))
        await world.answer(ALICE)
        await world.come_to(at(day, 10, 1))
    await world.come_to(at(4))
    [open_still] = (await world.board(GUILD, Period.ALL, 0, ALICE)).daily
    assert open_still.streak == Streak(2, 2)
    await world.come_to(at(4, 10, 1))
    [missed] = (await world.board(GUILD, Period.ALL, 0, ALICE)).daily
    assert missed.streak == Streak(0, 2)


async def test_changed_answers_count_once_and_survive_a_restart(world: World) -> None:
    await add(world)
    await world.come_to(at(2))
    await world.answer(ALICE)
    await world.answer(BOB, right=False)
    world.clock.advance(30)
    world = world.restart()
    await world.answer(ALICE, right=False)
    world.clock.advance(30)
    await world.answer(BOB)
    await world.come_to(at(3) + timedelta(seconds=2))
    assert {row.score.player_id: row.score.points for row in world.revealed.top} == {ALICE: 0, BOB: 1000}
    assert await kept(world.house.database) == await recompute(world.house.database, ZoneInfo("UTC"))


async def test_a_change_that_could_not_be_saved_leaves_the_answer_before(world: World) -> None:
    await add(world)
    await world.come_to(at(2))
    await world.answer(ALICE)
    world.clock.advance(30)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.services.answers.store.record", lambda *_given, **_named: 1 / 0)
        with pytest.raises(NotSavedError):
            await world.answer(ALICE, right=False)
    await world.come_to(at(3) + timedelta(seconds=2))
    assert [row.score.points for row in world.revealed.top] == [1000]
