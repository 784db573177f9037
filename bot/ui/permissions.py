"""What the bot has to be allowed in a channel before it asks anything there."""

import discord

from bot.errors import UserError
from bot.services.daily_requests import Plan
from bot.ui.cards.wording import listed
from bot.ui.replies import AnyInteraction


def require_posting(interaction: AnyInteraction) -> None:
    """Raises UserError naming every permission that a quiz needs in this channel and the bot lacks."""
    missing = missing_permissions(
        interaction.app_permissions, thread=isinstance(interaction.channel, discord.Thread)
    )
    if missing:
        raise UserError(f"I may not post in <#{interaction.channel_id}>: give me {listed(missing)} there.")


def missing_permissions(held: discord.Permissions, *, thread: bool) -> list[str]:
    if held.administrator:
        return []
    sending = held.send_messages_in_threads if thread else held.send_messages
    needed = {
        "View Channel": held.view_channel,
        "Send Messages in Threads" if thread else "Send Messages": sending,
        "Read Message History": held.read_message_history,
    }
    return [name for name, granted in needed.items() if not granted]


def require_daily(guild: discord.Guild | None, plan: Plan) -> None:
    """Raises UserError naming all that a daily question needs and has not, so that it could not be posted."""
    channel = guild.get_channel(plan.channel_id) if guild else None
    if guild is None or not isinstance(channel, discord.TextChannel):
        raise UserError("That channel is not here any more: name another one with /daily edit.")
    role = guild.get_role(plan.role_id) if plan.role_id else None
    if role and role.is_default():
        raise UserError("A daily question mentions one role, not everyone: choose another role.")
    held = channel.permissions_for(guild.me)
    missing = missing_permissions(held, thread=False)
    if plan.thread:
        missing += missing_for_discussion(held)
    if role and not role.mentionable and not held.mention_everyone:
        missing.append(f"Mention Everyone (or let anyone mention {role.mention})")
    if missing:
        raise UserError(
            f"I cannot post daily questions in {channel.mention} yet: give me {listed(missing)} there."
        )


def missing_for_discussion(held: discord.Permissions) -> list[str]:
    needed = {
        "Create Public Threads": held.create_public_threads,
        "Send Messages in Threads": held.send_messages_in_threads,
    }
    return [name for name, granted in needed.items() if not granted]
