"""The gateway goes away, with one quiz in its question, one in its closing and one in its reveal."""

import asyncio

from tests.wire.house import House
from tests.wire.table import ALICE, BOB, CAROL, Table, is_revealed
from tests.wire.together import Plays

PLAYS: Plays[House] = Plays()


async def in_every_phase(house: House) -> tuple[Table, Table, Table]:
    """Three quizzes of which one shows its reveal, one is past its deadline and one is open."""
    revealed, closing_, asking = [await house.table() for _ in range(3)]
    await revealed.start(questions=2)
    await asyncio.sleep(1.2)
    await closing_.start(questions=2)
    await asyncio.sleep(2)
    await asking.start(questions=2)
    for table in (revealed, closing_, asking):
        await table.counts(await table.question(), ALICE)
    await revealed.revealed(await revealed.question())
    assert not is_revealed(await closing_.question())
    return revealed, closing_, asking


async def play_on(tables: tuple[Table, ...]) -> None:
    """Each quiz comes to its end, with two questions asked once and revealed."""
    for table in tables:
        second = await table.question(2)
        await table.counts(second, BOB)
    for table in tables:
        assert (await table.ended())["end_reason"] == "completed"
        assert len(table.cards()) == 2
        assert all(map(is_revealed, table.cards()))
        assert {(0, ALICE), (1, BOB)} <= set(table.records.answers(table.channel.id))


@PLAYS.add
async def clicks_made_while_the_socket_was_broken_count(house: House) -> None:
    tables = await in_every_phase(house)
    card = await tables[2].question()
    house.discord.gateway.cut()
    await tables[2].counts(card, CAROL)
    assert ("RESUME", 0) in house.discord.journal.gateway
    await play_on(tables)


@PLAYS.add
async def clicks_made_while_discord_has_the_bot_reconnect_count(house: House) -> None:
    tables = await in_every_phase(house)
    card = await tables[2].question()
    await house.discord.gateway.ask_to_reconnect()
    await tables[2].counts(card, CAROL)
    assert ("RESUME", 0) in house.discord.journal.gateway
    await play_on(tables)


@PLAYS.add
async def quizzes_go_on_when_the_session_is_lost(house: House) -> None:
    tables = await in_every_phase(house)
    await house.discord.gateway.invalidate()
    await house.discord.until(lambda: house.discord.journal.gateway.count(("IDENTIFY", 0)) == 2)
    await play_on(tables)


@PLAYS.add
async def quizzes_go_on_when_the_session_cannot_be_resumed(house: House) -> None:
    tables = await in_every_phase(house)
    house.discord.gateway.cut()
    house.discord.gateway.sessions.clear()
    await house.discord.until(lambda: house.discord.journal.gateway.count(("IDENTIFY", 0)) == 2)
    assert ("RESUME REFUSED", -1) in house.discord.journal.gateway
    await play_on(tables)


@PLAYS.add
async def each_of_two_shards_plays_and_breaks_by_itself(house: House) -> None:
    discord = house.discord
    await house.bot.stop()
    house.bot.environment["SHARD_COUNT"] = "2"
    await house.bot.start()
    await discord.until(lambda: ("IDENTIFY", 1) in discord.journal.gateway)
    tables = [await house.table(), await house.table()]
    assert {(table.channel.guild_id >> 22) % 2 for table in tables} == {0, 1}
    for table in tables:
        await table.start()
    cards = [await table.question() for table in tables]
    discord.gateway.cut(shard=1)
    for table, card in zip(tables, cards, strict=True):
        await table.counts(card, ALICE)
    assert ("RESUME", 1) in discord.journal.gateway
    assert ("RESUME", 0) not in discord.journal.gateway
    for table in tables:
        assert (await table.ended())["end_reason"] == "completed"
