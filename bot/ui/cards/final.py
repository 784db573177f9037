"""The card that ends a quiz."""

import discord

from bot.core.quiz import EndReason
from bot.services.stage import FinalCard
from bot.ui.cards.layout import Part, card, rule
from bot.ui.cards.survival import still_in_line
from bot.ui.cards.wording import counted, fastest_line, place_lines
from bot.ui.leaderboard import QuizBoardButton
from bot.ui.markdown import fitted, one_line

MAX_ROWS = 20


def final_card(final: FinalCard, picture: Part | None = None) -> discord.ui.LayoutView:
    title = fitted(one_line(final.bank_title), 200)
    parts: list[Part | str] = [
        f"-# {title} · {counted(final.played, 'question')} played\n### 🏁 Final standings",
        _places(final),
        *([picture] if picture else []),
        rule(),
        "\n".join(filter(None, [_fastest(final), _end(final), _ranking(final)])),
        discord.ui.ActionRow(QuizBoardButton.of(final.quiz_id)),
    ]
    return card(discord.Colour.gold(), parts)


def _places(final: FinalCard) -> str:
    if not final.standings:
        return "Nobody answered, so there are no places this time."
    lines = place_lines(final.standings[:MAX_ROWS], questions=final.played, survival=final.survival)
    columns = "right answers" if final.survival is None else "out at question"
    hidden = len(final.standings) - len(lines)
    return "\n".join([f"-# points · {columns}", *lines, *([f"-# and {hidden:,} more"] if hidden > 0 else [])])


def _fastest(final: FinalCard) -> str:
    return fastest_line("Fastest right answer", final.fastest) if final.fastest else ""


def _end(final: FinalCard) -> str:
    match final.reason:
        case EndReason.COMPLETED:
            over = f"The quiz is over: {counted(final.length, 'question')} asked."
            return f"{over} {still_in_line(final.survival)}".strip() if final.survival else over
        case EndReason.DECIDED:
            left = still_in_line(final.survival) if final.survival else ""
            return f"{left} The quiz is over after {final.played} of {counted(final.length, 'question')}."
        case EndReason.UNANSWERED:
            return "The quiz ended because nobody answered several questions in a row."
        case EndReason.STOPPED:
            return f"The quiz was stopped after {final.played} of {counted(final.length, 'question')}."
        case EndReason.LOST:
            detail = final.detail.rstrip(".") or "I could not go on here"
            return f"The quiz ended because {detail}."


def _ranking(final: FinalCard) -> str:
    if not final.standings:
        return ""
    if final.ranked:
        return "-# This quiz counts for the server's leaderboard."
    cause = "played alone: not ranked" if len(final.standings) == 1 else "not ranked"
    return f"-# {cause.capitalize()} – at least {final.ranked_from} people have to answer."
