import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from zoneinfo import ZoneInfo

import pytest

from bot.core.scoring import Scoring
from bot.core.server_settings import ServerSettings, WhoMay
from bot.core.team_score import TeamRule, TeamScoring
from bot.store import server_settings
from bot.store.database import Transaction
from bot.store.tables import server_settings as table
from tests.services.world import GUILD, World

CHOSEN = ServerSettings(
    zone="Pacific/Auckland",
    quizmaster_role_id=1 << 62,
    start=WhoMay.QUIZMASTERS,
    join=WhoMay.QUIZMASTERS,
    team_rule=TeamRule(TeamScoring.TOP, 5),
    ranked_from=1,
    questions=50,
    seconds=300,
    scoring=Scoring.ACCURACY,
    early_close=False,
)


async def test_a_server_that_has_chosen_nothing_has_the_defaults(world: World) -> None:
    assert await world.house.rules.of(GUILD) == ServerSettings()
    assert await world.house.rules.zone(GUILD) == ZoneInfo("UTC")


async def test_what_was_chosen_is_known_at_once_and_after_a_restart(world: World) -> None:
    rules = world.house.rules
    await rules.of(GUILD)
    chosen = {name: getattr(CHOSEN, name) for name in ServerSettings.__slots__}
    assert await rules.change(GUILD, **chosen) == CHOSEN
    assert await rules.of(GUILD) == CHOSEN
    assert await rules.zone(GUILD) == ZoneInfo("Pacific/Auckland")
    assert await rules.of(GUILD + 1) == ServerSettings()
    assert await world.restart().house.rules.of(GUILD) == CHOSEN


async def test_a_change_leaves_the_rest_as_it_was(world: World) -> None:
    await world.house.rules.change(GUILD, seconds=30)
    await world.house.rules.change(GUILD, questions=5)
    assert await world.house.rules.of(GUILD) == ServerSettings(seconds=30, questions=5)


async def test_changes_and_looks_at_the_same_time_lose_nothing(world: World) -> None:
    rules = world.house.rules
    await asyncio.gather(
        rules.of(GUILD),
        rules.change(GUILD, seconds=30),
        rules.of(GUILD),
        rules.change(GUILD, questions=5),
        rules.change(GUILD, ranked_from=3),
        rules.of(GUILD),
    )
    expected = ServerSettings(seconds=30, questions=5, ranked_from=3)
    assert await rules.of(GUILD) == expected
    assert await world.restart().house.rules.of(GUILD) == expected


async def test_only_what_differs_from_the_defaults_is_kept(world: World) -> None:
    await world.house.rules.change(GUILD, seconds=30, questions=5)
    await world.house.rules.change(GUILD, questions=ServerSettings().questions)
    async with world.house.database.read() as connection:
        assert (await connection.scalars(table.select().with_only_columns(table.c.chosen))).all() == [
            {"seconds": 30}
        ]


async def test_what_another_version_keeps_is_not_minded(world: World) -> None:
    async with world.house.database.write() as connection:
        await connection.execute(table.insert().values(guild_id=GUILD, chosen={"seconds": 30, "new": 1}))
        assert await server_settings.get(connection, GUILD) == ServerSettings(seconds=30)


async def test_a_zone_that_is_not_known_here_is_that_of_the_process(world: World) -> None:
    await world.house.rules.change(GUILD, zone="Mars/Olympus")
    assert await world.house.rules.zone(GUILD) == ZoneInfo("UTC")


async def test_what_a_change_that_failed_has_left_is_read_anew(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, database = world.house.rules, world.house.database
    write = database.write
    await rules.of(GUILD)

    @asynccontextmanager
    async def committed_without_a_word() -> AsyncIterator[Transaction]:
        async with write() as connection:
            yield connection
        raise OSError("the line broke")

    monkeypatch.setattr(database, "write", committed_without_a_word)
    with pytest.raises(OSError, match="line"):
        await rules.change(GUILD, seconds=30)
    assert await rules.of(GUILD) == ServerSettings(seconds=30)
