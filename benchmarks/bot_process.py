"""The bot as its users run it: `quizbot run` in a process of its own."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.records import Records
from benchmarks.standin import StandIn

ROOT = Path(__file__).parents[1]

BANK = """\
title: Sums
questions:
""" + "".join(
    f"""\
  - id: sum-{n}
    question: What is {n} and {n}?
    correct: It is {2 * n}
    wrong: [It is {2 * n + 1}, It is {2 * n + 2}, It is {2 * n + 3}]
    explanation: Twice {n} is {2 * n}.
"""
    for n in range(1, 31)
)


@dataclass
class BotProcess:
    """`folder` keeps its database, banks and log from one life to the next."""

    discord: StandIn
    folder: Path
    program: Sequence[str] = ("-m", "bot", "run")
    process: Process | None = None
    environment: dict[str, str] = field(default_factory=dict)
    log_name: str = "log"

    @property
    def database_file(self) -> Path:
        return self.folder / "quizbot.db"

    @property
    def database_url(self) -> str:
        return f"sqlite+aiosqlite:///{self.database_file}"

    @property
    def log(self) -> str:
        path = self.folder / self.log_name
        return path.read_text(encoding="utf-8") if path.exists() else ""

    @property
    def records(self) -> Records:
        return Records(self.database_file)

    @property
    def questions(self) -> Path:
        return self.folder / "questions"

    def write_bank(self) -> None:
        self.questions.mkdir(parents=True, exist_ok=True)
        (self.questions / "sums.yaml").write_text(BANK, encoding="utf-8")

    async def spawn(self) -> Process:
        self.write_bank()
        with (self.folder / self.log_name).open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, *self.program),
                cwd=self.folder,
                env=self._environment(),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        return self.process

    def _environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
        return (
            kept
            | self.discord.environment()
            | {
                "PYTHONPATH": str(ROOT),
                "DATABASE_URL": self.database_url,
                "QUESTIONS_DIR": str(self.questions),
            }
            | self.environment
        )

    async def start(self) -> None:
        """Returns when the bot is connected and takes clicks."""
        known = len(self.discord.journal.gateway)
        process = await self.spawn()
        gone = asyncio.create_task(process.wait())
        met = asyncio.create_task(
            self.discord.until(lambda: ("IDENTIFY", 0) in self.discord.journal.gateway[known:], 30)
        )
        await asyncio.wait([gone, met], return_when=asyncio.FIRST_COMPLETED)
        gone.cancel()
        if not met.done():
            met.cancel()
            raise AssertionError(f"the bot ended by itself:\n{self.log}")
        await met

    async def refusal(self, seconds: float = 30.0) -> tuple[int, str]:
        """The exit status and last line of a process that should not start."""
        process = await self.spawn()
        status = await asyncio.wait_for(process.wait(), seconds)
        return status, self.log.splitlines()[-1]

    async def stop(self, seconds: float = 10.0) -> int:
        """By SIGTERM; the exit status. Raises TimeoutError when it takes longer."""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
        return await asyncio.wait_for(self.process.wait(), seconds)

    async def kill(self) -> None:
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
            await self.process.wait()
