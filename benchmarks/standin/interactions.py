"""Clicks and commands: what the bot is told of them, and what became of each."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from benchmarks.standin.journal import Json
from benchmarks.standin.world import Channel, Message, World, member, user

COMMAND, COMPONENT, AUTOCOMPLETE = 2, 3, 4
DEADLINE_S = 3.0
TOKEN_LIFE_S = 15 * 60.0
ADMINISTRATOR, MEMBER = 1 << 3, 0
OPTION_TYPES: dict[type, int] = {str: 3, int: 4, bool: 5, float: 10}


@dataclass(slots=True, eq=False)
class Interaction:
    id: int
    kind: int
    channel: Channel
    user_id: int
    data: Json
    message: Message | None
    created: float
    """By the monotonic clock, as are the other times; an event loop may look at it once a turn only."""
    deadline: float
    acknowledged_at: float | None = None
    reply: Message | None = None
    choices: list[Json] = field(default_factory=list)
    _done: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def token(self) -> str:
        return f"token-{self.id}"

    @property
    def took_s(self) -> float:
        """From the click to its acknowledgement; infinite without one."""
        return float("inf") if self.acknowledged_at is None else self.acknowledged_at - self.created

    @property
    def text(self) -> str:
        """What the person is told; "" when there was no reply, and Discord says “interaction failed”."""
        return self.reply.text() if self.reply else ""

    def acknowledge(self, now: float) -> None:
        self.acknowledged_at = now
        self._done.set()

    async def settled(self) -> str:
        """The text of the reply, once there is one or it is too late for any."""
        with suppress(TimeoutError):
            async with asyncio.timeout_at(self.deadline + 0.1):
                await self._done.wait()
        return self.text


class Interactions:
    def __init__(self, world: World) -> None:
        self.by_id: dict[int, Interaction] = {}
        self.commands: dict[str, Json] = {}
        """What the bot registered last, by name."""
        self.deadline_s = DEADLINE_S
        """How long a click waits for its reply."""
        self._world = world

    def by_token(self, token: str) -> Interaction | None:
        name, _, number = token.partition("-")
        return self.by_id.get(int(number)) if name == "token" and number.isdigit() else None

    def click(self, message: Message, custom_id: str, user_id: int) -> Interaction:
        channel = self._world.channels[message.channel_id]
        data = {"custom_id": custom_id, "component_type": 2, "id": 1}
        return self._new(COMPONENT, channel, user_id, data, message)

    def command(self, channel: Channel, user_id: int, name: str, options: Json, focused: str) -> Interaction:
        """The second word of a name is a subcommand; one with an option `focused` is still being typed."""
        first, _, second = name.partition(" ")
        typed: list[Json] = [
            {"name": key, "type": OPTION_TYPES[type(value)], "value": value, "focused": key == focused}
            for key, value in options.items()
        ]
        if second:
            typed = [{"name": second, "type": 1, "options": typed}]
        data = {"id": self.commands[first]["id"], "name": first, "type": 1, "options": typed}
        return self._new(AUTOCOMPLETE if focused else COMMAND, channel, user_id, data, None)

    def _new(
        self, kind: int, channel: Channel, user_id: int, data: Json, message: Message | None
    ) -> Interaction:
        now = monotonic()
        made = Interaction(
            self._world.snowflakes.new(), kind, channel, user_id, data, message, now, now + self.deadline_s
        )
        self.by_id[made.id] = made
        return made

    def payload(self, made: Interaction, *, permissions: int = MEMBER) -> Json:
        more: dict[str, Any] = {"message": made.message.payload()} if made.message else {}
        return {
            "id": str(made.id),
            "application_id": self._world.bot["id"],
            "type": made.kind,
            "token": made.token,
            "version": 1,
            "guild_id": str(made.channel.guild_id),
            "channel_id": str(made.channel.id),
            "channel": made.channel.payload(),
            "member": member(user(made.user_id), permissions=str(permissions)),
            "data": made.data,
            "locale": "en-US",
            "guild_locale": "en-US",
            "app_permissions": str(made.channel.permissions),
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(made.channel.guild_id)},
            "context": 0,
            "attachment_size_limit": 10_485_760,
        } | more
