"""A bot of its own, for what befalls a process as a whole."""

from dataclasses import dataclass

from benchmarks.bot_process import BotProcess
from benchmarks.standin import StandIn
from tests.wire.table import Table


@dataclass
class House:
    discord: StandIn
    bot: BotProcess

    async def table(self) -> Table:
        return Table(self.discord, await self.discord.add_place(), self.bot.records)
