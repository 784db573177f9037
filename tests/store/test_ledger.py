import asyncio
from random import Random

import pytest
import sqlalchemy as sa

from bot.store import ledger
from bot.store.database import Database
from bot.store.tables import answers, quizzes, rounds, totals

ROUNDS = range(1, 9)
GUILD = 1


@pytest.mark.computes_long("writing the totals of thousands of players at once")
async def test_rounds_credited_at_once_do_not_wait_for_each_other_for_ever(database: Database) -> None:
    """Many of the same players in many channels of one server, in the order PostgreSQL pleases."""
    await closed_rounds(database)

    async def credit(round_id: int) -> None:
        async with database.write() as connection:
            await ledger.credit(connection, GUILD, [round_id])

    await asyncio.gather(*map(credit, ROUNDS))
    async with database.read() as connection:
        credited = await connection.scalar(
            sa.select(sa.func.sum(totals.c.answered)).where(totals.c.period == "all", totals.c.bank_id == 0)
        )
        assert credited == await connection.scalar(sa.select(sa.func.count()).select_from(answers))


@pytest.mark.computes_long("writing the totals of thousands of players at once")
async def test_a_correction_in_the_midst_of_other_rounds_waits_and_comes_to_the_same(
    database: Database,
) -> None:
    await closed_rounds(database)

    async def credit(round_id: int) -> None:
        async with database.write() as connection:
            await ledger.credit(connection, GUILD, [round_id])

    async def correct(round_id: int) -> None:
        async with database.write() as connection:
            await ledger.debit(connection, GUILD, [round_id])
            await connection.execute(
                answers.update().where(answers.c.round_id == round_id).values(points=2_345)
            )
            await ledger.credit_again(connection, GUILD, [round_id])

    before, after = ROUNDS[:4], ROUNDS[4:]
    await asyncio.gather(*map(credit, before))
    await asyncio.gather(*map(correct, before), *map(credit, after))
    of_all = sa.and_(totals.c.period == "all", totals.c.bank_id == 0)
    async with database.read() as connection:
        credited = await connection.scalar(sa.select(sa.func.sum(totals.c.points)).where(of_all))
        assert credited == await connection.scalar(sa.select(sa.func.sum(answers.c.points)))


async def closed_rounds(database: Database) -> None:
    rng = Random(1)
    async with database.write() as connection:
        for id_ in ROUNDS:
            place = {"guild_id": GUILD, "channel_id": id_}
            await connection.execute(
                quizzes.insert().values(
                    id=id_,
                    host_id=1,
                    bank_title="Bank",
                    rules={},
                    length=1,
                    ranked=True,
                    state="ended",
                    started_ms=0,
                    **place,
                )
            )
            await connection.execute(
                rounds.insert().values(
                    id=id_,
                    quiz_id=id_,
                    position=0,
                    question_key="q",
                    snapshot={},
                    option_order=[],
                    limit_ms=1,
                    state="closed",
                    asked_ms=0,
                    local_date=f"2026-12-0{1 + id_ % 3}",
                    **place,
                )
            )
            given = {"round_id": id_, "guild_id": GUILD, "option_id": "a", "elapsed_ms": 1}
            scored = {"is_right": True, "points": 1}
            players = rng.sample(range(3_000), 250 * id_)
            await connection.execute(
                answers.insert(), [{"player_id": player, **given, **scored} for player in players]
            )
    async with database.write() as connection:
        await connection.execute(sa.text("ANALYZE"))
