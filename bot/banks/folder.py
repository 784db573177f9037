"""Which files of a folder are banks, and what in it only looks like one."""

from dataclasses import dataclass
from pathlib import Path

SUFFIXES = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class BankFolder:
    banks: dict[str, Path]
    """By slug, the name of the file without its ending."""
    passed_over: list[str]
    """A sentence for each thing that holds a bank and is not read."""


def bank_folder(folder: Path) -> BankFolder:
    """Raises OSError when the folder cannot be read."""
    banks: dict[str, Path] = {}
    passed_over: list[str] = []
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            if any(is_bank(inside) for inside in path.iterdir()):
                passed_over.append(f"{path} is not looked into: move its banks up into {folder}")
        elif is_bank(path):
            first = banks.setdefault(path.stem, path)
            if first is not path:
                passed_over.append(f"{path} is skipped: {first} has the same name, rename one")
    return BankFolder(banks, passed_over)


def is_bank(path: Path) -> bool:
    return path.suffix.lower() in SUFFIXES
