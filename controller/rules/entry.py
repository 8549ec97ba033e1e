"""What the result of a hand has to say in a game: the data from which an entry form is made and by which it is checked.

Nothing here names a game. A ruleset starts from what its options and items say anyway and adds what is its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Final, NamedTuple

from controller.rules.hand.record import DISCARD, ROBBED_KONG, SELF_DRAW
from controller.rules.hand.tile_set import WITH_FLOWERS, TileSet, tiles_from
from controller.rules.hand.tiles import KINDS, NAMES

ANY_SOURCE: Final = (SELF_DRAW, DISCARD, ROBBED_KONG)
MOST_PRESETS: Final = 13


class FlagField(NamedTuple):
    """A flag of the scoring record that may be true of a win. ``dealer``: only the dealer can have it, or never he.
    ``from_dealer``: on a discard, only on his. ``concealed``: only where nothing was claimed. ``kongs``: the winner has
    made so many (or set tiles aside that are replaced like them). ``without``: flags that cannot be true beside it.
    """

    id: str
    sources: tuple[str, ...]
    dealer: bool | None = None
    from_dealer: bool = False
    concealed: bool = False
    kongs: int = 0
    without: tuple[str, ...] = ()


class Level(NamedTuple):
    """A named worth: reached with that total and fu."""

    total: int
    fu: int
    id: str


class Declaration(NamedTuple):
    """What players may have declared or shown in a hand: a list of seats in its result.

    ``after``: the ends of a hand (win, draw, abort) with which it may be named; a void hand names nothing. ``flags``:
    those of a winner's scoring record that say the same of him, the usual one first. ``ready``: whoever declared it
    shows a ready hand at a draw, where ready hands are named. ``stake``: points that he lays on the table when he
    declares it; such a declaration is also made while the hand is played (``match.declared``). ``always``: every such
    end depends on it, so that the form shows it even where nobody did. ``quick``: it is named of wins without tiles
    alone, since the record of a hand says it otherwise.
    """

    id: str
    after: tuple[str, ...]
    flags: tuple[str, ...] = ()
    ready: bool = False
    stake: int = 0
    always: bool = False
    quick: bool = False


class CountField(NamedTuple):
    """A field of the scoring record that is a number: how many of a tile a winner has laid aside; without a tile, of
    something else (``least`` when nothing is said). ``flags``: asked only of a winner with one of them (none named:
    always)."""

    id: str
    most: int
    tile: str = ""
    least: int = 0
    flags: tuple[str, ...] = ()


class InstantField(NamedTuple):
    """Something that is paid at once while a hand is played. ``feeder``: another player fed it, who is named. ``tile``:
    it is four equal tiles, of which nobody has two in a hand. ``flags``: what may be true of it and changes what it
    pays. ``dealer``: only the dealer has it. ``most``: how often a player has it in a hand (0: any number of times).
    ``alone``: one player of a hand has it at most.
    """

    id: str
    feeder: bool = False
    tile: bool = False
    flags: tuple[str, ...] = ()
    dealer: bool = False
    most: int = 0
    alone: bool = False


class CardLine(NamedTuple):
    """A line of the card that a hand is won by. ``text``: its groups as people write them; ``doubled``: worth twice its
    value without jokers."""

    id: str
    text: str
    value: int
    doubled: bool


CIRCLE: Final = "circle"
EACH: Final = "each"
"""How bonus tiles are replaced after the deal."""
RIGHT: Final = "right"
ACROSS: Final = "across"
LEFT: Final = "left"
BY_DIE: Final = "die"
VOTE: Final = "vote"
AFTER_DRAW: Final = "draw"
"""Tiles are passed in the hand after a drawn one alone, in which no chows are claimed."""


class Pass(NamedTuple):
    """Tiles that all players pass at the same time, after the deal and before the first discard.

    ``to``: to the player on the right, opposite or on the left; ``die``: as one die says that the players throw, 1 and
    2 to the right, 3 and 4 opposite, 5 and 6 to the left. ``one_suit``: the tiles are of one suit. ``tiles``: how many
    of each; with ``courtesy`` as many as two players opposite agree on, none at least. ``blind``: who wishes passes on
    tiles that come to him, unseen. ``second``: ``vote`` where every player may stop this and the following passes of
    that sort before the first of them, ``always`` where nobody may; empty for passes that are always made. ``seconds``:
    time for it, 0 for any.
    """

    to: str
    tiles: int = 3
    blind: bool = False
    second: str = ""
    courtesy: bool = False
    seconds: int = 0
    one_suit: bool = False


class RowField(NamedTuple):
    """A field of the scoring record with tiles that lie turned on the table, in the order of turning. ``flags``: asked
    only of a winner with one of them (none named: always). ``under``: the row under whose tiles these lie, so that they
    are never more. ``apart``: one of them may be a tile of the hand, so that they are no further copies."""

    id: str
    most: int
    flags: tuple[str, ...] = ()
    under: str = ""
    apart: bool = False


SITUATIONS: Final = (
    FlagField("last-tile", (SELF_DRAW,)),
    FlagField("last-discard", (DISCARD,)),
    FlagField("replacement", (SELF_DRAW,), kongs=1),
    FlagField("double-replacement", (SELF_DRAW,), kongs=2),
    FlagField("flower-replacement", (SELF_DRAW,)),
    FlagField("heavenly", (SELF_DRAW,), True, concealed=True),
    FlagField("earthly", (SELF_DRAW, DISCARD), False, from_dealer=True, concealed=True),
)


def on_dealers_discard(situations: Iterable[FlagField]) -> tuple[FlagField, ...]:
    """The situations of a game in which an earthly hand is won on the dealer's first discard alone."""
    return tuple(row._replace(sources=(DISCARD,)) if row.id == "earthly" else row for row in situations)


@dataclass(frozen=True)
class Asks:
    """What a result says beyond winner, source and discarder.

    Any hand: what is ``declared``. A hand without a winner: ``ready`` hands, and the reasons of an ``abort`` (a void
    hand needs none). A quick win: ``least`` total, ``presets`` to choose from, ``fu`` to choose from below a total of
    ``fu_below``, ``levels`` from the highest, the name of a ``limit`` (empty: none is entered) with the totals that
    stand for it, and whether somebody may be ``liable`` (``liable_limit``: for a limit hand alone); ``liable_quick``:
    the sources with which that is asked of every quick win, whatever it counts, and of none with tiles. A win with
    tiles: ``situations``, the ``tiles`` that the hand is made of, numbers (``counts``) and tiles turned (``rows``),
    whether melds say from whom they are (``origins``) and may be ``chows``. ``counters``: drawn hands are counted for
    the next winner; ``counted_in``: the field of a record that says how many (empty: no score depends on it), and
    ``streak_in`` the one for the hands that the dealer has dealt in a row. ``pot``:
    what else lies on the table for a winner (names of ``game.Pot``). ``sources``: how a hand can be won at all.
    ``bonus_wins``: the sources with which the last bonus tile wins, whatever the rest of the hand is.
    ``seen``: what bars a win on a discard (fields of ``locks.Seen``). ``hands``: of the whole match (0: rounds).
    ``chips``: a win may earn some beside the points, and they are counted by seat.
    ``yakitori``: who has won nothing in the whole match pays at its end.
    ``one_winner``: of several who call one tile one wins.
    ``losers``: the hands of those who have not won count too, by their tiles or by what they count; ``loser_flags``:
    what may be special about one of them.

    While a hand is played: what is paid at once (``instants``). Before its first discard: how the players replace bonus
    tiles (``bonus_after_deal``, empty without them): from the dealer on, ``circle``, a further one waiting for the next
    circle, or ``each`` until he holds none; and what tiles are passed (``passes``; ``passes_after``: in the
    hand after a draw alone, empty for every hand). ``lines``: of the card by which
    hands are won, empty in games without one.
    """

    declared: tuple[Declaration, ...] = ()
    ready: bool = False
    abort: tuple[str, ...] = ()
    least: int = 0
    presets: tuple[int, ...] = tuple(range(1, MOST_PRESETS + 1))
    fu: tuple[int, ...] = ()
    fu_below: int = 0
    levels: tuple[Level, ...] = ()
    limit: str = "limit"
    limit_totals: tuple[int, ...] = (0,)
    liable: bool = False
    liable_limit: bool = False
    liable_quick: tuple[str, ...] = ()
    sources: tuple[str, ...] = ANY_SOURCE
    bonus_wins: tuple[str, ...] = ()
    situations: tuple[FlagField, ...] = SITUATIONS
    tiles: TileSet = WITH_FLOWERS
    counts: tuple[CountField, ...] = ()
    rows: tuple[RowField, ...] = ()
    origins: bool = False
    chows: bool = True
    counters: bool = False
    counted_in: str = ""
    streak_in: str = ""
    pot: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    hands: int = 0
    instants: tuple[InstantField, ...] = ()
    lines: tuple[CardLine, ...] = ()
    bonus_after_deal: str = ""
    passes: tuple[Pass, ...] = ()
    passes_after: str = ""
    chips: bool = False
    yakitori: bool = False
    one_winner: bool = False
    losers: bool = False
    loser_flags: tuple[str, ...] = ()

    def instant(self, id: str) -> InstantField | None:
        """What is paid at once under a name; None for a name that this game does not know."""
        return next((row for row in self.instants if row.id == id), None)

    def declaration(self, id: str) -> Declaration | None:
        """What may be declared under a name; None for a name that this game does not know."""
        return next((row for row in self.declared if row.id == id), None)

    def level(self, total: int, fu: int | None) -> str:
        """The name of a worth, empty for none."""
        return next((row.id for row in self.levels if total >= row.total and (fu or 0) >= row.fu), "")

    def needs_fu(self, total: int, limit: bool) -> bool:
        return bool(self.fu) and not limit and total < self.fu_below

    def as_json(self) -> dict[str, Any]:
        """Not to be changed: it is made once, and stands in every snapshot of a match."""
        return self._as_json

    @cached_property
    def _as_json(self) -> dict[str, Any]:
        return {part.name: _json(getattr(self, part.name)) for part in fields(self)}


def _json(value: Any) -> Any:
    """Rows of names, and lists of them, as JSON."""
    if isinstance(value, TileSet):
        return value.as_json()
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: _json(part) for name, part in value._asdict().items()}
    return [_json(part) for part in value] if isinstance(value, tuple) else value


_ROWS: Final[Mapping[str, type[Any]]] = {
    "declared": Declaration, "levels": Level, "situations": FlagField, "counts": CountField, "rows": RowField,
    "instants": InstantField, "lines": CardLine, "passes": Pass,
}  # fmt: skip


def asks_from(data: Mapping[str, Any]) -> Asks:
    """As it was recorded; what was not recorded takes its default."""
    whole = data if "tiles" in data else with_tiles_and_rows(data)
    known = {part.name for part in fields(Asks)} - {"tiles"}
    plain = {name: _row(name, value) for name, value in whole.items() if name in known}
    return Asks(**plain, tiles=tiles_from(whole["tiles"]))


def _row(name: str, value: Any) -> Any:
    if name in _ROWS:
        rows = ({part: _frozen(one) for part, one in row.items()} for row in value)
        return tuple(_ROWS[name](**row) for row in rows)
    return _frozen(value)


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def with_tiles_and_rows(data: Mapping[str, Any]) -> dict[str, Any]:
    """What was recorded before the set of tiles and the rows of a family stood in it: riichi and sanma had fields of
    their own, and of the tiles it said what the entry form needs."""
    absent, copies = data.get("absent", ()), data.get("copies", 4)
    kinds = [name for name in NAMES[:KINDS] if name not in absent]
    riichi, draw = data.get("riichi", ()), ("win", "draw", "abort")
    declared = [Declaration("riichi", draw, tuple(riichi), True)] if riichi else []
    declared += [Declaration("nagashi", ("draw",))] if data.get("nagashi") else []
    return {
        **data,
        "declared": [row._asdict() for row in declared],
        "counted_in": "honba" if riichi else "",
        "pot": ["deposits"] if riichi else [],
        "counts": [CountField("kita", data["kita"], "4z")._asdict()] if data.get("kita") else [],
        "rows": [
            row._asdict()
            for row, asked in (
                (RowField("dora_indicators", 5), "indicators"),
                (RowField("ura_indicators", 5, tuple(riichi)), "hidden"),
            )
            if data.get(asked)
        ],
        "tiles": {
            "copies": copies,
            "kinds": kinds,
            "bonus": dict.fromkeys(NAMES[KINDS : KINDS + 8], 1) if data.get("flowers", True) else {},
            "red": {"0p": 1} if data.get("red") else {},
        },
    }


def plain_asks(options: Mapping[str, Any], tiles: TileSet, least: int, unit: str) -> Asks:
    """What every ruleset begins with: drawn from its options, its set and its minimum."""
    first = max(least, 1)
    return Asks(
        least=least,
        presets=() if unit == "points" else tuple(range(first, max(first, MOST_PRESETS) + 1)),
        situations=tuple(row for row in SITUATIONS if tiles.bonus or row.id != "flower-replacement"),
        tiles=tiles,
        rows=(RowField("indicator", 1),) if tiles.wild.shown else (),
        counters=bool(options.get("goulash-carry")),
        bonus_after_deal=CIRCLE if tiles.bonus else "",
    )
