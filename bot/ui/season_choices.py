"""The seasons of a server, offered as one types and found again."""

from discord import app_commands

from bot.core.instant import instant_of
from bot.errors import UserError
from bot.services.team_requests import SeasonLine
from bot.ui.bank_choices import MAX_CHOICES, Choices
from bot.ui.buttons import services_of
from bot.ui.replies import AnyInteraction


async def seasons(interaction: AnyInteraction, typed: str) -> Choices:
    """Those whose name has the text in it, the newest first; the day they began tells namesakes apart."""
    wanted = typed.strip().casefold()
    found = await services_of(interaction).seasons.named(interaction.guild_id or 0)
    return [
        app_commands.Choice(name=_label(season), value=str(season.id))
        for season in found
        if wanted in season.name.casefold()
    ][:MAX_CHOICES]


async def chosen_season(interaction: AnyInteraction, name_or_id: str) -> int:
    """The id of the season meant, of several that share the name the newest. Raises UserError."""
    wanted = name_or_id.strip().casefold()
    for season in await services_of(interaction).seasons.named(interaction.guild_id or 0):
        if wanted in (str(season.id), season.name.casefold()):
            return season.id
    raise UserError("There was no season of that name: choose one of those offered when you type `season`.")


def _label(season: SeasonLine) -> str:
    return f"{season.name} (from {instant_of(season.starts_ms):%Y-%m-%d})"
