"""Everything that can go wrong around a quiz, over real sockets; at once, as it is mostly waiting."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio

from tests.wire import endings, gateway_faults, line_faults, lost_places, storage_faults
from tests.wire.house import House
from tests.wire.places import running_bot, standing_in
from tests.wire.table import Table
from tests.wire.together import Outcomes, Plays, all_at_once

AT_A_TABLE: Plays[Table] = Plays([*line_faults.PLAYS, *lost_places.PLAYS])
IN_A_HOUSE: Plays[House] = Plays([*gateway_faults.PLAYS, *endings.PLAYS, *storage_faults.PLAYS])


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def outcomes(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Outcomes]:
    """Some plays share a bot, each at its own table; others have a bot to themselves."""
    starting = asyncio.Semaphore(2)  # to start a process is work, unlike most of what follows
    async with AsyncExitStack() as open_houses:

        async def house() -> House:
            async with starting:
                discord = await open_houses.enter_async_context(standing_in())
                folder = tmp_path_factory.mktemp("house")
                return House(discord, await open_houses.enter_async_context(running_bot(discord, folder)))

        tables = all_at_once(AT_A_TABLE, (await house()).table)
        async with tables as at_tables, all_at_once(IN_A_HOUSE, house) as in_houses:
            yield at_tables | in_houses


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("name", [play.__name__ for play in [*AT_A_TABLE, *IN_A_HOUSE]])
async def test(name: str, outcomes: Outcomes) -> None:
    await outcomes[name]
