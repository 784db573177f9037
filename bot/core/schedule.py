"""When a daily question is due: a wall-clock time in a zone, on some days of the week."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

EVERY_DAY = frozenset(range(7))


@dataclass(frozen=True, slots=True)
class Rule:
    """`days` are days of the week in the zone, Monday being 0; at least one."""

    at: time
    zone: ZoneInfo
    days: frozenset[int] = EVERY_DAY

    def names(self, day: date) -> bool:
        return day.weekday() in self.days

    def run_at(self, day: date) -> datetime:
        """The one instant (UTC) of the rule on that local date.

        Of a time that occurs twice it is the first, of one that is skipped the end of the gap.
        """
        first = datetime.combine(day, self.at.replace(fold=0), self.zone)
        instant = first.astimezone(UTC)
        if instant.astimezone(self.zone).replace(tzinfo=None) == first.replace(tzinfo=None):
            return instant
        return self._end_of_gap(earliest=first.replace(fold=1), latest=first)

    def _end_of_gap(self, earliest: datetime, latest: datetime) -> datetime:
        """The instant at which the offset changes, which it does once after the one and until the other."""
        low, high = int(earliest.timestamp()), int(latest.timestamp())
        new = self._offset(high)
        while high - low > 1:
            middle = (low + high) // 2
            if self._offset(middle) == new:
                high = middle
            else:
                low = middle
        return datetime.fromtimestamp(high, UTC)

    def _offset(self, unix_s: int) -> timedelta | None:
        return datetime.fromtimestamp(unix_s, self.zone).utcoffset()

    def dates_from(self, day: date) -> Iterator[date]:
        """The dates the rule names, from that one on; ends with the calendar."""
        while True:
            if self.names(day):
                yield day
            if day == date.max:
                return
            day += timedelta(days=1)

    def next_date(self, now: datetime, after: date | None) -> date:
        """The first date whose run is still to come and that is later than `after`, the last one claimed."""
        start = now.astimezone(self.zone).date() - timedelta(days=1)
        if after is not None:
            start = max(start, after + timedelta(days=1))
        return next(day for day in self.dates_from(start) if self.run_at(day) > now)
