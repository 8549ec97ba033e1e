"""The hand that is being entered knows no game: how many tiles and sets, which and how many, comes from its data."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from controller.rules import configure
from controller.rules.entry import ANY_SOURCE, Asks, CountField, Declaration, FlagField, RowField
from controller.rules.hand.tile_set import ANIMALS, FLOWERS, JOKER, Joker, tile_set
from tests.browser.conftest import Service

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

SIXTEEN = Asks(tiles=tile_set(flowers=FLOWERS, hand=16))
WITH_JOKERS = Asks(
    tiles=tile_set(flowers=FLOWERS, animals=len(ANIMALS), jokers={JOKER: Joker(2)}, red={"0p": 2}, uneven={27: 3})
)
OF_A_FAMILY = Asks(
    declared=(Declaration("bet", ("win",), ("bet", "great-bet")),),
    rows=(RowField("turned", 1), RowField("won", 2, ("bet", "great-bet"))),
    counts=(CountField("aside", 3, "1z"),),
)
WITH_BIRDS = Asks(
    rows=(RowField("birds", 2, apart=True),),
    counts=(CountField("kong_wins", 4, least=1, flags=("replacement",)),),
)

GREAT = (FlagField("great-bet", ANY_SOURCE),)

RUN = """async (asks) => {
    const model = await import("/web/entry/handmodel.js");
    const form = await import("/web/entry/form.js");
    const tiles = await import("/web/shared/tiles.js");
    const entry = model.emptyHand();
    const put = (target, ...codes) => {
        entry.target = target;
        return codes.map((code) => {
            const may = model.allowed(entry, code, asks);
            if (may) model.add(entry, code, asks, false);
            return may;
        });
    };
    SCRIPT
}"""


@pytest.fixture
def run(page: Any, service: Service) -> Any:
    page.goto(f"{service.address}/")
    return lambda asks, script: page.evaluate(RUN.replace("SCRIPT", script), asks.as_json())


def test_a_hand_of_sixteen_tiles_is_whole_with_its_sixteenth(run: Any) -> None:
    sixteen = [f"{number}{suit}" for suit in "mp" for number in range(1, 9)]
    script = f"""const before = put("hand", ...{sixteen});
        const more = put("hand", "9s");
        const next = entry.target;
        return [before.every(Boolean), more[0], model.needed(entry, asks.tiles), next];"""
    assert run(SIXTEEN, script) == [True, False, 16, "hand"]


def test_a_whole_hand_of_sixteen_tiles_asks_for_its_winning_tile(run: Any) -> None:
    sixteen = [f"{number}{suit}" for suit in "mp" for number in range(1, 9)]
    script = f"""entry.target = "hand";
        for (const code of {sixteen}) model.add(entry, code, asks, false);
        return [entry.target, model.complete(entry, asks.tiles)];"""
    assert run(SIXTEEN, script) == ["winning", False]


@pytest.mark.parametrize(("asks", "sets", "left"), [(SIXTEEN, 5, 1), (Asks(), 4, 1)])
def test_there_are_as_many_melds_as_the_game_has_sets(run: Any, asks: Asks, sets: int, left: int) -> None:
    script = """entry.meld = "pung";
        const may = put("meld", "1m", "2m", "3m", "4m", "5m", "6m");
        return [may.filter(Boolean).length, model.needed(entry, asks.tiles)];"""
    assert run(asks, script) == [sets, left]


def test_a_tile_can_be_laid_as_often_as_the_game_has_it(run: Any) -> None:
    script = """return [
        put("hand", "1z", "1z", "1z", "1z"), put("hand", "1j", "1j", "1j"), put("hand", "0p", "0p", "0p"),
        put("flowers", "1a", "1a", "8f", "8f")];"""
    assert run(WITH_JOKERS, script) == [
        [True, True, True, False], [True, True, False], [True, True, False], [True, False, True, False],
    ]  # fmt: skip


def test_bonus_tiles_stand_in_a_row_for_each_kind_of_them(run: Any) -> None:
    rows = run(WITH_JOKERS, "return tiles.bonusRows(asks.tiles);")
    assert rows == [[f"{number}f" for number in range(1, 9)], [f"{number}a" for number in range(1, 5)]]


VIETNAMESE = configure("vietnamese").asks


def test_a_joker_takes_the_place_of_a_tile_of_the_last_meld_and_moves_on(run: Any) -> None:
    script = """put("meld", "4p");
        const melded = [];
        for (const joker of ["2j", "2j", "2j", "3j"]) {
            const [may] = put("meld", joker);
            melded.push([may, ...entry.melds[0].tiles]);
        }
        return melded;"""
    assert run(VIETNAMESE, script) == [
        [True, "4p", "5p", "2j"], [True, "4p", "2j", "6p"], [True, "2j", "5p", "6p"], [False, "2j", "5p", "6p"],
    ]  # fmt: skip


def test_jokers_lie_among_the_bonus_tiles_where_they_may_be_laid_out(run: Any) -> None:
    rows = run(VIETNAMESE, "return tiles.bonusRows(asks.tiles);")
    assert rows[-1] == [f"{number}j" for number in range(1, 9)]
    assert rows[1:3] == [[f"{number}k" for number in range(1, 5)], [f"{number}q" for number in range(1, 5)]]


def test_rows_and_counts_of_a_family_stand_in_the_record_under_its_own_names(run: Any) -> None:
    script = """put("row.turned", "5p", "6p"); put("row.won", "1z", "2z", "3z"); entry.counts.aside = 3;
        const record = model.recordOf(entry, [], asks);
        const again = model.entryOf({ ...record, winning_tile: "1m" }, asks, Boolean);
        return [record, again.rows, again.counts];"""
    record, rows, counts = run(OF_A_FAMILY, script)
    assert {name: record[name] for name in ("turned", "won", "aside")} == {"turned": "5p", "won": "12z", "aside": 3}
    assert (rows, counts) == ({"turned": ["5p"], "won": ["1z", "2z"]}, {"aside": 3})


def test_tiles_laid_aside_are_no_more_to_be_had(run: Any) -> None:
    assert run(OF_A_FAMILY, """entry.counts.aside = 3; return put("hand", "1z", "1z");""") == [True, False]


def test_a_row_that_only_a_declaration_turns_is_asked_of_whoever_declared_it(run: Any) -> None:
    script = """const ids = (declared, flags) =>
            form.asksOf({ winner: 2, tiles: { ...entry, flags } }, declared, asks).rows.map(({ id }) => id);
        return [ids({}, []), ids({ bet: [1] }, []), ids({ bet: [2] }, []), ids({}, ["great-bet"])];"""
    assert run(OF_A_FAMILY, script) == [["turned"], ["turned"], ["turned", "won"], ["turned", "won"]]


def test_the_record_of_whoever_declared_something_says_so_once(run: Any) -> None:
    script = """const seats = [{ seat: 2, name: "B", wind: "E" }];
        const win = { ...form.newWin(), winner: 2, source: "self-draw" };
        const flags = (declared, own) => {
            win.tiles.flags = own;
            const whole = { kind: "win", full: true, wins: [win], declared, ready: [], reason: "" };
            const result = form.outcome(whole, { asks, seats });
            return [result.declared.bet, result.wins[0].tiles.flags];
        };
        return [flags({ bet: [2] }, []), flags({}, ["great-bet"]), flags({}, [])];"""
    asked = replace(OF_A_FAMILY, situations=(*OF_A_FAMILY.situations, *GREAT))
    assert run(asked, script) == [[[2], ["bet"]], [[2], ["great-bet"]], [[], []]]


def test_a_row_that_lies_apart_may_hold_a_tile_of_which_the_hand_has_all_four(run: Any) -> None:
    script = """const four = put("hand", "1m", "1m", "1m", "1m", "1m");
        return [four, put("row.birds", "1m", "1m", "1m"), model.left(entry, "1m", asks)];"""
    assert run(WITH_BIRDS, script) == [[True] * 4 + [False], [True, True, False], 0]


def test_a_number_that_belongs_to_a_flag_is_asked_for_with_it_alone(run: Any) -> None:
    script = """entry.counts.kong_wins = 2;
        const asked = () => form.asksOf({ winner: 0, tiles: entry }, {}, asks);
        const before = model.recordOf(entry, [], asked()).kong_wins;
        entry.flags = ["replacement"];
        return [before ?? null, model.recordOf(entry, [], asked()).kong_wins];"""
    assert run(WITH_BIRDS, script) == [None, 2]
