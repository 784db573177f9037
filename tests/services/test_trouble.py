"""Awkward moments: two things at once, a failure between two steps, a clock that is wrong."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.core.round import LateAnswerError
from bot.errors import StageUnavailable, UserError
from bot.services.open_rounds import OpenRounds
from bot.services.stage import QuestionCard, RevealReason
from bot.store import agenda as entries
from bot.store import answers, banks
from tests.services.recomputation import kept, recompute
from tests.services.world import ALICE, BOB, CHANNEL, HOST, World, add_bank

DISCORD_IS_BEHIND_MS = 5_000


class Gate:
    """Stands in for an async function: lets it do its work, then holds its return until it is opened."""

    def __init__(self, real: Any) -> None:
        self._real = real
        self.calls = 0
        self.reached = asyncio.Event()
        self.opened = asyncio.Event()

    async def __call__(self, *given: Any) -> Any:
        self.calls += 1
        result = await self._real(*given)
        self.reached.set()
        await self.opened.wait()
        return result


@asynccontextmanager
async def posting(world: World, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Within, the first question stands in Discord but the bot has not heard so."""
    gate = Gate(world.stage.post_question)
    monkeypatch.setattr(world.stage, "post_question", gate)
    await world.start()
    world.clock.advance(5)
    step = asyncio.create_task(world.agenda.run_due())
    await gate.reached.wait()
    yield
    gate.opened.set()
    await step


async def test_a_click_made_before_the_bot_heard_of_its_own_post_counts(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with posting(world, monkeypatch):
        world.clock.advance(0.3)
        click = asyncio.create_task(world.answer(ALICE))
        await asyncio.sleep(0.05)
    world.clock.advance(4)
    assert (await click).elapsed_ms == 300


async def test_a_click_on_a_question_whose_post_takes_too_long_is_answered(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.services.live_quiz.POSTING_PATIENCE_S", 0.01)
    async with posting(world, monkeypatch):
        with pytest.raises(UserError, match="click again"):
            await world.answer(ALICE)


async def test_a_clock_ahead_of_discords_takes_no_time_from_the_players(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = world.stage.post_question

    async def post_question(card: QuestionCard) -> int:
        message_id = await real(card)
        earlier = message_id - (DISCORD_IS_BEHIND_MS << 22)
        world.stage.questions[earlier] = world.stage.questions.pop(message_id)
        return earlier

    monkeypatch.setattr(world.stage, "post_question", post_question)
    await world.start(questions=1)
    card = await world.next_question()
    await world.pass_time(19.5)
    clicked_ms = world.clock.ms - DISCORD_IS_BEHIND_MS
    accepted = await world.quiz.answer(card.round_id, card.options[0].id, ALICE, clicked_ms)
    assert accepted.elapsed_ms == 19_500
    await world.pass_time(3)
    assert world.revealed.reason is RevealReason.TIME


async def test_first_clicks_that_come_together_share_one_look_at_the_database(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start()
    await world.next_question()
    gate = Gate(answers.of_round)
    monkeypatch.setattr(answers, "of_round", gate)
    clicks = [asyncio.create_task(world.answer(player)) for player in range(1, 31)]
    await gate.reached.wait()
    await asyncio.sleep(0.05)
    gate.opened.set()
    await asyncio.gather(*clicks)
    assert gate.calls == 1


async def test_a_round_closed_while_it_is_looked_up_is_not_kept(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start()
    card = await world.next_question()
    open_rounds = OpenRounds(world.house.database)
    gate = Gate(answers.of_round)
    monkeypatch.setattr(answers, "of_round", gate)
    looking = asyncio.create_task(open_rounds.get(card.round_id))
    await gate.reached.wait()
    await world.quiz.skip(CHANNEL, HOST, quizmaster=False)
    open_rounds.discard(card.round_id)
    gate.opened.set()
    found, again = await looking, await open_rounds.get(card.round_id)
    assert (type(found).__name__, again) == ("OpenRound", "closed")


async def test_an_answer_is_accepted_though_closing_early_fails(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start()
    await world.next_question()
    await world.answer(ALICE)
    await world.answer(BOB)
    await world.next_question()
    await world.answer(ALICE)

    async def connection_lost(*_given: object) -> None:
        raise ConnectionError

    with monkeypatch.context() as patched:
        patched.setattr(entries, "bring_forward", connection_lost)
        await world.answer(BOB)
    await world.answer(103)
    await world.pass_time(2)
    assert world.revealed.reason is RevealReason.EVERYONE


async def test_after_a_skip_nobody_is_expected_to_answer(world: World) -> None:
    await world.start()
    await world.next_question()
    await world.answer(ALICE)
    await world.quiz.skip(CHANNEL, HOST, quizmaster=False)
    card = await world.next_question()
    await world.answer(ALICE)
    await world.pass_time(10)
    await world.answer(BOB, card=card)


async def test_a_stop_that_failed_can_be_repeated(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.start()
    await world.next_question()

    async def connection_lost(*_given: object) -> None:
        raise ConnectionError

    with monkeypatch.context() as patched:
        patched.setattr(entries, "drop", connection_lost)
        with pytest.raises(ConnectionError):
            await world.quiz.stop(CHANNEL, HOST, quizmaster=False)
    await world.quiz.stop(CHANNEL, HOST, quizmaster=False)
    await world.agenda.run_due()
    assert len(world.stage.finals) == 1


async def test_a_question_due_in_the_moment_of_a_stop_is_not_asked(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await world.start()
    world.clock.advance(5)
    gate = Gate(entries.upcoming)
    with monkeypatch.context() as patched:
        patched.setattr(entries, "upcoming", gate)
        due = asyncio.create_task(world.agenda.run_due())
        await gate.reached.wait()
        await world.quiz.stop(CHANNEL, HOST, quizmaster=False)
        gate.opened.set()
        await due
    await world.agenda.run_due()
    assert (len(world.stage.questions), len(world.stage.finals)) == (0, 1)
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize("error", [StageUnavailable("503"), ZeroDivisionError()], ids=repr)
async def test_a_final_card_that_has_to_wait_keeps_nobody_from_playing(
    world: World, error: Exception
) -> None:
    await world.start(questions=1)
    world.stage.fails = lambda call: error if call == "post_final" else None
    await world.pass_time(40)
    await world.start()
    world.stage.fails = lambda _call: None
    await world.pass_time(20)
    assert len(world.stage.finals) == 1


async def test_a_finished_quiz_that_is_finished_again_posts_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever may not read a channel's history cannot find what he posted."""
    intro = await world.start(questions=1)
    await world.next_question()
    await world.answer(ALICE)
    await world.pass_time(40)

    async def find_final(_card: object, _since_ms: int) -> None:
        return None

    monkeypatch.setattr(world.stage, "find_final", find_final)
    async with world.house.database.write() as connection:
        await entries.put(connection, entries.Kind.FINISH_QUIZ, intro.quiz_id, 1 << 22, world.clock.ms)
    await world.agenda.run_due()
    assert len(world.stage.finals) == 1


async def test_a_quiz_without_a_question_is_refused(world: World) -> None:
    with pytest.raises(UserError, match="no question"):
        await world.start(questions=0)
    await world.start(questions=1)


async def test_a_post_that_was_never_confirmed_takes_no_answers_after_a_stop(world: World) -> None:
    world.stage.loses_reply = lambda call: StageUnavailable("reset") if call == "post_question" else None
    await world.start()
    await world.pass_time(5)
    await world.quiz.stop(CHANNEL, HOST, quizmaster=False)
    with pytest.raises(LateAnswerError):
        await world.answer(ALICE)
    await world.pass_time(10)
    assert (len(world.stage.questions), len(world.stage.finals)) == (1, 1)


async def test_quizzes_of_a_server_that_close_together_add_up_on_its_board(world: World) -> None:
    channels = range(1, 6)
    for channel in channels:
        await world.start(channel_id=channel, questions=2, early_close=False)
    rng = Random(3)
    for number in (1, 2):
        while len(world.stage.questions) < number * len(channels):
            await world.pass_time(0.5)
        for card in list(world.stage.questions.values())[-len(channels) :]:
            players = rng.sample(range(1, 200), rng.randint(20, 150))
            await asyncio.gather(
                *(world.answer(player, card=card, right=rng.random() < 0.5) for player in players)
            )
        world.clock.advance(30)
        await world.agenda.run_due()
    assert await kept(world.house.database) == await recompute(world.house.database, ZoneInfo("UTC"))
    assert world.stage.reveals


async def test_a_bank_that_is_replaced_while_a_quiz_is_planned_harms_neither(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(banks.question_keys)
    monkeypatch.setattr(banks, "question_keys", gate)
    starting = asyncio.create_task(world.start(questions=10))
    await gate.reached.wait()
    replacing = asyncio.create_task(add_bank(world.house.database, count=2))
    await asyncio.sleep(0.1)
    gate.opened.set()
    assert (await starting).questions == 10
    assert await replacing == world.bank_id
