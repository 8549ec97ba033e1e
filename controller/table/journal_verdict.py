"""What is wrong with a journal: its chain, the heads that the table signed, and those that witnesses kept.

A chain alone shows what was changed without computing the hashes anew. A signed head shows that as well, and what was
cut off after it; but who holds the key can sign other heads and throw these away. Only a head that somebody else saw
is out of that reach.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from controller.events import Stored
from controller.events.history import JournalContinued
from controller.fairness.byte_layout import Malformed
from controller.fairness.journal_head import Cosignature, SignedHead, head_of_text
from controller.journal.chain import next_hash
from controller.journal.kept_heads import MOST_HEADS, KeptHead
from controller.journal.store import Journal


class Wrong(StrEnum):
    EDITED = "edited"
    DELETED = "deleted"
    INSERTED = "inserted"
    ALTERED = "altered"
    """Edited, deleted, inserted or moved with some of the hashes computed anew: the chain does not say which."""
    CUT_OFF = "cut-off"
    RECOMPUTED = "recomputed"
    FORK = "fork"
    OTHER_HISTORY = "other-history"
    FORGED_HEAD = "forged-head"
    FORGED_COSIGNATURE = "forged-cosignature"


@dataclass(frozen=True, slots=True)
class JournalFinding:
    """``seq``: the event that it is about."""

    wrong: Wrong
    seq: int
    words: str


@dataclass(frozen=True, slots=True)
class SeenHead:
    """A head and where it is from. ``witnesses``: who else than the table has it or cosigned it, in words. Whether they
    are who they seem, only the reader knows: anybody can make a key and cosign with it."""

    signed: SignedHead
    where: str
    witnesses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JournalVerdict:
    """``first_wrong``: the first event that does not fit its number or the chain. ``heads``: genuine ones that fit;
    ``witnessed``: the number of the last event that ``witnesses`` saw, 0: none; whoever trusts them knows that nothing
    up to it was changed."""

    first_wrong: int | None
    findings: tuple[JournalFinding, ...]
    heads: int
    witnessed: int
    witnesses: tuple[str, ...]

    @property
    def good(self) -> bool:
        return not self.findings


def judge_journal(
    journal: Journal, witnesses: Iterable[SeenHead] = (), peers: Mapping[str, str] | None = None
) -> JournalVerdict:
    """Reads everything. ``witnesses``: heads that others kept, as ``witnessed_head`` reads them; ``peers``: the names
    of tables whose keys are known, by key. Raises ``JournalError`` when the file cannot be read at all."""
    first_wrong = journal.verify() or (None if journal.damage is None else journal.damage.seq)
    findings = [] if first_wrong is None else [_broken(journal, first_wrong)]
    seen: list[SeenHead] = []
    for one in _kept(journal):
        found = _own(one, peers or {})
        findings += [each for each in found if isinstance(each, JournalFinding)]
        seen += [each for each in found if isinstance(each, SeenHead)]
    for given in witnesses:
        if given.signed.is_genuine:
            seen.append(given)
        else:
            findings.append(_forged(given.signed.head.seq, given.where))
    chain = _Chain(journal, first_wrong)
    fitting, wrong = _held_against(chain, seen)
    findings += [*_forks(seen), *wrong]
    last = max((one.signed.head.seq for one in fitting if one.witnesses), default=0)
    who = dict.fromkeys(each for one in fitting if one.signed.head.seq == last for each in one.witnesses)
    return JournalVerdict(first_wrong, tuple(findings), len(fitting), last, tuple(who))


def witnessed_head(text: str, where: str) -> SeenHead:
    """A head that somebody else kept, from its text. Raises ``Malformed``."""
    return SeenHead(head_of_text(text), where, (where,))


# ---------------------------------------------------------------- heads


def _kept(journal: Journal) -> Iterator[KeptHead]:
    number = 0
    while found := journal.heads(number, MOST_HEADS):
        yield from found
        number = found[-1].number


def _own(kept: KeptHead, peers: Mapping[str, str]) -> list[SeenHead | JournalFinding]:
    where = f"signed head {kept.number} of the journal"
    try:
        signed = head_of_text(kept.record)
    except (Malformed, TypeError, AttributeError):
        return [_forged(kept.seq, where)]
    if not signed.is_genuine:
        return [_forged(signed.head.seq, where)]
    bad: list[SeenHead | JournalFinding] = []
    good: list[str] = []
    for key, signature in kept.cosignatures:
        if _is_cosigned(signed, key, signature):
            good.append(f"{peers[key]}, key {key}" if key in peers else f"key {key}")
        else:
            words = f"{where}: the cosignature of {key} is none"
            bad.append(JournalFinding(Wrong.FORGED_COSIGNATURE, signed.head.seq, words))
    return [SeenHead(signed, where, tuple(good)), *bad]


def _is_cosigned(signed: SignedHead, key: str, signature: str) -> bool:
    try:
        return Cosignature(bytes.fromhex(key), bytes.fromhex(signature)).is_genuine(signed)
    except (ValueError, TypeError):
        return False


def _forged(seq: int, where: str) -> JournalFinding:
    return JournalFinding(Wrong.FORGED_HEAD, seq, f"{where}: its key did not sign it")


def _forks(seen: Iterable[SeenHead]) -> Iterator[JournalFinding]:
    """Two heads of one number and epoch, both signed."""
    first: dict[tuple[str, int], SeenHead] = {}
    for one in seen:
        head = one.signed.head
        other = first.setdefault((head.epoch, head.seq), one)
        if other.signed.head.hash != head.hash:
            words = f"event {head.seq} was signed with two hashes: {other.where}, {one.where}. There are two histories"
            yield JournalFinding(Wrong.FORK, head.seq, words)


# ---------------------------------------------------------------- the chain


@dataclass(frozen=True, slots=True)
class _Span:
    """The events ``first`` to ``last`` are of this epoch. ``left``: epoch and number of the head that was put aside
    when it ended, as far as the journal names it."""

    epoch: str
    first: int
    last: int
    left: tuple[str | None, int | None] | None


class _Chain:
    """The good part of the chain, by epochs."""

    def __init__(self, journal: Journal, first_wrong: int | None) -> None:
        self._journal, self._broken = journal, first_wrong is not None
        self.spans = _spans(journal, journal.last_seq if first_wrong is None else first_wrong - 1)

    def judged(self, seen: SeenHead) -> JournalFinding | None:
        """None when the chain has this head, says itself that it was put aside, or is broken before it."""
        head = seen.signed.head
        span = next((one for one in self.spans if one.epoch == head.epoch), None)
        if span is None:
            if self._broken or any(one.left is not None and one.left[0] == head.epoch for one in self.spans):
                return None
            words = f"{seen.where}: this journal has no epoch {head.epoch}"
            return JournalFinding(Wrong.OTHER_HISTORY, head.seq, words)
        if head.seq <= span.last:
            return None if self._journal.hash_at(head.seq) == head.hash.hex() else _recomputed(seen)
        if span.left is None and self._broken:
            last = self._journal.last_seq
            return None if head.seq <= last else _cut_off(seen, last)
        return None if _is_declared(span, head.seq) else _cut_off(seen, span.last)


def _spans(journal: Journal, last: int) -> list[_Span]:
    spans, epoch, first = [], journal.first_epoch, 0
    for recorded in _continuations(journal, last):
        event = recorded[1]
        left = (event.left_epoch, event.left_seq)
        spans.append(_Span(epoch, first, recorded[0] - 1, left))
        epoch, first = event.epoch, recorded[0]
    return [*spans, _Span(epoch, first, last, None)]


def _continuations(journal: Journal, last: int) -> Iterator[tuple[int, JournalContinued]]:
    since = 0
    while found := journal.of_types((JournalContinued.type,), since, 100):
        for one in found:
            if one.seq <= last and isinstance(one.event, JournalContinued):
                yield one.seq, one.event
        since = found[-1].seq
        if since > last:
            return


def _is_declared(span: _Span, seq: int) -> bool:
    """Whether the journal says that an event of this number was put aside after the span. Where it names no head, or
    one of another epoch, it says so of any."""
    if span.left is None:
        return False
    epoch, last = span.left
    return epoch != span.epoch or last is None or seq <= last


def _recomputed(seen: SeenHead) -> JournalFinding:
    seq = seen.signed.head.seq
    words = (
        f"{seen.where}: event {seq} has another hash than was signed. Something up to it was changed and the hashes "
        "were computed anew, or this is the other one of two histories"
    )
    return JournalFinding(Wrong.RECOMPUTED, seq, words)


def _cut_off(seen: SeenHead, last: int) -> JournalFinding:
    seq = seen.signed.head.seq
    return JournalFinding(Wrong.CUT_OFF, last + 1, f"{seen.where}: events {last + 1} to {seq} were there and are gone")


def _held_against(chain: _Chain, seen: Iterable[SeenHead]) -> tuple[list[SeenHead], list[JournalFinding]]:
    """The heads that the chain has, and what is wrong with the others."""
    fitting, wrong = [], []
    for one in seen:
        found = chain.judged(one)
        if found is not None:
            wrong.append(found)
        elif any(span.epoch == one.signed.head.epoch and one.signed.head.seq <= span.last for span in chain.spans):
            fitting.append(one)
    return fitting, wrong


# ---------------------------------------------------------------- what broke the chain

_WORDS: Final = {
    Wrong.EDITED: "event {seq} was edited: the next one was chained to what it was before",
    Wrong.DELETED: "event {seq} is not there, although later ones are: it was deleted",
    Wrong.INSERTED: "event {seq} was inserted: the next one is chained to the event before it",
    Wrong.ALTERED: "event {seq} does not fit its number or the chain: edited, deleted, inserted or moved there",
}


def _broken(journal: Journal, seq: int) -> JournalFinding:
    wrong = _kind(journal, seq)
    return JournalFinding(wrong, seq, _WORDS[wrong].format(seq=seq))


def _kind(journal: Journal, seq: int) -> Wrong:
    """What was done to event ``seq``, as far as its neighbours show it."""
    if journal.damage is not None:
        return Wrong.ALTERED
    here = journal.stored(seq - 1, 3)
    if not here or here[0].seq != seq:
        return Wrong.DELETED
    if len(here) > 1 and _chained(here[0].hash, seq + 1, here[1]):
        return Wrong.EDITED
    return Wrong.INSERTED if _fit_one_earlier(journal.hash_at(seq - 1) or "", seq, here[1:]) else Wrong.ALTERED


def _fit_one_earlier(before: str, seq: int, events: list[Stored]) -> bool:
    """Whether these events fit when they are counted from ``seq`` on."""
    for number, stored in enumerate(events, seq):
        if not _chained(before, number, stored):
            return False
        before = stored.hash
    return bool(events)


def _chained(before: str, seq: int, after: Stored) -> bool:
    try:
        return after.hash == next_hash(before, seq, after.time, after.type, after.data)
    except (TypeError, ValueError):
        return False
