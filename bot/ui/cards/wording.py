"""Numbers, times and places as the cards say them."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime

from bot.core.mode import Mode
from bot.core.ranking import Standing
from bot.core.scoring import Scoring
from bot.core.survival import Survival
from bot.core.team_score import TeamStanding
from bot.services.stage import Fastest
from bot.ui.markdown import masked_link

_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
_BAR_CELLS = 10
_NBSP = "\N{NO-BREAK SPACE}"

SCORING_RULES = {
    Scoring.SPEED: "A right answer earns up to 1,000 points: the faster, the more.",
    Scoring.ACCURACY: "A right answer earns 1,000 points, however long it takes.",
}

MODE_RULES = {
    Mode.CLASSIC: "",
    Mode.RACE: "**Race:** the first right answer closes the question, and only that one earns points.",
    Mode.SURVIVAL: (
        "**Survival:** everybody who answers the first question is in, and a wrong or missing answer puts "
        "you out. The last one standing wins; if all would fall together, all stay."
    ),
}


def counted(number: int, singular: str, plural: str | None = None) -> str:
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def kept_together(words: str) -> str:
    """So that a narrow screen breaks the line before or after them."""
    return words.replace(" ", _NBSP)


def seconds(elapsed_ms: int) -> str:
    return f"{elapsed_ms / 1000:.2f}{_NBSP}s"


def relative(instant: datetime | int) -> str:
    """A Discord timestamp ("in 12 seconds") from a datetime or Unix milliseconds."""
    unix_ms = instant if isinstance(instant, int) else round(instant.timestamp() * 1000)
    return moment(unix_ms, "R")


def moment(unix_ms: int, style: str) -> str:
    """A Discord timestamp, which every reader sees in his own time."""
    return f"<t:{round(unix_ms / 1000)}:{style}>"


def long_day(day: date) -> str:
    return f"{day:%A} {day.day} {day:%B}"


def short_day(day: date) -> str:
    return f"{day:%a} {day.day} {day:%b}"


def listed(words: Sequence[str]) -> str:
    """ "A, B and C"."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def and_more(hidden: int) -> list[str]:
    """The line below a list of which so many are not shown; none where all are."""
    return [f"-# and {hidden:,} more"] if hidden > 0 else []


def listed_some(words: Sequence[str], most: int) -> str:
    """ "A, B and 3 more"."""
    hidden = len(words) - most
    return listed([*words[:most], f"{hidden:,} more"] if hidden > 0 else words)


def mentions(player_ids: Sequence[int], limit: int = 5) -> str:
    return listed_some([f"<@{player_id}>" for player_id in player_ids], limit)


def source_line(reference: str) -> str:
    return f"-# Source: {masked_link(_host(reference), reference)}" if reference else ""


def _host(url: str) -> str:
    host = url.partition("://")[2].partition("/")[0].rpartition("@")[2]
    return host if host.replace(".", "").replace("-", "").isalnum() else "link"


def fastest_line(label: str, fastest: Fastest) -> str:
    return f"⚡ {label}: {mentions(fastest.player_ids)} in {seconds(fastest.elapsed_ms)}"


def percent(part: int, whole: int) -> int:
    return round(100 * part / whole) if whole else 0


def bar(part: int, whole: int) -> str:
    filled = round(_BAR_CELLS * part / whole) if whole else 0
    return "█" * filled + "░" * (_BAR_CELLS - filled)


def place(standing: Standing) -> str:
    return place_mark(standing.place, tied=standing.tied)


def place_mark(number: int, *, tied: bool) -> str:
    """ "🥈 **2=**" for a shared second place; ties share their medal."""
    mark = f"**{number}{'=' if tied else '.'}**"
    medal = _MEDALS.get(number)
    return f"{medal} {mark}" if medal else mark


def place_in_words(standing: Standing | TeamStanding) -> str:
    """ "🥈 shared **2nd**", to go on with "of 6"."""
    shared = "shared " if standing.tied else ""
    return " ".join(filter(None, [_MEDALS.get(standing.place), f"{shared}**{_ordinal(standing.place)}**"]))


def _ordinal(number: int) -> str:
    teens = number % 100 in (11, 12, 13)
    return f"{number:,}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def place_lines(
    standings: Iterable[Standing], *, questions: int | None = None, survival: Survival | None = None
) -> list[str]:
    """A line per standing: place, name, points and right answers, as a part of `questions` when given.

    In survival how far somebody came takes the place of the right answers. Each is short enough for a line of
    a phone: the card says above them that they are points.
    """
    return [_place_line(standing, questions, survival) for standing in standings]


def _place_line(standing: Standing, questions: int | None, survival: Survival | None) -> str:
    score = standing.score
    if survival is not None:
        came = how_far(survival, score.player_id)
    elif questions is None:
        came = f"{score.right:,}{_NBSP}right"
    else:
        came = f"{percent(score.right, questions)}%"
    return f"{place(standing)} <@{score.player_id}> · **{score.points:,}** · {came}"


def how_far(survival: Survival, player_id: int) -> str:
    """ "still in" or "out at 5", the number of the question."""
    fell_at = survival.fell_at.get(player_id)
    return "still in" if fell_at is None else f"out at{_NBSP}{fell_at}"
