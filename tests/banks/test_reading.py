from pathlib import Path

import pytest

from bot.banks.marked_yaml import Fault
from bot.banks.reading import read_bank, read_bank_file

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
    reading = read_bank(TEN_FAULTS)
    assert reading.bank is None
    assert [fault.line for fault in reading.faults] == [2, 4, 6, 8, 11, 17, 21, 25, 29, 33, 34]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", Fault(1, "the file is empty: write at least `title:` and `questions:`")),
        ("title: T\nquestions: [", Fault(2, "not YAML: did not find expected node content")),
        (
            f"title: T\ndescripton: x\nquestions:\n{QUESTION}",
            Fault(2, "unknown key `descripton`: did you mean `description`?"),
        ),
        (f"title: T\nquestions:\n{QUESTION}    id: Bad Id\n", Fault(6, "")),
        (
            f"title: T\nquestions:\n{QUESTION}    id: x\n{QUESTION}    id: x\n",
            Fault(10, "the id `x` stands in line 6 too: change one"),
        ),
    ],
)
def test_a_fault_says_where_and_what(text: str, fault: Fault) -> None:
    first = read_bank(text).faults[0]
    assert first.line == fault.line
    assert fault.message in first.message


def test_another_encoding_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "latin.yaml"
    file.write_bytes("title: T\ndescription: café\n".encode("latin-1"))
    assert read_bank_file(file).faults == [Fault(2, "not UTF-8 text: save the file as UTF-8")]


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "bom.yaml"
    file.write_text(f"title: T\nquestions:\n{QUESTION}", encoding="utf-8-sig")
    assert read_bank_file(file).bank is not None
