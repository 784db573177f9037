from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from zoneinfo import ZoneInfo

from bot.core.board import ALL_BANKS
from bot.core.period import Period
from bot.core.scoring import Scoring
from bot.store.database import Database
from bot.store.tables import board_steps, totals
from tests.services.recomputation import kept, recompute
from tests.services.world import ALICE, BOB, CAROL, GUILD, HOST, World, world_on


async def play(world: World, rng: Random, players: int) -> None:
    """One question, some players of those there are, some right and at odd times; now and then skipped."""
    card = await world.next_question()
    for player in range(1, players + 1):
        if rng.random() < 0.8:
            world.clock.advance(rng.random() * 3)
            await world.answer(player, right=rng.random() < 0.6, card=card)
    if rng.random() < 0.2:
        await world.quiz.skip(card.channel_id, HOST, quizmaster=False)
    await world.agenda.run_due()


async def test_the_totals_kept_are_those_recomputed_from_the_answers(world: World) -> None:
    """Through many quizzes, over days, alone and in company, in a zone far from UTC, with restarts."""
    rng = Random(3)
    zone = ZoneInfo("Pacific/Auckland")
    world = world_on(replace(world.house, zone=zone), world.clock, world.stage, world.bank_id)
    for quiz in range(8):
        await world.start(questions=3, channel_id=quiz, scoring=rng.choice(list(Scoring)))
        for _ in range(rng.choice([2, 3])):
            await play(world, rng, players=rng.choice([1, 2, 3]))
            world = world.restart()
        if rng.random() < 0.5:
            await world.quiz.stop(quiz, HOST, quizmaster=False)
        await world.pass_time(120)
        world.clock.advance(rng.choice([3_600, 40_000, 400_000]))
    boards = await kept(world.house.database)
    assert boards == await recompute(world.house.database, zone)
    assert len({starts for (_, _, period, starts), _ in boards.players if period == "day"}) > 2


async def test_who_plays_alone_is_not_ranked_until_somebody_joins(world: World) -> None:
    await world.start(questions=3)
    await world.next_question()
    await world.answer(ALICE)
    await world.next_question()
    board = await world.board(GUILD, Period.ALL, 0, ALICE)
    assert (board.rows, board.own, board.entries, board.pages) == ([], None, 0, 1)
    await world.answer(ALICE)
    await world.answer(BOB)
    await world.next_question()
    board = await world.board(GUILD, Period.ALL, 0, ALICE)
    assert [(row.score.player_id, row.score.answered) for row in board.rows] == [(ALICE, 2), (BOB, 1)]


async def fill(database: Database, points: list[int], day: str = "2026-12-01") -> None:
    """Players 1, 2, 3 … with one right answer each."""
    board = {"guild_id": GUILD, "bank_id": ALL_BANKS, "period": "day", "starts": day}
    amounts = {"right_count": 1, "answered": 1, "total_ms": 1}
    rows = [board | amounts | {"player_id": p, "points": earned} for p, earned in enumerate(points, start=1)]
    steps = Counter(earned // 100 for earned in points)
    on_steps = [board | {"ranking": "points", "step": step, "players": n} for step, n in steps.items()]
    async with database.write() as connection:
        await connection.execute(totals.insert(), rows)
        await connection.execute(board_steps.insert(), on_steps)


async def test_ties_keep_their_place_across_pages(world: World) -> None:
    await fill(world.house.database, [900] * 8 + [500] * 5 + [100])
    first = await world.board(GUILD, Period.DAY, 0, 14)
    second = await world.board(GUILD, Period.DAY, 1, 14)
    assert [row.place for row in first.rows] == [1] * 8 + [9, 9]
    assert [(row.place, row.tied) for row in second.rows] == [(9, True)] * 3 + [(14, False)]
    assert (first.pages, first.entries) == (2, 14)
    assert first.own is not None
    assert (first.own.place, first.own.tied) == (14, False)


async def test_a_page_beyond_the_end_is_the_last_one(world: World) -> None:
    await fill(world.house.database, list(range(100, 115)))
    assert (await world.board(GUILD, Period.DAY, 99, 1)).page == 1
    assert (await world.board(GUILD, Period.DAY, -1, 1)).page == 0


async def test_a_new_day_begins_at_midnight_in_the_servers_zone(world: World) -> None:
    world.clock.now = datetime(2026, 12, 1, 22, 30, tzinfo=UTC)
    berlin = world_on(
        replace(world.house, zone=ZoneInfo("Europe/Berlin")), world.clock, world.stage, world.bank_id
    )
    await fill(world.house.database, [500])
    board = await berlin.board(GUILD, Period.DAY, 0, CAROL)
    assert board.resets_at == datetime(2026, 12, 1, 23, 0, tzinfo=UTC)
    assert len(board.rows) == 1
    world.clock.advance(1800)
    assert (await berlin.board(GUILD, Period.DAY, 0, CAROL)).rows == []
