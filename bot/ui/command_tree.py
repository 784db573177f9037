"""The slash commands as a whole: what a person is told when one fails, and how a change is noticed."""

import hashlib
import json
import logging
from typing import Any

import discord
from discord import app_commands

from bot.errors import UserError
from bot.ui.replies import SORRY, AnyInteraction, described, reply

log = logging.getLogger(__name__)


class QuizTree(app_commands.CommandTree[Any]):
    async def on_error(self, interaction: AnyInteraction, error: app_commands.AppCommandError, /) -> None:
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if not isinstance(cause, UserError | app_commands.CheckFailure):
            log.error("A command failed (%s)", described(interaction), exc_info=cause)
        if interaction.type is not discord.InteractionType.application_command:
            return
        await reply(interaction, _sentence(cause))

    def fingerprint(self) -> str:
        """Changes with anything that Discord is told about the commands, and with the application."""
        payload = [command.to_dict(self) for command in self.get_commands()]
        text = json.dumps([self.client.application_id, payload], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


def _sentence(cause: Exception) -> str:
    match cause:
        case UserError():
            return str(cause)
        case app_commands.NoPrivateMessage():
            return "This only works in a server: please use it in one of its channels."
        case app_commands.CheckFailure():
            return "You may not use this command here: ask a quizmaster of the server to do it."
        case app_commands.CommandSignatureMismatch() | app_commands.CommandNotFound():
            return "This command has just changed: please restart Discord and try again."
        case _:
            return SORRY
