"""The picture of a player's last weeks: a bar for the points of each."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.services.profile_requests import Week
from bot.ui.cards.wording import counted
from bot.ui.pictures.canvas import BAR, EDGE, MARGIN, QUIET, SHEET, SMALL, TEXT, TRACK, WIDTH, Canvas
from bot.ui.pictures.words import as_alt_text

HEIGHT = 640
_LEFT, _RIGHT = 190, WIDTH - MARGIN
_TOP, _FLOOR = 220, HEIGHT - 100
_DATED = 4
"""Every so many weeks there is room for a date."""
_HATCH = 14


@dataclass(frozen=True, slots=True)
class Weeks:
    """Oldest first; the last one still goes on."""

    name: str
    weeks: Sequence[Week]

    def png(self) -> bytes:
        canvas = Canvas(HEIGHT, self.name, [f"Points in each of the last {len(self.weeks)} weeks"])
        most = max((week.points for week in self.weeks), default=0)
        top = _axis(canvas, most)
        room = (_RIGHT - _LEFT) / max(len(self.weeks), 1)
        for number, week in enumerate(self.weeks):
            left, height = _LEFT + number * room, (_FLOOR - _TOP) * week.points / top
            is_last = number == len(self.weeks) - 1
            if height >= 1:
                _bar(canvas, left + 8, left + room - 8, _FLOOR - height, unfinished=is_last)
            if is_last:
                canvas.write("now", left + room / 2, _FLOOR + 52, SMALL, TEXT, align=0.5)
            elif number % _DATED == 0:
                said = f"{week.starts.day} {week.starts:%b}"
                canvas.write(said, left + room / 2, _FLOOR + 52, SMALL, QUIET, align=0.5)
        return canvas.png()

    def alt_text(self) -> str:
        said = [f"week of {w.starts.day} {w.starts:%b}: {w.points:,}" for w in self.weeks[:-1]]
        said += [f"this week so far: {w.points:,}" for w in self.weeks[-1:]]
        return as_alt_text(f"{self.name}, points in each of the last {counted(len(said), 'week')}", *said)


def _axis(canvas: Canvas, most: int) -> int:
    """Draws the lines to read the points by; returns the points at the height of the topmost."""
    step = _step(most)
    top = max(-(-most // step), 1) * step
    for points in range(0, top + 1, step):
        height = _FLOOR - (_FLOOR - _TOP) * points / top
        canvas.pen.line((_LEFT, height, _RIGHT, height), EDGE if points == 0 else TRACK, 3)
        canvas.write(f"{points:,}", _LEFT - 16, height + 13, SMALL, QUIET, align=1.0)
    return top


def _step(most: int) -> int:
    """The least of 1, 2, 5, 10, 20 … that needs at most four lines above the floor."""
    step = 1
    while most > 4 * step:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return step


def _bar(canvas: Canvas, left: float, right: float, top: float, *, unfinished: bool) -> None:
    """A week that goes on is hatched."""
    canvas.pen.rectangle((left, top, right, _FLOOR), SHEET if unfinished else BAR, BAR, 4)
    if unfinished:
        for height in range(round(top) + _HATCH, round(_FLOOR), _HATCH):
            canvas.pen.line((left, height, right, height), BAR, 3)
