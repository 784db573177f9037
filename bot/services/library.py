"""The question banks a quiz can be played from: the files of a folder, kept in step with the database."""

import asyncio
import hashlib
import logging
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from bot.banks.folder import BankFolder, bank_folder
from bot.banks.model import to_question
from bot.banks.reading import Reading, read_bank_file
from bot.errors import UserError
from bot.services.requests import BankSummary
from bot.store import banks
from bot.store.banks import BankRow
from bot.store.database import Database

log = logging.getLogger(__name__)

# Goes into the digest: to be raised when the same file comes to mean something else.
READING = b"1\n"


@dataclass(frozen=True, slots=True)
class Library:
    database: Database

    async def synchronise(self, folder: Path) -> None:
        """Takes over what has changed in the folder. A broken file is reported; its last good state stays.

        Raises UserError when the folder cannot be read.
        """
        inside = _inside(folder)
        for sentence in inside.passed_over:
            log.warning(sentence)
        files = inside.banks
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
        await self._warn_of_what_is_offered(folder)

    async def _warn_of_what_is_offered(self, folder: Path) -> None:
        titles = Counter(bank.title.casefold() for bank in await self._offered())
        if not titles:
            log.warning("There is no bank to play from: put one into %s and start the bot again", folder)
        for title, banks_of_it in titles.items():
            if banks_of_it > 1:
                log.warning("%d banks have the title “%s”: give each its own", banks_of_it, title)

    async def _take_over(self, slug: str, file: Path, digest: str) -> None:
        reading: Reading = await asyncio.to_thread(read_bank_file, file)
        if reading.bank is None:
            for fault in reading.faults:
                log.error("%s:%d: %s", file, fault.line, fault.message)
            log.error("%s is skipped until this is mended", file)
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


def _inside(folder: Path) -> BankFolder:
    try:
        return bank_folder(folder)
    except FileNotFoundError:
        why, remedy = f"There is no folder {folder}", "create it"
    except OSError as error:
        why, remedy = f"The folder {folder} cannot be read ({error.strerror})", "let this user read it"
    raise UserError(f"{why}: {remedy}, or set QUESTIONS_DIR to where the banks are.")
