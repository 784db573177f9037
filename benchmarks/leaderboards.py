"""A leaderboard's page and one's own place, with 1,000 and with 1,000,000 answers in the database."""

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from zoneinfo import ZoneInfo

import sqlalchemy as sa

from benchmarks.rows import Bound, Row
from bot.core.board import BoardChoice, Ranking, Who
from bot.services.house import House
from bot.services.standings import Standings
from bot.services.team_requests import Person
from bot.store import ledger
from bot.store.database import Database
from bot.store.tables import quizzes, rounds, teams

GUILD, TEAMS, ROUNDS = 1, 25, 20
REPEATS = 15
TODAY = datetime(2026, 12, 2, 12, tzinfo=UTC)
SMALL, LARGE = 112, 100_000

Case = tuple[str, BoardChoice, float]
BY_ACCURACY = BoardChoice(by=Ranking.ACCURACY)
PAGES = [("first page", 0.0), ("middle page", 0.5), ("last page", 1.0)]
CASES: list[Case] = [
    *((f"players, {page}", BoardChoice(), part) for page, part in PAGES),
    *((f"players by accuracy, {page}", BY_ACCURACY, part) for page, part in PAGES),
    ("teams, first page", BoardChoice(Who.TEAMS), 0.0),
    ("teams, last page", BoardChoice(Who.TEAMS), 1.0),
]
ALIKE_CASES: list[Case] = [
    ("players of the same ten questions, middle page", BoardChoice(), 0.5),
    ("players of the same ten questions by accuracy, middle page", BY_ACCURACY, 0.5),
]

# Some play often and some seldom, ten of the twenty rounds on an average, and some know more than others;
# or all play the same ten, for 1,000 points each, as in daily questions: thousands differ in time alone.
ANSWERS = """
WITH RECURSIVE
players(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM players WHERE id < :players),
clicks AS (
    SELECT rounds.id AS round_id, players.id AS player_id, rounds.guild_id,
           (players.id * 7919 + rounds.id * 104729) % 20011 AS elapsed_ms,
           (players.id * 31 + rounds.id * 1009) % 97 < 20 + players.id % 78 AS is_right
    FROM players CROSS JOIN rounds
    WHERE CASE WHEN :alike THEN rounds.id <= 10
               ELSE (players.id * 613 + rounds.id * 4111) % 1009 < players.id * 17 % 1009 END
)
INSERT INTO answers (round_id, player_id, guild_id, option_id, elapsed_ms, is_right, points, team_id)
SELECT round_id, player_id, guild_id, 'a', elapsed_ms, is_right,
       is_right * CASE WHEN :alike THEN 1000 ELSE 1000 - elapsed_ms / 40 END, 1 + player_id % :teams
FROM clicks
"""


async def measure() -> Sequence[Row]:
    return [*await _measured(CASES), *await _measured(ALIKE_CASES, alike=True)]


async def _measured(cases: Sequence[Case], *, alike: bool = False) -> list[Row]:
    with TemporaryDirectory() as folder:
        async with _served(Path(folder), SMALL, alike) as small, _served(Path(folder), LARGE, alike) as large:
            return [await _compared(*case, small, large) for case in cases]


@dataclass(frozen=True, slots=True)
class Server:
    standings: Standings
    players: int

    async def seconds(self, choice: BoardChoice, part: float) -> float:
        """For a page so far down the board, with the place of a reader in the middle."""
        of_players = replace(choice, who=Who.PLAYERS)
        pages = (await self.standings.board(GUILD, of_players, 0, Person(0))).pages
        middle = await self.standings.board(GUILD, of_players, pages // 2, Person(0))
        reader = Person(middle.rows[0].score.player_id)
        pages = (await self.standings.board(GUILD, choice, 0, reader)).pages
        began = time.perf_counter()
        await self.standings.board(GUILD, choice, round(part * (pages - 1)), reader)
        return time.perf_counter() - began


async def _compared(what: str, choice: BoardChoice, part: float, small: Server, large: Server) -> Row:
    took: dict[Server, list[float]] = {small: [], large: []}
    for _ in range(REPEATS):
        for server, seconds in took.items():
            seconds.append(await server.seconds(choice, part))
    few, many = median(took[small]), median(took[large])
    return Row(
        f"leaderboard, {what} and one's own place: 1,000,000 answers against 1,000",
        measured=f"{many * 1e3:.1f} ms",
        reference=f"{few * 1e3:.1f} ms",
        figure=many / few,
        bound=Bound.AT_MOST,
        target=3,
        note=f"{LARGE:,} players, {min(took[large]) * 1e3:.1f} to {max(took[large]) * 1e3:.1f} ms; "
        f"{SMALL} players, {min(took[small]) * 1e3:.1f} to {max(took[small]) * 1e3:.1f} ms",
    )


@asynccontextmanager
async def _served(folder: Path, players: int, alike: bool) -> AsyncIterator[Server]:
    database = Database(f"sqlite+aiosqlite:///{folder}/{players}.db")
    await database.upgrade()
    await _fill(database, players, alike)
    house = House(database, lambda: TODAY, Random(1), ZoneInfo("UTC"))
    yield Server(Standings(house), players)
    await database.close()


async def _fill(database: Database, players: int, alike: bool) -> None:
    async with database.write() as connection:
        names = [{"id": id_, "guild_id": GUILD, "name": f"Team {id_}"} for id_ in range(1, TEAMS + 1)]
        looks = {"colour": 0, "locked": False}
        await connection.execute(teams.insert(), [n | looks | {"name_key": n["name"]} for n in names])
        await connection.execute(quizzes.insert().values(_quiz()))
        await connection.execute(rounds.insert(), [_round(id_) for id_ in range(1, ROUNDS + 1)])
        chosen = {"players": players, "teams": TEAMS, "alike": alike}
        await connection.execute(sa.text(ANSWERS), chosen)
        await ledger.credit(connection, GUILD, range(1, ROUNDS + 1))


def _quiz() -> dict[str, object]:
    quiz = {"id": 1, "guild_id": GUILD, "channel_id": 1, "host_id": 1, "bank_title": "Sums", "rules": {}}
    return quiz | {"length": ROUNDS, "ranked": True, "state": "ended", "started_ms": 0}


def _round(id_: int) -> dict[str, object]:
    place = {"id": id_, "quiz_id": 1, "guild_id": GUILD, "channel_id": 1, "position": id_}
    asked = {"question_key": "q", "snapshot": {}, "option_order": [], "limit_ms": 20_000, "asked_ms": 0}
    return place | asked | {"state": "revealed", "local_date": TODAY.date().isoformat()}
