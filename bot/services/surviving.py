"""How a quiz in survival stands, read from the answers of its closed questions."""

from bot.core.mode import Mode
from bot.core.ranking import Standing, standings
from bot.core.survival import Survival, survival_after
from bot.store import results
from bot.store.database import Transaction
from bot.store.quizzes import QuizRow


async def survival_of(connection: Transaction, quiz: QuizRow) -> Survival | None:
    """None when the quiz is played in another mode."""
    if quiz.rules.mode is not Mode.SURVIVAL:
        return None
    return survival_after(await results.closed_questions(connection, quiz.id))


async def standings_of(connection: Transaction, quiz: QuizRow, survival: Survival | None) -> list[Standing]:
    """After the last question that was scored, best first."""
    scores = await results.scores(connection, quiz.id)
    return survival.standings(scores) if survival is not None else standings(scores)
