import pytest

from bot.banks.marked_yaml import MAX_DEPTH, Marked, read_marked
from bot.banks.yaml_faults import Fault


@pytest.mark.parametrize("typed", ["no", "12:30", "1.10", "07", "null", "~", "2026-01-01", "0x1F"])
def test_a_scalar_stays_what_its_author_typed(typed: str) -> None:
    assert read_marked(f"answer: {typed}").value == {"answer": typed}


def test_every_value_knows_its_line() -> None:
    marked = read_marked("title: t\nquestions:\n  - wrong:\n      - a\n      - b\n")
    assert marked.line_of(("questions", 0, "wrong", 1)) == 5
    assert marked.line_of(("questions", 0, "correct")) == 3


def test_a_key_that_stands_twice_is_reported_and_the_first_kept() -> None:
    marked = read_marked("title: first\ntitle: second\n")
    assert marked.value == {"title": "first"}
    assert marked.faults == [Fault(2, "`title` stands twice (first in line 1): remove one")]


def only_fault(marked: Marked) -> Fault:
    (fault,) = marked.faults
    return fault


def test_an_alias_stands_for_the_text_at_its_anchor() -> None:
    assert read_marked("a: &x [no]\nb: *x\n").value == {"a": ["no"], "b": ["no"]}


@pytest.mark.parametrize("text", ["# nothing\n", "", "title: [a, b", "a: 1\n---\na: 2\n", "[" * 100_000])
def test_what_cannot_be_read_has_no_value_and_one_fault(text: str) -> None:
    marked = read_marked(text)
    assert marked.value is None
    assert only_fault(marked)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("b: x\na: &a\n  - *a\n", 3, "alias of itself"),
        ("a: x\nb: *nothing\n", 2, "alias of nothing"),
        ("a: x\nb: !important\n", 2, "tag"),
        ("a: &a {b: c}\nd:\n  <<: *a\n", 3, "merge keys"),
        ("a: x\n? [b, c]\n: d\n", 2, "a key must be a plain word"),
        ('a: x\nb: "\\0"\n', 2, "NUL"),
        ("a: x\nb: \0\n", 2, "NUL"),
        ("a: x\nb: \x1b[31m\n", 2, "U+001B"),
        ("a: x\nb: y\u2028z\n", 2, "U+2028"),
    ],
)
def test_what_a_bank_may_not_hold_is_a_fault_on_its_line(text: str, line: int, said: str) -> None:
    fault = only_fault(read_marked(text))
    assert fault.line == line
    assert said in fault.message


def test_depth_is_bounded() -> None:
    deep = "".join(f"{'  ' * level}a:\n" for level in range(300))
    assert only_fault(read_marked(deep)).line == MAX_DEPTH + 1


def test_aliases_of_aliases_are_counted_by_what_they_stand_for() -> None:
    bomb = "l0: &l0 [x]\n" + "".join(
        f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]\n" for n in range(1, 10)
    )
    assert "values" in only_fault(read_marked(bomb)).message
