"""Combinations, waits and sums of Chinese Official, each against a slower way to the same end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, combinations, combinations_with_replacement, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.rules import configure, ruleset, score
from controller.rules.hand.parse import read
from controller.rules.hand.tile_set import WITH_FLOWERS
from controller.rules.hand.tiles import DRAGONS, KINDS, NAMES, WINDS, unpack
from controller.rules.rulesets.mcr import fans as f
from controller.rules.rulesets.mcr.account import account
from controller.rules.rulesets.mcr.combinations import (
    CHOWS,
    PUNGS,
    Group,
    LeftGroup,
    chow_relation,
    chows_in,
    combine,
    pung_relation,
    pungs_of,
    terminal_chows,
)
from controller.rules.rulesets.mcr.shapes import BODIES, FORMS
from controller.rules.rulesets.mcr.waits import waits_for_one_kind
from tests.controller.rules.rule_records import record
from tests.controller.rules.strategies import records

CHOW_STARTS = [tile for tile in range(27) if tile % 9 < 7]
SOME = settings(max_examples=150, deadline=None)


def legal(groups: tuple[Group, ...]) -> bool:
    """Whether the groups can be made one after the other under the five principles, in some order."""
    if any(one.fan == two.fan and set(one.places) & set(two.places) for one, two in combinations(groups, 2)):
        return False
    places = {place for group in groups for place in group.places}
    return sum(len(group.places) - 1 for group in groups) == len(places) - pieces(groups, places)


def pieces(groups: tuple[Group, ...], places: set[int]) -> int:
    """How many unconnected parts the groups make."""
    parts: list[set[int]] = [{place} for place in places]
    for group in groups:
        touched = [part for part in parts if part & set(group.places)]
        parts = [part for part in parts if part not in touched] + [set().union(*touched)]
    return len(parts)


def most_points(tiles: list[int], relation: Any) -> int:
    """By trying every choice of groups."""
    groups = [
        Group(fan, places)
        for size in (2, 3, 4)
        for places in combinations(range(len(tiles)), size)
        if (fan := relation(tuple(tiles[place] for place in places)))
    ]
    choices = product((False, True), repeat=len(groups))
    chosen = (tuple(group for group, taken in zip(groups, choice, strict=True) if taken) for choice in choices)
    return max((sum(f.FAN[group.fan].points for group in groups) for groups in chosen if legal(groups)), default=0)


@SOME
@given(st.lists(st.sampled_from(CHOW_STARTS) | st.sampled_from([0, 3, 6, 9]), min_size=2, max_size=4))
def test_no_legal_choice_of_chows_is_worth_more(chows: list[int]) -> None:
    tiles = sorted(chows)
    found = combine(tiles, chow_relation).chosen
    assert legal(found)
    assert sum(f.FAN[group.fan].points for group in found) == most_points(tiles, chow_relation)


@SOME
@given(st.sets(st.integers(0, KINDS - 1) | st.sampled_from([1, 2, 3, 10, 11, 19, 20]), min_size=2, max_size=4))
def test_no_legal_choice_of_pungs_is_worth_more(pungs: set[int]) -> None:
    tiles = sorted(pungs)
    found = combine(tiles, pung_relation).chosen
    assert legal(found)
    assert sum(f.FAN[group.fan].points for group in found) == most_points(tiles, pung_relation)


def most_added(groups: list[Group], taken: tuple[Group, ...]) -> int:
    """The most points that legal choices of these groups add to those taken."""
    return max(
        (
            f.FAN[group.fan].points + most_added(groups[number:], (*taken, group))
            for number, group in enumerate(groups, 1)
            if legal((*taken, group))
        ),
        default=0,
    )


def test_no_choice_of_any_four_sets_is_worth_more() -> None:
    chows = ((tiles, chow_relation) for tiles in combinations_with_replacement(CHOW_STARTS, 4))
    pungs = ((tiles, pung_relation) for tiles in combinations(range(27), 4))
    for tiles, relation in chain(chows, pungs):
        found = combine(tiles, relation)
        assert legal(found.chosen)
        groups = [*found.chosen, *(left.group for left in found.left)]
        assert sum(f.FAN[group.fan].points for group in found.chosen) == most_added(groups, ())


@SOME
@given(st.lists(st.sampled_from(CHOW_STARTS), min_size=2, max_size=4), st.permutations(range(3)))
def test_renaming_the_suits_of_chows_changes_no_fan(chows: list[int], order: list[int]) -> None:
    renamed = [9 * order[tile // 9] + tile % 9 for tile in chows]
    assert CHOWS[chows_in(chows)] == CHOWS[chows_in(renamed)]


def listed(tiles: Sequence[int], relation: Any) -> list[tuple[int, int]]:
    """The fans that are chosen with how many times each is."""
    return sorted(Counter(group.fan for group in combine(tiles, relation).chosen).items())


def test_the_tally_of_any_chows_lists_the_fans_that_are_chosen() -> None:
    for tiles in combinations_with_replacement(CHOW_STARTS, 4):
        assert f.listed(CHOWS[chows_in(tiles)]) == listed(tiles, chow_relation)


@SOME
@given(st.sets(st.integers(0, 26), min_size=2, max_size=4))
def test_the_tally_of_pungs_lists_the_fans_that_are_chosen(pungs: set[int]) -> None:
    assert f.listed(PUNGS[sum(1 << tile for tile in pungs)]) == listed(sorted(pungs), pung_relation)


def test_every_fan_has_bits_of_its_own_and_is_listed() -> None:
    each = [f.of(fan) for fan in f.FAN]
    assert [f.listed(tally) for tally in each] == [[(fan, 1)] for fan in f.FAN]
    most = [tuple(f.DIGIT[fan] if one else 0 for one in tally) for fan, tally in zip(f.FAN, each, strict=True)]
    for word in range(2):
        whole = 0
        for tally in most:
            assert not whole & tally[word]
            whole |= tally[word]
        assert not whole & (f.SAME_WIND if word else 0)
        assert whole + f.SAME_WIND < 1 << 62


def test_pungs_of_terminals_are_counted_to_four() -> None:
    found = score(record("mcr", "111999m11199p55s", "9p", "W"))["items"]
    assert found["pung-of-terminals-or-honors"] == 4


@pytest.mark.parametrize(
    ("chows", "fans"),
    [
        ("1m 2m 3m 4m", {f.FOUR_PURE_SHIFTED_CHOWS}),
        ("2m 2m 2m 2m", {f.QUADRUPLE_CHOW}),
        ("1m 2m 3m 5m", {f.PURE_SHIFTED_CHOWS, f.SHORT_STRAIGHT}),
        ("1m 4m 7m 1p", {f.PURE_STRAIGHT, f.MIXED_DOUBLE_CHOW}),
        ("2m 5m 2p 5p", {f.MIXED_DOUBLE_CHOW, f.SHORT_STRAIGHT}),
        ("1m 7m 1p 7p", {f.MIXED_DOUBLE_CHOW, f.TWO_TERMINAL_CHOWS}),
        ("1m 2p 3s 4m", {f.MIXED_SHIFTED_CHOWS, f.SHORT_STRAIGHT}),
        ("1m 3m 5p 7s", set()),
    ],
)
def test_known_combinations(chows: str, fans: set[int]) -> None:
    tiles = sorted(NAMES.index(name) for name in chows.split())
    assert {group.fan for group in combine(tiles, chow_relation).chosen} == fans


def test_two_suits_of_two_straight_chows_make_three_links() -> None:
    found = combine(sorted(NAMES.index(name) for name in ("2m", "5m", "2p", "5p")), chow_relation)
    assert len(found.chosen) == 3
    assert [left.group.fan for left in found.left] == [f.SHORT_STRAIGHT]


def reason_is_true(left: LeftGroup, chosen: tuple[Group, ...]) -> bool:
    """``once``: two of its sets are linked by what was chosen, and one of its sets stands in the obstacle."""
    group, obstacle = set(left.group.places), set(left.obstacle.places)
    if left.why == "inside":
        return group <= obstacle
    if left.why == "identical":
        return left.group.fan == left.obstacle.fan and bool(group & obstacle)
    linked = any(
        pieces(chosen, set(range(4))) == pieces((*chosen, Group(0, two)), set(range(4)))
        for two in combinations(left.group.places, 2)
    )
    return linked and bool(group & obstacle)


@SOME
@given(st.lists(st.sampled_from(CHOW_STARTS) | st.sampled_from([0, 3, 6, 9]), min_size=2, max_size=4))
def test_what_is_said_of_chows_that_do_not_count_is_true(chows: list[int]) -> None:
    found = combine(sorted(chows), chow_relation)
    assert all(left.obstacle in found.chosen and reason_is_true(left, found.chosen) for left in found.left)


@SOME
@given(st.sets(st.integers(0, KINDS - 1) | st.sampled_from([1, 2, 3, 10, 11, 19, 20]), min_size=2, max_size=4))
def test_what_is_said_of_pungs_that_do_not_count_is_true(pungs: set[int]) -> None:
    found = combine(sorted(pungs), pung_relation)
    assert all(left.obstacle in found.chosen and reason_is_true(left, found.chosen) for left in found.left)


def test_pungs_of_honours_are_known_by_their_number() -> None:
    assert [pungs_of(WINDS, number) for number in range(5)] == [0, 0, 0, f.BIG_THREE_WINDS, f.BIG_FOUR_WINDS]
    assert [pungs_of(DRAGONS, number) for number in range(4)] == [0, 0, f.TWO_DRAGON_PUNGS, f.BIG_THREE_DRAGONS]


def test_pungs_of_two_suits_make_their_fan_beside_pungs_of_dragons() -> None:
    found = score(record("mcr", "111m111p4555666z", "4z"))
    assert found["items"]["two-dragon-pungs"] == 6
    assert found["items"]["double-pung"] == 2


def test_terminal_chows_need_their_pair_of_fives() -> None:
    pure = chows_in((0, 0, 6, 6))
    assert terminal_chows(pure, 4) == f.PURE_TERMINAL_CHOWS
    assert not terminal_chows(pure, 13)
    three = chows_in((0, 6, 9, 15))
    assert terminal_chows(three, 22) == f.THREE_SUITED_TERMINAL_CHOWS
    assert not terminal_chows(three, 4)


@SOME
@given(records(("mcr",)))
def test_a_hand_waits_for_one_kind_when_no_other_tile_completes_it(record: dict[str, Any]) -> None:
    complete = [
        tile
        for tile in range(KINDS)
        if any(form(read({**record, "winning_tile": NAMES[tile]}, WITH_FLOWERS), True) for form in FORMS)
    ]
    assert waits_for_one_kind(read(record, WITH_FLOWERS)) == (len(complete) == 1)


@SOME
@given(records(("mcr",)), st.sampled_from(["mil", "wmo2006"]))
def test_the_fans_of_a_verdict_add_up_and_none_contains_another(record: dict[str, Any], edition: str) -> None:
    game = configure("mcr", {"edition": edition, "min-points": 0})
    verdicts, _ = game.verdicts(read({**record, "explain": True}, WITH_FLOWERS))
    for verdict in verdicts:
        assert sum(verdict.items.values()) == verdict.total
        assert verdict.counted == verdict.total - verdict.items.get("flower-tiles", 0) > 0
        for rule in game.played.exclusions:
            if rule.why == "contains" and rule.item in verdict.items:
                assert not set(rule.drops) & set(verdict.items)


@SOME
@given(records(("mcr",)))
def test_what_counts_and_what_is_left_out_is_what_the_reading_shows(record: dict[str, Any]) -> None:
    """Nothing is lost on the way from the fans shown to items and exclusions, apart from sets joined in other fans."""
    game = configure("mcr", {"min-points": 0})
    verdicts, _ = game.verdicts(read({**record, "explain": True}, WITH_FLOWERS))
    joined = {"inside", "identical", "once"}
    why = {(rule.item, drop): rule.why for rule in game.rules.exclusions for drop in rule.drops}
    for verdict in verdicts:
        counts = dict(verdict.items)
        for stays, fan, points, reason in verdict.dropped:
            if (reason or why[stays, fan]) not in joined and fan not in _JOINED:
                counts[fan] = counts.get(fan, 0) + points
        for item in game.played.items.values():
            if item.id not in _JOINED and item.id not in ("self-drawn", "chicken-hand"):
                assert counts.get(item.id, 0) == item.test(verdict.reading) * item.worth(game.options), item.id


_JOINED = {
    f.FAN[group].id
    for relation in (chow_relation, pung_relation)
    for tiles in ([0, 0], [0, 3], [0, 6], [0, 9], [0, 0, 0], [0, 1, 2], [0, 3, 6], [31, 32], [27, 28, 29], [0, 9, 18])
    if (group := relation(tuple(tiles)))
} | {f.FAN[f.BIG_THREE_WINDS].id}


def test_every_fan_of_the_sheet_is_an_item() -> None:
    ids = [item.id for item in ruleset("mcr").items]
    assert list(dict.fromkeys(ids)) == [fan.id for fan in f.FANS]
    assert [fan.number for fan in f.FANS] == list(range(1, 83))


def test_a_sum_without_fans_is_a_chicken_hand() -> None:
    assert account("mil").sum(*f.NO_FANS).items == {"chicken-hand": 8}


def test_there_are_six_knitted_straights() -> None:
    assert len({tuple(unpack(body)) for body in BODIES}) == 6
