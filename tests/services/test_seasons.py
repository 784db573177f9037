"""Seasons: one at a time, ended by hand or by themselves."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa

from bot.core.period import Period
from bot.errors import UserError
from bot.services.seasons import Seasons
from bot.services.team_requests import By, NewTeam, NoSeasonError, Person
from bot.store.tables import rounds
from tests.services.recomputation import kept, recompute
from tests.services.world import ALICE, BOB, CAROL, GUILD, HOST, World


@pytest.fixture
def seasons(world: World) -> Seasons:
    return Seasons(world.house, world.agenda)


async def test_one_season_runs_at_a_time(seasons: Seasons) -> None:
    await seasons.start(GUILD, "Spring", None)
    with pytest.raises(UserError, match="running here already"):
        await seasons.start(GUILD, "Summer", None)
    await seasons.end(GUILD)
    await seasons.start(GUILD, "Summer", None)
    await seasons.start(GUILD + 1, "Elsewhere", None)
    assert [(line.name, line.running) for line in await seasons.list(GUILD)] == [
        ("Summer", True),
        ("Spring", False),
    ]


async def test_none_can_be_ended_when_none_runs(seasons: Seasons) -> None:
    with pytest.raises(NoSeasonError):
        await seasons.end(GUILD)


async def test_an_end_in_the_past_is_refused(world: World, seasons: Seasons) -> None:
    with pytest.raises(UserError, match="past"):
        await seasons.start(GUILD, "Spring", world.clock.ms)


async def test_it_ends_by_itself(world: World, seasons: Seasons) -> None:
    ends_ms = world.clock.ms + 60_000
    await seasons.start(GUILD, "Spring", ends_ms)
    await world.pass_time(59)
    [line] = await seasons.list(GUILD)
    assert line.running
    await world.pass_time(2)
    [line] = await seasons.list(GUILD)
    assert (line.running, line.ends_ms) == (False, ends_ms)


async def test_one_that_ended_while_the_bot_was_down_ended_in_time(world: World, seasons: Seasons) -> None:
    ends_ms = world.clock.ms + 60_000
    await seasons.start(GUILD, "Spring", ends_ms)
    after = world.restart()
    restarted = Seasons(after.house, after.agenda)
    await after.come_to(world.clock.now + timedelta(hours=9))
    [line] = await restarted.list(GUILD)
    assert (line.running, line.ends_ms) == (False, ends_ms)


async def test_one_ended_by_hand_does_not_end_again(world: World, seasons: Seasons) -> None:
    await seasons.start(GUILD, "Spring", world.clock.ms + 60_000)
    ended = await seasons.end(GUILD)
    await seasons.start(GUILD, "Summer", None)
    await world.pass_time(61)
    summer, spring = await seasons.list(GUILD)
    assert (summer.running, spring.ends_ms) == (True, ended.ends_ms)


async def played_rounds_of(world: World, season_id: int) -> int:
    async with world.house.database.read() as connection:
        query = sa.select(sa.func.count()).where(rounds.c.season_id == season_id)
        return (await connection.execute(query)).scalar_one()


async def test_points_made_before_the_end_count_though_the_bot_was_down(
    world: World, seasons: Seasons
) -> None:
    """From within a round until after the season's end."""
    await world.start(questions=1, ranked_from=1)
    await world.next_question()
    await world.answer(ALICE)
    ends_ms = world.clock.ms + 60_000
    season = await seasons.start(GUILD, "Spring", ends_ms)
    world.clock.advance(3_600)
    await seasons.end_due(season.id)
    [line] = await seasons.list(GUILD)
    assert line.running
    await world.pass_time(3)
    [line] = await seasons.list(GUILD)
    assert (line.running, line.ends_ms) == (False, ends_ms)
    assert await played_rounds_of(world, season.id) == 1
    assert line.winners == [ALICE]


async def test_a_round_that_goes_on_after_the_end_does_not_count(world: World, seasons: Seasons) -> None:
    await world.start(questions=1, ranked_from=1)
    await world.next_question()
    await world.answer(ALICE)
    season = await seasons.start(GUILD, "Spring", world.clock.ms + 1_000)
    await world.pass_time(2)
    [line] = await seasons.list(GUILD)
    assert not line.running
    await world.pass_time(30)
    assert await played_rounds_of(world, season.id) == 0


async def test_while_it_waits_nothing_that_came_after_its_end_counts(world: World, seasons: Seasons) -> None:
    """Of two rounds that were to be closed while the bot was down, one was over in time."""
    season = await seasons.start(GUILD, "Spring", world.clock.ms + 40_000)
    await world.start(questions=1, seconds=10, ranked_from=1, channel_id=501)
    await world.next_question()
    await world.answer(ALICE)
    await world.start(questions=1, seconds=60, ranked_from=1, channel_id=502)
    await world.next_question()
    await world.answer(BOB)
    await world.restart().come_to(world.clock.now + timedelta(hours=1))
    assert await played_rounds_of(world, season.id) == 1


async def test_a_quiz_that_comes_to_count_takes_nothing_from_before_the_start_along(
    world: World, seasons: Seasons
) -> None:
    await world.start(questions=3, seconds=10, ranked_from=2)
    await world.next_question()
    await world.answer(ALICE)
    await world.next_question()
    season = await seasons.start(GUILD, "Spring", None)
    await world.answer(ALICE, right=False)
    await world.next_question()
    await world.answer(BOB)
    await world.pass_time(12)
    assert await played_rounds_of(world, season.id) == 2
    assert (await seasons.list(GUILD))[0].winners == [BOB]
    board = await world.board(GUILD, Period.ALL, 0, ALICE)
    assert {row.score.player_id: row.score.answered for row in board.rows} == {ALICE: 2, BOB: 1}
    assert await kept(world.house.database) == await recompute(world.house.database, ZoneInfo("UTC"))


async def test_the_team_that_won_is_the_first_of_the_seasons_board(world: World, seasons: Seasons) -> None:
    master = By(HOST, quizmaster=True)
    for name, player in (("Foxes", ALICE), ("Owls", BOB)):
        team = await world.teams.create(GUILD, NewTeam(name))
        await world.teams.join(GUILD, Person(player), team.id, master)
    await seasons.start(GUILD, "Spring", None)
    await world.start(questions=3, teams=True)
    for _ in range(3):
        await world.next_question()
        await world.answer(ALICE)
        await world.answer(BOB, right=False)
    await world.pass_time(5)
    ended = await seasons.end(GUILD)
    assert [team.name for team in ended.winning_teams] == ["Foxes"]
    assert [team.name for team in (await seasons.list(GUILD))[0].winning_teams] == ["Foxes"]
    assert (await seasons.named(GUILD))[0].winning_teams == ()


async def test_the_winners_are_all_who_stand_first(world: World, seasons: Seasons) -> None:
    await seasons.start(GUILD, "Spring", None)
    await world.start(questions=1)
    await world.next_question()
    await world.answer(ALICE)
    await world.answer(BOB)
    await world.answer(CAROL, right=False)
    await world.pass_time(40)
    ended = await seasons.end(GUILD)
    assert ended.winners == [ALICE, BOB]
