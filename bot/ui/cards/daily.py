"""Schedules of daily questions, as quizmasters see them."""

import discord

from bot.core.daily import RunState
from bot.services.daily_requests import LastRun, Plan, Preview, Schedule
from bot.ui.cards.layout import Part, card, rule
from bot.ui.cards.question import question_parts
from bot.ui.cards.wording import counted, moment, relative, short_day
from bot.ui.daily_options import days_text, time_text
from bot.ui.markdown import fitted, one_line, shortened
from bot.ui.message_links import message_url

# With these, five schedules fit into one message however long their words are.
_MAX_TITLE = 60
_MAX_REASON = 140


def schedule_card(said: str, schedule: Schedule) -> discord.ui.LayoutView:
    return card(discord.Colour.blurple(), [said, rule(), schedule_text(schedule)])


def schedule_text(schedule: Schedule) -> str:
    lines = [_when(schedule.plan), _what(schedule), _next(schedule)]
    if schedule.last:
        lines.append(f"-# Last: {_last(schedule.guild_id, schedule.last)}")
    if schedule.failed_days:
        lines.append(f"-# ⚠️ Not posted on {counted(schedule.failed_days, 'day')} in a row")
    return "\n".join(lines)


def _when(plan: Plan) -> str:
    rule = plan.rule
    return f"**<#{plan.channel_id}> · {time_text(rule.at)} {rule.zone.key} · {days_text(rule.days)}**"


def _what(schedule: Schedule) -> str:
    plan = schedule.plan
    title = fitted(one_line(schedule.bank_title), _MAX_TITLE)
    facts = [
        title or "⚠️ its bank is gone: choose another with `/daily edit`",
        f"open {counted(plan.open_hours, 'hour')}" if plan.open_hours else "open until the next post",
        *([f"mentions <@&{plan.role_id}>"] if plan.role_id else []),
        *(["with a thread"] if plan.thread else []),
        *(["tells at once what is right"] if plan.instant else []),
    ]
    return " · ".join(facts)


def _next(schedule: Schedule) -> str:
    if schedule.next_ms is not None:
        return f"Next: {moment(schedule.next_ms, 'F')} ({relative(schedule.next_ms)})"
    because = f" because {_reason(schedule.paused_because)}" if schedule.paused_because else ""
    return f"⏸️ Paused{because}: `/daily resume` lets it go on"


def _last(guild_id: int, last: LastRun) -> str:
    day, detail = short_day(last.day), _reason(last.detail)
    match last.state:
        case RunState.POSTED:
            posted = f"posted{' late' if last.late else ''} on {day}"
            return " · ".join(filter(None, [_linked(posted, guild_id, last), detail]))
        case RunState.SKIPPED:
            return f"skipped on {day}: {detail}"
        case RunState.FAILED:
            return f"❌ failed on {day}: {detail}"
        case RunState.CLAIMED:
            return f"not posted yet on {day}, I keep trying: {detail}" if detail else "being posted just now"


def _linked(words: str, guild_id: int, last: LastRun) -> str:
    if last.message_id is None or last.channel_id is None:
        return words
    return f"[{words}]({message_url(guild_id, last.channel_id, last.message_id)})"


def _reason(ours: str) -> str:
    """A reason in our own words, which may name a channel."""
    return shortened(ours, _MAX_REASON)


def preview_card(preview: Preview) -> discord.ui.LayoutView:
    runs = [f"{moment(run_ms, 'F')} ({relative(run_ms)})" for run_ms in preview.next_runs_ms]
    parts: list[Part | str] = [*question_parts(preview.card, enabled=False), rule()]
    return card(discord.Colour.greyple(), [*parts, "\n".join(["**Preview.** The next posts:", *runs])])
