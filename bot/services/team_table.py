"""How the teams stand in a quiz, read from its answers alone: a later change of team changes nothing."""

from bot.core.team_score import COUNTED_FROM, TeamScore, team_score, team_standings
from bot.services.stage import TeamPlace, TeamTable
from bot.store import results, teams
from bot.store.database import Transaction
from bot.store.quizzes import QuizRow


async def team_table(connection: Transaction, quiz: QuizRow) -> TeamTable | None:
    """None where teams do not play."""
    if not quiz.rules.teams:
        return None
    asked = len(await results.scored_rounds(connection, quiz.id))
    rule = quiz.rules.team_rule
    # In a short quiz nobody could answer as often as a member has to elsewhere.
    counted_from = min(COUNTED_FROM, asked)
    found = await results.team_scores(connection, quiz.id)
    scores = [team_score(team_id, members, rule, counted_from) for team_id, members in found.items()]
    standings = team_standings(scores)
    placed = [(standing.score, standing.place, standing.tied) for standing in standings]
    others = sorted((score for score in scores if not score.counted), key=_id)
    known = await teams.by_ids(connection, found.keys())
    places = [
        TeamPlace(known[score.team_id], place, tied, score.points, score.counted)
        for score, place, tied in [*placed, *((score, None, False) for score in others)]
    ]
    return TeamTable(places, rule, counted_from)


def _id(score: TeamScore) -> int:
    return score.team_id
