"""The card of a closed question: what was right, who chose what, and how the quiz stands."""

from collections.abc import Iterable

import discord

from bot.core.mode import Mode
from bot.services.stage import Fastest, RevealCard, RevealReason
from bot.ui.cards.layout import MAX_TEXT, Part, card, gap, image, rule
from bot.ui.cards.question import LETTERS, heading
from bot.ui.cards.survival import reveal_line, still_in_line
from bot.ui.cards.team_wording import table_lines
from bot.ui.cards.wording import (
    and_more,
    bar,
    counted,
    fastest_line,
    listed,
    percent,
    place_lines,
    source_line,
)
from bot.ui.markdown import bold, fitted_together

# Room for the heading, and the letter, symbol and bar of ten options.
_FRAME = 1_100
# For the teams of a quiz of teams: about the first ten, so that the question stays readable.
_TEAMS = 600

_REASONS = {
    RevealReason.EVERYONE: "Closed early: everyone who answered the question before has answered.",
    RevealReason.WON: "Closed early: somebody was right.",
    RevealReason.SKIPPED: "This question was skipped: nobody gets points for it.",
    RevealReason.STOPPED: "The quiz was stopped: nobody gets points for this question.",
}


def reveal_card(reveal: RevealCard) -> discord.ui.LayoutView:
    question, source = reveal.question, source_line(reveal.reference)
    below = [_daily_outcome(reveal)] if question.daily else [_outcome(reveal), _top(reveal), _teams(reveal)]
    below.insert(0, _correction(reveal))
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
    return discord.Colour.green() if reveal.reason.counts and _answers(reveal) else discord.Colour.greyple()


def _answers(reveal: RevealCard) -> int:
    return sum(reveal.votes.values())


def _right_answers(reveal: RevealCard) -> int:
    return sum(reveal.votes.get(option_id, 0) for option_id in reveal.key)


def _options(reveal: RevealCard, texts: list[str]) -> list[str]:
    answers = _answers(reveal)
    lines = []
    for letter, option, text in zip(LETTERS, reveal.question.options, texts, strict=False):
        verdict = f"✅ **{letter} · right**" if option.id in reveal.key else f"❌ **{letter}** · wrong"
        votes = reveal.votes.get(option.id, 0)
        share = f"\n-# {bar(votes, answers)} {percent(votes, answers)}% · {counted(votes, 'vote')}"
        lines.append(f"{verdict} · {text}{share if answers else ''}")
    return lines


def _correction(reveal: RevealCard) -> str:
    if not reveal.corrected:
        return ""
    options = zip(LETTERS, reveal.question.options, strict=False)
    right = [f"**{letter}**" for letter, option in options if option.id in reveal.key]
    return f"✏️ Corrected: right {'is' if len(right) == 1 else 'are'} {listed(right)}."


def _outcome(reveal: RevealCard) -> str:
    lines = []
    if reason := _REASONS.get(reveal.reason):
        lines.append(reason)
    if not _answers(reveal):
        lines.append("Nobody answered.")
    elif reveal.fastest:
        lines.append(_first(reveal, reveal.fastest))
    elif reveal.reason.counts:
        lines.append("Nobody was right.")
    if reveal.survival is not None:
        number = reveal.question.number
        lines.append(
            reveal_line(reveal.survival, number) if reveal.reason.counts else still_in_line(reveal.survival)
        )
    return "\n".join(filter(None, lines))


def _first(reveal: RevealCard, fastest: Fastest) -> str:
    if reveal.mode is not Mode.RACE:
        return fastest_line("Fastest", fastest)
    line = fastest_line("First right answer", fastest)
    later = _right_answers(reveal) - len(fastest.player_ids)
    if not later:
        return line
    return f"{line}\n-# {counted(later, 'more was', 'more were')} right, but later: no points."


def _daily_outcome(reveal: RevealCard) -> str:
    answers, right = _answers(reveal), _right_answers(reveal)
    if not answers:
        return "Nobody answered this one. The next one may suit you better!"
    if not right:
        return f"{counted(answers, 'person', 'people')} answered, and nobody was right: a hard one."
    return f"**{right:,} of {counted(answers, 'person', 'people')}** chose the right answer."


def _teams(reveal: RevealCard) -> str:
    return "\n".join(table_lines(reveal.teams, _TEAMS)) if reveal.teams else ""


def _top(reveal: RevealCard) -> str:
    if not reveal.top:
        return ""
    hidden = reveal.players - len(reveal.top)
    places = place_lines(reveal.top, survival=reveal.survival)
    return "\n".join(["**Standings** · points", *places, *and_more(hidden)])
