"""Clicks, commands, deadlines, failures and restarts in any order, and what has to hold after all of them."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from datetime import timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa

from bot.core.mode import Mode
from bot.core.round import AnswerRefusedError
from bot.errors import StageError, StageLost, StageUnavailable, UserError
from bot.services.house import House
from bot.services.stage import QuestionCard
from bot.store.database import Database
from bot.store.tables import agenda, answers, quizzes, rounds
from tests.services.recomputation import kept, recompute
from tests.services.world import HOST, ManualClock, RecordingStage, World, add_bank, world_on

ZONE = ZoneInfo("Europe/Berlin")
CHANNELS = range(6)
PLAYERS = range(1, 13)
STEPS = 120


class Crowd:
    """People who do what they like in several channels, while Discord fails now and then."""

    def __init__(self, world: World, rng: Random) -> None:
        self.world = world
        self.told: dict[tuple[int, int], str] = {}
        self._rng = rng

    async def act(self) -> None:
        """Some of everything, begun at once."""
        self.world.clock.advance(self._rng.choice([0, 0.2, 0.5, 1, 2]))
        acts: list[Coroutine[Any, Any, None]] = [self.world.agenda.run_due()]
        for card in list(self.world.stage.questions.values())[-8:]:
            acts += [self._click(card) for _ in range(self._rng.randint(0, 4))]
        acts += [self._command(channel) for channel in CHANNELS if self._rng.random() < 0.12]
        self._rng.shuffle(acts)
        await asyncio.gather(*acts)
        if self._rng.random() < 0.03:
            self.world = self.world.restart()

    async def _click(self, card: QuestionCard) -> None:
        player, option = self._rng.choice(PLAYERS), self._rng.choice(card.options)
        clicked_ms = self.world.clock.ms - self._rng.randint(0, 300)
        try:
            await self.world.quiz.answer(card.round_id, option.id, player, clicked_ms)
        except (AnswerRefusedError, UserError):
            return
        self.told[card.round_id, player] = option.id

    async def _command(self, channel: int) -> None:
        quiz = self.world.quiz
        rules: dict[str, Any] = {
            "questions": self._rng.randint(1, 4),
            "seconds": self._rng.choice([5, 10]),
            "pause_ms": self._rng.choice([0, 1_000, 5_000]),
            "ranked_from": self._rng.choice([1, 2, 5]),
            "mode": self._rng.choice(list(Mode)),
        }
        commands: list[tuple[int, Callable[[], Coroutine[Any, Any, Any]]]] = [
            (50, lambda: self.world.start(channel_id=channel, **rules)),
            (20, lambda: quiz.skip(channel, HOST, quizmaster=True)),
            (10, lambda: quiz.stop(channel, HOST, quizmaster=True)),
            (17, lambda: quiz.status(channel)),
            (3, lambda: quiz.channel_lost(channel)),
        ]
        [(_, command)] = self._rng.choices(commands, [weight for weight, _ in commands])
        with suppress(UserError):
            await command()


@pytest.mark.parametrize("seed", range(2))
async def test_whatever_happens_in_whatever_order(
    database: Database, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    rng = Random(seed)
    clock = ManualClock()
    clock.now += timedelta(hours=10, minutes=58)  # midnight comes in the middle
    stage = RecordingStage(clock)
    stage.fails = lambda _call: failure(rng)
    stage.loses_reply = lambda _call: failure(rng, lost=0)
    world = world_on(House(database, clock, rng, ZONE), clock, stage, await add_bank(database, count=40))
    crowd = Crowd(world, rng)
    for _ in range(STEPS):
        await crowd.act()
    stage.fails = stage.loses_reply = lambda _call: None
    for _ in range(300):
        clock.advance(1)
        await crowd.world.agenda.run_due()
    assert await left_undone(database) == 0
    assert crowd.told.items() <= (await stored(database)).items()
    assert set(Counter(card.round_id for card in stage.questions.values()).values()) == {1}
    assert set(Counter(card.quiz_id for card in stage.finals.values()).values()) == {1}
    boards = await kept(database)
    assert boards
    assert boards == await recompute(database, ZONE)
    assert not [record for record in caplog.records if record.exc_info]


def failure(rng: Random, *, lost: float = 0.004) -> StageError | None:
    chance = rng.random()
    if chance < lost:
        return StageLost("the channel is gone")
    return StageUnavailable("503") if chance < 0.08 else None


async def left_undone(database: Database) -> int:
    counts = [
        sa.select(sa.func.count()).select_from(agenda),
        sa.select(sa.func.count()).select_from(quizzes).where(quizzes.c.state == "running"),
        sa.select(sa.func.count()).select_from(rounds).where(rounds.c.state != "revealed"),
    ]
    async with database.read() as connection:
        return sum([await connection.scalar(count) or 0 for count in counts])


async def stored(database: Database) -> dict[tuple[int, int], str]:
    async with database.read() as connection:
        rows = await connection.execute(sa.select(answers))
        return {(row.round_id, row.player_id): row.option_id for row in rows}
