"""Lines on how somebody does in the daily questions."""

from collections.abc import Sequence

from bot.services.daily_requests import DailyLine

MAX_LINES = 3


def daily_lines(lines: Sequence[DailyLine]) -> list[str]:
    """The longest streaks first."""
    longest = sorted(lines, key=lambda line: (-line.streak.current, -line.answered))
    return [_daily_line(line) for line in longest[:MAX_LINES]]


def _daily_line(line: DailyLine) -> str:
    current, best = line.streak.current, line.streak.best
    flame = f"🔥 <#{line.channel_id}>: {current:,} in a row (best {best:,})"
    streak = flame if current else f"<#{line.channel_id}>: no streak just now (best {best:,})"
    return f"{streak} · answered {line.answered:,} of {line.posted:,}"
