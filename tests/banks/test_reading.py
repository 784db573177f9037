from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from bot.banks import reading
from bot.banks.reading import Reading, read_bank, read_bank_file
from bot.banks.yaml_faults import Fault

QUESTION = "  - question: Q?\n    correct: yes\n    wrong: [no, 07]\n"

TEN_FAULTS = """\
title: A bank
langauge: en
questions:
  - question: No right option
    wrong: [a, b]
  - question: No wrong option
    correct: a
  - question: ''
    correct: a
    wrong: b
  - question: Twice the same option
    correct: a
    wrong: [a, b]
  - question: Too easy
    correct: a
    wrong: b
    difficulty: 0
  - question: Too long a time
    correct: a
    wrong: b
    seconds: 9999
  - question: No link
    correct: a
    wrong: b
    reference: see the manual
  - question: Neither
    correct: a
    wrong: b
    shuffle: perhaps
  - question: Unknown key
    correct: a
    wrong: b
    explanaton: because
title: Again
"""


def test_a_good_bank_is_read_with_its_words_as_typed() -> None:
    bank = read_bank(f"title: T\nquestions:\n{QUESTION}").bank
    assert bank is not None
    assert (bank.questions[0].correct, bank.questions[0].wrong) == (["yes"], ["no", "07"])


def test_ten_faults_get_ten_messages_with_their_lines() -> None:
    assert read_bank(TEN_FAULTS) == Reading(
        None,
        [
            Fault(2, "unknown key `langauge`: did you mean `language`?"),
            Fault(4, "`correct` is missing: add it"),
            Fault(6, "`wrong` is missing: add it"),
            Fault(8, "`question` is empty: fill it in"),
            Fault(13, "the option “a” stands twice: remove or reword one"),
            Fault(17, "`difficulty`: must be a whole number from 1 to 5, not “0”"),
            Fault(21, "`seconds`: must be a whole number from 5 to 300, not “9999”"),
            Fault(25, "`reference`: must be a link that begins with https://, not “see the manual”"),
            Fault(29, "`shuffle`: must be `true` or `false`, not “perhaps”"),
            Fault(33, "unknown key `explanaton`: did you mean `explanation`?"),
            Fault(34, "`title` stands twice (first in line 1): remove one"),
        ],
    )


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", Fault(1, "the file is empty: write at least `title:` and `questions:`")),
        (
            "title: T\nquestions: [",
            Fault(2, "not YAML: this bracket is never closed, or a comma is missing in it"),
        ),
        (
            f"title: T\ndescripton: x\nquestions:\n{QUESTION}",
            Fault(2, "unknown key `descripton`: did you mean `description`?"),
        ),
        (f"title: T\nquestions:\n{QUESTION}    id: Bad Id\n", Fault(6, "")),
        (
            f"title: T\nquestions:\n{QUESTION}    id: x\n{QUESTION}    id: x\n",
            Fault(10, "the id `x` stands in line 6 too: change one"),
        ),
        (
            f"title: T\nquestions:\n{QUESTION}{QUESTION.replace('Q?', '  Q?')}",
            Fault(6, "the question “Q?” stands in line 3 too: remove one, or give each an `id`"),
        ),
        (
            "- a\n- b\n",
            Fault(1, "a bank must be a mapping with the keys `title:` and `questions:`, not a list"),
        ),
        ("hello", Fault(1, "a bank must be a mapping with the keys `title:` and `questions:`, not “hello”")),
        ("title: T\nquestions: none\n", Fault(2, "`questions`: must be a list of questions")),
        ("title: T\nquestions:\n", Fault(2, "`questions` is empty: fill it in")),
        ("title: T\nquestions:\n  - a text\n", Fault(3, "a question must be a mapping with the keys")),
        (
            "title: T\nquestions:\n  - question: Q\n    correct: {a: b}\n    wrong: c\n",
            Fault(4, "`correct`: must be a text or a list of texts, not a mapping"),
        ),
        (
            "title: T\nquestions:\n  - question: Q\n    correct: a\n    wrong:\n      - b\n      - [c]\n",
            Fault(7, "`wrong`, entry 2: must be a text, not a list"),
        ),
        (
            f"title: T\nquestions:\n{QUESTION}    explanation:\n",
            Fault(6, "`explanation` is empty: fill it in, or remove the key"),
        ),
        (
            f"title: T\nquestions:\n{QUESTION}    tags: {[*range(21)]}\n",
            Fault(6, "`tags`: 21 entries, 20 at most"),
        ),
        (f"title: {'x' * 81}\nquestions:\n{QUESTION}", Fault(1, "`title`: 81 characters, 80 at most")),
    ],
)
def test_a_fault_says_where_and_what(text: str, fault: Fault) -> None:
    first = read_bank(text).faults[0]
    assert first.line == fault.line
    assert fault.message in first.message


def test_a_misspelt_key_is_not_missing_as_well() -> None:
    other = QUESTION.replace("Q?", "Q2?")
    text = f"tittle: T\nquestions:\n{QUESTION.replace('correct', 'corect')}{other}"
    assert read_bank(text).faults == [
        Fault(1, "unknown key `tittle`: did you mean `title`?"),
        Fault(4, "unknown key `corect`: did you mean `correct`?"),
    ]


def test_questions_that_stand_twice_are_found_beside_other_faults() -> None:
    text = f"titel: T\nquestions:\n{QUESTION}  - question: Q2?\n{QUESTION}"
    assert [fault.line for fault in read_bank(text).faults] == [1, 6, 6, 7]


def test_an_id_that_a_faulty_question_takes_a_second_time_is_found_too() -> None:
    text = f"title: T\nquestions:\n{QUESTION}    id: same\n  - question: Q2?\n    id: same\n"
    assert Fault(8, "the id `same` stands in line 6 too: change one") in read_bank(text).faults


def test_another_encoding_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "latin.yaml"
    file.write_bytes("title: T\ndescription: café\n".encode("latin-1"))
    assert read_bank_file(file).faults == [Fault(2, "not UTF-8 text: save the file as UTF-8")]


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "bom.yaml"
    file.write_text(f"title: T\nquestions:\n{QUESTION}", encoding="utf-8-sig")
    assert read_bank_file(file).bank is not None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("\texplanation: x", "a tab where spaces are expected"),
        ("    explanation: *very* much", "a text may not begin with “*”"),
        ("    explanation: `x` is", "a text may not begin with “`”"),
        ("    explanation: |x| is", "a text may not begin with “|”"),
        ("    explanation: because: so", "a colon inside a text"),
        ('    explanation: "C:\\path"', "use single quotes"),
        ("    explanation: 'never closed", "this quote is never closed"),
        ("    explanation", "a key without its colon"),
        ("   explanation: x", "indented differently"),
        ("    explanation: [x] is", "closing quote or bracket"),
    ],
)
def test_what_is_no_yaml_is_said_in_the_words_of_a_person(line: str, said: str) -> None:
    text = f"title: Thé title\nquestions:\n  - question: Q?\n{line}\n    correct: a\n    wrong: b\n"
    (fault,) = read_bank(text).faults
    assert fault.message.startswith("not YAML: ")
    assert said in fault.message
    assert fault.line == (3 if line.startswith("\t") else 4)


def test_a_file_that_is_too_large_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_FILE_BYTES", 1024 * 1024)
    file = tmp_path / "large.yaml"
    file.write_bytes(b"#" * (1024 * 1024 + 1))
    assert read_bank_file(file).faults == [Fault(1, "the file is larger than 1 MB: split the bank")]


@given(st.recursive(st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_no_value_of_any_shape_breaks_the_reader(value: object) -> None:
    reading = read_bank(yaml.safe_dump({"title": "T", "questions": [{"question": value, "wrong": value}]}))
    assert reading.bank is None
    assert reading.faults


@given(st.text())
def test_no_text_breaks_the_reader(text: str) -> None:
    assert read_bank(text).faults
