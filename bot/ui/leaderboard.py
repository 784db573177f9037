"""A server's leaderboard: its card, and the buttons that open it and turn its pages."""

from typing import Self

import discord

from bot.core.period import Period
from bot.services.daily_requests import DailyLine
from bot.services.requests import Board
from bot.ui.buttons import GuardedButton, services_of
from bot.ui.cards.layout import Part, card, rule
from bot.ui.cards.wording import counted, place_in_words, place_lines, relative
from bot.ui.paging import ButtonTo, turn, turning
from bot.ui.replies import AnyInteraction, reply

PERIOD_NAMES = {
    Period.DAY: "today",
    Period.WEEK: "this week",
    Period.MONTH: "this month",
    Period.ALL: "all time",
}

MAX_DAILY_LINES = 3

ONLY_IN_SERVERS = "Leaderboards belong to servers: please ask for one there."


class LeaderboardButton(GuardedButton, template=r"lb:(day|week|month|all):(\d{1,9}):(\d{1,20})"):
    """Turns to a page: on the public card for the person who asked for it, in private for others."""

    @classmethod
    def of(cls, period: Period, page: int, reader_id: int, label: str, *, enabled: bool) -> Self:
        custom_id = f"lb:{period}:{page}:{reader_id}"
        return cls(label=label, custom_id=custom_id, disabled=not enabled)

    async def press(self, interaction: AnyInteraction) -> None:
        period, page, reader_id = self.state()
        view = await leaderboard_for(interaction, Period(period), int(page))
        if interaction.user.id != int(reader_id):
            await reply(interaction, view)
            return
        await turn(interaction, view)


class QuizBoardButton(GuardedButton, template=r"f:(\d{1,19})"):
    """Opens the leaderboard from a final card, which its `custom_id` identifies."""

    @classmethod
    def of(cls, quiz_id: int) -> Self:
        return cls(label="Leaderboard", emoji="🏆", custom_id=f"f:{quiz_id}")

    async def press(self, interaction: AnyInteraction) -> None:
        await reply(interaction, await leaderboard_for(interaction, Period.ALL, 0))


async def leaderboard_for(interaction: AnyInteraction, period: Period, page: int) -> discord.ui.LayoutView:
    guild_id, reader_id = interaction.guild_id, interaction.user.id
    if guild_id is None:
        return card(discord.Colour.greyple(), [ONLY_IN_SERVERS])
    board = await services_of(interaction).standings.board(guild_id, period, page, reader_id)
    return leaderboard_card(board, reader_id)


def leaderboard_card(board: Board, reader_id: int) -> discord.ui.LayoutView:
    rows = place_lines(board.rows)
    parts: list[Part | str] = [
        f"### 🏆 Leaderboard · {PERIOD_NAMES[board.period]}",
        "\n".join(rows or ["Nobody stands here yet: play a quiz with `/quiz start`."]),
        rule(),
        "\n".join([_own_place(board, reader_id), *_daily_lines(board), *_footer(board)]),
    ]
    if board.pages > 1:
        parts.append(turning(board.page, board.pages, _buttons_to(board.period, reader_id)))
    return card(discord.Colour.gold(), parts)


def _own_place(board: Board, reader_id: int) -> str:
    if board.own is None:
        return f"<@{reader_id}> has no place here yet."
    points = counted(board.own.score.points, "point")
    return f"<@{reader_id}>: {place_in_words(board.own)} of {board.players:,} with {points}"


def _daily_lines(board: Board) -> list[str]:
    """How the reader does in the daily questions, the longest streaks first."""
    longest = sorted(board.daily, key=lambda line: (-line.streak.current, -line.answered))
    return [_daily_line(line) for line in longest[:MAX_DAILY_LINES]]


def _daily_line(line: DailyLine) -> str:
    current, best = line.streak.current, line.streak.best
    flame = f"🔥 <#{line.channel_id}>: {current:,} in a row (best {best:,})"
    streak = flame if current else f"<#{line.channel_id}>: no streak just now (best {best:,})"
    return f"{streak} · answered {line.answered:,} of {line.posted:,}"


def _footer(board: Board) -> list[str]:
    facts = [counted(board.players, "player")]
    if board.pages > 1:
        facts.append(f"page {board.page + 1} of {board.pages}")
    if board.resets_at:
        facts.append(f"next reset {relative(board.resets_at)}")
    return [f"-# {' · '.join(facts)}"]


def _buttons_to(period: Period, reader_id: int) -> ButtonTo:
    return lambda page, label, enabled: LeaderboardButton.of(period, page, reader_id, label, enabled=enabled)
