"""Answers on their way to the disk: many in one commit, each acknowledged after it."""

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from bot.core.round import AlreadyAnsweredError, LateAnswerError, OvertakenError
from bot.errors import UserError
from bot.store import answers as store
from bot.store.answers import NewAnswer, Recorded
from bot.store.database import Database

log = logging.getLogger(__name__)

# So that one look at what stood there before stays under SQLite's limit of 32,766 values.
MOST_PER_COMMIT = 2_000
# Of the 3 seconds that Discord gives for a reply.
PATIENCE_S = 2.0

Key = tuple[int, int]
"""Round and player."""


class NotSavedError(UserError):
    def __init__(self) -> None:
        super().__init__("Your answer could not be saved just now: please click again.")


class SlowToSaveError(UserError):
    """The answer may still be saved."""

    def __init__(self) -> None:
        super().__init__("Saving takes longer than usual: click again to make sure that your answer counts.")


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody in the queue: with an answer to save or, without, to be told that those before are."""

    new: NewAnswer | None
    done: asyncio.Future[None]


class AnswerLog:
    """Group commit: the first answer starts a flush, those that arrive during it share the next one."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[Waiting] = []
        self._flushing: asyncio.Task[None] | None = None
        self.commits = 0

    async def record(self, new: NewAnswer) -> None:
        """Returns when the answer is on the disk.

        Raises AlreadyAnsweredError or OvertakenError, LateAnswerError when its round is not open,
        NotSavedError when the commit failed, SlowToSaveError when it takes so long that the player has to be
        told.
        """
        done = self._queue(new)
        try:
            async with asyncio.timeout(PATIENCE_S):
                await done
        except TimeoutError:
            raise SlowToSaveError from None

    async def settled(self) -> None:
        """Returns when everything handed in before is committed or refused."""
        if self._flushing is not None:
            await self._queue(None)

    def _queue(self, new: NewAnswer | None) -> asyncio.Future[None]:
        waiting = Waiting(new, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._flushing is None:
            self._flushing = asyncio.create_task(self._flush(), name="answers")
        return waiting.done

    async def _flush(self) -> None:
        try:
            while self._waiting:
                batch = self._waiting[:MOST_PER_COMMIT]
                del self._waiting[:MOST_PER_COMMIT]
                await self._commit(batch)
        finally:
            self._flushing = None

    async def _commit(self, batch: list[Waiting]) -> None:
        counting = _counting(waiting.new for waiting in batch if waiting.new is not None)
        try:
            recorded = await self._save(list(counting.values()))
        except Exception as error:
            log.exception("%d answers could not be saved", len(batch))
            for waiting in batch:
                _settle(waiting, NotSavedError() if waiting.new else None, cause=error)
            return
        for waiting in batch:
            _settle(waiting, _refusal(waiting.new, counting, recorded))

    async def _save(self, batch: list[NewAnswer]) -> Recorded:
        if not batch:
            return Recorded(frozenset(), {})
        recorded = await self._database.write_in_one(partial(store.record, batch=batch))
        self.commits += 1
        return recorded


def _counting(batch: Iterable[NewAnswer]) -> dict[Key, NewAnswer]:
    """The one answer of each player and round that counts: the first, or where they change the last click."""
    counting: dict[Key, NewAnswer] = {}
    for new in batch:
        other = counting.setdefault(new.key, new)
        if new.changes and new.answer.elapsed_ms >= other.answer.elapsed_ms:
            counting[new.key] = new
    return counting


def _refusal(new: NewAnswer | None, counting: dict[Key, NewAnswer], recorded: Recorded) -> Exception | None:
    if new is None:
        return None
    other = OvertakenError if new.changes else AlreadyAnsweredError
    if new.key in recorded.earlier:
        return other(recorded.earlier[new.key])
    if new.key not in recorded.new:
        return LateAnswerError()
    if new is not counting[new.key]:
        return other(counting[new.key].answer.option_id)
    return None


def _settle(waiting: Waiting, error: Exception | None, cause: Exception | None = None) -> None:
    if waiting.done.done():  # whoever waited has gone
        return
    if error is None:
        waiting.done.set_result(None)
    else:
        error.__cause__ = cause
        waiting.done.set_exception(error)
