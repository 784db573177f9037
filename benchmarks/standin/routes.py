"""What each route of the HTTP API does."""

from collections.abc import Callable
from time import monotonic
from typing import Any

from benchmarks.standin import refusals
from benchmarks.standin.forms import faults_of_files
from benchmarks.standin.gateway import Gateway
from benchmarks.standin.interactions import TOKEN_LIFE_S, Interaction, Interactions
from benchmarks.standin.journal import CALLBACK, EDIT, HISTORY, POST, Journal, Json, Request
from benchmarks.standin.limits import faults_of_message
from benchmarks.standin.world import EPHEMERAL, SEND, VIEW, Channel, Message, World, member, numbered, user
from benchmarks.standin.world import HISTORY as READ_HISTORY

Answer = tuple[int, Any]
ORIGINAL = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
REPLY, DEFERRED_REPLY, DEFERRED_UPDATE, UPDATE, CHOICES = 4, 5, 6, 7, 8


class Routes:
    def __init__(self, world: World, journal: Journal, interactions: Interactions, gateway: Gateway) -> None:
        self._world = world
        self._journal = journal
        self._interactions = interactions
        self._gateway = gateway
        self.table: dict[str, Callable[[Request], Answer]] = {
            "GET /gateway": self._gateway_url,
            "GET /gateway/bot": self._gateway_url,
            "GET /users/@me": lambda _: (200, world.bot),
            "GET /oauth2/applications/@me": self._application,
            "GET /applications/@me": self._application,
            "PUT /applications/{application_id}/commands": self._register,
            "PUT /applications/{application_id}/guilds/{guild_id}/commands": self._register,
            POST: self._post,
            EDIT: self._edit,
            HISTORY: self._history,
            CALLBACK: self._callback,
            "POST /webhooks/{webhook_id}/{webhook_token}": self._follow_up,
            f"GET {ORIGINAL}": self._original,
            "GET /guilds/{guild_id}/members/{user_id}": self._member,
            f"PATCH {ORIGINAL}": self._edit_original,
        }

    def _gateway_url(self, _request: Request) -> Answer:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        return 200, {"url": self._gateway.url, "shards": 1, "session_start_limit": limit}

    def _application(self, _request: Request) -> Answer:
        bot = self._world.bot
        empty = {"icon": None, "description": "", "summary": "", "team": None, "verify_key": "", "flags": 0}
        about = {"id": bot["id"], "name": bot["username"], "owner": bot}
        return 200, empty | about | {"bot_public": True, "bot_require_code_grant": False}

    def _register(self, request: Request) -> Answer:
        known: list[Json] = [
            command
            | {
                "id": str(self._world.snowflakes.new()),
                "application_id": self._world.bot["id"],
                "version": "1",
                "default_member_permissions": None,
            }
            for command in request.body
        ]
        self._interactions.commands = {command["name"]: command for command in known}
        return 200, known

    def _member(self, request: Request) -> Answer:
        """Whoever is asked for is a member."""
        if int(request.parameters["guild_id"]) not in self._world.guilds:
            raise refusals.missing_access()
        return 200, member(user(int(request.parameters["user_id"])))

    def _channel(self, request: Request, needed: int) -> Channel:
        channel = self._world.channels.get(request.channel_id or 0)
        if channel is None:
            raise refusals.unknown_channel()
        if channel.guild_id not in self._world.guilds or not channel.permissions & VIEW:
            raise refusals.missing_access()
        if needed & ~channel.permissions:
            raise refusals.missing_permissions()
        return channel

    def _checked(self, request: Request, body: Json, flags_before: int = 0) -> Json:
        faults = [
            *faults_of_message(body, flags_before=flags_before),
            *faults_of_files(body, request.files),
        ]
        if faults:
            self._journal.violations += faults
            raise refusals.invalid_form(faults)
        numbered(body.get("components") or [])
        return body

    def _post(self, request: Request) -> Answer:
        channel = self._channel(request, VIEW | SEND)
        body = self._checked(request, request.body)
        key = (channel.id, str(body.get("nonce")))
        if body.get("enforce_nonce") and (before := self._world.nonces.get(key)):
            return 200, before.payload()
        message = self._new_message(channel, body)
        if body.get("nonce") is not None:
            self._world.nonces[key] = message
        return 200, message.payload()

    def _new_message(self, channel: Channel, body: Json) -> Message:
        message = Message(self._world.snowflakes.new(), channel.id, self._world.bot, body)
        if not (body.get("flags") or 0) & EPHEMERAL:
            channel.messages[message.id] = message
        return message

    def _edit(self, request: Request) -> Answer:
        channel = self._channel(request, VIEW)
        message = channel.messages.get(int(request.parameters["message_id"]))
        if message is None:
            raise refusals.unknown_message()
        if message.author["id"] != self._world.bot["id"]:
            raise refusals.others_message()
        message.edit(self._checked(request, request.body, message.body.get("flags") or 0))
        return 200, message.payload()

    def _history(self, request: Request) -> Answer:
        channel = self._channel(request, VIEW)
        if not channel.permissions & READ_HISTORY:
            return 200, []
        limit, messages = int(request.query.get("limit", 50)), list(channel.messages.values())
        if "after" in request.query:
            found = [message for message in messages if message.id > int(request.query["after"])][:limit]
        else:
            found = messages[-limit:]
        return 200, [message.payload() for message in reversed(found)]

    def _callback(self, request: Request) -> Answer:
        made = self._interactions.by_id.get(int(request.parameters["interaction_id"]))
        now = monotonic()
        if made is None or now > made.deadline:
            raise refusals.unknown_interaction()
        if made.acknowledged_at is not None:
            raise refusals.acknowledged_already()
        self._respond(made, request)
        made.acknowledge(now)
        if request.query.get("with_response") not in ("true", "1"):
            return 204, None
        return 200, self._response(made, request.body["type"])

    def _respond(self, made: Interaction, request: Request) -> None:
        kind, data = request.body["type"], request.body.get("data") or {}
        if kind == REPLY:
            made.reply = self._new_message(made.channel, self._checked(request, data))
        elif kind == UPDATE and made.message:
            made.message.edit(self._checked(request, data, made.message.body.get("flags") or 0))
        elif kind == CHOICES:
            made.choices = data["choices"]
            wrong = [choice for choice in made.choices if not 1 <= len(choice["name"]) <= 100]
            if wrong or len(made.choices) > 25:
                self._journal.violations.append(f"choices: {made.choices}")
                raise refusals.invalid_form(["choices: at most 25, with names of 1 to 100 characters"])

    def _response(self, made: Interaction, kind: int) -> Json:
        message = made.reply or made.message
        interaction: Json = {"id": str(made.id), "type": made.kind, "response_message_loading": False}
        resource: Json = {"type": kind}
        if message:
            hidden = bool((message.body.get("flags") or 0) & EPHEMERAL)
            interaction |= {"response_message_id": str(message.id), "response_message_ephemeral": hidden}
            resource["message"] = message.payload()
        return {"interaction": interaction, "resource": resource}

    def _living(self, request: Request) -> Interaction:
        made = self._interactions.by_token(request.parameters["webhook_token"])
        if made is None:
            raise refusals.unknown_webhook()
        if monotonic() - made.created > TOKEN_LIFE_S:
            raise refusals.dead_token()
        if made.acknowledged_at is None:
            raise refusals.unknown_webhook()
        return made

    def _follow_up(self, request: Request) -> Answer:
        return 200, self._new_message(
            self._living(request).channel, self._checked(request, request.body)
        ).payload()

    def _original(self, request: Request) -> Answer:
        made = self._living(request)
        if made.reply is None:
            raise refusals.unknown_message()
        return 200, made.reply.payload()

    def _edit_original(self, request: Request) -> Answer:
        made = self._living(request)
        if made.reply is None:  # the first edit after a deferral is the reply
            made.reply = self._new_message(made.channel, self._checked(request, request.body))
        else:
            made.reply.edit(self._checked(request, request.body, made.reply.body.get("flags") or 0))
        return 200, made.reply.payload()
