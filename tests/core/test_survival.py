from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.ranking import Score
from bot.core.survival import ClosedQuestion, NotInError, Survival, survival_after

ALICE, BOB, CAROL = 1, 2, 3
Given = Mapping[int, bool]

ANSWERS = st.dictionaries(st.integers(1, 6), st.booleans())


def after(*given: Given) -> Survival:
    return survival_after(ClosedQuestion(number, right) for number, right in enumerate(given, start=1))


@pytest.mark.parametrize(
    ("questions", "still_in", "fell_at", "decided"),
    [
        pytest.param([], set(), {}, False, id="nobody is in before the first question"),
        pytest.param([{}], set(), {}, False, id="a first question nobody answers lets nobody in"),
        pytest.param([{}, {1: True, 2: True}], {1, 2}, {}, False, id="the first answered one does"),
        pytest.param([{1: True, 2: True, 3: False}], {1, 2}, {3: 1}, False, id="a wrong answer is out"),
        pytest.param(
            [{1: True, 2: True, 3: True}, {1: True, 2: True}], {1, 2}, {3: 2}, False, id="a missing one too"
        ),
        pytest.param([{1: True, 2: False}], {1}, {2: 1}, True, id="the last one standing wins"),
        pytest.param([{1: False, 2: False}], {1, 2}, {}, False, id="all who fall together stay"),
        pytest.param([{1: True, 2: True}, {}], {1, 2}, {}, False, id="also when nobody answers"),
        pytest.param([{1: True}], {1}, {}, False, id="who plays alone goes on"),
        pytest.param([{1: True}, {1: False}], set(), {1: 2}, True, id="until the fall"),
        pytest.param([{1: True}, {}], set(), {1: 2}, True, id="or until no answer comes"),
    ],
)
def test_who_is_still_in(
    questions: list[Given], still_in: set[int], fell_at: dict[int, int], decided: bool
) -> None:
    survival = after(*questions)
    assert (set(survival.still_in), survival.fell_at) == (still_in, fell_at)
    assert survival.is_decided is decided


def test_all_who_fell_together_are_told_that_they_stay() -> None:
    assert after({ALICE: False, BOB: False}, {ALICE: True, BOB: True}, {}).spared_at == {1, 3}


def test_anyone_may_enter_at_the_first_question_and_nobody_later() -> None:
    after({}).admit(CAROL)
    survival = after({ALICE: True, BOB: True, CAROL: False})
    survival.admit(ALICE)
    with pytest.raises(NotInError) as fallen:
        survival.admit(CAROL)
    with pytest.raises(NotInError) as never_in:
        survival.admit(99)
    assert (fallen.value.fell_at, never_in.value.fell_at) == (1, None)


def test_survivors_stand_first_then_who_fell_last_and_among_equals_the_points() -> None:
    survival = Survival(frozenset({1, 2}), {3: 2, 4: 5, 5: 2, 6: 2})
    scores = [Score(1, 100), Score(2, 300), Score(3, 900), Score(4, 50), Score(5, 900), Score(6, 950)]
    places = [(row.score.player_id, row.place, row.tied) for row in survival.standings(scores)]
    assert places == [
        (2, 1, False),
        (1, 2, False),
        (4, 3, False),
        (6, 4, False),
        (3, 5, True),
        (5, 5, True),
    ]


@given(st.lists(ANSWERS))
def test_nobody_is_lost_nobody_enters_late_and_nobody_returns(questions: list[Given]) -> None:
    entrants: set[int] = set()
    before = Survival()
    for number, given_answers in enumerate(questions, start=1):
        survival = after(*questions[:number])
        entrants = entrants or set(given_answers)
        assert survival.still_in | set(survival.fell_at) == entrants
        assert not survival.still_in & set(survival.fell_at)
        assert before.fell_at.items() <= survival.fell_at.items()
        before = survival


@given(st.lists(ANSWERS), ANSWERS)
def test_of_several_players_somebody_is_always_left(questions: list[Given], last: Given) -> None:
    playing = after(*questions)
    assert len(playing.still_in) < 2 or after(*questions, last).still_in
