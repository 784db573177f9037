import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.mode import Mode
from bot.core.question import Option, Question
from bot.core.round import (
    AlreadyAnsweredError,
    Answer,
    LateAnswerError,
    OvertakenError,
    Round,
    UnknownOptionError,
)
from bot.core.scoring import Scoring

QUESTION = Question.of("capital", "Capital of Australia?", ["Canberra"], ["Sydney", "Perth"], seconds=30)
RIGHT, WRONG = Option.of("Canberra").id, Option.of("Sydney").id
ROUND = Round(QUESTION, opened_ms=1_000_000, limit_ms=20_000, scoring=Scoring.SPEED)


@pytest.mark.parametrize(("clicked_ms", "elapsed_ms"), [(1_000_000, 0), (999_990, 0), (1_020_000, 20_000)])
def test_a_click_counts_by_the_time_it_was_made(clicked_ms: int, elapsed_ms: int) -> None:
    assert ROUND.judge(7, RIGHT, clicked_ms, None) == Answer(7, RIGHT, elapsed_ms)


def test_a_click_after_the_deadline_is_late_even_within_the_grace() -> None:
    with pytest.raises(LateAnswerError):
        ROUND.judge(7, RIGHT, 1_020_001, None)


def test_the_first_answer_is_final() -> None:
    with pytest.raises(AlreadyAnsweredError) as refused:
        ROUND.judge(7, RIGHT, 1_005_000, Answer(7, WRONG, 3_000))
    assert refused.value.option_id == WRONG


def test_where_answers_can_be_changed_the_last_click_counts_in_whatever_order_they_arrive() -> None:
    changeable = replace(ROUND, changeable=True)
    assert changeable.judge(7, RIGHT, 1_005_000, Answer(7, WRONG, 3_000)) == Answer(7, RIGHT, 5_000)
    with pytest.raises(OvertakenError):
        changeable.judge(7, RIGHT, 1_005_000, Answer(7, WRONG, 6_000))


def test_an_option_of_another_question_is_refused() -> None:
    with pytest.raises(UnknownOptionError):
        ROUND.judge(7, Option.of("Hobart").id, 1_005_000, None)


def test_right_answers_earn_by_time_and_wrong_ones_nothing() -> None:
    scored = ROUND.score([Answer(1, RIGHT, 0), Answer(2, RIGHT, 20_000), Answer(3, WRONG, 100)])
    assert [(row.right, row.points) for row in scored] == [(True, 1000), (True, 500), (False, 0)]


RACE = replace(ROUND, mode=Mode.RACE)


@pytest.mark.parametrize(
    ("answers", "earned"),
    [
        pytest.param([(1, RIGHT, 4_000), (2, RIGHT, 3_999)], [0, 900], id="the earliest right click alone"),
        pytest.param([(1, RIGHT, 4_000), (2, RIGHT, 4_000)], [900, 900], id="both of one millisecond"),
        pytest.param([(1, WRONG, 1_000), (2, RIGHT, 4_000)], [0, 900], id="however early a wrong one was"),
        pytest.param([(1, WRONG, 1_000)], [0], id="nobody, when nobody was right"),
        pytest.param([], [], id="nobody answered"),
    ],
)
def test_in_a_race_the_first_right_answer_earns(
    answers: list[tuple[int, str, int]], earned: list[int]
) -> None:
    scored = RACE.score(Answer(*answer) for answer in answers)
    assert [row.points for row in scored] == earned


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 20_000))))
def test_a_race_leaves_right_answers_right_and_pays_those_of_one_instant(
    clicks: list[tuple[bool, int]],
) -> None:
    answers = [Answer(n, RIGHT if right else WRONG, ms) for n, (right, ms) in enumerate(clicks)]
    scored = RACE.score(answers)
    assert [row.right for row in scored] == [right for right, _ in clicks]
    paid = {row.answer.elapsed_ms for row in scored if row.points}
    assert paid == ({min(ms for right, ms in clicks if right)} if any(r for r, _ in clicks) else set())
    assert RACE.is_won(answers) == bool(paid)


def test_only_a_race_can_be_won() -> None:
    assert not ROUND.is_won([Answer(1, RIGHT, 1_000)])


def test_a_round_closes_after_the_grace() -> None:
    assert ROUND.closes_ms - ROUND.deadline_ms == 1_500


def test_a_question_survives_its_snapshot_in_json() -> None:
    assert Question.from_snapshot(json.loads(json.dumps(QUESTION.to_snapshot()))) == QUESTION


def test_an_option_keeps_its_id_when_the_key_is_corrected() -> None:
    corrected = Question.of("capital", "Capital of Australia?", ["Sydney"], ["Perth", "Canberra"])
    assert {option.id for option in corrected.options} == {option.id for option in QUESTION.options}
    assert corrected.is_right(WRONG)
