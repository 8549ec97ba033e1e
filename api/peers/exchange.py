"""One exchange with a peer: its newest head is kept and cosigned here, and this table's newest is offered to it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, Field, ValidationError

from api.peers.client import LONGEST_DETAIL, PeerClient
from api.peers.errors import PeerError, PeerTrouble
from controller.fairness.byte_layout import Malformed
from controller.fairness.journal_head import LONGEST_HEAD_TEXT, JournalHead, head_of_text
from controller.journal.errors import JournalError
from controller.journal.kept_heads import KeptHead
from controller.peers import PeerConfig
from controller.refusals import Code, Refused
from controller.table.table import Table

T = TypeVar("T")
InThread = Callable[[Callable[[], T]], Awaitable[T]]


class _HeadAnswer(BaseModel):
    """``GET /journal/heads/latest``, as far as it matters."""

    record: Annotated[str, Field(max_length=LONGEST_HEAD_TEXT)]


class _CosignatureAnswer(BaseModel):
    """``POST /journal/offers``."""

    key: Annotated[str, Field(max_length=64)]
    signature: Annotated[str, Field(max_length=128)]


@dataclass(frozen=True, slots=True)
class Exchanged:
    """``head``: the text of its head that was fetched, "" for none. ``witnessed``: the number of this table's last
    event that the peer has cosigned by now, 0: none. ``trouble``: the first thing that went wrong."""

    head: str = ""
    witnessed: int = 0
    trouble: PeerTrouble | None = None
    detail: str = ""


async def exchange(peer: PeerConfig, client: PeerClient, table: Table, in_thread: InThread[Any]) -> Exchanged:
    """``in_thread`` runs what blocks. Raises nothing that a peer can cause."""
    problem: PeerError | None = None
    head, witnessed = "", 0
    try:
        head = await _fetch(peer, client, table, in_thread)
    except PeerError as error:
        if error.trouble is PeerTrouble.UNREACHABLE:
            return Exchanged(trouble=error.trouble, detail=error.detail[:LONGEST_DETAIL])
        problem = None if error.trouble is PeerTrouble.NO_HEAD else error
    try:
        witnessed = await _offer(peer, client, table, in_thread)
    except PeerError as error:
        problem = problem or error
    if problem is None:
        return Exchanged(head, witnessed)
    return Exchanged(head, witnessed, problem.trouble, problem.detail[:LONGEST_DETAIL])


async def _fetch(peer: PeerConfig, client: PeerClient, table: Table, in_thread: InThread[Any]) -> str:
    """The text of its newest head, which is kept. Raises ``PeerError``."""
    before = await _newest(peer, table)
    answer = await in_thread(lambda: client.get_json("/journal/heads/latest"))
    try:
        record = _HeadAnswer.model_validate(answer).record
        head = head_of_text(record).head
    except (ValidationError, Malformed) as error:
        raise PeerError(PeerTrouble.BAD_ANSWER, "it is no signed head") from error
    if head.key.hex() != peer.key:
        raise PeerError(PeerTrouble.OTHER_KEY, f"its head bears the key {head.key.hex()}")
    try:
        await table.witness.see(record)
    except Refused as refused:
        raise _not_kept(refused) from refused
    _check_forward(before, head)
    return record


async def _newest(peer: PeerConfig, table: Table) -> dict[str, int]:
    """By epoch, the number of the last event in the heads of this peer that are kept. Asked for before the peer is:
    a head that it offers meanwhile may be newer than its answer."""
    newest: dict[str, int] = {}
    try:
        for one in await table.witness.kept():
            if one.head.key.hex() == peer.key:
                newest[one.head.epoch] = max(one.head.seq, newest.get(one.head.epoch, 0))
    except Refused as refused:
        raise _not_kept(refused) from refused
    return newest


def _check_forward(before: dict[str, int], head: JournalHead) -> None:
    if head.seq < before.get(head.epoch, 0):
        detail = f"its newest head is of event {head.seq}; it had signed event {before[head.epoch]} of this epoch"
        raise PeerError(PeerTrouble.WENT_BACK, detail)


def _not_kept(refused: Refused) -> PeerError:
    if refused.entry is Code.HEAD_FORKED.value:
        return PeerError(PeerTrouble.FORKED, refused.detail)
    bad = refused.entry is Code.BAD_HEAD.value
    return PeerError(PeerTrouble.BAD_ANSWER if bad else PeerTrouble.NOT_KEPT, refused.detail or refused.code)


async def _offer(peer: PeerConfig, client: PeerClient, table: Table, in_thread: InThread[Any]) -> int:
    """The number of the last event that the peer has cosigned; 0 while there is nothing to cosign. Raises
    ``PeerError``."""
    try:
        own = table.journal.latest_head()
        if own is None:
            return 0
        if not _is_cosigned(own, peer):
            await table.heads.cosign(own.number, *await _cosignature(own, peer, client, in_thread))
    except (Refused, JournalError) as error:
        raise PeerError(PeerTrouble.NOT_KEPT, error.detail or error.code) from error
    return own.seq


def _is_cosigned(own: KeptHead, peer: PeerConfig) -> bool:
    return any(key == peer.key for key, _ in own.cosignatures)


async def _cosignature(
    own: KeptHead, peer: PeerConfig, client: PeerClient, in_thread: InThread[Any]
) -> tuple[str, str]:
    """Key and signature. Raises ``PeerError``."""
    answer = await in_thread(lambda: client.post_json("/journal/offers", {"record": own.record}))
    try:
        given = _CosignatureAnswer.model_validate(answer)
    except ValidationError as error:
        raise PeerError(PeerTrouble.BAD_ANSWER, "it is no cosignature") from error
    if given.key != peer.key:
        raise PeerError(PeerTrouble.OTHER_KEY, f"it cosigned with the key {given.key}")
    return given.key, given.signature
