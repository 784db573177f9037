"""Cards, filled from what is stored: the same before and after a restart."""

from bot.core.quiz import EndReason
from bot.services.stage import Fastest, FinalCard, QuestionCard, RevealCard, RevealReason
from bot.services.surviving import standings_of, survival_of
from bot.services.team_table import team_table
from bot.store import results
from bot.store.database import Database, Transaction
from bot.store.quizzes import QuizRow
from bot.store.rounds import RoundRow

TOP = 5


def question_card(quiz: QuizRow, asked: RoundRow, *, deadline_ms: int, answered: int) -> QuestionCard:
    return QuestionCard(
        quiz_id=quiz.id,
        round_id=asked.id,
        guild_id=asked.guild_id,
        channel_id=asked.channel_id,
        bank_title=quiz.bank_title,
        number=asked.position + 1,
        length=quiz.length,
        stem=asked.question.stem,
        image=asked.question.image,
        options=asked.options,
        deadline_ms=deadline_ms,
        answered=answered,
        daily=quiz.daily,
    )


async def reveal_card(database: Database, quiz: QuizRow, closed: RoundRow) -> RevealCard:
    """Raises ValueError for a round that was never posted."""
    if closed.message_id is None or closed.opened_ms is None:
        raise ValueError(f"round {closed.id} has no message")
    async with database.read() as connection:
        votes = await results.votes(connection, closed.id)
        survival = await survival_of(connection, quiz)
        places = await standings_of(connection, quiz, survival)
        fastest = await _fastest(connection, quiz.id, closed.id)
        teams = await team_table(connection, quiz)
    deadline_ms = closed.opened_ms + closed.limit_ms
    return RevealCard(
        question=question_card(quiz, closed, deadline_ms=deadline_ms, answered=sum(votes.values())),
        message_id=closed.message_id,
        key=closed.question.key,
        votes=votes,
        explanation=closed.question.explanation,
        reference=closed.question.reference,
        fastest=fastest,
        top=places[:TOP],
        players=len(places),
        reason=RevealReason(closed.closed_by or RevealReason.TIME),
        mode=quiz.rules.mode,
        survival=survival,
        teams=teams,
    )


async def final_card(database: Database, quiz: QuizRow) -> FinalCard:
    async with database.read() as connection:
        survival = await survival_of(connection, quiz)
        places = await standings_of(connection, quiz, survival)
        played = len(await results.scored_rounds(connection, quiz.id))
        fastest = await _fastest(connection, quiz.id)
        teams = await team_table(connection, quiz)
    return FinalCard(
        quiz_id=quiz.id,
        guild_id=quiz.guild_id,
        channel_id=quiz.channel_id,
        bank_title=quiz.bank_title,
        standings=places,
        played=played,
        length=quiz.length,
        reason=quiz.end_reason or EndReason.COMPLETED,
        detail=quiz.end_detail,
        fastest=fastest,
        ranked=quiz.ranked,
        ranked_from=quiz.rules.ranked_from,
        survival=survival,
        teams=teams,
    )


async def _fastest(connection: Transaction, quiz_id: int, round_id: int | None = None) -> Fastest | None:
    found = await results.fastest(connection, quiz_id, round_id)
    return Fastest(*found) if found else None
