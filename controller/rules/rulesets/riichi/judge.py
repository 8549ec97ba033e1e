"""What each reading of a hand is worth: yaku found once per sort of hand, dora, fu, base.

The tests of the yaku are small; what they look at is a few facts (how many sets of which sort, which chows, which
triplets and pair, the situation). What holds for such facts is found by running the tests once and kept, so that a
hand costs a handful of look-ups.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Final

from controller.rules.errors import OptionError
from controller.rules.hand.fields import DORA_FIELD, URA_FIELD
from controller.rules.hand.reading import ORPHANS, PAIRS, STANDARD, Reading
from controller.rules.hand.record import ANY_RIICHI, SOURCES, SUITS, Hand
from controller.rules.hand.tiles import (
    ALL_GREEN,
    EACH_RANK,
    HONOURS_MASK,
    IN_TERMINALS,
    RED,
    RED_SHIFT,
    SUIT_MASK,
    count_in,
    words_of,
)
from controller.rules.hand.words import ranks_in
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
from controller.rules.rulesets.riichi.indicators import Following
from controller.rules.rulesets.riichi.reds import reds_of
from controller.rules.rulesets.riichi.value import YAKUMAN_HAN, Worths
from controller.rules.sheet import patterns as has
from controller.rules.sheet.options import CHANGES
from controller.rules.sheet.ruleset import Found, Item, Options, PlayedItems, ReadingWorth, Test

KEPT: Final = 4_000
SIGNS: Final = 32
MANY_SIGNS: Final = 512
# of the words of a hand
ENDS: Final = words_of(IN_TERMINALS)[0]
MIDDLE: Final = SUIT_MASK & ~ENDS
NOT_GREEN: Final = SUIT_MASK & ~words_of(ALL_GREEN)[2]
NOT_GREEN_HONOURS: Final = HONOURS_MASK & ~words_of(ALL_GREEN)[3]
REDS: Final = RED >> RED_SHIFT
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


Rows = list[tuple[str, int, bool, Test]]
"""Items with the id, the han, whether it is a yakuman, and the test of each."""


class Known:
    """Items of one group by the facts that their tests look at."""

    __slots__ = ("_known", "rows")

    def __init__(self, rows: Rows) -> None:
        self._known: dict[int, Facts] = {}
        self.rows = rows

    def of(self, key: int, subject: Hand | Reading) -> Facts:
        return self._known.get(key) or self._learn(key, subject)

    def _learn(self, key: int, subject: Hand | Reading) -> Facts:
        if len(self._known) >= KEPT:
            self._known.clear()
        found = self._known[key] = self.find(subject)
        return found

    def find(self, subject: Hand | Reading) -> Facts:
        yaku: Found = {}
        yakuman: Found = {}
        for name, worth, is_yakuman, test in self.rows:
            if test(subject):
                (yakuman if is_yakuman else yaku)[name] = worth
        return Facts(sum(yaku.values()), yaku, yakuman) if yaku or yakuman else NOTHING


class KnownSigns(Known):
    """Items of a group whose tests look at a few signs: a number below ``signs``, which is looked up in a list."""

    def __init__(self, rows: Rows, signs: int = SIGNS) -> None:
        super().__init__(rows)
        self._by_signs: list[Facts | None] = [None] * signs

    def of(self, key: int, subject: Hand | Reading) -> Facts:
        found = self._by_signs[key]
        if found is None:
            found = self._by_signs[key] = self.find(subject)
        return found


class Groups:
    """The items that count in concealed hands, or in others, group by group. What a test looks at and few hands differ
    in tells groups of one kind apart, so that the keys of each are small."""

    __slots__ = (
        "chows", "form", "own", "rinshan", "situation", "sorts", "tiles", "triplets",
    )  # fmt: skip

    def __init__(self, judge: RiichiJudge, played: PlayedItems, *, closed: bool) -> None:
        on_hand = judge.hand_items()
        situation = rows_of([item for item in on_hand if item.id in items.OF_SITUATION], played, closed)
        tiles = rows_of([item for item in on_hand if item.id not in items.OF_SITUATION], played, closed)
        rinshan = rows_of(judge.rinshan_items(), played, closed)
        self.situation: dict[str, Known] = {source: Known(situation) for source in SOURCES}
        self.rinshan: dict[str, Known] = {source: Known(rinshan) for source in SOURCES}
        self.tiles = [KnownSigns(tiles) for _ in SUITS]
        self.sorts = KnownSigns(rows_of(items.ON_SORTS, played, closed), MANY_SIGNS)
        self.chows = KnownSigns(rows_of(items.ON_CHOWS, played, closed))
        self.triplets = KnownSigns(rows_of(judge.triplet_items(), played, closed), MANY_SIGNS)
        form = rows_of(items.ON_FORM, played, closed)
        self.form: dict[str, Known] = {name: Known(form) for name in (PAIRS, ORPHANS)}
        self.own = Known(rows_of(played.own, played, closed)) if played.own else None


def rows_of(rows: Iterable[Item], played: PlayedItems, closed: bool) -> Rows:
    """``played``: whether an item counts and what it is worth; ``rows`` have the tests."""
    found = [(item, played.items[item.id]) for item in rows if played.plays(item)]
    return [_row(item, now, closed) for item, now in found if _worth(now, closed)]


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


class RiichiJudge:
    """See ``ruleset.Judge``."""

    def __init__(self, options: Options, played: PlayedItems) -> None:
        _check_yakuman(played)
        self.options = options
        self.worths = Worths(options)
        self._closed, self._open = Groups(self, played, closed=True), Groups(self, played, closed=False)
        self.following = Following(self.absent(), reds_of(options))
        self._pinfu_han = _han(played.items["pinfu"]) if "pinfu" in played.items else 0
        self._dora_han = {item.id: _han(item) for item in played.items.values() if item.group == "dora"}
        self._kan_dora = "kan-dora" in self._dora_han
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

    def rinshan_items(self) -> tuple[Item, ...]:
        """What is named behind the tiles of the hand in games where it is."""
        return ()

    def triplet_items(self) -> tuple[Item, ...]:
        return items.ON_TRIPLETS

    def __call__(self, hand: Hand, readings: Sequence[Reading]) -> Iterable[ReadingWorth]:
        closed = not hand.shown
        groups = self._closed if closed else self._open
        on_hand, dora = self._of_hand(hand, groups), self.dora(hand)
        verdicts = []
        for reading in readings if isinstance(readings, list) else list(readings):
            if reading.form == STANDARD:
                verdict = self._of_sets(reading, on_hand, dora, closed, groups)
            else:
                verdict = self._of_form(reading, on_hand, dora, groups)
            verdicts.append(verdict)
        if self._renhou and closed and self._renhou.test(hand):
            return self._with_renhou(verdicts, _han(self._renhou))
        return verdicts

    def _of_hand(self, hand: Hand, groups: Groups) -> list[Facts]:
        """What holds for the hand alone: for how it was won, and for its tiles."""
        found = []
        facts = groups.situation[hand.source].of(hand.flags, hand)
        if facts is not NOTHING:
            found.append(facts)
        m, p, s, z = hand.every
        suited = m | p | s
        sort = SIMPLES if not (z or suited & ENDS) else MAJORS_ONLY if not suited & MIDDLE else 0
        if not (m or p or s & NOT_GREEN or z & NOT_GREEN_HONOURS):
            sort |= GREEN_ONLY
        if not hand.melds and hand.suits in (1, 2, 4, 8):
            ranks = suited | z
            if ranks_in(ranks) == EACH_RANK and shapes.chuuren(hand):
                sort |= GATES
            if not ranks & EACH_RANK and hand.concealed in shapes.WHEELS:
                sort |= WHEELS
        facts = groups.tiles[hand.suits].of(sort, hand)
        if facts is not NOTHING:
            found.append(facts)
        return found

    def _of_sets(
        self, reading: Reading, on_hand: list[Facts], dora: Found, closed: bool, groups: Groups
    ) -> ReadingWorth:
        hand = reading.hand
        found = on_hand.copy()
        if reading.triplets > 2 or reading.outside == 5:
            facts = groups.sorts.of(shapes.sort_signs(reading.digits, hand.suits), reading)
            if facts is not NOTHING:
                found.append(facts)
        if reading.chows > 1 and (signs := shapes.chow_signs(reading.sets)):
            facts = groups.chows.of(signs, reading)
            if facts is not NOTHING:
                found.append(facts)
        if reading.winds or reading.dragons or reading.triplets > 2:
            facts = groups.triplets.of(shapes.triplet_signs(reading), reading)
            if facts is not NOTHING:
                found.append(facts)
        if groups.own is not None:
            found.append(groups.own.find(reading))
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

    def _of_form(self, reading: Reading, on_hand: list[Facts], dora: Found, groups: Groups) -> ReadingWorth:
        found = [*on_hand, groups.form[reading.form].of(0, reading)]
        if groups.own is not None:
            found.append(groups.own.find(reading))
        fu = SEVEN_PAIRS
        if any(facts.yakuman for facts in found):
            if not self._no_limits:
                return self._yakuman(reading, found)
            found, _ = self._as_yaku(reading, found)
            fu = orphans_fu(reading.hand) if reading.form == ORPHANS else SEVEN_PAIRS
        return self._counted(reading, found, False, dora, fu)

    def _counted(self, reading: Reading, found: list[Facts], pinfu: bool, dora: Found, fu: int) -> ReadingWorth:
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
            for counted in dora.values():
                total += counted
        return self._verdict(reading, yaku, han, total, self.fu(fu))

    def fu(self, counted: int) -> int:
        return counted

    def _verdict(self, reading: Reading, found: Found, han: int, total: int, fu: int) -> ReadingWorth:
        worth = self.worths.of(total, fu)
        base = worth.base
        limit = worth.level != ""
        rank = base, False, total, fu
        return ReadingWorth(rank, han, reading, found, total, base, limit, False, worth.more, (), worth.result)

    def _yakuman(self, reading: Reading, found: list[Facts]) -> ReadingWorth:
        """A yakuman comes before a counted one that pays the same."""
        yakuman = self._yakuman_of(reading, found)
        every = sum(yakuman.values())
        worth = self.worths.of_yakuman((every if self._stack else max(yakuman.values())) // YAKUMAN_HAN)
        han, base = worth.han, worth.base
        rank = base, True, every
        return ReadingWorth(rank, han, reading, yakuman, han, base, True, True, worth.more, (), worth.result)

    def _yakuman_of(self, reading: Reading, found: list[Facts]) -> Found:
        yakuman: Found = {}
        for facts in found:
            for name, han in facts.yakuman.items():
                yakuman[name] = han * self._times(name, reading) if self._doubled else han
        return yakuman

    def _as_yaku(self, reading: Reading, found: list[Facts]) -> tuple[list[Facts], Container[str]]:
        """Where nothing is limited: yakuman as yaku, and what they contain, which does not count beside them."""
        yakuman = self._yakuman_of(reading, found)
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
        first, further = self._shown(hand, DORA_FIELD)
        if first:
            self._note(found, "dora", first)
        if further:
            self._note(found, "kan-dora", further)
        if hand.flags & ANY_RIICHI:
            first, further = self._shown(hand, URA_FIELD)
            self._note(found, "ura", first + further if self._kan_dora else first)
        if red := hand.beside & REDS:
            self._note(found, "red", (red & 31) + (red >> 5 & 31) + (red >> 10 & 31))
        return found

    def under(self, hand: Hand) -> list[int]:
        """The dora of the indicators under the turned ones that count."""
        tiles = self.following.of(hand, URA_FIELD)
        return tiles if self._kan_dora else tiles[:1]

    def _shown(self, hand: Hand, field: int) -> tuple[int, int]:
        """How many tiles of a hand the first indicator of a field makes dora, and how many the others."""
        first = further = 0
        turned = self.following.turned(hand, field)
        for place in range(len(turned)):
            number = self.copies(hand, self.following.made[turned[place]])
            if place:
                further += number
            else:
                first = number
        return first, further

    def _note(self, found: Found, name: str, number: int) -> None:
        if number and (han := number * self._dora_han.get(name, 0)):
            found[name] = han

    def copies(self, hand: Hand, tile: int) -> int:
        """How many of a tile are counted where it is dora."""
        return count_in(hand.every, tile)
