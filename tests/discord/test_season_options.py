"""When a season ends, as people type it."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.core.instant import instant_of
from bot.errors import UserError
from bot.ui.season_options import read_end

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "end"),
    [
        ("2026-03-08", datetime(2026, 3, 8, 23, tzinfo=UTC)),
        ("2026-03-08 18:00", datetime(2026, 3, 8, 17, tzinfo=UTC)),
        (" 2026-03-08  6 pm ", datetime(2026, 3, 8, 17, tzinfo=UTC)),
        ("2026-03-29", datetime(2026, 3, 29, 22, tzinfo=UTC)),
        ("2026-03-29 02:30", datetime(2026, 3, 29, 1, tzinfo=UTC)),
        ("2026-10-25", datetime(2026, 10, 25, 23, tzinfo=UTC)),
    ],
    ids=["a day to its end", "a time", "blanks", "spring", "in the gap", "autumn"],
)
def test_an_end_is_read_in_the_zone(typed: str, end: datetime) -> None:
    assert instant_of(read_end(typed, BERLIN, NOW)) == end


@pytest.mark.parametrize("typed", ["", "soon", "24.12.2026", "2026-13-01", "9999-12-31", "2026-03-08 25:00"])
def test_anything_else_is_refused(typed: str) -> None:
    with pytest.raises(UserError):
        read_end(typed, BERLIN, NOW)
