from itertools import cycle, islice

import pytest

from bot.banks.quality import MIN_QUESTIONS, quality_findings
from bot.banks.reading import read_bank

COMPLETE = "    explanation: Because.\n    reference: https://example.com\n"


def bank(*questions: str) -> str:
    entries = [f"  - question: Question {n}?\n{lines}{COMPLETE}" for n, lines in enumerate(questions)]
    return "title: T\nquestions:\n" + "".join(entries)


def options(correct: str, *wrong: str) -> str:
    return f"    correct: {correct}\n    wrong: [{', '.join(wrong)}]\n"


def findings(text: str) -> list[tuple[int, str]]:
    reading = read_bank(text)
    assert reading.bank is not None, reading.faults
    return [(found.line, found.message) for found in quality_findings(reading.bank, reading.marked)]


LONGEST = options("a right one", "wrong", "wrung", "wring")
SHORTEST = options("right", "a wrong one", "a wrung one", "a wring one")
EVEN = options("right", "wrong", "wrung", "wring")


@pytest.mark.parametrize(
    ("kind", "said"), [(LONGEST, "the longest in 8 of 8"), (SHORTEST, "the shortest in 8 of 8")]
)
def test_length_that_tells_the_right_option_is_found_once_for_the_bank(kind: str, said: str) -> None:
    ((line, message),) = findings(bank(*[kind] * MIN_QUESTIONS))
    assert line == 2
    assert said in message


def test_few_questions_show_no_pattern() -> None:
    assert findings(bank(*[LONGEST] * (MIN_QUESTIONS - 1))) == []


def test_the_longest_as_often_as_chance_has_it_is_no_finding() -> None:
    assert findings(bank(*islice(cycle([LONGEST, EVEN, EVEN, SHORTEST]), 40))) == []


def test_questions_with_several_right_options_are_left_out_of_the_count() -> None:
    assert findings(bank(*["    correct: [a right one, right]\n    wrong: wrong\n"] * MIN_QUESTIONS)) == []


def test_absolute_words_in_wrong_options_alone_are_found_once_for_the_bank() -> None:
    kind = options("it may be", "it must be", "always is", "never was")
    ((line, message),) = findings(bank(*[kind] * MIN_QUESTIONS))
    assert line == 2
    assert "absolute words" in message


def test_absolute_words_on_both_sides_are_no_finding() -> None:
    right, wrong = (
        options("only you", "this one", "that one", "some one"),
        options("some one", "only you", "this one", "that one"),
    )
    assert findings(bank(*islice(cycle([right, wrong, wrong]), 24))) == []


def test_absolute_words_are_known_in_english_alone() -> None:
    kind = options("hey this", "all this", "this all", "all that")
    assert findings(bank(*[kind] * MIN_QUESTIONS).replace("title: T", "title: T\nlanguage: de")) == []


@pytest.mark.parametrize(
    ("lines", "line", "said"),
    [
        (options("x" * 60, "x" * 44, "y"), 4, "far longer (60 characters) than any wrong one (44)"),
        (options("All of the above", "one", "two"), 4, "“All of the above” makes no sense once"),
        (options("one", "two", "None of the above."), 5, "“None of the above.” makes no sense"),
        (options("Both A and C", "one", "two"), 4, "“Both A and C” makes no sense"),
    ],
)
def test_what_is_wrong_with_one_question_is_found_on_its_line(lines: str, line: int, said: str) -> None:
    ((found_line, message),) = findings(bank(lines))
    assert found_line == line
    assert said in message


@pytest.mark.parametrize(
    "lines",
    [
        options("x" * 60, "x" * 46, "y"),
        options("Canberra", "Perth", "Sydney"),
        options("All of the above", "one", "two") + "    shuffle: false\n",
        options("All of them", "one", "two"),
        options("Hepatitis A and B", "Hepatitis C", "none"),
    ],
)
def test_what_is_right_is_not_found(lines: str) -> None:
    assert findings(bank(lines)) == []


def test_a_missing_explanation_and_reference_are_one_finding() -> None:
    text = bank(EVEN).replace(COMPLETE, "")
    assert findings(text) == [
        (3, "no `explanation` and `reference`: the reveal has less to teach, add what you can")
    ]


def test_the_same_question_in_other_letters_is_found() -> None:
    text = bank(EVEN, EVEN).replace("Question 1?", "QUESTION  0")
    assert findings(text) == [(8, "the same question as in line 3: remove or reword one")]


def test_questions_that_differ_in_a_sign_alone_are_different() -> None:
    text = bank(EVEN, EVEN, EVEN)
    for number, language in enumerate(("C", "C++", "'C#'")):
        text = text.replace(f"Question {number}?", language)
    assert findings(text) == []


@pytest.mark.parametrize("line", [3, 4, 6, 7])
def test_a_comment_that_cuts_a_text_short_is_found_on_its_line(line: int) -> None:
    lines = bank("    correct: right\n    wrong:\n      - wrong\n").splitlines()
    lines[line - 1] += " # for?"
    ((found, said),) = findings("\n".join(lines))
    assert found == line
    assert said.startswith("the text ends before “# for?”, which YAML takes as a comment: put quotes around")


def test_a_comment_that_cuts_a_text_short_is_found_beside_errors() -> None:
    reading = read_bank("title: T\nquestions:\n  - question: What is C # for?\n")
    assert reading.bank is None
    assert [found.line for found in quality_findings(None, reading.marked)] == [3]


def test_comments_where_they_belong_are_fine() -> None:
    text = bank(EVEN).replace("title: T", "title: T # first draft")
    text = text.replace("questions:", "questions: # to be reviewed\n  # one")
    assert findings(text.replace("Question 0?", "'What is C # for?' # quoted")) == []
