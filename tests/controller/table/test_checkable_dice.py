"""The table rolls dice that anybody can check: with the seed that is due, whatever happened before, and no other."""

from __future__ import annotations

import itertools
import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from controller import match
from controller.config import Config, TableConfig
from controller.events.dice import DiceAnchored, DiceRolled
from controller.fairness.discrepancies import ProofReport, ProofVerdict
from controller.fairness.keeper import Origin, SeedKeeper
from controller.fairness.proof import verify
from controller.fairness.record import from_text
from controller.fairness.roll import CHECKABLE, record_of
from controller.fairness.statements import RollStatement
from controller.journal.chain import canonical
from controller.journal.store import Journal
from controller.permits import LOCAL_OWNER
from controller.refusals import Refused
from controller.table.commands import RollDice
from controller.table.table import Table
from hardware.simulator.virtual_time import run

NAMES = ("Ada", "Bo", "Cai", "Dora")
WHO = "Ada"
MORNING = datetime(2026, 3, 4, 9, tzinfo=UTC)


def clock(start: datetime = MORNING) -> Callable[[], datetime]:
    ticks = itertools.count()
    return lambda: start + timedelta(seconds=next(ticks))


def keeper(folder: Path, *, now: Callable[[], datetime], **changes: Any) -> SeedKeeper:
    origin = {"source": os.urandom, "ready": lambda: True, "computer": "", "now": now} | changes
    return SeedKeeper(folder / "secrets", "Table 1", Origin(**origin))


@asynccontextmanager
async def opened(folder: Path, start: datetime = MORNING, **changes: Any) -> AsyncIterator[Table]:
    now = clock(start)
    config = Config(table=TableConfig(state_dir=folder))
    with Journal(folder / "journal.db", now=now) as journal:
        table = Table(journal, config, now=now, keeper=keeper(folder, now=now, **changes))
        await table.start()
        try:
            yield table
        finally:
            await table.close()


def at_table(folder: Path, test: Callable[[Table], Awaitable[None]], **changes: Any) -> None:
    async def main() -> None:
        async with opened(folder, **changes) as table:
            await test(table)

    run(main())


async def roll(table: Table, **what: Any) -> DiceRolled:
    answer = await table.handle(RollDice(WHO, **what), by=LOCAL_OWNER)
    return next(one.event for one in answer.events if isinstance(one.event, DiceRolled))


def exported(folder: Path) -> list[str]:
    """The journal as ``jantaku journal export`` writes it."""
    with Journal(folder / "journal.db", now=clock(), read_only=True) as journal:
        return [canonical(one.as_json()) for one in journal.all_stored()]


def report(folder: Path) -> ProofReport:
    return verify(exported(folder))


def causes(folder: Path) -> list[str]:
    with Journal(folder / "journal.db", now=clock(), read_only=True) as journal:
        return [one.event.cause for one in journal.replay() if isinstance(one.event, DiceAnchored)]


def seeds(folder: Path) -> list[bytes]:
    """Of all rolls in the journal, in order."""
    with Journal(folder / "journal.db", now=clock(), read_only=True) as journal:
        events = [one.event for one in journal.replay()]
    texts = [record_of(event) for event in events if isinstance(event, DiceRolled)]
    statements = [from_text(text).statement for text in texts if text]
    return [one.seed for one in statements if isinstance(one, RollStatement)]


def test_every_roll_of_a_match_is_verified_from_the_exported_journal(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await table.handle(match.StartMatch(WHO, "m1", "hong-kong-old", NAMES, seating="dice"), by=LOCAL_OWNER)
        while table.projection.match is not None and table.projection.match.phase == "first-dealer":
            thrown = await roll(table, purpose="seats")
            assert (thrown.purpose, thrown.algorithm) == ("seats", CHECKABLE)
        broken = await roll(table, purpose="break")
        free = await roll(table, purpose="who-pays-for-tea", dice=4)
        assert (broken.purpose, len(free.dice)) == ("break", 4)

    at_table(tmp_path, test)
    found = report(tmp_path)
    assert (found.verdict, found.discrepancies) == (ProofVerdict.GOOD, ())
    assert (found.anchors, found.uncontributed) == (1, found.rolls)


def test_the_anchor_is_in_the_journal_before_anybody_can_roll(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        (first,) = table.journal.read()
        assert isinstance(first.event, DiceAnchored)

    at_table(tmp_path, test)


def test_a_restart_goes_on_with_the_next_seed_of_the_same_epoch(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await roll(table)

    for _ in range(3):
        at_table(tmp_path, test)
    assert causes(tmp_path) == ["first"]
    assert len(set(seeds(tmp_path))) == 3
    assert report(tmp_path).verdict is ProofVerdict.GOOD


def test_a_refused_roll_uses_no_seed(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await table.handle(match.StartMatch(WHO, "m1", "hong-kong-old", NAMES, seating="dice"), by=LOCAL_OWNER)
        before = table.projection.fair
        for command in (RollDice(WHO, dice=11), RollDice(WHO, "seats", faces=(1, 2, 3, 4)), RollDice(WHO, seat=9)):
            with pytest.raises(Refused):
                await table.handle(command, by=LOCAL_OWNER)
        assert table.projection.fair == before

    at_table(tmp_path, test)


def test_dice_thrown_by_hand_use_no_seed(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        assert (await roll(table, faces=(6, 6))).proof is None
        assert table.projection.fair.chain is not None and table.projection.fair.chain.consumed == 0

    at_table(tmp_path, test)


def test_a_new_day_has_new_seeds_but_not_in_the_middle_of_a_match(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await roll(table)

    async def begin(table: Table) -> None:
        await table.handle(
            match.StartMatch(WHO, "m1", "hong-kong-old", NAMES, seating="given", first_dealer=0), by=LOCAL_OWNER
        )

    at_table(tmp_path, begin)
    at_table(tmp_path, test, start=MORNING + timedelta(days=1))
    assert causes(tmp_path) == ["first"]

    async def end(table: Table) -> None:
        await table.handle(match.Abandon(WHO, "late"), by=LOCAL_OWNER)
        await roll(table)

    at_table(tmp_path, end, start=MORNING + timedelta(days=1))
    assert causes(tmp_path) == ["first", "new-day"]
    assert report(tmp_path).verdict is ProofVerdict.GOOD


def test_an_epoch_that_is_used_up_is_followed_by_another(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        for _ in range(3):
            await roll(table)

    at_table(tmp_path, test, length=2)
    at_table(tmp_path, test, length=2)
    assert causes(tmp_path) == ["first", "used-up", "used-up"]
    assert report(tmp_path).verdict is ProofVerdict.GOOD
    assert len(set(seeds(tmp_path))) == 6


def test_a_restored_journal_never_shows_a_seed_twice_and_says_so(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        for _ in range(3):
            await roll(table)

    at_table(tmp_path, test)
    backup = tmp_path.with_name("backup.db")
    shutil.copy(tmp_path / "journal.db", backup)
    at_table(tmp_path, test)
    shown = seeds(tmp_path)
    later = exported(tmp_path)
    for path in tmp_path.glob("journal.db*"):
        path.unlink()
    shutil.copy(backup, tmp_path / "journal.db")
    at_table(tmp_path, test)
    assert causes(tmp_path) == ["first", "restored"]
    assert not set(seeds(tmp_path)[3:]) & set(shown)
    assert report(tmp_path).verdict is ProofVerdict.INCOMPLETE, "the rolls that were lost are missing, not forged"
    assert verify([*later, *exported(tmp_path)]).verdict is ProofVerdict.GOOD


def test_a_card_that_was_copied_makes_its_own_key_on_the_other_computer(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await roll(table)

    mine, copy = tmp_path / "mine", tmp_path / "copy"
    mine.mkdir()
    at_table(mine, test, computer="1000000012345678")
    shutil.copytree(mine, copy)
    at_table(mine, test, computer="1000000012345678")
    at_table(copy, test, computer="10000000deadbeef")
    assert causes(mine) == ["first"]
    assert causes(copy) == ["first", "first"]
    assert (mine / "secrets" / "table.key").read_bytes() != (copy / "secrets" / "table.key").read_bytes()
    assert not set(seeds(mine)) & set(seeds(copy)[1:])
    assert report(copy).verdict is ProofVerdict.GOOD


def test_lost_seeds_begin_a_new_epoch_that_says_so(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await roll(table)

    at_table(tmp_path, test)
    for path in (tmp_path / "secrets").glob("*.seed"):
        path.unlink()
    at_table(tmp_path, test)
    assert causes(tmp_path) == ["first", "seeds-lost"]
    assert report(tmp_path).verdict is ProofVerdict.GOOD


def test_seeds_of_former_epochs_are_not_kept(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await roll(table)

    at_table(tmp_path, test)
    at_table(tmp_path, test, start=MORNING + timedelta(days=1))
    assert len(list((tmp_path / "secrets").glob("*.seed"))) == 1


def test_nothing_is_made_or_rolled_before_the_kernel_has_random_numbers(tmp_path: Path) -> None:
    ready = False

    async def test(table: Table) -> None:
        nonlocal ready
        with pytest.raises(Refused, match="not ready"):
            await roll(table)
        assert not (tmp_path / "secrets" / "table.key").exists()
        ready = True
        assert (await roll(table)).algorithm == CHECKABLE

    at_table(tmp_path, test, ready=lambda: ready)


def test_a_key_that_others_can_read_is_not_used_and_ordinary_dice_go_on(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        assert (await roll(table)).algorithm != CHECKABLE
        assert table.maker.keeper is not None and table.maker.keeper.trouble is not None
        assert table.maker.keeper.trouble.code == "dice-secret-exposed"

    async def before(table: Table) -> None:
        await roll(table)

    at_table(tmp_path, before)
    (tmp_path / "secrets" / "table.key").chmod(0o644)
    at_table(tmp_path, test)
