"""The card that says how a running quiz stands."""

import discord

from bot.services.requests import QuizStatus
from bot.ui.cards.layout import card, rule
from bot.ui.cards.survival import still_in_line
from bot.ui.cards.wording import MODE_RULES, and_more, counted, place_lines, relative
from bot.ui.markdown import fitted, one_line

MAX_ROWS = 10


def status_card(status: QuizStatus, question_url: str | None) -> discord.ui.LayoutView:
    lines = place_lines(status.standings[:MAX_ROWS], survival=status.survival)
    title = fitted(one_line(status.bank_title), 200)
    hidden = len(status.standings) - len(lines)
    return card(
        discord.Colour.blurple(),
        [
            f"-# {title} · started by <@{status.host_id}>\n{_progress(status)}",
            *filter(None, [_mode(status)]),
            *([f"[Go to the question]({question_url})"] if question_url else []),
            rule(),
            "\n".join(["-# points", *lines] if lines else ["No points have been given yet."]),
            *and_more(hidden),
        ],
    )


def _mode(status: QuizStatus) -> str:
    still_in = still_in_line(status.survival) if status.survival else ""
    return "\n".join(filter(None, [MODE_RULES[status.mode], still_in]))


def _progress(status: QuizStatus) -> str:
    if status.is_over:
        return "**The quiz is over:** its final standings follow in a moment."
    if status.number == 0:
        first = "question" if status.length == 1 else f"first of {status.length} questions"
        return f"**The {first} follows in a moment.**"
    where = f"**Question {status.number} of {status.length}**"
    if status.deadline_ms is None:
        return f"{where} is closed: the quiz goes on in a moment."
    people = counted(status.answered, "person", "people")
    return f"{where} closes {relative(status.deadline_ms)} · {people} answered"
