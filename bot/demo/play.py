"""`quizbot demo`: lets the time of the simulated Discord run, shows it in the browser, and obeys two keys."""

import asyncio
import logging
import signal
import tempfile
import time
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from rich.console import Console
from simcord import Preview, SetupError

from bot.demo.keys import pressed_keys
from bot.demo.opponents import Opponents, right_options
from bot.demo.pages import show_newest, take_turns
from bot.demo.simulation import Simulation, simulate
from bot.errors import UserError
from bot.settings import Settings

log = logging.getLogger(__name__)

TICK_S = 0.25

# A computer that slept, or a step that took long, stops the clock instead of running questions out.
LONGEST_STEP_S = 2.0

PORT_TAKEN = (
    "Port {port} cannot be used, most likely because something runs there already: end that, or name another "
    "with --port (0 takes any that is free)."
)


@dataclass(slots=True)
class Demo:
    simulation: Simulation
    preview: Preview
    opponents: Opponents
    console: Console
    speed: float
    turn: asyncio.Lock
    """Held while something goes on in the simulated Discord."""
    _ticked_s: float = field(default_factory=time.monotonic)
    _shown: int = 0

    async def play(self, keys: asyncio.Queue[str]) -> None:
        """Until `q`, or until the page has ended the session."""
        ended = asyncio.create_task(self.preview.wait_closed())
        try:
            while not ended.done():
                key = await self._key(keys)
                if key == "q":
                    return
                async with self.turn:
                    if not ended.done():
                        await (self._restart() if key == "r" else self.tick())
            self.console.print("The session was ended in the browser.")
        finally:
            ended.cancel()

    async def _key(self, keys: asyncio.Queue[str]) -> str:
        try:
            return await asyncio.wait_for(keys.get(), TICK_S)
        except TimeoutError:
            return ""

    async def tick(self) -> None:
        """Lets the simulated Discord catch up with the time that has passed."""
        now_s = time.monotonic()
        step_s = min(now_s - self._ticked_s, LONGEST_STEP_S)
        self._ticked_s = now_s
        try:
            await self.simulation.env.advance_time(step_s * self.speed)
        except TimeoutError:
            log.warning("The bot is still busy: the clock waits for it.")
        await self.opponents.act(self.simulation.env.now().timestamp())
        happened = len(self.simulation.env.http_requests)
        if happened != self._shown:
            self._shown = happened
            show_newest(self.preview)
            await self.preview.refresh()

    async def _restart(self) -> None:
        await self.simulation.restart_bot()
        await self.preview.refresh()
        self.console.print("The bot was restarted: whatever was going on goes on.")


def run(settings: Settings, *, port: int, browser: bool, speed: float) -> None:
    """Plays until somebody ends it. Raises UserError when the port is taken."""
    with suppress(KeyboardInterrupt):
        asyncio.run(_run(settings, port=port, browser=browser, speed=speed))


async def _run(settings: Settings, *, port: int, browser: bool, speed: float) -> None:
    console = Console()
    async with demo(settings, port=port, speed=speed, console=console) as playing:
        url = playing.preview.url
        console.print(f"Quiz Bot plays at [link={url}]{url}[/link]", soft_wrap=True, highlight=False)
        console.print("Type [b]/quiz start[/b] there. Here, [b]r[/b] restarts the bot, [b]q[/b] ends it all.")
        if browser:
            webbrowser.open(url)
        with pressed_keys() as keys:
            with suppress(NotImplementedError):  # Windows has no such signal
                asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, keys.put_nowait, "q")
            await playing.play(keys)


@asynccontextmanager
async def demo(
    settings: Settings, *, port: int, speed: float, console: Console, rng: Random | None = None
) -> AsyncIterator[Demo]:
    """A demo that is ready to `play`, on a database that goes when it ends."""
    with tempfile.TemporaryDirectory(prefix="quizbot-demo-") as folder:
        own = settings.model_copy(
            update={
                "database_url": f"sqlite+aiosqlite:///{folder}/quizbot.db",
                "dev_guild_id": None,
                "shard_count": 1,
                "shard_ids": None,
            }
        )
        simulation = await simulate(own, rng)
        try:
            async with _served(simulation, port) as preview:
                with simulation.env.time_context():
                    opponents = _opponents(simulation, rng)
                    playing = Demo(simulation, preview, opponents, console, speed, asyncio.Lock())
                    take_turns(preview, playing.turn, playing.tick)
                    yield playing
        finally:
            await simulation.close()


@asynccontextmanager
async def _served(simulation: Simulation, port: int) -> AsyncIterator[Preview]:
    preview = simulation.env.preview(
        simulation.channel, viewers=simulation.viewers, layout="channel", port=port or None
    )
    try:
        await preview.__aenter__()
    except SetupError as error:
        if isinstance(error.__cause__, OSError):
            raise UserError(PORT_TAKEN.format(port=port)) from error
        raise
    try:
        yield preview
    finally:
        await preview.close()


def _opponents(simulation: Simulation, rng: Random | None) -> Opponents:
    studied = right_options(Path(simulation.app.settings.questions_dir))
    return Opponents(simulation.channel, simulation.opponents, studied, rng or Random())
