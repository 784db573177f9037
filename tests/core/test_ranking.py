from hypothesis import given
from hypothesis import strategies as st

from bot.core.ranking import Score, standings

SMALL = st.integers(0, 3)
SCORES = st.lists(
    st.builds(Score, st.integers(1, 99), SMALL, SMALL, SMALL, SMALL), unique_by=lambda score: score.player_id
)


def test_ties_are_ties_and_the_next_place_is_skipped() -> None:
    scores = [Score(4, 100), Score(2, 500), Score(3, 500), Score(1, 900)]
    board = [(row.place, row.score.player_id, row.tied) for row in standings(scores)]
    assert board == [(1, 1, False), (2, 2, True), (2, 3, True), (4, 4, False)]


def test_equal_points_are_parted_by_right_answers_then_by_time() -> None:
    scores = [Score(1, 900, 2, 5, 70), Score(2, 900, 3, 5, 90), Score(3, 900, 3, 5, 80)]
    assert [row.score.player_id for row in standings(scores)] == [3, 2, 1]


def test_an_empty_board_is_empty() -> None:
    assert standings([]) == []


@given(SCORES)
def test_a_place_is_one_more_than_the_number_who_are_better(scores: list[Score]) -> None:
    for row in standings(scores):
        assert row.place == 1 + sum(other.order < row.score.order for other in scores)
        assert row.tied == (sum(other.order == row.score.order for other in scores) > 1)


@given(SCORES)
def test_the_board_does_not_depend_on_the_order_of_arrival(scores: list[Score]) -> None:
    assert standings(reversed(scores)) == standings(scores)
