"""A bank file, read whole: the bank it holds, or every fault in it with its line."""

from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path as FilePath

import yaml
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from bot.banks.marked_yaml import Fault, Marked, read_marked
from bot.banks.model import BankFile, QuestionEntry


@dataclass(frozen=True, slots=True)
class Reading:
    """`bank` is None exactly when there are faults, which stand in the order of their lines."""

    bank: BankFile | None
    faults: list[Fault]


def read_bank_file(path: FilePath) -> Reading:
    """Raises OSError when the file cannot be read."""
    raw = path.read_bytes()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        return Reading(None, [Fault(line, "not UTF-8 text: save the file as UTF-8")])
    return read_bank(text)


def read_bank(text: str) -> Reading:
    try:
        marked = read_marked(text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        # At the end of the text libyaml names the line after the last one.
        line = min(mark.line + 1, len(text.splitlines())) if mark else 1
        return Reading(None, [Fault(line, f"not YAML: {error.problem}")])
    except yaml.YAMLError as error:
        return Reading(None, [Fault(1, f"not YAML: {error}".splitlines()[0])])
    faults = list(marked.faults)
    bank = None
    try:
        bank = BankFile.model_validate(marked.value)
    except ValidationError as error:
        faults += [_fault(details, marked) for details in error.errors()]
    else:
        faults += _ids_that_stand_twice(bank, marked)
    return Reading(None, sorted(faults)) if faults else Reading(bank, [])


def _fault(details: ErrorDetails, marked: Marked) -> Fault:
    path = details["loc"]
    name = f"`{path[-1]}`" if path and isinstance(path[-1], str) else "this entry"
    match details["type"]:
        case "missing":
            message = f"{name} is missing: add it"
        case "extra_forbidden":
            message = f"unknown key {name}" + _suggestion(str(path[-1]), in_question="questions" in path)
        case "value_error":
            message = str(details["ctx"]["error"])
        case _:
            message = f"{name}: {details['msg'][0].lower()}{details['msg'][1:]}"
    return Fault(marked.line_of(path), message)


def _suggestion(key: str, *, in_question: bool) -> str:
    known = list((QuestionEntry if in_question else BankFile).model_fields)
    close = get_close_matches(key.lower(), known, n=1)
    return f": did you mean `{close[0]}`?" if close else f": use {', '.join(known)}"


def _ids_that_stand_twice(bank: BankFile, marked: Marked) -> list[Fault]:
    first: dict[str, int] = {}
    faults = []
    for position, entry in enumerate(bank.questions):
        if entry.id is None:
            continue
        line = marked.line_of(("questions", position, "id"))
        if entry.id in first:
            faults.append(
                Fault(line, f"the id `{entry.id}` stands in line {first[entry.id]} too: change one")
            )
        first.setdefault(entry.id, line)
    return faults
