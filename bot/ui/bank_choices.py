"""The option `bank` of commands: what is offered while it is typed, and what was meant."""

from discord import app_commands

from bot.errors import UserError
from bot.services.requests import BankSummary
from bot.ui.buttons import services_of
from bot.ui.cards.wording import counted
from bot.ui.markdown import shortened
from bot.ui.ports import Library
from bot.ui.replies import AnyInteraction

# https://discord.com/developers/docs/interactions/application-commands#application-command-object
MAX_CHOICE = 100
MAX_CHOICES = 25

Choices = list[app_commands.Choice[str]]


async def banks(interaction: AnyInteraction, typed: str) -> Choices:
    return [bank_choice(bank) for bank in await services_of(interaction).library.find(typed, MAX_CHOICES)]


def bank_choice(bank: BankSummary) -> app_commands.Choice[str]:
    size = f" · {counted(bank.questions, 'question')}"
    return app_commands.Choice(name=shortened(bank.title, MAX_CHOICE - len(size)) + size, value=str(bank.id))


async def chosen_bank(library: Library, title_or_id: str | None) -> BankSummary:
    """The bank named, or the first one when none is, as when the option was left blank."""
    bank = await library.get(title_or_id) if title_or_id and title_or_id.strip() else await library.default()
    if bank is None:
        raise UserError("There are no questions yet: ask whoever runs this bot to add a question bank.")
    return bank
