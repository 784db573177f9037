import pytest
import yaml

from bot.banks.marked_yaml import Fault, read_marked


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


def test_an_empty_file_says_so() -> None:
    assert [fault.line for fault in read_marked("# nothing\n").faults] == [1]


def test_what_is_no_yaml_is_refused() -> None:
    with pytest.raises(yaml.YAMLError):
        read_marked("a: [1, 2")


def test_an_alias_of_itself_is_a_fault_where_its_anchor_stands() -> None:
    assert [fault.line for fault in read_marked("b: x\na: &a\n  - *a\n").faults] == [2]
