from datetime import date, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.core.daily import DailyFacts, Run, closes_at, due_runs, expires_at
from bot.core.schedule import Rule

BERLIN = ZoneInfo("Europe/Berlin")
EVERY_DAY = Rule(time(8, 0), BERLIN)
WEEKDAYS = Rule(time(8, 0), BERLIN, frozenset(range(5)))
FRIDAY, MONDAY = date(2026, 12, 4), date(2026, 12, 7)


@pytest.mark.parametrize(
    ("rule", "day", "late", "open_hours", "hours"),
    [
        (EVERY_DAY, FRIDAY, 0, None, 24),
        (EVERY_DAY, FRIDAY, 3, None, 21),
        (WEEKDAYS, FRIDAY, 0, None, 24),
        (EVERY_DAY, FRIDAY, 0, 2, 2),
        (EVERY_DAY, FRIDAY, 3, 2, 2),
        (EVERY_DAY, date(2026, 3, 28), 0, None, 23),
        (EVERY_DAY, date(2026, 10, 24), 0, None, 24),
    ],
    ids=[
        "until the next post",
        "posted late, still until the next post",
        "at most 24 hours",
        "as long as asked for",
        "as long as asked for, also when late",
        "a short day",
        "a long day",
    ],
)
def test_a_question_closes(rule: Rule, day: date, late: int, open_hours: int | None, hours: int) -> None:
    opens = rule.run_at(day) + timedelta(hours=late)
    open_for = timedelta(hours=open_hours) if open_hours else None
    assert closes_at(rule, day, opens, open_for) - opens == timedelta(hours=hours)


def test_a_question_posted_just_before_the_next_stays_open_for_a_moment() -> None:
    opens = EVERY_DAY.run_at(FRIDAY + timedelta(days=1)) - timedelta(seconds=1)
    assert closes_at(EVERY_DAY, FRIDAY, opens, None) - opens == timedelta(minutes=1)


def test_runs_are_due_from_their_instant_on_oldest_first() -> None:
    now = WEEKDAYS.run_at(MONDAY)
    assert [run.day for run in due_runs(WEEKDAYS, FRIDAY, now)] == [FRIDAY, MONDAY]
    assert [run.day for run in due_runs(WEEKDAYS, FRIDAY, now - timedelta(seconds=1))] == [FRIDAY]


@pytest.mark.parametrize(("minutes", "late"), [(0, False), (5, False), (6, True), (-10, False)])
def test_a_run_is_late_after_five_minutes(minutes: int, late: bool) -> None:
    due = EVERY_DAY.run_at(FRIDAY)
    assert Run(FRIDAY, due).is_late(due + timedelta(minutes=minutes)) is late


@pytest.mark.parametrize(
    ("rule", "window_hours", "minutes"),
    [(EVERY_DAY, 6, 6 * 60), (EVERY_DAY, 24, 23 * 60), (EVERY_DAY, 0, 5), (WEEKDAYS, 24, 24 * 60)],
    ids=["with the window", "once the next is due", "not before it is late", "the next is days away"],
)
def test_a_run_is_not_posted_any_more(rule: Rule, window_hours: int, minutes: int) -> None:
    day = date(2026, 3, 28) if rule is EVERY_DAY else FRIDAY  # the clocks go forward that night
    run = Run(day, rule.run_at(day))
    assert expires_at(rule, run, timedelta(hours=window_hours)) - run.due == timedelta(minutes=minutes)


def test_the_facts_of_a_post_survive_being_stored() -> None:
    facts = DailyFacts(7, FRIDAY, late=True, role_id=3, thread=False, instant=True)
    assert DailyFacts.from_json(facts.to_json()) == facts
