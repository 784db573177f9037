"""The picture of a board: a podium for the first three places, and bars for those behind."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.ui.pictures.canvas import (
    BAR,
    EDGE,
    MARGIN,
    NAME,
    NOTE_LINE,
    QUIET,
    SMALL,
    TEXT,
    TRACK,
    WIDTH,
    Canvas,
    note_lines,
    readable_on,
)
from bot.ui.pictures.lettering import Colour
from bot.ui.pictures.words import as_alt_text

MOST_ENTRIES = 10
_STEP_COLOURS: dict[int, Colour] = {1: (244, 196, 78), 2: (200, 208, 220), 3: (217, 148, 96)}
_STEP_HEIGHTS = {1: 300, 2: 220, 3: 150}
_NAMES_ON_STEP = 4
_NAME_LINE = 56
_ROW = 76
FIGURE_ROOM = 190
_TOP = 190


@dataclass(frozen=True, slots=True)
class Entry:
    """Who stands where, with what the places go by as a number and in words ("1,250")."""

    place: int
    name: str
    figure: float
    said: str
    tied: bool = False
    colour: Colour | None = None
    """A team's own."""

    @property
    def numeral(self) -> str:
        return f"{self.place}{'=' if self.tied else ''}"


@dataclass(frozen=True, slots=True)
class Podium:
    """Entries come best first; `total` is how many there are where they are not all here."""

    title: str
    note: str
    order: str
    """What the places go by."""
    entries: Sequence[Entry]
    total: int

    def png(self) -> bytes:
        steps, rows = self._steps(), self._rows()
        lines = max(map(len, steps), default=1)
        notes = note_lines(self.note, self.order)
        floor = _TOP + (len(notes) - 1) * NOTE_LINE + lines * _NAME_LINE + 60 + _STEP_HEIGHTS[1]
        hidden = self.total - len(self._shown())
        height = floor + MARGIN + len(rows) * _ROW + (60 if hidden > 0 else 0)
        canvas = Canvas(height, self.title, notes)
        _draw_steps(canvas, steps, floor)
        most = max((entry.figure for entry in self.entries), default=0)
        for number, entry in enumerate(rows):
            _draw_row(canvas, entry, floor + 30 + number * _ROW, most)
        if hidden > 0:
            canvas.write(f"and {hidden:,} more", WIDTH / 2, height - 36, SMALL, QUIET, align=0.5)
        return canvas.png()

    def alt_text(self) -> str:
        """The same in words, as far as Discord takes it."""
        said = [self.title, ", ".join(filter(None, (self.note, self.order)))]
        said += [f"{entry.numeral} {entry.name}: {entry.said}" for entry in self._shown()]
        hidden = self.total - len(self._shown())
        return as_alt_text(*said, *([f"And {hidden:,} more"] if hidden > 0 else []))

    def _shown(self) -> Sequence[Entry]:
        return self.entries[:MOST_ENTRIES]

    def _steps(self) -> list[list[Entry]]:
        """Those who share a place stand on one step, as many as have room there."""
        first = [entry for entry in self._shown() if entry.place <= 3]
        return [
            list(group)[:_NAMES_ON_STEP] for _place, group in groupby(first, key=lambda entry: entry.place)
        ]

    def _rows(self) -> list[Entry]:
        """Who stands on no step: also those who share its place, so that everybody is named."""
        on_steps = sum(map(len, self._steps()))
        return list(self._shown()[on_steps:])


def _draw_steps(canvas: Canvas, steps: Sequence[Sequence[Entry]], floor: int) -> None:
    order = [steps[1], steps[0], *steps[2:]] if len(steps) > 1 else steps
    room = (WIDTH - 2 * MARGIN) / max(len(steps), 2)
    left = (WIDTH - room * len(steps)) / 2
    for number, step in enumerate(order):
        _draw_step(canvas, step, left + number * room, room, floor)


def _draw_step(canvas: Canvas, step: Sequence[Entry], left: float, room: float, floor: int) -> None:
    first = step[0]
    top, middle = floor - _STEP_HEIGHTS[first.place], left + room / 2
    own = first.colour if len(step) == 1 else None
    fill = own or _STEP_COLOURS[first.place]
    canvas.pen.rectangle((left + 6, top, left + room - 6, floor), fill, EDGE, 3)
    canvas.write(first.numeral, middle, top + 100, 92, readable_on(fill), align=0.5)
    canvas.write(first.said, middle, top - 20, SMALL, QUIET, room=room - 16, align=0.5)
    for number, entry in enumerate(reversed(step)):
        canvas.write(entry.name, middle, top - 72 - number * _NAME_LINE, NAME, room=room - 16, align=0.5)


def _draw_row(canvas: Canvas, entry: Entry, top: int, most: float) -> None:
    baseline, right = top + 50, WIDTH - MARGIN
    canvas.write(entry.numeral, MARGIN + 76, baseline, NAME, QUIET, align=1.0)
    canvas.write(entry.name, MARGIN + 100, baseline, NAME, room=390)
    start, end = 560, right - FIGURE_ROOM - 10
    canvas.pen.rectangle((start, top + 16, end, top + 56), TRACK)
    length = (end - start) * entry.figure / most if most > 0 else 0
    if length >= 1:
        canvas.pen.rectangle((start, top + 16, start + length, top + 56), entry.colour or BAR, EDGE, 2)
    canvas.write(entry.said, right, baseline, SMALL, TEXT, room=FIGURE_ROOM, align=1.0)
