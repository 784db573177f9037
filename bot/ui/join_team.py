"""The button that puts a player on a team when a quiz of teams begins."""

from typing import Self

from bot.core.team import Team
from bot.services.team_requests import AlreadyOnTeamError, Person
from bot.ui.buttons import GuardedButton, services_of
from bot.ui.cards.team_wording import team_name
from bot.ui.quizmasters import is_quizmaster
from bot.ui.replies import AnyInteraction, in_time, reply
from bot.ui.roles import role_ids_of


class JoinTeamButton(GuardedButton, template=r"tj:(\d{1,19})"):
    """On an intro card, which its `custom_id` identifies."""

    @classmethod
    def of(cls, quiz_id: int) -> Self:
        return cls(label="Join a team", emoji="🤝", custom_id=f"tj:{quiz_id}")

    async def press(self, interaction: AnyInteraction) -> None:
        person = Person(interaction.user.id, role_ids_of(interaction.user))
        quizmaster = await is_quizmaster(interaction)
        teams = services_of(interaction).teams
        try:
            # A whole server may press it at once, and each takes a turn.
            async with in_time(interaction):
                joined = await teams.join_smallest(interaction.guild_id or 0, person, quizmaster=quizmaster)
        except AlreadyOnTeamError as error:
            await reply(
                interaction, f"You are on {team_name(error.team)} already: your answers count for it."
            )
        else:
            await reply(interaction, now_on("You are", joined.team))


def now_on(who: str, team: Team) -> str:
    return f"{who} on {team_name(team)} now: answers from now on count for it."
