"""Every shipped bank, with all that is wrong with it in one list."""

from pathlib import Path
from typing import Any

import yaml

BANK = Path(__file__).parents[1] / "questions" / "distributed-training.yaml"


def shipped_questions() -> list[dict[str, Any]]:
    bank = yaml.load(BANK.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    questions: list[dict[str, Any]] = bank["questions"]
    return questions


def longest_by(question: dict[str, Any]) -> float:
    """How long the right option is, measured in the longest wrong one."""
    return len(question["correct"]) / max(map(len, question["wrong"]))


def test_the_seed_quiz_is_whole_and_every_question_complete() -> None:
    questions = shipped_questions()
    assert len(questions) == 25
    assert len({question["id"] for question in questions}) == 25
    incomplete = [
        question["id"]
        for question in questions
        if len({question["correct"], *question["wrong"]}) != 4
        or not question.get("explanation")
        or not question.get("reference", "").startswith("https://")
    ]
    assert incomplete == []


def test_length_does_not_give_the_right_option_away() -> None:
    questions = shipped_questions()
    longest = [question["id"] for question in questions if longest_by(question) > 1]
    shortest = [
        question["id"]
        for question in questions
        if len(question["correct"]) < min(map(len, question["wrong"]))
    ]
    assert len(longest) <= 8, longest
    assert len(shortest) <= 8, shortest
    assert [question["id"] for question in questions if longest_by(question) > 4 / 3] == []
