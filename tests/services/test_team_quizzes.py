"""Answers count for the team that the player is on when answering, in every kind of quiz."""

import asyncio
from datetime import time
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa

from bot.core.mode import Mode
from bot.core.round import NotOnTeamError
from bot.core.schedule import Rule
from bot.core.scoring import Scoring
from bot.core.team import Team
from bot.core.team_score import TeamRule, TeamScoring
from bot.errors import UserError
from bot.services.daily_requests import Plan
from bot.services.stage import TeamTable
from bot.services.team_requests import By, NewTeam, Person
from bot.services.teams import Teams
from bot.store.tables import answers
from tests.services.world import ALICE, BOB, CAROL, CHANNEL, GUILD, HOST, World

ROLE = 7_001


@pytest.fixture
def teams(world: World) -> Teams:
    return Teams(world.house)


async def join(teams: Teams, player_id: int, team: Team) -> None:
    await teams.join(GUILD, Person(player_id), team.id, By(player_id, quizmaster=False))


async def red_and_blue(teams: Teams) -> tuple[Team, Team]:
    return await teams.create(GUILD, NewTeam("Red")), await teams.create(GUILD, NewTeam("Blue"))


async def credited(world: World) -> dict[int, list[int | None]]:
    """By player the teams for which he answered, in the order of the questions."""
    query = sa.select(answers.c.player_id, answers.c.team_id).order_by(answers.c.round_id)
    found: dict[int, list[int | None]] = {}
    async with world.house.database.read() as connection:
        for row in await connection.execute(query):
            found.setdefault(row.player_id, []).append(row.team_id)
    return found


def table(shown: TeamTable | None) -> list[tuple[str, int | None, Fraction]]:
    assert shown is not None
    return [(place.team.name, place.place, place.points) for place in shown.places]


async def test_an_answer_carries_the_team_of_its_moment(world: World, teams: Teams) -> None:
    """Alice moves, Bob joins late, Carol leaves."""
    red, blue = await red_and_blue(teams)
    await join(teams, ALICE, red)
    await join(teams, CAROL, red)
    await world.start(questions=2)
    await world.next_question()
    for player in (ALICE, BOB, CAROL):
        await world.answer(player)
    await join(teams, ALICE, blue)
    await join(teams, BOB, blue)
    await teams.leave(GUILD, Person(CAROL), By(CAROL, quizmaster=False))
    await world.next_question()
    for player in (ALICE, BOB, CAROL):
        await world.answer(player)
    assert await credited(world) == {
        ALICE: [red.id, blue.id],
        BOB: [None, blue.id],
        CAROL: [red.id, None],
    }


async def test_who_loses_a_role_counts_for_its_team_no_more(world: World, teams: Teams) -> None:
    red, _blue = await red_and_blue(teams)
    gold = await teams.create(GUILD, NewTeam("Gold", role_id=ROLE))
    await join(teams, BOB, red)
    await world.start(questions=2)
    await world.next_question()
    await world.answer(ALICE, ROLE)
    await world.answer(BOB, ROLE)
    await world.next_question()
    await world.answer(ALICE)
    await world.answer(BOB)
    assert await credited(world) == {ALICE: [gold.id, None], BOB: [gold.id, red.id]}


async def test_a_changed_answer_counts_for_the_team_of_the_change(world: World, teams: Teams) -> None:
    red, blue = await red_and_blue(teams)
    await join(teams, ALICE, red)
    await world.start(questions=1, changeable=True)
    await world.next_question()
    await world.answer(ALICE)
    await join(teams, ALICE, blue)
    await world.answer(ALICE, right=False)
    assert await credited(world) == {ALICE: [blue.id]}


async def test_a_daily_question_counts_for_teams_too(world: World, teams: Teams) -> None:
    red, _blue = await red_and_blue(teams)
    await join(teams, ALICE, red)
    plan = Plan(CHANNEL, world.bank_id, Rule(time(8), ZoneInfo("UTC")))
    await world.daily.post_now(GUILD, (await world.daily.add(GUILD, HOST, plan)).id)
    await world.answer(ALICE)
    await world.answer(BOB)
    assert await credited(world) == {ALICE: [red.id], BOB: [None]}


async def test_a_team_removed_while_somebody_answers_has_the_answer_or_has_it_not(
    world: World, teams: Teams
) -> None:
    red, _blue = await red_and_blue(teams)
    await join(teams, ALICE, red)
    await world.start(questions=1, teams=True)
    await world.next_question()
    _, refused = await asyncio.gather(
        teams.remove(GUILD, red.id), world.answer(ALICE), return_exceptions=True
    )
    assert await credited(world) == ({} if isinstance(refused, NotOnTeamError) else {ALICE: [red.id]})


async def test_teams_have_to_be_there_for_a_quiz_of_teams(world: World) -> None:
    with pytest.raises(UserError, match="/team create"):
        await world.start(teams=True)


async def test_only_members_play_in_a_quiz_of_teams(world: World, teams: Teams) -> None:
    red, _blue = await red_and_blue(teams)
    intro = await world.start(questions=1, teams=True)
    await world.next_question()
    with pytest.raises(NotOnTeamError):
        await world.answer(ALICE)
    await join(teams, ALICE, red)
    await world.answer(ALICE)
    assert intro.teams
    assert await credited(world) == {ALICE: [red.id]}


async def test_a_quiz_without_teams_shows_none(world: World, teams: Teams) -> None:
    red, _blue = await red_and_blue(teams)
    await join(teams, ALICE, red)
    await world.start(questions=1)
    await world.next_question()
    await world.answer(ALICE)
    await world.pass_time(40)
    assert (world.revealed.teams, world.final.teams) == (None, None)


async def test_the_table_of_teams_is_the_mean_of_those_who_count(world: World, teams: Teams) -> None:
    red, blue = await red_and_blue(teams)
    await join(teams, ALICE, red)
    await join(teams, BOB, red)
    await join(teams, CAROL, blue)
    await world.start(questions=4, teams=True, scoring=Scoring.ACCURACY, early_close=False)
    await world.next_question()
    await world.answer(ALICE)
    await world.answer(BOB, right=False)
    await world.next_question()
    assert table(world.revealed.teams) == [("Red", 1, Fraction(500))]
    await world.answer(ALICE)
    await world.answer(CAROL)
    await world.next_question()
    assert table(world.revealed.teams) == [("Red", 1, Fraction(2_000)), ("Blue", None, Fraction(0))]


@pytest.mark.parametrize(
    ("rule", "points"),
    [(TeamRule(), 500), (TeamRule(TeamScoring.SUM), 1_000), (TeamRule(TeamScoring.TOP, 1), 1_000)],
    ids=["mean", "sum", "top"],
)
async def test_the_server_decides_what_a_team_comes_to(
    world: World, teams: Teams, rule: TeamRule, points: int
) -> None:
    red, _blue = await red_and_blue(teams)
    await world.house.rules.change(GUILD, team_rule=rule)
    await join(teams, ALICE, red)
    await join(teams, BOB, red)
    await world.start(questions=1, teams=True, scoring=Scoring.ACCURACY)
    await world.next_question()
    await world.answer(ALICE)
    await world.answer(BOB, right=False)
    await world.pass_time(40)
    assert table(world.final.teams) == [("Red", 1, Fraction(points))]


async def test_a_quiz_keeps_what_its_teams_came_to_when_the_server_decides_anew(
    world: World, teams: Teams
) -> None:
    red, _blue = await red_and_blue(teams)
    await join(teams, ALICE, red)
    await join(teams, BOB, red)
    await world.start(questions=2, teams=True, scoring=Scoring.ACCURACY)
    await world.next_question()
    await world.answer(ALICE)
    await world.answer(BOB)
    await world.house.rules.change(GUILD, team_rule=TeamRule(TeamScoring.SUM))
    await world.next_question()
    assert table(world.revealed.teams) == [("Red", 1, Fraction(1_000))]
    await world.answer(ALICE)
    await world.answer(BOB)
    await world.pass_time(40)
    await world.rescoring.correct(GUILD, next(iter(world.stage.questions)), ["A", "B", "C", "D"])
    assert world.final.corrected
    assert table(world.final.teams) == [("Red", 1, Fraction(2_000))]


@pytest.mark.parametrize("mode", list(Mode))
async def test_the_table_is_the_same_after_a_restart_and_a_move(
    world: World, teams: Teams, mode: Mode
) -> None:
    red, blue = await red_and_blue(teams)
    await join(teams, ALICE, red)
    await join(teams, BOB, blue)
    await world.start(questions=1, teams=True, mode=mode)
    await world.next_question()
    await world.answer(ALICE)
    await world.answer(BOB, right=False)
    await join(teams, BOB, red)
    await world.pass_time(22)
    revealed = world.revealed.teams
    assert revealed is not None
    after = world.restart()
    await after.pass_time(10)
    assert [place.team.name for place in revealed.places] == ["Red", "Blue"]
    assert after.final.teams == revealed


async def test_equal_teams_share_their_place(world: World, teams: Teams) -> None:
    red, blue = await red_and_blue(teams)
    await join(teams, ALICE, red)
    await join(teams, BOB, blue)
    await world.start(questions=1, teams=True)
    await world.next_question()
    await world.answer(ALICE)
    await world.answer(BOB)
    await world.pass_time(22)
    assert world.revealed.teams is not None
    places = world.revealed.teams.places
    assert [(place.place, place.tied) for place in places] == [(1, True), (1, True)]


async def test_a_renamed_or_removed_team_keeps_its_row(world: World, teams: Teams) -> None:
    red, blue = await red_and_blue(teams)
    await join(teams, ALICE, red)
    await join(teams, BOB, blue)
    await world.start(questions=1, teams=True)
    await world.next_question()
    await world.answer(ALICE)
    await world.answer(BOB, right=False)
    await teams.rename(GUILD, red.id, "Crimson")
    await teams.remove(GUILD, blue.id)
    await world.pass_time(22)
    assert world.revealed.teams is not None
    places = world.revealed.teams.places
    assert [(place.team.name, place.team.removed) for place in places] == [("Crimson", False), ("Blue", True)]
