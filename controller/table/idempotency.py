"""Commands that were seen before: the same id gets the same answer.

What was carried out is remembered in the journal, in the same transaction as its events, and so survives everything.
A refusal changed nothing; it is remembered only while the service runs, and not at all when it was about the moment
(board away, disk full): then the same command may be tried again.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from controller.commands import Command
from controller.journal.store import CommandKey, Journal
from controller.limits import LONGEST_COMMAND_ID
from controller.refusals import Code, RefusalKind, Refused
from controller.table.commands import Receipt, fingerprint

_MOST_REFUSALS: Final = 256


class IdempotentAnswers:
    """What was answered, by the id of the command."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._refusals: OrderedDict[str, tuple[str, Refused]] = OrderedDict()

    def key(self, id_: str | None, command: Command) -> CommandKey | None:
        """Raises ``Refused`` for an id that cannot be one."""
        if id_ is None:
            return None
        if not 1 <= len(id_) <= LONGEST_COMMAND_ID or not id_.isascii() or not id_.isprintable():
            detail = f"An id has 1 to {LONGEST_COMMAND_ID} printable ASCII characters."
            raise Refused(Code.BAD_ID, detail, field="id")
        return CommandKey(id_, fingerprint(command))

    def recall(self, key: CommandKey) -> Receipt | None:
        """The answer that was given before; raises the refusal that was given before. None: a new command."""
        if key.id in self._refusals:
            known, refused = self._refusals[key.id]
            _same(key, known)
            raise refused
        remembered = self._journal.remembered(key.id)
        if remembered is None:
            return None
        _same(key, remembered.fingerprint)
        events = self._journal.read(remembered.first - 1, remembered.last - remembered.first + 1)
        return Receipt(remembered.last, tuple(events), repeated=True)

    def refused(self, key: CommandKey | None, refused: Refused) -> None:
        if key is None or refused.kind is RefusalKind.UNAVAILABLE:
            return
        self._refusals[key.id] = key.fingerprint, refused
        if len(self._refusals) > _MOST_REFUSALS:
            self._refusals.popitem(last=False)


def _same(key: CommandKey, fingerprint: str) -> None:
    if key.fingerprint != fingerprint:
        raise Refused(Code.ID_USED)
