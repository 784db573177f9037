"""Where a server can be told something when the place that it is about is closed to the bot."""

from collections.abc import Iterator

import discord

MOST_PLACES = 5


def places(guild: discord.Guild, channel_id: int) -> list[discord.TextChannel]:
    """The channel itself, the one for system messages, the first others: where the bot may speak."""
    found = [channel for channel in _candidates(guild, channel_id) if _may_speak(channel)]
    return list(dict.fromkeys(found))[:MOST_PLACES]


def _candidates(guild: discord.Guild, channel_id: int) -> Iterator[discord.TextChannel]:
    named = guild.get_channel(channel_id)
    if isinstance(named, discord.TextChannel):
        yield named
    if guild.system_channel:
        yield guild.system_channel
    yield from guild.text_channels


def _may_speak(channel: discord.TextChannel) -> bool:
    held = channel.permissions_for(channel.guild.me)
    return held.view_channel and held.send_messages
