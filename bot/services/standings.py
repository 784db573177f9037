"""A server's leaderboard, of players or of teams, page by page."""

from dataclasses import replace
from datetime import date, datetime

from bot.core.board import BoardChoice, Ranking, Who
from bot.core.instant import instant_of
from bot.core.period import Period, resets_at
from bot.core.team import Team
from bot.core.team_score import TeamRule, by_team_accuracy, by_team_score, team_standings
from bot.services.house import House
from bot.services.requests import Board, RankedTeam
from bot.services.seasons import season_line
from bot.services.streaks import daily_lines
from bot.services.team_requests import Person, SeasonLine
from bot.store import banks, seasons, team_boards, teams
from bot.store.board_keys import BoardKey
from bot.store.boards import PlayerBoard
from bot.store.database import Transaction

PAGE_SIZE = 10
NO_SEASON = 0
"""The id of none: its board is empty."""


class Standings:
    def __init__(self, house: House) -> None:
        self._house = house

    async def board(self, guild_id: int, choice: BoardChoice, page: int, reader: Person) -> Board:
        """The page asked for, or the last one where the board has become shorter."""
        rule = (await self._house.rules.of(guild_id)).team_rule
        now, zone = self._house.clock(), await self._house.rules.zone(guild_id)
        roster = await self._house.rosters.of(guild_id)
        async with self._house.database.read() as connection:
            season = await _season(connection, guild_id, choice)
            empty = Board(
                choice,
                page=max(page, 0),
                pages=1,
                entries=0,
                resets_at=_ends_at(season) if season else resets_at(choice.period, now, zone),
                bank_title=await banks.title(connection, choice.bank_id) if choice.bank_id else "",
                season=season,
                rule=rule,
            )
            key = _key(guild_id, choice, now.astimezone(zone).date(), season)
            if choice.who is Who.PLAYERS:
                return await _of_players(connection, key, empty, reader.id)
            own_team = roster.team_of(reader.id, reader.role_ids)
            return await _of_teams(connection, key, empty, own_team)


async def _season(connection: Transaction, guild_id: int, choice: BoardChoice) -> SeasonLine | None:
    if choice.period is not Period.SEASON:
        return None
    of_guild = await seasons.of_guild(connection, guild_id)
    found = next((row for row in of_guild if choice.season_id in (None, row.id)), None)
    return season_line(found) if found else None


def _ends_at(season: SeasonLine) -> datetime | None:
    return instant_of(season.ends_ms) if season.running and season.ends_ms is not None else None


def _key(guild_id: int, choice: BoardChoice, today: date, season: SeasonLine | None) -> BoardKey:
    if choice.period is Period.SEASON:
        return BoardKey.of_season(guild_id, season.id if season else NO_SEASON, choice.bank_id)
    return BoardKey.on(guild_id, choice.period, today, choice.bank_id)


def _paged(board: Board, entries: int) -> Board:
    pages = max(-(-entries // PAGE_SIZE), 1)
    return replace(board, page=min(board.page, pages - 1), pages=pages, entries=entries)


async def _of_players(connection: Transaction, key: BoardKey, empty: Board, reader_id: int) -> Board:
    ranked = PlayerBoard(connection, key, empty.choice.by)
    board = _paged(empty, await ranked.count())
    return replace(
        board,
        rows=await ranked.page(offset=board.page * PAGE_SIZE, limit=PAGE_SIZE),
        own=await ranked.own(reader_id),
        daily=[]
        if key.period is Period.SEASON
        else await daily_lines(connection, key.guild_id, reader_id, key.starts),
    )


async def _of_teams(connection: Transaction, key: BoardKey, empty: Board, own_team: Team | None) -> Board:
    # By accuracy those count who count for a mean, whatever makes the points.
    by_points = empty.choice.by is Ranking.POINTS
    scores = await team_boards.scores(connection, key, empty.rule if by_points else TeamRule())
    order = by_team_score if by_points else by_team_accuracy
    named = await teams.by_ids(connection, [score.team_id for score in scores])
    placed = {standing.score.team_id: standing for standing in team_standings(scores, order)}
    # Those that have no place yet stand below, the oldest first.
    in_order = [*placed, *sorted(named.keys() - placed.keys())]
    places = [RankedTeam(named[team_id], placed.get(team_id)) for team_id in in_order]
    board = _paged(empty, len(places))
    shown = places[board.page * PAGE_SIZE :][:PAGE_SIZE]
    own = RankedTeam(own_team, placed.get(own_team.id)) if own_team else None
    return replace(board, teams=shown, own_team=own)
