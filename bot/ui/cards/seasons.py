"""Seasons as the cards tell of them: the one that runs, and who won the others."""

from bot.services.team_requests import SeasonLine
from bot.ui.cards.team_wording import safe_name
from bot.ui.cards.wording import mentions, moment, relative


def running_text(line: SeasonLine) -> str:
    end = "it ends when a quizmaster says so, with `/season end`"
    if line.ends_ms is not None:
        end = f"it ends {moment(line.ends_ms, 'f')} ({relative(line.ends_ms)})"
    first = f"\n-# In front: {mentions(line.winners)}" if line.winners else ""
    return f"▶️ **{safe_name(line.name)}** began {moment(line.starts_ms, 'D')}; {end}.{first}"


def ended_text(line: SeasonLine) -> str:
    dates = f"{moment(line.starts_ms, 'D')} – {moment(line.ends_ms or 0, 'D')}"
    return f"**{safe_name(line.name)}** · {dates}\n-# {winner_text(line)}"


def winner_text(line: SeasonLine) -> str:
    return f"🏆 {mentions(line.winners)}" if line.winners else "Nobody has earned points in it."
