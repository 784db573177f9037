"""What Discord's failures mean for a quiz: lost for good, or to be tried again."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp
import discord

from bot.errors import StageError, StageLost, StageUnavailable

log = logging.getLogger(__name__)

UNKNOWN_MESSAGE = 10008
THREAD_EXISTS = 160004

_NETWORK = (OSError, aiohttp.ClientError, asyncio.TimeoutError, discord.RateLimited)


POSTING = "View Channel and Send Messages"
DISCUSSING = "Create Public Threads and Send Messages in Threads"


@contextmanager
def as_stage_errors(channel_id: int, needed: str = POSTING) -> Iterator[None]:
    """Turns what discord.py raises into `StageLost` and `StageUnavailable`."""
    try:
        yield
    except discord.HTTPException as error:
        raise _stage_error(error, channel_id, needed) from error
    except _NETWORK as error:
        raise StageUnavailable(f"Discord cannot be reached: {error!r}") from error


def _stage_error(error: discord.HTTPException, channel_id: int, needed: str) -> StageError:
    if isinstance(error, discord.NotFound):
        if error.code == UNKNOWN_MESSAGE:
            return StageLost("the question's message was deleted")
        return StageLost("the channel is gone")
    if isinstance(error, discord.Forbidden):
        return StageLost(f"I may no longer post in <#{channel_id}>: give me {needed} there")
    if error.status == 400:
        log.error("Discord refused a card in channel %s", channel_id, exc_info=error)
        return StageLost("Discord refused to show the next card")
    return StageUnavailable(f"Discord answered {error.status}: {error.text}")
