"""The sheet that pictures are drawn on: colours that stand on Discord's dark and light themes alike."""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageDraw

from bot.ui.pictures.lettering import Colour, written

WIDTH = 1_080
"""A phone shows it a third as wide: no letter may be smaller than SMALL."""

MARGIN = 48
TITLE, NAME, SMALL = 54, 46, 38
NOTE_LINE = 50

SHEET: Colour = (28, 31, 41)
EDGE: Colour = (120, 128, 150)
TEXT: Colour = (244, 245, 250)
QUIET: Colour = (186, 192, 208)
TRACK: Colour = (58, 64, 82)
BAR: Colour = (104, 148, 255)
INK: Colour = (18, 20, 28)


class Canvas:
    def __init__(self, height: int, title: str, notes: Sequence[str] = ()) -> None:
        self.image = Image.new("RGB", (WIDTH, height), SHEET)
        self.pen = ImageDraw.Draw(self.image)
        self.pen.rectangle((0, 0, WIDTH - 1, height - 1), outline=EDGE, width=4)
        self.write(title, MARGIN, 90, TITLE, room=WIDTH - 2 * MARGIN)
        for number, note in enumerate(notes):
            self.write(note, MARGIN, 146 + number * NOTE_LINE, SMALL, QUIET, room=WIDTH - 2 * MARGIN)

    def write(
        self,
        text: str,
        x: float,
        baseline: float,
        pixels: int,
        colour: Colour = TEXT,
        *,
        room: float | None = None,
        align: float = 0.0,
    ) -> None:
        """Where it is wider than its `room`, it is written small, and then cut.

        `align` is the part of it that stands left of `x`: 0.5 centres it.
        """
        writing = written(text, pixels)
        if room is not None and writing.width > room:
            writing = written(text, min(pixels, SMALL), room)
        writing.draw(self.image, x - writing.width * align, baseline, colour)

    def png(self) -> bytes:
        stream = BytesIO()
        # More effort makes it a tenth smaller, and takes twice as long.
        self.image.save(stream, "PNG", compress_level=1)
        return stream.getvalue()


def note_lines(*parts: str) -> list[str]:
    """The parts on one line where there is room, else on a line each."""
    together = ", ".join(filter(None, parts))
    return [together] if written(together, SMALL).width <= WIDTH - 2 * MARGIN else [*filter(None, parts)]


def readable_on(colour: Colour) -> Colour:
    red, green, blue = colour
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 120 else TEXT
