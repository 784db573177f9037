"""Messages, channels, permissions and servers that go away under a quiz, in each phase of it."""

from collections.abc import Awaitable, Callable

from benchmarks.standin.world import SEND, VIEW
from tests.wire.table import ALICE, Table, is_revealed
from tests.wire.together import Plays

PLAYS: Plays[Table] = Plays()
Play = Callable[[Table], Awaitable[None]]


async def in_question(table: Table) -> None:
    await table.start(questions=2)
    await table.counts(await table.question(), ALICE)


async def in_closing(table: Table) -> None:
    await in_question(table)
    await table.deadline(await table.question())


async def in_reveal(table: Table) -> None:
    await in_question(table)
    await table.revealed(await table.question())


async def the_message_is_deleted(table: Table) -> None:
    card = table.cards()[0]
    gone_unnoticed = is_revealed(card)
    await table.discord.delete_message(card)
    quiz = await table.ended()
    assert quiz["end_reason"] == ("completed" if gone_unnoticed else "lost")
    assert gone_unnoticed or "message was deleted" in (await table.final()).text()
    await table.start()


async def the_channel_is_deleted(table: Table) -> None:
    await table.discord.delete_channel(table.channel)
    assert (await table.ended())["end_reason"] == "lost"


async def the_channel_is_deleted_unheard(table: Table) -> None:
    await table.discord.delete_channel(table.channel, told=False)
    assert (await table.ended())["end_reason"] == "lost"


async def posting_is_forbidden(table: Table) -> None:
    await forbidden(table, SEND)


async def seeing_is_forbidden(table: Table) -> None:
    await forbidden(table, VIEW)


async def forbidden(table: Table, permission: int) -> None:
    table.channel.permissions &= ~permission
    quiz = await table.ended()
    assert quiz["end_reason"] == "lost"
    assert "no longer post" in quiz["end_detail"]
    table.channel.permissions |= permission
    await table.start()


async def the_bot_is_removed(table: Table) -> None:
    await table.discord.kick(table.channel.guild_id)
    quiz = await table.ended()
    assert quiz["end_reason"] == "lost"
    assert "removed from the server" in quiz["end_detail"]


async def the_server_is_out_for_a_while(table: Table) -> None:
    guild = table.discord.world.guilds[table.channel.guild_id]
    await table.discord.begin_outage(guild)
    await table.discord.end_outage(guild)
    await table.question(2)
    assert (await table.ended())["end_reason"] == "completed"


PHASES = [in_question, in_closing, in_reveal]
LOSSES = [
    the_message_is_deleted,
    the_channel_is_deleted,
    the_channel_is_deleted_unheard,
    posting_is_forbidden,
    seeing_is_forbidden,
    the_bot_is_removed,
    the_server_is_out_for_a_while,
]


def loss_in_phase(loss: Play, phase: Play) -> Play:
    async def play(table: Table) -> None:
        await phase(table)
        await loss(table)
        assert table.records.answers(table.channel.id)[0] == (0, ALICE)

    play.__name__ = f"{loss.__name__}_{phase.__name__}"
    return play


PLAYS.extend(loss_in_phase(loss, phase) for loss in LOSSES for phase in PHASES)
