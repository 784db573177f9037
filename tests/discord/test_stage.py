"""What the stage does with cards, and what it makes of Discord's failures."""

import asyncio
from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

import discord
import pytest
import simcord

from bot.core.team_score import TeamRule
from bot.errors import StageLost, StageUnavailable
from bot.services.stage import FinalCard, QuestionCard, TeamPlace, TeamTable
from bot.ui.bot import QuizBot
from bot.ui.pictures.attaching import FILE_NAME
from bot.ui.presenter import INVITATION, DiscordStage, thread_name
from bot.ui.progress import DAILY_EDIT_INTERVAL_S, EDIT_INTERVAL_S, Progress
from tests.discord.fakes import FakeLiveQuiz, quiz_bot
from tests.discord.samples import daily_facts, final, question, reveal, team

# simcord really waits for a sleep that ends within its timeout; those of the progress must be longer.
pytestmark = pytest.mark.simcord(settle_timeout=EDIT_INTERVAL_S / 2)


@pytest.fixture
def live_quiz() -> FakeLiveQuiz:
    return FakeLiveQuiz()


@pytest.fixture
def simcord_bot(live_quiz: FakeLiveQuiz) -> QuizBot:
    return quiz_bot(live_quiz)


@pytest.fixture
def stage(simcord_env: simcord.Env) -> DiscordStage:
    return DiscordStage(cast("QuizBot", simcord_env.bot))


def asked(env: simcord.Env, **changes: Any) -> QuestionCard:
    """A question in a new channel."""
    guild = env.create_guild()
    return question(guild_id=guild.id, channel_id=guild.create_text_channel("quiz").id, **changes)


def now_ms() -> int:
    return int(discord.utils.utcnow().timestamp() * 1000)


def edits(env: simcord.Env) -> list[str]:
    return [str(entry.json) for entry in env.http_requests if entry.method == "PATCH"]


async def test_a_repeated_post_carries_the_same_enforced_nonce(
    simcord_env: simcord.Env, stage: DiscordStage
) -> None:
    card = asked(simcord_env, round_id=10**18)

    await stage.post_question(card)
    await stage.post_question(card)

    bodies = [cast("Any", entry.json) for entry in simcord_env.http_requests if entry.method == "POST"]
    assert {(body["nonce"], body["enforce_nonce"]) for body in bodies} == {(f"round-{10**18}", True)}
    assert len(bodies[0]["nonce"]) <= 25
    assert all(body["allowed_mentions"] == {"parse": []} for body in bodies)


async def test_a_posted_question_is_found_again(simcord_env: simcord.Env, stage: DiscordStage) -> None:
    card = asked(simcord_env)
    posted = await stage.post_question(card)

    assert await stage.find_question(card, now_ms()) == posted
    assert await stage.find_question(question(channel_id=card.channel_id, round_id=1), now_ms()) is None


async def test_a_posted_final_card_is_found_again(simcord_env: simcord.Env, stage: DiscordStage) -> None:
    channel_id = asked(simcord_env).channel_id
    card = final(channel_id=channel_id)
    posted = await stage.post_final(card)

    assert await stage.find_final(card, now_ms()) == posted
    assert await stage.find_final(final(channel_id=channel_id, quiz_id=70), now_ms()) is None


async def test_a_history_that_may_not_be_read_holds_nothing(
    simcord_env: simcord.Env, stage: DiscordStage
) -> None:
    card = asked(simcord_env)
    simcord_env.inject_error("GET", "/channels/*/messages", status=403, code=50001)

    assert await stage.find_question(card, now_ms()) is None


@pytest.mark.parametrize(
    ("status", "code", "expected"),
    [
        (404, 10003, StageLost("the channel is gone")),
        (403, 50013, StageLost("give me View Channel and Send Messages there")),
        (400, 50035, StageLost("Discord refused")),
        (503, 0, StageUnavailable("503")),
        (429, 0, StageUnavailable("429")),
    ],
    ids=str,
)
async def test_failures_are_for_good_or_for_now(
    simcord_env: simcord.Env, stage: DiscordStage, status: int, code: int, expected: Exception
) -> None:
    card = asked(simcord_env)
    simcord_env.inject_error("POST", "/channels/*/messages", status=status, code=code, times=None)

    with pytest.raises(type(expected), match=str(expected)):
        await stage.post_question(card)


async def test_a_deleted_message_is_lost(simcord_env: simcord.Env, stage: DiscordStage) -> None:
    card = asked(simcord_env)

    with pytest.raises(StageLost, match="message was deleted"):
        await stage.reveal(reveal(card, message_id=1))


@pytest.mark.parametrize("failure", [OSError("reset"), TimeoutError()])
async def test_a_broken_connection_may_come_back(
    simcord_env: simcord.Env, stage: DiscordStage, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise failure

    monkeypatch.setattr(discord.PartialMessage, "edit", fail)

    with pytest.raises(StageUnavailable):
        await stage.reveal(reveal(asked(simcord_env)))


class Clicks:
    """Clicks on an open question, each of which makes the quiz show how many have answered."""

    def __init__(self, env: simcord.Env, stage: DiscordStage, live_quiz: FakeLiveQuiz) -> None:
        self.env, self.stage, self.live_quiz = env, stage, live_quiz
        self.card = asked(env)
        self.message_id = 0

    async def open(self) -> None:
        self.message_id = await self.stage.post_question(self.card)
        self.live_quiz.after_answer = self.show

    async def show(self) -> None:
        card = replace(self.card, answered=len(self.live_quiz.answers))
        await self.stage.show_answered(card, self.message_id)

    async def make(self) -> None:
        player = self.env.guild.add_member(self.env.create_user(f"player {len(self.live_quiz.answers)}"))
        message = next(iter(self.env.guild.channels["quiz"].history()))
        await player.click(message, label="A")


@pytest.fixture
async def clicks(simcord_env: simcord.Env, stage: DiscordStage, live_quiz: FakeLiveQuiz) -> Clicks:
    clicks = Clicks(simcord_env, stage, live_quiz)
    await clicks.open()
    return clicks


async def test_many_answers_make_one_edit_with_the_latest_count(clicks: Clicks) -> None:
    for _ in range(7):
        await clicks.make()
    at_once = len(edits(clicks.env))
    await clicks.env.advance_time(EDIT_INTERVAL_S)

    assert at_once == 0
    [edit] = edits(clicks.env)
    assert "7 people answered" in edit


async def test_edits_keep_their_distance(clicks: Clicks) -> None:
    for _ in range(9):
        await clicks.make()
        await clicks.env.advance_time(1)

    assert len(edits(clicks.env)) == 9 / EDIT_INTERVAL_S


async def test_no_progress_is_shown_after_the_reveal(clicks: Clicks) -> None:
    await clicks.make()
    await clicks.stage.reveal(reveal(clicks.card, message_id=clicks.message_id))
    await clicks.show()
    await clicks.env.advance_time(10 * EDIT_INTERVAL_S)

    [edit] = edits(clicks.env)
    assert "right" in edit


async def test_a_failed_progress_edit_is_only_logged(
    clicks: Clicks, caplog: pytest.LogCaptureFixture
) -> None:
    clicks.env.inject_error("PATCH", "/channels/*/messages/*", status=503, times=None)

    await clicks.make()
    await clicks.env.advance_time(EDIT_INTERVAL_S)

    assert "Progress of round 11 not shown" in caplog.text


async def test_a_quiz_hears_of_a_message_that_was_deleted(clicks: Clicks) -> None:
    clicks.env.inject_error("PATCH", "/channels/*/messages/*", status=404, code=10008)

    await clicks.make()
    await clicks.env.advance_time(EDIT_INTERVAL_S)

    assert ("message lost", clicks.message_id) in clicks.live_quiz.told


async def test_close_leaves_no_task_behind(clicks: Clicks) -> None:
    await clicks.make()

    await clicks.stage.close()
    await clicks.env.advance_time(EDIT_INTERVAL_S)

    assert edits(clicks.env) == []


async def test_a_reveal_waits_for_an_edit_on_its_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.ui.progress.EDIT_INTERVAL_S", 0)
    sending, arrived = asyncio.Event(), asyncio.Event()
    events: list[str] = []

    async def edit(card: QuestionCard, message_id: int) -> None:
        del card, message_id
        sending.set()
        await arrived.wait()
        events.append("edit arrived")

    progress = Progress(edit)
    progress.show(question(), 1)
    await sending.wait()
    progress.show(question(), 1)
    ending = asyncio.create_task(progress.end(11))
    await asyncio.sleep(0)
    arrived.set()
    await ending
    events.append("round ended")
    progress.show(question(), 1)
    await asyncio.sleep(0.01)

    assert events == ["edit arrived", "round ended"]


# Daily questions


async def test_a_daily_question_mentions_its_role_and_nobody_else(
    simcord_env: simcord.Env, stage: DiscordStage
) -> None:
    await stage.post_question(asked(simcord_env, daily=daily_facts(role_id=5)))

    [post] = [cast("Any", entry.json) for entry in simcord_env.http_requests if entry.method == "POST"]
    assert post["allowed_mentions"]["roles"] == [5]
    assert post["allowed_mentions"]["parse"] == []
    assert post["components"][0]["content"] == "<@&5>"


async def test_answers_to_a_daily_question_are_counted_at_leisure(clicks: Clicks) -> None:
    clicks.card = replace(clicks.card, daily=daily_facts())

    await clicks.make()
    await clicks.env.advance_time(DAILY_EDIT_INTERVAL_S - 1)
    before = len(edits(clicks.env))
    await clicks.env.advance_time(1)

    assert (before, len(edits(clicks.env))) == (0, 1)


async def test_a_discussion_is_opened_once_below_the_message(
    simcord_env: simcord.Env, stage: DiscordStage
) -> None:
    card = asked(simcord_env, daily=daily_facts(thread=True))
    revealed = reveal(card, message_id=await stage.post_question(card))

    await stage.open_thread(revealed)
    simcord_env.inject_error("POST", "/channels/*/messages/*/threads", status=400, code=160004)
    await stage.open_thread(revealed)

    channel = simcord_env.bot.get_channel(card.channel_id)
    assert isinstance(channel, discord.TextChannel)
    [thread] = channel.threads
    assert thread.name == card.stem
    assert INVITATION in [message.content async for message in thread.history()]


async def test_a_discussion_that_is_not_allowed_is_lost(
    simcord_env: simcord.Env, stage: DiscordStage
) -> None:
    card = asked(simcord_env, daily=daily_facts(thread=True))
    revealed = reveal(card, message_id=await stage.post_question(card))
    simcord_env.inject_error("POST", "/channels/*/messages/*/threads", status=403, code=50013)

    with pytest.raises(StageLost, match="give me Create Public Threads and Send Messages in Threads there"):
        await stage.open_thread(revealed)


def test_the_name_of_a_discussion_is_the_question_as_far_as_it_fits() -> None:
    assert thread_name("Why\n  so?") == "Why so?"
    assert len(thread_name("x" * 300)) == 100


class Notices:
    """A server with three channels, in which a notice is for the first."""

    def __init__(self, env: simcord.Env, stage: DiscordStage) -> None:
        self.env, self.stage = env, stage
        self.guild = env.create_guild()

    def open(self, name: str, *, to_the_bot: bool = True) -> int:
        denied = discord.PermissionOverwrite(send_messages=to_the_bot)
        return self.guild.create_text_channel(name, overwrites={self.guild.default_role: denied}).id

    async def told(self, channel_id: int) -> list[str]:
        """The channels that have the notice then."""
        await self.stage.notify(self.guild.id, channel_id, "Paused.")
        return [
            name
            for name, channel in self.guild.channels.items()
            if [message.content for message in channel.history()] == ["Paused."]
        ]


@pytest.fixture
def notices(simcord_env: simcord.Env, stage: DiscordStage) -> Notices:
    return Notices(simcord_env, stage)


async def test_a_notice_goes_to_its_channel(notices: Notices) -> None:
    notices.open("other")

    assert await notices.told(notices.open("daily")) == ["daily"]


async def test_a_notice_goes_elsewhere_when_its_channel_is_closed_or_gone(notices: Notices) -> None:
    closed = notices.open("daily", to_the_bot=False)
    notices.open("other")

    assert await notices.told(closed) == ["other"]


async def test_a_notice_tries_the_next_place_when_discord_refuses_one(notices: Notices) -> None:
    daily = notices.open("daily")
    notices.open("other")
    notices.env.inject_error("POST", f"/channels/{daily}/messages", status=403, code=50013)

    assert await notices.told(daily) == ["other"]


async def test_a_notice_that_nobody_can_be_given_is_logged(
    notices: Notices, caplog: pytest.LogCaptureFixture
) -> None:
    closed = notices.open("daily", to_the_bot=False)

    assert await notices.told(closed) == []
    assert "could be told: Paused." in caplog.text


def final_in(env: simcord.Env, players: int) -> FinalCard:
    card = asked(env)
    return final(players, guild_id=card.guild_id, channel_id=card.channel_id)


def sent(env: simcord.Env, method: str) -> list[Any]:
    return [cast("Any", entry.json) for entry in env.http_requests if entry.method == method]


async def test_a_final_card_has_a_picture_that_says_what_it_shows(
    simcord_env: simcord.Env, stage: DiscordStage
) -> None:
    await stage.post_final(final_in(simcord_env, 3))

    attachment = sent(simcord_env, "POST")[-1]["attachments"][0]
    assert attachment["filename"] == FILE_NAME
    assert "1 Player …" in attachment["description"]


async def test_who_played_alone_gets_no_picture(simcord_env: simcord.Env, stage: DiscordStage) -> None:
    await stage.post_final(final_in(simcord_env, 1))

    assert not sent(simcord_env, "POST")[-1].get("attachments")


async def test_where_no_team_has_a_place_there_is_no_picture(
    simcord_env: simcord.Env, stage: DiscordStage
) -> None:
    nobody_counts = TeamTable([TeamPlace(team(), None, False, Fraction(0), 0)], TeamRule(), 3)
    await stage.post_final(replace(final_in(simcord_env, 3), teams=nobody_counts))

    assert not sent(simcord_env, "POST")[-1].get("attachments")


async def test_a_picture_that_cannot_be_drawn_does_not_cost_the_final_card(
    simcord_env: simcord.Env, stage: DiscordStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ui.pictures.podium.Podium.png", lambda _self: 1 / 0)

    card = final_in(simcord_env, 3)
    posted = await stage.post_final(card)

    assert await stage.find_final(card, now_ms()) == posted
    assert not sent(simcord_env, "POST")[-1].get("attachments")


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (503, 0)])
async def test_where_pictures_cannot_be_attached_the_final_card_goes_without(
    simcord_env: simcord.Env, stage: DiscordStage, status: int, code: int
) -> None:
    card = final_in(simcord_env, 3)
    simcord_env.inject_error("POST", "/channels/*/messages", status=status, code=code, times=1)

    posted = await stage.post_final(card)

    assert await stage.find_final(card, now_ms()) == posted
    assert not sent(simcord_env, "POST")[-1].get("attachments")


async def test_a_corrected_final_card_has_a_new_picture(
    simcord_env: simcord.Env, stage: DiscordStage
) -> None:
    card = final_in(simcord_env, 3)
    posted = await stage.post_final(card)

    await stage.edit_final(replace(card, corrected=True), posted)

    [edit] = sent(simcord_env, "PATCH")
    assert len(edit["attachments"]) == 1
    assert "Corrected" in str(edit["components"])


async def test_a_corrected_final_card_without_a_picture_keeps_no_old_one(
    simcord_env: simcord.Env, stage: DiscordStage
) -> None:
    card = final_in(simcord_env, 3)
    posted = await stage.post_final(card)

    await stage.edit_final(replace(card, standings=card.standings[:1]), posted)

    [edit] = sent(simcord_env, "PATCH")
    assert edit["attachments"] == []
