"""Daily questions and their schedules, as they are shown."""

from datetime import date
from zoneinfo import ZoneInfo

import discord
import pytest

from bot.core.daily import RunState
from bot.core.question import Option
from bot.core.schedule import Rule
from bot.core.streak import Streak
from bot.services.daily_requests import DailyLine, LastRun, Plan, Preview, Schedule
from bot.services.requests import Accepted, Verdict
from bot.ui.cards.accepted import accepted_reply
from bot.ui.cards.daily import preview_card, schedule_card
from bot.ui.cards.question import question_card
from bot.ui.cards.reveal import reveal_card
from bot.ui.daily_list import daily_list_card
from bot.ui.daily_options import read_time
from bot.ui.leaderboard import leaderboard_card
from tests.discord.samples import (
    DEADLINE_MS,
    LONG_ID,
    RIGHT,
    WRONG,
    board,
    components,
    custom_ids,
    daily_facts,
    question,
    reveal,
    schedule,
    text,
    within_limits,
)

TODAY = date(2026, 12, 2)
TEN = [Option.of(f"{n}" + "_" * 900) for n in range(10)]


def with_last(state: RunState, *, detail: str = "", late: bool = False) -> Schedule:
    message_id = 9 if state is RunState.POSTED else None
    return schedule(last=LastRun(TODAY, state, message_id, 2, detail, late))


# The question


def test_a_daily_question_says_its_day_and_until_when_one_may_change() -> None:
    shown = text(question_card(question(daily=daily_facts())))

    assert "-# Distributed Training · daily question · Wednesday 2 December\n" in shown
    assert "-# Closes <t:1767225620:f> (<t:1767225620:R>) · 3 people answered\n" in shown
    assert "You can change your answer until then." in shown


def test_a_daily_question_that_came_late_says_so() -> None:
    assert "2 December · posted late" in text(question_card(question(daily=daily_facts(late=True))))


def test_a_daily_question_that_tells_at_once_says_that_the_first_answer_is_final() -> None:
    shown = text(question_card(question(daily=daily_facts(instant=True))))

    assert "Your first answer is final: you are told at once what is right." in shown
    assert "change" not in shown


def test_a_role_is_mentioned_above_the_card() -> None:
    above, below = question_card(question(daily=daily_facts(role_id=5))).children

    assert isinstance(above, discord.ui.TextDisplay)
    assert above.content == "<@&5>"
    assert isinstance(below, discord.ui.Container)


def test_the_longest_daily_questions_stay_within_the_limits() -> None:
    facts = daily_facts(late=True, role_id=LONG_ID, instant=True)
    card = question(
        TEN, stem="x" * 3_000, bank_title="*" * 300, image="https://example.org/picture.png", daily=facts
    )
    preview = Preview(schedule(), card, [DEADLINE_MS + day for day in range(5)])

    assert within_limits(question_card(card))
    assert within_limits(preview_card(preview))
    assert within_limits(reveal_card(reveal(card, explanation="x" * 3_000)))


# The reveal


def test_a_daily_reveal_counts_who_was_right_and_has_no_standings() -> None:
    shown = text(reveal_card(reveal(question(daily=daily_facts(role_id=5)))))

    assert "**4 of 10 people** chose the right answer." in shown
    assert "Fastest" not in shown
    assert "Standings" not in shown
    assert "<@&5>" not in shown


@pytest.mark.parametrize(
    ("votes", "words"),
    [
        ({}, "Nobody answered this one."),
        ({WRONG[0].id: 2}, "2 people answered, and nobody was right: a hard one."),
        ({RIGHT.id: 1}, "**1 of 1 person** chose the right answer."),
    ],
)
def test_a_daily_reveal_finds_a_friendly_word(votes: dict[str, int], words: str) -> None:
    assert words in text(reveal_card(reveal(question(daily=daily_facts()), votes=votes)))


# The reply


def test_who_may_change_is_told_until_when() -> None:
    assert accepted_reply(Accepted("B", "x", 60_000, changeable_until_ms=DEADLINE_MS)) == (
        "You chose **B**. You can change it until <t:1767225620:f>, when I show what is right."
    )


@pytest.mark.parametrize(
    ("right", "letters", "words"),
    [
        (True, "B", "✅ You chose **B**, which is right."),
        (True, "BC", "✅ You chose **B**, which is right. Right: **B** and **C**."),
        (False, "A", "❌ You chose **B**, which is wrong. Right: **A**."),
        (False, "ACD", "❌ You chose **B**, which is wrong. Right: **A**, **C** and **D**."),
    ],
)
def test_who_is_told_at_once_sees_what_is_right_and_why(right: bool, letters: str, words: str) -> None:
    verdict = Verdict(right, list(letters), "Because.", "https://arxiv.org/abs/1")

    view = accepted_reply(Accepted("B", "x", 60_000, verdict=verdict))

    assert isinstance(view, discord.ui.LayoutView)
    assert text(view).splitlines() == [
        words,
        "Because.",
        "-# Source: [arxiv.org](https://arxiv.org/abs/1)",
    ]


def test_the_longest_explanation_of_a_reply_stays_within_the_limits() -> None:
    verdict = Verdict(False, list("ABCDEFGHIJ"), "*" * 9_000, "https://example.org/" + "x" * 470)

    view = accepted_reply(Accepted("B", "x", 60_000, verdict=verdict))

    assert isinstance(view, discord.ui.LayoutView)
    assert within_limits(view)


# The schedules


def test_a_schedule_shows_when_and_what_it_asks() -> None:
    rule = Rule(read_time("8"), ZoneInfo("Europe/Berlin"), frozenset(range(5)))
    plan = Plan(2, 1, rule, open_hours=12, role_id=5, thread=True, instant=True)

    assert text(schedule_card("Added.", schedule(plan=plan))).splitlines() == [
        "Added.",
        "**<#2> · 08:00 Europe/Berlin · Mon–Fri**",
        "Distributed Training · open 12 hours · mentions <@&5> · with a thread · tells at once what is right",
        "Next: <t:1767225620:F> (<t:1767225620:R>)",
    ]


@pytest.mark.parametrize(
    ("shown", "words"),
    [
        (with_last(RunState.POSTED), "Last: [posted on Wed 2 Dec](https://discord.com/channels/1/2/9)"),
        (with_last(RunState.POSTED, late=True), "Last: [posted late on Wed 2 Dec]("),
        (with_last(RunState.SKIPPED, detail="I was not running"), "skipped on Wed 2 Dec: I was not running"),
        (
            with_last(RunState.FAILED, detail="the channel is gone"),
            "failed on Wed 2 Dec: the channel is gone",
        ),
        (with_last(RunState.CLAIMED), "being posted just now"),
        (with_last(RunState.CLAIMED, detail="no"), "not posted yet on Wed 2 Dec, I keep trying: no"),
        (schedule(failed_days=2), "Not posted on 2 days in a row"),
        (schedule(bank_title=""), "its bank is gone: choose another with `/daily edit`"),
        (schedule(next_ms=None, paused=True), "⏸️ Paused: `/daily resume` lets it go on"),
        (
            schedule(next_ms=None, paused=True, paused_because="it could not be posted"),
            "⏸️ Paused because it could not be posted: `/daily resume` lets it go on",
        ),
    ],
)
def test_a_schedule_shows_how_it_goes(shown: Schedule, words: str) -> None:
    assert words in text(daily_list_card([shown]))


def test_a_list_of_the_longest_schedules_stays_within_the_limits() -> None:
    rule = Rule(read_time("8"), ZoneInfo("America/Argentina/ComodRivadavia"), frozenset({0, 2, 4, 6}))
    longest = schedule(
        guild_id=LONG_ID,
        plan=Plan(LONG_ID, 1, rule, 12, LONG_ID, thread=True, instant=True),
        bank_title="*" * 300,
        next_ms=None,
        paused=True,
        paused_because="x" * 500,
        last=LastRun(TODAY, RunState.POSTED, LONG_ID, LONG_ID, "x" * 500, late=True),
        failed_days=3,
    )

    pages = [daily_list_card([longest] * 25, page) for page in range(6)]

    assert all(map(within_limits, pages))
    assert sum(text(page).count("ComodRivadavia") for page in pages[:5]) == 25
    assert "page 5 of 5" in text(pages[5])


def test_a_short_list_has_no_pages_and_an_empty_one_says_how_to_begin() -> None:
    assert custom_ids(daily_list_card([schedule()] * 5)) == []
    assert "`/daily add`" in text(daily_list_card([]))


def test_the_buttons_of_a_preview_do_nothing() -> None:
    preview = Preview(schedule(), question(daily=daily_facts(role_id=5)), [DEADLINE_MS] * 5)

    view = preview_card(preview)

    buttons = [part["accessory"] for part in components(view) if "accessory" in part]
    assert [button["disabled"] for button in buttons] == [True] * 4
    assert text(view).count("<t:1767225620:F>") == 5


# Streaks


def test_a_leaderboard_shows_the_readers_three_longest_streaks() -> None:
    lines = [
        DailyLine(channel_id, Streak(current, 12), answered=6, posted=7)
        for channel_id, current in [(1, 0), (2, 5), (3, 1), (4, 3)]
    ]

    shown = [line for line in text(leaderboard_card(board(daily=lines), 42)).splitlines() if "<#" in line]

    assert shown == [
        "🔥 <#2>: 5 in a row (best 12) · answered 6 of 7",
        "🔥 <#4>: 3 in a row (best 12) · answered 6 of 7",
        "🔥 <#3>: 1 in a row (best 12) · answered 6 of 7",
    ]


def test_a_streak_that_ended_has_no_flame() -> None:
    line = DailyLine(1, Streak(0, 12), answered=2, posted=7)

    shown = text(leaderboard_card(board(daily=[line]), 42))

    assert "<#1>: no streak just now (best 12) · answered 2 of 7" in shown
    assert "🔥" not in shown
