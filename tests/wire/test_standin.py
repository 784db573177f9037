"""The stand-in itself: that it refuses what Discord refuses, so that what passes there means something."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from benchmarks.standin import Channel, Interaction, StandIn
from benchmarks.standin.limits import faults_of_message
from benchmarks.standin.world import COMPONENTS_V2
from tests.wire import openapi

V2 = COMPONENTS_V2


def text(content: str = "x") -> dict[str, Any]:
    return {"type": 10, "content": content}


def button(**more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "A", "custom_id": "a"} | more


def row(*buttons: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(buttons)}


def layout(*components: dict[str, Any]) -> dict[str, Any]:
    return {"flags": V2, "components": list(components)}


def section(**more: Any) -> dict[str, Any]:
    return {"type": 9, "components": [text()], "accessory": button()} | more


def container(*components: dict[str, Any]) -> dict[str, Any]:
    return {"type": 17, "components": list(components)}


@pytest.mark.parametrize(
    "body",
    [
        layout(container(*[section(accessory=button(custom_id=str(n))) for n in range(14)])),
        layout(*[text("x" * 1_000) for _ in range(5)]),
        layout(text()) | {"content": "beside"},
        {"components": [text()]},
        layout(text("")),
        layout(text(" \n")),
        layout(row(button(custom_id="x" * 101))),
        layout(row(button(label="x" * 81))),
        layout(row(button(), button())),
        layout(row(button(style=5))),
        layout(row(button(label=""))),
        layout(row(*[button(custom_id=str(n)) for n in range(6)])),
        layout(row()),
        layout(container()),
        layout(container(container(text()))),
        layout(button()),
        layout(section(components=[])),
        layout(section(accessory=text())),
        layout({"type": 12, "items": [{"media": {"url": "ftp://example.org/x.png"}}]}),
        layout({"type": 99}),
        {"content": "x" * 2_001},
        {"content": ""},
        {"content": "x", "nonce": "x" * 26},
    ],
)
def test_a_body_beyond_a_limit_is_faulted(body: dict[str, Any]) -> None:
    assert faults_of_message(body)


@pytest.mark.parametrize(
    "body",
    [
        layout(container(section(), row(*[button(custom_id=str(n)) for n in range(5)]), {"type": 14})),
        layout(*[text("x" * 1_000) for _ in range(4)]),
        layout(row(button(style=5, url="https://example.org", custom_id=None))),
        {"content": "x", "components": [row(button())]},
    ],
)
def test_a_body_within_the_limits_is_taken(body: dict[str, Any]) -> None:
    assert faults_of_message(body) == []


def test_what_was_a_layout_stays_one() -> None:
    assert faults_of_message({"content": "x"}, flags_before=V2)


class Caller:
    def __init__(self, discord: StandIn, session: aiohttp.ClientSession) -> None:
        self._discord = discord
        self._session = session

    async def __call__(self, method: str, path: str, body: Any = None) -> tuple[int, Any, Any]:
        headers = {"Authorization": f"Bot {self._discord.environment()['DISCORD_TOKEN']}"}
        url = self._discord.url + path
        async with self._session.request(method, url, json=body, headers=headers) as response:
            answer = await response.json() if response.status != 204 else None
            return response.status, answer, response.headers

    async def respond(self, click: Interaction, content: str = "x") -> tuple[int, int]:
        """Status and code."""
        path = f"/interactions/{click.id}/{click.token}/callback"
        status, answer, _ = await self("POST", path, {"type": 4, "data": {"content": content, "flags": 64}})
        return status, answer["code"] if answer else 0


@pytest.fixture
async def discord() -> AsyncIterator[StandIn]:
    stand_in = StandIn()
    await stand_in.start()
    yield stand_in
    await stand_in.stop()


@pytest.fixture
async def call(discord: StandIn) -> AsyncIterator[Caller]:
    async with aiohttp.ClientSession() as session:
        yield Caller(discord, session)


@pytest.fixture
async def channel(discord: StandIn) -> Channel:
    return await discord.add_place()


async def click(discord: StandIn, channel: Channel, call: Caller) -> Interaction:
    await call("POST", f"/channels/{channel.id}/messages", layout(row(button())))
    return await discord.press(channel.shown()[0], "a", 1)


async def test_a_body_beyond_a_limit_is_refused_and_noted(
    discord: StandIn, channel: Channel, call: Caller
) -> None:
    path = f"/channels/{channel.id}/messages"
    status, answer, _ = await call("POST", path, layout(text("")))
    assert (status, answer["code"]) == (400, 50035)
    assert discord.journal.violations
    assert channel.shown() == []


async def test_of_six_messages_in_five_seconds_the_last_is_refused(channel: Channel, call: Caller) -> None:
    path = f"/channels/{channel.id}/messages"
    answers = [await call("POST", path, {"content": "x"}) for _ in range(6)]
    assert [status for status, _, _ in answers] == [200] * 5 + [429]
    assert [headers["X-RateLimit-Remaining"] for _, _, headers in answers] == [*"43210", "0"]
    _, refusal, headers = answers[-1]
    assert 0 < refusal["retry_after"] <= 5
    assert refusal["global"] is False
    assert headers["Via"]


async def test_of_51_requests_in_a_second_the_last_is_refused_for_all_routes(
    discord: StandIn, call: Caller
) -> None:
    paths = [f"/channels/{(await discord.add_place()).id}/messages" for _ in range(51)]
    answers = [await call("POST", path, {"content": "x"}) for path in paths]
    assert answers[-1][0] == 429
    assert answers[-1][1]["global"] is True
    assert answers[-1][2]["X-RateLimit-Scope"] == "global"


async def test_a_second_response_and_a_late_one_are_refused(
    discord: StandIn, channel: Channel, call: Caller
) -> None:
    first = await click(discord, channel, call)
    assert await call.respond(first) == (204, 0)
    assert await call.respond(first) == (400, 40060)
    late = await discord.press(channel.shown()[0], "a", 2)
    late.deadline = late.created
    assert await call.respond(late) == (404, 10062)
    assert first.text == "x"
    assert first.took_s < 3
    assert late.text == ""


async def test_a_token_dies_after_fifteen_minutes(discord: StandIn, channel: Channel, call: Caller) -> None:
    made = await click(discord, channel, call)
    await call.respond(made)
    path = f"/webhooks/1/{made.token}/messages/@original"
    assert (await call("PATCH", path, {"content": "y"}))[0] == 200
    assert made.text == "y"
    made.created -= 15 * 60
    status, answer, _ = await call("PATCH", path, {"content": "z"})
    assert (status, answer["code"]) == (401, 50027)


async def test_a_nonce_that_was_used_brings_back_its_message(channel: Channel, call: Caller) -> None:
    body = {"content": "x", "nonce": "n", "enforce_nonce": True}
    path = f"/channels/{channel.id}/messages"
    assert (await call("POST", path, body))[1]["id"] == (await call("POST", path, body))[1]["id"]
    assert len(channel.shown()) == 1


async def test_another_token_is_not_let_in(discord: StandIn) -> None:
    async with aiohttp.ClientSession() as session, session.get(f"{discord.url}/users/@me") as response:
        assert response.status == 401


@pytest.mark.skipif(not openapi.FILE.exists(), reason="Discord's openapi.json is not beside the repository")
async def test_discords_own_description_is_heeded(discord: StandIn, channel: Channel, call: Caller) -> None:
    path = f"/channels/{channel.id}/messages"
    await call("POST", path, layout(row(button())))
    assert openapi.faults(discord.journal.requests) == []
    await call("POST", path, layout(row(button(label="x" * 81))))
    assert openapi.faults(discord.journal.requests)
