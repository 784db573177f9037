"""Cards and boards as the services would hand them over, with the worst that a bank may hold."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, time, timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo

import discord
import simcord

from bot.core.board import BoardChoice, Who
from bot.core.daily import DailyFacts
from bot.core.period import Period
from bot.core.question import Option, Question
from bot.core.quiz import EndReason
from bot.core.ranking import Score, Standing, standings
from bot.core.schedule import Rule
from bot.core.scoring import Scoring
from bot.core.streak import Streak
from bot.core.team import Team
from bot.core.team_score import TeamScore, team_standings
from bot.services.daily_requests import DailyLine, Plan, Schedule
from bot.services.profile_requests import BankResult, OwnPlace, Profile, Week
from bot.services.requests import BankSummary, Board, QuizStatus, RankedTeam
from bot.services.stage import Fastest, FinalCard, IntroCard, QuestionCard, RevealCard, RevealReason

LONG_ID = 1_234_567_890_123_456_789
DEADLINE_MS = 1_767_225_620_000

QUESTION = Question.of(
    "staleness",
    "What is gradient staleness in asynchronous training and how does bounded staleness mitigate it?",
    ["Bounded staleness (SSP) limits how far fast workers advance ahead of slow workers, by τ steps"],
    [
        "Bounded staleness eliminates all gradient staleness in asynchronous training",
        "Gradient staleness only affects the first epoch of training",
        "Bounded staleness is only used in synchronous DDP training",
    ],
    explanation="A worker may compute with parameters that are some steps old; the bound keeps them young.",
    reference="https://arxiv.org/abs/1503.03578",
)
RIGHT, *WRONG = QUESTION.options


def question(options: Sequence[Option] = QUESTION.options, **changes: Any) -> QuestionCard:
    card = QuestionCard(
        quiz_id=7,
        round_id=11,
        guild_id=1,
        channel_id=2,
        bank_title="Distributed Training",
        number=3,
        length=10,
        stem=QUESTION.stem,
        image="",
        options=options,
        deadline_ms=DEADLINE_MS,
        answered=3,
    )
    return replace(card, **changes)


def reveal(card: QuestionCard | None = None, **changes: Any) -> RevealCard:
    revealed = RevealCard(
        question=card or question(),
        message_id=99,
        key=QUESTION.key,
        votes={RIGHT.id: 4, WRONG[0].id: 3, WRONG[1].id: 2, WRONG[2].id: 1},
        explanation=QUESTION.explanation,
        reference=QUESTION.reference,
        fastest=Fastest([LONG_ID], 2_310),
        top=ranking(5),
        players=12,
        reason=RevealReason.TIME,
    )
    return replace(revealed, **changes)


def ranking(players: int) -> list[Standing]:
    """Places 1, 2, 2, 4, 5 …"""
    points = [9_120 - 600 * (1 if index == 2 else index) for index in range(players)]
    return standings(
        Score(LONG_ID + index, max(earned, 0), right=max(9 - earned // 9_000, 0), answered=10)
        for index, earned in enumerate(points)
    )


def daily_facts(**changes: Any) -> DailyFacts:
    facts = DailyFacts(3, date(2026, 12, 2), late=False, role_id=None, thread=False, instant=False)
    return replace(facts, **changes)


def schedule(**changes: Any) -> Schedule:
    shown = Schedule(
        id=3,
        guild_id=1,
        plan=Plan(channel_id=2, bank_id=1, rule=Rule(time(8), ZoneInfo("Europe/Berlin"))),
        bank_title="Distributed Training",
        paused=False,
        paused_because="",
        next_ms=DEADLINE_MS,
        last=None,
        failed_days=0,
    )
    return replace(shown, **changes)


def final(players: int = 6, **changes: Any) -> FinalCard:
    card = FinalCard(
        quiz_id=7,
        guild_id=1,
        channel_id=2,
        bank_title="Distributed Training",
        standings=ranking(players),
        played=10,
        length=10,
        reason=EndReason.COMPLETED,
        detail="",
        fastest=Fastest([LONG_ID], 1_230),
        ranked=True,
        ranked_from=2,
    )
    return replace(card, **changes)


def intro(**changes: Any) -> IntroCard:
    card = IntroCard(7, "Distributed Training", "How large models are trained.", 5, 10, 20, Scoring.SPEED, 2)
    return replace(card, **changes)


def status(**changes: Any) -> QuizStatus:
    shown = QuizStatus(7, 5, "Distributed Training", 3, 10, 99, DEADLINE_MS, False, 2, ranking(3))
    return replace(shown, **changes)


def board(page: int = 0, pages: int = 3, own: Standing | None = None, **changes: Any) -> Board:
    rows = ranking(10 * pages)[10 * page : 10 * page + 10]
    resets_at = discord.utils.snowflake_time(LONG_ID)
    week = BoardChoice(period=Period.WEEK)
    shown = Board(week, page, pages, 10 * pages, rows, own, resets_at=resets_at)
    return replace(shown, **changes)


BANK = BankSummary(1, "Distributed Training", "How large models are trained.", 25)


def components(view: discord.ui.LayoutView) -> Iterator[dict[str, Any]]:
    """Every component of the message as Discord would receive it, nested ones too."""
    yield from nested(payload(view))


def payload(view: discord.ui.LayoutView) -> list[dict[str, Any]]:
    sent: list[dict[str, Any]] = view.to_components()  # type: ignore[no-untyped-call]
    return sent


def nested(parts: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for component in parts:
        yield component
        yield from nested(component.get("components", []))
        if accessory := component.get("accessory"):
            yield from nested([accessory])


def text(view: discord.ui.LayoutView) -> str:
    return "\n".join(part["content"] for part in components(view) if "content" in part)


def custom_ids(view: discord.ui.LayoutView) -> list[str]:
    return [part["custom_id"] for part in components(view) if "custom_id" in part]


def within_limits(view: discord.ui.LayoutView) -> bool:
    """Discord's limits; raises an AssertionError that says which one is broken."""
    parts = list(components(view))
    ids = custom_ids(view)
    assert len(parts) <= 40, f"{len(parts)} components"
    assert len(text(view)) <= 4_000, f"{len(text(view))} characters"
    assert all(part["content"].strip() for part in parts if "content" in part), "an empty text"
    assert all(len(part.get("label") or "") <= 80 for part in parts), "a label is too long"
    assert all(1 <= len(custom_id) <= 100 for custom_id in ids), ids
    assert len(set(ids)) == len(ids), f"an id occurs twice: {ids}"
    return True


def team(id_: int = 1, name: str = "Foxes", **changes: Any) -> Team:
    return replace(Team(id_, 1, name, 0xDD2E44, "🦊"), **changes)


def team_board(**changes: Any) -> Board:
    """Two teams share the first place, one has none yet, and the reader is on the third."""
    scores = [TeamScore(n, Score(n, 9_000 + n // 3, 9, 12, 60_000), 2, 2) for n in (1, 2, 3)]
    placed = {standing.score.team_id: standing for standing in team_standings(scores)}
    named = {1: team(1, "Foxes"), 2: team(2, "*Bold* [owls]", removed=True), 3: team(3, "نجوم")}
    ranked = [RankedTeam(named[team_id], standing) for team_id, standing in placed.items()]
    ranked.append(RankedTeam(team(4, "Newcomers", emoji=""), None))
    week = BoardChoice(Who.TEAMS, Period.WEEK)
    return replace(Board(week, 0, 1, 4, teams=ranked, own_team=ranked[0]), **changes)


def profile(**changes: Any) -> Profile:
    standing = Standing(2, Score(7, points=12_340, right=30, answered=40, total_ms=90_000), tied=True)
    places = [
        OwnPlace(Period.ALL, standing, 12),
        OwnPlace(Period.SEASON, standing, 9, "Winter"),
        OwnPlace(Period.MONTH, None, 7),
    ]
    monday = date(2026, 9, 14)
    weeks = [Week(monday + timedelta(weeks=number), 100 * number) for number in range(12)]
    best = BankResult("Capitals", Score(7, points=9_000, right=18, answered=20))
    daily = [DailyLine(5, Streak(4, 9), 12, 14)]
    return replace(Profile(7, places, 840, best, daily, weeks), **changes)


def attachments(env: simcord.Env) -> list[Any]:
    """Of the latest response."""
    bodies = [cast("Any", entry.json) for entry in env.http_requests if "callback" in entry.path]
    return bodies[-1]["data"].get("attachments") or []
