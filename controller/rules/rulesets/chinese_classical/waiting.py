"""Thirteen tiles that wait: with which tiles they would be complete, and as what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from controller.rules.hand.reading import Reading
from controller.rules.hand.record import SELF_DRAW, Hand
from controller.rules.hand.tiles import IN_HONOURS, IN_SUIT, KINDS, MAJORS, ONE
from controller.rules.hand.waits import orphan_waits_of, set_waits_of
from controller.rules.hand.words import less
from controller.rules.rulesets.chinese_classical.patterns import OWN_PATTERNS, holds_four

Read = Callable[[Hand], Sequence[Reading]]
"""The readings of a hand that are allowed."""
EVERY_KIND = range(KINDS)


def suits_of(tiles: int) -> int:
    """Bits 0-2: suits present; bit 3: honours."""
    bits = sum(1 << suit for suit, inside in enumerate(IN_SUIT) if tiles & inside)
    return bits | 8 if tiles & IN_HONOURS else bits


def with_drawn(hand: Hand, thirteen: int, tile: int) -> Hand:
    """The hand that comes of it when its owner draws this tile. ``thirteen``: its tiles before, melds included."""
    drawn = Hand()
    drawn.record, drawn.own, drawn.wild, drawn.fault = hand.record, hand.own, None, ""
    drawn.held, drawn.concealed, drawn.tiles = hand.held, hand.held + ONE[tile], thirteen + ONE[tile]
    drawn.melds, drawn.meld_sets, drawn.meld_digits = hand.melds, hand.meld_sets, hand.meld_digits
    drawn.shown = hand.shown
    drawn.winning, drawn.source, drawn.by_other, drawn.discarder = tile, SELF_DRAW, False, None
    drawn.seat_wind, drawn.prevailing, drawn.flags, drawn.flowers = hand.seat_wind, hand.prevailing, 0, hand.flowers
    drawn.suits = suits_of(drawn.tiles)
    return drawn


def near(hand: Hand, patterns: Iterable[str], orphans: bool) -> int:
    """The kinds that might complete a hand, a bit for each: every one that does is among them."""
    held = less(hand.hidden, hand.winning, 1)
    kinds = set_waits_of(held)
    if not hand.melds:
        if orphans:
            kinds |= orphan_waits_of(held)
        for id in patterns:
            fits = OWN_PATTERNS[id]
            for tile in MAJORS if id == "all-pair-honors" else EVERY_KIND:
                if fits(hand.held + ONE[tile]):
                    kinds |= 1 << tile
    return kinds


def completions(hand: Hand, thirteen: int, kinds: int, read: Read) -> Iterator[tuple[Hand, Reading]]:
    """Every reading with every kind of these of which the player does not hold all four."""
    for tile in EVERY_KIND:
        if kinds >> tile & 1 and not holds_four(thirteen, tile):
            drawn = with_drawn(hand, thirteen, tile)
            for reading in read(drawn):
                yield drawn, reading
