"""How many have answered, shown on open questions by at most one edit every few seconds."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.errors import StageError
from bot.services.house import Sleep
from bot.services.stage import QuestionCard

log = logging.getLogger(__name__)

EDIT_INTERVAL_S = 3.0
DAILY_EDIT_INTERVAL_S = 60.0
"""A daily question is open for hours, and Discord lets old messages be edited less often."""

# Only late calls for rounds closed a moment ago have to be told apart.
_CLOSED_REMEMBERED = 1_000

Edit = Callable[[QuestionCard, int], Awaitable[None]]


@dataclass(slots=True)
class _Waiting:
    card: QuestionCard
    message_id: int
    sending: bool = False
    changed: bool = False
    task: asyncio.Task[None] | None = field(default=None)


class Progress:
    def __init__(
        self, edit: Edit, sleep: Sleep = asyncio.sleep, is_busy: Callable[[], bool] = lambda: False
    ) -> None:
        """While it `is_busy`, nothing is shown: the line is needed for what matters more."""
        self._edit = edit
        self._sleep = sleep
        self._is_busy = is_busy
        self._waiting: dict[int, _Waiting] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed: OrderedDict[int, None] = OrderedDict()

    def show(self, card: QuestionCard, message_id: int) -> None:
        """Has the card edited soon; of several calls within the interval the last one counts."""
        if card.round_id in self._closed:
            return
        waiting = self._waiting.get(card.round_id)
        if waiting is None:
            waiting = self._waiting[card.round_id] = _Waiting(card, message_id)
            waiting.task = self._start(waiting)
        waiting.card, waiting.changed = card, True

    async def end(self, round_id: int) -> None:
        """Returns when no edit of the round is on its way; none follows."""
        self._closed[round_id] = None
        while len(self._closed) > _CLOSED_REMEMBERED:
            self._closed.popitem(last=False)
        waiting = self._waiting.pop(round_id, None)
        if waiting is None or waiting.task is None:
            return
        if not waiting.sending:
            waiting.task.cancel()
            return
        # An edit that Discord may have got already cannot be taken back: it has to arrive first.
        waiting.changed = False
        await asyncio.wait([waiting.task])

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._waiting.clear()

    def _start(self, waiting: _Waiting) -> asyncio.Task[None]:
        task = asyncio.create_task(self._run(waiting), name=f"progress-{waiting.card.round_id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _run(self, waiting: _Waiting) -> None:
        try:
            while waiting.changed:
                await self._sleep(DAILY_EDIT_INTERVAL_S if waiting.card.daily else EDIT_INTERVAL_S)
                if self._is_busy():
                    continue
                waiting.changed, waiting.sending = False, True
                await self._send(waiting)
                waiting.sending = False
        finally:
            if self._waiting.get(waiting.card.round_id) is waiting:
                del self._waiting[waiting.card.round_id]

    async def _send(self, waiting: _Waiting) -> None:
        card = waiting.card
        try:
            await self._edit(card, waiting.message_id)
        except StageError as error:
            log.warning(
                "Progress of round %s not shown in channel %s: %s", card.round_id, card.channel_id, error
            )
        except Exception:
            log.exception("Progress of round %s failed in channel %s", card.round_id, card.channel_id)
