"""Power that fails before or after any durable step of the dice: no seed twice, none skipped, nothing given is lost.

In the suite it is a short run with a seed that changes and is printed. ``JANTAKU_RESTARTS=1000`` makes the long form,
``JANTAKU_SEED`` one that is run again.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from controller.events import Recorded
from controller.events.dice import DiceGiven, DiceRolled
from controller.fairness import high_water, keeper, vault
from controller.fairness.discrepancies import ProofVerdict
from controller.fairness.record import from_text
from controller.fairness.roll import record_of
from controller.fairness.statements import RollStatement
from controller.journal.checkpoint import CheckpointFile
from controller.journal.store import Journal
from controller.permits import LOCAL_OWNER
from controller.refusals import JantakuError
from controller.rules.seats import SEATS
from controller.table.commands import Contribute, RollDice
from controller.table.table import Table
from hardware.simulator.virtual_time import run
from tests.controller.table.test_checkable_dice import MORNING, WHO, clock, opened, report

ROLLS_OF_AN_EPOCH = 40


class PowerCut(OSError):
    """From here on nothing becomes durable."""


class Power:
    """Fails at the step that is drawn, counting before and after each durable one; then stays off."""

    def __init__(self) -> None:
        self.left: float = float("inf")
        self.cuts: dict[str, int] = {}

    def step(self, name: str) -> None:
        self.left -= 1
        if self.left == 0:
            self.cuts[name] = self.cuts.get(name, 0) + 1
        if self.left <= 0:
            raise PowerCut(f"power cut {name}")

    def around(self, name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def done(*given: Any, **named: Any) -> Any:
            self.step(f"before {name}")
            result = work(*given, **named)
            self.step(f"after {name}")
            return result

        return done


@contextmanager
def failing(power: Power, attempted: dict[tuple[bytes, int], bytes]) -> Iterator[None]:
    """Every durable step of the dice goes through ``power``; seeds of rolls that were tried are kept."""
    append = Journal.append

    def watched(self: Journal, events: Any, key: Any = None) -> Any:
        for event in events:
            text = record_of(event) if isinstance(event, DiceRolled) else None
            own = from_text(text).statement if text else None
            if isinstance(own, RollStatement):
                place = (own.occasion.epoch, own.occasion.number)
                assert attempted.setdefault(place, own.seed) == own.seed
        return power.around("append", append)(self, events, key)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Journal, "append", watched)
        patch.setattr(CheckpointFile, "save", power.around("checkpoint", CheckpointFile.save))
        patch.setattr(vault, "_linked", power.around("secret file", vault._linked))
        patch.setattr(high_water, "write_whole", power.around("high water", high_water.write_whole))
        patch.setattr(keeper.vault, "forget_seeds_but", power.around("forget", vault.forget_seeds_but))
        yield


async def some_dice(table: Table, rng: random.Random, given: list[Recorded]) -> None:
    """What people may do next with the dice: an answer to an open roll, a roll at once, or a question to the seats."""
    open_ = table.projection.fair.open
    if open_ is not None and open_.inputs.turn is not None:
        seat = open_.inputs.turn
        numbers = tuple(rng.randint(1, 6) for _ in range(open_.inputs.dice)) if rng.random() < 0.8 else None
        answer = await table.handle(Contribute(WHO, seat, numbers), by=LOCAL_OWNER)
        given += [one for one in answer.events if isinstance(one.event, DiceGiven)]
        return
    seats = tuple(seat for seat in SEATS if rng.random() < 0.4) if rng.random() < 0.5 else ()
    await table.handle(RollDice(WHO, dice=2, ask=seats), by=LOCAL_OWNER)


async def until_the_power_fails(folder: Path, day: int, power: Power, rng: random.Random, given: list[Any]) -> None:
    """One life of the table; an end in peace when the power holds for long."""
    power.left = rng.randint(1, 40)
    with suppress(PowerCut, JantakuError):
        async with opened(folder, MORNING + timedelta(days=day), length=ROLLS_OF_AN_EPOCH) as table:
            for _ in range(12):
                await some_dice(table, rng, given)


def cut_power(folder: Path, restarts: int, seed: int) -> Power:
    print(f"seed {seed}")
    rng, power = random.Random(seed), Power()
    attempted: dict[tuple[bytes, int], bytes] = {}
    given: list[Recorded] = []
    day = 0
    with failing(power, attempted):
        for _ in range(restarts):
            day += rng.random() < 0.1
            run(until_the_power_fails(folder, day, power, rng, given))
        power.left = float("inf")
        run(until_all_is_answered(folder, day))
    found = report(folder)
    assert (found.verdict, found.discrepancies) == (ProofVerdict.GOOD, ())
    with Journal(folder / "journal.db", now=clock(), read_only=True) as journal:
        kept = list(journal.replay())
    assert [one for one in given if one not in kept] == []
    assert len(list((folder / "secrets").glob("*.seed"))) == 1
    return power


async def until_all_is_answered(folder: Path, day: int) -> None:
    async with opened(folder, MORNING + timedelta(days=day), length=ROLLS_OF_AN_EPOCH) as table:
        while table.projection.fair.open is not None:
            await some_dice(table, random.Random(1), [])
        await table.handle(RollDice(WHO, dice=2), by=LOCAL_OWNER)


def test_power_cuts_at_durable_steps_reuse_no_seed_skip_none_and_lose_nothing(tmp_path: Path) -> None:
    restarts = int(os.environ.get("JANTAKU_RESTARTS", "40"))
    power = cut_power(tmp_path, restarts, int(os.environ.get("JANTAKU_SEED", int.from_bytes(os.urandom(4)))))
    print(power.cuts)
    assert restarts < 500 or len(power.cuts) == 10, "every durable step was cut before and after"
