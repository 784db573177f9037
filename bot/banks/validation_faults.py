"""What pydantic finds wrong in a bank, said for the person who wrote it."""

from difflib import get_close_matches
from functools import lru_cache

from pydantic_core import ErrorDetails

from bot.banks.excerpt import excerpt
from bot.banks.marked_yaml import Marked
from bot.banks.model import BankFile, OptionTwiceError, QuestionEntry
from bot.banks.yaml_faults import Fault

_FORMS = {
    "id": "lower-case letters, digits and hyphens, at most 64, such as `capital-of-peru`",
    "language": "a language code such as `en` or `pt-BR`",
    "reference": "a link that begins with https://",
    "image": "a link that begins with https://",
    "shuffle": "`true` or `false`",
    "difficulty": "a whole number from 1 to 5",
    "seconds": "a whole number from 5 to 300",
    "title": "a text",
    "question": "a text",
    "questions": "a list of questions, each beginning with `- question: …`",
    "tags": "a text or a list of texts",
    "correct": "a text or a list of texts",
    "wrong": "a text or a list of texts",
}
_BANK = "a bank must be a mapping with the keys `title:` and `questions:`"
_QUESTION = "a question must be a mapping with the keys `question:`, `correct:` and `wrong:`"


def faults_of(errors: list[ErrorDetails], marked: Marked) -> list[Fault]:
    """One for each mistake: a key that is misspelt is not missing as well."""
    meant = {_meant(details) for details in errors if details["type"] == "extra_forbidden"}
    return [
        Fault(marked.line_of(_path(details)), _sentence(details))
        for details in errors
        if not (details["type"] == "missing" and details["loc"] in meant)
    ]


def _meant(unknown: ErrorDetails) -> tuple[str | int, ...]:
    path = unknown["loc"]
    return (*path[:-1], _closest(str(path[-1]), "questions" in path) or "")


def _path(details: ErrorDetails) -> tuple[str | int, ...]:
    error = details.get("ctx", {}).get("error")
    return (*details["loc"], *error.path) if isinstance(error, OptionTwiceError) else details["loc"]


def _sentence(details: ErrorDetails) -> str:
    path, value, context = details["loc"], details["input"], details.get("ctx", {})
    match details["type"]:
        case "missing":
            said = f"`{path[-1]}` is missing: add it"
        case "extra_forbidden":
            said = f"unknown key `{excerpt(str(path[-1]))}`{_suggestion(str(path[-1]), 'questions' in path)}"
        case "value_error":
            said = str(context["error"])
        case "model_type":
            said = f"{_QUESTION if path else _BANK}, not {_kind(value)}"
        case "string_too_long":
            said = f"{_name(path)}: {len(value):,} characters, {context['max_length']:,} at most: shorten it"
        case "too_long":
            said = f"{_name(path)}: {len(value):,} entries, {context['max_length']} at most: remove some"
        case _ if value in ("", []):
            said = f"{_name(path)} is empty: fill it in" + (", or remove the key" if _optional(path) else "")
        case _:
            said = f"{_name(path)}: must be {_form(path)}, not {_kind(value)}"
            if isinstance(value, dict) and path[-1] != "questions":
                said += " (a text with a colon in it needs quotes)"
    return said


def _name(path: tuple[str | int, ...]) -> str:
    if isinstance(path[-1], int):
        return f"`{path[-2]}`, entry {path[-1] + 1}"
    return f"`{path[-1]}`"


def _form(path: tuple[str | int, ...]) -> str:
    return _FORMS.get(path[-1], "a text") if isinstance(path[-1], str) else "a text"


def _optional(path: tuple[str | int, ...]) -> bool:
    fields = (QuestionEntry if len(path) > 1 else BankFile).model_fields
    return path[-1] in fields and not fields[str(path[-1])].is_required()


def _kind(value: object) -> str:
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    return f"“{excerpt(str(value))}”" if value else "nothing"


def _suggestion(key: str, in_question: bool) -> str:
    close = _closest(key, in_question)
    return f": did you mean `{close}`?" if close else f": use {', '.join(_fields(in_question))}"


@lru_cache(maxsize=1024)
def _closest(key: str, in_question: bool) -> str | None:
    return next(iter(get_close_matches(key[:40].lower(), _fields(in_question), n=1)), None)


def _fields(in_question: bool) -> list[str]:
    return list((QuestionEntry if in_question else BankFile).model_fields)
