"""The fonts that pictures are written in: one that comes with the bot, then those the system has."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

SHIPPED = Path(__file__).with_name("fonts") / "DejaVuSansCondensed-Bold.ttf"

# By the names that Debian's packages give them (the Dockerfile installs the first two); none has to be there.
SYSTEM_FONTS = (
    "NotoColorEmoji.ttf",
    "wqy-microhei.ttc",
    "NotoSansCJK-Bold.ttc",
    "NotoSansCJK-Regular.ttc",
    "NotoSansThai-Bold.ttf",
    "NotoSansDevanagari-Bold.ttf",
)
EMOJI_FONT = "NotoColorEmoji.ttf"
EMOJI_PIXELS = 109
"""The one size that the font's bitmaps have."""

_IN_NO_FONT = "\U0010ffff"
_JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}\N{VARIATION SELECTOR-16}\N{VARIATION SELECTOR-15}"


@dataclass(frozen=True, slots=True)
class Face:
    path: str

    @property
    def is_emoji(self) -> bool:
        return self.path.endswith(EMOJI_FONT)

    def sized(self, pixels: int) -> ImageFont.FreeTypeFont:
        return _sized(self.path, EMOJI_PIXELS if self.is_emoji else pixels)

    def has(self, cluster: str) -> bool:
        return all(_has(self, character) for character in cluster if character not in _JOINERS)


@lru_cache(maxsize=64)
def _sized(path: str, pixels: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, pixels)


@lru_cache(maxsize=8_192)
def _has(face: Face, character: str) -> bool:
    """A font draws what it lacks as one and the same box: Pillow has no other way to ask."""
    return character.isspace() or _drawn(face, character) != _missing(face)


@lru_cache(maxsize=16)
def _missing(face: Face) -> tuple[tuple[int, int], bytes]:
    return _drawn(face, _IN_NO_FONT)


def _drawn(face: Face, character: str) -> tuple[tuple[int, int], bytes]:
    mask = face.sized(32).getmask(character)
    return mask.size, bytes(mask)


@lru_cache(maxsize=1)
def faces() -> Sequence[Face]:
    """In the order they are tried, found once; those that cannot be read are left out."""
    return [Face(str(SHIPPED)), *_system_faces()]


def _system_faces() -> Iterator[Face]:
    for name in SYSTEM_FONTS:
        try:
            face = Face(str(ImageFont.truetype(name, EMOJI_PIXELS).path))
        except OSError:
            continue
        yield face
