"""YAML read as plain text values, with the line on which each of them stands."""

from dataclasses import dataclass, field
from typing import TypeAlias

import yaml

Path: TypeAlias = tuple[str | int, ...]
Value: TypeAlias = "str | list[Value] | dict[str, Value]"


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """Something wrong in a file; `line` counts from 1."""

    line: int
    message: str


@dataclass(slots=True)
class Marked:
    """The value, the line of every path in it, and the faults met while reading."""

    value: Value
    lines: dict[Path, int] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def line_of(self, path: Path) -> int:
        """The line of the path, or of the nearest thing around it that is in the file."""
        while path not in self.lines:
            path = path[:-1]
        return self.lines[path]


def read_marked(text: str) -> Marked:
    """Every scalar stays the text its author typed: `no`, `12:30` and `1.10` are strings.

    Raises `yaml.YAMLError` when the text is no YAML at all.
    """
    node = yaml.compose(text, Loader=yaml.CSafeLoader)
    marked = Marked("")
    if node is None:
        marked.lines[()] = 1
        marked.faults.append(Fault(1, "the file is empty: write at least `title:` and `questions:`"))
    else:
        marked.value = _take(node, (), marked, set())
    return marked


def _take(node: yaml.Node, path: Path, marked: Marked, above: set[int]) -> Value:
    line = node.start_mark.line + 1
    marked.lines.setdefault(path, line)
    if id(node) in above:
        marked.faults.append(Fault(line, "this contains an alias of itself: write the text out"))
        return ""
    if isinstance(node, yaml.SequenceNode):
        inside = above | {id(node)}
        return [_take(child, (*path, i), marked, inside) for i, child in enumerate(node.value)]
    if isinstance(node, yaml.MappingNode):
        return _take_mapping(node, path, marked, above | {id(node)})
    return str(node.value)


def _take_mapping(node: yaml.MappingNode, path: Path, marked: Marked, above: set[int]) -> Value:
    taken: dict[str, Value] = {}
    for key_node, value_node in node.value:
        line = key_node.start_mark.line + 1
        if not isinstance(key_node, yaml.ScalarNode):
            marked.faults.append(Fault(line, "a key must be a plain word"))
            continue
        key = str(key_node.value)
        if key in taken:
            first = marked.lines[(*path, key)]
            marked.faults.append(Fault(line, f"`{key}` stands twice (first in line {first}): remove one"))
            continue
        marked.lines[(*path, key)] = line
        taken[key] = _take(value_node, (*path, key), marked, above)
    return taken
