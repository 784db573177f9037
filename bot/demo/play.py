"""`quizbot demo`: lets the time of the simulated Discord run, shows it in the browser, and obeys two keys."""

import asyncio
import logging
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
from bot.demo.simulation import Simulation, simulate
from bot.settings import Settings

log = logging.getLogger(__name__)

TICK_S = 0.25


@dataclass(slots=True)
class Demo:
    simulation: Simulation
    preview: Preview
    opponents: Opponents
    console: Console
    speed: float
    _ticked_s: float = field(default_factory=time.monotonic)
    _shown: int = 0

    async def play(self, keys: asyncio.Queue[str]) -> None:
        """Until `q`, or the end of input on a terminal."""
        while True:
            try:
                key = await asyncio.wait_for(keys.get(), TICK_S)
            except TimeoutError:
                key = ""
            if key == "q":
                return
            try:
                if key == "r":
                    await self._restart()
                await self._tick()
            except SetupError as busy:
                # Somebody in the browser is doing something: that goes first.
                log.debug("%s", busy)
                if key:
                    keys.put_nowait(key)

    async def _tick(self) -> None:
        now_s = time.monotonic()
        await self.simulation.env.advance_time((now_s - self._ticked_s) * self.speed)
        self._ticked_s = now_s
        await self.opponents.act(self.simulation.env.now().timestamp())
        happened = len(self.simulation.env.http_requests)
        if happened != self._shown:
            self._shown = happened
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
        console.print(
            "Type [b]/quiz start[/b] there. Here, [b]r[/b] restarts the bot, [b]q[/b] ends it all."
        )
        if browser:
            webbrowser.open(url)
        with pressed_keys() as keys:
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
            async with _preview(simulation, port) as preview:
                with simulation.env.time_context():
                    yield Demo(simulation, preview, _opponents(simulation, rng), console, speed)
        finally:
            await simulation.close()


def _preview(simulation: Simulation, port: int) -> Preview:
    return simulation.env.preview(
        simulation.channel, viewers=simulation.viewers, layout="channel", port=port or None
    )


def _opponents(simulation: Simulation, rng: Random | None) -> Opponents:
    studied = right_options(Path(simulation.app.settings.questions_dir))
    return Opponents(simulation.channel, simulation.opponents, studied, rng or Random())
