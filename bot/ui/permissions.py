"""What the bot has to be allowed in a channel before a quiz begins there."""

import discord

from bot.errors import UserError
from bot.ui.replies import AnyInteraction


def require_posting(interaction: AnyInteraction) -> None:
    """Raises UserError naming every permission that a quiz needs in this channel and the bot lacks."""
    missing = missing_permissions(
        interaction.app_permissions, thread=isinstance(interaction.channel, discord.Thread)
    )
    if missing:
        raise UserError(f"I may not post in <#{interaction.channel_id}>: give me {_joined(missing)} there.")


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


def _joined(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
