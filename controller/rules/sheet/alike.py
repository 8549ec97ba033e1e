"""Readings that count alike are judged once: a ruleset says in one number all that its items look at, and the worth of
the next reading with that number is known.

Not where a house has added items of its own, which may look at anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from controller.rules.hand.reading import Reading
from controller.rules.hand.record import Hand
from controller.rules.sheet.ruleset import Judge, PlayedItems, ReadingWorth

KEPT: Final = 4_000
"""Numbers with their worths; when there are more, all are forgotten."""
UNLIKE: Final = -1
"""Of a reading that is judged by itself."""
_NO_READING: Final = Reading(Hand(), "", (), -1, -1, 0)
"""In what is kept, so that it keeps no records."""


def judged_once(judge: Judge, played: PlayedItems, what_counts: Callable[[Reading], int]) -> Judge:
    """``judge``, which looks at each reading by itself, asked once for all readings that count alike. ``what_counts``:
    what a reading and its hand show where there are no flags, as a number from 0; ``UNLIKE`` where that does not say
    all. Whoever adds an item adds what it looks at there."""
    if played.own:
        return judge
    kept: dict[int, list[ReadingWorth]] = {}

    def verdicts(hand: Hand, readings: Sequence[Reading]) -> Iterable[ReadingWorth]:
        if hand.flags:
            return judge(hand, readings)
        found: list[ReadingWorth] = []
        for reading in readings:
            key = what_counts(reading)
            alike = kept.get(key)
            if alike is None:
                alike = [worth.of(_NO_READING) for worth in judge(hand, [reading])]
                if key != UNLIKE:
                    if len(kept) >= KEPT:
                        kept.clear()
                    kept[key] = alike
            if len(alike) == 1:
                found.append(alike[0].of(reading))
            else:
                found += [worth.of(reading) for worth in alike]
        return found

    return verdicts
