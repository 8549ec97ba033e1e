"""What is seen of a hand and of a reading at a glance, so that only those tests are asked that can hold.

A sheet has thirty tests and more; on most hands most of them need something that is not there: a triplet of dragons, a
flag, one suit. ``needing`` says so of a test; of others nothing is known, and they are asked every time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from controller.rules.hand.reading import STANDARD, Reading
from controller.rules.hand.record import Hand
from controller.rules.hand.sets import CHOWS, CONCEALED, DRAGON_SETS, KONGS, PAIR, PUNG, TRIPLETS, WIND_SETS
from controller.rules.hand.tiles import BITS

if TYPE_CHECKING:
    from mypy_extensions import i64

Test = Callable[[Any], int]
Row = tuple[str, int, Test]
"""An item to be tested: its id, its value and its test."""

NOTHING: Final = 0
# of a hand
FLAGGED: Final = 1 << 0
BONUS_TILES: Final = 1 << 1
"""Some lie before the winner."""
ONE_SUIT: Final = 1 << 2
SUIT_AND_HONOURS: Final = 1 << 3
HONOURS_ALONE: Final = 1 << 4
OF_BAMBOOS: Final = 1 << 5
"""No characters and no dots."""
ALL_SIMPLES: Final = 1 << 6
ALL_MAJORS: Final = 1 << 7
# of a reading
SPECIAL_FORM: Final = 1 << 8
"""Other than sets and a pair."""
DRAGON_TRIPLET: Final = 1 << 9
WIND_TRIPLET: Final = 1 << 10
THREE_TRIPLETS: Final = 1 << 11
"""Or more; the same of the next two."""
THREE_CHOWS: Final = 1 << 12
THREE_CONCEALED: Final = 1 << 13
NO_CHOW: Final = 1 << 14
KONG: Final = 1 << 15
TRIPLET: Final = 1 << 16
HONOUR_PAIR: Final = 1 << 17
TAKEN_PAIR: Final = 1 << 18
"""The winning tile completed the pair; in the same way the next two."""
TAKEN_TRIPLET: Final = 1 << 19
TAKEN_CHOW: Final = 1 << 20

FIRST_HONOUR: Final = 27
_FLUSHES: Final = {
    **dict.fromkeys((1, 2, 4), ONE_SUIT), **dict.fromkeys((9, 10, 12), SUIT_AND_HONOURS), 8: HONOURS_ALONE,
}  # fmt: skip
_OF_SUITS: Final = tuple([_FLUSHES.get(suits, 0) | (0 if suits & 3 else OF_BAMBOOS) for suits in range(16)])
"""By ``Hand.suits``."""
ENDS: Final = 31 | 31 << 8 * BITS
_MIDDLE: Final = (1 << 9 * BITS) - 1 - ENDS


def of_hand(hand: Hand) -> int:
    """What is seen of a hand."""
    seen = _OF_SUITS[hand.suits]
    if hand.flags:
        seen |= FLAGGED
    if hand.flowers:
        seen |= BONUS_TILES
    m, p, s, z = hand.every
    ranks = m | p | s
    if not ranks & _MIDDLE:
        seen |= ALL_MAJORS
    if not z and not ranks & ENDS:
        seen |= ALL_SIMPLES
    return seen


def of_reading(reading: Reading, of_hand: int = NOTHING) -> int:
    """What is seen of a reading, beside what is seen of its hand."""
    digits, seen = reading.digits, of_hand
    triplets = digits >> TRIPLETS & 7
    if triplets:
        seen |= TRIPLET
        if digits >> DRAGON_SETS & 7:
            seen |= DRAGON_TRIPLET
        if digits >> WIND_SETS & 7:
            seen |= WIND_TRIPLET
        if digits >> KONGS & 7:
            seen |= KONG
        if triplets > 2:
            seen |= THREE_TRIPLETS
            if digits >> CONCEALED & 7 > 2:
                seen |= THREE_CONCEALED
    chows = digits >> CHOWS & 7
    if not chows:
        seen |= NO_CHOW
    elif chows > 2:
        seen |= THREE_CHOWS
    if reading.pair >= FIRST_HONOUR:
        seen |= HONOUR_PAIR
    taken = reading.taken
    if taken >= 0:
        seen |= TAKEN_PAIR if taken >= PAIR else TAKEN_TRIPLET if taken >= PUNG else TAKEN_CHOW
    return seen if reading.form == STANDARD else seen | SPECIAL_FORM


# tests

_NEEDS: Final[dict[Test, int]] = {}


def needing(seen: int, *tests: Test) -> None:
    """Notes of tests that they hold only where all of this is seen."""
    for test in tests:
        _NEEDS[test] = seen


def ask_always() -> None:
    """Forgets what tests need, for who changes the tests themselves. Games that are configured already know it."""
    _NEEDS.clear()


def needed_by(test: Test) -> int:
    """What has to be seen for a test to hold; 0 where nothing is known."""
    return _NEEDS.get(test, 0)


class Rows:
    """Rows, and by what is seen those whose tests can hold, in the same order."""

    def __init__(self, rows: tuple[Row, ...]) -> None:
        self._needs = tuple([(needed_by(test), (name, value, test)) for name, value, test in rows])
        minded = 0
        for need, _ in self._needs:
            minded |= need
        self._minded = minded
        self._asked: dict[int, tuple[Row, ...]] = {}
        self._last_seen = [_NOT_SEEN] * _PLACES
        self._last: list[tuple[Row, ...]] = [()] * _PLACES

    def where(self, seen: int) -> tuple[Row, ...]:
        """The rows to be asked where this is seen. Those that were asked last are found by place, which costs less than
        to look into the dict of all."""
        seen &= self._minded
        word: i64 = seen
        place: i64 = (word ^ word >> 6 ^ word >> 12 ^ word >> 18) & _PLACES - 1
        if self._last_seen[place] != seen:
            self._last_seen[place], self._last[place] = seen, self._of(seen)
        return self._last[place]

    def _of(self, seen: int) -> tuple[Row, ...]:
        """There are no more answers than ways to be seen; most of those are seen together, or not at all."""
        rows = self._asked.get(seen)
        if rows is None:
            rows = self._asked[seen] = tuple([row for need, row in self._needs if not need & ~seen])
        return rows


_PLACES: Final = 64
_NOT_SEEN: Final = -1
