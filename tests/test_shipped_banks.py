"""Every shipped bank, with all that is wrong with it in one list."""

from pathlib import Path

import pytest

from bot.banks.model import BankFile, QuestionEntry
from bot.banks.quality import quality_findings
from bot.banks.reading import read_bank_file

QUESTIONS = Path(__file__).parents[1] / "questions"


def shipped(path: Path = QUESTIONS / "distributed-training.yaml") -> BankFile:
    bank = read_bank_file(path).bank
    assert bank is not None
    return bank


def longest_by(entry: QuestionEntry) -> float:
    """How long the right option is, measured in the longest wrong one."""
    return len(entry.correct[0]) / max(map(len, entry.wrong))


@pytest.mark.parametrize("path", sorted(QUESTIONS.glob("*.y*ml")), ids=lambda path: path.name)
def test_a_shipped_bank_has_no_fault_and_no_quality_finding(path: Path) -> None:
    reading = read_bank_file(path)
    assert reading.faults == []
    assert reading.bank is not None
    assert quality_findings(reading.bank, reading.marked) == []


def test_the_seed_quiz_is_whole_and_every_question_complete() -> None:
    questions = shipped().questions
    assert len(questions) == 25
    assert len({entry.id for entry in questions}) == 25
    incomplete = [
        entry.id
        for entry in questions
        if len(entry.correct) != 1
        or len(entry.wrong) != 3
        or not entry.explanation
        or not (entry.reference or "").startswith("https://")
    ]
    assert incomplete == []


def test_length_does_not_give_the_right_option_away() -> None:
    questions = shipped().questions
    longest = [entry.id for entry in questions if longest_by(entry) > 1]
    shortest = [entry.id for entry in questions if len(entry.correct[0]) < min(map(len, entry.wrong))]
    assert len(longest) <= 8, longest
    assert len(shortest) <= 8, shortest
    assert [entry.id for entry in questions if longest_by(entry) > 4 / 3] == []
