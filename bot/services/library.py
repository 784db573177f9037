"""The question banks a quiz can be played from: the files of a folder, kept in step with the database."""

import asyncio
import hashlib
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bot.banks.model import to_question
from bot.banks.reading import Reading, read_bank_file
from bot.errors import UserError
from bot.services.requests import BankSummary
from bot.store import banks
from bot.store.banks import BankRow
from bot.store.database import Database

log = logging.getLogger(__name__)

SUFFIXES = (".yaml", ".yml")
# Goes into the digest: to be raised when the same file comes to mean something else.
READING = b"1\n"


@dataclass(frozen=True, slots=True)
class Library:
    database: Database

    async def synchronise(self, folder: Path) -> None:
        """Takes over what has changed in the folder. A broken file is reported; its last good state stays.

        Raises UserError when the folder cannot be read.
        """
        files = _bank_files(folder)
        async with self.database.read() as connection:
            known = await banks.digests(connection)
        for slug, file in files.items():
            try:
                digest = hashlib.sha256(READING + file.read_bytes()).hexdigest()
                if known.get(slug) != digest:
                    await self._take_over(slug, file, digest)
            except OSError as error:
                log.error("%s cannot be read (%s): skipped", file, error.strerror)
        gone = known.keys() - files.keys()
        if gone:
            async with self.database.write() as connection:
                await banks.retire(connection, gone)
            log.info("no longer offered, as the files are gone: %s", ", ".join(sorted(gone)))

    async def _take_over(self, slug: str, file: Path, digest: str) -> None:
        reading: Reading = await asyncio.to_thread(read_bank_file, file)
        if reading.bank is None:
            for fault in reading.faults:
                log.error("%s:%d: %s", file, fault.line, fault.message)
            log.error("%s is skipped until its %d faults are mended", file, len(reading.faults))
            return
        async with self.database.write() as connection:
            await banks.replace(
                connection,
                slug=slug,
                title=reading.bank.title,
                description=reading.bank.description or "",
                digest=digest,
                content=[to_question(entry) for entry in reading.bank.questions],
            )
        log.info("%s: %d questions", file, len(reading.bank.questions))

    async def find(self, text: str, limit: int = 25) -> list[BankSummary]:
        """Banks whose title has the text in it, those that begin with it first."""
        wanted = text.strip().casefold()
        found = [bank for bank in await self._offered() if wanted in bank.title.casefold()]
        found.sort(key=lambda bank: not bank.title.casefold().startswith(wanted))
        return found[:limit]

    async def get(self, title_or_id: str) -> BankSummary:
        """Raises UserError when there is no such bank."""
        wanted = title_or_id.strip().casefold()
        for bank in await self._offered():
            if wanted in (str(bank.id), bank.title.casefold()):
                return bank
        raise UserError(
            "There is no question bank of that name: choose one of those offered when you type `bank`."
        )

    async def default(self) -> BankSummary | None:
        """The first bank by title; None when there is none."""
        offered = await self._offered()
        return offered[0] if offered else None

    async def _offered(self) -> list[BankSummary]:
        async with self.database.read() as connection:
            return list(map(_summary, await banks.offered(connection)))


def _summary(row: BankRow) -> BankSummary:
    return BankSummary(row.id, row.title, row.description, row.questions)


def _bank_files(folder: Path) -> dict[str, Path]:
    if not folder.is_dir():
        raise UserError(
            f"There is no folder {folder}: create it, or set QUESTIONS_DIR to where the banks are."
        )
    return dict(_by_slug(folder))


def _by_slug(folder: Path) -> Iterator[tuple[str, Path]]:
    taken: dict[str, Path] = {}
    for file in sorted(folder.iterdir()):
        if file.suffix.lower() not in SUFFIXES or not file.is_file():
            continue
        if file.stem in taken:
            log.error("%s is skipped: %s has the same name", file, taken[file.stem])
            continue
        taken[file.stem] = file
        yield file.stem, file
