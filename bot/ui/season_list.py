"""The list of a server's seasons, and the buttons that turn its pages."""

from collections.abc import Sequence
from typing import Self

import discord

from bot.services.team_requests import SeasonLine
from bot.ui.buttons import GuardedButton, services_of
from bot.ui.cards.layout import Part, card, rule
from bot.ui.cards.seasons import ended_text, running_text
from bot.ui.paging import foot, page_of, turn
from bot.ui.replies import AnyInteraction

PAGE_SIZE = 5

_EMPTY = "There has been no season here yet. Quizmasters start one with `/season start`."


class SeasonListButton(GuardedButton, template=r"sl:(\d{1,4})"):
    @classmethod
    def of(cls, page: int, label: str, enabled: bool) -> Self:
        return cls(label=label, custom_id=f"sl:{page}", disabled=not enabled)

    async def press(self, interaction: AnyInteraction) -> None:
        (page,) = self.state()
        seasons = await services_of(interaction).seasons.list(interaction.guild_id or 0)
        await turn(interaction, season_list_card(seasons, int(page)))


def season_list_card(seasons: Sequence[SeasonLine], page: int = 0) -> discord.ui.LayoutView:
    """Of seasons that come newest first, so that the one that runs is on the first page."""
    shown, page, pages = page_of(seasons, page, PAGE_SIZE)
    parts: list[Part | str] = ["### 📆 Seasons"]
    for season in (season for season in shown if season.running):
        parts += [running_text(season), rule()]
    ended = [ended_text(season) for season in shown if not season.running]
    parts.append("\n".join(ended) or ("None has ended yet." if seasons else _EMPTY))
    return card(discord.Colour.blurple(), [*parts, *foot(page, pages, SeasonListButton.of)])
