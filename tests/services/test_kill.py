"""A process that plays a quiz is killed at every step of it, and another one takes over.

A step is each side of a call to Discord and each side of a commit. The players, like people, click on what
they see and click again when they got no reply.
"""

import asyncio
import json
import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.quiz import QuizRules
from bot.core.round import AlreadyAnsweredError, LateAnswerError
from bot.services.agenda import Agenda
from bot.services.house import House
from bot.services.live_quiz import LiveQuiz
from bot.services.requests import QuizStart
from bot.services.stage import FinalCard, QuestionCard, RevealCard
from bot.store import agenda as entries
from bot.store.agenda import Kind
from bot.store.database import Database
from bot.store.tables import answers, quizzes
from tests.services.recomputation import kept, recompute
from tests.services.world import CHANNEL, GUILD, HOST, add_bank, snowflake_at

PLAYERS = (1, 2, 3)
LENGTH = 2
UTC_ZONE = ZoneInfo("UTC")
T = TypeVar("T")


class Steps:
    """Counts the steps and dies at the chosen one, as `kill -9` does: nothing is cleaned up."""

    def __init__(self, kill_at: int | None) -> None:
        self.taken = 0
        self._kill_at = kill_at

    def step(self) -> None:
        if self.taken == self._kill_at:
            os.kill(os.getpid(), signal.SIGKILL)
        self.taken += 1


class SteppedDatabase(Database):
    def __init__(self, url: str, steps: Steps) -> None:
        super().__init__(url)
        self._steps = steps

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        async with super().write() as connection:
            yield connection
            self._steps.step()
        self._steps.step()

    async def write_in_one(self, work: Callable[[sa.Connection], T]) -> T:
        def stepped(connection: sa.Connection) -> T:
            result = work(connection)
            self._steps.step()
            return result

        result = await super().write_in_one(stepped)
        self._steps.step()
        return result


class Journal:
    """What Discord and the players have seen: a file that outlives the process, a line an event."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def add(self, event: str, **details: Any) -> None:
        with self._path.open("ab", buffering=0) as file:
            file.write(json.dumps({"event": event, **details}).encode() + b"\n")

    def of(self, event: str) -> list[dict[str, Any]]:
        lines = self._path.read_text().splitlines() if self._path.exists() else []
        return [entry for entry in map(json.loads, lines) if entry["event"] == event]


class JournalStage:
    def __init__(self, journal: Journal, steps: Steps, clock: Callable[[], int]) -> None:
        self._journal = journal
        self._steps = steps
        self._clock = clock

    def _tell(self, event: str, **details: Any) -> None:
        self._steps.step()
        self._journal.add(event, **details)
        self._steps.step()

    async def post_question(self, card: QuestionCard) -> int:
        message_id = snowflake_at(self._clock()) + card.round_id
        options = [[option.id, option.text] for option in card.options]
        self._tell("question", id=message_id, round=card.round_id, number=card.number, options=options)
        return message_id

    async def find_question(self, card: QuestionCard, _since_ms: int) -> int | None:
        found = [entry["id"] for entry in self._journal.of("question") if entry["round"] == card.round_id]
        return found[0] if found else None

    async def show_answered(self, card: QuestionCard, message_id: int) -> None:
        pass

    async def reveal(self, card: RevealCard) -> None:
        top = [[row.place, row.score.player_id, row.score.points] for row in card.top]
        self._tell("reveal", id=card.message_id, votes=dict(sorted(card.votes.items())), top=top)

    async def post_final(self, card: FinalCard) -> int:
        board = [[row.place, row.score.player_id, row.score.points] for row in card.standings]
        message_id = snowflake_at(self._clock()) + card.quiz_id
        self._tell("final", id=message_id, quiz=card.quiz_id, board=board, reason=card.reason.value)
        return message_id

    async def edit_final(self, card: FinalCard, message_id: int) -> None:
        raise NotImplementedError

    async def open_thread(self, card: RevealCard) -> None:
        raise NotImplementedError

    async def notify(self, guild_id: int, channel_id: int, text: str) -> None:
        raise NotImplementedError

    async def find_final(self, card: FinalCard, _since_ms: int) -> int | None:
        found = [entry["id"] for entry in self._journal.of("final") if entry["quiz"] == card.quiz_id]
        return found[0] if found else None


class Process:
    """One life of the bot, from its start to its end or its death."""

    def __init__(self, folder: Path, kill_at: int | None) -> None:
        self.journal = Journal(folder / "journal")
        self.steps = Steps(kill_at)
        self.database = SteppedDatabase(f"sqlite+aiosqlite:///{folder}/quizbot.db", self.steps)
        times = self.journal.of("time")
        self.now_ms: int = times[-1]["ms"] if times else 1_796_126_400_000
        house = House(self.database, self._now, Random(5), UTC_ZONE)
        self.agenda = Agenda(house)
        self.quiz = LiveQuiz(house, JournalStage(self.journal, self.steps, lambda: self.now_ms), self.agenda)

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self.now_ms / 1000, UTC)

    async def play(self) -> None:
        await self._start_if_nobody_has()
        while True:
            await self.agenda.run_due()
            await self._click()
            async with self.database.read() as connection:
                upcoming = await entries.upcoming(connection, list(Kind), None, 1)
            if not upcoming:
                break
            self.now_ms = max(self.now_ms + 1, upcoming[0].due_ms)
            self.journal.add("time", ms=self.now_ms)
        await self.database.close()

    async def _start_if_nobody_has(self) -> None:
        async with self.database.read() as connection:
            started = await connection.scalar(sa.select(sa.func.count()).select_from(quizzes))
        if not started:
            rules = QuizRules(questions=LENGTH, seconds=20)
            await self.quiz.start(QuizStart(GUILD, CHANNEL, HOST, 1, rules))

    async def _click(self) -> None:
        """Everyone who has not been told that his answer counts clicks on the question shown last."""
        shown = self.journal.of("question")
        if not shown or shown[-1]["id"] in [entry["id"] for entry in self.journal.of("reveal")]:
            return
        card = shown[-1]
        told = {entry["player"] for entry in self.journal.of("told") if entry["round"] == card["round"]}
        for player in set(PLAYERS) - told:
            self.now_ms += 100
            self.journal.add("time", ms=self.now_ms)
            option_id = card["options"][player][0]
            try:
                await self.quiz.answer(card["round"], option_id, player, self.now_ms)
            except AlreadyAnsweredError as error:
                option_id = error.option_id
            except LateAnswerError:
                continue
            self.steps.step()
            self.journal.add("told", player=player, round=card["round"], option=option_id)


# Forked from a process that has done nothing yet: what threads leave behind in the memory of this one, such
# as greenlets that wait to be cleared away, can keep a fork of it busy for ever.
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["__main__", __name__])


def in_a_process_of_its_own(work: Callable[..., None], *arguments: object) -> int | None:
    """Its exit code, or the signal that it died of as a negative number."""
    process = PROCESSES.Process(target=work, args=arguments)
    process.start()
    process.join()
    return process.exitcode


def _create(folder: Path) -> None:
    async def create() -> None:
        database = Database(f"sqlite+aiosqlite:///{folder}/quizbot.db")
        await database.upgrade()
        await add_bank(database, count=6)
        await database.close()

    asyncio.run(create())


def prepare(folder: Path) -> None:
    folder.mkdir()
    assert in_a_process_of_its_own(_create, folder) == 0


def _play(folder: Path, kill_at: int | None) -> None:
    asyncio.run(Process(folder, kill_at).play())


def live(folder: Path, kill_at: int | None) -> bool:
    """Whether the process lived to the end of the quiz; otherwise it died at the step chosen."""
    exit_code = in_a_process_of_its_own(_play, folder, kill_at)
    assert exit_code in (0, -signal.SIGKILL), f"the process failed by itself (exit code {exit_code})"
    return exit_code == 0


async def check(folder: Path) -> list[str]:
    """Everything that is not as it should be."""
    journal = Journal(folder / "journal")
    database = Database(f"sqlite+aiosqlite:///{folder}/quizbot.db")
    async with database.read() as connection:
        rows = await connection.execute(sa.select(answers))
        stored = {(row.round_id, row.player_id): row.option_id for row in rows}
        running = await connection.scalar(
            sa.select(sa.func.count()).select_from(quizzes).where(quizzes.c.state != "ended")
        )
    boards, expected = await kept(database), await recompute(database, UTC_ZONE)
    await database.close()
    faults = [
        f"acknowledged but not stored: {entry}"
        for entry in journal.of("told")
        if stored.get((entry["round"], entry["player"])) != entry["option"]
    ]
    numbers = Counter(entry["number"] for entry in journal.of("question"))
    if numbers != Counter(range(1, LENGTH + 1)):
        faults.append(f"questions posted: {numbers}")
    reveals: dict[int, set[str]] = {}
    for entry in journal.of("reveal"):
        reveals.setdefault(entry["id"], set()).add(json.dumps(entry))
    if sorted(reveals) != sorted(entry["id"] for entry in journal.of("question")):
        faults.append(f"revealed: {sorted(reveals)}")
    faults += [f"revealed in two versions: {versions}" for versions in reveals.values() if len(versions) > 1]
    if len(journal.of("final")) != 1:
        faults.append(f"final cards: {journal.of('final')}")
    if running:
        faults.append(f"{running} quizzes still run")
    if boards != expected or not boards:
        faults.append(f"totals {boards}, recomputed {expected}")
    return faults


def _count(folder: Path) -> None:
    async def count() -> None:
        process = Process(folder, None)
        await process.play()
        (folder / "steps").write_text(str(process.steps.taken))

    asyncio.run(count())


@pytest.fixture(scope="module")
def steps_of_a_quiz(tmp_path_factory: pytest.TempPathFactory) -> int:
    """How many there are: as many as a process can take before it reaches the end."""
    folder = tmp_path_factory.mktemp("undisturbed") / "life"
    prepare(folder)
    assert in_a_process_of_its_own(_count, folder) == 0
    assert asyncio.run(check(folder)) == []
    return int((folder / "steps").read_text())


def test_killed_at_any_step_nothing_is_lost_and_nothing_doubled(steps_of_a_quiz: int, tmp_path: Path) -> None:
    assert steps_of_a_quiz > 40
    faults: dict[int, list[str]] = {}
    for kill_at in range(steps_of_a_quiz):
        folder = tmp_path / str(kill_at)
        prepare(folder)
        assert not live(folder, kill_at)
        assert live(folder, None)
        if found := asyncio.run(check(folder)):
            faults[kill_at] = found
    assert faults == {}


def test_killed_again_and_again_the_quiz_still_comes_to_its_end(tmp_path: Path) -> None:
    folder = tmp_path / "life"
    prepare(folder)
    lives = 1
    while not live(folder, kill_at=2 + lives % 5):
        lives += 1
        assert lives < 200
    assert lives > 10
    assert asyncio.run(check(folder)) == []
