"""`quizbot bank check`: says all that is wrong with banks, each with its line and what to do."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.text import Text

from bot.banks.folder import bank_folder, is_bank
from bot.banks.quality import quality_findings
from bot.banks.reading import Reading, read_bank_file
from bot.banks.yaml_faults import Fault
from bot.errors import UserError

# How many of a file's faults of one kind are said; 20,000 of them would hide all others.
SHOWN_ALIKE = 5
_VARYING = re.compile(r"“[^”]*”|\d[\d,]*")


@dataclass(frozen=True, slots=True)
class Checked:
    file: Path
    reading: Reading
    warnings: list[Fault]


def check_banks(paths: Iterable[Path], out: Console, progress: Console) -> bool:
    """Whether there are no errors. Raises UserError for a path where no bank can be."""
    files, passed_over = _bank_files(paths)
    on_terminal = track(files, "Reading", console=progress, transient=True, disable=not progress.is_terminal)
    banks = [_checked(file) for file in on_terminal]
    same_titles = _same_titles(banks)
    for bank in banks:
        _print(out, bank.file, bank.reading.faults, "red")
        _print(
            out, bank.file, sorted([*bank.warnings, *same_titles.get(bank.file, [])]), "yellow", "warning: "
        )
    for sentence in passed_over:
        out.print(Text.assemble(("warning: ", "yellow"), sentence), soft_wrap=True)
    warned = len(passed_over) + sum(len(bank.warnings) for bank in banks) + len(same_titles)
    out.print(_summary([bank.reading for bank in banks], warned), highlight=False)
    return not any(bank.reading.faults for bank in banks)


def _bank_files(paths: Iterable[Path]) -> tuple[list[Path], list[str]]:
    """In the order given and each once; and what is passed over."""
    files: dict[Path, None] = {}
    passed_over: dict[str, None] = {}
    for path in paths:
        if not path.exists():
            raise UserError(f"{path} does not exist: name a bank or a folder of banks.")
        if path.is_dir():
            inside = bank_folder(path)
            if not inside.banks:
                raise UserError(
                    f"{path} holds no bank: a bank is a file that ends in .yaml or .yml, and folders inside "
                    "are not looked into."
                )
            files |= dict.fromkeys(inside.banks.values())
            passed_over |= dict.fromkeys(inside.passed_over)
        elif not is_bank(path):
            raise UserError(f"{path} is no bank: a bank is a file that ends in .yaml or .yml.")
        else:
            files[path] = None
    return list(files), list(passed_over)


def _checked(file: Path) -> Checked:
    try:
        reading = read_bank_file(file)
    except OSError as error:
        reading = Reading(None, [Fault(1, f"cannot be read: {error.strerror}")])
    return Checked(file, reading, quality_findings(reading.bank, reading.marked))


def _same_titles(banks: list[Checked]) -> dict[Path, list[Fault]]:
    first: dict[str, Path] = {}
    found = {}
    for checked in banks:
        if checked.reading.bank is None:
            continue
        other = first.setdefault(checked.reading.bank.title.casefold(), checked.file)
        if other is not checked.file:
            line = checked.reading.marked.line_of(("title",))
            found[checked.file] = [Fault(line, f"the same title as {other}: give each bank its own")]
    return found


def _print(out: Console, file: Path, faults: list[Fault], style: str, kind: str = "") -> None:
    alike: dict[str, list[Fault]] = {}
    for fault in faults:
        same = alike.setdefault(_VARYING.sub("…", fault.message), [])
        same.append(fault)
        if len(same) <= SHOWN_ALIKE:
            place = f"{file}:{fault.line}: "
            out.print(Text.assemble((place, "bold"), (kind, style), fault.message), soft_wrap=True)
    for same in alike.values():
        if len(same) > SHOWN_ALIKE:
            more = f"and {len(same) - SHOWN_ALIKE:,} more like this: {same[0].message}"
            out.print(Text.assemble((f"{file}: ", "bold"), (kind, style), more), soft_wrap=True)


def _summary(readings: list[Reading], warnings: int) -> str:
    banks = [reading.bank for reading in readings if reading.bank]
    faults = [len(reading.faults) for reading in readings if reading.faults]
    questions = sum(len(bank.questions) for bank in banks)
    where = f" in {_count(len(faults), 'file')}" if faults else ""
    return (
        f"{_count(len(banks), 'bank')}, {_count(questions, 'question')} read: "
        f"{_count(sum(faults), 'error')}{where}, {_count(warnings, 'warning')}"
    )


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"
