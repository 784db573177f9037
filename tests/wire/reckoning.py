"""What a day of quizzes left behind, held against what Discord was asked and the players were told."""

import re
import sqlite3
from collections import defaultdict
from contextlib import closing
from typing import Any
from zoneinfo import ZoneInfo

from benchmarks.bot_process import BotProcess
from benchmarks.standin import Message, StandIn
from benchmarks.standin.encoding import dumps
from bot.store.database import Database
from tests.services.recomputation import kept, recompute
from tests.wire.crowd import ANSWER, Ledger
from tests.wire.table import is_revealed


async def faults(discord: StandIn, bot: BotProcess, ledger: Ledger) -> list[str]:
    """Everything that is not as it should be, once all quizzes are over."""
    with closing(sqlite3.connect(bot.database_file)) as connection:
        connection.row_factory = sqlite3.Row
        stored = [dict(row) for row in connection.execute("SELECT * FROM answers")]
        rounds = [dict(row) for row in connection.execute("SELECT * FROM rounds")]
        quizzes = [dict(row) for row in connection.execute("SELECT * FROM quizzes")]
    messages = [message for channel in discord.world.channels.values() for message in channel.shown()]
    return [
        *ledger.unexpected,
        *_answers(ledger, stored),
        *_cards(messages, rounds),
        *_finals(messages, quizzes),
        *await _totals(bot),
    ]


def _answers(ledger: Ledger, stored: list[dict[str, Any]]) -> list[str]:
    options = {(row["round_id"], row["player_id"]): row["option_id"] for row in stored}
    return [
        f"acknowledged {told}, stored {options.get(key)}: {key}"
        for key, told in ledger.acknowledged.items()
        if options.get(key) != told
    ]


def _cards(messages: list[Message], rounds: list[dict[str, Any]]) -> list[str]:
    found = []
    by_round: dict[int, list[Message]] = defaultdict(list)
    for message in messages:
        if answer := _first(ANSWER, message):
            by_round[int(answer[1])].append(message)
    for row in rounds:
        cards = by_round.pop(row["id"], [])
        if [card.id for card in cards] != [row["message_id"]]:
            found.append(f"round {row['id']} of message {row['message_id']} is on {len(cards)} cards")
        if row["state"] != "revealed" or row["closed_ms"] is None:
            found.append(f"round {row['id']} is {row['state']}, closed at {row['closed_ms']}")
        reveals = {dumps(edit["components"]) for card in cards for edit in card.edits if _reveals(edit)}
        if len(reveals) != 1 or not all(map(is_revealed, cards)):
            found.append(f"round {row['id']} is revealed in {len(reveals)} versions")
    return [*found, *(f"cards of round {round_id}, which is not kept" for round_id in by_round)]


def _finals(messages: list[Message], quizzes: list[dict[str, Any]]) -> list[str]:
    shown: dict[int, list[int]] = defaultdict(list)
    for message in messages:
        if final := _first(re.compile(r"f:(\d+)"), message):
            shown[int(final[1])].append(message.id)
    return [
        f"quiz {quiz['id']} is {quiz['state']} with final cards {shown[quiz['id']]}"
        for quiz in quizzes
        if quiz["state"] != "ended" or shown[quiz["id"]] != [quiz["final_message_id"]]
    ]


async def _totals(bot: BotProcess) -> list[str]:
    database = Database(bot.database_url)
    boards, expected = await kept(database), await recompute(database, ZoneInfo("UTC"))
    await database.close()
    return [f"totals {boards}, recomputed {expected}"] if boards != expected or not boards else []


def _first(pattern: re.Pattern[str], message: Message) -> re.Match[str] | None:
    posted = Message(message.id, message.channel_id, message.author, message.body_posted)
    ids = posted.custom_ids()
    return pattern.fullmatch(ids[0]) if ids else None


def _reveals(edit: dict[str, Any]) -> bool:
    return b"custom_id" not in dumps(edit)
