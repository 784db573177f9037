"""The teams of servers and who has joined them."""

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.team import Roster, Team, name_key
from bot.store.dialect import insert
from bot.store.tables import memberships, team_members_totals, teams

_THERE = teams.c.removed_ms.is_(None)


async def add(
    connection: AsyncConnection, *, guild_id: int, name: str, colour: int, emoji: str, role_id: int | None
) -> Team | None:
    """The new team; None when the server has one of that name."""
    statement = insert(connection, teams).values(
        guild_id=guild_id,
        name=name,
        name_key=name_key(name),
        colour=colour,
        emoji=emoji,
        role_id=role_id,
        locked=False,
    )
    one_of_a_name = statement.on_conflict_do_nothing(
        index_elements=["guild_id", "name_key"], index_where=_THERE
    )
    row = (await connection.execute(one_of_a_name.returning(teams))).first()
    return _team(row) if row is not None else None


async def of_guild(connection: AsyncConnection, guild_id: int) -> list[Team]:
    """Those that are not removed, oldest first."""
    query = sa.select(teams).where(teams.c.guild_id == guild_id, _THERE).order_by(teams.c.id)
    return [_team(row) for row in await connection.execute(query)]


async def by_ids(connection: AsyncConnection, team_ids: Collection[int]) -> dict[int, Team]:
    """Removed ones too."""
    if not team_ids:
        return {}
    rows = await connection.execute(sa.select(teams).where(teams.c.id.in_(team_ids)))
    return {row.id: _team(row) for row in rows}


async def roster(connection: AsyncConnection, guild_id: int) -> Roster:
    found = await of_guild(connection, guild_id)
    if not found:
        return Roster()
    rows = await connection.execute(
        sa.select(memberships.c.player_id, memberships.c.team_id).where(memberships.c.guild_id == guild_id)
    )
    return Roster(tuple(found), {row.player_id: row.team_id for row in rows})


async def rename(connection: AsyncConnection, team_id: int, name: str) -> None:
    """Raises IntegrityError when another team of the server has the name."""
    await _change(connection, team_id, name=name, name_key=name_key(name))


async def lock(connection: AsyncConnection, team_id: int, *, locked: bool) -> None:
    await _change(connection, team_id, locked=locked)


async def remove(connection: AsyncConnection, team_id: int, now_ms: int) -> None:
    """Its row stays, for the boards on which it has points."""
    await connection.execute(memberships.delete().where(memberships.c.team_id == team_id))
    await _change(connection, team_id, removed_ms=now_ms)


async def _change(connection: AsyncConnection, team_id: int, **values: object) -> None:
    await connection.execute(teams.update().where(teams.c.id == team_id).values(**values))


async def join(
    connection: AsyncConnection, *, guild_id: int, player_id: int, team_id: int, now_ms: int
) -> None:
    """In place of the team the player was on."""
    joining = {"team_id": team_id, "joined_ms": now_ms}
    statement = insert(connection, memberships).values(guild_id=guild_id, player_id=player_id, **joining)
    await connection.execute(
        statement.on_conflict_do_update(index_elements=["guild_id", "player_id"], set_=joining)
    )


async def leave(connection: AsyncConnection, guild_id: int, player_id: int) -> None:
    await connection.execute(
        memberships.delete().where(memberships.c.guild_id == guild_id, memberships.c.player_id == player_id)
    )


async def members(connection: AsyncConnection, team_id: int) -> list[int]:
    """Who has joined it, in that order."""
    query = (
        sa.select(memberships.c.player_id)
        .where(memberships.c.team_id == team_id)
        .order_by(memberships.c.joined_ms, memberships.c.player_id)
    )
    return list(await connection.scalars(query))


async def scorers(connection: AsyncConnection, guild_id: int, team_id: int) -> list[int]:
    """Who has ever answered for the team, the best first."""
    totals = team_members_totals.c
    query = (
        sa.select(totals.player_id)
        .where(
            totals.guild_id == guild_id,
            totals.bank_id == 0,
            totals.period == "all",
            totals.team_id == team_id,
        )
        .order_by(totals.points.desc(), totals.right_count.desc(), totals.total_ms, totals.player_id)
    )
    return list(await connection.scalars(query))


def _team(row: Any) -> Team:
    return Team(
        id=row.id,
        guild_id=row.guild_id,
        name=row.name,
        colour=row.colour,
        emoji=row.emoji,
        role_id=row.role_id,
        locked=row.locked,
        removed=row.removed_ms is not None,
    )
