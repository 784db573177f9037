"""A short piece of somebody's text, safe to show in a message."""

_LONGEST = 40


def excerpt(text: str) -> str:
    """One line of at most 40 characters, without any that would steer a terminal."""
    line = "".join(filter(str.isprintable, " ".join(text.split())))
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
