"""Days, weeks and months begin at midnight where the server is."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.core.period import Period
from tests.services.world import ALICE, BOB, CHANNEL, GUILD, World

BERLIN, AUCKLAND = "Europe/Berlin", "Pacific/Auckland"
OTHER_GUILD = GUILD + 1


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


async def play(world: World, opened: datetime, guild_id: int = GUILD) -> None:
    """A quiz of one question that opens in that second, and is over."""
    world.clock.now = opened - timedelta(seconds=5)
    await world.start(channel_id=CHANNEL + guild_id, guild_id=guild_id, questions=1, seconds=5)
    await world.next_question()
    assert world.clock.now - opened < timedelta(seconds=1)
    await world.answer(ALICE)
    await world.answer(BOB)
    await world.pass_time(15)


async def answered(world: World, period: Period, guild_id: int = GUILD) -> int:
    """How many answers of Alice the board has now."""
    board = await world.board(guild_id, period, 0, ALICE)
    return board.own.score.answered if board.own else 0


@pytest.mark.parametrize(
    ("zone", "period", "played", "ends"),
    [
        (BERLIN, Period.DAY, "2026-12-01T22:30", "2026-12-01T23:00"),
        (AUCKLAND, Period.DAY, "2026-12-01T10:30", "2026-12-01T11:00"),
        # A day of 23 hours, and one of 25.
        (BERLIN, Period.DAY, "2026-03-28T23:00", "2026-03-29T22:00"),
        (BERLIN, Period.DAY, "2026-10-24T22:00", "2026-10-25T23:00"),
        # The hour that comes twice, the second time.
        (BERLIN, Period.DAY, "2026-10-25T01:30", "2026-10-25T23:00"),
        # From Monday to Sunday, also over the change of the clocks.
        (BERLIN, Period.WEEK, "2026-11-29T23:00", "2026-12-06T23:00"),
        (BERLIN, Period.WEEK, "2026-10-18T22:00", "2026-10-25T23:00"),
        (BERLIN, Period.WEEK, "2026-03-22T23:00", "2026-03-29T22:00"),
        (AUCKLAND, Period.WEEK, "2026-12-06T10:59", "2026-12-06T11:00"),
        (BERLIN, Period.MONTH, "2026-02-28T22:30", "2026-02-28T23:00"),
        (BERLIN, Period.MONTH, "2026-09-30T22:00", "2026-10-31T23:00"),
        (AUCKLAND, Period.MONTH, "2026-11-30T11:00", "2026-12-31T11:00"),
    ],
)
async def test_a_period_ends_at_midnight_in_the_servers_zone(
    world: World, zone: str, period: Period, played: str, ends: str
) -> None:
    await world.house.rules.change(GUILD, zone=zone)
    await play(world, utc(played))

    world.clock.now = utc(ends) - timedelta(seconds=1)
    board = await world.board(GUILD, period, 0, ALICE)
    assert (await answered(world, period), board.resets_at) == (1, utc(ends))
    world.clock.now = utc(ends)
    assert await answered(world, period) == 0
    assert await answered(world, Period.ALL) == 1


@pytest.mark.parametrize(
    ("period", "opened", "begins"),
    [
        (Period.DAY, "2026-12-01T22:59:58", "2026-12-01T23:00"),
        (Period.WEEK, "2026-12-06T22:59:58", "2026-12-06T23:00"),
        (Period.MONTH, "2026-11-30T22:59:58", "2026-11-30T23:00"),
    ],
)
async def test_a_question_counts_for_the_day_it_was_opened_on(
    world: World, period: Period, opened: str, begins: str
) -> None:
    """It closes after midnight."""
    await world.house.rules.change(GUILD, zone=BERLIN)
    await play(world, utc(opened))
    assert world.clock.now > utc(begins)
    assert await answered(world, period) == 0
    await play(world, utc(begins))
    assert await answered(world, period) == 1


async def test_each_server_has_its_own_midnight(world: World) -> None:
    await world.house.rules.change(GUILD, zone=BERLIN)
    await world.house.rules.change(OTHER_GUILD, zone=AUCKLAND)
    for guild_id in (GUILD, OTHER_GUILD):
        await play(world, utc("2026-12-01T10:30"), guild_id)
    world.clock.now = utc("2026-12-01T11:00")
    assert await answered(world, Period.DAY, GUILD) == 1
    assert await answered(world, Period.DAY, OTHER_GUILD) == 0
    world.clock.now = utc("2026-12-01T23:00")
    assert await answered(world, Period.DAY, GUILD) == 0


async def test_what_was_played_before_a_change_of_the_zone_keeps_its_day(world: World) -> None:
    """At 22:30 UTC it is the 1st of December still in London, and the 2nd already in Auckland."""
    await play(world, utc("2026-12-01T22:30"))
    await world.house.rules.change(GUILD, zone=AUCKLAND)
    assert await answered(world, Period.DAY) == 0
    await play(world, utc("2026-12-01T22:40"))
    assert await answered(world, Period.DAY) == 1
    await world.house.rules.change(GUILD, zone="")
    assert await answered(world, Period.DAY) == 1
    world.clock.now = utc("2026-12-02T12:00")
    assert await answered(world, Period.DAY) == 1
    assert await answered(world, Period.ALL) == 2


@pytest.mark.parametrize(("ranked_from", "players", "counts"), [(1, 1, True), (3, 2, False), (3, 3, True)])
async def test_a_quiz_counts_when_as_many_have_answered_as_it_takes(
    world: World, ranked_from: int, players: int, counts: bool
) -> None:
    await world.start(questions=1, seconds=5, ranked_from=ranked_from)
    await world.next_question()
    for player in range(ALICE, ALICE + players):
        await world.answer(player)
    await world.pass_time(15)
    assert (world.final.ranked, world.final.ranked_from) == (counts, ranked_from)
    assert await answered(world, Period.ALL) == counts
