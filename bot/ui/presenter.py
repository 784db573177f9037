"""The stage of a quiz in Discord: posts, finds and edits its cards."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.core.instant import instant_of
from bot.errors import StageError, StageLost
from bot.services.house import Sleep
from bot.services.stage import FinalCard, QuestionCard, RevealCard
from bot.ui import notices
from bot.ui.cards.final import final_card
from bot.ui.cards.question import question_card
from bot.ui.cards.reveal import reveal_card
from bot.ui.discord_errors import DISCUSSING, THREAD_EXISTS, UNKNOWN_MESSAGE, as_stage_errors
from bot.ui.markdown import one_line, shortened
from bot.ui.pace import Pace
from bot.ui.pictures.attaching import drawn, shown
from bot.ui.pictures.boards import PLAYED_TOGETHER, final_podium, named
from bot.ui.progress import Progress
from bot.ui.replies import NO_PINGS

if TYPE_CHECKING:
    from bot.ui.bot import QuizBot

log = logging.getLogger(__name__)

SEARCHED_MESSAGES = 500
CLOCKS_DIFFER = timedelta(minutes=1)
MAX_THREAD_NAME = 100
INVITATION = "💬 Why is this right, and what made the others tempting? Talk about it here."


class DiscordStage:
    """Implements `bot.services.stage.Stage`."""

    def __init__(
        self,
        bot: "QuizBot",
        sleep: Sleep = asyncio.sleep,
        clock: Callable[[], datetime] = discord.utils.utcnow,
    ) -> None:
        self._bot = bot
        self._pace = Pace(clock, sleep)
        self._progress = Progress(self._show_progress, sleep, self._pace.is_busy)
        self._reports: set[asyncio.Task[None]] = set()

    async def post_question(self, card: QuestionCard) -> int:
        # discord.py sends `enforce_nonce` with a nonce: within some minutes a repeat makes no second message.
        return await self._post(card, question_card(card), nonce=f"round-{card.round_id}", pings=_pings(card))

    async def find_question(self, card: QuestionCard, since_ms: int) -> int | None:
        return await self._find(card, f"a:{card.round_id}:", since_ms)

    async def show_answered(self, card: QuestionCard, message_id: int) -> None:
        self._progress.show(card, message_id)

    async def reveal(self, card: RevealCard) -> None:
        await self._progress.end(card.question.round_id)
        await self._edit(card.question, card.message_id, reveal_card(card))

    async def post_final(self, card: FinalCard) -> int:
        return await self._show_final(card, partial(self._post, card, nonce=f"final-{card.quiz_id}"))

    async def edit_final(self, card: FinalCard, message_id: int) -> None:
        await self._show_final(card, partial(self._edit, card, message_id))

    async def _show_final(self, card: FinalCard, send: Callable[..., Awaitable[int]]) -> int:
        if picture := await self._podium(card):
            try:
                return await send(final_card(card, shown(picture)), files=[picture])
            except StageError as error:
                if isinstance(error.__cause__, discord.NotFound):
                    raise
                # Perhaps the picture alone is refused: Attach Files is a permission of its own.
                log.info("The final card goes without its picture: %r", error.__cause__)
        return await send(final_card(card))

    async def find_final(self, card: FinalCard, since_ms: int) -> int | None:
        return await self._find(card, f"f:{card.quiz_id}", since_ms)

    async def open_thread(self, card: RevealCard) -> None:
        question = card.question
        message = self._message(question, card.message_id)
        await self._pace.turn()
        with as_stage_errors(question.channel_id, DISCUSSING):
            try:
                thread = await message.create_thread(name=thread_name(question.stem))
            except discord.HTTPException as error:
                if error.code == THREAD_EXISTS:
                    return
                raise
            await self._pace.turn()
            await thread.send(INVITATION, allowed_mentions=NO_PINGS)

    async def notify(self, guild_id: int, channel_id: int, text: str) -> None:
        guild = self._bot.get_guild(guild_id)
        for channel in notices.places(guild, channel_id) if guild else []:
            await self._pace.turn()
            try:
                with as_stage_errors(channel.id):
                    await channel.send(text, allowed_mentions=NO_PINGS)
            except StageError as error:
                log.info("Channel %s could not be told: %s", channel.id, error)
            else:
                return
        log.warning("Nobody in server %s could be told: %s", guild_id, text)

    async def close(self) -> None:
        """Cancels what is still waiting to be shown."""
        await self._progress.close()
        for report in self._reports:
            report.cancel()
        await asyncio.gather(*self._reports, return_exceptions=True)

    async def _podium(self, card: FinalCard) -> discord.File | None:
        """None where it would say little, and where the line is needed for what matters more."""
        if len(card.standings) < PLAYED_TOGETHER or self._pace.is_busy():
            return None
        guild = self._bot.get_guild(card.guild_id)
        names = {} if card.teams else await self._bot.names.of(guild, named(card.standings))
        podium = final_podium(card, names)
        return await drawn(podium) if podium.entries else None

    def _channel(self, card: QuestionCard | FinalCard) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(card.channel_id, guild_id=card.guild_id)

    def _message(self, card: QuestionCard | FinalCard, message_id: int) -> discord.PartialMessage:
        return self._channel(card).get_partial_message(message_id)

    async def _post(
        self,
        card: QuestionCard | FinalCard,
        view: discord.ui.LayoutView,
        *,
        nonce: str,
        pings: discord.AllowedMentions = NO_PINGS,
        files: Sequence[discord.File] = (),
    ) -> int:
        channel = self._channel(card)
        await self._pace.turn()
        with as_stage_errors(card.channel_id):
            message = await channel.send(view=view, nonce=nonce, allowed_mentions=pings, files=files)
        return message.id

    async def _edit(
        self,
        card: QuestionCard | FinalCard,
        message_id: int,
        view: discord.ui.LayoutView,
        *,
        files: Sequence[discord.File] = (),
    ) -> int:
        message = self._message(card, message_id)
        await self._pace.turn()
        with as_stage_errors(card.channel_id):
            await message.edit(view=view, attachments=files, allowed_mentions=NO_PINGS)
        return message_id

    async def _find(self, card: QuestionCard | FinalCard, custom_id: str, since_ms: int) -> int | None:
        """Looks forward from when it was posted, if it was: people may have written much since."""
        since = instant_of(since_ms) - CLOCKS_DIFFER
        await self._pace.turn()
        history = self._channel(card).history(after=since, oldest_first=True, limit=SEARCHED_MESSAGES)
        try:
            with as_stage_errors(card.channel_id):
                async for message in history:
                    if message.author == self._bot.user and _has_button(message, custom_id):
                        return message.id
        except StageLost as lost:
            if isinstance(lost.__cause__, discord.Forbidden):
                return None
            raise
        return None

    async def _show_progress(self, card: QuestionCard, message_id: int) -> None:
        try:
            await self._edit(card, message_id, question_card(card))
        except StageLost as lost:
            self._report(card, message_id, lost)
            raise

    def _report(self, card: QuestionCard, message_id: int, lost: StageLost) -> None:
        """Tells the quiz in a task of its own: the quiz may reveal then, which waits for this edit to end."""
        cause = lost.__cause__
        if not isinstance(cause, discord.NotFound):
            return
        report = asyncio.create_task(self._tell_lost(card, message_id, cause))
        self._reports.add(report)
        report.add_done_callback(self._reports.discard)

    async def _tell_lost(self, card: QuestionCard, message_id: int, cause: discord.NotFound) -> None:
        live_quiz = self._bot.services.live_quiz
        try:
            if cause.code == UNKNOWN_MESSAGE:
                await live_quiz.message_lost(message_id)
            else:
                await live_quiz.channel_lost(card.channel_id)
        except Exception:
            log.exception("Loss of message %s in channel %s not handled", message_id, card.channel_id)


def thread_name(stem: str) -> str:
    return shortened(one_line(stem), MAX_THREAD_NAME)


def _pings(card: QuestionCard) -> discord.AllowedMentions:
    if card.daily is None or card.daily.role_id is None:
        return NO_PINGS
    role = discord.Object(card.daily.role_id, type=discord.Role)
    return discord.AllowedMentions(everyone=False, users=False, roles=[role], replied_user=False)


def _has_button(message: discord.Message, custom_id: str) -> bool:
    """Whether a button's id is `custom_id`, or begins with it where it ends in a colon."""
    if not message.flags.components_v2:
        return False
    for item in discord.ui.LayoutView.from_message(message, timeout=None).walk_children():
        found = getattr(item, "custom_id", "")
        if found == custom_id or (custom_id.endswith(":") and found.startswith(custom_id)):
            return True
    return False
