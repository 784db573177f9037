"""The reply to a click or command, and what happens when Discord does not take it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import aiohttp
import discord

log = logging.getLogger(__name__)

NO_PINGS = discord.AllowedMentions.none()
SORRY = "Something went wrong on my side and I have noted it: please try again in a moment."

# Of the 3 seconds that Discord gives for a reply.
PATIENCE_S = 2.0

# Unknown interaction (the 3 seconds are over) and already acknowledged (a retry after a lost response).
_TOO_LATE_OR_TWICE = {10062, 40060}

AnyInteraction = discord.Interaction[Any]


async def reply(
    interaction: AnyInteraction,
    said: str | discord.ui.LayoutView,
    *,
    public: bool = False,
    file: discord.File | None = None,
) -> None:
    """Says a sentence or shows a card; to the person alone unless `public`. Raises nothing of Discord's."""
    shown: dict[str, Any] = {"content": said} if isinstance(said, str) else {"view": said}
    shown |= {"ephemeral": not public, "allowed_mentions": NO_PINGS}
    shown |= {"file": file} if file else {}
    if interaction.response.is_done():
        await deliver(interaction, partial(interaction.followup.send, **shown))
    else:
        send = partial(interaction.response.send_message, **shown)
        # A file can be read only once.
        await deliver(interaction, send, again_if_cut=file is None)


@asynccontextmanager
async def in_time(interaction: AnyInteraction) -> AsyncIterator[None]:
    """Says so when the work takes longer than Discord waits; the reply to it follows when it is done."""
    pause = asyncio.create_task(asyncio.sleep(PATIENCE_S), name="patience")
    notice = asyncio.create_task(_ask_for_patience(interaction, pause), name="notice")
    try:
        yield
    finally:
        pause.cancel()
        await asyncio.wait([notice])


async def _ask_for_patience(interaction: AnyInteraction, pause: asyncio.Task[None]) -> None:
    await asyncio.wait([pause])
    if not pause.cancelled():
        await reply(interaction, "This takes longer than usual, but I am at it.")


async def deliver(
    interaction: AnyInteraction, respond: Callable[[], Awaitable[object]], *, again_if_cut: bool = False
) -> None:
    """Gives the response. What it answers is done already, so a failure is logged and nothing more.

    discord.py repeats it after a 500 but not after a broken line; Discord takes a first response only once.
    """
    try:
        await respond()
    except discord.HTTPException as error:
        if error.code in _TOO_LATE_OR_TWICE:
            log.info("Reply not taken by Discord (%s): %s", described(interaction), error)
        elif error.status >= 500:
            log.warning("Reply failed at Discord (%s): %s", described(interaction), error)
        else:
            log.exception("Reply refused by Discord (%s)", described(interaction))
    except (aiohttp.ClientConnectionError, ConnectionError) as error:
        log.warning("Reply cut off (%s): %r", described(interaction), error)
        if again_if_cut and not interaction.client.is_closed():
            await deliver(interaction, respond)
    except (discord.RateLimited, discord.InteractionResponded, aiohttp.ClientError) as error:
        log.warning("Reply not sent (%s): %s", described(interaction), error)
    except (TimeoutError, OSError) as error:
        log.warning("Reply not sent (%s): %r", described(interaction), error)


def described(interaction: AnyInteraction) -> str:
    """What a log line has to say about an interaction; ids only."""
    data: Any = interaction.data or {}
    what = data.get("custom_id") or (interaction.command and interaction.command.qualified_name)
    return (
        f"{what}, interaction {interaction.id}, user {interaction.user.id}, "
        f"channel {interaction.channel_id}, guild {interaction.guild_id}"
    )
