"""The tables that this one exchanges signed heads with."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from api.peers.errors import PeerTrouble
from api.peers.rounds import PeerRounds
from api.peers.state import PeerState
from api.table.shown.base import Shown
from controller.fairness.byte_layout import Malformed
from controller.fairness.journal_head import JournalHead, SignedHead, head_of_text
from controller.peers import PeerConfig
from controller.table.witness import forks


class PeerHeadShown(Shown):
    seq: int
    epoch: str
    time: int = Field(description="Unix milliseconds, as that table signed it")


class PeerShown(Shown):
    """Times in Unix seconds, 0: never."""

    name: str
    address: str
    key: str
    asked: int
    reached: int
    missed: bool = Field(description="whether it has not answered for a day")
    trouble: PeerTrouble | None = Field(description="what was wrong the last time")
    detail: str
    head: PeerHeadShown | None = Field(description="its newest head that was fetched")
    witnessed: int = Field(description="the number of this table's last event that it has cosigned, 0: none")
    witnessed_at: int


class ForkShown(Shown):
    """A table has signed one event with two hashes."""

    name: str | None = Field(description="of the table, if it is among the peers")
    key: str
    epoch: str
    seq: int
    records: list[str] = Field(description="both heads: the proof")


class Witnesses(Shown):
    peers: list[PeerShown]
    forks: list[ForkShown]


def witnesses_shown(peers: Sequence[PeerConfig], rounds: PeerRounds | None, kept: Sequence[SignedHead]) -> Witnesses:
    """``rounds``: None for a table that exchanges nothing, such as one without peers."""
    names = {peer.key: peer.name for peer in peers}
    shown = [] if rounds is None else [_peer(peer, rounds.states[peer.key], rounds.now()) for peer in rounds.peers]
    return Witnesses(peers=shown, forks=[_fork(pair, names) for pair in forks(kept)])


def _peer(peer: PeerConfig, state: PeerState, now: int) -> PeerShown:
    known = state.model_dump(include={"asked", "reached", "trouble", "detail", "witnessed", "witnessed_at"})
    return PeerShown(
        name=peer.name, address=peer.address, key=peer.key, missed=state.missed(now), head=_head(state.head), **known
    )


def _head(record: str) -> PeerHeadShown | None:
    try:
        head = head_of_text(record).head
    except Malformed:
        return None
    return PeerHeadShown(seq=head.seq, epoch=head.epoch, time=head.time)


def _fork(pair: tuple[SignedHead, SignedHead], names: dict[str, str]) -> ForkShown:
    head: JournalHead = pair[0].head
    key = head.key.hex()
    return ForkShown(name=names.get(key), key=key, epoch=head.epoch, seq=head.seq, records=[one.text for one in pair])
