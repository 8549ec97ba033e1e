"""Files of cycles: what can be written, and what is refused with its line and field."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.fairness.shuffle.cycle_file import LONGEST_LINE, MOST_TILES, Zone, read_cycles
from controller.refusals import Refused

EIGHT = "1 2 3 4 5 6 7 8"
BACK = "8 7 6 5 4 3 2 1"


def test_a_cycle_is_what_dropped_in_and_what_lies_in_the_walls() -> None:
    file = read_cycles(["table: Example", f"{EIGHT} > {BACK}", "", "# a break", f"{BACK}>{EIGHT} # again"])
    assert (file.table, file.tiles, file.walls) == ("Example", 8, (2, 2, 2, 2))
    assert [(cycle.line, cycle.before[0], cycle.after[0]) for cycle in file.cycles] == [(2, "1", "8"), (5, "8", "1")]


def test_the_same_tiles_dropped_in_again_when_nothing_is_written() -> None:
    file = read_cycles([f"{EIGHT} > {BACK}", f"> {EIGHT}"])
    assert file.cycles[1].before == file.cycles[0].before


def test_a_new_starting_order_is_written_out() -> None:
    lines = ["start: sorted", f"{EIGHT} > {BACK}", "start: played"]
    assert [cycle.start for cycle in read_cycles([*lines, f"{BACK} > {BACK}"]).cycles] == ["sorted", "played"]
    assert refusal(*lines, f"> {BACK}") == "lines[4].before"


def test_commas_and_many_equal_tiles() -> None:
    file = read_cycles(["A*4,B*4 > B,B,A*4,B,B", "> A B A B A B A B"])
    assert file.cycles[0].before == (*"AAAABBBB",)
    assert file.cycles[0].after == (*"BBAAAABB",)


def test_zones_are_named_in_the_order_of_dropping() -> None:
    file = read_cycles(["zones: river=5 hands=3", f"{EIGHT} > {BACK}", f"> {BACK}"])
    assert file.zones == (Zone("river", 0, 5), Zone("hands", 5, 8))


def test_without_zones_what_dropped_first_and_last_are_as_many_as_four_hands() -> None:
    tiles = " ".join(map(str, range(1, 137)))
    assert read_cycles([f"{tiles} > {tiles}"] * 2).zones == (Zone("first", 0, 52), Zone("last", 84, 136))


def test_what_uneven_walls_hold_is_divided_in_stacks() -> None:
    assert read_cycles(["1 2 3 4 5 6 7 8 9 > 9 8 7 6 5 4 3 2 1"] * 2).walls == (2, 2, 2, 3)


def test_lower_first_and_walls_of_their_own() -> None:
    file = read_cycles(["walls: 4 0 4 0", "stacks: lower-first", f"{EIGHT} > {BACK}", f"> {BACK}"])
    assert (file.walls, file.upper_first) == ((4, 0, 4, 0), False)


def refusal(*lines: str) -> str | None:
    with pytest.raises(Refused) as refused:
        read_cycles(lines)
    assert refused.value.code == "bad-shuffle"
    return refused.value.field


@pytest.mark.parametrize(
    ("lines", "field"),
    [
        (["nonsense"], "lines[1]"),
        (["table:"], "lines[1].table"),
        (["tiles: many"], "lines[1].tiles"),
        (["tiles: 9", f"{EIGHT} > {BACK}"], "lines[2].before"),
        (["walls: 2 2 2"], "lines[1].walls"),
        (["walls: 2 2 2 4", f"{EIGHT} > {BACK}"], "lines[2].walls"),
        (["stacks: sideways"], "lines[1].stacks"),
        (["zones: river"], "lines[1].zones"),
        (["zones: a=4 a=4"], "lines[1].zones"),
        (["zones: a=4 b=3", f"{EIGHT} > {BACK}"], "lines[2].zones"),
        (["kinds: 4"], "lines[1].kinds"),
        (["kinds: 3x4", f"{EIGHT} > {BACK}"], "lines[2].kinds"),
        (["1 2 3 > 3 2 1"], "lines[1].before"),
        ([f"> {EIGHT}"], "lines[1].before"),
        ([f"{EIGHT} > 1 2 3 4 5 6 7 7"], "lines[1].after"),
        ([f"{EIGHT} > {BACK} > {BACK}"], "lines[1].after"),
        ([f"{EIGHT} > {BACK}", f"1 2 3 4 5 6 7 9 > {BACK}"], "lines[2].before"),
        ([f"{EIGHT} > {BACK}", "table: late"], "lines[2].table"),
        (["A*x > A"], "lines[1].before"),
        ([f"A*{MOST_TILES} A > A"], "lines[1].before"),
        (["x" * (LONGEST_LINE + 1)], "lines[1]"),
        ([f"{EIGHT} > {BACK}"], "cycles"),
        ([], "cycles"),
    ],
)
def test_what_cannot_be_read_is_refused_with_line_and_field(lines: list[str], field: str) -> None:
    assert refusal(*lines) == field


def test_missing_and_added_tiles_are_named() -> None:
    with pytest.raises(Refused, match="not in the walls: 8; the reverse: 7"):
        read_cycles([f"{EIGHT} > 1 2 3 4 5 6 7 7"])


@given(st.lists(st.text(max_size=40), max_size=12))
def test_any_text_is_read_or_refused(lines: list[str]) -> None:
    try:
        read_cycles(lines)
    except Refused as refused:
        assert refused.field
