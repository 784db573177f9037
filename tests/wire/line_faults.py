"""A quiz on a line that delays, repeats, loses and refuses."""

from typing import Any

from benchmarks.standin.journal import CALLBACK, EDIT, HISTORY, POST
from benchmarks.standin.world import HISTORY as READ_HISTORY
from tests.wire.table import ALICE, BOB, Table, is_revealed
from tests.wire.together import Plays

PLAYS: Plays[Table] = Plays()


@PLAYS.add
async def a_quiz_plays_from_the_command_to_the_final_card(table: Table) -> None:
    await table.start(questions=2)
    for number in (1, 2):
        card = await table.question(number)
        await table.counts(card, ALICE)
        await table.counts(card, BOB, right=False)
        assert "already chose" in await table.told(card, ALICE, right=False)
        assert "✅" in await table.revealed(card)
    final = await table.final()
    assert f"<@{ALICE}>" in final.text()
    assert "2 questions asked" in final.text()


# The reply to a click


async def clicked(table: Table, **how: Any) -> None:
    """A player whose reply meets the fault is told of it with that click, and it is recorded."""
    await table.start()
    card = await table.question()
    await table.counts(card, BOB)
    fault = table.fault(CALLBACK, **how)
    said = await table.told(card, ALICE)
    assert "You chose" in said or "longer than usual" in said
    await table.struck(fault)
    assert "already chose" in await table.told(card, ALICE, right=False)
    await table.ended()
    assert table.records.answers(table.channel.id) == [(0, ALICE), (0, BOB)]
    assert "2 votes" in card.text()


@PLAYS.add
async def a_500_on_a_reply_is_overcome(table: Table) -> None:
    await clicked(table, status=500)


@PLAYS.add
async def a_429_on_a_reply_is_waited_for(table: Table) -> None:
    await clicked(table, status=429, retry_after=0.5)


@PLAYS.add
async def a_broken_line_on_a_reply_is_overcome(table: Table) -> None:
    await clicked(table, reset=True)


@PLAYS.add
async def a_reply_whose_confirmation_is_lost_is_given_once(table: Table) -> None:
    await clicked(table, lose=True)


@PLAYS.add
async def a_reply_that_was_given_although_a_500_was_returned_is_given_once(table: Table) -> None:
    await clicked(table, lose=True, status=500)


@PLAYS.add
async def an_answer_counts_when_its_reply_comes_too_late(table: Table) -> None:
    await table.start()
    card = await table.question()
    await table.counts(card, BOB)
    table.fault(CALLBACK, delay_s=0.6)
    click = await table.click(card, ALICE)
    click.deadline = click.created + 0.5
    assert await click.settled() == ""
    assert "already chose" in await table.told(card, ALICE)
    await table.ended()
    assert table.records.answers(table.channel.id) == [(0, ALICE), (0, BOB)]


# Posting the question


async def posted(table: Table, **how: Any) -> None:
    """The question appears once, can be answered, and the quiz goes on to its end."""
    fault = table.fault(POST, **how)
    await table.start()
    card = await table.question()
    await table.struck(fault)
    await table.counts(card, ALICE)
    assert "Final standings" in (await table.final()).text()
    assert table.cards() == [card]
    assert is_revealed(card)
    assert (await table.ended())["end_reason"] == "completed"


@PLAYS.add
async def a_500_on_a_question_is_overcome(table: Table) -> None:
    await posted(table, status=500)


@PLAYS.add
async def a_503_on_a_question_is_overcome(table: Table) -> None:
    await posted(table, status=503, times=2)


@PLAYS.add
async def a_429_on_a_question_is_waited_for(table: Table) -> None:
    await posted(table, status=429)


@PLAYS.add
async def a_broken_line_on_a_question_is_overcome(table: Table) -> None:
    await posted(table, reset=True)


@PLAYS.add
async def a_question_whose_confirmation_is_lost_is_posted_once(table: Table) -> None:
    await posted(table, lose=True)


@PLAYS.add
async def a_question_that_was_posted_although_a_500_was_returned_is_posted_once(table: Table) -> None:
    await posted(table, lose=True, status=500)


@PLAYS.add
async def a_question_posted_unseen_is_known_by_its_nonce_where_history_is_closed(table: Table) -> None:
    await table.start()
    table.channel.permissions &= ~READ_HISTORY
    await posted_once_started(table)


async def posted_once_started(table: Table) -> None:
    fault = table.fault(POST, lose=True)
    card = await table.question()
    await table.struck(fault)
    await table.counts(card, ALICE)
    await table.ended()
    assert table.cards() == [card]


@PLAYS.add
async def a_question_posted_unseen_is_found_when_the_history_fails_at_first(table: Table) -> None:
    table.fault(HISTORY, status=503)
    await posted(table, lose=True)


@PLAYS.add
async def a_question_posted_unseen_is_found_behind_all_that_was_written_since(table: Table) -> None:
    await table.start()
    fault = table.fault(POST, lose=True)
    table.fault(HISTORY, status=503)
    await table.struck(fault)
    table.chat(messages=130)
    table.forget_nonces()
    card = await table.question()
    await table.counts(card, ALICE)
    await table.ended()
    assert table.cards() == [card]


# The reveal


async def revealed(table: Table, **how: Any) -> None:
    await table.start()
    card = await table.question()
    await table.counts(card, ALICE)
    await table.deadline(card)
    fault = table.fault(EDIT, **how)
    assert "✅" in await table.revealed(card)
    await table.struck(fault)
    assert f"<@{ALICE}>" in (await table.final()).text()
    assert (await table.ended())["end_reason"] == "completed"


@PLAYS.add
async def a_500_on_a_reveal_is_overcome(table: Table) -> None:
    await revealed(table, status=500)


@PLAYS.add
async def a_503_on_a_reveal_is_overcome(table: Table) -> None:
    await revealed(table, status=503, times=2)


@PLAYS.add
async def a_429_on_a_reveal_is_waited_for(table: Table) -> None:
    await revealed(table, status=429)


@PLAYS.add
async def a_broken_line_on_a_reveal_is_overcome(table: Table) -> None:
    await revealed(table, reset=True)


@PLAYS.add
async def a_reveal_whose_confirmation_is_lost_is_no_hindrance(table: Table) -> None:
    await revealed(table, lose=True)


@PLAYS.add
async def a_failing_count_of_answers_is_no_hindrance(table: Table) -> None:
    await table.start()
    card = await table.question()
    fault = table.fault(EDIT, status=503)
    await table.counts(card, ALICE)
    await table.struck(fault)
    assert "✅" in await table.revealed(card)


@PLAYS.add
async def a_final_card_whose_confirmation_is_lost_is_posted_once(table: Table) -> None:
    await table.start()
    card = await table.question()
    await table.counts(card, ALICE)
    await table.revealed(card)
    fault = table.fault(POST, lose=True)
    await table.struck(fault)
    await table.ended()
    assert len(table.finals()) == 1
