"""The figures as a table on the terminal, and as a page that is kept."""

import os
import platform
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.rows import Row

RESULTS = Path(__file__).parent / "RESULTS.md"
REMARKS = Path(__file__).parent / "REMARKS.md"
HEADINGS = ("", "measured", "reference", "figure", "target")


def show(rows: Sequence[Row]) -> None:
    table = Table(title="Quiz Bot, measured")
    for heading in HEADINGS:
        table.add_column(heading)
    for row in rows:
        table.add_row(*_cells(row), style=None if row.holds else "red")
    Console().print(table)


def write_all(rows: Sequence[Row], seconds: float) -> None:
    remarks = ["", REMARKS.read_text(encoding="utf-8")]
    _write(RESULTS, [*_page("Measured", "make bench", rows, seconds), *remarks])


def write_apart(name: str, rows: Sequence[Row], seconds: float) -> None:
    page = _page(name.replace("-", " ").capitalize(), f"make bench ARGS={name}", rows, seconds)
    _write(RESULTS.with_name(f"RESULTS-{name}.md"), [*page, ""])


def _page(title: str, command: str, rows: Sequence[Row], seconds: float) -> list[str]:
    date = f"{datetime.now(UTC):%Y-%m-%d}"
    return [
        f"# {title}",
        "",
        f"By `{command}` in {seconds:.0f} s on {date}, commit {_commit()}: {_machine()}.",
        "",
        "| " + " | ".join(HEADINGS) + " |",
        "|---|---|---|---|---|",
        *("| " + " | ".join(_cells(row)) + " |" for row in rows),
        "",
        *(f"- {row.what}: {row.note}." for row in rows if row.note),
    ]


def _write(page: Path, lines: Sequence[str]) -> None:
    page.write_text("\n".join(lines), encoding="utf-8")


def _cells(row: Row) -> list[str]:
    verdict = "" if row.holds else " ✗"
    return [
        row.what,
        row.measured,
        row.reference,
        f"{row.figure:,.4g} {row.unit}".rstrip(),
        f"{row.bound} {row.target:,g} {row.unit}".rstrip() + verdict,
    ]


def _commit() -> str:
    return _git("rev-parse", "--short", "HEAD") + (" and changes" if _git("diff", "HEAD", "--stat") else "")


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=RESULTS.parent, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def _machine() -> str:
    models = [
        line.partition(":")[2].strip()
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        if line.startswith("model name")
    ]
    processor = models[0] if models else platform.machine()
    return f"{os.cpu_count()} cores of {processor}, {platform.system()}, Python {platform.python_version()}"
