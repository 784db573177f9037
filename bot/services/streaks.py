"""How a player does in a server's daily questions."""

from bot.core.streak import streak
from bot.services.daily_requests import DailyLine
from bot.store import daily_runs, schedules
from bot.store.database import Transaction


async def daily_lines(
    connection: Transaction, guild_id: int, player_id: int, since: str = ""
) -> list[DailyLine]:
    """One for each schedule that has posted, on an ISO date not before `since` if that is given."""
    found = {row.id: row for row in await schedules.of_guild(connection, guild_id)}
    lines = []
    for schedule_id, posts in (await daily_runs.answered(connection, found.keys(), player_id)).items():
        within = [post.answered for post in posts if post.day.isoformat() >= since]
        if within:
            whole = streak([post.answered for post in posts if post.answered or not post.is_open])
            lines.append(DailyLine(found[schedule_id].channel_id, whole, sum(within), len(within)))
    return lines
