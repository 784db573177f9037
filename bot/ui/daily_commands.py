"""`/daily`: questions that are posted by themselves, at a time of day."""

from dataclasses import replace
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.core.schedule import EVERY_DAY, Rule
from bot.errors import UserError
from bot.services.daily_requests import NoScheduleError, Plan, PostedAlreadyError
from bot.ui import daily_choices
from bot.ui.bank_choices import banks, chosen_bank
from bot.ui.buttons import services_of
from bot.ui.cards.daily import preview_card, schedule_card
from bot.ui.daily_list import daily_list_card
from bot.ui.daily_options import read_days, read_time, read_zone
from bot.ui.message_links import message_url
from bot.ui.permissions import require_daily
from bot.ui.ports import Daily
from bot.ui.quiz_commands import place_of
from bot.ui.replies import AnyInteraction, in_time, reply

UNTIL_NEXT = 0

Reveal = Literal["at the close", "at once"]

_OPTIONS = {
    "time": "When it is posted: 08:00, 20:30 or 8 pm",
    "zone": "Whose time that is: type a city, such as Berlin",
    "days": "On which days: every day (default), weekdays, weekends, or such as Mon, Wed, Fri",
    "bank": "Where the questions come from",
    "role": "Mentioned with each post",
    "thread": "Whether a thread to discuss it is opened at the close",
    "reveal": "When one learns what is right: all at the close, or each at once (the first answer is final)",
}


_SCHEDULE = {"schedule": "Which daily question"}

_SUGGESTIONS = {"zone": daily_choices.zones, "days": daily_choices.days, "bank": banks}
_SCHEDULES = {"schedule": daily_choices.schedules}


class DailyCommands(commands.Cog):
    daily = app_commands.Group(
        name="daily",
        description="Questions that post themselves at a set time",
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    @daily.command(name="add", description="Have a question posted daily, at a set time")
    @app_commands.describe(
        **_OPTIONS | {"zone": "Whose time that is: type a city, such as Berlin (that of the server)"},
        channel="Where it is posted (here)",
        hours="How many hours it can be answered (until the next post, at most 24)",
    )
    @app_commands.autocomplete(**_SUGGESTIONS)
    async def add(
        self,
        interaction: AnyInteraction,
        time: str,
        *,
        zone: str | None = None,
        channel: discord.TextChannel | None = None,
        days: str | None = None,
        bank: str | None = None,
        hours: app_commands.Range[int, 1, 24] | None = None,
        role: discord.Role | None = None,
        thread: bool = False,
        reveal: Reveal = "at the close",
    ) -> None:
        guild_id, _ = place_of(interaction)
        services = services_of(interaction)
        rule = Rule(
            read_time(time),
            read_zone(zone) if zone else await services.rules.zone(guild_id),
            read_days(days) if days else EVERY_DAY,
        )
        plan = Plan(
            channel_id=(channel or _this_channel(interaction)).id,
            bank_id=(await chosen_bank(services.library, bank)).id,
            rule=rule,
            open_hours=hours,
            role_id=role.id if role else None,
            thread=thread,
            instant=reveal == "at once",
        )
        require_daily(interaction.guild, plan)
        async with in_time(interaction):
            schedule = await services.daily.add(guild_id, interaction.user.id, plan)
        await reply(interaction, schedule_card("✅ **Added.** `/daily preview` shows what comes.", schedule))

    @daily.command(name="list", description="All daily questions, and how each went last")
    async def list(self, interaction: AnyInteraction) -> None:
        guild_id, _ = place_of(interaction)
        await reply(interaction, daily_list_card(await services_of(interaction).daily.list(guild_id)))

    @daily.command(name="edit", description="Change a daily question: only what you give")
    @app_commands.describe(
        **_SCHEDULE,
        **_OPTIONS,
        channel="Where it is posted",
        hours="How many hours it can be answered; 0: until the next post, at most 24",
        no_role="True: mention no role any more",
    )
    @app_commands.autocomplete(**_SCHEDULES, **_SUGGESTIONS)
    async def edit(
        self,
        interaction: AnyInteraction,
        schedule: str,
        *,
        time: str | None = None,
        zone: str | None = None,
        channel: discord.TextChannel | None = None,
        days: str | None = None,
        bank: str | None = None,
        hours: app_commands.Range[int, UNTIL_NEXT, 24] | None = None,
        role: discord.Role | None = None,
        no_role: bool = False,
        thread: bool | None = None,
        reveal: Reveal | None = None,
    ) -> None:
        daily, guild_id, schedule_id = _named(interaction, schedule)
        plan = (await daily.get(guild_id, schedule_id)).plan
        rule = Rule(
            read_time(time) if time else plan.rule.at,
            read_zone(zone) if zone else plan.rule.zone,
            read_days(days) if days else plan.rule.days,
        )
        library = services_of(interaction).library
        plan = replace(
            plan,
            channel_id=channel.id if channel else plan.channel_id,
            bank_id=(await chosen_bank(library, bank)).id if bank else plan.bank_id,
            rule=rule,
            open_hours=plan.open_hours if hours is None else hours or None,
            role_id=role.id if role else None if no_role else plan.role_id,
            thread=plan.thread if thread is None else thread,
            instant=plan.instant if reveal is None else reveal == "at once",
        )
        require_daily(interaction.guild, plan)
        async with in_time(interaction):
            edited = await daily.edit(guild_id, schedule_id, plan)
        await reply(
            interaction, schedule_card("✅ **Changed.** A question that is open stays as it is.", edited)
        )

    @daily.command(name="pause", description="Stop a daily question until you resume it")
    @app_commands.describe(**_SCHEDULE)
    @app_commands.autocomplete(**_SCHEDULES)
    async def pause(self, interaction: AnyInteraction, schedule: str) -> None:
        daily, guild_id, schedule_id = _named(interaction, schedule)
        async with in_time(interaction):
            paused = await daily.pause(guild_id, schedule_id)
        await reply(interaction, schedule_card("✅ **Paused.** A question that is open goes on.", paused))

    @daily.command(name="resume", description="Let a paused daily question go on")
    @app_commands.describe(**_SCHEDULE)
    @app_commands.autocomplete(**_SCHEDULES)
    async def resume(self, interaction: AnyInteraction, schedule: str) -> None:
        daily, guild_id, schedule_id = _named(interaction, schedule)
        require_daily(interaction.guild, (await daily.get(guild_id, schedule_id)).plan)
        async with in_time(interaction):
            resumed = await daily.resume(guild_id, schedule_id)
        await reply(interaction, schedule_card("✅ **Resumed.**", resumed))

    @daily.command(name="remove", description="Remove a daily question for good")
    @app_commands.describe(**_SCHEDULE)
    @app_commands.autocomplete(**_SCHEDULES)
    async def remove(self, interaction: AnyInteraction, schedule: str) -> None:
        daily, guild_id, schedule_id = _named(interaction, schedule)
        async with in_time(interaction):
            await daily.remove(guild_id, schedule_id)
        await reply(interaction, "The daily question is removed. If one is open, it goes on until it closes.")

    @daily.command(name="preview", description="See the next question and the next five dates")
    @app_commands.describe(**_SCHEDULE)
    @app_commands.autocomplete(**_SCHEDULES)
    async def preview(self, interaction: AnyInteraction, schedule: str) -> None:
        daily, guild_id, schedule_id = _named(interaction, schedule)
        await reply(interaction, preview_card(await daily.preview(guild_id, schedule_id)))

    @daily.command(name="post-now", description="Post today's question now, not at its time")
    @app_commands.describe(**_SCHEDULE)
    @app_commands.autocomplete(**_SCHEDULES)
    async def post_now(self, interaction: AnyInteraction, schedule: str) -> None:
        daily, guild_id, schedule_id = _named(interaction, schedule)
        plan = (await daily.get(guild_id, schedule_id)).plan
        require_daily(interaction.guild, plan)
        try:
            async with in_time(interaction):
                message_id = await daily.post_now(guild_id, schedule_id)
        except PostedAlreadyError as posted:
            raise UserError(_already(posted, guild_id)) from posted
        url = message_url(guild_id, plan.channel_id, message_id)
        await reply(interaction, f"Posted: {url} – today it is not posted again.")


def _named(interaction: AnyInteraction, schedule: str) -> tuple[Daily, int, int]:
    """The service, the server and the schedule's id. Raises NoScheduleError for what is no id."""
    guild_id, _ = place_of(interaction)
    if not schedule.isdecimal() or len(schedule) > 18:
        raise NoScheduleError
    return services_of(interaction).daily, guild_id, int(schedule)


def _this_channel(interaction: AnyInteraction) -> discord.TextChannel:
    if not isinstance(interaction.channel, discord.TextChannel):
        raise UserError("Daily questions are posted in text channels: name one with the option channel.")
    return interaction.channel


def _already(posted: PostedAlreadyError, guild_id: int) -> str:
    if posted.channel_id is None or posted.message_id is None:
        return str(posted)
    return f"{posted} {message_url(guild_id, posted.channel_id, posted.message_id)}"
