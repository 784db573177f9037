"""Quizzes that are played as a race or as survival."""

from typing import Any
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa

from bot.core.mode import Mode
from bot.core.quiz import EndReason
from bot.core.survival import NotInError
from bot.services.stage import RevealReason
from bot.store import quizzes as store
from bot.store.tables import quizzes
from tests.services.recomputation import kept, recompute
from tests.services.world import ALICE, BOB, CAROL, CHANNEL, HOST, World

ZONE = ZoneInfo("UTC")


async def ask(world: World, mode: Mode, **rules: Any) -> None:
    await world.start(mode=mode, **rules)
    await world.pass_time(5)


async def play(world: World, *right: int, wrong: tuple[int, ...] = ()) -> None:
    """Lets them answer the open question, and the next one be asked or the quiz end."""
    for player in right:
        await world.answer(player)
    for player in wrong:
        await world.answer(player, right=False)
    before = len(world.stage.questions)
    while len(world.stage.questions) == before and not world.stage.finals:
        await world.pass_time(0.5)


def earned(world: World) -> dict[int, int]:
    return {row.score.player_id: row.score.points for row in world.revealed.top}


async def test_the_first_right_answer_closes_a_race_after_the_grace(world: World) -> None:
    await ask(world, Mode.RACE)
    await world.answer(ALICE, right=False)
    await world.pass_time(3)
    assert not world.stage.reveals
    await world.answer(BOB)
    await world.pass_time(1)
    assert not world.stage.reveals
    await world.pass_time(1)
    assert world.revealed.reason is RevealReason.WON
    assert earned(world) == {BOB: 925, ALICE: 0}


async def test_an_earlier_click_that_arrives_in_the_grace_wins_the_race(world: World) -> None:
    await ask(world, Mode.RACE)
    opened_ms = world.clock.ms
    await world.pass_time(4)
    await world.answer(BOB)
    await world.pass_time(1)
    card = world.asked
    right = next(option for option in card.options if option.text.startswith("right"))
    accepted = await world.quiz.answer(card.round_id, right.id, ALICE, opened_ms + 3_900)
    assert accepted.verdict is None
    await world.answer(CAROL)
    await world.pass_time(2)
    assert world.revealed.fastest is not None
    assert (world.revealed.fastest.player_ids, world.revealed.votes) == ([ALICE], {right.id: 3})
    assert earned(world) == {ALICE: 903, BOB: 0, CAROL: 0}
    assert [row.score.right for row in world.revealed.top] == [1, 1, 1]
    boards = await kept(world.house.database)
    assert boards
    assert boards == await recompute(world.house.database, ZONE)


async def test_two_right_answers_of_one_millisecond_both_win(world: World) -> None:
    await ask(world, Mode.RACE)
    world.clock.advance(4)
    await world.answer(BOB)
    await world.answer(ALICE)
    await world.pass_time(2)
    assert world.revealed.fastest is not None
    assert world.revealed.fastest.player_ids == [ALICE, BOB]
    assert earned(world) == {ALICE: 900, BOB: 900}
    assert [row.place for row in world.revealed.top] == [1, 1]


async def test_a_race_goes_on_after_a_restart_in_its_grace(world: World) -> None:
    await ask(world, Mode.RACE)
    await world.answer(BOB)
    world = world.restart()
    await world.pass_time(2)
    assert world.revealed.reason is RevealReason.WON
    assert earned(world) == {BOB: 1000}


async def test_survival_is_played_until_one_is_left(world: World) -> None:
    await ask(world, Mode.SURVIVAL)
    await play(world, ALICE, BOB, wrong=(CAROL,))
    with pytest.raises(NotInError) as fallen:
        await world.answer(CAROL)
    with pytest.raises(NotInError) as too_late:
        await world.answer(104)
    assert (fallen.value.fell_at, too_late.value.fell_at) == (1, None)
    await play(world, ALICE)
    assert len(world.stage.questions) == 2
    assert (world.final.reason, world.final.played) == (EndReason.DECIDED, 2)
    assert [row.score.player_id for row in world.final.standings] == [ALICE, BOB, CAROL]
    assert world.final.survival is not None
    assert world.final.survival.fell_at == {CAROL: 1, BOB: 2}
    boards = await kept(world.house.database)
    assert boards
    assert boards == await recompute(world.house.database, ZONE)


async def test_who_fell_stays_out_after_a_restart_in_mid_question(world: World) -> None:
    await ask(world, Mode.SURVIVAL)
    await play(world, ALICE, BOB, wrong=(CAROL,))
    await world.answer(ALICE)
    world = world.restart()
    with pytest.raises(NotInError):
        await world.answer(CAROL)
    await world.answer(BOB)
    await world.pass_time(2)
    assert world.revealed.survival is not None
    assert world.revealed.survival.still_in == {ALICE, BOB}


async def test_survival_closes_early_when_all_who_are_in_have_answered(world: World) -> None:
    await ask(world, Mode.SURVIVAL)
    await play(world, ALICE, BOB, wrong=(CAROL,))
    await world.answer(ALICE)
    await world.answer(BOB)
    await world.pass_time(2)
    assert [card.reason for card in world.stage.reveals] == [RevealReason.TIME, RevealReason.EVERYONE]


async def test_all_who_fall_together_stay(world: World) -> None:
    await ask(world, Mode.SURVIVAL, questions=2)
    await play(world, wrong=(ALICE, BOB))
    assert world.revealed.survival is not None
    assert world.revealed.survival.spared_at == {1}
    await play(world, ALICE, BOB)
    assert world.final.reason is EndReason.COMPLETED
    assert world.final.survival is not None
    assert world.final.survival.still_in == {ALICE, BOB}


async def test_a_skipped_question_puts_nobody_out(world: World) -> None:
    await ask(world, Mode.SURVIVAL)
    await play(world, ALICE, BOB)
    await world.answer(BOB, right=False)
    await world.quiz.skip(CHANNEL, HOST, quizmaster=False)
    await world.next_question()
    await world.answer(BOB)
    status = await world.quiz.status(CHANNEL)
    assert status.survival is not None
    assert status.survival.still_in == {ALICE, BOB}


async def test_playing_alone_goes_on_until_the_fall(world: World) -> None:
    await ask(world, Mode.SURVIVAL)
    await play(world, ALICE)
    await play(world, ALICE)
    assert len(world.stage.questions) == 3
    await play(world, wrong=(ALICE,))
    assert (world.final.reason, world.final.played) == (EndReason.DECIDED, 3)


async def test_a_quiz_from_before_there_were_modes_is_classic(world: World) -> None:
    intro = await world.start()
    async with world.house.database.write() as connection:
        stored = await connection.scalar(sa.select(quizzes.c.rules))
        assert stored is not None
        assert stored.pop("mode") == "classic"
        await store.change(connection, intro.quiz_id, rules=stored)
        quiz = await store.get(connection, intro.quiz_id)
    assert quiz.rules.mode is Mode.CLASSIC
