"""A simulated Discord server with the real bot in it, that can be restarted while the server stays."""

from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random

import discord
from discord.app_commands import CheckFailure, CommandInvokeError
from simcord import ChannelHandle, Env, MemberActor

from bot.app import App, build
from bot.demo.simulated_sleep import SimulatedSleep
from bot.errors import UserError
from bot.settings import Settings

WELCOME = (
    "**Welcome!** This is a Discord that lives only in your computer, with the real Quiz Bot in it.\n"
    "Type `/quiz start` in the box below, press Enter to pick it and the arrow on the right to send it: "
    "four members of this server play along.\n"
    "Afterwards try `/leaderboard`, `/help` and, for a question that posts itself every day, `/daily add`. "
    "For two teams, send `/team create` twice, then `/quiz start` with `teams`, and press “Join a team”. "
    "To play a second person, choose Friend under “Viewing as”."
)
OPPONENTS = ("Ada", "Grace", "Linus", "Margaret")


@dataclass
class Simulation:
    env: Env
    app: App
    sleep: SimulatedSleep
    channel: ChannelHandle
    viewers: tuple[MemberActor, MemberActor]
    opponents: tuple[MemberActor, ...]

    async def restart_bot(self) -> None:
        """As a crash would: the old process gets no chance to tidy up, a new one starts on its database."""
        old, new = self.app, build(self.app.settings, sleep=self.sleep)
        await new.prepare()
        await self.env.restart_bot(new.bot)
        self.app = new
        await old.database.close()

    async def close(self) -> None:
        await self.env.shutdown()
        await self.app.database.close()


async def simulate(settings: Settings, rng: Random | None = None) -> Simulation:
    """Starts the bot on a new server. Call inside the running loop; `close` ends it."""
    sleep = SimulatedSleep()
    app = build(settings, sleep=sleep, rng=rng)
    await app.prepare()
    env = sleep.env = Env(app.bot, check_errors=False)
    _overlook_refusals(env)
    env.backend.bot_user.name = "Quiz Bot"
    env.backend.advance_clock((datetime.now(UTC) - env.now()).total_seconds())
    await env.start()
    with env.time_context():
        guild = env.create_guild("Study group")
        channel = guild.create_text_channel("quiz-night", topic="Type /quiz start")
        quizmasters = guild.create_role("Quizmasters", permissions=discord.Permissions(manage_guild=True))
        you = guild.add_member(env.create_user("You"), roles=[quizmasters])
        host, friend = (guild.add_member(env.create_user(name)) for name in ("Host", "Friend"))
        opponents = tuple(guild.add_member(env.create_user(name)) for name in OPPONENTS)
        await host.send(channel, WELCOME)
    return Simulation(env, app, sleep, channel, (you, friend), opponents)


def _overlook_refusals(env: Env) -> None:
    """What the bot refuses with a sentence is answered; for simcord it would be an error of the command."""
    record = env._record_error

    def record_what_is_wrong(error: BaseException) -> None:
        cause = error.original if isinstance(error, CommandInvokeError) else error
        if not isinstance(cause, UserError | CheckFailure):
            record(error)

    env._record_error = record_what_is_wrong  # type: ignore[method-assign]
