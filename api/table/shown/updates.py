"""What the pages show of updates."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from api.table.shown.base import Shown
from api.updates.bundle import Bundle
from api.updates.releases import Outcome


class ReleaseShown(Shown):
    """A release that waits."""

    version: str
    notes: str = Field(description="what changes, as Markdown, in the reader's language where there is one")
    firmware: bool = Field(description="it brings firmware for the board")
    refused: bool = Field(description="it was taken back before, and is put in only by hand")


class UpdateOutcomeShown(Shown):
    version: str
    time: str = Field(description="ISO 8601")
    why: str = Field(description="why it was taken back, or not begun; empty when it runs")


class UpdatesShown(Shown):
    version: str = Field(description="the release that runs")
    waiting: ReleaseShown | None
    last: UpdateOutcomeShown | None = Field(description="how the last update ended")
    busy: bool = Field(description="somebody plays, or a wall is built: no update begins now")
    under_way: bool


def updates_shown(
    version: str, waiting: Bundle | None, last: Outcome | None, refused: Sequence[str], language: str, *, busy: bool,
    under_way: bool,
) -> UpdatesShown:  # fmt: skip
    return UpdatesShown(
        version=version,
        waiting=None if waiting is None else release_shown(waiting, refused, language),
        last=None if last is None else UpdateOutcomeShown(version=last.version, time=last.time, why=last.why),
        busy=busy,
        under_way=under_way,
    )


def release_shown(bundle: Bundle, refused: Sequence[str], language: str) -> ReleaseShown:
    said = bundle.manifest
    notes = said.notes.get(language) or said.notes.get(language.partition("-")[0]) or said.notes.get("en") or ""
    return ReleaseShown(version=said.version, notes=notes, firmware=bool(said.board), refused=said.version in refused)
