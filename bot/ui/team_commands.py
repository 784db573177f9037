"""`/team`: teams that quizmasters make, and that players join."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.services.team_requests import By, NewTeam, Person
from bot.ui import team_options
from bot.ui.buttons import services_of
from bot.ui.cards.team_wording import team_name
from bot.ui.cards.teams import roster_card, team_card, team_list_card
from bot.ui.join_team import now_on
from bot.ui.quiz_commands import place_of
from bot.ui.quizmasters import is_quizmaster, require_quizmaster
from bot.ui.replies import AnyInteraction, in_time, reply
from bot.ui.roles import role_ids_of
from bot.ui.team_options import chosen_team, read_colour, require_team_role

_TEAM = {"team": "Which team"}
_TEAMS = {"team": team_options.teams}
_MEMBER = {"member": "Whom, if not yourself (for quizmasters)"}


class TeamCommands(commands.Cog):
    team = app_commands.Group(name="team", description="Teams of this server", guild_only=True)

    @team.command(name="create", description="Make a team (for quizmasters)")
    @app_commands.describe(
        name="What it is called",
        colour="Its colour: one of the list, or such as #ff8800 (the next one that is free)",
        emoji="Shown before its name",
        role="Who has this role is on the team, and nobody else (people join)",
    )
    @app_commands.autocomplete(colour=team_options.colours)
    async def create(
        self,
        interaction: AnyInteraction,
        name: str,
        *,
        colour: str | None = None,
        emoji: str = "",
        role: discord.Role | None = None,
    ) -> None:
        await require_quizmaster(interaction)
        guild_id, _ = place_of(interaction)
        if role:
            require_team_role(role)
        new = NewTeam(name, read_colour(colour) if colour else None, emoji.strip(), role.id if role else None)
        async with in_time(interaction):
            made = await services_of(interaction).teams.create(guild_id, new)
        await reply(interaction, team_card(f"{team_name(made)} is a new team.", made), public=True)

    @team.command(name="join", description="Join a team, or move to another one")
    @app_commands.describe(**_TEAM, **_MEMBER)
    @app_commands.autocomplete(**_TEAMS)
    async def join(
        self, interaction: AnyInteraction, team: str, member: discord.Member | None = None
    ) -> None:
        guild_id, _ = place_of(interaction)
        person, by = await _person(interaction, member)
        chosen = await chosen_team(interaction, team)
        async with in_time(interaction):
            joined = await services_of(interaction).teams.join(guild_id, person, chosen.id, by)
        said = now_on(_subject(person, by), joined.team)
        if joined.left:
            said += f" What was earned for {team_name(joined.left)} stays there."
        await reply(interaction, said)

    @team.command(name="leave", description="Leave your team")
    @app_commands.describe(**_MEMBER)
    async def leave(self, interaction: AnyInteraction, member: discord.Member | None = None) -> None:
        guild_id, _ = place_of(interaction)
        person, by = await _person(interaction, member)
        async with in_time(interaction):
            left = await services_of(interaction).teams.leave(guild_id, person, by)
        await reply(
            interaction,
            f"{_subject(person, by)} no longer on {team_name(left)}. What was earned for it stays there.",
        )

    @team.command(name="list", description="All teams of this server")
    async def list(self, interaction: AnyInteraction) -> None:
        guild_id, _ = place_of(interaction)
        await reply(interaction, team_list_card(await services_of(interaction).teams.list(guild_id)))

    @team.command(name="roster", description="Who is on a team")
    @app_commands.describe(**_TEAM)
    @app_commands.autocomplete(**_TEAMS)
    async def roster(self, interaction: AnyInteraction, team: str) -> None:
        guild_id, _ = place_of(interaction)
        chosen = await chosen_team(interaction, team)
        roster = await services_of(interaction).teams.roster(guild_id, chosen.id)
        await reply(interaction, roster_card(roster, role_gone=_role_gone(interaction, chosen.role_id)))

    @team.command(name="rename", description="Give a team another name (for quizmasters)")
    @app_commands.describe(**_TEAM, name="What it is called from now on")
    @app_commands.autocomplete(**_TEAMS)
    async def rename(self, interaction: AnyInteraction, team: str, name: str) -> None:
        await require_quizmaster(interaction)
        guild_id, _ = place_of(interaction)
        chosen = await chosen_team(interaction, team)
        async with in_time(interaction):
            renamed = await services_of(interaction).teams.rename(guild_id, chosen.id, name)
        await reply(interaction, f"{team_name(chosen)} is called {team_name(renamed)} now.")

    @team.command(name="lock", description="Lock who is on a team (for quizmasters)")
    @app_commands.describe(**_TEAM)
    @app_commands.autocomplete(**_TEAMS)
    async def lock(self, interaction: AnyInteraction, team: str) -> None:
        await _lock(interaction, team, locked=True)

    @team.command(name="unlock", description="Open a locked team again (for quizmasters)")
    @app_commands.describe(**_TEAM)
    @app_commands.autocomplete(**_TEAMS)
    async def unlock(self, interaction: AnyInteraction, team: str) -> None:
        await _lock(interaction, team, locked=False)

    @team.command(name="remove", description="Remove a team; points stay (for quizmasters)")
    @app_commands.describe(**_TEAM)
    @app_commands.autocomplete(**_TEAMS)
    async def remove(self, interaction: AnyInteraction, team: str) -> None:
        await require_quizmaster(interaction)
        guild_id, _ = place_of(interaction)
        chosen = await chosen_team(interaction, team)
        async with in_time(interaction):
            await services_of(interaction).teams.remove(guild_id, chosen.id)
        await reply(interaction, f"{team_name(chosen)} is removed. What it earned stays on the boards.")


async def _lock(interaction: AnyInteraction, team: str, *, locked: bool) -> None:
    await require_quizmaster(interaction)
    guild_id, _ = place_of(interaction)
    chosen = await chosen_team(interaction, team)
    async with in_time(interaction):
        changed = await services_of(interaction).teams.lock(guild_id, chosen.id, locked=locked)
    said = f"🔒 {team_name(changed)} is locked." if locked else f"🔓 {team_name(changed)} is open again."
    await reply(interaction, team_card(said, changed))


async def _person(interaction: AnyInteraction, member: discord.Member | None) -> tuple[Person, By]:
    """Whose team is to change and who wants it. Raises UserError for whoever may not change others'."""
    user = interaction.user
    if member is not None and member.id != user.id:
        await require_quizmaster(interaction)
    whom = member or user
    by = By(user.id, quizmaster=await is_quizmaster(interaction))
    return Person(whom.id, role_ids_of(whom)), by


def _subject(person: Person, by: By) -> str:
    return "You are" if person.id == by.user_id else f"<@{person.id}> is"


def _role_gone(interaction: AnyInteraction, role_id: int | None) -> bool:
    guild = interaction.guild
    return role_id is not None and guild is not None and guild.get_role(role_id) is None
