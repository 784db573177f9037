"""The seasons of a server: the one that runs, and who won the others."""

from collections.abc import Sequence

import discord

from bot.services.team_requests import SeasonLine
from bot.ui.cards.layout import Part, card, rule
from bot.ui.cards.team_wording import safe_name, within
from bot.ui.cards.wording import mentions, moment, relative

_MAX_LIST = 3_600

_EMPTY = "There has been no season here yet. Quizmasters start one with `/season start`."


def season_list_card(lines: Sequence[SeasonLine]) -> discord.ui.LayoutView:
    parts: list[Part | str] = ["### 📆 Seasons"]
    for line in (line for line in lines if line.running):
        parts += [running_text(line), rule()]
    ended = [_ended(line) for line in lines if not line.running]
    parts.append("\n".join(within(ended, _MAX_LIST)) or (_EMPTY if not lines else "None has ended yet."))
    return card(discord.Colour.blurple(), parts)


def running_text(line: SeasonLine) -> str:
    end = "it ends when a quizmaster says so, with `/season end`"
    if line.ends_ms is not None:
        end = f"it ends {moment(line.ends_ms, 'f')} ({relative(line.ends_ms)})"
    first = f"\n-# In front: {mentions(line.winners)}" if line.winners else ""
    return f"▶️ **{safe_name(line.name)}** began {moment(line.starts_ms, 'D')}; {end}.{first}"


def _ended(line: SeasonLine) -> str:
    dates = f"{moment(line.starts_ms, 'D')} – {moment(line.ends_ms or 0, 'D')}"
    return f"**{safe_name(line.name)}** · {dates}\n-# {winner_text(line)}"


def winner_text(line: SeasonLine) -> str:
    return f"🏆 {mentions(line.winners)}" if line.winners else "Nobody has earned points in it."
