"""Arithmetic with tiles as words, one for each suit and one for the honours: what a bag does with ``+`` and ``&``, in
numbers that fit into a word of the processor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.rules.hand.tiles import BITS, EACH_RANK, KINDS, Words

if TYPE_CHECKING:
    from mypy_extensions import i64


def less(words: Words, tile: int, number: int) -> Words:
    """Words without so many of a tile, if it is a playing tile."""
    m, p, s, z = words
    if tile < 9:
        m -= number << BITS * tile
    elif tile < 18:
        p -= number << BITS * (tile - 9)
    elif tile < 27:
        s -= number << BITS * (tile - 18)
    elif tile < KINDS:
        z -= number << BITS * (tile - 27)
    return m, p, s, z


def plus(words: Words, more: Words) -> Words:
    """Both together."""
    m, p, s, z = words
    more_m, more_p, more_s, more_z = more
    return m + more_m, p + more_p, s + more_s, z + more_z


def minus(words: Words, taken: Words) -> Words:
    """Words without what is among them."""
    m, p, s, z = words
    taken_m, taken_p, taken_s, taken_z = taken
    return m - taken_m, p - taken_p, s - taken_s, z - taken_z


def any_of(words: Words, kinds: Words) -> bool:
    """Whether there is a tile of these kinds, of which all bits are set."""
    m, p, s, z = words
    of_m, of_p, of_s, of_z = kinds
    return m & of_m != 0 or p & of_p != 0 or s & of_s != 0 or z & of_z != 0


def odd_in(words: Words) -> Words:
    """One of each kind of which there is an odd number."""
    m, p, s, z = words
    return m & EACH_RANK, p & EACH_RANK, s & EACH_RANK, z & EACH_RANK


def number_in(words: Words) -> int:
    """How many tiles there are, of up to 30 in each suit."""
    m, p, s, z = words
    return number_in_suit(m) + number_in_suit(p) + number_in_suit(s) + number_in_suit(z)


def number_in_suit(word: i64) -> i64:
    """How many tiles there are in a suit, up to 30: each digit of five bits is the same modulo 31 in any place."""
    return word % 31


def ranks_in(word: i64) -> i64:
    """One tile of each rank of which a suit has up to seven."""
    return (word | word >> 1 | word >> 2) & EACH_RANK


def lowest_in(words: Words) -> int:
    """The first tile of words that are not empty."""
    m, p, s, z = words
    if m:
        return ((m & -m).bit_length() - 1) // BITS
    if p:
        return ((p & -p).bit_length() - 1) // BITS + 9
    return ((s & -s).bit_length() - 1) // BITS + 18 if s else ((z & -z).bit_length() - 1) // BITS + 27
