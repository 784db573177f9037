"""What each server has chosen for itself: only what differs from the defaults is kept."""

from collections.abc import Callable
from dataclasses import asdict, fields, replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.scoring import Scoring
from bot.core.server_settings import ServerSettings, WhoMay
from bot.core.team_score import TeamRule
from bot.store.dialect import insert
from bot.store.tables import server_settings

_DEFAULTS = ServerSettings()
_READERS: dict[str, Callable[[Any], Any]] = {
    "start": WhoMay,
    "join": WhoMay,
    "scoring": Scoring,
    "team_rule": TeamRule.from_json,
}


async def get(connection: AsyncConnection, guild_id: int) -> ServerSettings:
    """Of a server that has chosen nothing, the defaults."""
    query = sa.select(server_settings.c.chosen).where(server_settings.c.guild_id == guild_id)
    return _settings(await connection.scalar(query) or {})


async def put(connection: AsyncConnection, guild_id: int, settings: ServerSettings) -> None:
    chosen = _chosen(settings)
    statement = insert(connection, server_settings).values(guild_id=guild_id, chosen=chosen)
    await connection.execute(
        statement.on_conflict_do_update(index_elements=["guild_id"], set_={"chosen": chosen})
    )


def _chosen(settings: ServerSettings) -> dict[str, Any]:
    values = {field.name: getattr(settings, field.name) for field in fields(settings)}
    chosen = {name: value for name, value in values.items() if value != getattr(_DEFAULTS, name)}
    return {name: asdict(value) if isinstance(value, TeamRule) else value for name, value in chosen.items()}


def _settings(chosen: dict[str, Any]) -> ServerSettings:
    """Keys that this version does not know are those of another one."""
    known = {field.name for field in fields(ServerSettings)} & chosen.keys()
    return replace(_DEFAULTS, **{name: _read(name, chosen[name]) for name in known})


def _read(name: str, kept: Any) -> Any:
    return _READERS[name](kept) if name in _READERS else kept
