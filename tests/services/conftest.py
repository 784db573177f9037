from random import Random
from zoneinfo import ZoneInfo

import pytest

from bot.services.house import House
from bot.store.database import Database
from tests.services.world import ManualClock, RecordingStage, World, add_bank, world_on


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a commit may take longer than a player would wait."""
    monkeypatch.setattr("bot.services.answers.PATIENCE_S", 60.0)


@pytest.fixture
async def world(database: Database) -> World:
    clock = ManualClock()
    house = House(database, clock, Random(7), ZoneInfo("UTC"))
    return world_on(house, clock, RecordingStage(clock), await add_bank(database))
