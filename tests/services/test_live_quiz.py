from collections import Counter

import pytest

from bot.core.quiz import EndReason
from bot.core.round import AlreadyAnsweredError, LateAnswerError, UnknownOptionError
from bot.core.scoring import Scoring
from bot.errors import StageLost, UserError
from bot.services.requests import NoQuizError, NotYourQuizError, QuizOverError, QuizRunningError
from bot.services.stage import RevealReason
from bot.store import rounds
from tests.services.world import ALICE, BOB, CAROL, CHANNEL, GUILD, HOST, World


async def test_a_quiz_runs_from_intro_to_final_card(world: World) -> None:
    intro = await world.start(questions=3)
    assert (intro.questions, intro.host_id) == (3, HOST)
    await world.pass_time(4.5)
    assert not world.stage.questions
    for number in (1, 2, 3):
        card = await world.next_question()
        assert (card.number, card.length) == (number, 3)
        await world.answer(ALICE, right=True)
        await world.answer(BOB, right=False)
    await world.pass_time(30)
    assert [card.question.number for card in world.stage.reveals] == [1, 2, 3]
    assert world.final.reason is EndReason.COMPLETED
    assert [(row.place, row.score.player_id, row.score.right) for row in world.final.standings] == [
        (1, ALICE, 3),
        (2, BOB, 0),
    ]
    assert (world.final.played, world.final.ranked) == (3, True)


async def test_time_is_discords_and_the_reveal_tells_the_fastest(world: World) -> None:
    await world.start(questions=1)
    await world.pass_time(5)
    world.clock.advance(2)
    assert (await world.answer(BOB)).elapsed_ms == 2_000
    world.clock.advance(3)
    assert (await world.answer(ALICE)).elapsed_ms == 5_000
    await world.pass_time(20)
    assert world.revealed.fastest is not None
    assert (world.revealed.fastest.player_ids, world.revealed.fastest.elapsed_ms) == ([BOB], 2_000)
    assert [row.score.points for row in world.revealed.top] == [950, 875]


async def test_a_click_before_the_deadline_counts_when_it_arrives_within_the_grace(world: World) -> None:
    await world.start(questions=1)
    await world.pass_time(5)
    clicked_ms = world.clock.ms + 20_000
    await world.pass_time(21)
    option = world.asked.options[0]
    accepted = await world.quiz.answer(world.asked.round_id, option.id, ALICE, clicked_ms)
    assert (accepted.letter, accepted.elapsed_ms) == ("A", 20_000)
    with pytest.raises(LateAnswerError):
        await world.quiz.answer(world.asked.round_id, option.id, BOB, clicked_ms + 1)


async def test_a_second_click_is_told_the_first_choice(world: World) -> None:
    await world.start()
    await world.pass_time(5)
    await world.answer(ALICE, right=True)
    with pytest.raises(AlreadyAnsweredError) as refused:
        await world.answer(ALICE, right=False)
    letter = await world.quiz.letter_of(world.asked.round_id, refused.value.option_id)
    shown = "ABCD".index(letter)
    assert world.asked.options[shown].text.startswith("right")


async def test_clicks_on_old_and_unknown_cards_are_refused(world: World) -> None:
    await world.start(questions=2)
    await world.pass_time(5)
    old = world.asked
    await world.pass_time(30)
    with pytest.raises(LateAnswerError):
        await world.answer(ALICE, card=old)
    with pytest.raises(UnknownOptionError):
        await world.quiz.answer(9_999, "0" * 10, ALICE, world.clock.ms)
    with pytest.raises(UnknownOptionError):
        await world.quiz.answer(world.asked.round_id, "0" * 10, ALICE, world.clock.ms)


async def test_three_questions_without_an_answer_end_the_quiz(world: World) -> None:
    await world.start(questions=10)
    await world.pass_time(200)
    assert len(world.stage.questions) == 3
    assert world.final.reason is EndReason.UNANSWERED


async def test_a_question_closes_early_when_everyone_from_before_has_answered(world: World) -> None:
    await world.start(questions=3)
    await world.pass_time(5)
    await world.answer(ALICE)
    await world.answer(BOB)
    await world.pass_time(27)
    await world.answer(ALICE)
    await world.pass_time(4)
    assert len(world.stage.reveals) == 1
    await world.answer(BOB)
    await world.pass_time(2)
    assert [card.reason for card in world.stage.reveals] == [RevealReason.TIME, RevealReason.EVERYONE]


async def test_one_quiz_per_channel_and_any_number_of_channels(world: World) -> None:
    await world.start()
    await world.pass_time(5)
    with pytest.raises(QuizRunningError) as refused:
        await world.start()
    assert refused.value.message_id in world.stage.questions
    await world.start(channel_id=CHANNEL + 1)
    await world.pass_time(5)
    assert {card.channel_id for card in world.stage.questions.values()} == {CHANNEL, CHANNEL + 1}


async def test_a_channel_is_the_quizs_own_until_its_final_card(world: World) -> None:
    await world.start(questions=1)
    await world.pass_time(5 + 20 + 2)
    assert world.stage.reveals
    assert (await world.quiz.status(CHANNEL)).is_over
    for refused in (world.start(), world.quiz.stop(CHANNEL, HOST, quizmaster=False)):
        with pytest.raises(QuizOverError):
            await refused
    await world.pass_time(5)
    assert world.stage.finals
    await world.start()


async def test_two_quizzes_in_a_server_do_not_ask_the_same(world: World) -> None:
    await world.start(questions=12, channel_id=1)
    await world.start(questions=12, channel_id=2)
    await world.pass_time(6)
    stems = {card.stem for card in world.stage.questions.values()}
    assert len(stems) == 2


async def test_nothing_repeats_in_a_server_until_the_bank_is_exhausted(world: World) -> None:
    for channel in range(5):
        await world.start(questions=5, channel_id=channel)
        for _ in range(5):
            await world.next_question()
            await world.answer(ALICE)
    assert len({card.stem for card in world.stage.questions.values()}) == 25


async def test_skip_reveals_without_points(world: World) -> None:
    await world.start(questions=2)
    await world.pass_time(5)
    await world.answer(ALICE)
    await world.quiz.skip(CHANNEL, HOST, quizmaster=False)
    await world.agenda.run_due()
    assert (world.revealed.reason, world.revealed.top) == (RevealReason.SKIPPED, [])
    with pytest.raises(UserError, match="No question is open"):
        await world.quiz.skip(CHANNEL, HOST, quizmaster=False)
    await world.pass_time(5)
    assert world.asked.number == 2


@pytest.mark.parametrize("seconds", [1, 5, 6, 28])
async def test_stop_ends_with_the_standings_so_far(world: World, seconds: int) -> None:
    await world.start(questions=3)
    await world.pass_time(seconds)
    await world.quiz.stop(CHANNEL, ALICE, quizmaster=True)
    await world.agenda.run_due()
    assert world.final.reason is EndReason.STOPPED
    with pytest.raises(NoQuizError):
        await world.quiz.stop(CHANNEL, ALICE, quizmaster=True)
    await world.pass_time(60)
    assert len(world.stage.finals) == 1
    assert len(world.stage.questions) <= 1
    assert len(world.stage.reveals) == len(world.stage.questions)
    await world.start()


async def test_only_the_host_and_quizmasters_stop_and_skip(world: World) -> None:
    with pytest.raises(NoQuizError):
        await world.quiz.skip(CHANNEL, HOST, quizmaster=True)
    await world.start()
    with pytest.raises(NotYourQuizError, match=f"<@{HOST}>"):
        await world.quiz.stop(CHANNEL, ALICE, quizmaster=False)
    with pytest.raises(NotYourQuizError):
        await world.quiz.skip(CHANNEL, ALICE, quizmaster=False)


@pytest.mark.parametrize("call", ["post_question", "reveal"])
async def test_a_lost_channel_ends_the_quiz_and_frees_it(world: World, call: str) -> None:
    await world.start(questions=3)
    world.stage.fails = lambda made: StageLost("the channel is gone") if made == call else None
    await world.pass_time(5)
    if call == "reveal":
        await world.answer(ALICE)
        await world.answer(BOB)
    await world.pass_time(40)
    assert (world.final.reason, world.final.detail) == (EndReason.LOST, "the channel is gone")
    assert [row.score.player_id for row in world.final.standings] == (
        [ALICE, BOB] if call == "reveal" else []
    )
    with pytest.raises(NoQuizError):
        await world.quiz.status(CHANNEL)


async def test_a_quiz_that_was_stopped_says_so_though_its_question_is_gone(world: World) -> None:
    await world.start(questions=3)
    await world.next_question()
    world.stage.fails = lambda made: StageLost("the message was deleted") if made == "reveal" else None
    await world.quiz.stop(CHANNEL, HOST, quizmaster=False)
    await world.agenda.run_due()
    assert (world.final.reason, world.final.detail) == (EndReason.STOPPED, "")


async def test_a_quiz_whose_final_card_cannot_be_posted_is_over_all_the_same(world: World) -> None:
    await world.start(questions=1)
    await world.pass_time(5)
    world.stage.fails = lambda _made: StageLost("the channel is gone")
    await world.quiz.channel_lost(CHANNEL)
    await world.pass_time(60)
    assert not world.stage.finals
    world.stage.fails = lambda _made: None
    await world.start()


async def test_quizzes_of_servers_that_are_gone_end(world: World) -> None:
    await world.start(guild_id=GUILD, channel_id=1)
    await world.start(guild_id=2 * GUILD, channel_id=2)
    await world.quiz.guilds_present([GUILD])
    await world.agenda.run_due()
    assert world.final.guild_id == 2 * GUILD
    assert (await world.quiz.status(1)).number == 0


async def test_status_tells_question_deadline_and_answers(world: World) -> None:
    await world.start(questions=2)
    assert (await world.quiz.status(CHANNEL)).number == 0
    await world.pass_time(5)
    await world.answer(ALICE)
    status = await world.quiz.status(CHANNEL)
    assert (status.number, status.length, status.answered) == (1, 2, 1)
    assert status.deadline_ms == world.clock.ms + 20_000
    await world.pass_time(22)
    status = await world.quiz.status(CHANNEL)
    assert (status.deadline_ms, [row.score.player_id for row in status.standings]) == (None, [ALICE])


async def test_by_accuracy_every_right_answer_is_worth_the_same(world: World) -> None:
    await world.start(questions=1, scoring=Scoring.ACCURACY)
    await world.pass_time(5)
    world.clock.advance(18)
    await world.answer(ALICE)
    await world.answer(CAROL)
    await world.pass_time(10)
    assert [(row.place, row.score.points, row.tied) for row in world.final.standings] == [
        (1, 1000, True),
        (1, 1000, True),
    ]


async def test_the_card_says_how_many_have_answered_and_nothing_more(world: World) -> None:
    await world.start()
    await world.pass_time(5)
    await world.answer(ALICE, right=True)
    await world.answer(BOB, right=False)
    assert world.stage.answered == [1, 2]


async def test_the_right_option_stands_in_every_place_about_equally_often(world: World) -> None:
    """And its id says nothing about it: the ids of the options are as random as their order."""
    places: Counter[int] = Counter()
    by_id: Counter[int] = Counter()
    for channel in range(1, 33):
        await world.start(questions=25, channel_id=channel)
    async with world.house.database.read() as connection:
        for round_id in range(1, 32 * 25 + 1):
            row = await rounds.get(connection, round_id)
            assert row is not None
            (right,) = row.question.key
            ids = [option.id for option in row.options]
            places[ids.index(right)] += 1
            by_id[sorted(ids).index(right)] += 1
    assert sorted(places) == [0, 1, 2, 3]
    assert all(150 < count < 250 for count in places.values())
    assert max(by_id.values()) < 0.6 * sum(by_id.values())
