"""What each reading of a hand is worth: yaku found once per sort of hand, dora, fu, base.

The tests of the yaku are small; what they look at is a few facts (how many sets of which sort, which chows, which
triplets and pair, the situation). What holds for such facts is found by running the tests once and kept, so that a
hand costs a handful of look-ups.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import NamedTuple

from controller.rules import patterns as has
from controller.rules import sets
from controller.rules.errors import RecordError
from controller.rules.reading import STANDARD, Reading
from controller.rules.record import Hand, tile_text
from controller.rules.ruleset import Found, Item, Options, Played, Test, Verdict
from controller.rules.rulesets.riichi import items, shapes
from controller.rules.rulesets.riichi.fu import SEVEN_PAIRS, pair_fu, raw_fu, wait_fu
from controller.rules.rulesets.riichi.value import YAKUMAN, YAKUMAN_HAN, Worths
from controller.rules.sets import FINE, TRIPLET_AT
from controller.rules.tiles import ALL_GREEN, BITS, IN_MAJORS, KINDS, PLAYING, RED, RED_SHIFT, read_tiles, split

KEPT = 20_000
# the part of a tally that sorts are counted in; the places of honour triplets and honour pairs; of all triplets too
SORTS = (1 << FINE[0]) - 1
HONOUR_PLACES = 0x7F << 27 | 0x7F << KINDS + 27
PLACES = HONOUR_PLACES | (1 << KINDS) - 1
NOT_MAJORS, NOT_GREEN = PLAYING & ~IN_MAJORS, PLAYING & ~ALL_GREEN
SIMPLES, MAJORS_ONLY, GREEN_ONLY, GATES = 1, 2, 4, 8
DOUBLES: dict[str, tuple[str, Callable[[Reading], int]]] = {
    "suuankou-tanki": ("suuankou", shapes.suuankou_tanki),
    "kokushi-13": ("kokushi", shapes.kokushi_13),
    "junsei-chuuren": ("chuuren", lambda reading: shapes.junsei_chuuren(reading.hand)),
    "daisuushii": ("daisuushii", has.four_winds),
}


class Facts(NamedTuple):
    """What holds: the han of the yaku, the yaku, and the yakuman."""

    han: int
    yaku: Found
    yakuman: Found


NOTHING = Facts(0, {}, {})


class Known(dict[Hashable, Facts]):
    """Items of one group by the facts that their tests look at."""

    def __init__(self, rows: Iterable[Item], options: Options, off: frozenset[str]) -> None:
        super().__init__()
        played = [item for item in rows if item.played(options) and item.id not in off]
        self.rows = {
            closed: [_row(item, closed) for item in played if _worth(item, closed)] for closed in (True, False)
        }

    def learn(self, key: Hashable, subject: Hand | Reading, closed: bool) -> Facts:
        if len(self) >= KEPT:
            self.clear()
        found = self[key] = self.find(subject, closed)
        return found

    def find(self, subject: Hand | Reading, closed: bool) -> Facts:
        yaku: Found = {}
        yakuman: Found = {}
        for name, worth, is_yakuman, test in self.rows[closed]:
            if test(subject):
                (yakuman if is_yakuman else yaku)[name] = worth
        return Facts(sum(yaku.values()), yaku, yakuman) if yaku or yakuman else NOTHING


def _worth(item: Item, closed: bool) -> int:
    worth = item.value if closed or item.open_value is None else item.open_value
    assert isinstance(worth, int), "han are numbers"
    return worth


def _row(item: Item, closed: bool) -> tuple[str, int, bool, Test]:
    return item.id, _worth(item, closed), item.group == "yakuman", item.test


class Indicated(dict[str, tuple[int, ...]]):
    """Indicators of one suit as written (``58p``) to the tiles that they make dora."""

    def __init__(self, following: Sequence[int]) -> None:
        super().__init__()
        self._following = following

    def __missing__(self, chunk: str) -> tuple[int, ...]:
        if len(self) >= KEPT:
            self.clear()
        found = self[chunk] = tuple(self._following[tile] for tile in read_tiles(chunk))
        return found

    def of(self, hand: Hand, field: str) -> tuple[int, ...]:
        """The dora of a field of the record, in the order of turning. Raises RecordError."""
        text = hand.record.get(field)
        if not text:
            return ()
        try:
            chunks = split(text)
            if sum(map(len, chunks)) != len(text):
                return tuple(self._following[tile] for tile in read_tiles(text))
            return self[text] if len(chunks) == 1 else tuple([tile for chunk in chunks for tile in self[chunk]])
        except (LookupError, TypeError, RecordError):
            tile_text(text, field)
            raise RecordError(field, f"{text!r}: a bonus tile is no indicator") from None


def successor(tile: int) -> int:
    """The tile that an indicator makes dora: the next of its suit, of the winds, of the dragons, in a circle."""
    first, size = (9 * (tile // 9), 9) if tile < 27 else (27, 4) if tile < 31 else (31, 3)
    return first + (tile - first + 1) % size


FOLLOWING = tuple(successor(tile) for tile in range(KINDS))


class RiichiJudge:
    """See ``ruleset.Judge``. ``off``: ids of items that are not played whatever the options say."""

    following: Sequence[int] = FOLLOWING

    def __init__(self, options: Options, played: Played, off: frozenset[str] = frozenset()) -> None:
        self.options = options
        self.worths = Worths(options)
        self.on_hand = Known(self.hand_items(), options, off)
        self.on_sorts = Known(items.ON_SORTS, options, off)
        self.on_chows = Known(items.ON_CHOWS, options, off)
        self.on_triplets = Known(self.triplet_items(), options, off)
        self.on_form = Known(items.ON_FORM, options, off)
        self.indicated = Indicated(self.following)
        self.renhou = "renhou" in played.items and options["renhou"]
        self._double_wind, self._rinshan_fu = options["double-wind-pair-fu"], options["rinshan-tsumo-fu"]
        self._north = options.get("north") == "yakuhai-all"
        self._ura, self._kan_dora = options["ura-dora"], options["kan-dora"]
        self._stack, self._doubled = options["yakuman-stack"], options["double-yakuman"]

    def hand_items(self) -> tuple[Item, ...]:
        return items.ON_HAND

    def triplet_items(self) -> tuple[Item, ...]:
        return items.ON_TRIPLETS

    def __call__(self, hand: Hand, readings: Sequence[Reading]) -> Iterable[Verdict]:
        closed = not hand.shown
        on_hand, dora = self._of_hand(hand, closed), self.dora(hand)
        verdicts = []
        for reading in readings:
            if reading.form == STANDARD:
                verdict = self._of_sets(reading, on_hand, dora, closed)
            else:
                verdict = self._of_form(reading, on_hand, dora, closed)
            verdicts.append(verdict)
        if self.renhou and hand.flags and shapes.renhou(hand) and closed:
            return self._with_renhou(verdicts)
        return verdicts

    def _of_hand(self, hand: Hand, closed: bool) -> Facts:
        tiles = hand.tiles & PLAYING
        sort = SIMPLES if not tiles & IN_MAJORS else MAJORS_ONLY if not tiles & NOT_MAJORS else 0
        if not tiles & NOT_GREEN:
            sort |= GREEN_ONLY
        if hand.suits in (1, 2, 4) and shapes.chuuren(hand):
            sort |= GATES
        key = (hand.flags, hand.win, hand.suits, sort, closed)
        return self.on_hand.get(key) or self.on_hand.learn(key, hand, closed)

    def _of_sets(self, reading: Reading, on_hand: Facts, dora: Found, closed: bool) -> Verdict:
        hand, tally = reading.hand, reading.tally
        found = [on_hand] if on_hand is not NOTHING else []
        key: Hashable = (tally & SORTS, hand.suits > 7, closed)
        facts = self.on_sorts.get(key) or self.on_sorts.learn(key, reading, closed)
        if facts is not NOTHING:
            found.append(facts)
        if reading.chows > 2 or (reading.chows == 2 and closed):
            key = (tally >> sets.CHOW_AT, closed)
            facts = self.on_chows.get(key) or self.on_chows.learn(key, reading, closed)
            if facts is not NOTHING:
                found.append(facts)
        honours = reading.dragons + reading.winds
        if honours or reading.triplets > 2:
            places = PLACES if reading.triplets - honours > 2 else HONOUR_PLACES
            key = (tally >> TRIPLET_AT & places, hand.seat if reading.winds else -1, hand.round)
            facts = self.on_triplets.get(key) or self.on_triplets.learn(key, reading, closed)
            if facts is not NOTHING:
                found.append(facts)
        for facts in found:
            if facts.yakuman:
                return self._yakuman(reading, found)
        pair = pair_fu(reading.pair, hand.seat, hand.round, self._double_wind, self._north)
        pinfu = closed and self.pinfu(reading, pair)
        raw = raw_fu(reading, pair, wait_fu(reading.taken, hand.winning), pinfu, self._rinshan_fu)
        return self._counted(reading, found, pinfu, dora, (raw + 9) // 10 * 10)

    def pinfu(self, reading: Reading, pair: int) -> bool:
        return shapes.pinfu(reading, pair)

    def _of_form(self, reading: Reading, on_hand: Facts, dora: Found, closed: bool) -> Verdict:
        found = [on_hand, self.on_form.find(reading, closed)]
        if any(facts.yakuman for facts in found):
            return self._yakuman(reading, found)
        return self._counted(reading, found, False, dora, SEVEN_PAIRS)

    def _counted(self, reading: Reading, found: Sequence[Facts], pinfu: bool, dora: Found, fu: int) -> Verdict:
        yaku: Found = {}
        han = 0
        for facts in found:
            yaku.update(facts.yaku)
            han += facts.han
        if pinfu:
            yaku["pinfu"] = 1
            han += 1
        total = han
        if dora:
            yaku.update(dora)
            total += sum(dora.values())
        return self._verdict(reading, yaku, han, total, self.fu(fu))

    def fu(self, counted: int) -> int:
        return counted

    def _verdict(self, reading: Reading, found: Found, han: int, total: int, fu: int) -> Verdict:
        base, level = self.worths[total, fu]
        more = {"fu": fu, "level": level, "yakuman": 0}
        return Verdict((base, 0, total, fu), han, reading, found, total, base, level != "", False, more)

    def _yakuman(self, reading: Reading, found: Sequence[Facts]) -> Verdict:
        """A yakuman comes before a counted one that pays the same."""
        yakuman = {name: han * self._times(name, reading) for facts in found for name, han in facts.yakuman.items()}
        each = [han // YAKUMAN_HAN for han in yakuman.values()]
        times = sum(each) if self._stack else max(each)
        han, base = YAKUMAN_HAN * times, YAKUMAN * times
        more = {"fu": None, "level": "yakuman", "yakuman": times}
        return Verdict((base, 1, sum(yakuman.values()), 0), han, reading, yakuman, han, base, True, True, more)

    def _times(self, name: str, reading: Reading) -> int:
        return 1 + any(DOUBLES[way][0] == name and DOUBLES[way][1](reading) for way in self._doubled)

    def _with_renhou(self, verdicts: Sequence[Verdict]) -> list[Verdict]:
        """Renhou stands alone, without other yaku and dora; ``mangan-min``: unless those are worth more."""
        answer = [verdict for verdict in verdicts if self.renhou == "mangan-min" or verdict.limit_hand]
        ordinary = [verdict for verdict in verdicts if not verdict.limit_hand]
        return answer + [self._verdict(one.reading, {"renhou": 5}, 5, 5, (one.more or {})["fu"]) for one in ordinary]

    # dora

    def dora(self, hand: Hand) -> Found:
        """Items of dora with their number; each kind is an item of its own."""
        record = hand.record
        found: Found = {}
        if "dora_indicators" in record:
            tiles = self.indicated.of(hand, "dora_indicators")
            if tiles:
                self._note(found, "dora", hand, tiles[:1])
            if self._kan_dora and len(tiles) > 1:
                self._note(found, "kan-dora", hand, tiles[1:])
        if self._ura and hand.flags & shapes.ANY_RIICHI and "ura_indicators" in record:
            tiles = self.indicated.of(hand, "ura_indicators")
            if tiles:
                self._note(found, "ura", hand, tiles if self._kan_dora else tiles[:1])
        if hand.tiles & RED:
            red = hand.tiles >> RED_SHIFT
            found["red"] = (red & 31) + (red >> 5 & 31) + (red >> 10 & 31)
        return found

    def _note(self, found: Found, name: str, hand: Hand, tiles: Iterable[int]) -> None:
        counted = self.counted(hand)
        number = sum([counted >> BITS * tile & 31 for tile in tiles])
        if number:
            found[name] = number

    def counted(self, hand: Hand) -> int:
        """The bag in which dora are counted."""
        return hand.tiles
