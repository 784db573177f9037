import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.scoring import Scoring, points

LIMITS = st.integers(1_000, 300_000)


@pytest.mark.parametrize(
    ("elapsed_ms", "expected"),
    [(0, 1000), (499, 1000), (500, 988), (10_000, 750), (20_000, 500), (20_800, 500), (-40, 1000)],
)
def test_speed_falls_from_full_to_half_over_the_time_allowed(elapsed_ms: int, expected: int) -> None:
    assert points(Scoring.SPEED, right=True, elapsed_ms=elapsed_ms, limit_ms=20_000) == expected


@given(st.sampled_from(Scoring), st.integers(-1_000, 400_000), LIMITS)
def test_a_wrong_answer_is_worth_nothing(scoring: Scoring, elapsed_ms: int, limit_ms: int) -> None:
    assert points(scoring, right=False, elapsed_ms=elapsed_ms, limit_ms=limit_ms) == 0


@given(st.integers(-1_000, 400_000), LIMITS)
def test_by_accuracy_time_does_not_matter(elapsed_ms: int, limit_ms: int) -> None:
    assert points(Scoring.ACCURACY, right=True, elapsed_ms=elapsed_ms, limit_ms=limit_ms) == 1000


@given(st.integers(0, 300_000), st.integers(0, 300_000), LIMITS)
def test_a_faster_right_answer_is_never_worth_less(first: int, second: int, limit_ms: int) -> None:
    fast, slow = sorted((first, second))
    by_speed = [points(Scoring.SPEED, right=True, elapsed_ms=t, limit_ms=limit_ms) for t in (fast, slow)]
    assert 1000 >= by_speed[0] >= by_speed[1] >= 500


def test_a_question_without_time_is_refused() -> None:
    with pytest.raises(ValueError, match="limit_ms must be positive"):
        points(Scoring.SPEED, right=True, elapsed_ms=0, limit_ms=0)
