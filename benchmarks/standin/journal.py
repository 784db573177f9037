"""Everything that was asked of the stand-in, and waiting until something has been."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

Json = dict[str, Any]
T = TypeVar("T")

CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"
POST = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
HISTORY = "GET /channels/{channel_id}/messages"


@dataclass(slots=True)
class Request:
    at: float
    """When it arrived, by the monotonic clock."""
    route: str
    """Method and path with the names of its parameters, as Discord's OpenAPI description has it."""
    parameters: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    channel_id: int | None
    files: Mapping[str, int] = field(default_factory=dict)
    """Sizes in bytes by name."""
    status: int | None = None
    """None before the answer, and when the line was cut instead."""
    answer: Any = None


@dataclass(slots=True)
class Journal:
    requests: list[Request] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)
    """What broke a limit of Discord's."""
    gateway: list[tuple[str, int]] = field(default_factory=list)
    """Each IDENTIFY and RESUME with its shard, and each refusal."""
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def changed(self) -> None:
        waiting, self._changed = self._changed, asyncio.Event()
        waiting.set()

    def of(self, route: str, channel_id: int | None = None) -> list[Request]:
        return [
            request
            for request in self.requests
            if request.route == route and channel_id in (None, request.channel_id)
        ]

    async def until(self, condition: Callable[[], T | None], seconds: float = 15.0) -> T:
        """What the condition returns once that is neither None nor false. Raises TimeoutError."""
        async with asyncio.timeout(seconds):
            while not (found := condition()):
                await self._changed.wait()
        return found
