"""The one reply to a click or command, and what happens when Discord does not take it."""

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import aiohttp
import discord

log = logging.getLogger(__name__)

NO_PINGS = discord.AllowedMentions.none()
SORRY = "Something went wrong on my side and I have noted it: please try again in a moment."

# Unknown interaction (the 3 seconds are over) and already acknowledged (a retry after a lost response).
_TOO_LATE_OR_TWICE = {10062, 40060}

AnyInteraction = discord.Interaction[Any]


async def reply(
    interaction: AnyInteraction, said: str | discord.ui.LayoutView, *, public: bool = False
) -> None:
    """Says a sentence or shows a card; to the person alone unless `public`. Raises nothing of Discord's."""
    shown: dict[str, Any] = {"content": said} if isinstance(said, str) else {"view": said}
    send = partial(interaction.response.send_message, ephemeral=not public, allowed_mentions=NO_PINGS)
    await deliver(interaction, partial(send, **shown), again_if_cut=True)


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
        if again_if_cut:
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
