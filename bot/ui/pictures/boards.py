"""What the podium shows of a quiz's end and of a server's boards."""

from collections.abc import Iterator, Mapping, Sequence

from bot.core.board import Ranking, Who
from bot.core.ranking import Score, Standing
from bot.core.survival import Survival
from bot.core.team import Team
from bot.services.requests import Board
from bot.services.stage import FinalCard, TeamPlace
from bot.ui.cards.leaderboard import PERIOD_NAMES, percentage
from bot.ui.cards.team_wording import scored_by, team_points
from bot.ui.cards.wording import counted, how_far
from bot.ui.pictures.lettering import Colour
from bot.ui.pictures.podium import MOST_ENTRIES, Entry, Podium

PLAYED_TOGETHER = 2
"""A podium for one would only repeat the card."""

_Names = Mapping[int, str]


def named(standings: Sequence[Standing]) -> list[int]:
    """Whose names a picture of the standings needs."""
    return [standing.score.player_id for standing in standings[:MOST_ENTRIES]]


def final_podium(final: FinalCard, names: _Names) -> Podium:
    """Of the teams where they play, else of the players."""
    note = f"Final standings after {counted(final.played, 'question')}"
    if final.teams is not None:
        teams = list(_team_places(final.teams.places))
        rule = scored_by(final.teams.rule, final.teams.counted_from)
        return Podium(final.bank_title, note, rule, teams[:MOST_ENTRIES], len(teams))
    shown, total = final.standings[:MOST_ENTRIES], len(final.standings)
    if final.survival is not None:
        survivors = [_survivor(standing, names, final, final.survival) for standing in shown]
        return Podium(final.bank_title, note, "who stayed in longest first, then by points", survivors, total)
    players = [_player(standing, names, Ranking.POINTS) for standing in shown]
    return Podium(final.bank_title, note, "in points", players, total)


def board_podium(board: Board, names: _Names) -> Podium:
    by, of_teams = board.choice.by, board.choice.who is Who.TEAMS
    title = f"{'Teams' if of_teams else 'Players'}, {_span(board)}"
    by_points = scored_by(board.rule) if of_teams else "points"
    order = by_points if by is Ranking.POINTS else "accuracy"
    note = board.bank_title or "All banks"
    players = [_player(standing, names, by) for standing in board.rows]
    return Podium(title, note, order, [*players, *_ranked_teams(board)], board.entries)


def _span(board: Board) -> str:
    if board.season is None:
        return PERIOD_NAMES[board.choice.period]
    return board.season.name if board.season.running else f"{board.season.name} (ended)"


def _player(standing: Standing, names: _Names, by: Ranking) -> Entry:
    score = standing.score
    name = names[score.player_id]
    if by is Ranking.ACCURACY:
        return Entry(standing.place, name, _part_right(score), percentage(score), standing.tied)
    return Entry(standing.place, name, score.points, f"{score.points:,}", standing.tied)


def _survivor(standing: Standing, names: _Names, final: FinalCard, survival: Survival) -> Entry:
    """With the number of questions survived; one that was skipped is one that nobody fell at."""
    player_id = standing.score.player_id
    all_asked = max([final.played, *survival.fell_at.values()])
    fell_at = survival.fell_at.get(player_id)
    survived = all_asked if fell_at is None else fell_at - 1
    return Entry(standing.place, names[player_id], survived, how_far(survival, player_id), standing.tied)


def _ranked_teams(board: Board) -> Iterator[Entry]:
    for ranked in board.teams:
        standing, team = ranked.standing, ranked.team
        if standing is None:
            continue
        score = standing.score
        figure, said = float(score.points), team_points(score.points)
        if board.choice.by is Ranking.ACCURACY:
            figure, said = _part_right(score.total), percentage(score.total)
        yield Entry(standing.place, _name(team), figure, said, standing.tied, _colour(team))


def _team_places(places: Sequence[TeamPlace]) -> Iterator[Entry]:
    for stands in places:
        if stands.place is not None:
            points, team = stands.points, stands.team
            said = team_points(points)
            yield Entry(stands.place, _name(team), float(points), said, stands.tied, _colour(team))


def _part_right(score: Score) -> float:
    return score.right / score.answered if score.answered else 0.0


def _name(team: Team) -> str:
    """Without an emoji of the server's own, which is no letter of any font."""
    return team.name if team.emoji.startswith("<") else f"{team.emoji} {team.name}".strip()


def _colour(team: Team) -> Colour:
    return team.colour >> 16 & 0xFF, team.colour >> 8 & 0xFF, team.colour & 0xFF
