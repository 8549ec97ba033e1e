"""What people are shown of the dice that anybody can check: the anchor, how far the rolls got, and who is asked now."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from controller.fairness.keeper import CAUSES
from controller.fairness.progress import DiceProgress, OpenRoll, anchor_of
from controller.fairness.statements import ORDERS
from controller.journal.store import iso
from controller.table.entry_time import ENTRY_SECONDS, REVEAL_SECONDS
from controller.table.making import DiceMaker


def fair_dice_json(progress: DiceProgress, maker: DiceMaker) -> dict[str, Any]:
    """``checkable``: whether the next roll is one that anybody can check; if not, ``reason`` is the code of why."""
    reason = why_not_checkable(progress, maker)
    return {
        "checkable": reason is None,
        "reason": reason,
        "anchor": anchor_json(progress),
        "rolled": progress.chain.consumed if progress.chain else 0,
        "tally": asdict(progress.tally),
        "open": None if progress.open is None else open_roll_json(progress.open),
    }


def why_not_checkable(progress: DiceProgress, maker: DiceMaker) -> str | None:
    """The code of why nobody could check the next roll; None when anybody can."""
    if maker.secrets_of(progress) is not None:
        return None
    trouble = maker.keeper.trouble if maker.keeper is not None else None
    return "dice-no-secrets" if trouble is None else trouble.code


def anchor_json(progress: DiceProgress) -> dict[str, Any] | None:
    """The anchor of the present epoch; None before the first one."""
    own, chain = anchor_of(progress), progress.chain
    if own is None or chain is None:
        return None
    return {
        "table": chain.table.hex(),
        "epoch": own.epoch.hex(),
        "name": own.name,
        "time": iso(datetime.fromtimestamp(own.time / 1000, UTC)),
        "cause": CAUSES[own.cause],
        "length": own.length,
        "record": progress.anchor,
    }


def open_roll_json(roll: OpenRoll) -> dict[str, Any]:
    """``turn``: the seat whose turn it is on the keypad; ``seconds``: how long everybody has for this step."""
    inputs = roll.inputs
    return {
        "number": inputs.at.number,
        "roll_id": inputs.at.id.hex(),
        "purpose": roll.purpose,
        "dice": inputs.dice,
        "order": list(ORDERS[inputs.order]),
        "turn": inputs.turn,
        "waiting": sorted(inputs.waiting),
        "revealing": sorted(inputs.revealing),
        "locked": roll.locked,
        "seconds": REVEAL_SECONDS if inputs.locked else ENTRY_SECONDS,
    }
