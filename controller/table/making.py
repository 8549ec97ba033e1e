"""Makes the dice of the table: such as anybody can check, or, while that cannot be, ordinary ones from the kernel."""

from __future__ import annotations

from dataclasses import dataclass

from controller.events.dice import DiceVoided
from controller.fairness import publish
from controller.fairness.contributions import RollInputs
from controller.fairness.dice import KERNEL, Source, roll
from controller.fairness.keeper import SeedKeeper
from controller.fairness.progress import DiceProgress, OpenRoll
from controller.fairness.record import sign
from controller.fairness.roll import CHECKABLE, Roll
from controller.fairness.seeds import SeedChain
from controller.fairness.signing import TableKey
from controller.fairness.statements import VoidReason, purpose_of
from controller.fairness.vault import EntropyNotReady
from controller.limits import MOST_DICE
from controller.refusals import Code, Refused
from controller.rules.seats import Seat


@dataclass(frozen=True, slots=True)
class Thrown:
    """What dice are thrown for. ``number`` counts the rolls of the table; ``seat`` throws, None: the table; ``by`` is
    what the event names."""

    number: int
    purpose: str
    dice: int
    seat: Seat | None
    by: str | int


class DiceMaker:
    """``keeper``: the table's secrets; None where there are none, as in a simulation that is not kept."""

    def __init__(self, keeper: SeedKeeper | None, source: Source) -> None:
        self.keeper, self.source = keeper, source

    def throw(self, wanted: Thrown, progress: DiceProgress) -> Roll:
        """A roll to which no seat was asked. Raises ``Refused``."""
        if wanted.dice not in range(1, MOST_DICE + 1):
            detail = f"{wanted.dice} dice cannot be thrown."
            raise Refused(Code.BAD_DICE, detail, f"Throw 1 to {MOST_DICE}.", field="dice")
        return self.checkable(wanted, progress, None) or self.ordinary(wanted)

    def ordinary(self, wanted: Thrown) -> Roll:
        """Dice that leave no proof. Raises ``Refused`` while the kernel has no good random numbers."""
        if self.keeper is not None and isinstance(self.keeper.trouble, EntropyNotReady):
            raise Refused(Code.DICE_SOURCE_FAILED, self.keeper.trouble.detail)
        return Roll(wanted.number, wanted.purpose, roll(wanted.dice, self.source), KERNEL, wanted.by)

    def secrets_of(self, progress: DiceProgress) -> tuple[TableKey, SeedChain] | None:
        """What the next roll is made and signed with; None when it cannot be one that anybody can check."""
        return None if self.keeper is None else self.keeper.secrets_of(progress)

    def void(self, open_: OpenRoll, progress: DiceProgress, reason: VoidReason, who: str) -> DiceVoided:
        """The open roll is given up in public. Raises ``Refused`` without the key."""
        if self.keeper is None:
            raise Refused(Code.DICE_NOT_CHECKABLE)
        return self.keeper.void(open_, progress, reason, who)

    def checkable(self, wanted: Thrown, progress: DiceProgress, inputs: RollInputs | None) -> Roll | None:
        """The roll that is due, with its signed record; None when there are no seeds for it. ``inputs``: complete; None
        when no seat was asked."""
        secrets = self.secrets_of(progress)
        if self.keeper is None or secrets is None or progress.chain is None:
            return None
        (key, chain), state = secrets, progress.chain
        inputs = inputs or RollInputs(publish.roll_due(state), wanted.dice, 0, frozenset())
        at = publish.occasion(inputs, state, purpose_of(wanted.purpose), wanted.seat)
        record = sign(made := publish.roll(at, inputs, chain, state, self.keeper.time()), key)
        proof = {"record": record.text}
        return Roll(wanted.number, wanted.purpose, made.dice, CHECKABLE, wanted.by, proof=proof)
