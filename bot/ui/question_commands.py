"""`/question`: what quizmasters do about a single question."""

import re

from discord import app_commands
from discord.ext import commands

from bot.errors import UserError
from bot.services.rescoring import Corrected
from bot.ui.buttons import services_of
from bot.ui.cards.question import LETTERS
from bot.ui.cards.wording import counted, listed
from bot.ui.quiz_commands import place_of
from bot.ui.quizmasters import require_quizmaster
from bot.ui.replies import AnyInteraction, in_time, reply

# What a database can compare ids with; Discord's stay below it.
MAX_ID = (1 << 63) - 1

_MESSAGE = re.compile(r"(?:https?://\S+/channels/\d+/\d+/)?(\d{15,20})/?")


class QuestionCommands(commands.Cog):
    question = app_commands.Group(name="question", description="Mend a single question", guild_only=True)

    @question.command(name="fix", description="Correct a question's answer (for quizmasters)")
    @app_commands.describe(
        message="The link of the question's card, or its message id",
        right="The letters of the options that are right on that card, such as B, or A, C",
    )
    async def fix(self, interaction: AnyInteraction, message: str, right: str) -> None:
        await require_quizmaster(interaction)
        guild_id, _ = place_of(interaction)
        message_id, letters = read_message(message), read_letters(right)
        async with in_time(interaction):
            corrected = await services_of(interaction).rescoring.correct(guild_id, message_id, letters)
        await reply(interaction, _said(corrected))


def read_message(typed: str) -> int:
    """Raises UserError."""
    match = _MESSAGE.fullmatch(typed.strip())
    if match and int(match[1]) <= MAX_ID:
        return int(match[1])
    raise UserError("I cannot read which message that is: copy the link of the question's card.")


def read_letters(typed: str) -> list[str]:
    """Raises UserError."""
    words = re.split(r"[\s,;]+", typed.strip().upper().replace(" AND ", " "))
    letters = sorted(filter(None, words))
    if not letters or any(len(letter) > 1 or letter not in LETTERS for letter in letters):
        raise UserError("Name the options that are right by their letters, such as B, or A, C.")
    return letters


def _said(corrected: Corrected) -> str:
    right = listed([f"**{letter}**" for letter in corrected.letters])
    verb = "is" if len(corrected.letters) == 1 else "are"
    card = "its card says so" if corrected.shown else "its card is gone"
    changed = counted(corrected.changed, "answer is", "answers are")
    return f"Right {verb} {right} now: {changed} worth something else, and {card}."
