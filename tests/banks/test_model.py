import pytest

from bot.banks.model import QuestionEntry, question_id, to_question
from bot.core.question import Option


def entry(question: str = "Capital of Peru?", **more: object) -> QuestionEntry:
    return QuestionEntry.model_validate({"question": question, "correct": "Lima", "wrong": ["Quito"], **more})


def test_a_question_keeps_all_that_is_asked_and_shown() -> None:
    question = to_question(entry(id="peru", explanation="So.", shuffle="no", seconds="30"))
    assert (question.id, question.stem, question.explanation) == ("peru", "Capital of Peru?", "So.")
    assert [option.text for option in question.options] == ["Lima", "Quito"]
    assert question.key == {Option.of("Lima").id}
    assert (question.shuffle, question.seconds, question.reference) == (False, 30, "")


def test_an_id_made_from_the_text_outlives_new_line_breaks() -> None:
    assert question_id(entry("Capital  of\nPeru?")) == question_id(entry()) == "capital-of-peru-5c242018f7"


@pytest.mark.parametrize("question", ["¿?", "首都はどこですか", "x" * 500, "Où est l'été ?"])
def test_an_id_made_from_any_text_is_an_id_an_author_could_write(question: str) -> None:
    made = question_id(entry(question))
    assert entry(id=made).id == made


def test_questions_that_begin_alike_get_different_ids() -> None:
    assert question_id(entry("x" * 100 + "a")) != question_id(entry("x" * 100 + "b"))
