"""`/season`: spans of time with a board of their own."""

from discord import app_commands
from discord.ext import commands

from bot.ui import season_options
from bot.ui.buttons import services_of
from bot.ui.cards.seasons import running_text, winner_text
from bot.ui.cards.team_wording import safe_name
from bot.ui.quiz_commands import place_of
from bot.ui.quizmasters import require_quizmaster
from bot.ui.replies import AnyInteraction, in_time, reply
from bot.ui.season_list import season_list_card
from bot.ui.season_options import read_end


class SeasonCommands(commands.Cog):
    season = app_commands.Group(
        name="season", description="Spans of time with a leaderboard of their own", guild_only=True
    )

    @season.command(name="start", description="Start a season (for quizmasters)")
    @app_commands.describe(
        name="What it is called",
        ends="Its last day, such as 2026-12-24, or the time it ends, 2026-12-24 18:00 (when you end it)",
    )
    @app_commands.autocomplete(ends=season_options.ends)
    async def start(self, interaction: AnyInteraction, name: str, ends: str | None = None) -> None:
        await require_quizmaster(interaction)
        guild_id, _ = place_of(interaction)
        services = services_of(interaction)
        zone = await services.rules.zone(guild_id)
        ends_ms = read_end(ends, zone, interaction.created_at) if ends else None
        async with in_time(interaction):
            started = await services.seasons.start(guild_id, name, ends_ms)
        await reply(interaction, running_text(started), public=True)

    @season.command(name="end", description="End a season; its board stays (for quizmasters)")
    async def end(self, interaction: AnyInteraction) -> None:
        await require_quizmaster(interaction)
        guild_id, _ = place_of(interaction)
        async with in_time(interaction):
            ended = await services_of(interaction).seasons.end(guild_id)
        await reply(
            interaction, f"🏁 **{safe_name(ended.name)}** is over.\n{winner_text(ended)}", public=True
        )

    @season.command(name="list", description="The season that runs, and who won the others")
    async def list(self, interaction: AnyInteraction) -> None:
        guild_id, _ = place_of(interaction)
        await reply(interaction, season_list_card(await services_of(interaction).seasons.list(guild_id)))
