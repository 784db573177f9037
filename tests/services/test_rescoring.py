"""A question whose key is put right after it was asked."""

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.core.mode import Mode
from bot.core.period import Period
from bot.core.survival import NotInError
from bot.errors import StageLost, StageUnavailable, UserError
from bot.services.rescoring import CardsLaterError, NoQuestionError
from bot.services.stage import QuestionCard
from bot.services.team_requests import By, NewTeam, Person
from tests.services.recomputation import kept, recompute
from tests.services.world import ALICE, BOB, CAROL, CHANNEL, GUILD, HOST, World

UTC_ZONE = ZoneInfo("UTC")


async def played(world: World, **rules: Any) -> tuple[int, QuestionCard]:
    """The message and card of a question that Alice had right and Bob wrong."""
    await world.start(questions=1, **rules)
    card = await world.next_question()
    await world.answer(ALICE)
    await world.answer(BOB, right=False)
    await world.pass_time(30)
    return next(iter(world.stage.questions)), card


def letter(card: QuestionCard, start: str) -> str:
    return next(letter for letter, o in zip("ABCD", card.options, strict=True) if o.text.startswith(start))


async def points(world: World, player: int, period: Period = Period.ALL) -> int | None:
    own = (await world.board(GUILD, period, 0, player)).own
    return own.score.points if own else None


async def test_points_go_to_those_who_are_right_now(world: World) -> None:
    message_id, card = await played(world)
    earned = await points(world, ALICE)
    chosen_by_bob = next(o.text for o in card.options if o.text.startswith("wrong"))
    corrected = await world.rescoring.correct(GUILD, message_id, [letter(card, chosen_by_bob)])
    assert corrected.changed == 2
    assert corrected.shown
    assert (await points(world, ALICE), await points(world, BOB)) == (0, earned)
    assert await kept(world.house.database) == await recompute(world.house.database, UTC_ZONE)


async def test_several_options_may_be_right_and_a_repeat_changes_nothing(world: World) -> None:
    message_id, _ = await played(world)
    first = await world.rescoring.correct(GUILD, message_id, ["A", "B", "C", "D"])
    again = await world.rescoring.correct(GUILD, message_id, ["A", "B", "C", "D"])
    assert (first.changed, again.changed) == (1, 0)
    assert await points(world, ALICE) == await points(world, BOB) == 1_000
    assert await kept(world.house.database) == await recompute(world.house.database, UTC_ZONE)


async def test_the_revealed_card_is_shown_again_with_the_correction(world: World) -> None:
    message_id, card = await played(world)
    await world.rescoring.correct(GUILD, message_id, ["A"])
    assert world.revealed.message_id == message_id
    assert world.revealed.corrected
    assert world.revealed.key == {card.options[0].id}


async def test_the_final_card_is_shown_again_with_the_correction(world: World) -> None:
    message_id, _ = await played(world)
    assert {row.score.right for row in world.final.standings} == {0, 1}
    assert not world.final.corrected
    await world.rescoring.correct(GUILD, message_id, ["A", "B", "C", "D"])
    assert {row.score.right for row in world.final.standings} == {1}
    assert world.final.corrected


@pytest.mark.parametrize("call", ["reveal", "edit_final"])
async def test_cards_that_discord_does_not_take_now_follow_when_it_is_repeated(
    world: World, call: str
) -> None:
    message_id, _ = await played(world)
    world.stage.fails = lambda called: StageUnavailable("503") if called == call else None
    with pytest.raises(CardsLaterError):
        await world.rescoring.correct(GUILD, message_id, ["A", "B", "C", "D"])
    assert await points(world, BOB) == 1_000
    world.stage.fails = lambda _call: None
    await world.rescoring.correct(GUILD, message_id, ["A", "B", "C", "D"])
    assert world.revealed.corrected
    assert world.final.corrected
    assert await points(world, BOB) == 1_000


async def test_a_final_card_that_is_gone_keeps_nobody_from_his_points(world: World) -> None:
    message_id, _ = await played(world)
    world.stage.fails = lambda call: StageLost("it was deleted") if call == "edit_final" else None
    corrected = await world.rescoring.correct(GUILD, message_id, ["A", "B", "C", "D"])
    assert corrected.shown
    assert await points(world, BOB) == 1_000


async def test_a_card_that_is_gone_keeps_nobody_from_his_points(world: World) -> None:
    message_id, _ = await played(world)
    world.stage.fails = lambda call: StageLost("the message was deleted") if call == "reveal" else None
    corrected = await world.rescoring.correct(GUILD, message_id, ["A", "B", "C", "D"])
    assert not corrected.shown
    assert await points(world, BOB) == 1_000


async def test_a_season_that_has_ended_is_corrected_and_the_next_one_untouched(world: World) -> None:
    spring = await world.seasons.start(GUILD, "Spring", None)
    message_id, _ = await played(world)
    await world.seasons.end(GUILD)
    await world.seasons.start(GUILD, "Summer", None)
    await world.come_to(world.clock.now + timedelta(days=40))
    await world.rescoring.correct(GUILD, message_id, ["A", "B", "C", "D"])
    ended = await world.board(GUILD, Period.SEASON, 0, BOB, season_id=spring.id)
    assert ended.own is not None
    assert ended.own.score.points == 1_000
    assert await points(world, BOB, Period.SEASON) is None


async def test_points_go_to_the_team_of_that_time(world: World) -> None:
    foxes = await world.teams.create(GUILD, NewTeam("Foxes"))
    owls = await world.teams.create(GUILD, NewTeam("Owls"))
    master = By(HOST, quizmaster=True)
    await world.teams.join(GUILD, Person(BOB), foxes.id, master)
    message_id, _ = await played(world)
    await world.teams.join(GUILD, Person(BOB), owls.id, master)
    await world.rescoring.correct(GUILD, message_id, ["A", "B", "C", "D"])
    boards = await kept(world.house.database)
    assert {team for _, team in boards.teams} == {foxes.id}
    assert {sums[0] for sums, *_ in boards.teams.values()} == {1_000}


async def test_a_quiz_that_is_not_ranked_stays_off_the_boards(world: World) -> None:
    message_id, _ = await played(world, ranked_from=3)
    corrected = await world.rescoring.correct(GUILD, message_id, ["A", "B", "C", "D"])
    assert corrected.changed == 1
    assert not await kept(world.house.database)


async def test_a_skipped_question_stays_without_points(world: World) -> None:
    await world.start(questions=1)
    await world.next_question()
    await world.answer(ALICE, right=False)
    await world.answer(BOB)
    await world.quiz.skip(CHANNEL, HOST, quizmaster=False)
    await world.pass_time(10)
    corrected = await world.rescoring.correct(GUILD, next(iter(world.stage.questions)), ["A"])
    assert corrected.changed == 0
    assert not await kept(world.house.database)


async def test_what_cannot_be_corrected_is_said(world: World) -> None:
    with pytest.raises(NoQuestionError):
        await world.rescoring.correct(GUILD, 1, ["A"])
    await world.start(questions=1)
    await world.next_question()
    message_id = next(iter(world.stage.questions))
    with pytest.raises(UserError, match="still open"):
        await world.rescoring.correct(GUILD, message_id, ["A"])
    await world.pass_time(30)
    with pytest.raises(UserError, match="no option G"):
        await world.rescoring.correct(GUILD, message_id, ["G"])
    with pytest.raises(NoQuestionError):
        await world.rescoring.correct(GUILD + 1, message_id, ["A"])


async def test_who_is_back_in_a_survival_may_answer_the_question_that_is_open(world: World) -> None:
    await world.start(questions=3, mode=Mode.SURVIVAL)
    await world.next_question()
    for player in (ALICE, CAROL):
        await world.answer(player)
    await world.answer(BOB, right=False)
    await world.next_question()
    await world.answer(ALICE)
    with pytest.raises(NotInError):
        await world.answer(BOB)
    await world.rescoring.correct(GUILD, next(iter(world.stage.questions)), ["A", "B", "C", "D"])
    await world.answer(BOB)
    await world.answer(CAROL)
    await world.pass_time(2)
    assert world.revealed.survival is not None
    assert world.revealed.survival.still_in == {ALICE, BOB, CAROL}
