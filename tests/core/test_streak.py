import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.streak import Streak, streak


@pytest.mark.parametrize(
    ("posts", "expected"),
    [
        ("", Streak(0, 0)),
        ("x", Streak(1, 1)),
        (".", Streak(0, 0)),
        ("xxx", Streak(3, 3)),
        ("xxx.", Streak(0, 3)),
        ("xxx..", Streak(0, 3)),
        ("xxx.x", Streak(1, 3)),
        (".xx", Streak(2, 2)),
    ],
)
def test_a_streak_counts_posts_answered_in_a_row(posts: str, expected: Streak) -> None:
    assert streak([post == "x" for post in posts]) == expected


@given(st.lists(st.booleans()))
def test_answering_the_next_post_always_helps(answered: list[bool]) -> None:
    assert streak([*answered, True]).current >= 1
    assert streak([*answered, True]).best >= streak(answered).best
