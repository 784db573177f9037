"""The JSON Schema of a bank file, which editors use to complete and check banks as they are typed."""

import json
from typing import Any

from bot.banks.model import BankFile

# An editor reads YAML with its types, a bank is read as text: 42 and no are options like any others.
_TYPED_AS: dict[str, dict[str, Any]] = {
    "string": {"type": ["string", "number", "boolean"]},
    "integer": {"type": ["integer", "string"], "pattern": r"^\d+$"},
    "boolean": {"enum": [True, False, "true", "false", "yes", "no", "on", "off"]},
}


def bank_schema() -> str:
    """The text of `questions/bank.schema.json`."""
    schema = _as_typed(BankFile.model_json_schema())
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Quiz Bot question bank",
        "description": "Written by `quizbot bank schema`: change bot/banks/model.py instead.",
    }
    return json.dumps(head | schema, indent=2, ensure_ascii=False) + "\n"


def _as_typed(node: Any) -> Any:
    if isinstance(node, list):
        return [_as_typed(item) for item in node]
    if not isinstance(node, dict):
        return node
    kept = {
        key: _as_typed(value)
        for key, value in node.items()
        if not (key == "title" and isinstance(value, str)) and not (key == "default" and value is None)
    }
    if (choices := kept.get("anyOf")) and {"type": "null"} in choices:
        # pydantic's None is a key that is left out: an empty one is a mistake.
        choices.remove({"type": "null"})
        kept |= kept.pop("anyOf")[0]
    is_link = "http" in kept.get("pattern", "")
    if not is_link and isinstance(type_ := kept.get("type"), str) and type_ in _TYPED_AS:
        del kept["type"]
        kept = _TYPED_AS[type_] | kept
    if options := _option_list(kept):
        options["type"] = [*options["type"], "null"]
    return kept


def _option_list(node: dict[str, Any]) -> dict[str, Any] | None:
    """The items of a list of texts, where `null` is what its author typed and not something missing."""
    items = node.get("items")
    return items if node.get("type") == "array" and isinstance(items, dict) and "type" in items else None
