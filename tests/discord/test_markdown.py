"""Text that people wrote is shown as it was written and does nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.markdown import bold, fitted, fitted_together, masked_link, plain, shares


@pytest.mark.parametrize(
    ("written", "safe"),
    [
        ("2 * 3 * 4", r"2 \* 3 \* 4"),
        ("a_b ~c~ ||d|| back\\slash", r"a\_b \~c\~ \|\|d\|\| back\\slash"),
        ("# big\n-# small\n> quote\n- item\n+ item", "\\# big\n\\-# small\n\\> quote\n\\- item\n\\+ item"),
        ("1. first\n  2) second", "1\\. first\n  2\\) second"),
        ("[free](https://evil.example)", r"\[free](https://evil.example)"),
        ("<@1> <#2> <t:3:R>", r"\<@1> \<#2> \<t:3:R>"),
        ("@everyone", "@\N{ZERO WIDTH SPACE}everyone"),
        ("see https://example.org/a_b_c now", "see https://example.org/a_b_c now"),
        ("lone ` backtick", r"lone \` backtick"),
    ],
)
def test_marks_are_shown_and_not_obeyed(written: str, safe: str) -> None:
    assert plain(written) == safe


@pytest.mark.parametrize("code", ["`a * b_c`", "```python\nx = [1] * 2  # n\n```"])
def test_code_stays_code(code: str) -> None:
    assert plain(f"What does {code} do*?") == f"What does {code} do\\*?"


def test_bold_ends_at_a_code_block() -> None:
    assert bold("What is\n```py\nx\n```\nhere?") == "**What is**\n```py\nx\n```\nhere?"


@given(st.text(), st.integers(1, 50))
def test_a_fitted_text_never_exceeds_its_limit(written: str, limit: int) -> None:
    assert len(fitted(written, limit)) <= limit


def test_a_cut_text_ends_in_an_ellipsis() -> None:
    assert fitted("a long sentence", 7) == "a long…"


@given(st.lists(st.integers(0, 500), min_size=1), st.integers(0, 2_000))
def test_shares_fill_the_budget_and_give_nobody_more_than_needed(needs: list[int], budget: int) -> None:
    granted = shares(needs, budget)

    assert sum(granted) <= budget
    assert all(share <= need for share, need in zip(granted, needs, strict=True))
    if sum(needs) <= budget:
        assert granted == needs


def test_only_the_longest_text_is_cut() -> None:
    assert fitted_together(["short", "x" * 50], 25) == ["short", "x" * 19 + "…"]


def test_a_link_cannot_break_out_of_its_brackets() -> None:
    assert masked_link("wiki", "https://x.org/a_(b)") == "[wiki](https://x.org/a_%28b%29)"
