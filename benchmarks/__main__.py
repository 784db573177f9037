"""Measures what the README promises, prints one table and keeps it in RESULTS.md.

With names, only those benchmarks run and nothing is written. Exits with 1 when a target is missed.
"""

import argparse
import asyncio
import gc
import sys
import time

import uvloop

from benchmarks import answering, bank_start, closing_together, crowded_question, many_open_rounds, report
from benchmarks.rows import Benchmark, Row

BENCHMARKS: dict[str, Benchmark] = {
    "answering": answering.measure,
    "crowded-question": crowded_question.measure,
    "closing-together": closing_together.measure,
    "many-open-rounds": many_open_rounds.measure,
    "bank-start": bank_start.measure,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "names", nargs="*", choices=[[], *BENCHMARKS], metavar="NAME", help=", ".join(BENCHMARKS)
    )
    chosen = parser.parse_args().names or list(BENCHMARKS)
    # The pauses that are measured shall be those of the bots.
    gc.disable()
    began = time.monotonic()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        rows = [row for name in chosen for row in runner.run(_measured(name))]
    report.show(rows)
    if len(chosen) == len(BENCHMARKS):
        report.write(rows, time.monotonic() - began)
    sys.exit(not all(row.holds for row in rows))


async def _measured(name: str) -> list[Row]:
    print(f"{name} …", file=sys.stderr, flush=True)
    return list(await BENCHMARKS[name]())


if __name__ == "__main__":
    main()
