"""What was played at the tables, read where it is folded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hall.floor.play import TablePlay
from hall.intake.tables import Tables


class Plays(Mapping[str, TablePlay]):
    """By table, as their journals say now: a bill reads some of them, so nothing is copied."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def __getitem__(self, table: str) -> TablePlay:
        return self._tables.live[table].facts.play

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._tables.live))

    def __len__(self) -> int:
        return len(self._tables.live)
