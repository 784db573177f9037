from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from bot.core.selection import draw_option_order, draw_questions

IDS = st.lists(st.text("abc", min_size=1, max_size=4), unique=True, max_size=20)


@given(IDS, st.integers(0, 30), st.integers())
def test_no_question_is_drawn_twice_and_as_many_as_there_are(ids: list[str], count: int, seed: int) -> None:
    drawn = draw_questions(ids, {}, count, Random(seed))
    assert len(drawn) == min(count, len(ids))
    assert len(set(drawn)) == len(drawn)
    assert set(drawn) <= set(ids)


@given(IDS, st.integers(1, 7), st.integers())
def test_nothing_repeats_until_the_bank_is_exhausted(ids: list[str], count: int, seed: int) -> None:
    rng = Random(seed)
    last_asked: dict[str, int] = {}
    asked: list[str] = []
    while len(asked) < len(ids):
        for question_id in draw_questions(ids, last_asked, count, rng):
            last_asked[question_id] = len(asked)
            asked.append(question_id)
    assert set(asked[: len(ids)]) == set(ids)


def test_the_longest_unasked_comes_first() -> None:
    assert draw_questions(["a", "b", "c"], {"a": 3, "b": 1, "c": 2}, 3, Random(0)) == ["b", "c", "a"]


def test_each_option_comes_up_in_each_position_about_equally_often() -> None:
    rng = Random(1)
    options = ["right", "w1", "w2", "w3"]
    seen = Counter(draw_option_order(options, shuffle=True, rng=rng).index("right") for _ in range(4000))
    assert sorted(seen) == [0, 1, 2, 3]
    assert all(900 < times < 1100 for times in seen.values())


def test_a_question_may_keep_its_written_order() -> None:
    assert draw_option_order(["a", "b", "c"], shuffle=False, rng=Random(1)) == ["a", "b", "c"]
