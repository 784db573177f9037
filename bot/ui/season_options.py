"""The end of a season: read as people type it, and offered while they do."""

from calendar import monthrange
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from discord import app_commands

from bot.core.instant import unix_ms
from bot.core.schedule import Rule
from bot.errors import UserError
from bot.ui.bank_choices import Choices
from bot.ui.buttons import services_of
from bot.ui.cards.wording import short_day
from bot.ui.daily_options import read_time
from bot.ui.replies import AnyInteraction

LONGEST = timedelta(days=5 * 366)


async def ends(interaction: AnyInteraction, typed: str) -> Choices:
    zone = await services_of(interaction).rules.zone(interaction.guild_id or 0)
    today = interaction.created_at.astimezone(zone).date()
    offered = {
        day.isoformat(): f"{day.isoformat()} · {words}, {short_day(day)}" for words, day in _likely(today)
    }
    return [
        app_commands.Choice(name=label, value=value)
        for value, label in offered.items()
        if typed.strip().casefold() in label.casefold()
    ]


def _likely(today: date) -> Iterator[tuple[str, date]]:
    yield "this Sunday", today + timedelta(days=6 - today.weekday())
    yield "the end of this month", today.replace(day=monthrange(today.year, today.month)[1])
    yield "in four weeks", today + timedelta(days=28)
    yield "in twelve weeks", today + timedelta(days=84)
    yield "the end of this year", date(today.year, 12, 31)


def read_end(typed: str, zone: ZoneInfo, now: datetime) -> int:
    """In Unix milliseconds; a day without a time is the season's last. Raises UserError."""
    day_text, _, time_text = typed.strip().partition(" ")
    try:
        day = date.fromisoformat(day_text)
    except ValueError:
        raise UserError(
            "I cannot read that end: type a day such as 2026-12-24, or with a time 2026-12-24 18:00."
        ) from None
    if not -LONGEST < day - now.date() < LONGEST:
        raise UserError("A season ends within five years: give an earlier day, or leave it out.")
    if time_text:
        return unix_ms(Rule(read_time(time_text), zone).run_at(day))
    return unix_ms(Rule(time(0), zone).run_at(day + timedelta(days=1)))
