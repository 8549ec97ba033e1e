"""The backups that tables left with the hall, as the page of a table shows them to the owner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from api.hall.views import ViewShown, view
from controller.refusals import Code, Refused
from hall.stream import MINUTE

if TYPE_CHECKING:
    from api.hall.runtime import HallRuntime


class TableBackupShown(BaseModel):
    """``made``: when the table began it, ISO 8601. ``size`` in bytes."""

    model_config = ConfigDict(extra="forbid")

    name: str
    made: str
    size: int


class BackupsView(ViewShown):
    """The newest first."""

    backups: list[TableBackupShown]


@view("backups", "read.backups", MINUTE)
def backups(runtime: HallRuntime, id_: str) -> BackupsView:
    try:
        found = runtime.table_backups.listed(id_)
    except OSError as error:
        raise Refused(Code.BACKUP_FAILED, error.strerror or type(error).__name__) from error
    return BackupsView(
        backups=[TableBackupShown(name=one.name, made=one.made.isoformat(), size=one.size) for one in found]
    )
