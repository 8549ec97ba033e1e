"""Who pays what for a win: the hand, liability, extra hands (honba)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from controller.rules.errors import RecordError
from controller.rules.hand.fields import DEPOSITS_FIELD, HONBA_FIELD, LIABLE_FIELD, READ
from controller.rules.hand.parse import liable_of
from controller.rules.hand.record import ROBBED_KONG, SELF_DRAW, Hand
from controller.rules.paid import Share
from controller.rules.rulesets.riichi.value import HUNDRED, YAKUMAN, YAKUMAN_HAN, ron_value, tsumo_value, up
from controller.rules.seats import EAST, WIND_INDEXES, WindIndex
from controller.rules.sheet.ruleset import Options, Won

STICK: Final = 1000
Tsumo = Callable[[int, WindIndex, WindIndex], int]
"""``(base, winner, payer)`` to what a payer gives for a self-drawn win."""
Ron = Callable[[int, WindIndex], int]
"""``(base, winner)`` to what the discarder gives."""


class TableFacts:
    """What a scoring record says of the table: extra hands counted, sticks, who is liable, norths set aside, and the
    indicators, turned and under those, as ``tiles.read_marked`` has them."""

    __slots__ = ("deposits", "dora", "extra_hands", "liable", "norths", "ura")

    dora: list[int] | None
    ura: list[int] | None

    def __init__(self, extra_hands: int, deposits: int, liable: WindIndex | None, norths: int = 0) -> None:
        self.extra_hands, self.deposits, self.liable, self.norths = extra_hands, deposits, liable, norths


def table_of(hand: Hand) -> TableFacts:
    """The fields of a scoring record that are about the table; no norths. Raises RecordError."""
    extra_hands, deposits = _number(hand, HONBA_FIELD), _number(hand, DEPOSITS_FIELD)
    liable = None if hand.given(LIABLE_FIELD) is None else liable_of(hand.record)
    return TableFacts(extra_hands, deposits, liable)


def _number(hand: Hand, field: int) -> int:
    value = hand.given(field)
    if value is None:
        return 0
    if type(value) is not int or not 0 <= value <= 1_000:
        raise RecordError(READ[field], f"{value!r} is not a whole number from 0 to 1000")
    return value


class Liability(NamedTuple):
    """Who is liable, and for how much of the base."""

    payer: WindIndex
    part: int


class Payments:
    """The payments of a win with the options fixed."""

    def __init__(self, options: Options, winds: Sequence[WindIndex] = WIND_INDEXES) -> None:
        """``winds``: who plays."""
        self.winds = winds
        self.pao = frozenset(options["pao"])
        self.whole = options["pao-scope"] == "whole-hand" or options["no-limits"]
        self.liable_for_extra = options["pao-honba"] == "liable"
        self.extra_on_discard: int = options["honba-value"]
        self.extra_of_each = self.extra_hand_of_each(options)

    def extra_hand_of_each(self, options: Options) -> int:
        """What an extra hand costs every payer of a self-draw."""
        return up(int(options["honba-value"]) // (len(self.winds) - 1))

    def ron(self, base: int, winner: WindIndex) -> int:
        return ron_value(base, winner)

    def tsumo(self, base: int, winner: WindIndex, payer: WindIndex) -> int:
        return tsumo_value(base, winner, payer)

    def rounded_to(self, base: int, winner: WindIndex, by_other: bool) -> int:
        """What the payments of a win are rounded up to; 0 where none of them changes by it."""
        dealer = winner == EAST
        parts = (6 if dealer else 4,) if by_other else (2,) if dealer else (1, 2)
        return HUNDRED if any(base * part % HUNDRED for part in parts) else 0

    def shares(self, won: Won) -> list[Share]:
        """Every payment for the hand with its reason; shares of nothing are left out."""
        liable = self._liability(won)
        share_out = self._drawn if won.source == SELF_DRAW else self._discarded
        return [share for share in share_out(won, liable) if share.amount]

    def extra_shares(
        self, winner: WindIndex, discarder: WindIndex | None, shares: Sequence[Share], number: int
    ) -> list[Share]:
        """What extra hands add: from the discarder, or who is liable beside him where the house says so; at a self-draw
        from each loser, or all of it from who is liable."""
        if discarder is not None:
            half = next((share.payer for share in shares if share.key == LIABLE_PAYS_HALF), discarder)
            payer = half if self.liable_for_extra else discarder
            return _not_empty([Share(payer, number * self.extra_on_discard, EXTRA_HAND)])
        each, losers = number * self.extra_of_each, self._losers(winner)
        liable = next((share.payer for share in shares if share.key == LIABLE_PAYS), None)
        if liable is not None:
            return _not_empty([Share(liable, each * len(losers), EXTRA_HAND)])
        return _not_empty([Share(wind, each, EXTRA_HAND) for wind in losers])

    def _liability(self, won: Won) -> Liability | None:
        if won.liable is None or won.items is None or won.liable == won.discarder:
            return None
        times = sum(han // YAKUMAN_HAN for name, han in won.items.items() if name in self.pao)
        part = won.base if self.whole else min(won.base, times * YAKUMAN)
        return Liability(won.liable, part) if times else None

    def _losers(self, winner: WindIndex) -> list[WindIndex]:
        return [wind for wind in self.winds if wind != winner]

    def _drawn(self, won: Won, liable: Liability | None) -> list[Share]:
        winner, losers = won.winner, self._losers(won.winner)
        if liable is None:
            return self._by_all(won.base, winner, losers)
        rest = won.base - liable.part
        whole = sum(self.tsumo(liable.part, winner, wind) for wind in losers)
        return [*(self._by_all(rest, winner, losers) if rest else ()), Share(liable.payer, whole, LIABLE_PAYS)]

    def _by_all(self, base: int, winner: WindIndex, losers: Sequence[WindIndex]) -> list[Share]:
        return [Share(wind, self.tsumo(base, winner, wind), self.drawn_key(winner, wind)) for wind in losers]

    def drawn_key(self, winner: WindIndex, payer: WindIndex) -> str:
        """The reason of a payment for a self-draw."""
        return "line.self-draw-dealer" if EAST in (winner, payer) else "line.self-draw"

    def _discarded(self, won: Won, liable: Liability | None) -> list[Share]:
        assert won.discarder is not None, "a win on another player's tile has a discarder"
        discarder, key = won.discarder, _ron_key(won)
        if liable is None:
            return [Share(discarder, self.ron(won.base, won.winner), key)]
        half = self.ron(liable.part, won.winner) // 2
        rest = self.ron(won.base, won.winner) - 2 * half
        return [
            Share(liable.payer, half, LIABLE_PAYS_HALF),
            Share(discarder, half, "line.pao-discarder"),
            Share(discarder, rest, key),
        ]


EXTRA_HAND: Final = "line.honba"
LIABLE_PAYS: Final = "line.pao"
LIABLE_PAYS_HALF: Final = "line.pao-half"


def _not_empty(shares: list[Share]) -> list[Share]:
    return [share for share in shares if share.amount]


def _ron_key(won: Won) -> str:
    key = "line.robbed-alone" if won.source == ROBBED_KONG else "line.discarder-alone"
    return key + "-dealer" if won.winner == EAST else key
