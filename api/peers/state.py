"""What is known of each peer, and the file that keeps it: ``peers.json`` in the state folder, for ``jantaku doctor``
and the next start."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from api.peers.errors import PeerTrouble
from controller.files import write_if_room
from controller.peers import MOST_PEERS, PeerConfig

log = logging.getLogger("jantaku.peers")

FILE: Final = "peers.json"
MISSED_SECONDS: Final = 24 * 3600
"""A table that does not answer for so long is not just switched off for the night."""
_MOST_BYTES: Final = 64 << 10

Seconds = Annotated[int, Field(ge=0, le=2**53)]


class PeerState(BaseModel):
    """Times are Unix seconds, 0: never. ``since``: from when on it is asked; ``asked`` and ``reached``: last;
    ``trouble`` and ``detail``: what was wrong then. ``head``: the text of its newest head that was fetched.
    ``witnessed``: the number of the last event of this table's own journal that it has cosigned, and ``witnessed_at``
    when."""

    model_config = ConfigDict(frozen=True)

    key: str
    since: Seconds
    asked: Seconds = 0
    reached: Seconds = 0
    trouble: PeerTrouble | None = None
    detail: str = ""
    head: str = ""
    witnessed: Seconds = 0
    witnessed_at: Seconds = 0

    def missed(self, now: int) -> bool:
        """Whether it has not answered for a day."""
        return self.trouble is PeerTrouble.UNREACHABLE and now - max(self.since, self.reached) >= MISSED_SECONDS


_STATES: Final = TypeAdapter(Annotated[list[PeerState], Field(max_length=MOST_PEERS)])


def load_states(file: Path, peers: Iterable[PeerConfig], now: int) -> dict[str, PeerState]:
    """By key, in the order of the configuration; a peer that the file does not know is asked from ``now`` on."""
    known = {state.key: state for state in _read(file)}
    return {peer.key: known.get(peer.key) or PeerState(key=peer.key, since=now) for peer in peers}


def _read(file: Path) -> list[PeerState]:
    try:
        with file.open("rb") as opened:
            return _STATES.validate_json(opened.read(_MOST_BYTES))
    except FileNotFoundError:
        return []
    except (OSError, ValidationError) as error:
        log.error("%s cannot be read, what it held of the peers is passed over: %s", file, type(error).__name__)
        return []


def keep_states(file: Path, states: Mapping[str, PeerState]) -> None:
    """The next start does without, if need be: a disk that is full or broken is logged."""
    try:
        write_if_room(file, _STATES.dump_json(list(states.values())))
    except OSError as error:
        log.error("the state of the peers is not kept: %s", error)
