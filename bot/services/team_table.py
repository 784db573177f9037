"""How the teams stand in a quiz, read from its answers alone: a later change of team changes nothing."""

from collections.abc import Sequence

from bot.core.team_score import COUNTED_FROM, TeamRule, TeamScore, team_score, team_standings
from bot.services.stage import TeamPlace
from bot.store import results, teams
from bot.store.database import Transaction
from bot.store.quizzes import QuizRow


async def team_table(connection: Transaction, quiz: QuizRow, rule: TeamRule) -> Sequence[TeamPlace]:
    """Best first, then the teams of whom nobody counts yet; nothing where teams do not play."""
    if not quiz.rules.teams:
        return ()
    asked = len(await results.scored_rounds(connection, quiz.id))
    found = await results.team_scores(connection, quiz.id)
    known = await teams.by_ids(connection, found.keys())
    scores = [
        # In a short quiz nobody could answer as often as a member has to elsewhere.
        team_score(team_id, members, rule, counted_from=min(COUNTED_FROM, asked))
        for team_id, members in found.items()
        if team_id in known
    ]
    placed = [
        TeamPlace(
            known[standing.score.team_id],
            standing.place,
            standing.tied,
            standing.score.points,
            standing.score.counted,
        )
        for standing in team_standings(scores)
    ]
    uncounted = sorted((score for score in scores if not score.counted), key=_id)
    return [*placed, *(TeamPlace(known[score.team_id], None, False, score.points, 0) for score in uncounted)]


def _id(score: TeamScore) -> int:
    return score.team_id
