"""The list of a server's daily questions, and the buttons that turn its pages."""

from collections.abc import Sequence
from typing import Self

import discord

from bot.services.daily_requests import Schedule
from bot.ui.buttons import GuardedButton, services_of
from bot.ui.cards.daily import schedule_text
from bot.ui.cards.layout import Part, card, rule
from bot.ui.paging import foot, page_of, turn
from bot.ui.replies import AnyInteraction

PAGE_SIZE = 5

_EMPTY = (
    "There are no daily questions here yet. `/daily add` has one posted in a channel every day, "
    "at the time that you choose."
)


class DailyListButton(GuardedButton, template=r"dl:(\d{1,4})"):
    @classmethod
    def of(cls, page: int, label: str, enabled: bool) -> Self:
        return cls(label=label, custom_id=f"dl:{page}", disabled=not enabled)

    async def press(self, interaction: AnyInteraction) -> None:
        (page,) = self.state()
        schedules = await services_of(interaction).daily.list(interaction.guild_id or 0)
        await turn(interaction, daily_list_card(schedules, int(page)))


def daily_list_card(schedules: Sequence[Schedule], page: int = 0) -> discord.ui.LayoutView:
    shown, page, pages = page_of(schedules, page, PAGE_SIZE)
    parts: list[Part | str] = ["### 📅 Daily questions"]
    for schedule in shown:
        parts += [rule(), schedule_text(schedule)]
    if not schedules:
        parts.append(_EMPTY)
    return card(discord.Colour.blurple(), [*parts, *foot(page, pages, DailyListButton.of)])
