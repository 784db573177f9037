"""A bank of 20,000 questions: what it costs a start when it has not changed."""

import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from benchmarks.bot_process import BotProcess
from benchmarks.places import standing_in
from benchmarks.rows import REPEATS, Bound, Row

QUESTIONS = 20_000


async def measure() -> Sequence[Row]:
    empty_s: list[float] = []
    large_s: list[float] = []
    async with standing_in() as empty, standing_in() as large:
        _questions(empty)
        (_questions(large) / "large.yaml").write_text(_bank(), encoding="utf-8")
        for bot in (empty, large):  # the first start takes the bank over, and registers the commands
            await bot.start()
            await bot.stop()
        for _ in range(REPEATS):
            for bot, seconds in ((empty, empty_s), (large, large_s)):
                began = time.monotonic()
                await bot.start()
                seconds.append(bot.discord.gateway.sessions[0].ready_at - began)
                await bot.stop()
    return [
        Row(
            f"start with an unchanged bank of {QUESTIONS:,} questions, up to READY",
            measured=f"{median(large_s):.2f} s",
            reference=f"{median(empty_s):.2f} s, no bank",
            figure=median(large_s) / median(empty_s),
            bound=Bound.AT_MOST,
            target=1.2,
            note=f"{min(large_s):.2f} to {max(large_s):.2f} s, "
            f"without a bank {min(empty_s):.2f} to {max(empty_s):.2f} s",
        )
    ]


def _questions(bot: BotProcess) -> Path:
    folder = bot.folder / "banks"
    folder.mkdir()
    bot.environment["QUESTIONS_DIR"] = str(folder)
    return folder


def _bank() -> str:
    return "title: Large\nquestions:\n" + "".join(
        f"  - question: What is {n} and {n}?\n    correct: It is {2 * n}\n"
        f"    wrong: [It is {2 * n + 1}, It is {2 * n + 2}, It is {2 * n + 3}]\n"
        f"    explanation: Twice {n} is {2 * n}, as one can see by counting.\n"
        for n in range(1, QUESTIONS + 1)
    )
