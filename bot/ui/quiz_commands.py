"""`/quiz`: start, stop, skip and look at a live quiz."""

from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.core.mode import Mode
from bot.core.scoring import Scoring
from bot.errors import UserError
from bot.services.requests import QuizRunningError, QuizStart
from bot.ui.bank_choices import banks, chosen_bank
from bot.ui.buttons import services_of
from bot.ui.cards.intro import intro_card
from bot.ui.cards.status import status_card
from bot.ui.message_links import message_url
from bot.ui.permissions import require_posting
from bot.ui.quizmasters import is_quizmaster, require_start
from bot.ui.replies import AnyInteraction, in_time, reply

# What a quiz may have, here and in the settings of a server.
Questions = app_commands.Range[int, 1, 50]
Seconds = app_commands.Range[int, 5, 300]


class QuizCommands(commands.Cog):
    quiz = app_commands.Group(name="quiz", description="Play a quiz in this channel", guild_only=True)

    @quiz.command(name="start", description="Start a quiz in this channel")
    @app_commands.describe(
        bank="Where the questions come from",
        questions="How many questions (10, or what the server has set)",
        seconds="Seconds for each question (20, or what the server has set)",
        scoring="speed: the faster, the more points; accuracy: only being right counts",
        mode="race: the first right answer closes the question; survival: who is wrong is out (classic)",
        teams="Whether teams play: only members of a team, who can join one at the start (no)",
    )
    @app_commands.autocomplete(bank=banks)
    async def start(
        self,
        interaction: AnyInteraction,
        *,
        bank: str | None = None,
        questions: Questions | None = None,
        seconds: Seconds | None = None,
        scoring: Literal["speed", "accuracy"] | None = None,
        mode: Literal["classic", "race", "survival"] = "classic",
        teams: bool = False,
    ) -> None:
        require_posting(interaction)
        await require_start(interaction)
        guild_id, channel_id = place_of(interaction)
        services = services_of(interaction)
        settings = await services.rules.of(guild_id)
        rules = settings.quiz_rules(
            questions=questions,
            seconds=seconds,
            scoring=Scoring(scoring) if scoring else None,
            mode=Mode(mode),
            teams=teams,
        )
        chosen = await chosen_bank(services.library, bank)
        request = QuizStart(guild_id, channel_id, interaction.user.id, chosen.id, rules)
        try:
            async with in_time(interaction):
                intro = await services.live_quiz.start(request)
        except QuizRunningError as running:
            raise UserError(_running(running, guild_id, channel_id)) from running
        await reply(interaction, intro_card(intro), public=True)

    @quiz.command(name="stop", description="End the quiz, with the standings so far")
    async def stop(self, interaction: AnyInteraction) -> None:
        _, channel_id = place_of(interaction)
        async with in_time(interaction):
            await services_of(interaction).live_quiz.stop(
                channel_id, interaction.user.id, quizmaster=await is_quizmaster(interaction)
            )
        await reply(interaction, "The quiz is stopped: the final standings follow.")

    @quiz.command(name="skip", description="Close the question without points and go on")
    async def skip(self, interaction: AnyInteraction) -> None:
        _, channel_id = place_of(interaction)
        async with in_time(interaction):
            await services_of(interaction).live_quiz.skip(
                channel_id, interaction.user.id, quizmaster=await is_quizmaster(interaction)
            )
        await reply(interaction, "The question is skipped: nobody gets points for it.")

    @quiz.command(name="status", description="See how the quiz in this channel stands")
    async def status(self, interaction: AnyInteraction) -> None:
        guild_id, channel_id = place_of(interaction)
        status = await services_of(interaction).live_quiz.status(channel_id)
        url = message_url(guild_id, channel_id, status.message_id) if status.message_id else None
        await reply(interaction, status_card(status, url))


def place_of(interaction: AnyInteraction) -> tuple[int, int]:
    """Server and channel; raises UserError outside of a server."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise UserError("Quizzes are played in servers: please use this in one of its channels.")
    return interaction.guild_id, interaction.channel_id


def _running(running: QuizRunningError, guild_id: int, channel_id: int) -> str:
    if running.message_id is None:
        return "A quiz is already running in this channel: its first question follows in a moment."
    url = message_url(guild_id, channel_id, running.message_id)
    return f"A quiz is already running in this channel: join it at {url}"
