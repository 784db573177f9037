"""Text that people wrote, made safe to stand in a card, and fitted into it."""

import re
from collections.abc import Sequence

# Code shows its marks as they are, and a bare address would break when escaped; both ping nobody.
_KEPT = re.compile(r"(```[^`]+```|`[^`\n]+`|https?://[^\s<>()\[\]`*|]+)")
_MARKS = re.compile(r"[\\*_~|`<\[]")
_LINE_START = re.compile(r"^([ \t]*)(?=[#>+-])", re.MULTILINE)
_NUMBERED = re.compile(r"^([ \t]*\d+)(?=[.)])", re.MULTILINE)
_MASS_MENTION = re.compile(r"@(?=everyone|here)")


def plain(text: str) -> str:
    """`text` so that Discord shows it as it was written; code in backticks stays code."""
    parts = _KEPT.split(text.strip())
    return "".join(part if index % 2 else _escaped(part) for index, part in enumerate(parts))


def _escaped(text: str) -> str:
    text = _MARKS.sub(lambda mark: "\\" + mark[0], text)
    text = _LINE_START.sub(r"\1\\", text)
    text = _NUMBERED.sub(r"\1\\", text)
    return _MASS_MENTION.sub("@\N{ZERO WIDTH SPACE}", text)


def one_line(text: str) -> str:
    return " ".join(text.split())


def shortened(text: str, limit: int) -> str:
    """The text as it is, or its beginning with an ellipsis: at most `limit` characters."""
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def fitted(text: str, limit: int) -> str:
    """`plain(text)`, or as much of its beginning as `limit` characters hold, with an ellipsis."""
    safe, text = plain(text), text.strip()
    kept = min(len(text), limit)
    while len(safe) > limit:
        if kept <= 0:
            return "…"[:limit]
        safe = plain(text[:kept].rstrip() + "…")
        kept -= max((len(safe) - limit) // 2, 1)
    return safe


def shares(needs: Sequence[int], budget: int) -> list[int]:
    """What each may take of `budget`: the short ones all they need, the long ones equal parts of the rest."""
    granted = [0] * len(needs)
    for served, index in enumerate(sorted(range(len(needs)), key=needs.__getitem__)):
        granted[index] = min(needs[index], budget // (len(needs) - served))
        budget -= granted[index]
    return granted


def fitted_together(texts: Sequence[str], budget: int) -> list[str]:
    """The texts, safe and all within `budget` characters; only the longest are cut."""
    limits = shares([len(plain(text)) for text in texts], max(budget, 0))
    return [fitted(text, limit) for text, limit in zip(texts, limits, strict=True)]


def bold(safe: str) -> str:
    """Bold for text that is safe already, up to the first code block, which Discord cannot make bold."""
    words, fence, rest = safe.partition("```")
    words = words.strip()
    return "\n".join(part for part in (f"**{words}**" if words else "", fence + rest) if part)


def masked_link(label: str, url: str) -> str:
    """A link shown as `label`, or the reference as plain text when it is no web address."""
    if not re.fullmatch(r"https?://[^\s<>]+", url) or len(url) > 500:
        return fitted(one_line(url), 300)
    return f"[{label}]({url.replace('(', '%28').replace(')', '%29')})"
