"""Seasons: started and ended by quizmasters, or ended by themselves at a time set before."""

from collections.abc import Sequence
from dataclasses import replace

from bot.core.team_score import TeamRule, team_standings
from bot.errors import UserError
from bot.services.agenda import Agenda
from bot.services.house import House
from bot.services.team_requests import NoSeasonError, SeasonLine, fit_name
from bot.store import agenda as entries
from bot.store import seasons, team_boards, teams
from bot.store.agenda import Kind
from bot.store.board_keys import BoardKey
from bot.store.database import Transaction
from bot.store.seasons import SeasonRow

LOOK_AGAIN_MS = 1_000


class Seasons:
    def __init__(self, house: House, agenda: Agenda) -> None:
        self._house = house
        self._agenda = agenda
        agenda.on(Kind.END_SEASON, self.end_due)

    async def start(self, guild_id: int, name: str, ends_ms: int | None) -> SeasonLine:
        """Raises UserError when one runs, or for an end that is over."""
        name = fit_name(name, "season")
        now_ms = self._house.now_ms()
        if ends_ms is not None and ends_ms <= now_ms:
            raise UserError("That end is in the past: give a later day, or leave it out.")
        async with self._house.database.write() as connection:
            season = await seasons.add(
                connection, guild_id=guild_id, name=name, starts_ms=now_ms, ends_ms=ends_ms
            )
            if season is None:
                raise UserError("A season is running here already: end it with /season end.")
            if ends_ms is not None:
                await entries.put(connection, Kind.END_SEASON, season.id, guild_id, ends_ms)
        self._agenda.wake(ends_ms or 0)
        return await self._line(season)

    async def end(self, guild_id: int) -> SeasonLine:
        """Raises NoSeasonError."""
        async with self._house.database.write() as connection:
            season = await seasons.running(connection, guild_id)
            if season is None or not await seasons.end(connection, season.id, self._house.now_ms()):
                raise NoSeasonError
            await entries.drop(connection, Kind.END_SEASON, season.id)
        return await self._line(season)

    async def list(self, guild_id: int) -> list[SeasonLine]:
        """The newest first."""
        rule = (await self._house.rules.of(guild_id)).team_rule
        async with self._house.database.read() as connection:
            found = await seasons.of_guild(connection, guild_id)
            return [await _with_winners(connection, row, rule) for row in found]

    async def named(self, guild_id: int) -> Sequence[SeasonLine]:
        """The newest first, without who won them."""
        async with self._house.database.read() as connection:
            return [season_line(row) for row in await seasons.of_guild(connection, guild_id)]

    async def end_due(self, season_id: int) -> None:
        """Not before the rounds are counted that were over in time: the bot may have been down."""
        async with self._house.database.write() as connection:
            season = await seasons.get(connection, season_id)
            if season is None or season.ends_ms is None or season.ended_ms is not None:
                await entries.drop(connection, Kind.END_SEASON, season_id)
                return
            now_ms = self._house.now_ms()
            due_ms = season.ends_ms
            if now_ms >= season.ends_ms and await seasons.has_rounds_to_close(connection, season):
                due_ms = now_ms + LOOK_AGAIN_MS
            if due_ms > now_ms:
                await entries.put(connection, Kind.END_SEASON, season_id, season.guild_id, due_ms)
            else:
                await seasons.end(connection, season_id, season.ends_ms)
                await entries.drop(connection, Kind.END_SEASON, season_id)
        self._agenda.wake(due_ms)

    async def _line(self, season: SeasonRow) -> SeasonLine:
        rule = (await self._house.rules.of(season.guild_id)).team_rule
        async with self._house.database.read() as connection:
            now_so = await seasons.get(connection, season.id)
            return await _with_winners(connection, now_so or season, rule)


def season_line(season: SeasonRow) -> SeasonLine:
    """Without who won it."""
    return SeasonLine(
        id=season.id,
        name=season.name,
        starts_ms=season.starts_ms,
        ends_ms=season.ended_ms if season.ended_ms is not None else season.ends_ms,
        running=season.ended_ms is None,
    )


async def _with_winners(connection: Transaction, season: SeasonRow, rule: TeamRule) -> SeasonLine:
    scores = await team_boards.scores(connection, BoardKey.of_season(season.guild_id, season.id), rule)
    first = [standing.score.team_id for standing in team_standings(scores) if standing.place == 1]
    known = await teams.by_ids(connection, first) if first else {}
    return replace(
        season_line(season),
        winners=await seasons.winners(connection, season),
        winning_teams=[known[team_id] for team_id in first],
    )
