import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from bot.banks.reading import read_bank
from bot.banks.schema import bank_schema

QUESTIONS = Path(__file__).parents[2] / "questions"
VALIDATOR = Draft202012Validator(json.loads(bank_schema()))


def bank_with(line: str) -> str:
    entry = {"question": "Q?", "correct": "a", "wrong": "[b, c]"}
    key, _, value = line.partition(": ")
    entry[key] = value
    return "title: T\nquestions:\n  - " + "\n    ".join(f"{key}: {value}" for key, value in entry.items())


def as_an_editor_reads(text: str) -> Any:
    return yaml.safe_load(text)


def test_the_committed_schema_is_current() -> None:
    committed = (QUESTIONS / "bank.schema.json").read_text(encoding="utf-8")
    assert committed == bank_schema(), "run `make schema`"


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(json.loads(bank_schema()))


@pytest.mark.parametrize("bank", sorted(QUESTIONS.glob("*.yaml")), ids=lambda path: path.name)
def test_shipped_banks_keep_to_it(bank: Path) -> None:
    VALIDATOR.validate(as_an_editor_reads(bank.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "line",
    [
        "correct: 42",
        "correct: no",
        "wrong: [1.10, 07, yes, null, text]",
        "question: 2026",
        "difficulty: 2",
        "difficulty: '2'",
        "shuffle: false",
        "shuffle: 'no'",
        "seconds: 30",
        "tags: pytorch",
        "tags: [2024, pytorch]",
        "id: 42",
    ],
)
def test_it_accepts_what_the_reader_accepts(line: str) -> None:
    text = bank_with(line)
    assert read_bank(text).faults == []
    VALIDATOR.validate(as_an_editor_reads(text))


@pytest.mark.parametrize(
    "line",
    [
        "correct: []",
        "correct: {a: b}",
        "wrong: [[a]]",
        "difficulty: 0",
        "difficulty: hard",
        "shuffle: perhaps",
        "seconds: 4",
        "explanation:",
        "reference: see the manual",
        "image: 42",
        "explanaton: because",
        "id: Bad Id",
    ],
)
def test_it_refuses_what_the_reader_refuses(line: str) -> None:
    text = bank_with(line)
    assert read_bank(text).faults != []
    assert not VALIDATOR.is_valid(as_an_editor_reads(text))
