"""The card of an open question."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.core.question import Option
from bot.services.stage import QuestionCard
from bot.ui.buttons import AnswerButton
from bot.ui.cards.layout import MAX_TEXT, card, image, rule
from bot.ui.cards.wording import counted, relative
from bot.ui.markdown import bold, fitted, fitted_together, one_line

LETTERS = "ABCDEFGHIJ"

# Room beside stem and options: heading, letters, footer, and the marks that make the stem bold.
_FRAME = 500


def question_card(question: QuestionCard) -> discord.ui.LayoutView:
    stem, *options = fitted_together(
        [question.stem, *(option.text for option in question.options)], MAX_TEXT - _FRAME
    )
    return card(
        discord.Colour.blurple(),
        [
            f"{heading(question)}\n{bold(stem)}",
            *image(question.image),
            rule(),
            *_choices(question.round_id, question.options, options),
            rule(),
            f"-# Closes {relative(question.deadline_ms)} · {_answered(question.answered)}",
        ],
    )


def heading(question: QuestionCard) -> str:
    title = fitted(one_line(question.bank_title), 200)
    return f"-# {title} · question {question.number} of {question.length}"


def _choices(round_id: int, options: Sequence[Option], texts: Sequence[str]) -> list[discord.ui.Section[Any]]:
    return [
        discord.ui.Section(f"**{letter}.** {text}", accessory=AnswerButton.of(round_id, option.id, letter))
        for letter, option, text in zip(LETTERS, options, texts, strict=False)
    ]


def _answered(number: int) -> str:
    return f"{counted(number, 'person', 'people')} answered" if number else "nobody has answered yet"
