"""What root keeps of setting a table up: what is under way, so that it can be ended after a loss of power, and how the
last one ended, for the page."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final, TypeVar

from controller.files import sync_folder, write_whole

PLAN: Final = "setup.json"
"""``jantaku-setup.path`` of systemd looks for it as well: what was cut off is ended."""
LAST: Final = "setup-last.json"
NETWORK: Final = "setup-network"
PRIVATE: Final = 0o600
FOR_ALL: Final = 0o644
LONGEST_DETAIL: Final = 300


@dataclass(frozen=True, slots=True)
class Plan:
    """``kind``: of the wish. ``boot``: the start of the computer in which it was begun. ``before``: ``table.toml`` as
    it was. ``joins``: the wireless network is being changed, and ``NETWORK`` holds what there was (nothing: none)."""

    kind: str
    boot: str
    before: str = ""
    joins: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """``code``: why it was not done, empty when it was. ``time``: ISO 8601."""

    kind: str
    time: str
    code: str = ""
    detail: str = ""


_T = TypeVar("_T", Plan, Outcome)


class Kept:
    """``root``: a folder that only root writes. What another release wrote there is taken as far as it is known."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def plan(self) -> Plan | None:
        """One that cannot be read is one of which nothing is known: it is ended all the same, or it would be looked at
        for ever."""
        if not (self._root / PLAN).exists():
            return None
        return self._read(PLAN, Plan) or Plan("", "")

    def keep(self, plan: Plan) -> None:
        write_whole(self._root / PLAN, json.dumps(asdict(plan)).encode(), FOR_ALL)

    def keep_network(self, content: bytes | None) -> None:
        """Before ``keep`` says that it is being changed."""
        write_whole(self._root / NETWORK, content or b"", PRIVATE)

    def network(self) -> bytes | None:
        return (self._root / NETWORK).read_bytes() or None

    def end(self, outcome: Outcome) -> None:
        self.note(outcome)
        for name in (PLAN, NETWORK):
            (self._root / name).unlink(missing_ok=True)
        sync_folder(self._root)

    def note(self, outcome: Outcome) -> None:
        """How something ended that was not begun."""
        self._root.mkdir(parents=True, exist_ok=True, mode=0o755)
        bounded = {**asdict(outcome), "detail": outcome.detail[:LONGEST_DETAIL]}
        write_whole(self._root / LAST, json.dumps(bounded).encode(), FOR_ALL)

    def last(self) -> Outcome | None:
        return self._read(LAST, Outcome)

    def _read(self, name: str, what: type[_T]) -> _T | None:
        """None where it cannot be read."""
        try:
            found: Any = json.loads((self._root / name).read_bytes())
            return what(**{one.name: found[one.name] for one in fields(what) if one.name in found})
        except (OSError, ValueError, TypeError, RecursionError):
            return None
