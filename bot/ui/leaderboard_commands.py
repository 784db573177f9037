"""`/leaderboard` and `/help`."""

from discord import app_commands
from discord.ext import commands

from bot.core.board import ALL_BANKS, BoardChoice, Ranking, Who
from bot.core.period import Period
from bot.ui.bank_choices import banks, chosen_bank
from bot.ui.buttons import services_of
from bot.ui.cards.guide import help_card
from bot.ui.cards.leaderboard import PERIOD_NAMES
from bot.ui.leaderboard import leaderboard_for, pictured_leaderboard
from bot.ui.replies import AnyInteraction, in_time, reply
from bot.ui.season_choices import chosen_season, seasons

WHO_CHOICES = [app_commands.Choice(name=who.value, value=who.value) for who in Who]
PERIOD_CHOICES = [app_commands.Choice(name=name, value=period.value) for period, name in PERIOD_NAMES.items()]
BY_CHOICES = [app_commands.Choice(name=by.value, value=by.value) for by in Ranking]


class LeaderboardCommands(commands.Cog):
    @app_commands.command(name="leaderboard", description="The best players or teams of this server")
    @app_commands.describe(
        who="Players or teams (players)",
        period="Which days count (all time)",
        bank="Only answers to the questions of one bank (all banks)",
        by="What the places go by (points)",
        season="The board of that season, also when it has ended",
        picture="Shows the podium as a picture, too (no)",
    )
    @app_commands.choices(who=WHO_CHOICES, period=PERIOD_CHOICES, by=BY_CHOICES)
    @app_commands.autocomplete(bank=banks, season=seasons)
    @app_commands.guild_only()
    async def leaderboard(
        self,
        interaction: AnyInteraction,
        *,
        who: str = Who.PLAYERS.value,
        period: str = Period.ALL.value,
        bank: str | None = None,
        by: str = Ranking.POINTS.value,
        season: str | None = None,
        picture: bool = False,
    ) -> None:
        bank_id = (await chosen_bank(services_of(interaction).library, bank)).id if bank else ALL_BANKS
        season_id = await chosen_season(interaction, season) if season else None
        span = Period(period) if season_id is None else Period.SEASON
        choice = BoardChoice(Who(who), span, Ranking(by), bank_id, season_id)
        if not picture:
            await reply(interaction, await leaderboard_for(interaction, choice), public=True)
            return
        async with in_time(interaction):
            view, file = await pictured_leaderboard(interaction, choice)
        await reply(interaction, view, public=True, file=file)

    @app_commands.command(name="help", description="What this bot does, and how to play")
    async def help(self, interaction: AnyInteraction) -> None:
        await reply(interaction, help_card())
