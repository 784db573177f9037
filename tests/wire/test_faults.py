"""A quiz on a line that delays, repeats, loses and refuses, and in places that go away under it."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
import pytest_asyncio

from benchmarks.standin.journal import CALLBACK, EDIT, HISTORY, POST
from benchmarks.standin.world import HISTORY as READ_HISTORY
from benchmarks.standin.world import SEND, VIEW
from tests.wire.conftest import running_bot, standing_in
from tests.wire.table import ALICE, BOB, Table, is_revealed
from tests.wire.together import Outcomes, all_at_once, outcome

pytestmark = pytest.mark.asyncio(loop_scope="module")

Play = Callable[[Table], Awaitable[None]]


async def a_quiz_plays_from_the_command_to_the_final_card(table: Table) -> None:
    await table.start(questions=2)
    for number in (1, 2):
        card = await table.question(number)
        assert "You chose" in await table.told(card, ALICE)
        assert "You chose" in await table.told(card, BOB, right=False)
        assert "already chose" in await table.told(card, ALICE, right=False)
        assert "✅" in await table.revealed(card)
    final = await table.final()
    assert f"<@{ALICE}>" in final.text()
    assert "2 questions asked" in final.text()


# The reply to a click


async def clicked(table: Table, **how: object) -> str:
    """What a player is told whose reply meets the fault; the answer must be recorded all the same."""
    await table.start()
    card = await table.question()
    await table.told(card, BOB)
    fault = table.fault(CALLBACK, **how)
    said = await table.told(card, ALICE)
    await table.struck(fault)
    assert "already chose" in await table.told(card, ALICE, right=False)
    await table.ended()
    assert table.records.answers(table.channel.id) == [(0, ALICE), (0, BOB)]
    assert "2 votes" in card.text()
    return said


async def a_500_on_a_reply_is_overcome(table: Table) -> None:
    assert "You chose" in await clicked(table, status=500)


async def a_429_on_a_reply_is_waited_for(table: Table) -> None:
    assert "You chose" in await clicked(table, status=429, retry_after=0.5)


async def a_broken_line_on_a_reply_is_overcome(table: Table) -> None:
    assert "You chose" in await clicked(table, reset=True)


async def a_reply_whose_confirmation_is_lost_is_given_once(table: Table) -> None:
    assert "You chose" in await clicked(table, lose=True)


async def a_reply_that_was_given_although_a_500_was_returned_is_given_once(table: Table) -> None:
    assert "You chose" in await clicked(table, lose=True, status=500)


async def an_answer_counts_when_its_reply_comes_too_late(table: Table) -> None:
    assert await clicked(table, delay_s=3.2) == ""


# Posting the question


async def posted(table: Table, **how: object) -> None:
    """The question appears once, can be answered, and the quiz goes on to its end."""
    fault = table.fault(POST, **how)
    await table.start()
    card = await table.question()
    await table.struck(fault)
    assert "You chose" in await table.told(card, ALICE)
    assert "Final standings" in (await table.final()).text()
    assert table.cards() == [card]
    assert is_revealed(card)
    assert (await table.ended())["end_reason"] == "completed"


async def a_500_on_a_question_is_overcome(table: Table) -> None:
    await posted(table, status=500)


async def a_503_on_a_question_is_overcome(table: Table) -> None:
    await posted(table, status=503, times=2)


async def a_429_on_a_question_is_waited_for(table: Table) -> None:
    await posted(table, status=429)


async def a_broken_line_on_a_question_is_overcome(table: Table) -> None:
    await posted(table, reset=True)


async def a_question_whose_confirmation_is_lost_is_posted_once(table: Table) -> None:
    await posted(table, lose=True)


async def a_question_that_was_posted_although_a_500_was_returned_is_posted_once(table: Table) -> None:
    await posted(table, lose=True, status=500)


async def a_question_posted_unseen_is_known_by_its_nonce_where_history_is_closed(table: Table) -> None:
    await table.start()
    table.channel.permissions &= ~READ_HISTORY
    await posted_once_started(table)


async def posted_once_started(table: Table) -> None:
    fault = table.fault(POST, lose=True)
    card = await table.question()
    await table.struck(fault)
    assert "You chose" in await table.told(card, ALICE)
    await table.ended()
    assert table.cards() == [card]


async def a_question_posted_unseen_is_found_when_the_history_fails_at_first(table: Table) -> None:
    table.fault(HISTORY, status=503)
    await posted(table, lose=True)


# The reveal


async def revealed(table: Table, **how: object) -> None:
    await table.start()
    card = await table.question()
    assert "You chose" in await table.told(card, ALICE)
    await table.deadline(card)
    fault = table.fault(EDIT, **how)
    assert "✅" in await table.revealed(card)
    await table.struck(fault)
    assert f"<@{ALICE}>" in (await table.final()).text()
    assert (await table.ended())["end_reason"] == "completed"


async def a_500_on_a_reveal_is_overcome(table: Table) -> None:
    await revealed(table, status=500)


async def a_503_on_a_reveal_is_overcome(table: Table) -> None:
    await revealed(table, status=503, times=2)


async def a_429_on_a_reveal_is_waited_for(table: Table) -> None:
    await revealed(table, status=429)


async def a_broken_line_on_a_reveal_is_overcome(table: Table) -> None:
    await revealed(table, reset=True)


async def a_reveal_whose_confirmation_is_lost_is_no_hindrance(table: Table) -> None:
    await revealed(table, lose=True)


async def a_failing_count_of_answers_is_no_hindrance(table: Table) -> None:
    await table.start()
    card = await table.question()
    fault = table.fault(EDIT, status=503)
    assert "You chose" in await table.told(card, ALICE)
    await table.struck(fault)
    assert "✅" in await table.revealed(card)


async def a_final_card_whose_confirmation_is_lost_is_posted_once(table: Table) -> None:
    await table.start()
    card = await table.question()
    assert "You chose" in await table.told(card, ALICE)
    await table.revealed(card)
    fault = table.fault(POST, lose=True)
    await table.struck(fault)
    await table.ended()
    assert len(table.finals()) == 1


# Places that go away


async def in_question(table: Table) -> None:
    await table.start(questions=2)
    assert "You chose" in await table.told(await table.question(), ALICE)


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


PLAYS: list[Play] = [
    a_quiz_plays_from_the_command_to_the_final_card,
    a_500_on_a_reply_is_overcome,
    a_429_on_a_reply_is_waited_for,
    a_broken_line_on_a_reply_is_overcome,
    a_reply_whose_confirmation_is_lost_is_given_once,
    a_reply_that_was_given_although_a_500_was_returned_is_given_once,
    an_answer_counts_when_its_reply_comes_too_late,
    a_500_on_a_question_is_overcome,
    a_503_on_a_question_is_overcome,
    a_429_on_a_question_is_waited_for,
    a_broken_line_on_a_question_is_overcome,
    a_question_whose_confirmation_is_lost_is_posted_once,
    a_question_that_was_posted_although_a_500_was_returned_is_posted_once,
    a_question_posted_unseen_is_known_by_its_nonce_where_history_is_closed,
    a_question_posted_unseen_is_found_when_the_history_fails_at_first,
    a_500_on_a_reveal_is_overcome,
    a_503_on_a_reveal_is_overcome,
    a_429_on_a_reveal_is_waited_for,
    a_broken_line_on_a_reveal_is_overcome,
    a_reveal_whose_confirmation_is_lost_is_no_hindrance,
    a_failing_count_of_answers_is_no_hindrance,
    a_final_card_whose_confirmation_is_lost_is_posted_once,
    *(loss_in_phase(loss, phase) for loss in LOSSES for phase in PHASES),
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def outcomes(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Outcomes]:
    """Every play at its own table of one bot."""
    async with (
        standing_in() as discord,
        running_bot(discord, tmp_path_factory.mktemp("bot")) as bot,
    ):

        async def table() -> Table:
            return Table(discord, await discord.add_place(), bot.records)

        async with all_at_once(PLAYS, table) as tasks:
            yield tasks


@pytest.mark.parametrize("name", [play.__name__ for play in PLAYS])
async def test(name: str, outcomes: Outcomes) -> None:
    await outcome(outcomes, name)
