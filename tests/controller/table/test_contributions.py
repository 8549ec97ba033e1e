"""Seats give to a roll of the table: numbers, nonces or nothing; what they gave is kept, locked and verified."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path
from typing import Any

import pytest

from controller import match
from controller.events.dice import DiceGiven, DiceRolled, DiceVoided
from controller.fairness.discrepancies import ProofVerdict
from controller.fairness.draw import RollId, commitment
from controller.fairness.roll import CHECKABLE
from controller.permits import LOCAL_OWNER, Actor, Role
from controller.refusals import Refused
from controller.rules.seats import SEATS
from controller.table.commands import Contribute, GiveUpRoll, RollDice
from controller.table.entry_time import ENTRY_SECONDS, REVEAL_SECONDS
from controller.table.table import Table
from hardware.simulator.virtual_time import run
from tests.controller.table.test_checkable_dice import NAMES, WHO, at_table, opened, report


async def ask(table: Table, *seats: int, **what: Any) -> None:
    await table.handle(RollDice(WHO, ask=seats, **what), by=LOCAL_OWNER)  # type: ignore[arg-type]


async def give(table: Table, seat: int, **what: Any) -> list[Any]:
    answer = await table.handle(Contribute(WHO, seat, **what), by=LOCAL_OWNER)  # type: ignore[arg-type]
    return [one.event for one in answer.events]


def due(table: Table) -> RollId:
    assert table.projection.fair.open is not None
    return table.projection.fair.open.inputs.at


async def enter_all(table: Table) -> list[Any]:
    """Everyone whose turn comes enters two numbers."""
    events: list[Any] = []
    while (open_ := table.projection.fair.open) is not None and open_.inputs.turn is not None:
        events = await give(table, open_.inputs.turn, numbers=(3, 5, 6)[: open_.inputs.dice])
    return events


def test_a_roll_with_four_keypads_is_locked_thrown_and_verified(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await ask(table, *SEATS, dice=2)
        last = await enter_all(table)
        assert [event.type for event in last] == ["dice.given", "dice.locked", "dice.rolled"]
        assert last[-1].algorithm == CHECKABLE

    at_table(tmp_path, test)
    found = report(tmp_path)
    assert (found.verdict, found.rolls, found.locks, found.uncontributed) == (ProofVerdict.GOOD, 1, 1, 0)


def test_numbers_of_a_keypad_lie_masked_in_the_journal_until_the_roll(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await ask(table, 0, 1, dice=2)
        open_ = table.projection.fair.open
        assert open_ is not None and open_.inputs.turn is not None
        (given,) = await give(table, open_.inputs.turn, numbers=(1, 1))
        assert isinstance(given, DiceGiven) and given.given == "masked"

    masked = set()
    for n in range(12):
        folder = tmp_path / str(n)
        folder.mkdir()
        at_table(folder, test)

        async def look(table: Table) -> None:
            events = [one.event for one in table.journal.read() if isinstance(one.event, DiceGiven)]
            masked.add(events[0].data)

        at_table(folder, look)
    assert len(masked) > 1, "the same numbers look different under each seed"


def test_phones_commit_then_reveal_and_the_match_goes_on(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        start = match.StartMatch(WHO, "m1", "hong-kong-old", NAMES, seating="given", first_dealer=0)
        await table.handle(start, by=LOCAL_OWNER)
        await ask(table, 1, 2, purpose="break")
        at, nonces = due(table), {seat: secrets.token_bytes(16) for seat in (1, 2)}
        for seat, nonce in nonces.items():
            events = await give(table, seat, commitment=commitment(nonce, at, seat).hex())  # type: ignore[arg-type]
        assert [event.type for event in events] == ["dice.given", "dice.locked"]
        for seat, nonce in nonces.items():
            events = await give(table, seat, nonce=nonce.hex())
        assert [event.type for event in events] == ["dice.given", "dice.rolled", "match.hand-started"]
        assert table.projection.match is not None and table.projection.match.phase == "play"

    at_table(tmp_path, test)
    assert report(tmp_path).verdict is ProofVerdict.GOOD


def test_a_seat_that_does_not_answer_in_time_is_named_and_counted(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await ask(table, 0, 1, dice=2)
        assert table.projection.fair.open is not None
        first = table.projection.fair.open.inputs.turn
        assert first is not None
        await give(table, first, numbers=(6, 6))
        await asyncio.sleep(ENTRY_SECONDS + 1)
        assert table.projection.fair.open is None
        late = [one.event.seat for one in table.journal.read() if getattr(one.event, "given", "") == "timed-out"]
        assert late == [1 - first]
        assert table.projection.fair.tally.timed_out == 1

    at_table(tmp_path, test)
    assert (report(tmp_path).verdict, report(tmp_path).timed_out) == (ProofVerdict.GOOD, 1)


def test_a_nonce_that_does_not_come_is_withheld_and_counts_as_nothing(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await ask(table, 2, dice=2)
        await give(table, 2, commitment=commitment(bytes(16), due(table), 2).hex())  # type: ignore[arg-type]
        await asyncio.sleep(REVEAL_SECONDS + 1)
        assert table.projection.fair.tally.withheld == 1

    at_table(tmp_path, test)
    assert (report(tmp_path).verdict, report(tmp_path).withheld) == (ProofVerdict.GOOD, 1)


def test_after_a_restart_the_same_roll_waits_with_the_same_inputs(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as table:
            await ask(table, *SEATS, dice=2)
            assert table.projection.fair.open is not None
            first = table.projection.fair.open.inputs.turn
            assert first is not None
            await give(table, first, numbers=(2, 4))
            before = table.projection.fair
        async with opened(tmp_path) as table:
            assert table.projection.fair == before
            await enter_all(table)
            assert table.projection.fair.open is None

    run(main())
    found = report(tmp_path)
    assert (found.verdict, found.anchors, found.rolls) == (ProofVerdict.GOOD, 1, 1)


def test_time_runs_out_after_a_restart_too(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as table:
            await ask(table, 3, dice=2)
        async with opened(tmp_path) as table:
            await asyncio.sleep(ENTRY_SECONDS + 1)
            assert table.projection.fair.open is None

    run(main())
    assert report(tmp_path).verdict is ProofVerdict.GOOD


def test_no_other_dice_are_thrown_while_seats_are_asked(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await ask(table, 0, dice=2)
        for other in (RollDice(WHO), RollDice(WHO, faces=(1, 1)), RollDice(WHO, ask=(1,))):
            with pytest.raises(Refused) as caught:
                await table.handle(other, by=LOCAL_OWNER)
            assert caught.value.code == "entry-open"

    at_table(tmp_path, test)


def test_a_roll_that_is_given_up_is_void_in_public_and_ordinary_dice_decide(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        start = match.StartMatch(WHO, "m1", "hong-kong-old", NAMES, seating="given", first_dealer=0)
        await table.handle(start, by=LOCAL_OWNER)
        await ask(table, 0, 1, purpose="break")
        answer = await table.handle(GiveUpRoll(WHO, "entry-failed"), by=LOCAL_OWNER)
        void, rolled, started = (one.event for one in answer.events)
        assert isinstance(void, DiceVoided) and isinstance(rolled, DiceRolled)
        assert (rolled.algorithm, started.type) == ("kernel-reject-252", "match.hand-started")
        assert table.projection.fair.tally.voids == 1
        assert table.projection.fair.chain is not None and table.projection.fair.chain.consumed == 1
        await table.handle(RollDice(WHO, "tea"), by=LOCAL_OWNER)

    at_table(tmp_path, test)
    found = report(tmp_path)
    assert (found.verdict, found.voids, found.rolls) == (ProofVerdict.GOOD, 1, 1)


def test_a_roll_whose_seeds_are_lost_is_void_before_new_seeds_are_promised(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as table:
            await ask(table, 0, 1, dice=2)
        for path in (tmp_path / "secrets").glob("*.seed"):
            path.unlink()
        async with opened(tmp_path) as table:
            assert table.projection.fair.open is None
            assert table.projection.fair.tally.voids == 1

    run(main())
    assert (report(tmp_path).verdict, report(tmp_path).voids) == (ProofVerdict.GOOD, 1)


@pytest.mark.parametrize(
    ("what", "field"),
    [({"numbers": (1,)}, "numbers"), ({"numbers": (0, 7)}, "numbers"), ({"commitment": "00"}, "commitment"),
     ({"commitment": "xx"}, "commitment")],
)  # fmt: skip
def test_an_input_of_another_form_is_refused_with_its_field(tmp_path: Path, what: dict[str, Any], field: str) -> None:
    async def test(table: Table) -> None:
        await ask(table, 1, dice=2)
        with pytest.raises(Refused) as caught:
            await give(table, 1, **what)
        assert caught.value.field == field

    at_table(tmp_path, test)


def test_a_seat_gives_only_for_itself(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        await ask(table, 0, 1, dice=2)
        phone = Actor(Role.SEAT, "phone", 1)
        with pytest.raises(Refused, match="not-allowed"):
            await table.handle(Contribute(WHO, 0), by=phone)  # type: ignore[arg-type]
        await table.handle(Contribute(WHO, 1), by=phone)  # type: ignore[arg-type]

    at_table(tmp_path, test)


def test_a_match_that_went_on_meanwhile_leaves_the_roll_on_record(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        start = match.StartMatch(WHO, "m1", "hong-kong-old", NAMES, seating="given", first_dealer=0)
        await table.handle(start, by=LOCAL_OWNER)
        await ask(table, 0, purpose="break")
        await table.handle(match.BeginHand(WHO), by=LOCAL_OWNER)
        events = await enter_all(table) if table.projection.fair.open else []
        assert [event.type for event in events] == ["dice.given", "dice.locked", "dice.rolled"]
        assert table.projection.match is not None and table.projection.match.phase == "play"

    at_table(tmp_path, test)
    assert report(tmp_path).verdict is ProofVerdict.GOOD
