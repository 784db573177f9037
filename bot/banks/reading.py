"""A bank file, read whole: the bank it holds, or every fault in it with its line."""

from dataclasses import dataclass, field
from pathlib import Path as FilePath

from pydantic import ValidationError

from bot.banks.excerpt import excerpt
from bot.banks.marked_yaml import Marked, Value, read_marked
from bot.banks.model import BankFile, QuestionEntry, question_id
from bot.banks.validation_faults import faults_of
from bot.banks.yaml_faults import Fault

# 20,000 questions of the usual length take about 15 MB.
MAX_FILE_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Reading:
    """`bank` is None exactly when there are faults, which stand in the order of their lines."""

    bank: BankFile | None
    faults: list[Fault]
    marked: Marked = field(default_factory=Marked, repr=False, compare=False)


def read_bank_file(path: FilePath) -> Reading:
    """Raises OSError when the file cannot be read."""
    with path.open("rb") as file:
        raw = file.read(MAX_FILE_BYTES + 1)
    if len(raw) > MAX_FILE_BYTES:
        limit = MAX_FILE_BYTES // 1024 // 1024
        return Reading(None, [Fault(1, f"the file is larger than {limit} MB: split the bank")])
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        return Reading(None, [Fault(line, "not UTF-8 text: save the file as UTF-8")])
    return read_bank(text)


def read_bank(text: str) -> Reading:
    marked = read_marked(text)
    if marked.value is None:
        return Reading(None, marked.faults, marked)
    faults = list(marked.faults)
    bank = None
    try:
        bank = BankFile.model_validate(marked.value)
        entries = dict(enumerate(bank.questions))
    except ValidationError as error:
        faults += faults_of(error.errors(include_url=False), marked)
        entries = _named_entries(marked.value)
    faults += _ids_that_stand_twice(entries, marked)
    return Reading(None, sorted(faults), marked) if faults else Reading(bank, [], marked)


def _named_entries(value: Value) -> dict[int, QuestionEntry]:
    """What tells the questions of a bank with faults apart, so that all of them are said at once."""
    written = value.get("questions") if isinstance(value, dict) else None
    entries = {}
    for position, entry in enumerate(written if isinstance(written, list) else ()):
        match entry:
            case {"id": str(id_), "question": str(question)}:
                entries[position] = QuestionEntry.model_construct(
                    id=id_, question=question, correct=[], wrong=[]
                )
            case {"question": str(question)} if question:
                entries[position] = QuestionEntry.model_construct(question=question, correct=[], wrong=[])
    return entries


def _ids_that_stand_twice(entries: dict[int, QuestionEntry], marked: Marked) -> list[Fault]:
    first: dict[str, int] = {}
    faults = []
    for position, entry in entries.items():
        line = marked.line_of(("questions", position, "question" if entry.id is None else "id"))
        id_ = question_id(entry)
        if id_ in first:
            what = (
                f"the question “{excerpt(entry.question)}” stands in line {first[id_]} too: "
                "remove one, or give each an `id`"
                if entry.id is None
                else f"the id `{id_}` stands in line {first[id_]} too: change one"
            )
            faults.append(Fault(line, what))
        first.setdefault(id_, line)
    return faults
