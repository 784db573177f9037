"""Pauses of the bot that pass in the time of the simulated Discord alone."""

import asyncio

from simcord import Env


class SimulatedSleep:
    """Without an environment it sleeps in real time; with one, only `Env.advance_time` ends a pause.

    A plain `asyncio.sleep` of a few seconds would hold up every action of the simulated people: simcord waits
    for work that is about to go on by itself.
    """

    def __init__(self) -> None:
        self.env: Env | None = None

    async def __call__(self, seconds: float) -> None:
        if self.env is None:
            await asyncio.sleep(seconds)
        else:
            await self.env.external_wait(asyncio.sleep(seconds), reason="a pause of the bot")
