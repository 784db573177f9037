"""`/profile`: a player's own numbers, or those of another member."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import UserError
from bot.services.profile_requests import Profile
from bot.ui.buttons import services_of
from bot.ui.cards.profile import profile_card
from bot.ui.pictures.attaching import picture_for, shown
from bot.ui.pictures.weeks import Weeks
from bot.ui.replies import AnyInteraction, in_time, reply

ONLY_IN_SERVERS = "Profiles belong to servers: please ask for one there."


class ProfileCommands(commands.Cog):
    @app_commands.command(name="profile", description="Your points, places, streaks and last weeks")
    @app_commands.describe(member="Whose (yours)")
    async def profile(self, interaction: AnyInteraction, member: discord.User | None = None) -> None:
        if interaction.guild_id is None:
            raise UserError(ONLY_IN_SERVERS)
        player = member or interaction.user
        async with in_time(interaction):
            profile = await services_of(interaction).profiles.of(interaction.guild_id, player.id)
            file = await picture_for(interaction, _weeks(profile, player.display_name))
            view = profile_card(profile, shown(file) if file else None)
        await reply(interaction, view, file=file)


def _weeks(profile: Profile, name: str) -> Weeks | None:
    """None where there is no point to show."""
    return Weeks(name, profile.weeks) if any(week.points for week in profile.weeks) else None
