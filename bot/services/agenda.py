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
Key = tuple[Kind, int]

AT_ONCE = 200
NEVER_MS = 1 << 62
LONGEST_SLEEP_MS = 60_000  # a clock that was set, or a row another process wrote, is noticed within this time
FIRST_RETRY_MS = 1_000
LONGEST_RETRY_MS = 60_000


@dataclass(frozen=True, slots=True)
class Retry:
    at_ms: int
    tries: int


class EntryGoneError(Exception):
    """For a handler whose work was taken off the agenda before it came to it."""


class Agenda:
    """Hands due entries to their handlers, which remove them in the transaction that completes the work.

    So an entry whose handler fails, or dies, stays and is tried again: a handler must bear to be repeated.
    """

    def __init__(self, house: House) -> None:
        self._house = house
        self._handlers: dict[Kind, Handler] = {}
        self._busy: dict[Key, asyncio.Task[None]] = {}
        self._just_ended: set[Key] = set()
        self._retries: dict[Key, Retry] = {}
        self._loop: asyncio.Task[None] | None = None
        self._asleep_until_ms: int | None = None
        self._look_ms = NEVER_MS
        """When to look at the latest, whatever was read."""
        self._full = False
        """Whether more may be due than was begun."""
        self._woken = False

    def on(self, kind: Kind, handler: Handler) -> None:
        self._handlers[kind] = handler

    def start(self) -> None:
        """Idempotent."""
        if self._loop is None:
            self._loop = asyncio.create_task(self._run(), name="agenda")

    def wake(self, due_ms: int = 0) -> None:
        """To be called after a commit that added or moved an entry; `due_ms` spares a look too soon."""
        if due_ms > self._house.now_ms() and (
            self._asleep_until_ms is None or due_ms >= self._asleep_until_ms
        ):
            self._look_ms = min(self._look_ms, due_ms)
            return
        self._woken = True
        if self._loop is not None and self._asleep_until_ms is not None:
            # Parked in a sleep, not on an event: simulated time can only see through a sleep.
            self._asleep_until_ms = None
            self._loop.cancel()
            self._loop = asyncio.create_task(self._run(), name="agenda")

    async def stop(self, patience_s: float = 5.0) -> None:
        """Begins nothing new and lets what is under way finish, within the patience."""
        loop, self._loop = self._loop, None
        if loop is not None:
            loop.cancel()
            await asyncio.wait([loop])
        if self._busy:
            _done, late = await asyncio.wait(self._busy.values(), timeout=patience_s)
            for task in late:
                task.cancel()
            if late:
                await asyncio.wait(late)

    async def run_due(self) -> None:
        """Everything that is due now and what it makes due now, to the end. For tests, without `start`."""
        self._woken = True
        while self._woken or self._busy:
            self._woken = False
            await self._dispatch()
            if self._busy:
                await asyncio.wait(self._busy.values())

    async def _run(self) -> None:
        while True:
            self._woken, self._look_ms = False, NEVER_MS
            try:
                look_ms = await self._dispatch()
            except Exception:
                log.exception("the agenda could not be read; trying again")
                look_ms = self._house.now_ms() + FIRST_RETRY_MS
            if not self._woken:
                look_ms = min(look_ms, self._look_ms)
                self._asleep_until_ms = look_ms
                await self._house.sleep(max(look_ms - self._house.now_ms(), 0) / 1000)
                self._asleep_until_ms = None

    async def _dispatch(self) -> int:
        """Starts what is due and returns when something else is, in Unix milliseconds."""
        upcoming = await self._upcoming()
        now = self._house.now_ms()
        soonest = now + LONGEST_SLEEP_MS
        for entry in upcoming:
            due_ms = self._due_ms(entry)
            if due_ms > now:
                soonest = min(soonest, due_ms)
            elif entry.key in self._busy or entry.key in self._just_ended:
                continue
            elif len(self._busy) < AT_ONCE:
                self._busy[entry.key] = asyncio.create_task(self._work(entry), name=f"agenda {entry.kind}")
            else:
                break
        self._full = len(self._busy) >= AT_ONCE
        return soonest

    async def _upcoming(self) -> list[Entry]:
        # What ends while this reads may be in the result still, though it is done.
        self._just_ended.clear()
        limit = AT_ONCE + len(self._busy) + len(self._retries)
        async with self._house.database.read() as connection:
            upcoming = await entries.upcoming(connection, self._handlers, self._house.shards, limit)
        if self._retries and (len(upcoming) < limit or upcoming[-1].due_ms > self._house.now_ms()):
            self._forget_retries({entry.key for entry in upcoming})
        return upcoming

    def _forget_retries(self, due: set[Key]) -> None:
        """Of entries that were removed, or moved to another time, by others than their handlers."""
        for key in self._retries.keys() - due - self._busy.keys() - self._just_ended:
            del self._retries[key]

    def _due_ms(self, entry: Entry) -> int:
        retry = self._retries.get(entry.key)
        return max(entry.due_ms, retry.at_ms) if retry else entry.due_ms

    async def _work(self, entry: Entry) -> None:
        try:
            await self._handlers[entry.kind](entry.subject_id)
        except StageUnavailable as error:
            self._try_later(entry, f"Discord is unavailable: {error}")
        except EntryGoneError:
            self._try_later(entry, "if it is still there")
        except Exception:
            log.exception("agenda entry %s of %s failed", entry.kind, entry.subject_id)
            self._try_later(entry, "an error")
        else:
            self._retries.pop(entry.key, None)
        finally:
            del self._busy[entry.key]
            self._just_ended.add(entry.key)
            if self._full and len(self._busy) <= AT_ONCE // 2:  # not for each one that ends: looking costs
                self.wake()

    def _try_later(self, entry: Entry, reason: str) -> None:
        before = self._retries.get(entry.key)
        tries = before.tries + 1 if before else 1
        pause = min(FIRST_RETRY_MS * 2 ** (tries - 1), LONGEST_RETRY_MS)
        again_ms = self._house.now_ms() + pause
        self._retries[entry.key] = Retry(again_ms, tries)
        self.wake(again_ms)
        log.warning("%s of %s again in %d ms (%s)", entry.kind, entry.subject_id, pause, reason)
