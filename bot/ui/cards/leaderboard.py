"""What a leaderboard says: its heading, its rows, the reader's own place and what it is made of."""

from bot.core.board import Ranking, Who
from bot.core.period import Period
from bot.core.ranking import ACCURACY_FROM, Score
from bot.core.team_score import TeamScore
from bot.services.requests import Board, RankedTeam
from bot.ui.cards.team_wording import safe_name, scored_by, team_name, team_points
from bot.ui.cards.wording import (
    counted,
    kept_together,
    place,
    place_in_words,
    place_lines,
    place_mark,
    relative,
)
from bot.ui.markdown import fitted, one_line

PERIOD_NAMES = {
    Period.DAY: "today",
    Period.WEEK: "this week",
    Period.MONTH: "this month",
    Period.SEASON: "this season",
    Period.ALL: "all time",
}

_NBSP = "\N{NO-BREAK SPACE}"


def heading(board: Board) -> str:
    """What the board is of, and below in small letters how it is narrowed down and ordered."""
    title = "Leaderboard" if board.choice.who is Who.PLAYERS else "Team leaderboard"
    facts = [fitted(one_line(board.bank_title), 200), _order(board)]
    return f"### 🏆 {title} · {_span(board)}\n-# {' · '.join(filter(None, facts))}"


def _span(board: Board) -> str:
    if board.season is None:
        return PERIOD_NAMES[board.choice.period]
    name = safe_name(board.season.name)
    return name if board.season.running else f"{name} (ended)"


def _order(board: Board) -> str:
    if board.choice.by is Ranking.ACCURACY:
        return f"by accuracy, from {ACCURACY_FROM} answers"
    return scored_by(board.rule) if board.choice.who is Who.TEAMS else "points · right answers"


def rows(board: Board) -> str:
    if board.choice.who is Who.TEAMS:
        lines = [_team_line(ranked, board.choice.by) for ranked in board.teams]
    elif board.choice.by is Ranking.POINTS:
        lines = place_lines(board.rows)
    else:
        lines = [f"{place(row)} <@{row.score.player_id}> · {_accuracy(row.score)}" for row in board.rows]
    return "\n".join(lines) or _empty(board)


def _empty(board: Board) -> str:
    if board.choice.period is Period.SEASON and board.season is None:
        return "There was no season here yet: a quizmaster starts one with `/season start`."
    if board.season is not None and not board.season.running:
        return "Nobody came to stand here."
    if board.choice.who is Who.TEAMS:
        return "No team stands here yet: join one with `/team join` and play a quiz."
    if board.choice.by is Ranking.ACCURACY:
        return f"Nobody has given {ACCURACY_FROM} answers yet: play a quiz with `/quiz start`."
    return "Nobody stands here yet: play a quiz with `/quiz start`."


def percentage(score: Score) -> str:
    """Of right answers, with one digit where it has more: "87.5%"."""
    percent = f"{100 * score.right / score.answered:.1f}".removesuffix(".0")
    return f"{percent}%"


def _accuracy(score: Score) -> str:
    return f"**{percentage(score)}** · {score.right:,} of {score.answered:,}{_NBSP}right"


def _team_amount(score: TeamScore, by: Ranking) -> str:
    return _accuracy(score.total) if by is Ranking.ACCURACY else f"**{team_points(score.points)}**"


def _team_line(ranked: RankedTeam, by: Ranking) -> str:
    standing = ranked.standing
    if standing is None:
        missing = "nobody counts yet" if by is Ranking.POINTS else "too few answers yet"
        return f"– {team_name(ranked.team)} · {missing}"
    mark = place_mark(standing.place, tied=standing.tied)
    members = kept_together(counted(standing.score.counted, "player"))
    return f"{mark} {team_name(ranked.team)} · {_team_amount(standing.score, by)} · {members}"


def own_place(board: Board, reader_id: int) -> str:
    if board.choice.who is Who.TEAMS:
        return _own_team(board, reader_id)
    if board.own is None:
        return f"<@{reader_id}> has no place here yet."
    points = counted(board.own.score.points, "point")
    amount = points if board.choice.by is Ranking.POINTS else _accuracy(board.own.score)
    return f"<@{reader_id}>: {place_in_words(board.own)} of {board.entries:,} with {amount}"


def _own_team(board: Board, reader_id: int) -> str:
    if board.own_team is None:
        return f"<@{reader_id}> is on no team."
    whose = f"<@{reader_id}>'s team, {team_name(board.own_team.team)}"
    standing = board.own_team.standing
    if standing is None:
        return f"{whose}, has no place here yet."
    amount = _team_amount(standing.score, board.choice.by)
    if board.choice.by is Ranking.POINTS:
        amount += " point" if standing.score.points == 1 else " points"
    return f"{whose}: {place_in_words(standing)} of {board.entries:,} with {amount}"


def footer(board: Board) -> str:
    facts = [counted(board.entries, "player" if board.choice.who is Who.PLAYERS else "team")]
    if board.pages > 1:
        facts.append(f"page {board.page + 1} of {board.pages}")
    if board.resets_at:
        facts.append(f"{'ends' if board.season else 'next reset'} {relative(board.resets_at)}")
    return f"-# {' · '.join(facts)}"
