"""The heads of this table that its peers keep: what ``jantaku journal verify --peers`` judges the journal by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from api.peers.client import PeerClient
from api.peers.errors import PeerError
from controller.fairness.byte_layout import Malformed
from controller.fairness.journal_head import LONGEST_HEAD_TEXT, SignedHead, head_of_text
from controller.journal.kept_heads import MOST_HEADS
from controller.journal.store import Journal
from controller.peers import PeerConfig
from controller.table.journal_verdict import SeenHead, witnessed_head
from controller.table.witness import MOST_OF_A_TABLE, MOST_TABLES

_MOST_BYTES: Final = (MOST_OF_A_TABLE + 2) * MOST_TABLES * (LONGEST_HEAD_TEXT + 1)


def kept_by_peers(journal: Journal, peers: Sequence[PeerConfig]) -> tuple[list[SeenHead], list[str]]:
    """The heads of this journal that peers keep, and for each peer that could not be asked why, in words."""
    own = _keys(journal)
    seen: list[SeenHead] = []
    silent: list[str] = []
    for peer in peers:
        client = PeerClient(peer)
        try:
            lines = client.get("/journal/witnessed", _MOST_BYTES).decode("ascii", "replace").splitlines()
        except PeerError as error:
            silent.append(f"{peer.name} could not be asked: {error.detail}")
        else:
            seen += _own(lines, own, f"a head that {peer.name} keeps")
        finally:
            client.close()
    return seen, silent


def _keys(journal: Journal) -> frozenset[bytes]:
    """Under which this table has signed."""
    found: set[bytes] = set()
    number = 0
    while kept := journal.heads(number, MOST_HEADS):
        found |= {one.head.key for each in kept if (one := _read(each.record)) is not None}
        number = kept[-1].number
    return frozenset(found)


def _own(lines: Iterable[str], own: frozenset[bytes], where: str) -> list[SeenHead]:
    """Those that this table has signed; what a peer lists beside them is of others, or proves nothing."""
    heads = ((line, _read(line)) for line in lines)
    return [
        witnessed_head(line, where) for line, one in heads if one is not None and one.head.key in own and one.is_genuine
    ]


def _read(text: str) -> SignedHead | None:
    try:
        return head_of_text(text)
    except Malformed:
        return None
