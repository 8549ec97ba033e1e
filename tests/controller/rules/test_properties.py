"""What holds for every hand, tried on hands that nobody chose."""

from __future__ import annotations

import copy
import json
from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rules import OptionError, RecordError, configure, score
from controller.rules.hand.parse import read
from controller.rules.hand.reading import standard
from controller.rules.hand.sets import tiles_of
from controller.rules.hand.tile_set import PLAIN
from controller.rules.hand.tiles import FIRST, KINDS, NAMES, from_unicode, read_tiles, to_unicode, write_tiles
from controller.rules.hand.waits import set_waits
from controller.rules.questions.waiting import waits
from controller.rules.sheet.ruleset import Won
from tests.controller.rules.rule_records import worked_cases
from tests.controller.rules.strategies import ANY_SETS, FOUR_SETS, RULESETS, records

SOME = settings(max_examples=150, deadline=None)


@SOME
@given(records())
def test_what_the_losers_pay_is_what_the_winner_gets(record: dict[str, Any]) -> None:
    result = score(record)
    if result["legal"]:
        assert sum(result["payments"].values()) == 0
        losers = [amount for wind, amount in result["payments"].items() if wind != record["seat_wind"]]
        assert max(losers) <= 0


@SOME
@given(records())
def test_the_explained_payments_and_items_are_those_of_the_result(record: dict[str, Any]) -> None:
    result = score({**record, "explain": True})
    explained = result.pop("explain")
    assert result == score(record)
    if result["legal"]:
        paid = Counter({row["payer"]: -row["amount"] for row in explained["payments"]})
        assert paid == {wind: amount for wind, amount in result["payments"].items() if amount < 0}
        assert {row["id"]: row["value"] for row in explained["items"]} == result["items"]


@settings(max_examples=60, deadline=None)
@given(records())
def test_wins_that_are_alike_pay_what_each_of_them_pays_by_itself(record: dict[str, Any]) -> None:
    game = configure(record["ruleset"])
    verdicts, reason = game.verdicts(hand := game.hand_of(record))
    if game.bound.pays_alike and not reason:
        best = max((one for one in verdicts if game.legal(one)), key=lambda one: one.rank)
        base = best.total if game.bound.pays_total else best.base
        won = Won(hand.seat_wind, hand.discarder, hand.source, base, best.limit_hand, hand, best.items, own=hand.own)
        assert list(game.settling.paid(hand, best).shares) == list(game.bound.pay(won))


@SOME
@given(records(), st.permutations("mps"))
def test_renaming_the_suits_changes_nothing(record: dict[str, Any], order: list[str]) -> None:
    """Not where an item names a suit or a tile: the suit dragons, moon from the sea, plum blossom, all green ..."""
    suits = [suit for suit in "mps" if FIRST[suit] in configure(record["ruleset"]).tiles.kinds]
    table = str.maketrans("".join(suits), "".join(suit for suit in order if suit in suits))
    renamed = json.loads(json.dumps(record))
    for field in ("hand", "winning_tile"):
        renamed[field] = renamed[field].translate(table)
    for meld in renamed["melds"]:
        meld["tiles"] = meld["tiles"].translate(table)
    before, after = score(record), score(renamed)
    named = {"pearl-dragon", "ruby-dragon", "jade-dragon", "moon-from-the-sea", "plum-blossom"}
    named |= {"all-green", "reversible-tiles"}
    if record["ruleset"] == "korean":  # worth more with one tile of dots
        named |= {"kong-replacement", "last-tile", "last-discard"}
    if not named & {*before.get("items", {}), *after.get("items", {})}:
        assert before == after


CONCEALED = {
    "three-concealed-pongs", "four-concealed-pongs", "concealed-pungs", "all-concealed-triplets",
    "triplet-concealed-simple", "triplet-concealed-major", "four-concealed-triplets", "three-concealed-triplets",
    "concealed-self-drawn", "concealed-on-discard", "seven-pairs",
}  # fmt: skip


@SOME
@given(records())
def test_opening_a_kong_never_earns_a_concealed_item(record: dict[str, Any]) -> None:
    """Three concealed triplets may appear where four stood before; a limit hand listed none of its parts."""
    if score(record).get("limit") or not any(meld["concealed"] for meld in record["melds"]):
        return
    opened = copy.deepcopy(record)
    opened["options"] = record["options"] = {"min-faan": 0} if record["ruleset"] == "hong-kong-old" else {}
    for meld in opened["melds"]:
        meld["concealed"] = False
    closed, shown = score(record).get("items", {}), score(opened).get("items", {})
    weak = {"three-concealed-pongs", "three-concealed-triplets"}
    assert not {name for name in CONCEALED & shown.keys() - closed.keys() if name not in weak}


@SOME
@given(records())
def test_the_reading_chosen_is_the_best_one(record: dict[str, Any]) -> None:
    game = configure(record["ruleset"])
    verdicts, reason = game.verdicts(game.hand_of(record))
    if not reason:
        worth = "total" if record["ruleset"] == "shenyang" else "base"  # its base is one fan, whatever the hand
        assert score(record)[worth] == max(getattr(verdict, worth) for verdict in verdicts if game.legal(verdict))


@SOME
@given(records(FOUR_SETS))
def test_every_reading_uses_every_tile_once(record: dict[str, Any]) -> None:
    hand = read({**record, "flowers": ""}, PLAIN)
    tiles = Counter(read_tiles(record["hand"] + record["winning_tile"]))
    for meld in record["melds"]:
        tiles.update(read_tiles(meld["tiles"]))
    readings = standard(hand, True)
    assert readings
    for reading in readings:
        used = [tile for code in reading.sets for tile in tiles_of(code)] + [reading.pair] * 2
        assert Counter(used) == tiles


@SOME
@given(records(FOUR_SETS))
def test_waits_found_suit_by_suit_are_those_found_by_trying(record: dict[str, Any]) -> None:
    record = {**record, "flowers": ""}
    hand = read(record, PLAIN)
    tried = []
    for tile in range(KINDS):
        trial = read({**record, "winning_tile": NAMES[tile]}, PLAIN)
        if standard(trial, False):
            tried.append(tile)
    assert sorted(set_waits(hand.held)) == tried


@settings(max_examples=25, deadline=None)
@given(records(ANY_SETS))
def test_the_winning_tile_is_among_the_waits(record: dict[str, Any]) -> None:
    record = {**record, "win": "self-draw", "discarder": None}
    found = waits(configure(record["ruleset"]), record)
    assert record["winning_tile"] in [wait.tile for wait in found]
    assert all(wait.legal == (wait.missing == 0) for wait in found)


@given(st.lists(st.integers(0, len(NAMES) - 1), max_size=30))
def test_tiles_are_read_as_they_were_written(tiles: list[int]) -> None:
    assert read_tiles(write_tiles(tiles)) == tiles
    assert write_tiles(read_tiles(write_tiles(tiles))) == write_tiles(tiles)


@given(st.lists(st.integers(0, 41), max_size=30))
def test_pictures_are_read_as_they_were_drawn(tiles: list[int]) -> None:
    assert from_unicode(to_unicode(tiles)) == tiles


def test_swapped_code_points_are_swapped_back() -> None:
    assert to_unicode(read_tiles("5z6z7z")) == "\U0001f006\U0001f005\U0001f004"
    assert to_unicode(read_tiles("1m1p1s")) == "\U0001f007\U0001f019\U0001f010"
    assert to_unicode(read_tiles("3f4f")) == "\U0001f025\U0001f024"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 99) | st.text("123456789mpszf0ESWN", max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abk", max_size=3), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(worked_cases()), st.data())
def test_a_spoilt_record_is_a_result_or_a_named_error(record: dict[str, Any], data: st.DataObject) -> None:
    spoilt = copy.deepcopy(record)
    for field in data.draw(st.sets(st.sampled_from(sorted(record)), min_size=1, max_size=3)):
        if data.draw(st.booleans()):
            spoilt[field] = data.draw(JSON)
        else:
            spoilt.pop(field)
    try:
        assert score(spoilt)["legal"] in (True, False)
    except (RecordError, OptionError) as error:
        assert error.field
        assert error.detail


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(worked_cases()), st.data())
def test_a_spoilt_meld_is_a_result_or_a_named_error(record: dict[str, Any], data: st.DataObject) -> None:
    meld = {"kind": "pung", "tiles": "111m", "concealed": False, "from": "E"}
    for field in data.draw(st.sets(st.sampled_from(sorted(meld)), min_size=1)):
        meld[field] = data.draw(JSON)
    try:
        score({**record, "melds": [*record["melds"], meld]})
    except RecordError as error:
        assert error.field != "record"


def test_every_ruleset_of_these_properties_has_worked_cases() -> None:
    assert {record["ruleset"] for record in worked_cases()} >= set(RULESETS)
