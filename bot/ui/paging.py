"""Cards of several pages: the two buttons that turn them, and what turning does."""

from collections.abc import Callable
from functools import partial
from typing import Any

import discord

from bot.ui.replies import NO_PINGS, AnyInteraction, deliver

ButtonTo = Callable[[int, str, bool], discord.ui.Button[Any]]
"""Of the page to turn to, counted from 0, the label, and whether it can be pressed."""


def turning(page: int, pages: int, button_to: ButtonTo) -> discord.ui.ActionRow[Any]:
    # A disabled button leads to the page shown: that keeps the two custom_ids apart on every page.
    back, on = max(page - 1, 0), min(page + 1, pages - 1)
    return discord.ui.ActionRow(
        button_to(back, "← Back", back != page),
        button_to(on, "Next →", on != page),
    )


async def turn(interaction: AnyInteraction, view: discord.ui.LayoutView) -> None:
    """Shows the page in place of the one whose button was pressed; a picture goes with that one."""
    edit = partial(interaction.response.edit_message, view=view, attachments=[], allowed_mentions=NO_PINGS)
    await deliver(interaction, edit, again_if_cut=True)
