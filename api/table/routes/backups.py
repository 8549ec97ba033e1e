"""Backups: made while the table goes on, kept until somebody takes them away. They hold names and the table's
certificate, so only its owner may."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path as FilePath
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Request
from fastapi.responses import FileResponse
from starlette.types import Receive, Scope, Send

from api.backups.kept import KeptBackup, KeptBackups
from api.backups.maker import BackupMaker
from api.http.heavy import heavily
from api.http.places import ClientPlaces
from api.table.dependencies import allowed, caller, table_of
from api.table.given.access import Confirmed
from api.table.given.service import BackupWish
from api.table.shown.access import Done
from api.table.shown.backups import BackupsShown, backup_shown, failure_shown

router = APIRouter(prefix="/backups", tags=["backups"])
Name = Annotated[str, Path(max_length=210, description="as the list gives it")]
_FILE: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"application/gzip": {}}, "description": "the archive, for jantaku restore"}
}


class Download(FileResponse):
    """The whole file: a part that a client asks for is not worth a status of its own. ``ended`` is called once, when
    nothing more will be sent."""

    def __init__(self, path: FilePath, ended: Callable[[], None]) -> None:
        super().__init__(path, media_type="application/gzip", filename=path.name)
        self._ended = ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(name, value) for name, value in scope["headers"] if name not in (b"range", b"if-range")]
        try:
            await super().__call__({**scope, "headers": headers}, receive, send)
        finally:
            self._ended()


def now() -> datetime:
    return datetime.now(UTC)


def kept_by(request: Request) -> KeptBackups:
    table = table_of(request).config.table
    return KeptBackups(table.state_dir, table.name, now)


def maker_of(request: Request) -> BackupMaker:
    maker: BackupMaker = request.app.state.backups
    return maker


@router.get(
    "", summary="The backups that the table keeps, and whether one is made", dependencies=[allowed("read.backups")]
)
async def backups(request: Request) -> BackupsShown:
    maker = maker_of(request)
    making = maker.making
    return _shown(maker, making, await heavily(request, kept_by(request).listed))


@router.post(
    "",
    status_code=202,
    summary="Make a checked backup; the list says when it is there",
    dependencies=[allowed("backup.make")],
    responses={423: {"description": "a backup is being made, or cannot be made now"}},
)
async def make(given: BackupWish, request: Request) -> BackupsShown:
    maker, kept = maker_of(request), kept_by(request)
    found = await heavily(request, kept.listed)
    maker.begin(kept, given.damaged)
    return _shown(maker, True, found)


@router.get(
    "/{name}",
    summary="A backup as a file",
    dependencies=[allowed("read.backups")],
    response_class=FileResponse,
    responses=_FILE,
)
async def download(name: Name, request: Request) -> Download:
    path, client = kept_by(request).path_of(name), caller(request).client
    places: ClientPlaces = request.app.state.download_places
    places.take(client)
    return Download(path, lambda: places.give_back(client))


@router.post("/{name}/remove", summary="A backup is thrown away", dependencies=[allowed("backup.remove")])
async def remove(name: Name, given: Confirmed, request: Request) -> Done:
    del given
    kept_by(request).remove(name)
    return Done()


def _shown(maker: BackupMaker, making: bool, found: list[KeptBackup]) -> BackupsShown:
    return BackupsShown(
        making=making, failure=failure_shown(maker.failure), backups=[backup_shown(each) for each in found]
    )
