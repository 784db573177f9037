"""Bodies with files: the message as JSON in the part `payload_json`, then the files as parts of their own.

https://discord.com/developers/docs/reference#uploading-files
"""

from collections.abc import Iterator, Mapping
from typing import Any

from aiohttp import BodyPartReader, web

from benchmarks.standin.encoding import loads
from benchmarks.standin.journal import Json
from benchmarks.standin.world import walk

MOST_BYTES = 10 * 1024 * 1024
"""Of each file."""
MOST_FILES = 10


async def body_of(http: web.Request) -> tuple[Any, dict[str, int]]:
    """The JSON, and the files' sizes by their names."""
    if http.content_type != "multipart/form-data":
        text = await http.read()
        return (loads(text) if text else None), {}
    body, files = None, dict[str, int]()
    async for part in await http.multipart():
        assert isinstance(part, BodyPartReader)
        content = bytes(await part.read())
        if part.name == "payload_json":
            body = loads(content)
        else:
            files[part.filename or ""] = len(content)
    return body, files


def faults_of_files(body: Json, files: Mapping[str, int]) -> Iterator[str]:
    """What is wrong with the files of a message, and with what it says of them."""
    if len(files) > MOST_FILES:
        yield f"files: {len(files)} of them, over {MOST_FILES}"
    yield from (f"file {name}: over 10 MiB" for name, size in files.items() if size > MOST_BYTES)
    for attachment in body.get("attachments") or []:
        if len(attachment.get("description") or "") > 1_024:
            yield f"attachment {attachment.get('filename')}: description over 1,024 characters"
    wanted = {name for name in map(_referred, _media(body)) if name}
    yield from (f"attachment://{name}: no such file" for name in sorted(wanted - files.keys()))


def _media(body: Json) -> Iterator[Json]:
    for component in walk(body.get("components") or []):
        yield component.get("media") or {}
        yield from (item.get("media") or {} for item in component.get("items") or [])


def _referred(media: Json) -> str:
    scheme, _, name = str(media.get("url", "")).partition("://")
    return name if scheme == "attachment" else ""
