"""Instants: aware datetimes in code, whole milliseconds of Unix time in the database and between layers."""

from datetime import UTC, datetime


def unix_ms(instant: datetime) -> int:
    return int(instant.timestamp() * 1000)


def instant_of(unix_ms: int) -> datetime:
    return datetime.fromtimestamp(unix_ms / 1000, UTC)
