"""Bodies held against Discord's own description of its API, which is not ours to copy."""

import json
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from benchmarks.standin import Request

BESIDE_THE_REPOSITORY = Path(__file__).parents[3] / "shared" / "discord" / "openapi.json"
FILE = Path(os.environ.get("DISCORD_OPENAPI", BESIDE_THE_REPOSITORY))


@cache
def _description() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


@cache
def _validator(route: str) -> Any:
    method, _, path = route.partition(" ")
    operation = _description()["paths"][path][method.lower()]
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    return Draft202012Validator({**schema, "components": _description()["components"]})


def faults(requests: Iterable[Request]) -> list[str]:
    """What the description does not allow; of bodies that are alike but for their words, one is looked at."""
    alike = {
        (request.route, repr(_shape(request.body))): request
        for request in requests
        if request.body is not None
    }
    return [
        f"{request.route}: {error.json_path}: {error.message[:300]}"
        for request in alike.values()
        for error in _validator(request.route).iter_errors(_as_described(request.body))
    ]


def _as_described(body: Any) -> Any:
    """Which file of a form an attachment is: a number in Discord's reference and from discord.py."""
    if not isinstance(body, dict) or "attachments" not in body:
        return body
    attachments = [
        {**attachment, "id": str(attachment["id"])} if isinstance(attachment.get("id"), int) else attachment
        for attachment in body["attachments"]
    ]
    return {**body, "attachments": attachments}


def _shape(value: Any) -> Any:
    match value:
        case dict():
            return {name: _shape(inside) for name, inside in value.items()}
        case list():
            return [_shape(inside) for inside in value]
        case str():
            return len(value) // 40
    return value
