"""Banks and their questions as they stand in the database, and the small notes kept beside them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.question import Question
from bot.store.dialect import insert
from bot.store.tables import banks, meta, questions


@dataclass(frozen=True, slots=True)
class BankRow:
    id: int
    title: str
    description: str
    questions: int


async def digests(connection: AsyncConnection) -> dict[str, str]:
    """The digest of each active bank's file, by slug."""
    rows = await connection.execute(sa.select(banks.c.slug, banks.c.digest).where(banks.c.active))
    return {row.slug: row.digest for row in rows}


async def replace(
    connection: AsyncConnection,
    *,
    slug: str,
    title: str,
    description: str,
    digest: str,
    content: Sequence[Question],
) -> None:
    """Makes the bank what the file says; it keeps its id, so that what was asked of it stays known."""
    values = {
        "title": title,
        "description": description,
        "digest": digest,
        "questions": len(content),
        "active": True,
    }
    statement = insert(connection, banks).values(slug=slug, **values)
    result = await connection.execute(
        statement.on_conflict_do_update(index_elements=["slug"], set_=values).returning(banks.c.id)
    )
    bank_id = result.scalar_one()
    await connection.execute(questions.delete().where(questions.c.bank_id == bank_id))
    await connection.execute(
        questions.insert(),
        [
            {
                "bank_id": bank_id,
                "question_key": question.id,
                "position": position,
                "snapshot": question.to_snapshot(),
            }
            for position, question in enumerate(content)
        ],
    )


async def retire(connection: AsyncConnection, slugs: Collection[str]) -> None:
    """The banks are not offered any more; their rounds keep pointing at them."""
    await connection.execute(banks.update().where(banks.c.slug.in_(slugs)).values(active=False))


async def offered(connection: AsyncConnection) -> list[BankRow]:
    rows = await connection.execute(
        sa.select(banks.c.id, banks.c.title, banks.c.description, banks.c.questions)
        .where(banks.c.active)
        .order_by(sa.func.lower(banks.c.title), banks.c.id)
    )
    return [BankRow(row.id, row.title, row.description, row.questions) for row in rows]


async def hold(connection: AsyncConnection, bank_id: int) -> BankRow | None:
    """The bank if it is offered; its questions stay as they are until the transaction ends."""
    query = sa.select(banks.c.id, banks.c.title, banks.c.description, banks.c.questions)
    row = (
        await connection.execute(
            query.where(banks.c.id == bank_id, banks.c.active).with_for_update(read=True)
        )
    ).first()
    return BankRow(row.id, row.title, row.description, row.questions) if row is not None else None


async def title(connection: AsyncConnection, bank_id: int) -> str:
    """Of a bank that need not be offered any more; empty when it never was."""
    found: str | None = await connection.scalar(sa.select(banks.c.title).where(banks.c.id == bank_id))
    return found or ""


async def question_keys(connection: AsyncConnection, bank_id: int) -> list[str]:
    return list(
        await connection.scalars(
            sa.select(questions.c.question_key)
            .where(questions.c.bank_id == bank_id)
            .order_by(questions.c.position)
        )
    )


async def take(connection: AsyncConnection, bank_id: int, keys: Sequence[str]) -> list[Question]:
    """The questions in the order of the keys."""
    rows = await connection.execute(
        sa.select(questions.c.question_key, questions.c.snapshot).where(
            questions.c.bank_id == bank_id, questions.c.question_key.in_(keys)
        )
    )
    found = {row.question_key: Question.from_snapshot(row.snapshot) for row in rows}
    return [found[key] for key in keys]


async def note(connection: AsyncConnection, name: str) -> str | None:
    value: str | None = await connection.scalar(sa.select(meta.c.value).where(meta.c.name == name))
    return value


async def write_note(connection: AsyncConnection, name: str, value: str) -> None:
    statement = insert(connection, meta).values(name=name, value=value)
    await connection.execute(statement.on_conflict_do_update(index_elements=["name"], set_={"value": value}))
