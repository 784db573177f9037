"""Seasons as the cards tell of them: the one that runs, and who won the others."""

from bot.services.team_requests import SeasonLine
from bot.ui.cards.team_wording import safe_name, team_name
from bot.ui.cards.wording import listed_some, mentions, moment, relative

_MOST_TEAMS = 3


def running_text(line: SeasonLine) -> str:
    end = "it ends when a quizmaster says so, with `/season end`"
    if line.ends_ms is not None:
        end = f"it ends {moment(line.ends_ms, 'f')} ({relative(line.ends_ms)})"
    first = f"\n-# In front: {_first(line)}" if line.winners else ""
    return f"▶️ **{safe_name(line.name)}** began {moment(line.starts_ms, 'D')}; {end}.{first}"


def ended_text(line: SeasonLine) -> str:
    dates = f"{moment(line.starts_ms, 'D')} – {moment(line.ends_ms or 0, 'D')}"
    return f"**{safe_name(line.name)}** · {dates}\n-# {winner_text(line)}"


def winner_text(line: SeasonLine) -> str:
    return f"🏆 {_first(line)}" if line.winners else "Nobody has earned points in it."


def _first(line: SeasonLine) -> str:
    """The teams before the players: they were many who played for it."""
    players = mentions(line.winners)
    if not line.winning_teams:
        return players
    teams = [team_name(team) for team in line.winning_teams]
    return f"{listed_some(teams, _MOST_TEAMS)} · best player: {players}"
