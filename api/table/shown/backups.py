"""The backups that the table keeps."""

from __future__ import annotations

from pydantic import Field

from api.backups.archive import DamagedJournal
from api.backups.kept import KeptBackup
from api.table.shown.base import Shown
from controller.refusals import Refused


class BackupShown(Shown):
    """One archive. ``epoch``, ``seq`` and ``head`` name the last event that it holds."""

    name: str = Field(description="of its file")
    size: int = Field(description="bytes")
    made: str = Field(description="ISO 8601 in UTC")
    epoch: str
    seq: int
    head: str = Field(description="hash of event `seq`")
    signed_head: str | None = Field(description="the last head in it that the table signed, as text: JJ1-...")
    first_bad: int | None = Field(description="the journal in it is damaged from this event on")


class BackupFailureShown(Shown):
    code: str
    number: str
    detail: str
    first_bad: int | None = Field(description="the first damaged event, where the journal is damaged")


class BackupsShown(Shown):
    making: bool = Field(description="one is being made")
    failure: BackupFailureShown | None = Field(description="why the last one was not made")
    backups: list[BackupShown] = Field(description="the newest first")


def backup_shown(kept: KeptBackup) -> BackupShown:
    content = kept.content
    return BackupShown(
        name=kept.name,
        size=kept.size,
        made=content.made,
        epoch=content.epoch,
        seq=content.events,
        head=content.head,
        signed_head=None if content.signed_head is None else content.signed_head["record"],
        first_bad=content.first_bad,
    )


def failure_shown(why: Refused | None) -> BackupFailureShown | None:
    if why is None:
        return None
    first_bad = why.first_bad if isinstance(why, DamagedJournal) else None
    return BackupFailureShown(code=why.code, number=why.entry.number, detail=why.detail, first_bad=first_bad)
