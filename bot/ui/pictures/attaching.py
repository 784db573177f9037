"""Pictures as attachments, drawn one at a time beside the event loop."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Protocol

import discord

from bot.ui.cards.layout import Part
from bot.ui.replies import AnyInteraction

log = logging.getLogger(__name__)

FILE_NAME = "picture.png"
PATIENCE_S = 5.0

_drawing = ThreadPoolExecutor(max_workers=1, thread_name_prefix="drawing")


class Picture(Protocol):
    def png(self) -> bytes: ...

    def alt_text(self) -> str:
        """At most 1,024 characters."""
        ...


async def drawn(picture: Picture) -> discord.File | None:
    """The picture as an attachment, or None when it cannot be drawn in time: the card goes without it."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            png = await asyncio.get_running_loop().run_in_executor(_drawing, picture.png)
    except Exception:  # whatever a font or a name does to the drawing, the card matters more
        log.exception("A picture was not drawn")
        return None
    return discord.File(BytesIO(png), FILE_NAME, description=picture.alt_text())


async def picture_for(interaction: AnyInteraction, picture: Picture | None) -> discord.File | None:
    """For a reply; None also where the bot may attach nothing, as Discord would refuse the reply then."""
    if picture is None or not interaction.app_permissions.attach_files:
        return None
    return await drawn(picture)


def shown(file: discord.File) -> Part:
    """The place in a card where the attachment is seen; the card is sent together with the file."""
    item = discord.MediaGalleryItem(file.uri, description=file.description)
    return discord.ui.MediaGallery(item)
