"""`kill -9` at random moments under load, again and again, over real sockets."""

import asyncio
import os
from pathlib import Path
from random import Random

from tests.wire import reckoning
from tests.wire.crowd import Crowd
from tests.wire.places import running_bot, standing_in
from tests.wire.table import Table

KILLS = int(os.environ.get("WIRE_KILLS", "10"))
SEED = int(os.environ.get("WIRE_SEED", "1"))


async def test_however_often_it_is_killed_nothing_is_lost_and_nothing_doubled(tmp_path: Path) -> None:
    rng = Random(SEED)
    async with standing_in() as discord, running_bot(discord, tmp_path) as bot:
        tables = [Table(discord, await discord.add_place(), bot.records) for _ in range(10)]
        crowd = Crowd(tables, players=20, rng=rng)
        crowd.begin()
        for _ in range(KILLS):
            await asyncio.sleep(rng.uniform(0.0, 4.0))
            await bot.kill()
            await bot.spawn()
        await crowd.end()
        assert await bot.stop() == 0
        assert await reckoning.faults(discord, bot, crowd.ledger) == []
    print(f"{KILLS} kills, {crowd.clicks} clicks, {len(crowd.ledger.acknowledged)} answers acknowledged")
