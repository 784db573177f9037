"""A question whose key was wrong, put right afterwards: its points, every board, and its card."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.errors import StageLost, StageUnavailable, UserError
from bot.services import cards
from bot.services.agenda import EntryGoneError
from bot.services.house import House
from bot.services.quiz_steps import QuizSteps
from bot.services.stage import RevealReason, Stage
from bot.store import answers, ledger, rounds
from bot.store.database import Transaction
from bot.store.quizzes import QuizRow
from bot.store.rounds import RoundRow, RoundState

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Corrected:
    letters: Sequence[str]
    """Of the options that are right now."""
    changed: int
    """How many answers are worth something else than before."""
    shown: bool
    """Whether the card says it; one that is gone cannot."""


class NoQuestionError(UserError):
    def __init__(self) -> None:
        super().__init__("There is no question of this server in that message: copy the link of its card.")


class CardsLaterError(UserError):
    def __init__(self) -> None:
        super().__init__(
            "The points are put right, but Discord does not take the changed cards just now: "
            "repeat the command in a few minutes."
        )


class Rescoring:
    def __init__(self, house: House, stage: Stage, steps: QuizSteps) -> None:
        self._database = house.database
        self._stage = stage
        self._steps = steps

    async def correct(self, guild_id: int, message_id: int, letters: Sequence[str]) -> Corrected:
        """Makes the options of those letters the right ones. A repeat changes nothing but the card.

        Raises NoQuestionError, CardsLaterError when only the cards are left to do, and UserError for a letter
        the card does not have or a question still open.
        """
        async with self._database.read() as connection:
            round_id = await rounds.in_message(connection, guild_id, message_id)
        if round_id is None:
            raise NoQuestionError
        try:
            async with self._steps.round(round_id) as (quiz, row):
                corrected = _corrected(row, letters)
                async with self._database.write() as connection:
                    changed = await _rescore(connection, quiz, corrected)
                await self._steps.key_changed(quiz)
                shown = await self._show(quiz, corrected)
                await self._show_final(quiz)
        except EntryGoneError:
            raise NoQuestionError from None
        except StageUnavailable as error:
            raise CardsLaterError from error
        return Corrected(sorted(set(letters)), changed, shown)

    async def _show(self, quiz: QuizRow, corrected: RoundRow) -> bool:
        if corrected.state is RoundState.CLOSED:  # its reveal follows, and has the right key by itself
            return True
        card = await cards.reveal_card(self._database, quiz, corrected)
        try:
            await self._stage.reveal(replace(card, corrected=True))
        except StageLost:
            return False
        return True

    async def _show_final(self, quiz: QuizRow) -> None:
        if quiz.final_message_id is None:  # it follows, and has the right standings by itself
            return
        card = replace(await cards.final_card(self._database, quiz), corrected=True)
        try:
            await self._stage.edit_final(card, quiz.final_message_id)
        except StageLost as lost:
            log.info("the final card of quiz %s stays as it is: %s", quiz.id, lost)


def _corrected(row: RoundRow, letters: Sequence[str]) -> RoundRow:
    if row.state not in (RoundState.CLOSED, RoundState.REVEALED):
        raise UserError("That question is still open: correct it when its answer has been shown.")
    shown = {row.letter_of(option.id): option.id for option in row.options}
    for letter in letters:
        if letter not in shown:
            raise UserError(f"That question has no option {letter}: name one of {', '.join(shown)}.")
    if not letters:
        raise UserError("Name the options that are right by their letters, such as B, or A, C.")
    key = frozenset(shown[letter] for letter in letters)
    return row.asking(replace(row.question, key=key))


async def _rescore(connection: Transaction, quiz: QuizRow, corrected: RoundRow) -> int:
    """How many answers are worth something else now."""
    await rounds.change_question(connection, corrected.id, corrected.question)
    if corrected.closed_by is None or not RevealReason(corrected.closed_by).counts:
        return 0
    before = await answers.scores_of(connection, corrected.id)
    scored = corrected.as_open(quiz.rules).score(await answers.of_round(connection, corrected.id))
    if quiz.ranked:
        await ledger.debit(connection, corrected.guild_id, [corrected.id])
    await answers.save_scores(connection, corrected.id, scored)
    if quiz.ranked:
        await ledger.credit_again(connection, corrected.guild_id, [corrected.id])
    return sum(before[s.answer.player_id] != (s.right, s.points) for s in scored)
