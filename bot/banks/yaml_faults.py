"""What keeps a text from being YAML, said for the person who typed it."""

import re
from dataclasses import dataclass

import yaml

# YAML allows few more (some would end a line for it, but not for an editor), and PostgreSQL refuses NUL.
_UNREADABLE = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_SHOWN = 10

# By the words of libyaml's `context` and `problem`, the first that fits; `{}` is the character found.
_SENTENCES = [
    ("", "escape", "`\\` means something between double quotes: use single quotes, or `\\\\`"),
    ("a quoted scalar", "", "this quote is never closed: add the closing one"),
    ("parsing a flow", "", "this bracket is never closed, or a comma is missing in it"),
    ("an alias", "", "a text may not begin with “*”: put quotes around it"),
    ("an anchor", "", "a text may not begin with “&”: put quotes around it"),
    ("a tag", "", "a text may not begin with “!”: put quotes around it"),
    ("a block scalar", "", "a text may not begin with “{}”: put quotes around it"),
    ("a directive", "", "a line may not begin with “%”: put quotes around the text"),
    ("", "cannot start any token", "a text may not begin with “{}”: put quotes around it"),
    ("", "mapping keys are not allowed", "a text may not begin with “{}”: put quotes around it"),
    ("", "mapping values are not allowed", "a colon inside a text, which needs quotes, or indented too far"),
    ("", "could not find expected ':'", "a key without its colon, or a text of several lines without quotes"),
    ("", "sequence entries are not allowed", "a list may not begin here: put each `- ` on a line of its own"),
    ("", "<document start>", "this does not belong to what stands above: a key without its colon, or quotes"),
    ("", "nesting depth", "nested too deep: a bank needs four levels"),
    (
        "a block",
        "did not find expected",
        "indented differently from what stands above, or a text goes on after its closing quote or bracket",
    ),
]
# What libyaml notices only later, but is to be mended where it began.
_BEGAN_EARLIER = re.compile("scalar|parsing a flow|simple key")


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """Something wrong in a file; `line` counts from 1."""

    line: int
    message: str


def control_characters(text: str, *, line: int | None = None) -> list[Fault]:
    """The characters that may not stand in a bank, ten at most, each on its own line or on the one given."""
    found: list[Fault] = []
    for match in _UNREADABLE.finditer(text):
        place = line or text.count("\n", 0, match.start()) + 1
        if match[0] == "\0":
            return [*found, Fault(place, "a NUL character: save the file as plain text in UTF-8")]
        found.append(Fault(place, f"the invisible character U+{ord(match[0]):04X}: remove it"))
        if len(found) == _SHOWN:
            break
    return found


def why_not_yaml(error: yaml.YAMLError, text: str) -> Fault:
    if not isinstance(error, yaml.MarkedYAMLError):
        return Fault(1, f"not YAML: {error}".splitlines()[0])
    context, problem = error.context or "", error.problem or ""
    noticed = error.problem_mark or error.context_mark
    place = error.context_mark if error.context_mark and _BEGAN_EARLIER.search(context) else noticed
    if place is None or noticed is None:
        return Fault(1, f"not YAML: {problem}")
    # At the end of the text libyaml names the line after the last one.
    line = min(place.line + 1, max(len(text.splitlines()), 1))
    if text[noticed.index : noticed.index + 1] == "\t":
        return Fault(line, "not YAML: a tab where spaces are expected: indent with spaces")
    sentence = next(
        (said for where, what, said in _SENTENCES if where in context and what in problem), problem
    )
    return Fault(line, "not YAML: " + sentence.replace("{}", text[place.index : place.index + 1]))
