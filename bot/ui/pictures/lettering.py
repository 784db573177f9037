"""Names written into pictures: any script, as far as fonts allow, and never wider than their place."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from PIL import Image, ImageDraw, ImageFont, features

from bot.ui.pictures.fonts import EMOJI_PIXELS, Face, faces

Colour = tuple[int, int, int]

HAS_LAYOUT = features.check("raqm")
"""Whether Pillow can shape Arabic and turn the direction; the wheels can."""

NAMELESS = "☺"
"""For a name of which no font has anything."""

_ELLIPSIS = "…"
_MOST_MARKS = 3
"""Per letter: more than any script needs is there to spill over other lines."""

_EMOJI_RISE = 0.82
"""The part of an emoji that stands above the line."""

_ZWJ = "\N{ZERO WIDTH JOINER}"
_SELECTOR = "\N{VARIATION SELECTOR-16}"
_TONES = range(0x1F3FB, 0x1F400)
_FLAGS = range(0x1F1E6, 0x1F200)
_KEPT_FORMATS = {_ZWJ, "\N{ZERO WIDTH NON-JOINER}"}


@dataclass(frozen=True, slots=True)
class Run:
    """Letters of one font."""

    face: Face
    text: str


@dataclass(frozen=True, slots=True)
class Writing:
    """A line as it is drawn, from left to right."""

    runs: Sequence[Run]
    pixels: int

    @property
    def width(self) -> float:
        return sum(_width(run, self.pixels) for run in self.runs)

    def draw(self, image: Image.Image, left: float, baseline: float, colour: Colour) -> None:
        pen = ImageDraw.Draw(image)
        for run in self.runs:
            if run.face.is_emoji:
                _paste(image, run, self.pixels, (left, baseline))
            else:
                pen.text((left, baseline), run.text, colour, run.face.sized(self.pixels), anchor="ls")
            left += _width(run, self.pixels)


def written(text: str, pixels: int, room: float | None = None) -> Writing:
    """The text in letters so high, cut with an ellipsis where there is less `room`."""
    clusters = [drawn for cluster in _clusters(_cleaned(text)) if (drawn := drawable(cluster)) is not None]
    if not "".join(cluster for _face, cluster in clusters).strip():
        clusters = [(faces()[0], NAMELESS)]
    writing = Writing(_runs(clusters), pixels)
    while room is not None and writing.width > room and clusters:
        clusters = clusters[:-1]
        writing = Writing(_runs([*clusters, (faces()[0], _ELLIPSIS)]), pixels)
    return writing


def _cleaned(text: str) -> str:
    """One line without what moves letters about: control characters and overrides of direction."""
    line = " ".join(text.split())
    kept = (c for c in line if c in _KEPT_FORMATS or unicodedata.category(c) not in {"Cc", "Cf", "Cs", "Co"})
    return unicodedata.normalize("NFC", "".join(kept))


def _clusters(text: str) -> Iterator[str]:
    """Letters with their marks, and emoji with all that belongs to them."""
    cluster = ""
    for character in text:
        if cluster and not _continues(cluster, character):
            yield cluster
            cluster = ""
        if not _is_mark(character) or sum(map(_is_mark, cluster)) < _MOST_MARKS:
            cluster += character
    if cluster:
        yield cluster


def _continues(cluster: str, character: str) -> bool:
    is_flag = len(cluster) == 1 and ord(cluster) in _FLAGS and ord(character) in _FLAGS
    joined = cluster.endswith(_ZWJ) and _is_symbol(character)
    return is_flag or joined or _is_mark(character) or character in _KEPT_FORMATS or ord(character) in _TONES


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) in {"Mn", "Mc", "Me"}


def _is_symbol(character: str) -> bool:
    return unicodedata.category(character) in {"So", "Sk", "Sm", "Po", "Cn"}


@lru_cache(maxsize=4_096)
def drawable(cluster: str) -> tuple[Face, str] | None:
    """The cluster and the font it is drawn in. A symbol that none has is left out; a letter becomes a box."""
    if face := _face_of(cluster):
        return face, cluster
    # The letters of "𝓯𝓪𝓷𝓬𝔂" names are plain letters to whoever reads them.
    plain = unicodedata.normalize("NFKC", cluster)
    if face := _face_of(plain):
        return face, plain
    first = cluster[0]
    return None if _is_symbol(first) or _is_mark(first) or first in _KEPT_FORMATS else (faces()[0], first)


def _face_of(cluster: str) -> Face | None:
    as_picture = _SELECTOR in cluster
    tried = sorted(faces(), key=lambda face: face.is_emoji != as_picture) if as_picture else faces()
    having = (face for face in tried if face.has(cluster) and (not face.is_emoji or _is_symbol(cluster[0])))
    return next(having, None)


def _runs(clusters: Sequence[tuple[Face, str]]) -> list[Run]:
    """Drawing turns the letters within a run; the runs of a name from right to left are turned here."""
    runs = [
        Run(face, "".join(cluster for _face, cluster in group))
        for face, group in groupby(clusters, key=lambda drawn: drawn[0])
    ]
    text = "".join(cluster for _face, cluster in clusters)
    return runs[::-1] if HAS_LAYOUT and _from_right(text) else runs


def _from_right(text: str) -> bool:
    strong = (unicodedata.bidirectional(c) for c in text)
    return next((kind in {"R", "AL"} for kind in strong if kind in {"L", "R", "AL"}), False)


def _width(run: Run, pixels: int) -> float:
    length = run.face.sized(pixels).getlength(run.text)
    return length * pixels / EMOJI_PIXELS if run.face.is_emoji else length


def _paste(image: Image.Image, run: Run, pixels: int, at: tuple[float, float]) -> None:
    font: ImageFont.FreeTypeFont = run.face.sized(pixels)
    drawn = Image.new("RGBA", (max(round(font.getlength(run.text)), 1), 128))
    ImageDraw.Draw(drawn).text((0, 0), run.text, font=font, anchor="lt", embedded_color=True)
    scale = pixels / EMOJI_PIXELS
    size = (max(round(drawn.width * scale), 1), round(drawn.height * scale))
    small = drawn.resize(size, Image.Resampling.LANCZOS)
    image.paste(small, (round(at[0]), round(at[1] - small.height * _EMOJI_RISE)), small)
