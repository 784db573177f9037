"""Cards of several pages: the two buttons that turn them, and what turning does."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import discord

from bot.ui.cards.layout import Part, rule
from bot.ui.replies import NO_PINGS, AnyInteraction, deliver

ButtonTo = Callable[[int, str, bool], discord.ui.Button[Any]]
"""Of the page to turn to, counted from 0, the label, and whether it can be pressed."""


Line = TypeVar("Line")


def page_of(lines: Sequence[Line], page: int, size: int) -> tuple[Sequence[Line], int, int]:
    """Its lines, its number and how many there are; the last page where the list has become shorter."""
    pages = max(-(-len(lines) // size), 1)
    page = min(page, pages - 1)
    return lines[page * size : (page + 1) * size], page, pages


def foot(page: int, pages: int, button_to: ButtonTo) -> list[Part | str]:
    """Of a card: empty where there is one page."""
    return [rule(), f"-# page {page + 1} of {pages}", turning(page, pages, button_to)] if pages > 1 else []


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
