"""Daily questions: on time, exactly once, and nothing missed in silence."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa

from bot.core.daily import RunState
from bot.core.period import Period
from bot.core.round import AlreadyAnsweredError, Answer, LateAnswerError, OvertakenError
from bot.core.schedule import Rule
from bot.core.streak import Streak
from bot.errors import StageLost, StageUnavailable, UserError
from bot.services.answers import AnswerLog
from bot.services.daily_requests import NoScheduleError, Plan, PostedAlreadyError, SameScheduleError, Schedule
from bot.services.requests import Accepted
from bot.store import agenda as entries
from bot.store.agenda import Kind
from bot.store.answers import NewAnswer
from bot.store.tables import daily_runs, quizzes
from tests.services.recomputation import kept, recompute
from tests.services.world import ALICE, BOB, CHANNEL, GUILD, HOST, World

BERLIN = ZoneInfo("Europe/Berlin")
AT_8 = time(8, 0)


def at(day: int, hour: int = 8, minute: int = 0, second: int = 0) -> datetime:
    """In Berlin, in December 2026; the world begins on the 1st at 13:00 there."""
    return datetime(2026, 12, day, hour, minute, second, tzinfo=BERLIN).astimezone(UTC)


async def add(world: World, **changes: Any) -> Schedule:
    plan = replace(Plan(CHANNEL, world.bank_id, Rule(AT_8, BERLIN)), **changes)
    return await world.daily.add(GUILD, HOST, plan)


async def shown(world: World) -> Schedule:
    [schedule] = await world.daily.list(GUILD)
    return schedule


async def runs(world: World) -> list[tuple[str, str]]:
    async with world.house.database.read() as connection:
        rows = await connection.execute(sa.select(daily_runs).order_by(daily_runs.c.local_date))
        return [(row.local_date[-2:], row.state) for row in rows]


async def test_it_posts_at_its_time_and_says_when_next(world: World) -> None:
    schedule = await add(world)
    assert schedule.next_ms == at(2).timestamp() * 1000
    await world.come_to(at(2) - timedelta(seconds=1))
    assert world.stage.questions == {}
    await world.come_to(at(2))
    assert world.asked.daily is not None
    assert world.asked.daily.day == date(2026, 12, 2)
    assert not world.asked.daily.late
    assert world.asked.deadline_ms == at(3).timestamp() * 1000
    after = await shown(world)
    assert after.next_ms == at(3).timestamp() * 1000
    assert after.last is not None
    assert (after.last.state, after.last.message_id) == (RunState.POSTED, next(iter(world.stage.questions)))


async def test_each_day_has_one_post_and_each_post_another_question(world: World) -> None:
    await add(world)
    for day in range(2, 12):
        await world.come_to(at(day))
    assert [day for day, _state in await runs(world)] == [f"{day:02}" for day in range(2, 12)]
    assert len({card.stem for card in world.stage.questions.values()}) == 10


async def test_it_closes_when_the_next_is_posted_and_shows_what_was_right(world: World) -> None:
    await add(world)
    await world.come_to(at(2))
    await world.answer(ALICE)
    await world.answer(BOB, right=False)
    await world.come_to(at(3) + timedelta(seconds=2))
    [reveal] = world.stage.reveals
    assert reveal.question.daily is not None
    assert sum(reveal.votes.values()) == 2
    board = await world.board(GUILD, Period.ALL, 0, ALICE)
    assert [row.score.points for row in board.rows] == [1000, 0]
    assert await kept(world.house.database) == await recompute(world.house.database, ZoneInfo("UTC"))
    assert world.stage.finals == {}


async def test_alone_it_counts_whatever_the_time(world: World) -> None:
    await add(world)
    await world.come_to(at(2))
    world.clock.now = at(2, 21)
    await world.answer(ALICE)
    await world.come_to(at(3) + timedelta(seconds=2))
    board = await world.board(GUILD, Period.ALL, 0, ALICE)
    assert [row.score.points for row in board.rows] == [1000]


async def test_the_last_answer_before_the_close_counts_with_its_own_time(world: World) -> None:
    await add(world)
    await world.come_to(at(2))
    world.clock.advance(60)
    first = await world.answer(ALICE, right=False)
    assert first.changeable_until_ms == world.asked.deadline_ms
    world.clock.advance(60)
    assert (await world.answer(ALICE)).elapsed_ms == 120_000
    assert world.stage.answered == [1]
    await world.come_to(at(3) + timedelta(seconds=2))
    assert world.revealed.fastest is not None
    assert world.revealed.fastest.elapsed_ms == 120_000


async def test_of_two_clicks_that_overtake_each_other_the_later_click_counts(world: World) -> None:
    await add(world)
    await world.come_to(at(2))
    card, opened = world.asked, world.clock.ms
    right, wrong, *_ = sorted(card.options, key=lambda option: option.text)
    await world.quiz.answer(card.round_id, right.id, ALICE, opened + 9_000)
    for after in (world, world.restart()):
        with pytest.raises(OvertakenError) as refused:
            await after.quiz.answer(card.round_id, wrong.id, ALICE, opened + 8_000)
        assert refused.value.option_id == right.id


@pytest.mark.parametrize("in_order", [True, False])
async def test_of_two_clicks_at_once_the_earlier_one_is_told_which_counts(
    world: World, in_order: bool
) -> None:
    await add(world)
    await world.come_to(at(2))
    card, opened = world.asked, world.clock.ms
    right, wrong, *_ = sorted(card.options, key=lambda option: option.text)
    clicked_ms = {wrong.id: opened + 8_000, right.id: opened + 9_000}
    arriving = list(clicked_ms) if in_order else list(reversed(clicked_ms))
    clicks = [world.quiz.answer(card.round_id, option, ALICE, clicked_ms[option]) for option in arriving]
    told = dict(zip(arriving, await asyncio.gather(*clicks, return_exceptions=True), strict=True))
    assert isinstance(told[right.id], Accepted)
    overtaken = told[wrong.id]
    assert isinstance(overtaken, OvertakenError)
    assert overtaken.option_id == right.id
    assert world.stage.answered == [1]


async def test_a_change_that_reaches_a_closed_round_is_late(world: World) -> None:
    await add(world)
    await world.come_to(at(2))
    await world.answer(ALICE)
    await world.come_to(at(3) + timedelta(seconds=2))
    card = world.stage.reveals[0].question
    change = NewAnswer(card.round_id, GUILD, Answer(ALICE, card.options[0].id, 10**9), changes=True)
    with pytest.raises(LateAnswerError):
        await AnswerLog(world.house.database).record(change)


async def test_the_same_again_is_refused_and_named(world: World) -> None:
    first = await add(world)
    with pytest.raises(UserError, match=f"already, in <#{CHANNEL}> at 08:00 Europe/Berlin"):
        await add(world, thread=True)
    other = await add(world, rule=Rule(time(9), BERLIN))
    with pytest.raises(SameScheduleError):
        await world.daily.edit(GUILD, other.id, first.plan)
    await world.daily.edit(GUILD, first.id, replace(first.plan, thread=True))
    assert [(line.plan.rule.at, line.plan.thread) for line in await world.daily.list(GUILD)] == [
        (AT_8, True),
        (time(9), False),
    ]


async def test_what_is_paused_may_come_again_but_not_go_on_beside_it(world: World) -> None:
    first = await add(world)
    await world.daily.pause(GUILD, first.id)
    second = await add(world)
    with pytest.raises(SameScheduleError):
        await world.daily.resume(GUILD, first.id)
    await world.daily.edit(GUILD, first.id, replace(first.plan, rule=Rule(time(9), BERLIN)))
    await world.daily.resume(GUILD, first.id)
    with pytest.raises(SameScheduleError):
        await world.daily.edit(GUILD, first.id, second.plan)


async def test_of_two_that_are_added_at_once_one_is_refused(world: World) -> None:
    processes = [world, *(world.restart() for _ in range(3))]
    results = await asyncio.gather(*map(add, processes), return_exceptions=True)
    assert sum(isinstance(result, SameScheduleError) for result in results) == 3
    await shown(world)


async def test_told_at_once_the_answer_is_final(world: World) -> None:
    await add(world, instant=True)
    await world.come_to(at(2))
    accepted = await world.answer(ALICE, right=False)
    assert accepted.verdict is not None
    assert not accepted.verdict.right
    assert len(accepted.verdict.letters) == 1
    assert accepted.changeable_until_ms is None
    with pytest.raises(AlreadyAnsweredError):
        await world.answer(ALICE)


async def test_after_the_close_it_is_too_late(world: World) -> None:
    await add(world, open_hours=2)
    await world.come_to(at(2))
    await world.come_to(at(2, 10, 0, 5))
    assert len(world.stage.reveals) == 1
    with pytest.raises(LateAnswerError):
        await world.answer(ALICE)


async def test_a_live_quiz_may_run_beside_it(world: World) -> None:
    await add(world)
    await world.come_to(at(2))
    await world.start()
    await world.next_question()
    assert world.asked.daily is None
    await world.quiz.stop(CHANNEL, HOST, quizmaster=False)
    assert len(world.stage.questions) == 2
    await world.answer(ALICE, card=next(iter(world.stage.questions.values())))


async def test_late_by_less_than_the_window_it_is_posted_and_says_so(world: World) -> None:
    await add(world)
    await world.come_to(at(2, 13, 59))
    assert world.asked.daily is not None
    assert world.asked.daily.late
    assert world.asked.deadline_ms == at(3).timestamp() * 1000
    last = (await shown(world)).last
    assert last is not None
    assert (last.state, last.late) == (RunState.POSTED, True)


async def test_later_than_the_window_it_is_skipped_and_recorded(world: World) -> None:
    await add(world)
    await world.come_to(at(4, 15))
    assert await runs(world) == [("02", "skipped"), ("03", "skipped"), ("04", "skipped")]
    assert world.stage.questions == {}
    last = (await shown(world)).last
    assert last is not None
    assert "not running" in last.detail


async def test_down_for_days_only_the_last_run_is_made_up_for(world: World) -> None:
    await add(world)
    await world.restart().come_to(at(4, 9))
    assert await runs(world) == [("02", "skipped"), ("03", "skipped"), ("04", "posted")]
    assert len(world.stage.questions) == 1


async def test_restarts_within_the_minute_post_nothing_twice(world: World) -> None:
    await add(world)
    await world.come_to(at(2))
    for second in (10, 40):
        world = world.restart()
        await world.daily.refresh()
        await world.come_to(at(2, 8, 0, second))
    assert len(world.stage.questions) == 1


async def test_a_clock_set_back_posts_nothing_twice_and_misses_nothing(world: World) -> None:
    await add(world)
    await world.come_to(at(2))
    await world.come_to(at(2, 7))
    await world.come_to(at(2))
    assert len(world.stage.questions) == 1
    await world.come_to(at(3))
    assert await runs(world) == [("02", "posted"), ("03", "posted")]


class Killed(BaseException):
    """As `kill -9`: nothing that follows is done, in the database or in Discord."""


class Mortal:
    """Dies at the chosen step, a step being each side of a commit and of a call to Discord."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch, kill_at: int) -> None:
        self.steps = 0
        self.dead = False
        self._kill_at = kill_at
        database, stage = world.house.database, world.stage
        write = database.write
        mortal = self

        class Write:
            async def __aenter__(self) -> Any:
                mortal.step()
                self.inner = write()
                return await self.inner.__aenter__()

            async def __aexit__(self, *failure: Any) -> None:
                try:
                    if failure == (None, None, None):
                        mortal.step()
                except Killed as killed:
                    await self.inner.__aexit__(Killed, killed, None)
                    raise
                await self.inner.__aexit__(*failure)
                mortal.step()

        read = database.read

        def living_read() -> Any:
            if mortal.dead:
                raise Killed
            return read()

        monkeypatch.setattr(database, "write", Write)
        monkeypatch.setattr(database, "read", living_read)
        for name in ("post_question", "reveal", "open_thread"):
            monkeypatch.setattr(stage, name, self._around(getattr(stage, name)))

    def step(self) -> None:
        self.dead = self.steps >= self._kill_at
        if self.dead:
            raise Killed
        self.steps += 1

    def _around(self, call: Callable[..., Any]) -> Callable[..., Any]:
        async def stepped(*given: Any) -> Any:
            self.step()
            result = await call(*given)
            self.step()
            return result

        return stepped


async def test_killed_at_any_step_it_is_posted_and_revealed_once(world: World) -> None:
    """One schedule after another, each killed one step later than the one before."""
    kill_at, killed = 0, True
    while killed:
        day = 2 + kill_at
        schedule = await add(world, thread=True, open_hours=1)
        world.stage.questions.clear()
        world.stage.reveals.clear()
        with pytest.MonkeyPatch.context() as patch, suppress(Killed):
            mortal = Mortal(world, patch, kill_at)
            await world.come_to(at(day))
            await world.come_to(at(day, 9, 0, 5))
        killed = mortal.dead
        world = world.restart()
        await world.come_to(at(day, 9, 5))
        await world.pass_time(15)
        await world.come_to(at(day, 11))
        assert len(world.stage.questions) == 1, f"killed at step {kill_at}"
        assert {card.message_id for card in world.stage.reveals} == set(world.stage.questions)
        await world.daily.remove(GUILD, schedule.id)
        kill_at += 1
    assert kill_at > 10


async def test_killed_at_any_step_and_back_after_the_window_what_was_posted_is_known(world: World) -> None:
    """What was not posted is recorded as skipped; no question is left that cannot be answered."""
    kill_at, killed = 0, True
    while killed:
        day = 2 + kill_at
        schedule = await add(world, open_hours=12)
        world.stage.questions.clear()
        with pytest.MonkeyPatch.context() as patch, suppress(Killed):
            mortal = Mortal(world, patch, kill_at)
            await world.come_to(at(day))
        killed = mortal.dead
        world = world.restart()
        await world.come_to(at(day, 15))
        [(_day, state)] = await runs(world)
        assert state == ("posted" if world.stage.questions else "skipped"), f"killed at step {kill_at}"
        for card in world.stage.questions.values():
            await world.answer(ALICE, card=card)
        await world.daily.remove(GUILD, schedule.id)
        kill_at += 1
    assert kill_at > 5


async def test_refused_it_tries_again_until_it_may(world: World) -> None:
    await add(world)
    world.stage.fails = lambda call: StageLost("I may not post there") if call == "post_question" else None
    await world.come_to(at(2))
    failing = (await shown(world)).last
    assert failing is not None
    assert (failing.state, failing.detail) == (RunState.CLAIMED, "I may not post there")
    for minute in range(1, 60):
        await world.come_to(at(2, 8, minute))
    world.stage.fails = lambda _call: None
    await world.come_to(at(2, 9, 15))
    assert world.asked.daily is not None
    assert world.asked.daily.late
    assert await runs(world) == [("02", "posted")]
    last = (await shown(world)).last
    assert last is not None
    assert last.detail == ""


async def fail_for_days(world: World, count: int) -> None:
    world.stage.fails = lambda call: StageLost("the channel is gone") if call == "post_question" else None
    for day in range(2, 2 + count):
        for hour in range(8, 16):
            for minute in range(0, 60, 15):
                await world.come_to(at(day, hour, minute, 1))


async def test_three_failed_days_pause_it_with_a_notice(world: World) -> None:
    await add(world)
    await fail_for_days(world, 2)
    assert not (await shown(world)).paused
    assert world.stage.notices == []
    await fail_for_days(world, 3)
    paused = await shown(world)
    assert paused.paused
    assert paused.next_ms is None
    assert "3 days in a row, because the channel is gone" in paused.paused_because
    [(guild_id, channel_id, text)] = world.stage.notices
    assert (guild_id, channel_id) == (GUILD, CHANNEL)
    assert "/daily resume" in text
    assert await runs(world) == [("02", "failed"), ("03", "failed"), ("04", "failed")]


async def test_what_could_not_be_posted_does_not_count_as_asked(world: World) -> None:
    await add(world)
    await fail_for_days(world, 1)
    async with world.house.database.read() as connection:
        assert await connection.scalar(sa.select(sa.func.count()).select_from(quizzes)) == 0


async def test_a_success_forgets_the_failures_before(world: World) -> None:
    await add(world)
    await fail_for_days(world, 2)
    world.stage.fails = lambda _call: None
    await world.come_to(at(4))
    assert (await shown(world)).failed_days == 0


async def test_an_outage_of_discord_is_waited_out(world: World) -> None:
    await add(world)
    world.stage.fails = lambda call: StageUnavailable("503") if call == "post_question" else None
    await world.come_to(at(2))
    world.stage.fails = lambda _call: None
    await world.pass_time(90)
    assert await runs(world) == [("02", "posted")]


async def test_a_lost_reply_makes_no_second_post(world: World) -> None:
    await add(world)
    world.stage.loses_reply = lambda call: StageUnavailable("cut") if call == "post_question" else None
    await world.come_to(at(2))
    world.stage.loses_reply = lambda _call: None
    await world.pass_time(90)
    assert len(world.stage.questions) == 1
    assert await runs(world) == [("02", "posted")]


async def test_a_bank_that_is_gone_fails_the_day(world: World) -> None:
    await add(world)
    async with world.house.database.write() as connection:
        await connection.exec_driver_sql("UPDATE banks SET active = false")
    await world.come_to(at(2))
    last = (await shown(world)).last
    assert last is not None
    assert (last.state, last.detail) == (RunState.FAILED, "its question bank is not here any more")
    with pytest.raises(UserError, match="no question to ask"):
        await world.daily.preview(GUILD, (await shown(world)).id)


async def test_a_moved_schedule_keeps_one_post_a_day(world: World) -> None:
    schedule = await add(world)
    await world.come_to(at(2))
    later = replace(schedule.plan, rule=Rule(time(20, 0), ZoneInfo("Asia/Tokyo")))
    moved = await world.daily.edit(GUILD, schedule.id, later)
    # 20:00 of the 2nd in Tokyo is still to come, but the 2nd has had its post.
    assert moved.next_ms == datetime(2026, 12, 3, 11, 0, tzinfo=UTC).timestamp() * 1000
    await world.come_to(datetime(2026, 12, 2, 11, 0, tzinfo=UTC))
    assert len(world.stage.questions) == 1


async def test_moved_to_a_channel_that_lets_it_post_it_does_so_at_once(world: World) -> None:
    schedule = await add(world)
    world.stage.fails = lambda call: StageLost("no") if call == "post_question" else None
    await world.come_to(at(2))
    world.stage.fails = lambda _call: None
    await world.daily.edit(GUILD, schedule.id, replace(schedule.plan, channel_id=CHANNEL + 1))
    await world.come_to(at(2, 8, 0, 30))
    assert world.asked.channel_id == CHANNEL + 1


async def test_paused_it_posts_nothing_and_resumed_it_goes_on_with_the_next(world: World) -> None:
    schedule = await add(world)
    paused = await world.daily.pause(GUILD, schedule.id)
    assert (paused.paused, paused.next_ms) == (True, None)
    await world.come_to(at(3, 12))
    resumed = await world.daily.resume(GUILD, schedule.id)
    assert resumed.next_ms == at(4).timestamp() * 1000
    await world.come_to(at(4))
    assert await runs(world) == [("04", "posted")]


async def test_pausing_takes_back_what_waits_to_be_posted(world: World) -> None:
    schedule = await add(world)
    world.stage.fails = lambda call: StageLost("no") if call == "post_question" else None
    await world.come_to(at(2))
    await world.daily.pause(GUILD, schedule.id)
    world.stage.fails = lambda _call: None
    await world.come_to(at(2, 9))
    assert world.stage.questions == {}
    assert await runs(world) == [("02", "skipped")]


async def test_removed_its_open_question_still_closes(world: World) -> None:
    schedule = await add(world)
    await world.come_to(at(2))
    await world.daily.remove(GUILD, schedule.id)
    await world.answer(ALICE)
    await world.come_to(at(3, 9))
    assert len(world.stage.reveals) == 1
    assert len(world.stage.questions) == 1
    async with world.house.database.read() as connection:
        assert await entries.upcoming(connection, list(Kind), None, 5) == []


async def test_others_servers_schedules_cannot_be_touched(world: World) -> None:
    schedule = await add(world)
    for call in (world.daily.pause, world.daily.remove, world.daily.preview, world.daily.post_now):
        with pytest.raises(NoScheduleError):
            await call(GUILD + 1, schedule.id)


async def test_the_preview_shows_the_question_that_comes(world: World) -> None:
    schedule = await add(world)
    preview = await world.daily.preview(GUILD, schedule.id)
    assert list(preview.next_runs_ms) == [at(day).timestamp() * 1000 for day in range(2, 7)]
    await world.come_to(at(2))
    assert (world.asked.stem, world.asked.options) == (preview.card.stem, tuple(preview.card.options))


async def test_posted_now_it_is_todays_and_is_not_posted_again(world: World) -> None:
    schedule = await add(world, rule=Rule(time(18, 0), BERLIN))
    message_id = await world.daily.post_now(GUILD, schedule.id)
    with pytest.raises(PostedAlreadyError) as refused:
        await world.daily.post_now(GUILD, schedule.id)
    assert refused.value.message_id == message_id
    await world.come_to(at(1, 18))
    assert len(world.stage.questions) == 1
    assert (await shown(world)).next_ms == at(2, 18).timestamp() * 1000


async def test_what_cannot_be_posted_now_leaves_the_day_free(world: World) -> None:
    schedule = await add(world)
    world.stage.fails = lambda _call: StageLost("I may not post there")
    with pytest.raises(UserError, match="because I may not post there"):
        await world.daily.post_now(GUILD, schedule.id)
    world.stage.fails = lambda _call: None
    await world.daily.post_now(GUILD, schedule.id)
    assert await runs(world) == [("01", "posted")]


async def test_a_thread_is_opened_with_the_reveal_and_its_failure_harms_nothing(world: World) -> None:
    await add(world, thread=True, open_hours=1)
    await world.come_to(at(2))
    await world.come_to(at(2, 9, 0, 5))
    assert world.stage.threads == list(world.stage.questions)
    world.stage.fails = lambda call: StageLost("no") if call == "open_thread" else None
    await world.come_to(at(3))
    await world.come_to(at(3, 9, 0, 5))
    assert len(world.stage.reveals) == 2
    async with world.house.database.read() as connection:
        assert {row.state for row in await connection.execute(sa.select(quizzes))} == {"ended"}


async def test_a_streak_counts_posts_and_forgives_what_the_bot_missed(world: World) -> None:
    await add(world)
    for day in (2, 3):
        await world.come_to(at(day))
        await world.answer(ALICE)
    await world.come_to(at(5, 9))  # the 4th was missed
    await world.answer(ALICE)
    [line] = (await world.board(GUILD, Period.ALL, 0, ALICE)).daily
    assert (line.streak, line.answered, line.posted) == (Streak(3, 3), 3, 3)
    [others] = (await world.board(GUILD, Period.DAY, 0, BOB)).daily
    assert (others.streak, others.answered, others.posted) == (Streak(0, 0), 0, 1)


async def test_a_server_has_so_many_and_no_more(world: World) -> None:
    for channel_id in range(25):
        await add(world, channel_id=channel_id)
    with pytest.raises(UserError, match="25 daily questions already"):
        await add(world)


async def test_many_due_at_once_are_posted_in_due_order(world: World) -> None:
    for channel in range(30):
        await world.daily.add(GUILD + (channel << 22), HOST, Plan(channel, world.bank_id, Rule(AT_8, BERLIN)))
    await world.come_to(at(2))
    assert [card.channel_id for card in world.stage.questions.values()] == list(range(30))


async def test_an_agenda_that_disagrees_with_the_zones_is_mended_at_the_start(world: World) -> None:
    schedule = await add(world)
    async with world.house.database.write() as connection:
        await entries.put(connection, Kind.RUN_SCHEDULE, schedule.id, GUILD, int(at(2, 9).timestamp() * 1000))
    await world.restart().daily.refresh()
    await world.come_to(at(2))
    assert len(world.stage.questions) == 1
