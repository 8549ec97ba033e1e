"""A ruleset as data: what a file in ``rulesets/`` fills in."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple, Protocol

from controller.rules.entry import Asks, InstantField
from controller.rules.game import DicePlan, End, Ends, Instant, MatchPosition, QuickWin, Settlement, WallPlan
from controller.rules.hand.reading import Form, Reading
from controller.rules.hand.record import Hand, Source
from controller.rules.hand.tile_set import TileSet
from controller.rules.paid import Paid, Share
from controller.rules.seats import EAST, WINDS, Seat, Wind, WindIndex, empty_chairs
from controller.rules.sheet import glance
from controller.rules.sheet.evidence import Evidence, whole_hand
from controller.rules.sheet.options import Contradiction, Option
from controller.rules.winners import NEAREST

Options = Mapping[str, Any]
Found = dict[str, int]
"""Items by id with their value."""


class Drop(NamedTuple):
    """An exclusion that was applied: the item that stays, the item that went, and what that was worth. ``why``: the
    reason where it depends on the hand (``Exclusion.why``); empty where the row of the sheet says it."""

    stays: str
    goes: str
    worth: int
    why: str = ""


Dropped = tuple[Drop, ...]
"""Exclusions applied."""


Test = glance.Test
Row = glance.Row
OWN: Final = "own-"
"""With this the ids of items begin that a house has made (``changes``)."""


def holds(when: Mapping[str, Any], options: Options) -> bool:
    """Whether every option named has the value given; a frozenset stands for any of its members."""
    return all(
        options[name] in wanted if isinstance(wanted, frozenset) else options[name] == wanted
        for name, wanted in when.items()
    )


@dataclass(frozen=True, slots=True)
class Item:
    """A scoring element: one row of the sheet and one small test.

    ``test`` gets the ``Reading`` (``on="reading"``), the ``Hand`` (``on="hand"``, looked at once for all its readings)
    or the items that the judge has found before (``on="found"``, their values by id), and answers how many times the
    item is there. ``value`` is a number or the name of the option that holds it; an item that is worth 0 is not listed.
    ``per`` names the option whose amount it is so many times.
    ``group`` is the ruleset's own division (limit, faan, bonus, ...). ``when`` names options and the values with which
    the item is played. ``earned`` picks the tiles that an explanation shows.
    ``open_value`` is the value in a hand with claimed sets where that differs, 0 for an item of concealed hands.

    The name of an item and the sentence that states its rule stand in the catalogues of words, by ``id``. ``same_as``
    is the id by which the catalogues know the same thing; ``variant`` tells rows of one id apart that mean different
    things; the row that is played by default has none.
    """

    id: str
    group: str
    value: int | str
    test: Test
    on: Literal["reading", "hand", "found"] = "reading"
    when: Mapping[str, Any] = field(default_factory=dict)
    earned: Evidence = whole_hand
    open_value: int | None = None
    same_as: str = ""
    variant: str = ""
    per: str = ""

    def played(self, options: Options) -> bool:
        return holds(self.when, options)

    def worth(self, options: Options) -> int:
        number = int(options[self.value]) if isinstance(self.value, str) else self.value
        return number * int(options[self.per]) if self.per else number


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Where ``item`` counts, ``drops`` do not, because they are contained in it (``contains``) or it stands for them
    (``replaces``). The other reasons only name what a judge of its own leaves out: that set is rewarded (``instance``),
    the hand can only be concealed (``concealed``), the sets stand together in a fan (``inside``), a set makes the same
    fan once (``identical``), a set is linked once (``once``)."""

    item: str
    drops: tuple[str, ...]
    why: Literal["contains", "replaces", "instance", "concealed", "inside", "identical", "once"] = "contains"
    when: Mapping[str, Any] = field(default_factory=dict)


class ItemGroup(NamedTuple):
    """The items of one group that are played, ready to be tested: ``(id, value, test)``."""

    on_hand: tuple[Row, ...]
    on_reading: tuple[Row, ...]
    on_found: tuple[Row, ...]


class PlayedItems:
    """The items of a ruleset with the options fixed."""

    def __init__(
        self, items: Iterable[Item], exclusions: Iterable[Exclusion], options: Options, off: Container[str] = ()
    ) -> None:
        self.items = {
            item.id: item for item in items if item.played(options) and item.worth(options) and item.id not in off
        }
        self.exclusions = tuple(rule for rule in exclusions if holds(rule.when, options))
        self._options = options
        self._excluding = frozenset(rule.item for rule in self.exclusions)

    def plays(self, item: Item) -> bool:
        """Whether this row of its id counts."""
        return item.id in self.items and item.played(self._options)

    @property
    def own(self) -> tuple[Item, ...]:
        """The items of the house itself; each of them looks at a reading."""
        return tuple(on_reading(item) for item in self.items.values() if item.id.startswith(OWN))

    def group(self, *names: str) -> ItemGroup:
        rows = [
            (item.on, (item.id, item.worth(self._options), item.test))
            for item in self.items.values()
            if item.group in names
        ]
        return ItemGroup(*(tuple(row for on, row in rows if on == wanted) for wanted in ("hand", "reading", "found")))

    def exclude(self, found: Found) -> Dropped:
        """Takes the excluded items out of ``found``."""
        dropped: Dropped = ()
        for name in found:
            if name in self._excluding:
                break
        else:
            return dropped
        for rule in self.exclusions:
            if rule.item in found:
                for name in rule.drops:
                    if name in found:
                        dropped += (Drop(rule.item, name, found.pop(name)),)
        return dropped


def on_reading(item: Item) -> Item:
    """The item with a test that looks at a reading, also where it only needs the hand."""
    test = item.test
    return replace(item, on="reading", test=lambda reading: test(reading.hand)) if item.on == "hand" else item


def find(rows: tuple[Row, ...], subject: Hand | Reading | Found) -> Found:
    """The rows that fit, by id with their value."""
    return find_more({}, rows, subject)


def find_more(found: Found, rows: tuple[Row, ...], subject: Hand | Reading | Found) -> Found:
    """The same, put to what was found before."""
    for name, value, test in rows:
        if times := test(subject):
            found[name] = value * times
    return found


ALWAYS: Final = 1 << 30
"""``Verdict.counted`` of a hand that needs no minimum."""


class ReadingWorth:
    """What one reading is worth.

    ``counted`` is what the minimum of the ruleset is compared with; of the readings that reach it the one with the
    greatest ``rank`` is scored. ``base`` is the amount that payments multiply; ``more`` goes into the result as it is.
    ``result``: one for all readings with this total and limit and these ``more``, in which the engine keeps what the
    results of them have in common, ``more`` too; None where the judge keeps no such readings.
    """

    __slots__ = (
        "base", "counted", "dropped", "items", "limit", "limit_hand", "more", "rank", "reading", "result", "total",
    )  # fmt: skip

    def __init__(
        self,
        rank: tuple[int, ...],
        counted: int,
        reading: Reading,
        items: Found,
        total: int,
        base: int,
        limit: bool,
        limit_hand: bool = False,
        more: Mapping[str, Any] | None = None,
        dropped: Dropped = (),
        result: dict[str, Any] | None = None,
    ) -> None:
        self.rank, self.counted, self.reading, self.items = rank, counted, reading, items
        self.total, self.base, self.limit, self.limit_hand = total, base, limit, limit_hand
        self.more, self.dropped, self.result = more, dropped, result

    def but(
        self,
        *,
        rank: tuple[int, ...] | None = None,
        counted: int | None = None,
        items: Found | None = None,
        total: int | None = None,
        base: int | None = None,
    ) -> ReadingWorth:
        """The same with these values."""
        return ReadingWorth(
            self.rank if rank is None else rank,
            self.counted if counted is None else counted,
            self.reading,
            self.items if items is None else items,
            self.total if total is None else total,
            self.base if base is None else base,
            self.limit,
            self.limit_hand,
            self.more,
            self.dropped,
        )

    def of(self, reading: Reading) -> ReadingWorth:
        """The same of a reading that counts alike, with items that may be changed."""
        return ReadingWorth(
            self.rank, self.counted, reading, self.items.copy(), self.total, self.base, self.limit, self.limit_hand,
            self.more, self.dropped,
        )  # fmt: skip


Judge = Callable[[Hand, Sequence[Reading]], Iterable[ReadingWorth]]


def base_and_more(result: dict[str, Any], hand: Hand, best: ReadingWorth) -> None:
    """Writes the base that payments multiply, and what the judge adds."""
    del hand
    result["base"] = best.base
    if best.more:
        result.update(best.more)


class Won:
    """A win as the payments see it; ``hand`` and ``items`` are there only when tiles were given, ``liable`` only when
    somebody said so. ``own``: what the ruleset's own check has read in the record (``Hand.own``), or its settling knows
    of a win without tiles. ``streak``: hands in a row that the dealer has dealt before this one, in games where
    payments depend on it. ``total``: what the hand counted, in the unit of the ruleset, where it is known. ``tally``:
    what it adds to the winner's tally, in games where the match keeps one."""

    __slots__ = (
        "base", "dealer", "discarder", "hand", "items", "liable", "limit_hand", "own", "source", "streak", "tally",
        "total", "winner",
    )  # fmt: skip

    def __init__(
        self,
        winner: WindIndex,
        discarder: WindIndex | None,
        source: Source,
        base: int,
        limit_hand: bool = False,
        hand: Hand | None = None,
        items: Mapping[str, int] | None = None,
        liable: WindIndex | None = None,
        streak: int = 0,
        dealer: WindIndex = EAST,
        own: Any = None,
        total: int | None = None,
        tally: int = 0,
    ) -> None:
        self.winner, self.discarder, self.source, self.base = winner, discarder, source, base
        self.limit_hand, self.hand, self.items, self.liable = limit_hand, hand, items, liable
        self.streak, self.dealer, self.own, self.total, self.tally = streak, dealer, own, total, tally

    def but(
        self,
        *,
        items: Mapping[str, int] | None = None,
        streak: int | None = None,
        dealer: WindIndex | None = None,
        own: Any = None,
        tally: int | None = None,
    ) -> Won:
        """The same with these values."""
        return Won(
            self.winner,
            self.discarder,
            self.source,
            self.base,
            self.limit_hand,
            self.hand,
            self.items if items is None else items,
            self.liable,
            self.streak if streak is None else streak,
            self.dealer if dealer is None else dealer,
            self.own if own is None else own,
            self.total,
            self.tally if tally is None else tally,
        )


Pay = Callable[[Won], Sequence[Share]]
ExtraShares = Callable[[WindIndex, WindIndex | None, Sequence[Share], int], Sequence[Share]]
"""What extra hands add to a win, given the winner, the discarder (None: from the wall), what is paid for the hand, and
the number of extra hands."""
Step = tuple[str, dict[str, Any]]
"""A line of an explanation: the key of a sentence and its arguments."""


@dataclass(frozen=True, slots=True)
class Progression:
    """How a match goes on.

    ``max_consecutive``: hands in a row with one dealer and wind, 0 for no limit. ``extra_hand_each``: what every other
    player pays the next winner for each drawn hand. ``winds``: prevailing wind of each round, one per round.
    ``paid_draw_passes``: a drawn hand in which something was paid at once passes the deal all the same.
    ``draw_adds_streak``: a draw that keeps the deal counts as a hand of the dealer in a row.
    ``draw_moves_wind``: after a drawn hand the next wind prevails; the rounds are as long as ever.
    ``winds_from``: who is East, the dealer or the owner of the wall that was broken for the hand.
    ``prevailing_from``: the prevailing wind is that of the round, or in every hand the wind of the player at whose wall
    the last stack counted for the break lies; without recorded dice that of the round.
    ``wins_per_hand``: so many players may win one after the other before the hand is over; who has won pays no more.
    ``hands``: the match is so many hands and no rounds, and each hand played has a number of its own; 0 for rounds.
    ``endless``: the match goes on until people end it, and the prevailing winds begin anew after the last one.
    ``next_dealer``: whether the deal passes to the next player in turn, or to the first winner of the hand (to their
    discarder where several win on one tile); the latter only with ``hands``. ``drawn_deals``: the declaration that then
    names who deals after a hand that nobody has won; without it the same player deals again.
    ``absent_seat``: the chair on which nobody sits. ``two_players``: the chair opposite is empty as well; who plays
    are East and West.
    """

    winds: tuple[Wind, ...] = WINDS
    keeps_on_win: bool = True
    keeps_on_draw: bool = True
    paid_draw_passes: bool = False
    max_consecutive: int = 0
    extra_hand_each: int = 0
    wind_follows_dealer: bool = False
    people: int = 4
    wins_per_hand: int = 1
    draw_adds_streak: bool = True
    draw_moves_wind: bool = False
    winds_from: Literal["dealer", "break-side"] = "dealer"
    prevailing_from: Literal["round", "break"] = "round"
    hands: int = 0
    endless: bool = False
    next_dealer: Literal["turn", "winner"] = "turn"
    drawn_deals: str = ""
    absent_seat: Seat | None = None
    two_players: bool = False

    @property
    def empty(self) -> tuple[Seat, ...]:
        """The chairs on which nobody sits."""
        return empty_chairs(self.absent_seat, two=self.two_players)


@dataclass(frozen=True, slots=True)
class PenaltyRule:
    """An offence and what it costs. ``each`` says what one other player gets, given (position, offender, receiver).

    ``settle``: at once, at the end of the match before the ranking, or from the final points after the ranking.
    """

    id: str
    effect: str
    each: Callable[[MatchPosition, Seat, Seat], int] | None = None
    pays_bank: int = 0
    settle: Literal["now", "match-end", "after-ranking"] = "now"


def same_for_all(points: int) -> Callable[[MatchPosition, Seat, Seat], int]:
    """A penalty that pays every other player the same."""
    return lambda _position, _offender, _receiver: points


@dataclass(frozen=True, slots=True)
class InstantRule:
    """Something that is paid at once while a hand is played, by players who have not won in it.

    ``each``: points of every other player. ``feeder``: those of the player who discarded the tile for it, where he pays
    otherwise than the others; None: nobody is asked who it was. ``dealer``: so many more between the dealer and
    another. ``twice``: the flag with which it pays double. ``pays``: whoever has it pays the others. The rest as in
    ``entry.InstantField``. The sentence of a payment is ``line.<id>``.
    """

    id: str
    each: int
    feeder: int | None = None
    dealer: int = 0
    twice: str = ""
    pays: bool = False
    tile: bool = False
    of_dealer: bool = False
    most: int = 0
    alone: bool = False

    @property
    def points(self) -> int:
        """What it counts: the share of one payer, of the feeder where he is named."""
        return self.feeder or self.each

    def asked(self) -> InstantField:
        flags = (self.twice,) if self.twice else ()
        return InstantField(self.id, self.feeder is not None, self.tile, flags, self.of_dealer, self.most, self.alone)


@dataclass(frozen=True, slots=True)
class Bound:
    """The functions of a ruleset with the options fixed: how a reading is judged and how a win is paid."""

    forms: tuple[Form, ...]
    judge: Judge
    pay: Pay
    base_of: Callable[[QuickWin], int]
    """The base amount of a result without tiles."""
    minimum: int
    """Least ``Verdict.counted`` of a winning hand."""
    convert: Callable[[ReadingWorth], list[Step]]
    """The conversion from items to base, line by line."""
    refuses: Callable[[Hand], str] | None = None
    """A reason why the hand is no winning hand before it is read, or an empty string."""
    check: Callable[[Hand], None] | None = None
    """What the ruleset itself asks of a record, and what it makes of its flags. Raises RecordError."""
    beside_minimum: tuple[str, ...] = ()
    """Groups of items that count once the minimum is reached, and do not help to reach it."""
    aside: Callable[[Hand], int] | None = None
    """Tiles that the winner has set aside, each of which is replaced as for a kong; None where there are none."""
    earned: Callable[[str, Reading], list[str] | None] | None = None
    """The tiles that earn an item which depends on the record or the options; None leaves it to the item."""
    pays_total: bool = False
    """Payments multiply the total of the hand, not its base."""
    pays_alike: bool = False
    """``pay`` looks at winner, discarder, source, base and limit hand alone: wins that are alike in them pay the same,
    which is worked out once."""
    extra_shares: ExtraShares | None = None
    """What extra hands add to a win; None leaves it to ``Progression.extra_hand_each``."""
    extra_hands_for_all: bool = False
    """Several winners are each paid for the extra hands, not the first in turn alone."""
    figures: Callable[[dict[str, Any], Hand, ReadingWorth], None] = base_and_more
    """Writes into a result what it says beside items, total, limit and payments."""
    figured: tuple[str, ...] = ()
    """The names of the figures, in their order, in games where they are the same in every result."""
    pot: Callable[[Hand], int] | None = None
    """What the winner takes from the table, for the explanation."""
    every_way: bool = False
    """The ruleset looks at the set that took the winning tile even when that tile came from the wall."""
    instants: tuple[InstantRule, ...] = ()
    """What is paid at once while a hand is played."""


@dataclass(frozen=True, slots=True)
class Locks:
    """What bars a claim. ``sacred_discard``: no win on a tile like an own discard until the next own draw.
    ``passed_win``: the event that lets a player who passed a winning discard win again (``passed_draw``: from the
    wall too); ``passed_triplet``: the same for claiming a tile of which a triplet was passed up. Empty where passing
    has no consequence. ``by_kind``: what bars a win bars that kind of tile alone, every own discard for the rest of
    the hand, a passed win until the next own draw. ``own_discards``: only the former of these. ``passed_ready``: who
    lets a win pass after he has declared ready wins from the wall alone in this hand. ``furiten``: the ruleset's own
    answer instead of all these, as ``(key, what ends it)``, from (game, waits, own discards, passed a win, passed one
    after riichi)."""

    sacred_discard: bool = False
    passed_win: Literal["", "own-draw", "own-discard"] = ""
    passed_draw: bool = False
    passed_triplet: Literal["", "own-discard"] = ""
    by_kind: bool = False
    own_discards: bool = False
    passed_ready: bool = False
    furiten: Callable[[Any, Iterable[str], Iterable[str], bool, bool], list[tuple[str, str]]] | None = None


class Settles(Protocol):
    """What a ruleset may settle in a way of its own; see ``settlement.Settling``."""

    def paid(self, hand: Hand, best: ReadingWorth) -> Paid: ...
    def won_quick(self, position: MatchPosition, win: QuickWin) -> Won: ...
    def paid_quick(self, won: Won) -> Paid: ...
    def record_facts(self, position: MatchPosition, end: End, winner: Seat) -> Mapping[str, Any]: ...
    def settle(self, position: MatchPosition, ends: Ends, wins: Sequence[Paid] = ()) -> Settlement: ...
    def settle_instant(self, position: MatchPosition, ends: Ends, instant: Instant) -> Settlement: ...


class LeadsMatch(Protocol):
    """How a match goes on; see ``progression.Course``."""

    def goes_on(self, ends: Ends) -> bool: ...
    def advance(self, position: MatchPosition, ends: Ends, scores: Sequence[int]) -> MatchPosition | None: ...
    def people(self, position: MatchPosition) -> tuple[int, ...]: ...
    def final(self, scores: Sequence[int], position: MatchPosition) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Everything a game is made of. ``bind`` fixes the options; the rest is data."""

    id: str
    unit: str
    options: tuple[Option, ...]
    items: tuple[Item, ...]
    bind: Callable[[Options, PlayedItems], Bound]
    tiles: Callable[[Options], TileSet]
    wall: Callable[[Options, TileSet], WallPlan]
    dice: Callable[[Options], DicePlan]
    progression: Callable[[Options], Progression]
    penalties: Callable[[Options], tuple[PenaltyRule, ...]]
    exclusions: tuple[Exclusion, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    profiles: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    unit_of: Callable[[Options], str] | None = None
    """The unit where it depends on the options; ``unit`` is then that of the defaults."""
    off: Callable[[Options], Container[str]] = lambda _: ()
    """Ids of items that the house has switched off."""
    fixed_items: bool = False
    """A house can change no item by itself: they are those of an official competition rule, or of a card."""
    of_card: Callable[[Any], tuple[Item, ...]] | None = None
    """The items of a card that a house plays by, given as data, in place of those of the ruleset; a house changes no
    other item. None where the hands stand on no card."""
    start_points: Callable[[Options], int] = lambda options: int(options.get("start-points", 0))
    pieces: tuple[int, ...] = (100, 50, 10, 5, 1)
    """Values of the pieces that such scores are usually kept with, for those who lay them on the table."""
    seating: Callable[[Options], str] = lambda options: str(options.get("seating", "dice-east-only"))
    """How seats and the first dealer are found, as the match names it (``match.commands.StartMatch``)."""
    several: str = NEAREST
    """Who wins of several on one tile (``winners.choose``), in games in which that is no option."""
    fields: frozenset[str] = frozenset()
    """Fields that only its scoring records have."""
    implies: Callable[[Mapping[str, Any]], Options] | None = None
    """The options that a scoring record implies by the tiles it holds where neither it nor a profile says them."""
    asks: Callable[[Options, Asks], Asks] = lambda _, plain: plain
    """What a result has to say, from what its options and its set say anyway."""
    locks: Callable[[Options], Locks] = lambda _: Locks()
    scores_instants: Callable[[Any, Mapping[str, Any]], dict[str, Any]] | None = None
    """The result of a record of what was paid during a hand (``event``, ``events``) instead of a win, from (game,
    record); None where there are none."""
    settling: Callable[[Options, Bound, Progression], Settles] | None = None
    """How what wins pay becomes a settlement; None for the plain way, ``settlement.Settling``."""
    course: Callable[[Options, Progression], LeadsMatch] | None = None
    """How a match goes on; None for the plain way, ``progression.Course``."""


def east_by_dice(options: Options) -> str:
    """Seating with dice where the highest throw is East and the other winds follow from the seats; otherwise as the
    option says."""
    return "dice-east-only" if options["seating"] == "dice" else str(options["seating"])
