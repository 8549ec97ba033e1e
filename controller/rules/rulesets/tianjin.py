"""Tianjin: seven tiles are wild, wins come from the wall alone, and few patterns double. Decisions:
docs/rulesets/tianjin.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from controller.rules.entry import SITUATIONS, Asks, Declaration
from controller.rules.errors import RecordError
from controller.rules.game import DicePlan, End, MatchPosition, QuickWin, WallPlan
from controller.rules.hand.completions import completion
from controller.rules.hand.facts import check_own_draw
from controller.rules.hand.gold import FilledHand
from controller.rules.hand.reading import STANDARD, Reading, standard
from controller.rules.hand.record import AFTER_KONG, EARTHLY, HEAVENLY, NO_WIN, SELF_DRAW, Hand, WildTiles
from controller.rules.hand.sets import CHOW, CHOWS, KONG, PAIR, TALLY, kind_of, words_of_sets
from controller.rules.hand.tile_set import FOLLOWING, FULL_COPIES, PLAYING_KINDS, TileSet, Wild
from controller.rules.hand.tiles import DRAGONS, KINDS, Words, count_in
from controller.rules.hand.words import less, lowest_in, minus, number_in_suit, ranks_in
from controller.rules.instants import score_event
from controller.rules.paid import Share
from controller.rules.seats import EAST, WIND_INDEX, WIND_INDEXES, Seat
from controller.rules.settlement import Settling, wind_of
from controller.rules.sheet import evidence as by
from controller.rules.sheet import patterns as has
from controller.rules.sheet.options import Option, choice, flag, number
from controller.rules.sheet.ruleset import (
    Bound,
    Found,
    InstantRule,
    Item,
    Judge,
    Options,
    Pay,
    PenaltyRule,
    PlayedItems,
    Progression,
    ReadingWorth,
    Ruleset,
    Step,
    Won,
    find,
    find_more,
    same_for_all,
)

WHITE, GREEN, RED = DRAGONS
POINTED: Final[Mapping[int, int]] = {**FOLLOWING, RED: GREEN, GREEN: WHITE, WHITE: RED}
"""The kind that is wild beside that of the indicator; of the dragons red, green, white in a circle."""
FIVE: Final = 4
"""The 5 of characters."""
CATCH: Final = CHOW + FIVE - 1
NOT_SAID: Final = -1
"""For the set that took the tile drawn where nothing asks for it."""
STRAIGHTS: Final = (0, 9, 18)
"""The first tile of each suit."""
SUIT_OF: Final[Mapping[int | None, int]] = {first + rank: first for first in STRAIGHTS for rank in range(9)}
RUNS: Final = tuple(range(0, 9, 3))
SETS: Final = 4
FALSE_WIN: Final = 4
POINTS, DOUBLES = "points", "doubles"
RAISES: Final = "raises"
MOST_RAISES: Final = 3
"""Of one player against the dealer; the dealer himself raises once."""
RAISED: Final = tuple(f"raised-{times}" for times in range(1, MOST_RAISES + 1))
Raises = tuple[int, int, int, int]
NO_RAISES: Final[Raises] = (0, 0, 0, 0)


class AtTable:
    """What is known beside the tiles (``Hand.own``). ``held``: wild tiles are among those of the hand and its melds;
    ``five``: a 5 of characters was drawn that is not wild; ``suit``: the first tile of the indicator's suit, None for
    an honor or none; ``waited``: in this reading the tile drawn makes a pair with a wild one; ``raises`` by wind."""

    __slots__ = ("five", "held", "raises", "suit", "waited")

    def __init__(
        self,
        held: bool = False,
        five: bool = False,
        suit: int | None = None,
        waited: bool = False,
        raises: Raises = NO_RAISES,
    ) -> None:
        self.held, self.five, self.suit = held, five, suit
        self.waited, self.raises = waited, raises


AT_REST: Final = AtTable()


# the record


def read_raises(value: Any, played: bool) -> Raises:
    """Raises RecordError."""
    if value is None:
        return NO_RAISES
    if not isinstance(value, Mapping):
        raise RecordError(RAISES, "is an object of numbers by seat wind")
    found = list(NO_RAISES)
    for wind, times in value.items():
        if wind not in WIND_INDEX:
            raise RecordError(RAISES, f"{wind!r} is not one of {', '.join(WIND_INDEX)}")
        most = 1 if WIND_INDEX[wind] == EAST else MOST_RAISES
        if type(times) is not int or not 0 <= times <= most:
            raise RecordError(f"{RAISES}.{wind}", f"{times!r} is not a whole number from 0 to {most}")
        found[WIND_INDEX[wind]] = times
    if any(found) and not played:
        raise RecordError(RAISES, "nobody raises in this game", "set the option raises")
    return found[0], found[1], found[2], found[3]


def check_with(options: Options, tiles: TileSet) -> Any:
    """Notes in ``Hand.own`` what the record says beside the tiles. Raises RecordError."""
    raised = options["raises"]

    def check(hand: Hand) -> None:
        check_own_draw(hand)
        turned = hand.turned
        wild = tiles.wild_by(turned)
        five = hand.winning == FIVE and FIVE not in wild
        raises = read_raises(hand.record.get(RAISES), raised)
        held = False
        for kind in wild:
            if count_in(hand.every, kind):
                held = True
        hand.own = AtTable(held, five, SUIT_OF.get(turned), raises=raises)

    return check


def refuses_with(tiles: TileSet) -> Any:
    def refuses(hand: Hand) -> str:
        """Wins on other players' tiles, declared chows, and wild tiles in a set other than a concealed kong of them."""
        if hand.by_other or -1 in hand.meld_sets or hand.meld_digits >> CHOWS & 7:
            return NO_WIN
        wild = tiles.wild_by(hand.turned)
        strange = any(code % KINDS in wild and kind_of(code) != KONG for code in hand.meld_sets)
        return NO_WIN if strange else ""

    return refuses


# winning form


def sets_and_pair(hand: Hand, every_way: bool) -> list[Reading]:
    """Four sets and a pair; with wild tiles, one way for each straight and each thing that the tile drawn can do."""
    del every_way
    if hand.wild is None:
        return standard(hand, True)
    if hand.winning >= KINDS:
        return []
    wild, real = hand.wild, hand.hidden
    for tile in wild.held:
        real = less(real, tile, 1)
    return [reading for first in (None, *STRAIGHTS) for reading in _with_wild(hand, real, wild, first)]


def _with_wild(hand: Hand, real: Words, wild: WildTiles, first: int | None) -> list[Reading]:
    """``real``: concealed tiles that are not wild. ``first``: the first tile of the suit of a straight, None for any
    sets. The tile drawn pairs with a wild one, or stands anywhere, or between a 4 and a 6 of characters."""
    number, win = len(wild.held), hand.winning
    found: list[Reading] = []
    left, spare = (real, number - 2) if wild.winning else (less(real, win, 1), number - 1)
    rest = _completed(left, spare, first, pair=False)
    if rest is not None:
        found.append(_reading(hand, real, rest.sets, win, waited=True))
    rest = _completed(real, number, first, pair=True)
    if rest is not None:  # a straight of characters has the 5 drawn in its 4 5 6
        found.append(_reading(hand, real, rest.sets, rest.pair, CATCH if first == 0 else NOT_SAID))
    caught = _without(less(real, FIVE, 1), number, (FIVE - 1, FIVE + 1)) if hand.own.five else None
    rest = None if caught is None else _completed(caught[0], caught[1], first, pair=True)
    if rest is not None:
        found.append(_reading(hand, real, (CATCH, *rest.sets), rest.pair, CATCH))
    return found


def _completed(real: Words, wild: int, first: int | None, *, pair: bool) -> FilledHand | None:
    """Sets with a straight among them, and a pair if asked. In the straight a real tile goes before a wild one, which
    could stand for it elsewhere."""
    if wild < 0:
        return None
    if first is None:
        return completion(real, wild, pair=pair)
    words, suit = list(real), first // 9
    ranks = ranks_in(words[suit])
    left = wild - 9 + number_in_suit(ranks)
    if left < 0:
        return None
    words[suit] -= ranks
    m, p, s, z = words
    rest = completion((m, p, s, z), left, pair=pair)
    if rest is None:
        return None
    return FilledHand(tuple([CHOW + first + at for at in RUNS]) + rest.sets, rest.stood_for, rest.pair)


def _without(real: Words, wild: int, tiles: Iterable[int]) -> tuple[Words, int] | None:
    """What is left of real and of wild tiles when one of each of these is taken away; None where they do not reach."""
    for tile in tiles:
        if count_in(real, tile):
            real = less(real, tile, 1)
        else:
            wild -= 1
    return None if wild < 0 else (real, wild)


def _reading(
    hand: Hand, real: Words, sets: tuple[int, ...], pair: int, taken: int = NOT_SAID, *, waited: bool = False
) -> Reading:
    hidden = words_of_sets(sets, pair)
    stood_for = minus(hidden, real)
    as_wild = hand.wild is not None and hand.wild.winning
    winning = lowest_in(stood_for) if as_wild and not waited else hand.winning
    read_as = hand.read_as(hidden, winning, stood_for)
    own: AtTable = hand.own
    read_as.own = AtTable(own.held, own.five, own.suit, waited, own.raises)
    tally = sum([TALLY[code] for code in sets]) + TALLY[PAIR + pair] + hand.meld_tally
    return Reading(read_as, STANDARD, sets + hand.meld_sets, pair, taken, tally)


# items


def catch_five(reading: Reading) -> int:
    """The real 5 of characters, drawn, stands in the chow that it completes."""
    return reading.taken == CATCH and reading.hand.own.five


def own_straight(reading: Reading) -> int:
    first = reading.hand.own.suit
    return first is not None and all(reading.chows_at(first + at) for at in RUNS)


def wild_wait(reading: Reading) -> int:
    waited: bool = reading.hand.own.waited
    return waited


def no_wild(hand: Hand) -> int:
    return not hand.own.held


def neither(found: Found) -> int:
    return not found


def doubled(id: str, value: int, test: Any, **more: Any) -> Item:
    return Item(id, DOUBLES, value, test, **more)


HEAVEN: Final = {"heavenly-earthly": True}
ITEMS = (
    Item("catch-five", POINTS, 3, catch_five, earned=by.taken_set),
    Item("straight", POINTS, 4, has.straight, same_as="pure-straight", earned=by.straight),
    Item("plain", POINTS, 1, neither, on="found", earned=by.nothing),
    doubled("no-wild", 1, no_wild, on="hand", earned=by.nothing),
    doubled("wild-wait", 1, wild_wait, earned=by.pair),
    doubled("own-straight", 1, own_straight, earned=by.straight),
    doubled("kong-replacement", 1, has.flagged(AFTER_KONG), same_as="out-with-replacement-tile", on="hand",
            earned=by.winning_tile),
    doubled("heavenly-hand", 2, has.flagged(HEAVENLY), on="hand", when=HEAVEN),
    doubled("earthly-hand", 2, has.flagged(EARTHLY), on="hand", when=HEAVEN),
)  # fmt: skip

EVENTS: Final = ("claimed-kong", "added-kong", "concealed-kong", "wild-kong", "four-equal")
WORTH: Final = (0, 1_000)
OPTIONS = (
    choice("wilds", 7, (4,)),
    choice("min-points", 2, (1,)),
    number("max-points", 0, (0, 1_000_000)),
    flag("east-doubles", True),
    flag("raises", False),
    flag("heavenly-earthly", False),
    Option("instant-events", EVENTS, members=EVENTS),
    number("wild-kong", 8, WORTH),
    number("four-equal", 1, WORTH),
    choice("next-dealer", "winner-stays", ("rotate",)),
    number("hands", 16, (1, 100)),
)
TOTALS: Final = (1, 2, 3, 4, 6, 7, 8, 14, 16, 28, 32)
"""Of hands without heavenly and earthly, to choose from."""


# points and doublings


def judge_with(options: Options, played: PlayedItems) -> Judge:
    points, doubles = played.group(POINTS), played.group(DOUBLES)
    most = options["max-points"]

    def verdicts(hand: Hand, readings: Sequence[Reading]) -> list[ReadingWorth]:
        of_hand, twice_of_hand = find(points.on_hand, hand), find(doubles.on_hand, hand)
        worths: list[ReadingWorth] = []
        for reading in readings:
            found = find_more(of_hand.copy(), points.on_reading, reading)
            found.update(find(points.on_found, found))
            twice = find_more(twice_of_hand.copy(), doubles.on_reading, reading)
            raw, times = sum(found.values()), sum(twice.values())
            full = raw << times
            total = min(full, most) if most else full
            more = {"points": raw, "doubles": times}
            found.update(twice)
            limit = 0 < most < full
            worths.append(ReadingWorth((full, raw), full, reading, found, total, total, limit, more=more))
        return worths

    return verdicts


def conversion(verdict: ReadingWorth) -> list[Step]:
    figures = dict(verdict.more or {})
    full = figures["points"] << figures["doubles"]
    doubling = {"point": figures["points"], "doubles": figures["doubles"], "base": full}
    lines: list[Step] = [("conversion.points", figures), ("conversion.doubled", doubling)]
    return [*lines, ("conversion.limited", {"points": verdict.total})] if full > verdict.total else lines


def pay_with(options: Options) -> Pay:
    """All three pay; between the dealer and another player doubled, and once more for every raise of either."""
    dealer_doubles = options["east-doubles"]

    def share(won: Won, payer: int) -> Share:
        if EAST not in (won.winner, payer):
            return Share(WIND_INDEXES[payer], won.base, "line.self-draw")
        other = payer if won.winner == EAST else won.winner
        known: AtTable = won.own or AT_REST
        raises = known.raises[EAST] + known.raises[other]
        key = f"line.self-draw{'-dealer' * dealer_doubles}{'-raised' * bool(raises)}"
        return Share(WIND_INDEXES[payer], won.base << dealer_doubles + raises, key)

    return lambda won: [share(won, payer) for payer in WIND_INDEXES if payer != won.winner]


def instants(options: Options) -> tuple[InstantRule, ...]:
    rules = (
        InstantRule("claimed-kong", 0, feeder=1, tile=True, most=SETS),
        InstantRule("added-kong", 1, tile=True, most=SETS),
        InstantRule("concealed-kong", 2, tile=True, most=SETS),
        InstantRule("wild-kong", options["wild-kong"], alone=True),
        InstantRule("four-equal", options["four-equal"], pays=True, of_dealer=True, most=1),
    )
    return tuple(rule for rule in rules if rule.id in options["instant-events"] and rule.points)


def bind(options: Options, played: PlayedItems) -> Bound:
    tiles = TILES[options["wilds"]]
    most = options["max-points"]
    return Bound(
        forms=(sets_and_pair,),
        judge=judge_with(options, played),
        pay=pay_with(options),
        base_of=lambda win: min(win.total, most) if most else win.total,
        minimum=options["min-points"],
        convert=conversion,
        refuses=refuses_with(tiles),
        check=check_with(options, tiles),
        instants=instants(options),
    )


class TianjinSettling(Settling):
    """Who has raised is said of the hand, whether or not the tiles of the winner are entered."""

    def won_quick(self, position: MatchPosition, win: QuickWin) -> Won:
        raises = self._raises(position, win.declared)
        return super().won_quick(position, win).but(own=AtTable(raises=raises))

    def record_facts(self, position: MatchPosition, end: End, winner: Seat) -> Mapping[str, Any]:
        del winner
        raises = self._raises(position, end.declared)
        return {RAISES: {wind: raises[index] for wind, index in WIND_INDEX.items() if raises[index]}}

    def _raises(self, position: MatchPosition, declared: Mapping[str, Sequence[Seat]]) -> Raises:
        """Raises RecordError for a player who is named twice, and for a dealer who has raised more than once."""
        found = list(NO_RAISES)
        for times, name in enumerate(RAISED, 1):
            for seat in declared.get(name, ()):
                wind = wind_of(self.plan, position, seat)
                if found[wind]:
                    raise RecordError(name, f"seat {seat} is named with another number as well", "name him once")
                if wind == EAST and times > 1:
                    raise RecordError(name, "the dealer raises once", "name him with one raise")
                found[wind] = times
        return found[0], found[1], found[2], found[3]


# table, match, penalties


def tile_set_with(shown: Any) -> TileSet:
    return TileSet(
        dict.fromkeys(PLAYING_KINDS, FULL_COPIES), wild=Wild(shown=shown, pointed=POINTED, stands_for=PLAYING_KINDS)
    )


TILES: Final = {7: tile_set_with("same-and-next"), 4: tile_set_with("next")}


def progression(options: Options) -> Progression:
    stays = options["next-dealer"] == "winner-stays"
    return Progression(hands=options["hands"], keeps_on_win=stays, keeps_on_draw=stays)


def asks(options: Options, plain: Asks) -> Asks:
    """Wins are drawn; no chow is declared; raises are asked for where they count."""
    moments = ("replacement", *(("heavenly", "earthly") if options["heavenly-earthly"] else ()))
    situations = tuple(row._replace(sources=(SELF_DRAW,)) for row in SITUATIONS if row.id in moments)
    declared = tuple(Declaration(name, ("win",), always=True) for name in RAISED) if options["raises"] else ()
    return replace(
        plain,
        sources=(SELF_DRAW,),
        declared=declared,
        situations=situations,
        presets=tuple(total for total in TOTALS if total >= options["min-points"]),
        limit="",
        chows=False,
    )


RULESET = Ruleset(
    id="tianjin",
    unit="points",
    options=OPTIONS,
    items=ITEMS,
    bind=bind,
    tiles=lambda options: TILES[options["wilds"]],
    wall=lambda _, tiles: WallPlan.of(tiles, counted="second", turned=True),
    dice=lambda _: DicePlan(2, throws=2),
    progression=progression,
    penalties=lambda _: (PenaltyRule("false-win", "pays", same_for_all(FALSE_WIN)),),
    asks=asks,
    fields=frozenset({RAISES}),
    settling=TianjinSettling,
    scores_instants=score_event(EVENTS),
)
