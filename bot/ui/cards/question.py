"""The card of an open question."""

from collections.abc import Iterator, Sequence

import discord

from bot.services.stage import QuestionCard
from bot.ui.buttons import AnswerButton
from bot.ui.cards.layout import MAX_TEXT, Part, card, image, rule
from bot.ui.cards.wording import counted, long_day, moment, relative
from bot.ui.markdown import bold, fitted, fitted_together, one_line

LETTERS = "ABCDEFGHIJ"

# Room beside stem and options: heading, letters, footer, the marks that make the stem bold, a list of runs.
_FRAME = 950


def question_card(question: QuestionCard) -> discord.ui.LayoutView:
    role_id = question.daily.role_id if question.daily else None
    above = f"<@&{role_id}>" if role_id else ""
    return card(discord.Colour.blurple(), question_parts(question), above=above)


def question_parts(question: QuestionCard, *, enabled: bool = True) -> list[Part | str]:
    stem, *options = fitted_together(
        [question.stem, *(option.text for option in question.options)], MAX_TEXT - _FRAME
    )
    return [
        f"{heading(question)}\n{bold(stem)}",
        *image(question.image),
        rule(),
        *_choices(question, options, enabled=enabled),
        rule(),
        _footer(question),
    ]


def heading(question: QuestionCard) -> str:
    title = fitted(one_line(question.bank_title), 200)
    if question.daily is None:
        return f"-# {title} · question {question.number} of {question.length}"
    late = " · posted late" if question.daily.late else ""
    return f"-# {title} · daily question · {long_day(question.daily.day)}{late}"


def _choices(question: QuestionCard, texts: Sequence[str], *, enabled: bool) -> Iterator[Part]:
    for letter, option, text in zip(LETTERS, question.options, texts, strict=False):
        button = AnswerButton.of(question.round_id, option.id, letter, enabled=enabled)
        yield discord.ui.Section(f"**{letter}.** {text}", accessory=button)


def _footer(question: QuestionCard) -> str:
    answered, closes = _answered(question.answered), relative(question.deadline_ms)
    if question.daily is None:
        return f"-# Closes {closes} · {answered}"
    changing = (
        "Your first answer is final: you are told at once what is right."
        if question.daily.instant
        else "You can change your answer until then."
    )
    return f"-# Closes {moment(question.deadline_ms, 'f')} ({closes}) · {answered}\n-# {changing}"


def _answered(number: int) -> str:
    return f"{counted(number, 'person', 'people')} answered" if number else "nobody has answered yet"
