"""Payment schemes: who pays the winner how many times the base, and the key of the sentence that says why."""

from __future__ import annotations

from collections.abc import Sequence

from controller.rules.hand.record import ROBBED_KONG, SELF_DRAW
from controller.rules.paid import Share
from controller.rules.seats import EAST, WIND_INDEXES, WindIndex
from controller.rules.sheet.ruleset import Pay, Won


def role(won: Won, payer: WindIndex) -> str:
    """The sentence for one payer of a win."""
    if won.source == SELF_DRAW:
        return "line.self-draw"
    if payer != won.discarder:
        return "line.other"
    return "line.robbed" if won.source == ROBBED_KONG else "line.discarder"


def everybody(won: Won, amount: int, key: str, players: int = 4) -> list[Share]:
    """The same amount from every loser."""
    return [Share(payer, amount, key) for payer in WIND_INDEXES[:players] if payer != won.winner]


def dealer_and_discarder(
    *,
    self_draw: int,
    dealer_wins: int,
    dealer_loses: int,
    only_discarder: bool = False,
    flat_limit: bool = True,
    players: int = 4,
) -> Pay:
    """All losers pay; factors for a self-draw, for a winning and for a losing dealer; the discarder doubles.

    ``only_discarder`` frees the others on a discard. ``flat_limit``: limit hands are paid without any factor.
    """

    def times(won: Won, payer: WindIndex) -> tuple[WindIndex, int, str]:
        """A payer, how many times the base he pays, and why."""
        factor, key = 1, role(won, payer)
        if payer == won.discarder:
            factor = 2
        elif won.source == SELF_DRAW:
            factor = self_draw
        elif only_discarder:
            factor = 0
        dealer = dealer_wins if won.winner == EAST else dealer_loses if payer == EAST else 1
        key += ("-doubled" if factor > 1 else "") + ("-dealer" if dealer > 1 else "")
        return payer, factor * dealer, key

    known: dict[tuple[WindIndex, WindIndex | None, str], list[tuple[WindIndex, int, str]]] = {}

    def pay(won: Won) -> Sequence[Share]:
        if flat_limit and won.limit_hand:
            return everybody(won, won.base, "line.limit", players)
        win = won.winner, won.discarder, won.source
        if win not in known:
            known[win] = [times(won, payer) for payer in WIND_INDEXES[:players] if payer != won.winner]
        return [Share(payer, won.base * factor, key) for payer, factor, key in known[win]]

    return pay
