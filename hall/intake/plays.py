"""What was played at the tables, and thrown for draws, read where it is folded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hall.floor.play import TablePlay
from hall.intake.tables import Tables
from hall.tournament.values import TableDraw


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


class Draws(Mapping[str, TableDraw]):
    """By table, of those that were asked for a draw."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def __getitem__(self, table: str) -> TableDraw:
        found = self._tables.live[table].draw
        if found is None:
            raise KeyError(table)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter([table for table, live in tuple(self._tables.live.items()) if live.draw is not None])

    def __len__(self) -> int:
        return sum(1 for _ in self)
