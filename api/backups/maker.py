"""Makes backups while the service goes on: one at a time, in a thread of its own."""

from __future__ import annotations

import logging
import threading

from api.backups.kept import KeptBackups
from controller.refusals import Code, Refused

log = logging.getLogger("jantaku.backup")


class BackupMaker:
    """``failure``: of the last attempt; None after a good one. The thread ends with the process: what it leaves then
    bears no name of a backup, and goes with the next one."""

    def __init__(self) -> None:
        self.making = False
        self.failure: Refused | None = None

    def begin(self, backups: KeptBackups, damaged: bool) -> None:
        """Raises ``Refused`` while one is being made. ``damaged``: also of a damaged journal."""
        if self.making:
            raise Refused(Code.BACKUP_RUNNING)
        self.making, self.failure = True, None
        threading.Thread(target=self._make, args=(backups, damaged), name="backup", daemon=True).start()

    def _make(self, backups: KeptBackups, damaged: bool) -> None:
        try:
            made = backups.make(damaged)
            log.info("backup %s", made.name, extra={"seq": made.content.events, "head": made.content.head})
        except Refused as refused:
            self._failed(refused)
        except OSError as error:
            self._failed(Refused(Code.BACKUP_FAILED, f"{error.filename or backups.folder}: {error.strerror or error}"))
        except BaseException:
            self._failed(Refused(Code.BACKUP_FAILED))
            raise
        finally:
            self.making = False

    def _failed(self, why: Refused) -> None:
        log.error("no backup: %s", why, extra={"code": why.code})
        self.failure = why
