"""The gateway, version 10: sessions of shards that outlive their sockets, and the ways to lose either.

https://discord.com/developers/docs/events/gateway
"""

import asyncio
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic

from aiohttp import WSMsgType, web

from benchmarks.standin.encoding import dumps, loads
from benchmarks.standin.journal import Journal, Json
from benchmarks.standin.world import World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID_SESSION, HELLO, HEARTBEAT_ACK = (
    0,
    1,
    2,
    6,
    7,
    9,
    10,
    11,
)
REPLAYED_EVENTS = 10_000


@dataclass(slots=True)
class Line:
    socket: web.WebSocketResponse
    transport: asyncio.Transport

    async def send(self, **message: object) -> None:
        await self.send_text(dumps(message).decode())

    async def send_text(self, text: str) -> None:
        if not self.socket.closed:
            with suppress(ConnectionError):  # what was lost is sent again after a RESUME
                await self.socket.send_str(text)

    def cut(self) -> None:
        self.transport.abort()


@dataclass(slots=True)
class Session:
    id: str
    shard: int
    shards: int
    line: Line | None
    ready_at: float
    """When READY was sent, by the monotonic clock."""
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REPLAYED_EVENTS))

    def owns(self, guild_id: int) -> bool:
        return (guild_id >> 22) % self.shards == self.shard

    async def dispatch(self, event: str, data: bytes) -> None:
        self.sequence += 1
        text = f'{{"op":0,"t":"{event}","s":{self.sequence},"d":{data.decode()}}}'
        self.sent.append((self.sequence, text))
        if self.line is not None:
            await self.line.send_text(text)


class Gateway:
    def __init__(self, world: World, journal: Journal, token: str) -> None:
        self.url = ""
        self.heartbeat_ms = 41_250
        self.sessions: dict[int, Session] = {}
        """By shard."""
        self._world = world
        self._journal = journal
        self._token = token
        self._given = 0

    async def serve(self, http: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(compress=False, autoping=True, max_msg_size=0)
        await socket.prepare(http)
        assert http.transport is not None
        line = Line(socket, http.transport)
        await line.send(op=HELLO, d={"heartbeat_interval": self.heartbeat_ms})
        session: Session | None = None
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                session = await self._receive(loads(message.data), line, session)
        if session is not None and session.line is line:
            session.line = None
            self._note("GONE", session.shard)
        return socket

    async def _receive(self, message: Json, line: Line, session: Session | None) -> Session | None:
        match message["op"]:
            case 1:
                await line.send(op=HEARTBEAT_ACK)
            case 2:
                return await self._identify(message["d"], line)
            case 6:
                return await self._resume(message["d"], line)
        return session

    async def _identify(self, data: Json, line: Line) -> Session | None:
        if data["token"] != self._token:
            await line.socket.close(code=4004, message=b"Authentication failed.")
            return None
        shard, shards = data.get("shard", [0, 1])
        self._given += 1
        session = Session(f"session-{self._given}", shard, shards, line, monotonic())
        self.sessions[shard] = session
        guilds = [guild for guild in self._world.guilds.values() if session.owns(guild.id)]
        ready = {
            "v": 10,
            "user": self._world.bot,
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [shard, shards],
            "application": {"id": self._world.bot["id"], "flags": 0},
        }
        await session.dispatch("READY", dumps(ready))
        for guild in guilds:
            if guild.available:
                await session.dispatch("GUILD_CREATE", dumps(guild.payload(self._world.bot)))
        self._note("IDENTIFY", shard)
        return session

    async def _resume(self, data: Json, line: Line) -> Session | None:
        for session in self.sessions.values():
            if session.id == data["session_id"]:
                break
        else:
            self._note("RESUME REFUSED", -1)
            await line.send(op=INVALID_SESSION, d=False)
            return None
        for sequence, text in list(session.sent):
            if sequence > data["seq"]:
                await line.send_text(text)
        session.line = line
        await session.dispatch("RESUMED", b"{}")
        self._note("RESUME", session.shard)
        return session

    def _note(self, what: str, shard: int) -> None:
        self._journal.gateway.append((what, shard))
        self._journal.changed()

    async def tell(self, guild_id: int, event: str, data: Json) -> bool:
        """Whether a session of the guild's shard was there to be told; a lost socket is told on resuming."""
        told = [session for session in self.sessions.values() if session.owns(guild_id)]
        for session in told:
            await session.dispatch(event, dumps(data))
        return bool(told)

    def cut(self, shard: int = 0) -> None:
        """The socket breaks without a word."""
        line = self.sessions[shard].line
        if line is not None:
            line.cut()

    async def ask_to_reconnect(self, shard: int = 0) -> None:
        line = self.sessions[shard].line
        if line is not None:
            await line.send(op=RECONNECT, d=None)

    async def invalidate(self, shard: int = 0) -> None:
        """The session is over: what happens until the next IDENTIFY is never told."""
        line = self.sessions.pop(shard).line
        if line is not None:
            await line.send(op=INVALID_SESSION, d=False)

    async def close(self) -> None:
        for session in self.sessions.values():
            if session.line is not None:
                await session.line.socket.close(code=1001)
        self.sessions.clear()
