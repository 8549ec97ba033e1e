"""Backups of the tables, on the link: up in pieces, and down again. Each table reaches its own alone."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Annotated, Final, TypeVar

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from api.backups.hall_store import MOST_BYTES, PIECE_BYTES
from api.hall.dependencies import intake_of, runtime_of
from api.hall.routes.link import PREFIX, Taken, token_of
from api.hall.table_backups import TableBackups
from controller.refusals import Code, Refused

BACKUPS: Final = "/backups"
router = APIRouter(prefix=f"{PREFIX}{BACKUPS}", tags=["link"])
At = Annotated[int, Field(ge=0, le=MOST_BYTES)]
T = TypeVar("T")


class PieceGiven(BaseModel):
    """``at``: of its first byte in the whole; ``piece``: base64, 512 KiB at most."""

    model_config = ConfigDict(strict=True)

    at: At
    piece: Annotated[str, Field(min_length=4, max_length=(PIECE_BYTES + 2) // 3 * 4)]


class DigestGiven(BaseModel):
    """``digest``: SHA-256 of the whole, hexadecimal."""

    model_config = ConfigDict(strict=True)

    digest: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class BackupKept(BaseModel):
    name: str
    size: int


class BackupsAnswer(BaseModel):
    backups: list[BackupKept]


class SoFar(BaseModel):
    """``size``: bytes that are there."""

    size: int


class PieceSent(BaseModel):
    """Empty at the end."""

    piece: str


@router.get("", summary="The sealed backups of this table that the hall keeps, the newest first")
async def backups(request: Request) -> BackupsAnswer:
    found = await _of_table(request, lambda kept, table: kept.listed(table))
    return BackupsAnswer(backups=[BackupKept(name=one.name, size=one.size) for one in found])


@router.post("/{name}/pieces", summary="The next piece of a backup; the same again changes nothing")
async def take(name: str, given: PieceGiven, request: Request) -> SoFar:
    try:
        piece = b64decode(given.piece, validate=True)
    except ValueError:
        raise Refused(Code.INVALID, "is base64", field="piece") from None
    return SoFar(size=await _of_table(request, lambda kept, table: kept.take(table, name, given.at, piece)))


@router.post("/{name}", summary="All pieces are there: the backup is kept, and older ones go")
async def complete(name: str, given: DigestGiven, request: Request) -> Taken:
    await _of_table(request, lambda kept, table: kept.complete(table, name, given.digest))
    return Taken()


@router.get("/{name}/pieces", summary="A piece of a backup, 512 KiB at most")
async def piece(name: str, request: Request, at: Annotated[int, Query(ge=0, le=MOST_BYTES)] = 0) -> PieceSent:
    found = await _of_table(request, lambda kept, table: kept.piece(table, name, at))
    return PieceSent(piece=b64encode(found).decode())


async def _of_table(request: Request, work: Callable[[TableBackups, str], T]) -> T:
    """Raises ``Refused``: also ``backup-failed`` for a disk that fails, and as ``TableBackups.do``."""
    table = await intake_of(request).member_of(token_of(request))
    kept = runtime_of(request).table_backups
    try:
        return await kept.do(table, lambda: work(kept, table))
    except OSError as error:
        raise Refused(Code.BACKUP_FAILED, error.strerror or type(error).__name__) from error
