"""A server's leaderboard: its card, and the buttons that open it and turn its pages."""

from dataclasses import replace
from typing import Self

import discord

from bot.core.board import ALL_BANKS, BoardChoice, Ranking, Who
from bot.core.period import Period
from bot.errors import UserError
from bot.services.requests import Board
from bot.services.team_requests import Person
from bot.ui.buttons import GuardedButton, names_of, services_of
from bot.ui.cards.layout import Part, card, rule
from bot.ui.cards.leaderboard import footer, heading, own_place, rows
from bot.ui.cards.streaks import daily_lines
from bot.ui.paging import ButtonTo, turn, turning
from bot.ui.pictures.attaching import picture_for, shown
from bot.ui.pictures.boards import board_podium, named
from bot.ui.replies import AnyInteraction, reply
from bot.ui.roles import role_ids_of

ONLY_IN_SERVERS = "Leaderboards belong to servers: please ask for one there."
NO_PICTURE = "-# Without a picture just now: look whether I have Attach Files in this channel, and ask again."

# What is optional is missing on the cards from before there was a choice.
_STATE = (
    r"lb:(?:(players|teams):)?(day|week|month|season|all):"
    r"(?:(points|accuracy):(\d{1,10}):(\d{1,10}):)?(\d{1,9}):(\d{1,20})"
)


class LeaderboardButton(GuardedButton, template=_STATE):
    """Turns to a page: on the public card for the person who asked for it, in private for others."""

    @classmethod
    def of(cls, choice: BoardChoice, page: int, reader_id: int, label: str, *, enabled: bool) -> Self:
        season = choice.season_id or 0
        chosen = f"{choice.who}:{choice.period}:{choice.by}:{choice.bank_id}:{season}"
        return cls(label=label, custom_id=f"lb:{chosen}:{page}:{reader_id}", disabled=not enabled)

    async def press(self, interaction: AnyInteraction) -> None:
        who, period, by, bank_id, season_id, page, reader_id = self.state()
        choice = BoardChoice(
            Who(who or Who.PLAYERS),
            Period(period),
            Ranking(by or Ranking.POINTS),
            int(bank_id or ALL_BANKS),
            int(season_id or 0) or None,
        )
        view = await leaderboard_for(interaction, choice, int(page))
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
        await reply(interaction, await leaderboard_for(interaction, BoardChoice()))


async def leaderboard_for(
    interaction: AnyInteraction, choice: BoardChoice, page: int = 0
) -> discord.ui.LayoutView:
    if interaction.guild_id is None:
        return card(discord.Colour.greyple(), [ONLY_IN_SERVERS])
    board = await _board(interaction, interaction.guild_id, choice, page)
    return leaderboard_card(board, interaction.user.id)


async def pictured_leaderboard(
    interaction: AnyInteraction, choice: BoardChoice
) -> tuple[discord.ui.LayoutView, discord.File | None]:
    """The first page with its picture; the file goes with the card. Raises UserError outside of servers."""
    if interaction.guild_id is None:
        raise UserError(ONLY_IN_SERVERS)
    board = await _board(interaction, interaction.guild_id, choice)
    names = await names_of(interaction).of(interaction.guild, named(board.rows))
    podium = board_podium(board, names)
    if not podium.entries:
        return leaderboard_card(board, interaction.user.id), None
    file = await picture_for(interaction, podium)
    return leaderboard_card(board, interaction.user.id, shown(file) if file else NO_PICTURE), file


async def _board(interaction: AnyInteraction, guild_id: int, choice: BoardChoice, page: int = 0) -> Board:
    reader = Person(interaction.user.id, role_ids_of(interaction.user))
    return await services_of(interaction).standings.board(guild_id, choice, page, reader)


def leaderboard_card(
    board: Board, reader_id: int, picture: Part | str | None = None
) -> discord.ui.LayoutView:
    parts: list[Part | str] = [
        heading(board),
        *([picture] if picture else []),
        rows(board),
        rule(),
        "\n".join([own_place(board, reader_id), *daily_lines(board.daily), footer(board)]),
    ]
    if board.pages > 1:
        parts.append(turning(board.page, board.pages, _buttons_to(board, reader_id)))
    return card(discord.Colour.gold(), parts)


def _buttons_to(board: Board, reader_id: int) -> ButtonTo:
    """They stay with the season that is shown, also when another begins."""
    season_id = board.season.id if board.season else None
    choice = replace(board.choice, season_id=season_id)
    return lambda page, label, enabled: LeaderboardButton.of(choice, page, reader_id, label, enabled=enabled)
