"""Measures what the README promises, prints one table and keeps it in RESULTS.md.

With names, only those benchmarks run and RESULTS.md stays. Exits with 1 when a target is missed.
"""

import argparse
import asyncio
import gc
import sys
import time

import uvloop

from benchmarks import (
    answering,
    bank_start,
    closing_together,
    crowded_question,
    daily_burst,
    leaderboards,
    many_open_rounds,
    report,
)
from benchmarks.rows import Benchmark, Row

BENCHMARKS: dict[str, Benchmark] = {
    "answering": answering.measure,
    "crowded-question": crowded_question.measure,
    "closing-together": closing_together.measure,
    "many-open-rounds": many_open_rounds.measure,
    "bank-start": bank_start.measure,
    "leaderboards": leaderboards.measure,
}
APART: dict[str, Benchmark] = {"daily-burst": daily_burst.measure}
"""Those that take minutes by themselves: they run by name, and each has a page of its own."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    known = BENCHMARKS | APART
    parser.add_argument("names", nargs="*", choices=[[], *known], metavar="NAME", help=", ".join(known))
    chosen = parser.parse_args().names or list(BENCHMARKS)
    # The pauses that are measured shall be those of the bots.
    gc.disable()
    began = time.monotonic()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        rows = [row for name in chosen for row in runner.run(_measured(known[name], name))]
    report.show(rows)
    seconds = time.monotonic() - began
    if chosen == list(BENCHMARKS):
        report.write_all(rows, seconds)
    elif len(chosen) == 1 and chosen[0] in APART:
        report.write_apart(chosen[0], rows, seconds)
    sys.exit(not all(row.holds for row in rows))


async def _measured(benchmark: Benchmark, name: str) -> list[Row]:
    print(f"{name} …", file=sys.stderr, flush=True)
    return list(await benchmark())


if __name__ == "__main__":
    main()
