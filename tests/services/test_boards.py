"""Boards of players and teams as the service hands them over, on totals that were written for the test."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from bot.core.board import Ranking, Who
from bot.core.period import Period
from bot.core.ranking import ACCURACY_UNITS, Score, Standing, by_accuracy, by_score, standings
from bot.core.team_score import COUNTED_FROM, TeamRule, TeamScoring, team_score, team_standings
from bot.services.team_requests import NewTeam
from bot.store.database import Database
from bot.store.tables import board_steps, team_members_totals, team_totals, totals
from tests.services.world import ALICE, BOB, GUILD, World

BOARD = {"guild_id": GUILD, "bank_id": 0, "period": "all", "starts": "0001-01-01"}
PAGE = 10


def amounts(score: Score, prefix: str = "") -> dict[str, int]:
    values = (score.points, score.right, score.answered, score.total_ms)
    names = ("points", "right_count", "answered", "total_ms")
    return {prefix + name: value for name, value in zip(names, values, strict=True)}


async def write(database: Database, scores: list[Score]) -> None:
    await write_rows(database, scores)
    await write_steps(database, scores)


def random_scores(rng: Random, players: int) -> list[Score]:
    """Many of them equal."""
    return [
        Score(
            player,
            points=rng.choice([0, 500, 999, 1_000, 1_001, 2_500, 7_000]),
            right=rng.randint(0, 3),
            answered=rng.choice([3, 10, 11]),
            total_ms=rng.choice([0, 5, 10]),
        )
        for player in range(1, players + 1)
    ]


@pytest.mark.parametrize("by", list(Ranking))
@pytest.mark.parametrize("players", [1, 10, 11, 97])
async def test_pages_and_places_are_those_of_the_whole_board(world: World, by: Ranking, players: int) -> None:
    scores = random_scores(Random(players), players)
    await write(world.house.database, scores)
    if by is Ranking.ACCURACY:
        whole = standings([score for score in scores if score.accuracy is not None], by_accuracy)
    else:
        whole = standings(scores, by_score)
    shown: list[Standing] = []
    pages = max(-(-len(whole) // PAGE), 1)
    for page in range(pages):
        board = await world.board(GUILD, Period.ALL, page, 1, by=by)
        assert (board.page, board.pages, board.entries) == (page, pages, len(whole))
        shown += board.rows
    assert shown == whole
    for player in range(1, players + 1, 7):
        own = (await world.board(GUILD, Period.ALL, 0, player, by=by)).own
        assert own == next((row for row in whole if row.score.player_id == player), None)


@pytest.mark.computes_long("reading the rows that were written")
async def test_a_hundred_thousand_players_have_pages_and_places(world: World) -> None:
    players = 100_000
    scores = [Score(n, 37 * (n % 9_000), n % 12, 12, n % 100) for n in range(1, players + 1)]
    for start in range(0, players, 10_000):
        await write_rows(world.house.database, scores[start : start + 10_000])
    await write_steps(world.house.database, scores)
    whole = standings(scores)
    for page in (0, 4_999, 9_999):
        board = await world.board(GUILD, Period.ALL, page, 77_777)
        assert list(board.rows) == whole[page * PAGE : page * PAGE + PAGE]
        assert board.own == next(row for row in whole if row.score.player_id == 77_777)


async def write_rows(database: Database, scores: list[Score]) -> None:
    async with database.write() as connection:
        await connection.execute(
            totals.insert(),
            [BOARD | amounts(s) | {"player_id": s.player_id, "accuracy": s.accuracy} for s in scores],
        )


async def write_steps(database: Database, scores: list[Score]) -> None:
    steps = Counter(("points", score.points // 100) for score in scores)
    steps.update(
        ("accuracy", score.accuracy * 1_000 // ACCURACY_UNITS)
        for score in scores
        if score.accuracy is not None
    )
    on_steps = [BOARD | {"ranking": by, "step": step, "players": n} for (by, step), n in steps.items()]
    async with database.write() as connection:
        await connection.execute(board_steps.insert(), on_steps)


RULES = [TeamRule(), TeamRule(TeamScoring.SUM), TeamRule(TeamScoring.TOP, 1), TeamRule(TeamScoring.TOP, 3)]


async def team_of(world: World, name: str, scores: list[Score]) -> int:
    """A new team, whose members have such totals."""
    team = await world.teams.create(GUILD, NewTeam(name))
    counting = [score for score in scores if score.answered >= COUNTED_FROM]
    sums = {"team_id": team.id, "members": len(scores), "counted_members": len(counting)}
    rows: list[dict[str, Any]] = [
        BOARD | amounts(s) | {"team_id": team.id, "player_id": s.player_id} for s in scores
    ]
    async with world.house.database.write() as connection:
        await connection.execute(team_members_totals.insert(), rows)
        all_sums = amounts(summed(scores)) | amounts(summed(counting), "counted_")
        await connection.execute(team_totals.insert().values(**BOARD, **sums, **all_sums))
    return team.id


def summed(scores: list[Score]) -> Score:
    return Score(
        0,
        sum(score.points for score in scores),
        sum(score.right for score in scores),
        sum(score.answered for score in scores),
        sum(score.total_ms for score in scores),
    )


@pytest.mark.parametrize("rule", RULES, ids=str)
async def test_teams_stand_by_the_rule_of_the_server(world: World, rule: TeamRule) -> None:
    await world.house.rules.change(GUILD, team_rule=rule)
    rng = Random(5)
    members = {await team_of(world, f"Team {n}", random_scores(rng, 1 + n % 5)): n for n in range(12)}
    rng = Random(5)
    expected = team_standings(
        team_score(team_id, random_scores(rng, 1 + n % 5), rule) for team_id, n in members.items()
    )
    shown = []
    for page in (0, 1):
        board = await world.board(GUILD, Period.ALL, page, ALICE, who=Who.TEAMS)
        assert (board.pages, board.entries, board.rule) == (2, 12, rule)
        shown += [ranked.standing for ranked in board.teams if ranked.standing]
    assert shown == expected


async def test_a_team_of_whom_nobody_counts_yet_stands_below_without_a_place(world: World) -> None:
    beginners = await team_of(world, "Beginners", [Score(1, 2_000, 2, 2, 5)])
    others = await team_of(world, "Others", [Score(2, 0, 0, 3, 5)])
    board = await world.board(GUILD, Period.ALL, 0, ALICE, who=Who.TEAMS)
    assert [(ranked.team.id, ranked.standing is None) for ranked in board.teams] == [
        (others, False),
        (beginners, True),
    ]


async def test_teams_by_accuracy_need_ten_answers_of_members_who_count(world: World) -> None:
    few = await team_of(world, "Few", [Score(1, 0, 9, 9, 5), Score(2, 0, 2, 2, 5)])
    good = await team_of(world, "Good", [Score(3, 0, 9, 10, 50)])
    fast = await team_of(world, "Fast", [Score(4, 0, 9, 10, 5)])
    board = await world.board(GUILD, Period.ALL, 0, ALICE, who=Who.TEAMS, by=Ranking.ACCURACY)
    places = [(ranked.team.id, ranked.standing and ranked.standing.place) for ranked in board.teams]
    assert places == [(fast, 1), (good, 2), (few, None)]


async def test_a_role_or_membership_tells_the_readers_team(world: World) -> None:
    tied = await world.teams.create(GUILD, NewTeam("Tied", role_id=44))
    board = await world.board(GUILD, Period.ALL, 0, BOB, 44, who=Who.TEAMS)
    assert board.own_team is not None
    assert (board.own_team.team.id, board.own_team.standing) == (tied.id, None)
    assert (await world.board(GUILD, Period.ALL, 0, BOB, who=Who.TEAMS)).own_team is None


async def test_a_removed_team_keeps_its_points_and_a_renamed_one_its_place(world: World) -> None:
    gone = await team_of(world, "Gone", [Score(1, 5_000, 5, 5, 5)])
    await world.teams.remove(GUILD, gone)
    renamed = await team_of(world, "Before", [Score(2, 4_000, 4, 5, 5)])
    await world.teams.rename(GUILD, renamed, "After")
    board = await world.board(GUILD, Period.ALL, 0, ALICE, who=Who.TEAMS)
    named = [(ranked.team.name, ranked.team.removed) for ranked in board.teams]
    assert named == [("Gone", True), ("After", False)]


async def test_a_season_that_has_ended_stays_readable_and_the_running_one_is_meant(world: World) -> None:
    none_yet = await world.board(GUILD, Period.SEASON, 0, ALICE)
    assert (none_yet.season, none_yet.rows) == (None, [])
    spring = await world.seasons.start(GUILD, "Spring", None)
    await world.start(questions=2)
    for _ in range(2):
        await world.next_question()
        await world.answer(ALICE)
        await world.answer(BOB, right=False)
    await world.pass_time(30)
    await world.seasons.end(GUILD)
    last = await world.board(GUILD, Period.SEASON, 0, ALICE)
    assert last.season is not None
    assert (last.season.id, last.season.running, last.resets_at, len(last.rows)) == (
        spring.id,
        False,
        None,
        2,
    )
    summer = await world.seasons.start(GUILD, "Summer", world.clock.ms + 86_400_000)
    running = await world.board(GUILD, Period.SEASON, 0, ALICE)
    assert running.season is not None
    assert (running.season.id, running.rows) == (summer.id, [])
    assert running.resets_at is not None
    chosen = await world.board(GUILD, Period.SEASON, 0, ALICE, season_id=spring.id)
    assert chosen.rows == last.rows
    of_bank = await world.board(GUILD, Period.SEASON, 0, ALICE, season_id=spring.id, bank_id=world.bank_id)
    assert (of_bank.rows, of_bank.bank_title) == (last.rows, "Bank")


async def test_another_servers_season_is_not_shown(world: World) -> None:
    theirs = await world.seasons.start(GUILD + 1, "Theirs", None)
    assert (await world.board(GUILD, Period.SEASON, 0, ALICE, season_id=theirs.id)).season is None
