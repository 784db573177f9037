"""Teams: made by quizmasters, joined and left by players."""

import asyncio
from unittest.mock import AsyncMock

import pytest

from bot.core.server_settings import WhoMay
from bot.core.team import Roster, Team
from bot.errors import UserError
from bot.services.rosters import Rosters
from bot.services.team_requests import AlreadyOnTeamError, By, NewTeam, NoTeamError, Person
from bot.services.teams import MAX_TEAMS, Teams
from bot.store import teams as store
from tests.services.world import ALICE, BOB, CAROL, GUILD, World

ROLE, OTHER_ROLE = 7_001, 7_002


@pytest.fixture
def rosters(world: World) -> Rosters:
    return world.house.rosters


@pytest.fixture
def teams(world: World) -> Teams:
    return Teams(world.house)


async def made(teams: Teams, *names: str) -> list[Team]:
    return [await teams.create(GUILD, NewTeam(name)) for name in names]


async def join(teams: Teams, player_id: int, team: Team, *role_ids: int) -> Team | None:
    """By himself. Returns the team he was on before."""
    by = By(player_id, quizmaster=False)
    return (await teams.join(GUILD, Person(player_id, role_ids), team.id, by)).left


async def sizes(teams: Teams) -> dict[str, int]:
    return {line.team.name: line.members for line in await teams.list(GUILD)}


async def test_a_late_joiner_is_on_the_team_from_then_on(teams: Teams, rosters: Rosters) -> None:
    [red] = await made(teams, "Red")
    before = await rosters.of(GUILD)
    await join(teams, ALICE, red)
    assert before.team_of(ALICE, ()) is None
    assert (await rosters.of(GUILD)).team_of(ALICE, ()) == red


async def test_a_mover_leaves_the_other_team(teams: Teams) -> None:
    red, blue = await made(teams, "Red", "Blue")
    await join(teams, ALICE, red)
    assert await join(teams, ALICE, blue) == red
    assert await sizes(teams) == {"Red": 0, "Blue": 1}


async def test_a_leaver_is_on_no_team(teams: Teams, rosters: Rosters) -> None:
    [red] = await made(teams, "Red")
    await join(teams, ALICE, red)
    await teams.leave(GUILD, Person(ALICE), By(ALICE, quizmaster=False))
    assert (await rosters.of(GUILD)).team_of(ALICE, ()) is None
    with pytest.raises(UserError, match="on no team"):
        await teams.leave(GUILD, Person(ALICE), By(ALICE, quizmaster=False))


async def test_a_removed_team_frees_its_name_and_its_members(world: World, teams: Teams) -> None:
    [red] = await made(teams, "Red")
    await join(teams, ALICE, red)
    await teams.remove(GUILD, red.id)
    [again] = await made(teams, "RED")
    assert await sizes(teams) == {"RED": 0}
    async with world.house.database.read() as connection:
        kept = await store.by_ids(connection, [red.id, again.id])
    assert [kept[red.id].removed, kept[again.id].removed] == [True, False]
    with pytest.raises(NoTeamError):
        await join(teams, BOB, red)


async def test_of_a_locked_team_only_quizmasters_change_the_members(teams: Teams) -> None:
    red, blue = await made(teams, "Red", "Blue")
    await join(teams, ALICE, red)
    await teams.lock(GUILD, red.id, locked=True)
    with pytest.raises(UserError, match="locked"):
        await join(teams, BOB, red)
    with pytest.raises(UserError, match="locked"):
        await join(teams, ALICE, blue)
    with pytest.raises(UserError, match="locked"):
        await teams.leave(GUILD, Person(ALICE), By(ALICE, quizmaster=False))
    quizmaster = By(CAROL, quizmaster=True)
    await teams.join(GUILD, Person(BOB), red.id, quizmaster)
    await teams.leave(GUILD, Person(ALICE), quizmaster)
    assert await sizes(teams) == {"Red": 1, "Blue": 0}
    await teams.lock(GUILD, red.id, locked=False)
    await join(teams, ALICE, red)


async def test_who_has_a_role_is_on_its_team_and_cannot_choose(teams: Teams, rosters: Rosters) -> None:
    [red] = await made(teams, "Red")
    gold = await teams.create(GUILD, NewTeam("Gold", role_id=ROLE))
    with pytest.raises(UserError, match=f"<@&{ROLE}>"):
        await join(teams, ALICE, gold)
    await join(teams, ALICE, red)
    roster = await rosters.of(GUILD)
    assert [roster.team_of(ALICE, roles) for roles in ([ROLE], [OTHER_ROLE], [])] == [gold, red, red]
    with pytest.raises(UserError, match=f"<@&{ROLE}>"):
        await join(teams, BOB, red, ROLE)


@pytest.mark.parametrize("name", ["RED", " red ", "r\u200bed"])
async def test_no_two_teams_have_one_name(teams: Teams, name: str) -> None:
    red, blue = await made(teams, "Red", "Blue")
    with pytest.raises(UserError, match="that name"):
        await teams.create(GUILD, NewTeam(name))
    with pytest.raises(UserError, match="that name"):
        await teams.rename(GUILD, blue.id, name)
    assert (await teams.rename(GUILD, red.id, name)).name.casefold() == "red"


@pytest.mark.parametrize(
    "new", [NewTeam("\u200b"), NewTeam("x" * 51), NewTeam("Red", emoji="fox")], ids=["blank", "long", "emoji"]
)
async def test_a_team_that_cannot_be_shown_is_refused(teams: Teams, new: NewTeam) -> None:
    with pytest.raises(UserError):
        await teams.create(GUILD, new)


async def test_a_role_has_one_team(teams: Teams) -> None:
    await teams.create(GUILD, NewTeam("Gold", role_id=ROLE))
    with pytest.raises(UserError, match="role"):
        await teams.create(GUILD, NewTeam("Iron", role_id=ROLE))


async def test_a_server_has_room_for_so_many_teams(teams: Teams) -> None:
    await made(teams, *(f"Team {number}" for number in range(MAX_TEAMS)))
    with pytest.raises(UserError, match="at most 25"):
        await made(teams, "One more")


async def test_the_button_balances_even_when_many_press_at_once(teams: Teams) -> None:
    await made(teams, "Red", "Blue", "Green")
    await asyncio.gather(*(teams.join_smallest(GUILD, Person(player)) for player in range(1, 12)))
    assert sorted((await sizes(teams)).values()) == [3, 4, 4]


async def test_whoever_is_on_a_team_is_told_so_by_the_button(teams: Teams) -> None:
    [red] = await made(teams, "Red")
    await teams.join_smallest(GUILD, Person(ALICE))
    with pytest.raises(AlreadyOnTeamError) as raised:
        await teams.join_smallest(GUILD, Person(ALICE))
    assert raised.value.team == red


async def test_the_button_finds_no_team_when_all_are_locked(teams: Teams) -> None:
    [red] = await made(teams, "Red")
    await teams.lock(GUILD, red.id, locked=True)
    with pytest.raises(UserError, match="ask a quizmaster"):
        await teams.join_smallest(GUILD, Person(ALICE))


async def test_where_quizmasters_put_people_on_teams_nobody_joins(world: World, teams: Teams) -> None:
    [red] = await made(teams, "Red")
    await world.house.rules.change(GUILD, join=WhoMay.QUIZMASTERS)
    with pytest.raises(UserError, match="quizmasters"):
        await join(teams, ALICE, red)
    with pytest.raises(UserError, match="quizmasters"):
        await teams.join_smallest(GUILD, Person(ALICE))
    await teams.join(GUILD, Person(ALICE), red.id, By(CAROL, quizmaster=True))
    assert await sizes(teams) == {"Red": 1}


async def test_two_joins_at_once_leave_a_player_on_one_team(teams: Teams, rosters: Rosters) -> None:
    red, blue = await made(teams, "Red", "Blue")
    await asyncio.gather(join(teams, ALICE, red), join(teams, ALICE, blue))
    assert sum((await sizes(teams)).values()) == 1
    assert (await rosters.of(GUILD)).team_of(ALICE, ()) in (red, blue)


async def test_what_is_loaded_while_a_team_changes_is_not_kept(teams: Teams, rosters: Rosters) -> None:
    [red] = await made(teams, "Red")
    rosters.discard(GUILD)
    loading = asyncio.create_task(rosters.of(GUILD))
    await asyncio.sleep(0)
    rosters.keep(GUILD, Roster((red,), {ALICE: red.id}))
    await loading
    assert (await rosters.of(GUILD)).team_of(ALICE, ()) == red


async def test_what_is_kept_at_hand_is_what_is_stored(world: World, teams: Teams, rosters: Rosters) -> None:
    red, blue, green = await made(teams, "Red", "Blue", "Green")
    await join(teams, ALICE, red)
    await join(teams, BOB, blue)
    await join(teams, CAROL, green)
    await join(teams, CAROL, blue)
    await teams.leave(GUILD, Person(BOB), By(BOB, quizmaster=False))
    await teams.rename(GUILD, blue.id, "Azure")
    await teams.lock(GUILD, green.id, locked=True)
    await teams.remove(GUILD, red.id)
    with pytest.raises(UserError):
        await join(teams, ALICE, green)
    assert await rosters.of(GUILD) == await Rosters(world.house.database).of(GUILD)


async def test_after_a_change_that_failed_the_teams_are_read_anew(
    teams: Teams, rosters: Rosters, monkeypatch: pytest.MonkeyPatch
) -> None:
    [red] = await made(teams, "Red")
    before = await rosters.of(GUILD)
    monkeypatch.setattr("bot.store.teams.join", AsyncMock(side_effect=OSError("disk")))
    with pytest.raises(OSError, match="disk"):
        await join(teams, ALICE, red)
    read = await rosters.of(GUILD)
    assert read == before
    assert read is not before


async def test_a_server_knows_its_own_teams_alone(teams: Teams, rosters: Rosters) -> None:
    [red] = await made(teams, "Red")
    assert await rosters.of(GUILD + 1) == Roster()
    with pytest.raises(NoTeamError):
        await teams.rename(GUILD + 1, red.id, "Mine")
