"""The card of a closed question: what was right, who chose what, and how the quiz stands."""

from collections.abc import Iterable

import discord

from bot.services.stage import RevealCard, RevealReason
from bot.ui.cards.layout import MAX_TEXT, Part, card, gap, image, rule
from bot.ui.cards.question import LETTERS, heading
from bot.ui.cards.wording import bar, counted, fastest_line, percent, place_lines, source_line
from bot.ui.markdown import bold, fitted_together

# Room for the heading, and the letter, symbol and bar of ten options.
_FRAME = 1_100

_REASONS = {
    RevealReason.EVERYONE: "Closed early: everyone who answered the last question has answered.",
    RevealReason.SKIPPED: "This question was skipped: nobody gets points for it.",
    RevealReason.STOPPED: "The quiz was stopped: nobody gets points for this question.",
}


def reveal_card(reveal: RevealCard) -> discord.ui.LayoutView:
    question, source = reveal.question, source_line(reveal.reference)
    below = [_daily_outcome(reveal)] if question.daily else [_outcome(reveal), _top(reveal)]
    stem, explanation, *options = fitted_together(
        [question.stem, reveal.explanation, *(option.text for option in question.options)],
        MAX_TEXT - _FRAME - sum(map(len, [source, *below])),
    )
    parts: list[Part | str] = [f"{heading(question)}\n{bold(stem)}", *image(question.image), rule()]
    parts += _spaced(_options(reveal, options))
    if explanation or source:
        parts += [rule(), "\n".join(filter(None, [explanation, source]))]
    if any(below):
        parts += [rule(), *_spaced(filter(None, below))]
    return card(_colour(reveal), parts)


def _spaced(texts: Iterable[str]) -> list[Part | str]:
    """The texts with a little room between them."""
    parts: list[Part | str] = []
    for text in texts:
        parts += [gap(), text] if parts else [text]
    return parts


def _colour(reveal: RevealCard) -> discord.Colour:
    scored = reveal.reason in (RevealReason.TIME, RevealReason.EVERYONE)
    return discord.Colour.green() if scored and _answers(reveal) else discord.Colour.greyple()


def _answers(reveal: RevealCard) -> int:
    return sum(reveal.votes.values())


def _options(reveal: RevealCard, texts: list[str]) -> list[str]:
    answers = _answers(reveal)
    lines = []
    for letter, option, text in zip(LETTERS, reveal.question.options, texts, strict=False):
        verdict = f"✅ **{letter} · right**" if option.id in reveal.key else f"❌ **{letter}** · wrong"
        votes = reveal.votes.get(option.id, 0)
        share = f"\n-# {bar(votes, answers)} {percent(votes, answers)}% · {counted(votes, 'vote')}"
        lines.append(f"{verdict} · {text}{share if answers else ''}")
    return lines


def _outcome(reveal: RevealCard) -> str:
    lines = []
    if reason := _REASONS.get(reveal.reason):
        lines.append(reason)
    if not _answers(reveal):
        lines.append("Nobody answered.")
    elif reveal.fastest:
        lines.append(fastest_line("Fastest", reveal.fastest))
    elif reveal.reason in (RevealReason.TIME, RevealReason.EVERYONE):
        lines.append("Nobody was right.")
    return "\n".join(lines)


def _daily_outcome(reveal: RevealCard) -> str:
    answers, right = _answers(reveal), sum(reveal.votes.get(option_id, 0) for option_id in reveal.key)
    if not answers:
        return "Nobody answered this one. The next one may suit you better!"
    if not right:
        return f"{counted(answers, 'person', 'people')} answered, and nobody was right: a hard one."
    return f"**{right:,} of {counted(answers, 'person', 'people')}** chose the right answer."


def _top(reveal: RevealCard) -> str:
    if not reveal.top:
        return ""
    hidden = reveal.players - len(reveal.top)
    return "\n".join(
        ["**Standings**", *place_lines(reveal.top), *([f"-# and {hidden:,} more"] if hidden > 0 else [])]
    )
