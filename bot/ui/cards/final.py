"""The card that ends a quiz."""

import discord

from bot.core.quiz import EndReason
from bot.services.stage import FinalCard, TeamTable
from bot.ui.cards.layout import Part, card, rule
from bot.ui.cards.survival import still_in_line
from bot.ui.cards.team_wording import table_lines
from bot.ui.cards.wording import and_more, counted, fastest_line, place_lines
from bot.ui.leaderboard import QuizBoardButton
from bot.ui.markdown import fitted, one_line

MAX_ROWS = 20
_BESIDE_TEAMS = 10
_TEAMS = 2_400
"""Characters: of 25 teams, unless their names are all long."""


def final_card(final: FinalCard, picture: Part | None = None) -> discord.ui.LayoutView:
    title = fitted(one_line(final.bank_title), 200)
    # Beside what it is of: the teams where they play, else the players.
    shown = [picture] if picture else []
    parts: list[Part | str] = [
        f"-# {title} · {counted(final.played, 'question')} played\n### 🏁 Final standings",
        _places(final),
        *([rule(), *shown, *_teams(final.teams)] if final.teams else [*shown, rule()]),
        "\n".join(filter(None, [_correction(final), _fastest(final), _end(final), _ranking(final)])),
        discord.ui.ActionRow(QuizBoardButton.of(final.quiz_id)),
    ]
    return card(_colour(final), parts)


def _places(final: FinalCard) -> str:
    if not final.standings:
        return "Nobody answered, so there are no places this time."
    lines = place_lines(
        final.standings[: _BESIDE_TEAMS if final.teams else MAX_ROWS],
        questions=final.played,
        survival=final.survival,
    )
    columns = "right answers" if final.survival is None else "out at question"
    hidden = len(final.standings) - len(lines)
    return "\n".join([f"-# points · {columns}", *lines, *and_more(hidden)])


def _teams(table: TeamTable) -> list[Part | str]:
    return ["\n".join(table_lines(table, _TEAMS)), rule()]


def _colour(final: FinalCard) -> discord.Colour:
    """That of the team that won."""
    first = [place for place in final.teams.places if place.place == 1] if final.teams else []
    return discord.Colour(first[0].team.colour) if len(first) == 1 else discord.Colour.gold()


def _correction(final: FinalCard) -> str:
    return "✏️ Corrected: a question has another right answer now." if final.corrected else ""


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
