"""The stand-in as a whole: its server on loopback, and what can be made to happen in it."""

import asyncio
import socket
import struct
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, TypeVar

from aiohttp import web

from benchmarks.standin.encoding import dumps
from benchmarks.standin.faults import Fault, Faults
from benchmarks.standin.forms import MOST_BYTES, body_of
from benchmarks.standin.gateway import Gateway
from benchmarks.standin.interactions import ADMINISTRATOR, MEMBER, Interaction, Interactions
from benchmarks.standin.journal import Journal, Request
from benchmarks.standin.rates import RateLimits, refusal_body, refusal_headers
from benchmarks.standin.refusals import Refused, unauthorized
from benchmarks.standin.routes import Routes
from benchmarks.standin.world import Channel, Guild, Message, World, user

BASE = "/api/v10"
TOKEN = "stand-in-token"
APPLICATION_ID = 1_000_000_000_000_001
T = TypeVar("T")


class StandIn:
    """One bot's Discord. `journal` holds what it was asked, `world` what exists, `rates` the limits."""

    def __init__(self) -> None:
        self.world = World(user(APPLICATION_ID, bot=True))
        self.journal = Journal()
        self.rates = RateLimits()
        self.faults = Faults()
        self.gateway = Gateway(self.world, self.journal, TOKEN)
        self.interactions = Interactions(self.world)
        self._routes = Routes(self.world, self.journal, self.interactions, self.gateway)
        self._runner: web.AppRunner | None = None
        self.url = ""

    async def start(self, port: int = 0) -> None:
        app = web.Application(client_max_size=2 * MOST_BYTES)
        app.router.add_get("/gateway-socket", self.gateway.serve)
        for route in self._routes.table:
            method, _, path = route.partition(" ")
            app.router.add_route(method, BASE + path, self._served(route))
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port, backlog=1_024)
        await site.start()
        taken = self._runner.addresses[0][1]
        self.url = f"http://127.0.0.1:{taken}{BASE}"
        self.gateway.url = f"ws://127.0.0.1:{taken}/gateway-socket"

    async def stop(self) -> None:
        await self.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()

    def environment(self) -> dict[str, str]:
        """What a bot has to be told to meet this instead of Discord."""
        return {"DISCORD_API_URL": self.url, "DISCORD_TOKEN": TOKEN}

    async def until(self, condition: Callable[[], T | None], seconds: float = 15.0) -> T:
        """What the condition returns once that is neither None nor false. Raises TimeoutError."""
        return await self.journal.until(condition, seconds)

    # What people do

    async def press(self, message: Message, custom_id: str, user_id: int) -> Interaction:
        """A click on a button of the message, on its way to the bot when this returns."""
        made = self.interactions.click(message, custom_id, user_id)
        await self._tell(made)
        return made

    async def command(
        self,
        channel: Channel,
        user_id: int,
        name: str,
        *,
        focused: str = "",
        admin: bool = False,
        **options: Any,
    ) -> Interaction:
        """A command as it is typed, such as "quiz start", or so far as it is when an option is `focused`."""
        made = self.interactions.command(channel, user_id, name, options, focused)
        await self._tell(made, ADMINISTRATOR if admin else MEMBER)
        return made

    async def _tell(self, made: Interaction, permissions: int = MEMBER) -> None:
        payload = self.interactions.payload(made, permissions=permissions)
        await self.gateway.tell(made.channel.guild_id, "INTERACTION_CREATE", payload)

    # What happens to places

    async def add_place(self) -> Channel:
        """A new server with one channel, of which a connected bot is told."""
        guild = self.world.add_guild()
        channel = self.world.add_channel(guild)
        await self.gateway.tell(guild.id, "GUILD_CREATE", guild.payload(self.world.bot))
        return channel

    async def delete_message(self, message: Message) -> None:
        channel = self.world.channels[message.channel_id]
        del channel.messages[message.id]
        data = {"id": str(message.id), "channel_id": str(channel.id), "guild_id": str(channel.guild_id)}
        await self.gateway.tell(channel.guild_id, "MESSAGE_DELETE", data)

    async def delete_channel(self, channel: Channel, *, told: bool = True) -> None:
        """Without `told` the bot has to find out, as when it was away."""
        del self.world.channels[channel.id], self.world.guilds[channel.guild_id].channels[channel.id]
        if told:
            await self.gateway.tell(channel.guild_id, "CHANNEL_DELETE", channel.payload())

    async def kick(self, guild_id: int) -> None:
        guild = self.world.guilds.pop(guild_id)
        await self.gateway.tell(guild.id, "GUILD_DELETE", {"id": str(guild.id)})

    async def begin_outage(self, guild: Guild) -> None:
        guild.available = False
        await self.gateway.tell(guild.id, "GUILD_DELETE", {"id": str(guild.id), "unavailable": True})

    async def end_outage(self, guild: Guild) -> None:
        guild.available = True
        await self.gateway.tell(guild.id, "GUILD_CREATE", guild.payload(self.world.bot))

    def fault(self, route: str, **how: Any) -> Fault:
        """See `Fault` for what can go wrong."""
        return self.faults.add(Fault(route, **how))

    # How a request is served

    def _served(self, route: str) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def serve(http: web.Request) -> web.StreamResponse:
            request = await self._request(route, http)
            self.journal.requests.append(request)
            fault = self.faults.strike(request)
            if fault:
                await asyncio.sleep(fault.delay_s)
            if fault and fault.lose:
                self._do(request, http)
            if fault and (fault.reset or fault.lose) and not fault.status:
                return self._cut(http)
            return self._response(request, http, fault)

        return serve

    async def _request(self, route: str, http: web.Request) -> Request:
        now = monotonic()
        body, files = await body_of(http)
        parameters = dict(http.match_info)
        channel_id = int(parameters["channel_id"]) if "channel_id" in parameters else None
        if "interaction_id" in parameters:
            made = self.interactions.by_id.get(int(parameters["interaction_id"]))
            channel_id = made.channel.id if made else None
        return Request(now, route, parameters, dict(http.query), body, channel_id, files)

    def _response(self, request: Request, http: web.Request, fault: Fault | None) -> web.Response:
        headers: dict[str, str] = {}
        if fault and fault.status == 429:
            headers = refusal_headers(fault.retry_after, "user")
            request.status, request.answer = 429, refusal_body(fault.retry_after, everywhere=False)
        elif fault and fault.status:
            request.status, request.answer = fault.status, fault.body()
        else:
            headers = self._do(request, http)
        self.journal.changed()
        body = dumps(request.answer) if request.status != 204 else None
        content = {"Content-Type": "application/json"} if body else {}
        return web.Response(status=request.status or 500, body=body, headers=headers | content)

    def _do(self, request: Request, http: web.Request) -> dict[str, str]:
        """Fills in the answer and returns the headers of the rate limits."""
        verdict = self.rates.judge(request)
        if verdict.refusal:
            request.status, request.answer = 429, verdict.refusal
            return verdict.headers
        try:
            self._authorize(request, http)
            request.status, request.answer = self._routes.table[request.route](request)
        except Refused as refused:
            request.status, request.answer = refused.status, refused.body
        return verdict.headers

    def _authorize(self, request: Request, http: web.Request) -> None:
        by_token = "token}" in request.route or request.route == "GET /gateway"
        if not by_token and http.headers.get("Authorization") != f"Bot {TOKEN}":
            raise unauthorized()

    def _cut(self, http: web.Request) -> web.StreamResponse:
        """The line breaks with a reset, as when a proxy dies."""
        if http.transport is not None:
            line: socket.socket = http.transport.get_extra_info("socket")
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            http.transport.abort()
        self.journal.changed()
        return web.Response()
