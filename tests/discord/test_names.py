"""Names for pictures: asked once, and a stand-in where Discord does not say."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.ui import names
from bot.ui.names import Names


class Guild:
    """As much of a server as names are asked of; the player 404 has left it, the player 500 hangs."""

    id = 1

    def __init__(self) -> None:
        self.asked: list[int] = []

    def get_member(self, player_id: int) -> Any:
        return SimpleNamespace(display_name="Known") if player_id == 1 else None

    async def fetch_member(self, player_id: int) -> Any:
        self.asked.append(player_id)
        if player_id == 404:
            raise discord.NotFound(cast(Any, SimpleNamespace(status=404, reason="")), "Unknown Member")
        if player_id == 500:
            await asyncio.Event().wait()
        return SimpleNamespace(display_name=f"Fetched {player_id}")


async def of(known: Names, guild: Guild | None, *player_ids: int) -> dict[int, str]:
    return await known.of(cast(Any, guild), player_ids)


async def test_a_name_comes_from_the_server() -> None:
    assert await of(Names(), Guild(), 1, 2) == {1: "Known", 2: "Fetched 2"}


async def test_a_name_is_asked_again_only_after_a_while() -> None:
    now = 0.0
    guild, known = Guild(), Names(lambda: now)
    await of(known, guild, 2)
    await of(known, guild, 2)
    assert guild.asked == [2]
    now = names.KEPT_S
    await of(known, guild, 2)
    assert guild.asked == [2, 2]


async def test_whom_discord_does_not_know_gets_a_stand_in() -> None:
    assert await of(Names(), Guild(), 404) == {404: "Player …0404"}
    assert await of(Names(), None, 123456) == {123456: "Player …3456"}


async def test_a_name_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "PATIENCE_S", 0.01)
    assert await of(Names(), Guild(), 2, 500) == {2: "Fetched 2", 500: "Player …0500"}


async def test_only_so_many_are_asked_at_once() -> None:
    guild = Guild()
    await of(Names(), guild, *range(2, 40))
    assert len(guild.asked) == names.MOST_ASKED


async def test_who_clicks_has_told_his_name() -> None:
    guild, known = Guild(), Names()
    known.heard(cast(Any, SimpleNamespace(guild_id=1, user=SimpleNamespace(id=7, display_name="Grace"))))
    assert await of(known, guild, 7) == {7: "Grace"}
    assert guild.asked == []
