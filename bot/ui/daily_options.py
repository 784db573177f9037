"""The time of day, days and zone of a daily question: read as people type them, and written back."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime, time
from difflib import get_close_matches
from zoneinfo import ZoneInfo, available_timezones

from bot.core.schedule import EVERY_DAY
from bot.errors import UserError
from bot.ui.markdown import one_line, shortened

WEEKDAYS = frozenset(range(5))
WEEKEND = frozenset({5, 6})

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SEVERAL = {
    **dict.fromkeys(["everyday", "all", "daily"], EVERY_DAY),
    **dict.fromkeys(["weekday", "workday"], WEEKDAYS),
    "weekend": WEEKEND,
}

_CLOCK = re.compile(r"(\d{1,2})(?:[:.h]?(\d{2}))?\s*(?:([ap])\.?m\.?)?", re.ASCII)
_RANGE = re.compile(r"\s*(?:[-–—]|\bto\b)\s*")
_BETWEEN_DAYS = re.compile(r"[\s,;/&+.]+")

# "Factory" is what a computer has whose zone nobody has set.
_ZONES = sorted(available_timezones() - {"Factory"})
_LIKELY_ZONES = (
    "UTC",
    "Europe/London",
    "Europe/Berlin",
    "Europe/Paris",
    "Europe/Madrid",
    "Europe/Istanbul",
    "Europe/Moscow",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Mexico_City",
    "America/Sao_Paulo",
    "Africa/Lagos",
    "Africa/Johannesburg",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Jakarta",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Asia/Seoul",
    "Asia/Manila",
    "Australia/Sydney",
    "Pacific/Auckland",
)


def read_time(typed: str) -> time:
    """Raises UserError."""
    match = _CLOCK.fullmatch(typed.strip().lower())
    if match:
        hour, minute, half = int(match[1]), int(match[2] or 0), match[3]
        if half and 1 <= hour <= 12:
            hour, half = hour % 12 + (12 if half == "p" else 0), None
        if half is None and hour < 24 and minute < 60:
            return time(hour, minute)
    raise UserError(f"{_quoted(typed)} is no time of day: type it as 08:00, 20:30 or 8 pm.")


def time_text(at: time) -> str:
    return f"{at:%H:%M}"


def read_days(typed: str) -> frozenset[int]:
    """Days of the week, Monday being 0. Raises UserError."""
    text = _RANGE.sub("-", typed.strip().lower()).replace("every day", "everyday")
    parts = [part for part in _BETWEEN_DAYS.split(text) if part not in ("", "and", "every")]
    read = [_days_of(part) for part in parts]
    if not read or not all(read):
        raise UserError(
            f"I cannot read {_quoted(typed)} as days: type every day, weekdays, weekends, "
            "or days such as Mon, Wed, Fri or Mon-Fri."
        )
    return frozenset().union(*read)


def _days_of(part: str) -> frozenset[int]:
    """Empty when the part names no days."""
    if several := _SEVERAL.get(part.removesuffix("s")) or _SEVERAL.get(part):
        return several
    ends = [_day_of(name) for name in part.split("-")]
    match ends:
        case [int(day)]:
            return frozenset({day})
        case [int(first), int(last)]:
            return frozenset((first + step) % 7 for step in range((last - first) % 7 + 1))
    return frozenset()


def _day_of(name: str) -> int | None:
    found = [at for at, day in enumerate(_DAYS) if day.startswith((name, name.removesuffix("s")))]
    return found[0] if len(name) >= 2 and len(found) == 1 else None


def days_text(days: frozenset[int]) -> str:
    """ "Mon–Fri", "Mon, Wed, Fri" or "every day"; `read_days` reads it back."""
    if days == EVERY_DAY:
        return "every day"
    stretches: list[list[int]] = []
    for day in sorted(days):
        if stretches and day == stretches[-1][-1] + 1:
            stretches[-1].append(day)
        else:
            stretches.append([day])
    return ", ".join(_stretch_text([_DAYS[day][:3].title() for day in stretch]) for stretch in stretches)


def _stretch_text(names: Sequence[str]) -> str:
    return f"{names[0]}–{names[-1]}" if len(names) > 2 else ", ".join(names)


def offered_days(typed: str) -> list[str]:
    """What may be meant, while it is being typed."""
    try:
        return [days_text(read_days(typed))]
    except UserError:
        usual = ("every day", "weekdays", "weekends", "Mon, Wed, Fri")
        return [days for days in usual if typed.strip().lower() in days.lower()]


def read_zone(typed: str) -> ZoneInfo:
    """By its name, or any part of it that no other zone has. Raises UserError."""
    exact = [name for name in _ZONES if _plain(name) == _plain(typed)]
    found = exact or offered_zones(typed)
    if len(found) != 1 or not typed.strip():
        raise UserError(
            f"{_quoted(typed)} is no time zone that I know: choose one from the list, such as "
            f"{_likeliest(typed, found)}."
        )
    return ZoneInfo(found[0])


def _likeliest(typed: str, found: Sequence[str]) -> str:
    """The zone that may have been meant: of those found, or the city that is spelled most alike."""
    if found and typed.strip():
        return found[0]
    cities = {_plain(name).rpartition("/")[2]: name for name in _ZONES}
    alike = get_close_matches(_plain(typed).rpartition("/")[2], cities, n=1)
    return cities[alike[0]] if alike else "Europe/Berlin"


def offered_zones(typed: str, used: Iterable[str] = ()) -> list[str]:
    """The zones with that in their name, best first; when nothing is typed the `used` and likely ones."""
    wanted = _plain(typed)
    if not wanted:
        return list(dict.fromkeys([*used, *_LIKELY_ZONES]))
    found = [name for name in _ZONES if wanted in _plain(name)]
    return sorted(found, key=lambda name: _distance(wanted, name))


def zone_label(name: str, now: datetime) -> str:
    return f"{name} · now {time_text(now.astimezone(ZoneInfo(name)).time())}"


def _plain(name: str) -> str:
    return " ".join(name.replace("_", " ").casefold().split())


def _distance(wanted: str, name: str) -> int:
    """From what was typed to a zone that has it in its name: 0 is the name itself, 1 a beginning."""
    begins = any(part.startswith(wanted) for part in [_plain(name), *_plain(name).split("/")])
    return 0 if _plain(name) == wanted else 1 if begins else 2


def _quoted(typed: str) -> str:
    return f"“{shortened(one_line(typed), 40)}”"
