"""The frame that all cards share, and the limits that Discord sets to them."""

from collections.abc import Iterable
from typing import Any

import discord

MAX_TEXT = 4_000
"""Characters over all texts of a message; Discord enforces it without documenting it."""

Part = discord.ui.Item[Any]


def card(colour: discord.Colour, parts: Iterable[Part | str], *, above: str = "") -> discord.ui.LayoutView:
    """One container, with a text `above` it if there is any; a string becomes a text of its own."""
    view = discord.ui.LayoutView(timeout=None)
    if above:
        view.add_item(discord.ui.TextDisplay(above))
    items = [discord.ui.TextDisplay(part) if isinstance(part, str) else part for part in parts]
    view.add_item(discord.ui.Container(*items, accent_colour=colour))
    # Buttons are found by their custom_id: discord.py need not keep the view, nor a timer for a private one.
    view.stop()
    return view


def rule() -> discord.ui.Separator[Any]:
    return discord.ui.Separator()


def gap() -> discord.ui.Separator[Any]:
    return discord.ui.Separator(visible=False)


def image(url: str) -> list[Part]:
    """The picture, or nothing for what Discord would refuse."""
    if not url.startswith(("https://", "http://")) or len(url) > 2_048:
        return []
    return [discord.ui.MediaGallery(discord.MediaGalleryItem(url))]
