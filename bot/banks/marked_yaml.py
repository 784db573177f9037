"""YAML read as plain text values, with the line on which each of them stands."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from bot.banks.excerpt import excerpt
from bot.banks.yaml_faults import Fault, control_characters, why_not_yaml

Path: TypeAlias = tuple[str | int, ...]
Value: TypeAlias = "str | list[Value] | dict[str, Value]"

MAX_DEPTH = 20
# A bank of 20,000 questions has about 300,000 values; what has more is an alias bomb or a mistake.
MAX_VALUES = 1_000_000
_COMMENT = re.compile(r"[ \t]+(#.*)")


@dataclass(slots=True)
class Marked:
    """The value, the line of every path in it, and the faults met while reading.

    `value` is None when the text could not be read at all; the faults say why.
    """

    value: "Value | None" = None
    lines: dict[Path, int] = field(default_factory=lambda: {(): 1})
    faults: list[Fault] = field(default_factory=list)
    commented: dict[Path, str] = field(default_factory=dict)
    """Texts without quotes that a comment follows in their line, with its first characters."""

    def line_of(self, path: Path) -> int:
        """The line of the path, or of the nearest thing around it that is in the file."""
        while path not in self.lines:
            path = path[:-1]
        return self.lines[path]


class _UnreadableError(Exception):
    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.fault = Fault(line, message)


def read_marked(text: str) -> Marked:
    """Every scalar stays the text its author typed: `no`, `12:30` and `1.10` are strings."""
    text = text.removeprefix("\ufeff")
    reader = _Reader(text)
    if faults := control_characters(text):
        return Marked(faults=faults)
    try:
        reader.read(yaml.parse(text, Loader=yaml.CSafeLoader))
    except yaml.YAMLError as error:
        return Marked(faults=[why_not_yaml(error, text)])
    except _UnreadableError as error:
        return Marked(faults=[error.fault])
    return reader.marked


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1


class _Reader:
    """Takes values from YAML events; PyYAML's own composer would follow any depth and any alias."""

    def __init__(self, text: str) -> None:
        self.marked = Marked()
        self._text = text
        self._anchors: dict[str, tuple[Value, int]] = {}
        self._open: set[str] = set()
        self._values = 0

    def read(self, events: Iterator[Any]) -> None:
        next(events)  # the start of the stream
        if isinstance(next(events), StreamEndEvent):
            raise _UnreadableError(1, "the file is empty: write at least `title:` and `questions:`")
        value = self._take(next(events), events, ())
        next(events)  # the end of the document
        if isinstance(after := next(events), DocumentStartEvent):
            raise _UnreadableError(
                _line(after), "`---` begins a second document: put each bank into its own file"
            )
        self.marked.value = value

    def _take(self, event: Any, events: Iterator[Any], path: Path) -> Value:
        line = _line(event)
        self.marked.lines.setdefault(path, line)
        if isinstance(event, AliasEvent):
            return self._alias(event, line)
        if len(path) > MAX_DEPTH:
            raise _UnreadableError(line, f"nested more than {MAX_DEPTH} levels deep: a bank needs four")
        before = self._values
        self._count(1, line)
        self._refuse_tag(event, line)
        if event.anchor:
            self._open.add(event.anchor)
        value = self._content(event, events, path)
        if event.anchor:
            self._open.discard(event.anchor)
            self._anchors[event.anchor] = (value, self._values - before)
        return value

    def _content(self, event: Any, events: Iterator[Any], path: Path) -> Value:
        if isinstance(event, MappingStartEvent):
            return self._mapping(events, path)
        if isinstance(event, SequenceStartEvent):
            return self._sequence(events, path)
        value = str(event.value)
        if not event.style and (comment := _COMMENT.match(self._text, event.end_mark.index)):
            self.marked.commented[path] = excerpt(comment[1])
        if event.style == '"':
            # Only between double quotes can an escape bring in what the file itself may not hold.
            self.marked.faults += control_characters(value, line=_line(event))
        return value

    def _sequence(self, events: Iterator[Any], path: Path) -> list[Value]:
        taken: list[Value] = []
        while not isinstance(event := next(events), SequenceEndEvent):
            taken.append(self._take(event, events, (*path, len(taken))))
        return taken

    def _mapping(self, events: Iterator[Any], path: Path) -> dict[str, Value]:
        taken: dict[str, Value] = {}
        while not isinstance(event := next(events), MappingEndEvent):
            key = self._key(event, events, path, taken)
            if key is None:
                self._take(next(events), events, (*path, ""))
                continue
            self.marked.lines[(*path, key)] = _line(event)
            taken[key] = self._take(next(events), events, (*path, key))
        return taken

    def _key(self, event: Any, events: Iterator[Any], path: Path, taken: dict[str, Value]) -> str | None:
        """The key, or None when its value is to be passed over."""
        line = _line(event)
        key = self._take(event, events, (*path, ""))
        if not isinstance(event, ScalarEvent) or not isinstance(key, str):
            self.marked.faults.append(Fault(line, "a key must be a plain word"))
            return None
        if key == "<<" and event.implicit[0]:
            self.marked.faults.append(Fault(line, "merge keys (`<<`) are not read: write the keys out"))
            return None
        if key in taken:
            first = self.marked.lines[(*path, key)]
            self.marked.faults.append(
                Fault(line, f"`{excerpt(key)}` stands twice (first in line {first}): remove one")
            )
            return None
        return key

    def _alias(self, event: Any, line: int) -> Value:
        name = event.anchor
        if name in self._anchors:
            value, size = self._anchors[name]
            self._count(size, line)
            return value
        message = (
            "this contains an alias of itself: write the text out"
            if name in self._open
            else f"`*{excerpt(name)}` is an alias of nothing: if it is meant as text, put quotes around it"
        )
        self.marked.faults.append(Fault(line, message))
        return f"*{name}"

    def _count(self, values: int, line: int) -> None:
        self._values += values
        if self._values > MAX_VALUES:
            raise _UnreadableError(
                line, f"more than {MAX_VALUES:,} values: split the bank, or remove aliases"
            )

    def _refuse_tag(self, event: Any, line: int) -> None:
        tag = event.tag
        if tag is not None and not tag.startswith("tag:yaml.org,2002:"):
            self.marked.faults.append(
                Fault(
                    line,
                    f"YAML reads `{excerpt(tag)}` as a tag: if it is meant as text, put quotes around it",
                )
            )
