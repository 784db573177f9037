"""Pictures of boards: any name can be drawn, and the text beside them says the same."""

from io import BytesIO
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bot.core.ranking import Score, standings
from bot.ui.pictures import attaching, lettering
from bot.ui.pictures.canvas import NAME, SMALL, WIDTH, Canvas
from bot.ui.pictures.fonts import SHIPPED, faces
from bot.ui.pictures.lettering import written
from bot.ui.pictures.podium import FIGURE_ROOM, Entry, Podium
from bot.ui.pictures.words import MAX_ALT_TEXT

ODD_NAMES = [
    "Ada",
    "a" * 32,
    "W" * 100,
    "🔥🔥🔥",
    "👨‍👩‍👧‍👦 👍🏽 🇩🇪 ❤️ 1️⃣",
    "محمد العربي",
    "דוד 🔥 בן-גוריון",
    "中村さくら 한국어",
    "ไทย हिन्दी",
    "𝓯𝓪𝓷𝓬𝔂",
    "Z" + "\u0301\u0336" * 40,
    "\u202e\u200bhidden\x00\n\t",
    "\u200d",
    "\U0010ffff\ue000",
    "",
]


def podium(points: list[int], name: str = "Ada", total: int | None = None) -> Podium:
    scores = [Score(number, points=worth) for number, worth in enumerate(points, start=1)]
    entries = [
        Entry(standing.place, name, standing.score.points, f"{standing.score.points:,}", standing.tied)
        for standing in standings(scores)
    ]
    return Podium("All time", "Points", "", entries, total or len(entries))


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png))


@pytest.mark.parametrize("name", ODD_NAMES)
def test_any_name_can_be_drawn(name: str) -> None:
    picture = podium([3000, 2000, 1000, 500], name)
    assert opened(picture.png()).width == WIDTH
    assert name in picture.alt_text()


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=40))
def test_a_name_never_leaves_its_place(name: str) -> None:
    assert written(name, NAME, 300).width <= 300


@pytest.mark.parametrize("points", [[], [0], [5, 4], [5, 5, 4], [0] * 6, list(range(25))])
def test_any_number_of_players_can_be_drawn(points: list[int]) -> None:
    picture = opened(podium(points).png())
    assert picture.format == "PNG"
    assert picture.height < 2 * WIDTH


def test_more_players_than_are_drawn_are_counted() -> None:
    alt_text = podium([100 - number for number in range(10)], total=25).alt_text()
    assert "1 Ada: 100." in alt_text
    assert alt_text.endswith("And 15 more.")


def test_ties_are_shown_as_ties() -> None:
    assert podium([9, 5, 5, 1]).alt_text() == "All time. Points. 1 Ada: 9. 2= Ada: 5. 2= Ada: 5. 4 Ada: 1."


@pytest.mark.parametrize(
    ("points", "total"),
    [
        pytest.param([5] * 3, 3, id="three share a step"),
        pytest.param([5] * 10, 10, id="ten share the first place"),
        pytest.param([5] * 10, 25, id="25 share the first place"),
        pytest.param([9] + [5] * 8 + [1], 10, id="eight share the second place"),
    ],
)
def test_who_has_no_room_on_a_step_is_named_below_it(
    points: list[int], total: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    write = Canvas.write

    def recorded(canvas: Canvas, text: str, *where: Any, **how: Any) -> None:
        said.append(text)
        write(canvas, text, *where, **how)

    monkeypatch.setattr(Canvas, "write", recorded)
    podium(points, "Ada", total).png()
    assert said.count("Ada") == len(points)
    assert [text for text in said if "more" in text] == (["and 15 more"] if total > 10 else [])


def test_how_far_somebody_came_has_room_behind_the_bar() -> None:
    assert written("out at 50", SMALL).width <= FIGURE_ROOM


def test_the_text_is_as_long_as_discord_takes() -> None:
    assert len(podium([1] * 10, "W" * 200).alt_text()) == MAX_ALT_TEXT


def test_a_fancy_name_is_read_in_plain_letters_where_no_font_has_it() -> None:
    text = "".join(run.text for run in written("𝓯𝓪𝓷𝓬𝔂", NAME).runs)
    assert text in {"fancy", "𝓯𝓪𝓷𝓬𝔂"}


def test_a_name_keeps_its_letters_where_only_the_shipped_font_is(monkeypatch: pytest.MonkeyPatch) -> None:
    only = [face for face in faces() if face.path == str(SHIPPED)]
    monkeypatch.setattr("bot.ui.pictures.lettering.faces", lambda: only)
    lettering.drawable.cache_clear()
    assert "".join(run.text for run in written("🔥 Ada 中", NAME).runs) == " Ada 中"
    assert "".join(run.text for run in written("🔥", NAME).runs) == "☺"
    lettering.drawable.cache_clear()


async def test_an_attachment_says_what_it_shows() -> None:
    file = await attaching.drawn(podium([2, 1]))
    assert file is not None
    assert file.description == "All time. Points. 1 Ada: 2. 2 Ada: 1."
    assert opened(file.fp.read()).format == "PNG"


async def test_what_cannot_be_drawn_is_left_out(caplog: pytest.LogCaptureFixture) -> None:
    class Torn:
        def png(self) -> bytes:
            raise OSError("no font")

        def alt_text(self) -> str:
            return ""

    assert await attaching.drawn(Torn()) is None
    assert "not drawn" in caplog.text
