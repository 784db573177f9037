"""One process for one SQLite file: two would each do what is due, and post it twice."""

import logging
import os
import sys
from pathlib import Path

from bot.errors import UserError

log = logging.getLogger(__name__)


class FileClaim:
    """Held until it is released or the process is gone, however it went: the kernel keeps it, no file."""

    def __init__(self, database_file: Path) -> None:
        """Raises UserError when another process holds it."""
        lock_file = database_file.with_name(f"{database_file.name}.lock")
        try:
            self._descriptor = os.open(lock_file, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise UserError(
                f"{lock_file} cannot be written ({error.strerror}): let this user write into its folder, "
                "or set DATABASE_URL to another place."
            ) from error
        if not _locked(self._descriptor):
            os.close(self._descriptor)
            raise UserError(
                f"Another process is running on {database_file}: stop it first, or set DATABASE_URL to "
                "another file."
            )

    async def release(self) -> None:
        os.close(self._descriptor)


if sys.platform == "win32":
    import msvcrt

    def _locked(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _locked(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:
            # Some network file systems have no locks; SQLite should not be used there, but it may be.
            log.warning("Whether another process uses the database cannot be told: %s", error)
        return True
