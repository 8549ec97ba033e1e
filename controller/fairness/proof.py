"""Verification: what is wrong with a log of dice, or with a few scanned records, from their text alone.

A statement without its anchor, or whose signature does not verify, says nothing about the table: nothing else is asked
of it. The rules are those of ``docs/dice.md``; the page ``api/web/verify`` is a second implementation, and both give
the same report.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from controller.fairness.byte_layout import Malformed, Numbered
from controller.fairness.discrepancies import Discrepancy, Flaw, ProofReport, in_order
from controller.fairness.draw import RollId, throw
from controller.fairness.history import History, SignedStatement
from controller.fairness.lines import LogLine, read_line
from controller.fairness.record import UnknownVersion
from controller.fairness.seeds import seed_before
from controller.fairness.signing import is_sound, table_id
from controller.fairness.statements import Anchor, Contribution, Given, LockedInputs, RollStatement, VoidRoll


def verify(lines: Iterable[str]) -> ProofReport:
    """The report on these lines, whatever is in them."""
    check = _Check()
    read = check.read(lines)
    for line in read:
        if isinstance(line.record.statement, Anchor):
            check.anchor(line, line.record.statement)
    for line in read:
        if not isinstance(line.record.statement, Anchor):
            check.numbered(line, line.record.statement)
    return check.report()


@dataclass(slots=True)
class _Epoch:
    """An anchor, and the seeds that are known to lead to it, by number."""

    anchor: Anchor
    seeds: dict[int, bytes] = field(default_factory=dict)

    def leads_here(self, seed: bytes, number: int, table: bytes) -> bool:
        """Whether s_number is ``seed``. Each hash of the chain is computed once, in whatever order seeds come."""
        walked = [seed]
        while (known := self._known(number - len(walked) + 1)) is None:
            walked.append(seed_before(walked[-1], table, self.anchor.epoch))
        if walked[-1] != known:
            return False
        self.seeds |= {number - steps: each for steps, each in enumerate(walked)}
        return True

    def _known(self, number: int) -> bytes | None:
        return self.anchor.seed if number == 0 else self.seeds.get(number)


class _Check:
    """One verification: what was found so far."""

    def __init__(self) -> None:
        self._found: list[Discrepancy] = []
        self._epochs: dict[tuple[bytes, bytes], _Epoch] = {}
        self._history = History()
        self._rolls: list[RollStatement] = []
        self._voids: list[VoidRoll] = []

    def read(self, lines: Iterable[str]) -> list[LogLine]:
        """The lines that hold a record."""
        read: list[LogLine] = []
        for number, text in enumerate(lines, 1):
            try:
                line = read_line(number, text)
            except Malformed as error:
                version = isinstance(error, UnknownVersion)
                self._found.append(Discrepancy(number, Flaw.UNKNOWN_VERSION if version else Flaw.MALFORMED))
            else:
                read += [line] if line else []
        return read

    def anchor(self, line: LogLine, anchor: Anchor) -> None:
        if not is_sound(anchor.key):
            self._find(line, Flaw.WEAK_KEY)
        elif not line.record.is_signed_by(anchor.key):
            self._find(line, Flaw.FORGED_SIGNATURE)
        elif self._history.add(SignedStatement(line.number, line.record.hash, table_id(anchor.key), anchor)):
            first = self._epochs.setdefault((table_id(anchor.key), anchor.epoch), _Epoch(anchor))
            if first.anchor != anchor:
                self._find(line, Flaw.TWO_ANCHORS)

    def numbered(self, line: LogLine, statement: Numbered) -> None:
        at = statement.occasion
        epoch = self._epochs.get((at.table, at.epoch))
        if epoch is None:
            self._find(line, Flaw.NO_ANCHOR, at.number)
            return
        if not line.record.is_signed_by(epoch.anchor.key):
            self._find(line, Flaw.FORGED_SIGNATURE, at.number)
            return
        if isinstance(statement, RollStatement) and not line.shows_its_record:
            self._find(line, Flaw.SHOWN_DIFFERS, at.number)
        if self._history.add(SignedStatement(line.number, line.record.hash, at.table, statement)):
            self._new(line, statement, epoch)

    def _new(self, line: LogLine, statement: Numbered, epoch: _Epoch) -> None:
        if statement.occasion.number > epoch.anchor.length:
            self._find(line, Flaw.BEYOND_ANCHOR, statement.occasion.number)
        if isinstance(statement, RollStatement):
            self._rolls.append(statement)
            self._roll(line, statement, epoch)
        elif isinstance(statement, VoidRoll):
            self._voids.append(statement)

    def _roll(self, line: LogLine, roll: RollStatement, epoch: _Epoch) -> None:
        at = roll.occasion
        if not epoch.leads_here(roll.seed, at.number, at.table):
            self._find(line, Flaw.WRONG_ANCHOR, at.number)
        if throw(roll.seed, RollId(at.table, at.epoch, at.number), roll.contributions, at.dice) != roll.dice:
            self._find(line, Flaw.WRONG_DICE, at.number)

    def _find(self, line: LogLine, flaw: Flaw, number: int = 0) -> None:
        self._found.append(Discrepancy(line.number, flaw, number))

    def report(self) -> ProofReport:
        rolled = [each for roll in self._rolls for each in roll.contributions]
        voided = [each for void in self._voids for each in void.contributions]
        return ProofReport(
            discrepancies=in_order((*self._found, *self._history.discrepancies())),
            heads=self._history.heads(),
            anchors=self._history.count(Anchor),
            locks=self._history.count(LockedInputs),
            rolls=len(self._rolls),
            voids=len(self._voids),
            uncontributed=sum(not any(each.counts for each in roll.contributions) for roll in self._rolls),
            timed_out=_count(rolled + voided, Given.TIMED_OUT),
            withheld=_count(rolled, Given.COMMITMENT),
        )


def _count(contributions: Iterable[Contribution], given: Given) -> int:
    return sum(each.given is given for each in contributions)
