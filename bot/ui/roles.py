"""The roles of whoever clicks or is named, by their ids alone."""

from collections.abc import Collection

import discord


def role_ids_of(person: discord.User | discord.Member) -> Collection[int]:
    """Nothing outside of a server.

    By the ids that came with the interaction: `Member.roles` has only those of servers that Discord has
    described already, and makes a list of them for each click.
    """
    return person._roles if isinstance(person, discord.Member) else ()
