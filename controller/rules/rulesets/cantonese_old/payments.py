"""Old Cantonese payments: three ways on a discard, the feeder of a gong, and liability (bao)."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Final

from controller.rules.hand.record import (
    AFTER_KONG,
    FORCED_DISCARD,
    LATE_FRESH_DISCARD,
    REPLACEMENT,
    ROBBED_KONG,
    SELF_DRAW,
    Hand,
)
from controller.rules.hand.sets import KONG_SHOWN, PUNG_SHOWN, kind_of
from controller.rules.hand.tiles import DRAGONS, KINDS, WINDS
from controller.rules.paid import Share
from controller.rules.seats import WIND_INDEX_OR_NONE, WIND_INDEXES, WindIndex
from controller.rules.sheet.ruleset import Options, Pay, Won
from controller.rules.sheet.shares import everybody, role

FED_HANDS: Final = ("all-honors", "all-terminals", "pure-one-suit")
"""Cases c, d and e of the sheet: three shown sets and a discard, or four shown sets."""


def pay_with(options: Options) -> Pay:
    way = options["payment"]
    players = 3 if options["players"] == 3 else 4

    def pay(won: Won) -> Sequence[Share]:
        if won.liable is not None:
            return named(won, won.liable)
        shares = liable(won) if options["bao"] and won.hand is not None else None
        if shares is None and options["gong-feeder-pays"] and way != "discarder-full-others-half":
            shares = gong_feeder(won)
        if shares is not None:
            return shares
        if won.source == SELF_DRAW or won.discarder is None:
            return everybody(won, won.base, "line.self-draw", players)
        if way == "discarder-full-others-half":
            return [_full_or_half(won, payer) for payer in WIND_INDEXES[:players] if payer != won.winner]
        times = 2 if way == "discarder-double" else 1
        return [Share(won.discarder, times * won.base, f"{role(won, won.discarder)}-alone")]

    return pay


def named(won: Won, payer: WindIndex) -> list[Share]:
    """What somebody pays of whom the table says, without the tiles, that he is liable: three awards for a hand won from
    the wall, two for his own discard, and one each with another player who discarded."""
    if won.discarder is None:
        return [Share(payer, 3 * won.base, "line.liable-named")]
    if payer == won.discarder:
        return [Share(payer, 2 * won.base, "line.liable-named")]
    return [Share(payer, won.base, "line.liable-named"), Share(won.discarder, won.base, "line.liable")]


def _full_or_half(won: Won, payer: WindIndex) -> Share:
    """The discarder pays the award, the others half of it, rounded up."""
    if payer == won.discarder:
        return Share(payer, won.base, role(won, payer))
    return Share(payer, (won.base + 1) // 2, "line.other-half")


def gong_feeder(won: Won) -> list[Share] | None:
    """Three awards from the player whose discard became the gong; None when there was no such player."""
    hand = won.hand
    if hand is None or not hand.melds or hand.flags & AFTER_KONG != REPLACEMENT:
        return None
    last = hand.record["melds"][-1]
    feeder = WIND_INDEX_OR_NONE[last.get("from")]
    if last["kind"] != "kong" or last.get("added") or last.get("concealed") or feeder is None:
        return None
    return [Share(feeder, 3 * won.base, "line.gong-feeder")]


def liable(won: Won) -> list[Share] | None:
    """What the liable players pay; None when nobody is liable. A robbed gong is not a discard."""
    hand, items = won.hand, won.items or {}
    if hand is None or won.source == ROBBED_KONG:
        return None
    fed = hand.shown == 4 and any(name in items for name in FED_HANDS)
    if won.discarder is None:
        feeder = fourth_set_feeder(hand) if fed else None
        return None if feeder is None else [Share(feeder, 3 * won.base, "line.liable-feeder")]
    if fed:
        return _fed_fourth_set(won, hand, won.discarder)
    return _twice(won, won.discarder) if dangerous(hand, items) else None


def fourth_set_feeder(hand: Hand) -> WindIndex | None:
    """Who fed the last of the shown sets, when the record says so."""
    shown = [raw for raw, meld in zip(hand.record["melds"], hand.melds, strict=True) if meld.shown]
    return WIND_INDEX_OR_NONE[shown[-1].get("from")]


def _fed_fourth_set(won: Won, hand: Hand, discarder: WindIndex) -> list[Share] | None:
    """Case f: the feeder of the fourth set is liable, together with the discarder when that is another player."""
    feeder = fourth_set_feeder(hand)
    if feeder is None:
        return _twice(won, discarder) if hand.flags & LATE_FRESH_DISCARD else None
    if feeder == discarder:
        return [Share(feeder, 2 * won.base, "line.liable-feeder")]
    return [Share(feeder, won.base, "line.liable-feeder"), Share(discarder, won.base, "line.liable")]


def _twice(won: Won, discarder: WindIndex) -> list[Share]:
    return [Share(discarder, 2 * won.base, "line.liable")]


def dangerous(hand: Hand, items: Mapping[str, int]) -> bool:
    """Cases a to e and g: the discard that won should not have been thrown. Case h frees a forced discarder."""
    three_shown = hand.shown == 3 and any(name in items for name in FED_HANDS)
    if three_shown and "pure-one-suit" in items and hand.flags & FORCED_DISCARD:
        return False
    return (
        three_shown
        or hand.flags & LATE_FRESH_DISCARD != 0
        or ("grand-three-chiefs" in items and hand.winning in DRAGONS and shown_triplets(hand, DRAGONS) == 2)
        or ("grand-four-happiness" in items and hand.winning in WINDS and shown_triplets(hand, WINDS) == 3)
    )


def shown_triplets(hand: Hand, of: Container[int]) -> int:
    """Pungs and kongs of these tiles that lie open."""
    return sum(kind_of(code) in (PUNG_SHOWN, KONG_SHOWN) and code % KINDS in of for code in hand.meld_sets)
