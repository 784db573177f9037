"""Messages with files, as the stand-in takes them."""

from collections.abc import AsyncIterator
from io import BytesIO
from typing import Any

import aiohttp
import pytest

from benchmarks.standin import StandIn
from benchmarks.standin.encoding import dumps
from benchmarks.standin.forms import MOST_BYTES

PICTURED = {
    "flags": 1 << 15,
    "components": [{"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}],
    "attachments": [{"id": "0", "filename": "a.png", "description": "Who won"}],
}


@pytest.fixture
async def discord() -> AsyncIterator[StandIn]:
    stand_in = StandIn()
    await stand_in.start()
    yield stand_in
    await stand_in.stop()


async def post(discord: StandIn, body: dict[str, Any], **files: bytes) -> int:
    channel = await discord.add_place()
    form = aiohttp.FormData({"payload_json": dumps(body).decode()}, default_to_multipart=True)
    for number, (name, content) in enumerate(files.items()):
        form.add_field(f"files[{number}]", BytesIO(content), filename=f"{name}.png", content_type="image/png")
    headers = {"Authorization": f"Bot {discord.environment()['DISCORD_TOKEN']}"}
    url = f"{discord.url}/channels/{channel.id}/messages"
    async with aiohttp.ClientSession() as session, session.post(url, data=form, headers=headers) as response:
        return response.status


async def test_a_message_with_its_file_is_taken(discord: StandIn) -> None:
    assert await post(discord, PICTURED, a=b"PNG") == 200
    assert discord.journal.requests[-1].files == {"a.png": 3}


@pytest.mark.parametrize(
    ("changes", "files"),
    [
        ({}, {}),
        ({}, {"b": b"PNG"}),
        ({}, {"a": bytes(MOST_BYTES + 1)}),
        ({"attachments": [{"filename": "a.png", "description": "x" * 1_025}]}, {"a": b"PNG"}),
        ({}, dict.fromkeys("abcdefghijk", b"PNG")),
    ],
    ids=["no file", "another file", "too large", "too long a description", "too many"],
)
async def test_a_message_with_a_file_beyond_a_limit_is_refused(
    discord: StandIn, changes: dict[str, Any], files: dict[str, bytes]
) -> None:
    assert await post(discord, PICTURED | changes, **files) == 400
    assert discord.journal.violations
