"""What is offered while somebody types an option of `/daily`."""

import discord
from discord import app_commands

from bot.services.daily_requests import Schedule
from bot.ui.bank_choices import MAX_CHOICE, MAX_CHOICES, Choices
from bot.ui.buttons import services_of
from bot.ui.daily_options import days_text, offered_days, offered_zones, time_text, zone_label
from bot.ui.markdown import shortened
from bot.ui.replies import AnyInteraction


async def zones(interaction: AnyInteraction, typed: str) -> Choices:
    services, guild_id = services_of(interaction), interaction.guild_id or 0
    schedules = await services.daily.list(guild_id)
    used = [*(schedule.plan.rule.zone for schedule in schedules), await services.rules.zone(guild_id)]
    return [
        app_commands.Choice(name=zone_label(name, interaction.created_at), value=name)
        for name in offered_zones(typed, [zone.key for zone in used])[:MAX_CHOICES]
    ]


async def days(interaction: AnyInteraction, typed: str) -> Choices:
    del interaction
    return [app_commands.Choice(name=words, value=words) for words in offered_days(typed)]


async def schedules(interaction: AnyInteraction, typed: str) -> Choices:
    found = await services_of(interaction).daily.list(interaction.guild_id or 0)
    offered = [(schedule_label(schedule, interaction.guild), str(schedule.id)) for schedule in found]
    return [
        app_commands.Choice(name=label, value=value)
        for label, value in offered
        if typed.strip().casefold() in label.casefold()
    ][:MAX_CHOICES]


def schedule_label(schedule: Schedule, guild: discord.Guild | None) -> str:
    """ "#general · 08:00 Europe/Berlin · Mon–Fri · Distributed Training"."""
    channel = guild.get_channel(schedule.plan.channel_id) if guild else None
    rule = schedule.plan.rule
    parts = [
        f"{'⏸️ ' if schedule.paused else ''}{f'#{channel.name}' if channel else 'a deleted channel'}",
        f"{time_text(rule.at)} {rule.zone.key}",
        days_text(rule.days),
        schedule.bank_title or "no bank",
    ]
    return shortened(" · ".join(parts), MAX_CHOICE)
