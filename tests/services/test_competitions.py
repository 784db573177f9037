"""Random competitions: whatever happens, every board is what the answers alone come to."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest

from bot.core.mode import Mode
from bot.core.round import AnswerRefusedError
from bot.core.scoring import Scoring
from bot.errors import UserError
from bot.services.team_requests import By, NewTeam, Person
from tests.services.recomputation import kept, recompute
from tests.services.world import GUILD, HOST, World, add_bank

ZONE = ZoneInfo("Pacific/Auckland")
PLAYERS = range(1, 7)
CHANNELS = range(500, 503)
ROLE = 77
MASTER = By(HOST, quizmaster=True)


class Competition:
    """One step after the other, each drawn by chance; what the rules forbid is refused and passed over."""

    def __init__(self, world: World, rng: Random, banks: list[int]) -> None:
        self.world, self.rng, self.banks = world, rng, banks
        self.with_role: set[int] = set()
        self.done: set[str] = set()

    def steps(self) -> dict[Callable[[], Awaitable[object]], int]:
        return {
            self.answer_all: 12,
            self.start_quiz: 5,
            self.wait: 8,
            self.join: 4,
            self.leave: 2,
            self.create_team: 1,
            self.remove_team: 1,
            self.rename_team: 1,
            self.rename_role: 1,
            self.rescore: 4,
            self.start_season: 2,
            self.end_season: 1,
            self.skip: 1,
            self.restart: 2,
        }

    async def step(self) -> None:
        steps = self.steps()
        [chosen] = self.rng.choices(list(steps), list(steps.values()))
        try:
            await chosen()
        except UserError:
            return
        self.done.add(chosen.__name__)

    def role_ids(self, player: int) -> tuple[int, ...]:
        return (ROLE,) if player in self.with_role else ()

    async def team_id(self) -> int:
        lines = await self.world.teams.list(GUILD)
        return self.rng.choice(lines).team.id if lines else 0

    async def start_quiz(self) -> None:
        bank_id = self.rng.choice(self.banks)
        await replace(self.world, bank_id=bank_id).start(
            self.rng.choice(CHANNELS),
            questions=self.rng.choice([2, 6]),
            seconds=5,
            scoring=self.rng.choice(list(Scoring)),
            mode=self.rng.choice([Mode.CLASSIC, Mode.CLASSIC, Mode.RACE, Mode.SURVIVAL]),
            ranked_from=self.rng.choice([1, 2, 3, 5]),
        )

    async def answer_all(self) -> None:
        """By some of the players, to the questions posted last."""
        for card in list(self.world.stage.questions.values())[-2:]:
            for player in PLAYERS:
                if self.rng.random() < 0.6:
                    self.world.clock.advance(self.rng.random() / 2)
                    right = self.rng.random() < 0.6
                    try:
                        await self.world.answer(player, *self.role_ids(player), right=right, card=card)
                    except (AnswerRefusedError, UserError):
                        continue

    async def wait(self) -> None:
        await self.world.pass_time(self.rng.choice([2, 6, 10]))
        if self.rng.random() < 0.1:
            await self.world.come_to(self.world.clock.now + timedelta(hours=self.rng.choice([7, 30, 800])))

    async def join(self) -> None:
        await self.world.teams.join(GUILD, Person(self.rng.choice(PLAYERS)), await self.team_id(), MASTER)

    async def leave(self) -> None:
        await self.world.teams.leave(GUILD, Person(self.rng.choice(PLAYERS)), MASTER)

    async def create_team(self) -> None:
        role_id = ROLE if self.rng.random() < 0.3 else None
        await self.world.teams.create(GUILD, NewTeam(f"Team {self.rng.randint(0, 9)}", role_id=role_id))

    async def remove_team(self) -> None:
        await self.world.teams.remove(GUILD, await self.team_id())

    async def rename_team(self) -> None:
        await self.world.teams.rename(GUILD, await self.team_id(), f"New {self.rng.randint(0, 99)}")

    async def rename_role(self) -> None:
        """Whoever gets or loses a role changes sides; the name of it is nowhere kept."""
        self.with_role ^= {self.rng.choice(PLAYERS)}

    async def rescore(self) -> None:
        message_id = self.rng.choice(list(self.world.stage.questions) or [0])
        letters = self.rng.sample("ABCD", self.rng.choice([1, 1, 2]))
        await self.world.rescoring.correct(GUILD, message_id, letters)

    async def start_season(self) -> None:
        self.world.clock.advance(0.001)
        ends_ms = self.world.clock.ms + self.rng.choice([20_000, 10_000_000])
        await self.world.seasons.start(GUILD, "Season", self.rng.choice([None, ends_ms]))

    async def end_season(self) -> None:
        self.world.clock.advance(0.001)
        await self.world.seasons.end(GUILD)

    async def skip(self) -> None:
        await self.world.quiz.skip(self.rng.choice(CHANNELS), HOST, quizmaster=True)

    async def restart(self) -> None:
        self.world = self.world.restart()


@pytest.mark.parametrize("seed", range(4))
async def test_every_board_is_what_the_answers_alone_come_to(world: World, seed: int) -> None:
    database = world.house.database
    await world.house.rules.change(GUILD, zone=ZONE.key)
    competition = Competition(world, Random(seed), [world.bank_id, await add_bank(database, slug="other")])
    for name, player in (("Foxes", 1), ("Owls", 2)):
        team = await world.teams.create(GUILD, NewTeam(name))
        await world.teams.join(GUILD, Person(player), team.id, MASTER)
    await competition.start_season()
    for number in range(300):
        await competition.step()
        if number % 15 == 0:
            assert await kept(database) == await recompute(database, ZONE)
    boards = await kept(database)
    assert boards == await recompute(database, ZONE)
    assert {"rescore", "answer_all", "join", "restart"} <= competition.done
    assert {period for (_, _, period, _), _ in boards.teams} >= {"season", "all", "week"}
    assert {bank_id for (_, bank_id, _, _), _ in boards.teams} == {0, *competition.banks}
