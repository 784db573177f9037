"""What Discord refuses in a body, by the numbers of its documentation and its OpenAPI description."""

from collections import Counter
from collections.abc import Callable, Iterator

from benchmarks.standin.journal import Json
from benchmarks.standin.world import COMPONENTS_V2, walk

ROW, BUTTON, SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 1, 2, 9, 10, 11, 12, 13, 14, 17
LAYOUT = {SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER}
IN_CONTAINER = {ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR}
TOP_LEVEL = IN_CONTAINER | {CONTAINER}
SELECTS = {3, 5, 6, 7, 8}

Check = Callable[[Json], Iterator[str]]


def faults_of_message(body: Json, *, flags_before: int = 0) -> list[str]:
    """Everything that is wrong with a message, or with the changes to one that has the flags."""
    return list(_message(body, (body.get("flags") or 0) | flags_before))


def _message(body: Json, flags: int) -> Iterator[str]:
    components = body.get("components") or []
    inside = walk(components)
    if len(body.get("content") or "") > 2_000:
        yield "content: over 2,000 characters"
    if len(str(body.get("nonce") or "")) > 25:
        yield "nonce: over 25 characters"
    if flags & COMPONENTS_V2:
        yield from (f"{name}: not beside V2 components" for name in _beside(body))
        yield from _layout(components, inside)
    elif any(item["type"] in LAYOUT for item in inside):
        yield "components: V2 components without their flag"
    elif not (components or body.get("content") or body.get("embeds") or "content" not in body):
        yield "content: cannot send an empty message"
    yield from _each(inside)


def _beside(body: Json) -> list[str]:
    return [name for name in ("content", "embeds", "poll", "sticker_ids") if body.get(name)]


def _layout(components: list[Json], inside: list[Json]) -> Iterator[str]:
    if len(inside) > 40:
        yield f"components: {len(inside)} of them, over 40"
    if (length := sum(len(item.get("content") or "") for item in inside)) > 4_000:
        yield f"components: {length:,} characters of text, over 4,000"
    yield from _children(components, TOP_LEVEL, "components")


def _children(children: list[Json], allowed: set[int], where: str) -> Iterator[str]:
    wrong = {child["type"] for child in children} - allowed
    if wrong:
        yield f"{where}: no place for type {sorted(wrong)}"


def _each(inside: list[Json]) -> Iterator[str]:
    for item in inside:
        if check := CHECKS.get(item["type"]):
            yield from (f"component {item.get('id', item['type'])}: {fault}" for fault in check(item))
        else:
            yield f"component of unknown type {item['type']}"
    custom_ids = Counter(item["custom_id"] for item in inside if item.get("custom_id"))
    yield from (f"custom_id {custom_id!r} twice" for custom_id, n in custom_ids.items() if n > 1)


def _length(item: Json, key: str, least: int, most: int) -> Iterator[str]:
    if not least <= len(item.get(key) or "") <= most:
        yield f"{key}: must be {least} to {most} characters long"


def _button(item: Json) -> Iterator[str]:
    style = item.get("style")
    if style in (1, 2, 3, 4):
        yield from _length(item, "custom_id", 1, 100)
        if item.get("url"):
            yield "url: only on a link button"
    elif style == 5:
        yield from _length(item, "url", 1, 512)
        if item.get("custom_id"):
            yield "custom_id: not on a link button"
    elif style != 6:
        yield f"style: {style} is none"
    yield from _length(item, "label", 0, 80)
    if style != 6 and not (item.get("label") or item.get("emoji")):
        yield "label: a button needs a label or an emoji"


def _section(item: Json) -> Iterator[str]:
    children = item.get("components") or []
    yield from _children(children, {TEXT}, "section")
    if not 1 <= len(children) <= 3:
        yield "components: a section holds 1 to 3 texts"
    yield from _children(
        [item["accessory"]] if item.get("accessory") else [], {BUTTON, THUMBNAIL}, "accessory"
    )
    if not item.get("accessory"):
        yield "accessory: a section needs one"


def _row(item: Json) -> Iterator[str]:
    children = item.get("components") or []
    yield from _children(children, {BUTTON} | SELECTS, "row")
    if not 1 <= len(children) <= 5:
        yield "components: a row holds 1 to 5"


def _container(item: Json) -> Iterator[str]:
    children = item.get("components") or []
    yield from _children(children, IN_CONTAINER, "container")
    if not children:
        yield "components: a container needs one"
    if not 0 <= (item.get("accent_color") or 0) <= 0xFFFFFF:
        yield "accent_color: no colour"


def _text(item: Json) -> Iterator[str]:
    yield from _length(item, "content", 1, 4_000)
    if not (item.get("content") or "").strip():
        yield "content: blank"


def _media(item: Json) -> Iterator[str]:
    url = (item.get("media") or {}).get("url") or ""
    if not url.startswith(("https://", "http://", "attachment://")) or len(url) > 2_048:
        yield "media.url: not a URL that Discord takes"
    yield from _length(item, "description", 0, 1_024)


def _gallery(item: Json) -> Iterator[str]:
    items = item.get("items") or []
    if not 1 <= len(items) <= 10:
        yield "items: a gallery holds 1 to 10"
    for medium in items:
        yield from _media(medium)


def _separator(item: Json) -> Iterator[str]:
    if item.get("spacing", 1) not in (1, 2):
        yield "spacing: must be 1 or 2"


def _anything(_item: Json) -> Iterator[str]:
    return iter(())


CHECKS: dict[int, Check] = {
    ROW: _row,
    BUTTON: _button,
    SECTION: _section,
    TEXT: _text,
    THUMBNAIL: _media,
    GALLERY: _gallery,
    FILE: _anything,
    SEPARATOR: _separator,
    CONTAINER: _container,
    **dict.fromkeys(SELECTS, _anything),
}
