"""What a win pays: the one value that leaves the engine. The result of a record, its explanation and the settlement of
a hand are views of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from controller.rules.hand.record import Source
from controller.rules.seats import WindIndex

Net = tuple[int, int, int, int]
"""Points that move, by wind from East."""


class Share:
    """What one payer gives to the winner. ``key`` names the sentence with the reason."""

    __slots__ = ("amount", "key", "payer")

    def __init__(self, payer: WindIndex, amount: int, key: str) -> None:
        self.payer, self.amount, self.key = payer, amount, key

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Share):
            return NotImplemented
        return (self.payer, self.amount, self.key) == (other.payer, other.amount, other.key)

    def __hash__(self) -> int:
        return hash((self.payer, self.amount, self.key))

    def __repr__(self) -> str:
        return f"Share({self.payer}, {self.amount}, {self.key!r})"


class Between(NamedTuple):
    """What one loser gives to another. ``key`` names the sentence with the reason."""

    payer: WindIndex
    payee: WindIndex
    amount: int
    key: str


NOBODY: Final[Mapping[WindIndex, int]] = MappingProxyType({})


class Paid:
    """The money of one win.

    ``shares`` are those of the hand alone; ``extra_shares`` what the extra hands add that a scoring record names;
    ``between``: what the losers pay each other where their hands count too; ``net`` is the sum of all three.
    ``tally``: what the win adds to the winner's tally, or the chips that each payer gives, where a match counts them.
    ``losers``: what the hands of those count who have not won, in games that pay for them.
    """

    __slots__ = (
        "_by_wind", "between", "discarder", "extra_shares", "losers", "net", "shares", "source", "tally", "winner",
    )  # fmt: skip

    _by_wind: dict[str, int] | None

    def __init__(
        self,
        winner: WindIndex,
        source: Source,
        discarder: WindIndex | None,
        shares: Sequence[Share],
        net: Net,
        extra_shares: Sequence[Share] = (),
        tally: int = 0,
        between: Sequence[Between] = (),
        losers: Mapping[WindIndex, int] = NOBODY,
    ) -> None:
        self.winner, self.source, self.discarder = winner, source, discarder
        self.shares, self.net, self.extra_shares, self.tally = shares, net, extra_shares, tally
        self.between, self.losers = between, losers
        self._by_wind = None

    def by_wind(self) -> dict[str, int]:
        """``net`` as a result says it; each result has its own, copied because many hands pay alike."""
        written = self._by_wind
        if written is None:
            east, south, west, north = self.net
            written = self._by_wind = {"E": east, "S": south, "W": west, "N": north}
        return written.copy()

    def but(
        self,
        *,
        shares: Sequence[Share] | None = None,
        tally: int | None = None,
        between: Sequence[Between] | None = None,
        losers: Mapping[WindIndex, int] | None = None,
    ) -> Paid:
        """The same with these values, and the ``net`` that comes of them."""
        same = shares is None and between is None
        shares = self.shares if shares is None else shares
        between = self.between if between is None else between
        return Paid(
            self.winner,
            self.source,
            self.discarder,
            shares,
            self.net if same else net_of(self.winner, (*shares, *self.extra_shares), between),
            self.extra_shares,
            self.tally if tally is None else tally,
            between,
            self.losers if losers is None else losers,
        )


class WinWorth(NamedTuple):
    """What one win counted. ``base`` is the amount that payments multiply, ``level`` the name of the worth, empty for
    none. ``limit`` stands for the total in words, so it is false in games that name none (``Asks.limit``). ``items``
    are there when tiles were given."""

    base: int
    total: int
    limit: bool
    items: Mapping[str, int]
    fu: int | None = None
    level: str = ""


class PaidWin(NamedTuple):
    """A win as it leaves the engine: what it counted and what it pays."""

    worth: WinWorth
    paid: Paid


class Scored(NamedTuple):
    """A scoring record as the engine read it: the public result, and of a legal hand the win."""

    result: dict[str, Any]
    win: PaidWin | None


def net_of(winner: WindIndex, shares: Iterable[Share], between: Iterable[Between] = ()) -> Net:
    net, won = [0, 0, 0, 0], 0
    for share in shares:
        net[share.payer] -= share.amount
        won += share.amount
    net[winner] += won
    for loser, payee, amount, _ in between:
        net[loser] -= amount
        net[payee] += amount
    return net[0], net[1], net[2], net[3]
