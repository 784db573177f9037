"""Does what is due when it is due, and after a restart what fell due meanwhile."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.errors import StageUnavailable
from bot.services.house import House
from bot.store import agenda as entries
from bot.store.agenda import Entry, Kind

log = logging.getLogger(__name__)

Handler = Callable[[int], Awaitable[None]]

AT_ONCE = 200
LONGEST_SLEEP_S = 60.0  # a clock that was set, or a row another process wrote, is noticed within this time
FIRST_RETRY_MS = 1_000
LONGEST_RETRY_MS = 60_000


@dataclass(frozen=True, slots=True)
class Retry:
    at_ms: int
    tries: int


class Agenda:
    """Hands due entries to their handlers, which remove them in the transaction that completes the work.

    So an entry whose handler fails, or dies, stays and is tried again: a handler must bear to be repeated.
    """

    def __init__(self, house: House) -> None:
        self._house = house
        self._handlers: dict[Kind, Handler] = {}
        self._busy: dict[int, asyncio.Task[None]] = {}
        self._retries: dict[int, Retry] = {}
        self._loop: asyncio.Task[None] | None = None
        self._asleep = False
        self._woken = False

    def on(self, kind: Kind, handler: Handler) -> None:
        self._handlers[kind] = handler

    def start(self) -> None:
        """Idempotent."""
        if self._loop is None:
            self._loop = asyncio.create_task(self._run(), name="agenda")

    def wake(self) -> None:
        """To be called after a commit that added or moved an entry."""
        self._woken = True
        if self._loop is not None and self._asleep:
            # Parked in a sleep, not on an event: simulated time can only see through a sleep.
            self._asleep = False
            self._loop.cancel()
            self._loop = asyncio.create_task(self._run(), name="agenda")

    async def stop(self, patience_s: float = 5.0) -> None:
        """Begins nothing new and lets what is under way finish, within the patience."""
        if self._loop is not None:
            self._loop.cancel()
            self._loop = None
        if self._busy:
            _done, late = await asyncio.wait(self._busy.values(), timeout=patience_s)
            for task in late:
                task.cancel()

    async def run_due(self) -> None:
        """Everything that is due now and what it makes due now, to the end. For tests, without `start`."""
        await self._dispatch()
        while self._busy:
            await asyncio.wait(self._busy.values())
            await self._dispatch()

    async def _run(self) -> None:
        while True:
            self._woken = False
            try:
                pause = await self._dispatch()
            except Exception:
                log.exception("the agenda could not be read; trying again")
                pause = FIRST_RETRY_MS / 1000
            if self._woken:
                continue
            self._asleep = True
            await self._house.sleep(min(pause, LONGEST_SLEEP_S))
            self._asleep = False

    async def _dispatch(self) -> float:
        """Starts what is due and returns the seconds until something else is."""
        async with self._house.database.read() as connection:
            limit = AT_ONCE + len(self._busy) + len(self._retries)
            upcoming = await entries.upcoming(connection, self._house.shards, limit)
        now = self._house.now_ms()
        for entry in upcoming:
            if entry.id in self._busy:
                continue
            due_ms = self._due_ms(entry)
            if due_ms > now or len(self._busy) >= AT_ONCE:
                continue
            self._busy[entry.id] = asyncio.create_task(self._work(entry), name=f"agenda {entry.kind}")
        waiting = [self._due_ms(entry) for entry in upcoming if entry.id not in self._busy]
        return max(min(waiting) - now, 0) / 1000 if waiting else LONGEST_SLEEP_S

    def _due_ms(self, entry: Entry) -> int:
        retry = self._retries.get(entry.id)
        return max(entry.due_ms, retry.at_ms) if retry else entry.due_ms

    async def _work(self, entry: Entry) -> None:
        try:
            await self._handlers[entry.kind](entry.subject_id)
        except StageUnavailable as error:
            self._try_later(entry, f"Discord is unavailable: {error}")
        except Exception:
            log.exception("agenda entry %s of %s failed", entry.kind, entry.subject_id)
            self._try_later(entry, "an error")
        else:
            self._retries.pop(entry.id, None)
        finally:
            del self._busy[entry.id]
            self.wake()

    def _try_later(self, entry: Entry, reason: str) -> None:
        before = self._retries.get(entry.id)
        tries = before.tries + 1 if before else 1
        pause = min(FIRST_RETRY_MS * 2 ** (tries - 1), LONGEST_RETRY_MS)
        self._retries[entry.id] = Retry(self._house.now_ms() + pause, tries)
        log.warning("%s of %s again in %d ms (%s)", entry.kind, entry.subject_id, pause, reason)
