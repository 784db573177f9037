"""Runs of daily schedules: one row for each schedule and local date, whatever became of it."""

from enum import StrEnum


class RunState(StrEnum):
    CLAIMED = "claimed"
    """Being posted, or tried again."""
    POSTED = "posted"
    SKIPPED = "skipped"
    """The bot was not there in time."""
    FAILED = "failed"
    """Discord would not let it be posted in time."""
