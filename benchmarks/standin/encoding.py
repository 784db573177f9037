"""JSON, by orjson where it is installed: the stand-in should not be what a benchmark waits for."""

import json
from typing import Any

try:
    import orjson
except ImportError:

    def dumps(value: Any) -> bytes:
        return json.dumps(value, separators=(",", ":")).encode()

    def loads(text: bytes | str) -> Any:
        return json.loads(text)
else:

    def dumps(value: Any) -> bytes:
        return orjson.dumps(value)

    def loads(text: bytes | str) -> Any:
        return orjson.loads(text)
