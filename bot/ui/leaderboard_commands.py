"""`/leaderboard` and `/help`."""

from discord import app_commands
from discord.ext import commands

from bot.core.period import Period
from bot.ui.cards.guide import help_card
from bot.ui.leaderboard import PERIOD_NAMES, leaderboard_for
from bot.ui.replies import AnyInteraction, reply

PERIOD_CHOICES = [app_commands.Choice(name=name, value=period.value) for period, name in PERIOD_NAMES.items()]


class LeaderboardCommands(commands.Cog):
    @app_commands.command(name="leaderboard", description="The best players of this server")
    @app_commands.describe(period="Which days count (all time)")
    @app_commands.choices(period=PERIOD_CHOICES)
    @app_commands.guild_only()
    async def leaderboard(self, interaction: AnyInteraction, period: str = Period.ALL.value) -> None:
        await reply(interaction, await leaderboard_for(interaction, Period(period), 0), public=True)

    @app_commands.command(name="help", description="What this bot does, and how to play")
    async def help(self, interaction: AnyInteraction) -> None:
        await reply(interaction, help_card())
