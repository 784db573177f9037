"""Logging set-up: for a person on a terminal, as plain lines, or as one JSON object per line."""

import json
import logging
import sys
from collections.abc import Collection
from datetime import UTC, datetime
from typing import Literal

from rich.console import Console
from rich.logging import RichHandler

# What every record has by itself; anything else was given as `extra` and belongs into the JSON.
_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime"}
_SHORTEST_SECRET = 6
# They tell their own business, aiosqlite twice for each statement; what is wrong comes as an exception.
_TALKATIVE = ("alembic", "aiosqlite")


class _TextFormatter(logging.Formatter):
    """Masks secrets in the finished text: arguments and tracebacks are in it by then."""

    def __init__(self, form: str, secrets: Collection[str]) -> None:
        super().__init__(form)
        self._secrets = [secret for secret in secrets if len(secret) >= _SHORTEST_SECRET]

    def format(self, record: logging.LogRecord) -> str:
        return self._mask(self._text(record))

    def _text(self, record: logging.LogRecord) -> str:
        return super().format(record)

    def _mask(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, "[secret]")
        return text


class _JsonFormatter(_TextFormatter):
    def _text(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        extra = {name: value for name, value in vars(record).items() if name not in _STANDARD}
        return json.dumps(line | extra, default=str, ensure_ascii=False)


def set_up_logging(
    level: str = "INFO", form: Literal["text", "json"] = "text", secrets: Collection[str] = ()
) -> None:
    """Logs to standard error from now on, and to nowhere else. A secret is shown as “[secret]”."""
    handler = _handler(form, secrets)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for library in _TALKATIVE:
        logging.getLogger(library).setLevel(logging.WARNING)


def _handler(form: str, secrets: Collection[str]) -> logging.Handler:
    handler: logging.Handler
    if form == "text" and sys.stderr.isatty():
        handler = RichHandler(console=Console(stderr=True), show_path=False, rich_tracebacks=False)
        handler.setFormatter(_TextFormatter("%(name)s: %(message)s", secrets))
        return handler
    handler = logging.StreamHandler()
    if form == "json":
        handler.setFormatter(_JsonFormatter("", secrets))
    else:
        handler.setFormatter(_TextFormatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s", secrets))
    return handler
