"""Closing a round: scores, the server's totals and what comes next, in one transaction."""

from dataclasses import dataclass
from datetime import tzinfo

from bot.core.instant import instant_of
from bot.core.quiz import EndReason
from bot.services.stage import RevealReason
from bot.store import agenda, answers, ledger, quizzes, results, rounds
from bot.store.agenda import Kind
from bot.store.database import Transaction
from bot.store.quizzes import QuizRow
from bot.store.rounds import RoundRow, RoundState


@dataclass(frozen=True, slots=True)
class Closing:
    connection: Transaction
    quiz: QuizRow
    row: RoundRow

    async def close(self, reason: RevealReason, now_ms: int, zone: tzinfo) -> None:
        """Nothing happens to a round that is not open. A skipped or stopped one counts for nobody.

        Stopping ends the quiz too, once the round is revealed.
        """
        counted = reason.counts
        closed = await rounds.move(
            self.connection,
            self.row.id,
            RoundState.OPEN,
            RoundState.CLOSED,
            closed_by=reason.value,
            closed_ms=now_ms,
            local_date=_local_date(self.row, zone) if counted else None,
        )
        await agenda.drop(self.connection, Kind.CLOSE_ROUND, self.row.id)
        if reason is RevealReason.STOPPED:
            await rounds.forget_planned(self.connection, self.quiz.id)
            await quizzes.change(self.connection, self.quiz.id, end_reason=EndReason.STOPPED.value)
        if closed:
            await agenda.put(self.connection, Kind.REVEAL_ROUND, self.row.id, self.row.guild_id, now_ms)
            if counted:
                await self._score()

    async def _score(self) -> None:
        given = await answers.of_round(self.connection, self.row.id)
        scored = self.row.as_open(self.quiz.rules).score(given)
        await answers.save_scores(self.connection, self.row.id, scored)
        unanswered = 0 if given else self.quiz.unanswered + 1
        await quizzes.change(self.connection, self.quiz.id, unanswered=unanswered)
        if self.quiz.ranked:
            await ledger.credit(self.connection, self.row.guild_id, [self.row.id])
        elif await results.players(self.connection, self.quiz.id) >= self.quiz.rules.ranked_from:
            # Enough people have answered now: what the quiz brought so far counts too.
            await quizzes.change(self.connection, self.quiz.id, ranked=True)
            scored_rounds = await results.scored_rounds(self.connection, self.quiz.id)
            await ledger.credit(self.connection, self.row.guild_id, scored_rounds)


def _local_date(row: RoundRow, zone: tzinfo) -> str:
    """All answers of a round count for the day it was opened on."""
    return instant_of(row.opened_ms or 0).astimezone(zone).date().isoformat()
