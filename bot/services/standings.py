"""A server's leaderboard, page by page."""

from bot.core.board import Ranking
from bot.core.period import Period, resets_at
from bot.core.streak import streak
from bot.services.daily_requests import DailyLine
from bot.services.house import House
from bot.services.requests import Board
from bot.store import daily_runs, schedules
from bot.store.board_keys import BoardKey
from bot.store.boards import PlayerBoard
from bot.store.database import Transaction

PAGE_SIZE = 10


class Standings:
    def __init__(self, house: House) -> None:
        self._house = house

    async def board(self, guild_id: int, period: Period, page: int, reader_id: int) -> Board:
        """The page asked for, or the last one where the board has become shorter."""
        now = self._house.clock()
        zone = await self._house.rules.zone(guild_id)
        key = BoardKey.on(guild_id, period, now.astimezone(zone).date())
        async with self._house.database.read() as connection:
            ranked = PlayerBoard(connection, key, Ranking.POINTS)
            players = await ranked.count()
            pages = max(-(-players // PAGE_SIZE), 1)
            page = min(max(page, 0), pages - 1)
            rows = await ranked.page(offset=page * PAGE_SIZE, limit=PAGE_SIZE)
            own = await ranked.own(reader_id)
            daily = await _daily_lines(connection, key, reader_id)
        resets = resets_at(period, now, zone)
        return Board(period, page, pages, players, rows, own, resets, daily)


async def _daily_lines(connection: Transaction, board: BoardKey, reader_id: int) -> list[DailyLine]:
    found = {row.id: row for row in await schedules.of_guild(connection, board.guild_id)}
    lines = []
    for schedule_id, posts in (await daily_runs.answered(connection, found.keys(), reader_id)).items():
        within = [post.answered for post in posts if post.day.isoformat() >= board.starts]
        if within:
            whole = streak([post.answered for post in posts if post.answered or not post.is_open])
            lines.append(DailyLine(found[schedule_id].channel_id, whole, sum(within), len(within)))
    return lines
