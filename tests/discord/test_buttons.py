"""A click gets exactly one friendly reply, whatever happens behind it."""

import logging

import discord
import pytest
import simcord

from bot.core.round import AlreadyAnsweredError, LateAnswerError, OvertakenError, UnknownOptionError
from bot.core.survival import NotInError
from bot.errors import UserError
from bot.ui.bot import QuizBot
from bot.ui.buttons import AnswerButton
from bot.ui.cards.final import final_card
from bot.ui.cards.question import question_card
from bot.ui.leaderboard import leaderboard_card
from tests.discord.fakes import FakeLiveQuiz, quiz_bot
from tests.discord.samples import WRONG, board, final, question


@pytest.fixture
def live_quiz() -> FakeLiveQuiz:
    return FakeLiveQuiz()


@pytest.fixture
def simcord_bot(live_quiz: FakeLiveQuiz) -> QuizBot:
    return quiz_bot(live_quiz)


class Table:
    """A channel with a card in it and two people before it."""

    def __init__(self, env: simcord.Env) -> None:
        self.env = env
        guild = env.create_guild()
        self.channel = guild.create_text_channel("quiz")
        self.alice = guild.add_member(env.create_user("alice"))
        self.bob = guild.add_member(env.create_user("bob"))

    async def put(self, view: discord.ui.LayoutView) -> discord.Message:
        channel = self.env.bot.get_channel(self.channel.id)
        assert isinstance(channel, discord.TextChannel)
        return await channel.send(view=view)


@pytest.fixture
def table(simcord_env: simcord.Env) -> Table:
    return Table(simcord_env)


def said(result: simcord.InteractionResult) -> str:
    assert result.response is not None
    assert result.ephemeral
    assert not result.followups
    return result.response.content


async def test_a_click_is_answered_in_private_with_letter_and_time(
    table: Table, live_quiz: FakeLiveQuiz
) -> None:
    message = await table.put(question_card(question()))

    result = await table.alice.click(message, label="B")

    assert said(result) == "You chose **B** after 3.42 s. Your answer is final."
    [(round_id, option_id, player_id, clicked_ms)] = live_quiz.answers
    assert (round_id, option_id, player_id) == (11, WRONG[0].id, table.alice.id)
    assert 0 <= clicked_ms - message.created_at.timestamp() * 1000 < 1_000


async def test_a_click_costs_one_request(table: Table) -> None:
    message = await table.put(question_card(question()))
    before = len(table.env.http_requests)

    await table.alice.click(message, label="B")

    assert len(table.env.http_requests) == before + 1


@pytest.mark.parametrize(
    ("refusal", "sentence"),
    [
        (AlreadyAnsweredError("0" * 10), "You already chose **C**, and the first answer is final."),
        (
            OvertakenError("0" * 10),
            "**C**, which you clicked last, counts. You can change it until the question closes.",
        ),
        (LateAnswerError(), "Too late: this question had closed when you clicked"),
        (UnknownOptionError("x"), "This card is out of date"),
        (NotInError(3), "You have been out since question 3"),
        (NotInError(None), "This is survival, and only those play who answered the first question"),
        (UserError("Not just now: click again."), "Not just now: click again."),
    ],
)
async def test_a_click_that_does_not_count_is_told_why(
    table: Table, live_quiz: FakeLiveQuiz, refusal: Exception, sentence: str
) -> None:
    live_quiz.refusal = refusal
    message = await table.put(question_card(question()))

    result = await table.alice.click(message, label="A")

    assert said(result).startswith(sentence)


async def test_an_error_in_a_service_is_logged_with_its_context_and_answered(
    table: Table, live_quiz: FakeLiveQuiz, caplog: pytest.LogCaptureFixture
) -> None:
    live_quiz.refusal = ZeroDivisionError("commit failed")
    message = await table.put(question_card(question()))

    result = await table.alice.click(message, label="A")

    assert said(result).startswith("Something went wrong on my side: click again")
    [record] = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert f"user {table.alice.id}" in record.getMessage()
    assert "a:11:" in record.getMessage()
    assert record.exc_info


async def test_an_error_in_reading_a_custom_id_is_answered_too(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: AnswerButton) -> tuple[str, ...]:
        raise ValueError(self.custom_id)

    monkeypatch.setattr(AnswerButton, "state", broken)
    message = await table.put(question_card(question()))

    result = await table.alice.click(message, label="A")

    assert said(result).startswith("Something went wrong on my side")


async def test_bots_do_not_count(table: Table, live_quiz: FakeLiveQuiz) -> None:
    message = await table.put(question_card(question()))
    robot = table.env.guild.add_member(table.env.create_user("robot", bot=True))

    result = await robot.click(message, label="A")

    assert said(result).startswith("Bots cannot play")
    assert live_quiz.answers == []


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (400, 40060), (503, 0), (403, 50001)], ids=str)
async def test_a_reply_that_discord_refuses_leaves_the_answer_and_says_nothing_more(
    table: Table, live_quiz: FakeLiveQuiz, status: int, code: int
) -> None:
    message = await table.put(question_card(question()))
    table.env.inject_error("POST", "/interactions/*/callback", status=status, code=code, times=None)

    result = await table.alice.click(message, label="A")

    assert len(live_quiz.answers) == 1
    assert not result.acknowledged
    assert not result.followups


async def test_buttons_work_after_a_restart(table: Table, live_quiz: FakeLiveQuiz) -> None:
    message = await table.put(question_card(question()))
    await table.env.restart_bot(quiz_bot(live_quiz))

    await table.alice.click(message, label="A")

    assert len(live_quiz.answers) == 1


async def test_buttons_of_a_private_card_work_for_as_long_as_it_is_there(table: Table) -> None:
    message = await table.put(final_card(final()))
    opened = await table.bob.click(message, label="Leaderboard")
    assert opened.response is not None

    await table.env.advance_time(20 * 60)
    result = await table.bob.click(opened.response.message, label="Next →")

    assert result.acknowledged


async def test_the_reader_turns_the_public_page(table: Table) -> None:
    message = await table.put(leaderboard_card(board(), table.alice.id))

    await table.alice.click(message, label="Next →")

    last = table.channel.last_message
    assert last is not None
    assert last.id == message.id
    assert "page 2 of 3" in str(last.components[0].to_dict())


async def test_others_get_a_page_of_their_own_in_private(table: Table) -> None:
    message = await table.put(leaderboard_card(board(), table.alice.id))

    result = await table.bob.click(message, label="Next →")

    assert result.response is not None
    assert result.ephemeral
    assert f"lb:players:week:points:0:0:2:{table.bob.id}" in str(result.response.components)
    public = table.channel.history()[-1]
    assert "page 1 of 3" in str(public.components[0].to_dict())


async def test_the_final_card_opens_the_leaderboard_in_private(table: Table) -> None:
    message = await table.put(final_card(final()))

    result = await table.bob.click(message, label="Leaderboard")

    assert result.response is not None
    assert result.ephemeral
    assert "Leaderboard · all time" in str(result.response.components)
