"""`/question`, typed by a quizmaster on a simulated Discord."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import discord
import pytest
import simcord

from bot.errors import UserError
from bot.services.rescoring import Corrected
from bot.ui.bot import QuizBot
from bot.ui.cards.reveal import reveal_card
from bot.ui.question_commands import read_letters, read_message
from tests.discord.fakes import quiz_bot
from tests.discord.samples import reveal, text


@dataclass
class FakeRescoring:
    asked: list[tuple[int, int, Sequence[str]]] = field(default_factory=list)

    async def correct(self, guild_id: int, message_id: int, letters: Sequence[str]) -> Corrected:
        self.asked.append((guild_id, message_id, letters))
        return Corrected(letters, 3, shown=True)


@pytest.fixture
def rescoring() -> FakeRescoring:
    return FakeRescoring()


@pytest.fixture
def simcord_bot(rescoring: FakeRescoring) -> QuizBot:
    return quiz_bot(rescoring=rescoring)


async def test_a_quizmaster_says_what_was_right(simcord_env: simcord.Env, rescoring: FakeRescoring) -> None:
    guild = simcord_env.create_guild()
    role = guild.create_role("Quizmasters", permissions=discord.Permissions(manage_guild=True))
    master = guild.add_member(simcord_env.create_user("master"), roles=[role])
    link = "https://discord.com/channels/1/2/1234567890123456789"

    result = await master.slash(guild.create_text_channel("quiz"), "question fix", message=link, right="c, a")

    assert rescoring.asked == [(guild.id, 1234567890123456789, ["A", "C"])]
    assert result.ephemeral
    assert result.response is not None
    assert result.response.content == (
        "Right are **A** and **C** now: 3 answers are worth something else, and its card says so."
    )


async def test_others_are_told_whom_to_ask(simcord_env: simcord.Env, rescoring: FakeRescoring) -> None:
    guild = simcord_env.create_guild()
    player = guild.add_member(simcord_env.create_user("player"))

    result = await player.slash(
        guild.create_text_channel("quiz"), "question fix", message="1234567890123456789", right="A"
    )

    assert result.response is not None
    assert "Only quizmasters" in (result.response.content or "")
    assert rescoring.asked == []
    assert len(simcord_env.errors) == 1


@pytest.mark.parametrize(("typed", "letters"), [("B", ["B"]), ("a, c ", ["A", "C"]), ("a and J", ["A", "J"])])
def test_letters_are_read_as_people_type_them(typed: str, letters: list[str]) -> None:
    assert read_letters(typed) == letters


@pytest.mark.parametrize("typed", ["", "AB", "K", "the first"])
def test_other_letters_are_refused(typed: str) -> None:
    with pytest.raises(UserError, match="by their letters"):
        read_letters(typed)


@pytest.mark.parametrize("typed", ["", "12", "9" * 19, "https://example.org/1234567890123456789"])
def test_other_messages_are_refused(typed: str) -> None:
    with pytest.raises(UserError, match="copy the link"):
        read_message(typed)


def test_a_corrected_card_says_what_is_right() -> None:
    assert "Corrected" not in text(reveal_card(reveal()))
    assert "✏️ Corrected: right is **A**." in text(reveal_card(reveal(corrected=True)))
