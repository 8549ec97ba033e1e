"""What each reading of a hand is worth: yaku found once per sort of hand, dora, fu, base.

The tests of the yaku are small; what they look at is a few facts (how many sets of which sort, which chows, which
triplets and pair, the situation). What holds for such facts is found by running the tests once and kept, so that a
hand costs a handful of look-ups.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Mapping, Sequence
from typing import Final

from controller.rules.errors import OptionError, RecordError
from controller.rules.hand.fields import tile_text
from controller.rules.hand.reading import ORPHANS, STANDARD, Reading
from controller.rules.hand.record import ANY_RIICHI, Hand
from controller.rules.hand.sets import FINE, TRIPLET_AT
from controller.rules.hand.tiles import (
    ALL_GREEN,
    BITS,
    DRAGONS,
    IDS,
    IN_MAJORS,
    KINDS,
    NAMES,
    PLAYING,
    RED,
    RED_SHIFT,
    WINDS,
    names_in,
    written_as,
    written_tiles,
)
from controller.rules.rulesets.riichi import items, shapes
from controller.rules.rulesets.riichi.fu import (
    OPEN_FLAT,
    SEVEN_PAIRS,
    START,
    TSUMO,
    orphans_fu,
    pair_fu,
    raw_fu,
    wait_fu,
)
from controller.rules.rulesets.riichi.reds import reds_of
from controller.rules.rulesets.riichi.value import YAKUMAN, YAKUMAN_HAN, Worths
from controller.rules.sheet import patterns as has
from controller.rules.sheet.options import CHANGES
from controller.rules.sheet.ruleset import Found, Item, Options, PlayedItems, ReadingWorth, Test

KEPT: Final = 4_000
MOST_KEPT: Final = 2
# the part of a tally that sorts are counted in; the places of honour triplets and honour pairs
SORTS: Final = (1 << FINE[0]) - 1
HONOUR_PLACES: Final = 0x7F << 27 | 0x7F << KINDS + 27
NOT_MAJORS: Final = PLAYING & ~IN_MAJORS
NOT_GREEN: Final = PLAYING & ~ALL_GREEN
SIMPLES: Final = 1
MAJORS_ONLY: Final = 2
GREEN_ONLY: Final = 4
GATES: Final = 8
WHEELS: Final = 16
DOUBLES: Final[dict[str, tuple[str, Callable[[Reading], int]]]] = {
    "suuankou-tanki": ("suuankou", shapes.suuankou_tanki),
    "kokushi-13": ("kokushi", shapes.kokushi_13),
    "junsei-chuuren": ("chuuren", lambda reading: shapes.junsei_chuuren(reading.hand)),
    "daisuushii": ("daisuushii", has.four_winds),
}


class Facts:
    """What holds: the han of the yaku, the yaku, and the yakuman."""

    __slots__ = ("han", "yaku", "yakuman")

    def __init__(self, han: int, yaku: Found, yakuman: Found) -> None:
        self.han, self.yaku, self.yakuman = han, yaku, yakuman


NOTHING: Final = Facts(0, {}, {})


class Known:
    """Items of one group by the facts that their tests look at."""

    __slots__ = ("_known", "rows")

    def __init__(self, rows: Iterable[Item], played: PlayedItems) -> None:
        """``played``: whether an item counts and what it is worth; ``rows`` have the tests."""
        self._known: dict[Hashable, Facts] = {}
        found = [(item, played.items[item.id]) for item in rows if played.plays(item)]
        self.rows = {
            closed: [_row(item, now, closed) for item, now in found if _worth(now, closed)] for closed in (True, False)
        }

    def of(self, key: Hashable, subject: Hand | Reading, closed: bool) -> Facts:
        return self._known.get(key) or self._learn(key, subject, closed)

    def _learn(self, key: Hashable, subject: Hand | Reading, closed: bool) -> Facts:
        if len(self._known) >= KEPT:
            self._known.clear()
        found = self._known[key] = self.find(subject, closed)
        return found

    def find(self, subject: Hand | Reading, closed: bool) -> Facts:
        yaku: Found = {}
        yakuman: Found = {}
        for name, worth, is_yakuman, test in self.rows[closed]:
            if test(subject):
                (yakuman if is_yakuman else yaku)[name] = worth
        return Facts(sum(yaku.values()), yaku, yakuman) if yaku or yakuman else NOTHING


def _han(item: Item) -> int:
    assert isinstance(item.value, int), "han are numbers"
    return item.value


def _worth(item: Item, closed: bool) -> int:
    return _han(item) if closed or item.open_value is None else item.open_value


def _check_yakuman(played: PlayedItems) -> None:
    """Raises OptionError for a house that makes a yakuman worth what is no number of yakuman."""
    for item in played.items.values():
        if item.group == "yakuman" and _han(item) % YAKUMAN_HAN:
            raise OptionError(CHANGES, f"{item.id} is worth {item.value} han; yakuman are worth {YAKUMAN_HAN} or 26")


def _row(item: Item, now: Item, closed: bool) -> tuple[str, int, bool, Test]:
    return item.id, _worth(now, closed), item.group == "yakuman", item.test


class Indicated(dict[str, tuple[int, ...]]):
    """Indicators as written (``58p1z``) to the tiles that they make dora; one or two are kept. ``following``: each tile
    of the set by its name to the tile that it makes dora."""

    def __init__(self, following: Mapping[str, int]) -> None:
        super().__init__()
        self._following = following
        self._made = {written_as(name): tile for name, tile in following.items()}

    def __missing__(self, text: str) -> tuple[int, ...]:
        found = tuple([self._made[tile] for tile in written_tiles(text)])
        if len(found) <= MOST_KEPT:
            self[text] = found
        return found

    def of(self, hand: Hand, field: str) -> tuple[int, ...]:
        """The dora of a field of the record, in the order of turning. Raises RecordError."""
        text = hand.record.get(field)
        if text is None or text == "":
            return ()
        try:
            return self[text]
        except (LookupError, TypeError, RecordError):
            raise self._refused(tile_text(text, field), field) from None

    def _refused(self, text: str, field: str) -> RecordError:
        name = next(name for name in names_in(text) if name not in self._following)
        return RecordError(field, f"there is no indicator {name} in this set", tile=name)


def following(absent: Container[int]) -> dict[int, int]:
    """The tile that each indicator makes dora: the next of its suit, of the winds or of the dragons that is in the set,
    in a circle."""
    suits = (range(first, first + 9) for first in (0, 9, 18))
    rings = [[tile for tile in circle if tile not in absent] for circle in (*suits, WINDS, DRAGONS)]
    return {tile: ring[(place + 1) % len(ring)] for ring in rings for place, tile in enumerate(ring)}


class RiichiJudge:
    """See ``ruleset.Judge``."""

    def __init__(self, options: Options, played: PlayedItems) -> None:
        _check_yakuman(played)
        self.options = options
        self.worths = Worths(options)
        on_hand = self.hand_items()
        self.on_situation = Known([item for item in on_hand if item.id in items.OF_SITUATION], played)
        self.on_tiles = Known([item for item in on_hand if item.id not in items.OF_SITUATION], played)
        self.on_sorts = Known(items.ON_SORTS, played)
        self.on_chows = Known(items.ON_CHOWS, played)
        self.on_triplets = Known(self.triplet_items(), played)
        self.on_form = Known(items.ON_FORM, played)
        dora = following(self.absent())
        names = (*NAMES, *reds_of(options))
        self.indicated = Indicated({name: dora[IDS[name]] for name in names if IDS[name] in dora})
        self._own = Known(played.own, played) if played.own else None
        self._pinfu_han = _han(played.items["pinfu"]) if "pinfu" in played.items else 0
        self._dora_han = {item.id: _han(item) for item in played.items.values() if item.group == "dora"}
        self._renhou = items.RENHOU if played.plays(items.RENHOU) else None
        self._renhou_least = options["renhou"] == "mangan-min"
        self._double_wind, self._rinshan_fu = options["double-wind-pair-fu"], options["rinshan-tsumo-fu"]
        self._drawn_pinfu = START + (TSUMO if options["pinfu-tsumo-fu"] else 0)
        self._flat = OPEN_FLAT if options["open-flat-fu"] > START else 0
        self._north = options.get("north") == "yakuhai-all"
        self._no_limits = options["no-limits"]
        self._stack, self._doubled = options["yakuman-stack"], options["double-yakuman"]

    def absent(self) -> Container[int]:
        """Kinds of tiles that are not in the set."""
        return ()

    def hand_items(self) -> tuple[Item, ...]:
        return items.ON_HAND

    def triplet_items(self) -> tuple[Item, ...]:
        return items.ON_TRIPLETS

    def __call__(self, hand: Hand, readings: Sequence[Reading]) -> Iterable[ReadingWorth]:
        closed = not hand.shown
        on_hand, dora = self._of_hand(hand, closed), self.dora(hand)
        verdicts = []
        for reading in readings:
            if reading.form == STANDARD:
                verdict = self._of_sets(reading, on_hand, dora, closed)
            else:
                verdict = self._of_form(reading, on_hand, dora, closed)
            verdicts.append(verdict)
        if self._renhou and closed and self._renhou.test(hand):
            return self._with_renhou(verdicts, _han(self._renhou))
        return verdicts

    def _of_hand(self, hand: Hand, closed: bool) -> list[Facts]:
        """What holds for the hand alone: for how it was won, and for its tiles."""
        found = []
        facts = self.on_situation.of((hand.flags, hand.source, closed), hand, closed)
        if facts is not NOTHING:
            found.append(facts)
        tiles = hand.tiles & PLAYING
        sort = SIMPLES if not tiles & IN_MAJORS else MAJORS_ONLY if not tiles & NOT_MAJORS else 0
        if not tiles & NOT_GREEN:
            sort |= GREEN_ONLY
        if hand.suits in (1, 2, 4) and shapes.chuuren(hand):
            sort |= GATES
        if hand.concealed in shapes.WHEELS:
            sort |= WHEELS
        facts = self.on_tiles.of((hand.suits, sort, closed), hand, closed)
        if facts is not NOTHING:
            found.append(facts)
        return found

    def _of_sets(self, reading: Reading, on_hand: list[Facts], dora: Found, closed: bool) -> ReadingWorth:
        hand, tally = reading.hand, reading.tally
        found = on_hand.copy()
        facts = self.on_sorts.of((reading.digits & SORTS, hand.suits & shapes.HONOURS, closed), reading, closed)
        if facts is not NOTHING:
            found.append(facts)
        if reading.chows > 1 and (signs := shapes.chow_signs(tally)):
            facts = self.on_chows.of((signs, closed), reading, closed)
            if facts is not NOTHING:
                found.append(facts)
        if reading.winds or reading.dragons or reading.triplets > 2:
            key = (
                tally >> TRIPLET_AT & HONOUR_PLACES,
                shapes.sanshoku_doukou(reading),
                hand.seat_wind,
                hand.prevailing,
                closed,
            )
            facts = self.on_triplets.of(key, reading, closed)
            if facts is not NOTHING:
                found.append(facts)
        if self._own is not None:
            found.append(self._own.find(reading, closed))
        contained: Container[str] = ()
        for facts in found:
            if facts.yakuman:
                if not self._no_limits:
                    return self._yakuman(reading, found)
                found, contained = self._as_yaku(reading, found)
                break
        pair = pair_fu(reading.pair, hand.seat_wind, hand.prevailing, self._double_wind, self._north)
        pinfu = closed and self._pinfu_han > 0 and self.pinfu(reading, pair)
        raw = raw_fu(
            reading,
            pair,
            wait_fu(reading.taken, hand.winning),
            pinfu and self._drawn_pinfu,
            self._rinshan_fu,
            self._flat,
        )
        return self._counted(reading, found, pinfu and "pinfu" not in contained, dora, (raw + 9) // 10 * 10)

    def pinfu(self, reading: Reading, pair: int) -> bool:
        return shapes.pinfu(reading, pair)

    def _of_form(self, reading: Reading, on_hand: list[Facts], dora: Found, closed: bool) -> ReadingWorth:
        found = [*on_hand, self.on_form.find(reading, closed)]
        if self._own is not None:
            found.append(self._own.find(reading, closed))
        fu = SEVEN_PAIRS
        if any(facts.yakuman for facts in found):
            if not self._no_limits:
                return self._yakuman(reading, found)
            found, _ = self._as_yaku(reading, found)
            fu = orphans_fu(reading.hand) if reading.form == ORPHANS else SEVEN_PAIRS
        return self._counted(reading, found, False, dora, fu)

    def _counted(self, reading: Reading, found: Sequence[Facts], pinfu: bool, dora: Found, fu: int) -> ReadingWorth:
        yaku: Found = {}
        han = 0
        for facts in found:
            yaku.update(facts.yaku)
            han += facts.han
        if pinfu:
            yaku["pinfu"] = self._pinfu_han
            han += self._pinfu_han
        total = han
        if dora:
            yaku.update(dora)
            total += sum(dora.values())
        return self._verdict(reading, yaku, han, total, self.fu(fu))

    def fu(self, counted: int) -> int:
        return counted

    def _verdict(self, reading: Reading, found: Found, han: int, total: int, fu: int) -> ReadingWorth:
        base, level = self.worths[total, fu]
        more = {"fu": fu, "level": level, "yakuman": 0}
        return ReadingWorth((base, False, total, fu), han, reading, found, total, base, level != "", False, more)

    def _yakuman(self, reading: Reading, found: Sequence[Facts]) -> ReadingWorth:
        """A yakuman comes before a counted one that pays the same."""
        yakuman = {name: han * self._times(name, reading) for facts in found for name, han in facts.yakuman.items()}
        each = [han // YAKUMAN_HAN for han in yakuman.values()]
        times = sum(each) if self._stack else max(each)
        han, base = YAKUMAN_HAN * times, YAKUMAN * times
        more = {"fu": None, "level": "yakuman", "yakuman": times}
        return ReadingWorth((base, True, sum(yakuman.values())), han, reading, yakuman, han, base, True, True, more)

    def _as_yaku(self, reading: Reading, found: Sequence[Facts]) -> tuple[list[Facts], Container[str]]:
        """Where nothing is limited: yakuman as yaku, and what they contain, which does not count beside them."""
        yakuman = {name: han * self._times(name, reading) for facts in found for name, han in facts.yakuman.items()}
        contained = {name for one in yakuman for name in items.CONTAINED.get(one, ())}
        yaku = {name: han for facts in found for name, han in facts.yaku.items() if name not in contained} | yakuman
        return [Facts(sum(yaku.values()), yaku, {})], contained

    def _times(self, name: str, reading: Reading) -> int:
        return 1 + any(DOUBLES[way][0] == name and DOUBLES[way][1](reading) for way in self._doubled)

    def _with_renhou(self, verdicts: Sequence[ReadingWorth], han: int) -> list[ReadingWorth]:
        """Renhou stands alone, without other yaku and dora; ``mangan-min``: unless those are worth more."""
        answer = [verdict for verdict in verdicts if self._renhou_least or verdict.limit_hand]
        ordinary = [verdict for verdict in verdicts if not verdict.limit_hand]
        alone = {"renhou": han}
        return answer + [self._verdict(one.reading, alone, han, han, (one.more or {})["fu"]) for one in ordinary]

    # dora

    def dora(self, hand: Hand) -> Found:
        """Items of dora with their number; each kind is an item of its own."""
        found: Found = {}
        if tiles := self.indicated.of(hand, "dora_indicators"):
            counted = self.counted(hand)
            self._note(found, "dora", counted >> BITS * tiles[0] & 31)
            if further := tiles[1:]:
                self._note(found, "kan-dora", _shown(counted, further))
        if hand.flags & ANY_RIICHI and (tiles := self.under(hand)):
            self._note(found, "ura", _shown(self.counted(hand), tiles))
        if red := (hand.tiles & RED) >> RED_SHIFT:
            self._note(found, "red", (red & 31) + (red >> 5 & 31) + (red >> 10 & 31))
        return found

    def under(self, hand: Hand) -> tuple[int, ...]:
        """The dora of the indicators under the turned ones that count."""
        tiles = self.indicated.of(hand, "ura_indicators")
        return tiles if "kan-dora" in self._dora_han else tiles[:1]

    def _note(self, found: Found, name: str, number: int) -> None:
        if number and (han := number * self._dora_han.get(name, 0)):
            found[name] = han

    def counted(self, hand: Hand) -> int:
        """The bag in which dora are counted."""
        return hand.tiles


def _shown(counted: int, dora: Iterable[int]) -> int:
    """How many tiles of a bag these dora are."""
    number = 0
    for tile in dora:
        number += counted >> BITS * tile & 31
    return number
