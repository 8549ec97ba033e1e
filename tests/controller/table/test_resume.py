"""A start from a checkpoint comes to the same state as one from the first event, whatever happened in between."""

from __future__ import annotations

import asyncio
import dataclasses
import itertools
import json
import typing
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.config import Config, GameConfig, TableConfig
from controller.events import Event
from controller.journal.store import Journal
from controller.match import EndHand, HandResult, StartMatch
from controller.mechanism import Plan, fresh
from controller.permits import LOCAL_OWNER
from controller.rules.game import QuickWin
from controller.table import resume
from controller.table.commands import RollDice
from controller.table.projection import Projection
from controller.table.resume import EVERY, FOLDED_BY, ProjectionStart
from controller.table.table import Table
from hardware.simulator.virtual_time import run
from tests.controller.events.strategies import any_event

BOOKS = fresh(Plan((36, 36, 36, 36))).books


def clock() -> Any:
    ticks = itertools.count()
    return lambda: datetime(2025, 3, 1, tzinfo=UTC) + timedelta(seconds=next(ticks))


def folded(journal: Journal, start: ProjectionStart) -> Projection:
    projection = start.begin()
    for _ in start.catch_up(projection):
        pass
    return projection


def from_the_first(journal: Journal) -> Projection:
    path = journal.path.with_name("nothing")
    start = ProjectionStart(journal, BOOKS)
    start._file.path = path
    return folded(journal, start)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(any_event(), max_size=4), max_size=6), st.integers(0, 30))
def test_the_state_from_any_checkpoint_is_the_state_of_the_whole_journal(
    tmp_path_factory: pytest.TempPathFactory, batches: Sequence[Sequence[Event]], place: int
) -> None:
    path = tmp_path_factory.mktemp("journal") / "journal.db"
    with Journal(path, now=clock()) as journal:
        for batch in batches:
            journal.append(batch)
        resume = ProjectionStart(journal, BOOKS)
        projection = resume.begin()
        for recorded in journal.replay(0, min(place, journal.last_seq)):
            projection.fold(recorded)
        asyncio.run(resume.close(projection))
        again = ProjectionStart(journal, BOOKS)
        assert again.begin() == projection
        assert folded(journal, again) == from_the_first(journal)


def test_a_table_of_another_configuration_does_not_believe_the_checkpoint(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db", now=clock()) as journal:
        asyncio.run(ProjectionStart(journal, BOOKS).close(Projection(BOOKS, seq=1, hash="x")))
        assert ProjectionStart(journal, fresh(Plan((34, 34, 34, 34))).books).begin() == Projection(
            fresh(Plan((34, 34, 34, 34))).books, hash=journal.hash_at(0) or ""
        )


# ---------------------------------------------------------------- at the table


def config(folder: Path, **changes: Any) -> Config:
    return Config(table=TableConfig(state_dir=folder), **changes)


async def played(folder: Path, hands: int) -> Projection:
    """A part of a match at a table that is closed in the end; what it knew then."""
    with Journal(folder / "journal.db", now=clock()) as journal:
        table = Table(journal, config(folder), now=clock())
        await table.start()
        if table.projection.match is None:
            names = ("Ada", "Bo", "Cai", "Dora")
            await table.handle(StartMatch("Ada", "m1", "hong-kong-old", names, {}, "given", 0), by=LOCAL_OWNER)
        for _ in range(hands):
            await table.handle(RollDice("Ada", "break", dice=3), by=LOCAL_OWNER)
            hand = table.projection.match.running  # type: ignore[union-attr]
            result = HandResult("win", (QuickWin(1, "discard", 2, 4),))  # type: ignore[arg-type]
            await table.handle(EndHand("Ada", hand.index, result), by=LOCAL_OWNER)  # type: ignore[union-attr]
        await table.close()
        return table.projection


def test_a_closed_table_starts_where_it_stood_without_folding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        before = await played(tmp_path, 3)

        def never(*_: Any) -> None:
            raise AssertionError("nothing is left to fold")

        with monkeypatch.context() as patch:
            patch.setattr(Projection, "fold", never)
            assert await played(tmp_path, 0) == before

    run(main())


def test_a_table_goes_on_from_a_checkpoint_in_the_middle_of_a_match(tmp_path: Path) -> None:
    async def main() -> None:
        await played(tmp_path, 2)
        after = await played(tmp_path, 2)
        (tmp_path / "journal.db.checkpoint").unlink()
        assert await played(tmp_path, 0) == after
        assert len(after.match.hands) == 4  # type: ignore[union-attr]

    run(main())


def test_a_damaged_checkpoint_is_left_aside_and_replaced(tmp_path: Path) -> None:
    async def main() -> None:
        before = await played(tmp_path, 1)
        path = tmp_path / "journal.db.checkpoint"
        head, _, content = path.read_bytes().partition(b"\n")
        path.write_bytes(head + b"\n" + content.replace(b"Ada", b"Eva"))
        assert await played(tmp_path, 0) == before
        await played(tmp_path, 1)
        assert b"Eva" not in path.read_bytes()

    run(main())


def test_checkpoints_are_written_while_the_table_runs(tmp_path: Path) -> None:
    async def main() -> None:
        with Journal(tmp_path / "journal.db", now=clock()) as journal:
            table = Table(journal, config(tmp_path), now=clock())
            await table.start()
            path = tmp_path / "journal.db.checkpoint"
            for _ in range(EVERY - 1):
                await table.handle(RollDice("Ada"), by=LOCAL_OWNER)
            assert not path.exists()
            await table.handle(RollDice("Ada"), by=LOCAL_OWNER)
            await asyncio.wait([table.resume._saving])  # type: ignore[list-item]
            assert json.loads(path.read_bytes().partition(b"\n")[0])["seq"] == EVERY
            await table.close()

    run(main())


def test_another_ruleset_in_the_configuration_is_taken_up(tmp_path: Path) -> None:
    async def main() -> None:
        plans = []
        for game in (GameConfig(), GameConfig(ruleset="hong-kong-old", options={"tiles": 136})):
            with Journal(tmp_path / "journal.db", now=clock()) as journal:
                table = Table(journal, config(tmp_path, game=game), now=clock())
                await table.start()
                await table.handle(RollDice("Ada"), by=LOCAL_OWNER)
                plans.append(table.projection.books.plan.tiles)
                await table.close()
        assert plans == [144, 136]

    run(main())


def test_every_class_of_the_state_lies_in_a_source_that_the_fingerprint_covers() -> None:
    sources = {path.resolve() for path in FOLDED_BY}
    assert all(path.is_file() for path in sources)
    for kind in classes(Projection, set()):
        module = __import__(kind.__module__, fromlist=["x"])
        assert Path(str(module.__file__)).resolve() in sources, kind


def classes(hint: Any, seen: set[Any]) -> set[Any]:
    """The classes of ours that a value of this type is made of."""
    for part in typing.get_args(hint):
        classes(part, seen)
    ours = isinstance(hint, type) and hint.__module__.startswith("controller") and hint not in seen
    if ours:
        seen.add(hint)
        if dataclasses.is_dataclass(hint) or hasattr(hint, "_fields"):
            for inner in typing.get_type_hints(hint, include_extras=True).values():
                classes(inner, seen)
    return seen


def test_a_checkpoint_that_this_build_cannot_read_is_left_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Unreadable:
        dump_json = staticmethod(resume._adapter().dump_json)

        def validate_json(self, *_: object, **__: object) -> None:
            raise AttributeError("no __dict__")

    async def main() -> None:
        before = await played(tmp_path, 1)
        monkeypatch.setattr(resume, "_adapter", Unreadable)
        assert await played(tmp_path, 0) == before

    run(main())
