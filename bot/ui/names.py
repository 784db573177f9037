"""The names of players for pictures, which cannot mention anybody: asked of Discord, kept for a while."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

import aiohttp
import discord

log = logging.getLogger(__name__)

KEPT_S = 600.0
MOST_KEPT = 10_000
MOST_ASKED = 10
PATIENCE_S = 1.5


class Names:
    """Only in memory: the database holds ids alone."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._known: dict[tuple[int, int], tuple[str, float]] = {}

    async def of(self, guild: discord.Guild | None, player_ids: Sequence[int]) -> dict[int, str]:
        """A name for each: as the server knows it, or a stand-in where Discord does not say it in time."""
        found = {player_id: self._kept(guild, player_id) for player_id in player_ids}
        unknown = [player_id for player_id, name in found.items() if name is None]
        if guild is not None and unknown:
            found |= await self._ask(guild, unknown[:MOST_ASKED])
        return {player_id: name or stand_in(player_id) for player_id, name in found.items()}

    def heard(self, interaction: discord.Interaction[Any]) -> None:
        """Whoever clicks tells his name along: those on a final card have all just clicked."""
        if interaction.guild_id is not None:
            self._keep(interaction.guild_id, {interaction.user.id: interaction.user.display_name})

    def _kept(self, guild: discord.Guild | None, player_id: int) -> str | None:
        if guild is None:
            return None
        if member := guild.get_member(player_id):
            return member.display_name
        name, until = self._known.get((guild.id, player_id), ("", 0.0))
        return name if self._clock() < until else None

    async def _ask(self, guild: discord.Guild, player_ids: Sequence[int]) -> dict[int, str | None]:
        asked = {player_id: asyncio.create_task(_asked(guild, player_id)) for player_id in player_ids}
        _done, late = await asyncio.wait(asked.values(), timeout=PATIENCE_S)
        for task in late:
            task.cancel()
        names = {player_id: task.result() for player_id, task in asked.items() if task not in late}
        self._keep(guild.id, {player_id: name for player_id, name in names.items() if name})
        return names

    def _keep(self, guild_id: int, names: dict[int, str]) -> None:
        if len(self._known) + len(names) > MOST_KEPT:
            self._known.clear()
        until = self._clock() + KEPT_S
        self._known |= {(guild_id, player_id): (name, until) for player_id, name in names.items()}


async def _asked(guild: discord.Guild, player_id: int) -> str | None:
    try:
        return (await guild.fetch_member(player_id)).display_name
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        log.info("Player %s of server %s has no name to show: %s", player_id, guild.id, error)
        return None


def stand_in(player_id: int) -> str:
    return f"Player …{player_id % 10_000:04}"
