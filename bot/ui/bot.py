"""The Discord client: what it listens to, and whom it tells."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord.ext import commands

from bot.ui.buttons import AnswerButton, button_of
from bot.ui.command_tree import QuizTree
from bot.ui.daily_commands import DailyCommands
from bot.ui.daily_list import DailyListButton
from bot.ui.join_team import JoinTeamButton
from bot.ui.leaderboard import LeaderboardButton, QuizBoardButton
from bot.ui.leaderboard_commands import LeaderboardCommands
from bot.ui.names import Names
from bot.ui.ports import Services
from bot.ui.profile_commands import ProfileCommands
from bot.ui.question_commands import QuestionCommands
from bot.ui.quiz_commands import QuizCommands
from bot.ui.replies import NO_PINGS, AnyInteraction
from bot.ui.season_commands import SeasonCommands
from bot.ui.season_list import SeasonListButton
from bot.ui.settings_commands import SettingsCommands
from bot.ui.team_commands import TeamCommands

log = logging.getLogger(__name__)

# Otherwise every start warns that voice, which nobody asked for, lacks its libraries.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

BUTTONS = (
    AnswerButton,
    LeaderboardButton,
    QuizBoardButton,
    DailyListButton,
    JoinTeamButton,
    SeasonListButton,
)

# The names discord.py gives the tasks in which it runs `on_interaction` and commands.
_REPLYING = ("discord.py: on_interaction", "CommandTree-invoker")


class QuizBot(commands.AutoShardedBot):
    """Needs `serve` before it is started. The hash tells whether Discord knows the commands as they are."""

    tree: QuizTree

    def __init__(
        self,
        *,
        load_hash: Callable[[], Awaitable[str | None]],
        save_hash: Callable[[str], Awaitable[None]],
        dev_guild_id: int | None = None,
        **options: Any,
    ) -> None:
        """`options` are discord.py's own, such as `shard_count` and `shard_ids`."""
        super().__init__(
            command_prefix=(),
            help_command=None,
            tree_cls=QuizTree,
            intents=discord.Intents(guilds=True),
            allowed_mentions=NO_PINGS,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            # Servers that come later are known by then all the same, as not yet available.
            guild_ready_timeout=0.5,
            **options,
        )
        self._load_hash, self._save_hash = load_hash, save_hash
        self._dev_guild_id = dev_guild_id
        self._services: Services | None = None
        self.names = Names()
        self._on_first_ready: Callable[[], Awaitable[None]] | None = None
        self.failure: Exception | None = None
        """Why the bot closed itself."""

    @property
    def services(self) -> Services:
        if self._services is None:
            raise RuntimeError("QuizBot.serve has to be called before the bot is started")
        return self._services

    def serve(self, services: Services, on_first_ready: Callable[[], Awaitable[None]] | None = None) -> None:
        """Gives the bot the services that were built on its stage; `on_first_ready` runs once."""
        self._services = services
        self._on_first_ready = on_first_ready

    async def setup_hook(self) -> None:
        await self.add_cog(QuizCommands())
        await self.add_cog(DailyCommands())
        await self.add_cog(LeaderboardCommands())
        await self.add_cog(TeamCommands())
        await self.add_cog(ProfileCommands())
        await self.add_cog(SeasonCommands())
        await self.add_cog(QuestionCommands())
        await self.add_cog(SettingsCommands())
        await self._sync_commands()

    async def _sync_commands(self) -> None:
        guild = discord.Object(self._dev_guild_id) if self._dev_guild_id else None
        current = f"{self._dev_guild_id or 'global'}:{self.tree.fingerprint()}"
        if await self._load_hash() == current:
            return
        if guild:
            self.tree.copy_global_to(guild=guild)
        try:
            await self.tree.sync(guild=guild)
        except discord.HTTPException:
            log.exception("The commands could not be registered: the next start tries again")
            return
        await self._save_hash(current)

    async def drain(self, patience_s: float = 3.0) -> None:
        """Takes no more clicks, then waits until those that came in have their reply: `close` loses them."""
        leaving = [asyncio.create_task(shard.disconnect()) for shard in self.shards.values()]
        if leaving:
            await asyncio.wait(leaving, timeout=1.0)
        replying = [task for task in asyncio.all_tasks() if task.get_name().startswith(_REPLYING)]
        if replying:
            await asyncio.wait(replying, timeout=patience_s)

    async def close(self) -> None:
        # discord.py has a loop once it is started, and cannot close what never was.
        if isinstance(self.loop, asyncio.AbstractEventLoop):
            await super().close()

    async def on_interaction(self, interaction: AnyInteraction) -> None:
        self.names.heard(interaction)
        if button := button_of(interaction, BUTTONS):
            await button.clicked(interaction)

    async def on_message(self, message: discord.Message, /) -> None:
        """Messages are no commands; without this discord.py would look for a prefix."""

    async def on_ready(self) -> None:
        log.info("Ready as %s in %s servers", self.user, len(self.guilds))
        await self.services.live_quiz.guilds_present([guild.id for guild in self.guilds])
        first, self._on_first_ready = self._on_first_ready, None
        if first:
            await self._begin(first)

    async def _begin(self, first: Callable[[], Awaitable[None]]) -> None:
        try:
            await first()
        except Exception as error:
            # Connected but with nothing running behind it would look well to everybody.
            log.critical("The bot could not begin its work and closes", exc_info=error)
            self.failure = error
            await self.close()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        # An outage is another event, `guild_unavailable`: nothing ends then.
        await self.services.live_quiz.guild_lost(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.services.live_quiz.channel_lost(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self.services.live_quiz.channel_lost(payload.thread_id)
