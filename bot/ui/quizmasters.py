"""Who is a quizmaster: whoever may manage the server, or has the role that the server has named for it."""

import discord

from bot.core.server_settings import ServerSettings, WhoMay
from bot.errors import UserError
from bot.ui.buttons import services_of
from bot.ui.replies import AnyInteraction


async def is_quizmaster(interaction: AnyInteraction) -> bool:
    if interaction.permissions.manage_guild:
        return True
    settings = await _settings(interaction)
    role_id, member = settings.quizmaster_role_id, interaction.user
    return role_id is not None and isinstance(member, discord.Member) and member.get_role(role_id) is not None


async def require_quizmaster(interaction: AnyInteraction) -> None:
    """Raises UserError saying whom to ask."""
    if not await is_quizmaster(interaction):
        raise UserError(f"Only quizmasters can do that: ask {await _whom_to_ask(interaction)}.")


async def require_start(interaction: AnyInteraction) -> None:
    """Raises UserError where only quizmasters start quizzes and this is none."""
    if (await _settings(interaction)).start is WhoMay.QUIZMASTERS and not await is_quizmaster(interaction):
        raise UserError(
            f"In this server only quizmasters start quizzes: ask {await _whom_to_ask(interaction)}."
        )


async def _whom_to_ask(interaction: AnyInteraction) -> str:
    role_id = (await _settings(interaction)).quizmaster_role_id
    role = interaction.guild.get_role(role_id) if interaction.guild and role_id else None
    return f"somebody with the role {role.mention}" if role else "somebody who may manage the server"


async def _settings(interaction: AnyInteraction) -> ServerSettings:
    return await services_of(interaction).rules.of(interaction.guild_id or 0)
