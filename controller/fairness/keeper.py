"""The secrets of a running table: its key and the seeds of the present epoch, and when a new epoch must begin.

Blocking: files are read and written here, so a service calls it from a thread. What a journal must record comes back as
events; only when those are durable does ``reached`` note how far the table got.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from controller.events import Event
from controller.events.dice import AnchorCause, DiceAnchored, DiceVoided, ReasonOfVoid
from controller.fairness import high_water, publish, vault
from controller.fairness.dice import Source
from controller.fairness.high_water import HighWater
from controller.fairness.progress import DiceProgress, OpenRoll, anchor_of, evolve
from controller.fairness.record import sign
from controller.fairness.seeds import ChainState, SeedChain
from controller.fairness.signing import TableKey
from controller.fairness.statements import LONGEST_TABLE_NAME, MOST_ROLLS, NO_STATEMENT, Cause, VoidReason, purpose_of
from controller.refusals import Code, JantakuError, Refused

log = logging.getLogger("jantaku.dice")


class SecretsUnusable(JantakuError):
    """The folder of the secrets cannot be read or written."""

    code = "dice-secrets-unusable"
    remedy = "Mend the folder `secrets` in the state folder of the table, then restart the service."


@dataclass(frozen=True, slots=True)
class Origin:
    """Where secrets come from. ``source``: random bytes; ``ready``: whether they may be trusted yet; ``computer``: the
    serial number of this computer, "" where it has none; ``now``: the wall clock."""

    source: Source
    ready: Callable[[], bool]
    computer: str
    now: Callable[[], datetime]
    length: int = MOST_ROLLS
    """Rolls of an epoch."""


class SeedKeeper:
    """``open``, then ``renew`` whenever ``cause`` names one; ``reached`` after every roll, void and anchor.

    ``trouble`` says why no roll can be made that anybody can check; the table then throws ordinary dice.
    """

    def __init__(self, folder: Path, name: str, origin: Origin) -> None:
        self.folder, self._name, self._origin = folder, name, origin
        self.key: TableKey | None = None
        self._chains: dict[bytes, SeedChain] = {}
        self.trouble: JantakuError | None = None
        self._reached: HighWater | None = None

    def open(self, progress: DiceProgress) -> None:
        """Reads the secrets; what is wrong is in ``trouble`` afterwards. Called again, it tries again."""
        try:
            self._open(progress)
            self.trouble = None
        except JantakuError as error:
            self.trouble = error
        except (OSError, ValueError) as error:
            self.trouble = SecretsUnusable(f"{self.folder}: {error}")
        if self.trouble is not None:
            log.error("no dice that can be checked: %s", self.trouble, extra={"code": self.trouble.code})

    def _open(self, progress: DiceProgress) -> None:
        moved = vault.prepare_folder(self.folder, self._origin.computer)
        if moved is not None:
            log.warning("the secrets were made on another computer; they lie in %s now", moved)
        self.key = vault.table_key(self.folder, self._origin.ready, self._origin.source)
        self._reached = high_water.load(self.folder)
        self._chains = {}
        if self._continues(progress) and progress.chain is not None:
            state = progress.chain
            chain = vault.seeds_of(self.folder, state.table, state.epoch, state.length)
            self._chains = {} if chain is None else {state.epoch: chain}

    def _continues(self, progress: DiceProgress) -> bool:
        """Whether the journal is where the table really is: signed with this key, and not older than what was shown."""
        own = anchor_of(progress)
        if self.key is None or own is None or progress.chain is None or own.key != self.key.public:
            return False
        return (self._reached or HighWater()).is_reached_by(progress.chain, own.before)

    # ------------------------------------------------------------ epochs

    def cause(self, progress: DiceProgress, *, idle: bool) -> Cause | None:
        """Why a new epoch must begin, None when the present one goes on. ``idle``: nobody plays, so that a new day may
        begin one."""
        if self.key is None or self.trouble is not None:
            return None
        if not self._continues(progress) or progress.chain is None:
            return Cause.FIRST if self._head(progress) == NO_STATEMENT else Cause.RESTORED
        if self._chain_of(progress.chain) is None:
            return Cause.SEEDS_LOST
        if progress.chain.consumed >= progress.chain.length:
            return Cause.USED_UP
        return Cause.NEW_DAY if idle and self._is_yesterdays(progress) else None

    def _is_yesterdays(self, progress: DiceProgress) -> bool:
        own = anchor_of(progress)
        today = self._origin.now().astimezone(UTC).date()
        return own is not None and datetime.fromtimestamp(own.time / 1000, UTC).date() < today

    def renew(self, progress: DiceProgress, cause: Cause) -> tuple[Event, ...]:
        """New seeds, durable, and the event that promises them; nothing when they could not be made (``trouble``). They
        are used once the event is in the journal. A roll that waits for inputs and has lost its seed is void first."""
        try:
            return self._renew(progress, cause)
        except JantakuError as error:
            self.trouble = error
        except OSError as error:
            self.trouble = SecretsUnusable(f"{self.folder}: {error}")
        log.error("no new seeds: %s", self.trouble, extra={"code": self.trouble.code})
        return ()

    def _renew(self, progress: DiceProgress, cause: Cause) -> tuple[Event, ...]:
        if self.key is None:
            return ()
        if progress.open is not None and cause is Cause.SEEDS_LOST:
            void = self.void(progress.open, progress, VoidReason.SEEDS_LOST, progress.open.who)
            return (void, *self._renew(evolve(progress, void, 0), cause))
        if progress.chain is not None and cause not in (Cause.FIRST, Cause.RESTORED):
            self._note(progress.chain)  # the new anchor names what was before it
        origin = self._origin
        chain = vault.new_seeds(self.folder, self.key.table, origin.ready, origin.source, origin.length)
        statement = publish.anchor(
            chain, self.key.public, self._head(progress), cause, shortened(self._name), self.time()
        )
        self._chains[chain.epoch] = chain
        return (DiceAnchored(chain.epoch.hex(), CAUSES[cause], sign(statement, self.key).text),)

    def _head(self, progress: DiceProgress) -> bytes:
        """The table's last statement: of the journal, or, where that is behind, the last one that was shown."""
        if progress.chain is not None and (self._continues(progress) or self._is_ours_alone(progress)):
            return progress.chain.head
        return self._reached.head if self._reached else NO_STATEMENT

    def _is_ours_alone(self, progress: DiceProgress) -> bool:
        """The journal is signed with this key, and nothing else says how far the table got: the note of it is gone."""
        own = anchor_of(progress)
        return self._reached is None and own is not None and self.key is not None and own.key == self.key.public

    # ------------------------------------------------------------ rolls

    def secrets_of(self, progress: DiceProgress) -> tuple[TableKey, SeedChain] | None:
        """What the next roll is made and signed with; None when it cannot be one that anybody can check."""
        state = progress.chain
        if self.trouble is not None or self.key is None or state is None or state.consumed >= state.length:
            return None
        chain = self._chain_of(state)
        return None if chain is None else (self.key, chain)

    def _chain_of(self, state: ChainState) -> SeedChain | None:
        """The seeds of an epoch, if they lead to its anchor."""
        chain = self._chains.get(state.epoch)
        return chain if chain is not None and chain.anchor == state.anchor else None

    def void(self, open_: OpenRoll, progress: DiceProgress, reason: VoidReason, who: str) -> DiceVoided:
        """The open roll is given up in public; needs the key, not the seeds. Raises ``Refused``."""
        if self.key is None or progress.chain is None:
            raise Refused(Code.DICE_NOT_CHECKABLE)
        at = publish.occasion(open_.inputs, progress.chain, purpose_of(open_.purpose), open_.seat)
        record = sign(publish.void(at, open_.inputs, reason, self.time()), self.key)
        return DiceVoided(open_.inputs.at.number, VOID_REASONS[reason], who, record.text)

    def reached(self, state: ChainState) -> None:
        """Notes on the disk what is in the journal, and lets go of the seeds of other epochs. An epoch of which there
        are no seeds may be that of an old journal: it is not noted."""
        if self.trouble is not None or self._chain_of(state) is None:
            return
        try:
            self._note(state)
            if len(self._chains) > 1 or state.consumed == 0:
                vault.forget_seeds_but(self.folder, state.epoch)
        except OSError as error:
            log.error("how far the dice got was not noted: %s", error)
            return
        self._chains = {epoch: chain for epoch, chain in self._chains.items() if epoch == state.epoch}

    def _note(self, state: ChainState) -> None:
        now = HighWater.of(state)
        if now != self._reached:
            high_water.save(self.folder, now)
            self._reached = now

    def time(self) -> int:
        """Unix milliseconds."""
        return int(self._origin.now().timestamp() * 1000)


CAUSES: Final[Mapping[Cause, AnchorCause]] = {
    Cause.FIRST: "first",
    Cause.NEW_DAY: "new-day",
    Cause.USED_UP: "used-up",
    Cause.RESTORED: "restored",
    Cause.SEEDS_LOST: "seeds-lost",
}
"""As events and pages write them."""
VOID_REASONS: Final[Mapping[VoidReason, ReasonOfVoid]] = {
    VoidReason.SEEDS_LOST: "seeds-lost",
    VoidReason.ENTRY_FAILED: "entry-failed",
    VoidReason.NOT_SHOWN: "not-shown",
    VoidReason.DISPUTED: "disputed",
}


def shortened(name: str) -> str:
    """The table's name within the bytes that an anchor has for it, cut between characters."""
    return name.encode(errors="replace")[:LONGEST_TABLE_NAME].decode(errors="ignore")
