"""What cannot be true of a hand is refused for its field, and what a game offers to enter is never refused."""

from __future__ import annotations

from typing import Any

import pytest

from controller.rules import IDS, RecordError, configure, score
from controller.rules.entry import FlagField, asks_from
from controller.rules.questions import records as questions
from tests.controller.rules.rule_records import record

OFFERED = [(ruleset, row) for ruleset in IDS for row in configure(ruleset).asks.situations]
OF_ROWS: dict[str, dict[str, Any]] = {"kita": {"kita": 1}, "robbing-gold": {"indicator": "8s"}}
"""What else is true where a row is."""
RON = {"E": "N", "S": "E"}


def as_offered(ruleset: str, row: FlagField, source: str) -> dict[str, Any]:
    """A hand that fulfils all that a row of situations asks for."""
    seat = "E" if row.dealer else "S"
    discarder = None if source == "self-draw" else RON[seat] if source == "discard" else f"robbed {RON[seat]}"
    melds = " ".join(f"A{tile * 4}p" for tile in "19"[: row.kongs])
    concealed = "".join(["345p", "999s", "678p"][row.kongs :])
    hand = record(ruleset, f"{concealed}67s22s", "8s", discarder, melds=melds, seat=seat, flags=(row.id,))
    return hand | OF_ROWS.get(row.id, {})


@pytest.mark.parametrize(("ruleset", "row"), OFFERED, ids=[f"{ruleset}-{row.id}" for ruleset, row in OFFERED])
def test_what_a_game_offers_to_enter_is_accepted(ruleset: str, row: FlagField) -> None:
    for source in row.sources:
        score(as_offered(ruleset, row, source))


@pytest.mark.parametrize("ruleset", IDS)
def test_flags_that_a_row_excludes_are_refused_beside_it(ruleset: str) -> None:
    for row in configure(ruleset).asks.situations:
        for other in row.without:
            hand = as_offered(ruleset, row, row.sources[0])
            with pytest.raises(RecordError) as caught:
                score({**hand, "flags": [row.id, other]})
            assert caught.value.field == "flags"


@pytest.mark.parametrize(("ruleset", "sources"), [("hong-kong-old", ("discard",)), ("cantonese-old", ("discard",)),
                                                  ("chinese-traditional", ("self-draw", "discard"))])  # fmt: skip
def test_an_earthly_hand_is_offered_as_the_ruleset_has_it(ruleset: str, sources: tuple[str, ...]) -> None:
    row = next(row for row in configure(ruleset).asks.situations if row.id == "earthly")
    assert (row.sources, row.from_dealer, row.concealed) == (sources, True, True)


def test_a_chow_of_three_players_comes_from_the_one_before_who_plays() -> None:
    house = {"remove": "3x34"}
    score(record("sanma", "34p67822s", "5p", "S", melds="C234m<W P888m", seat="E", house=house))
    with pytest.raises(RecordError) as caught:
        score(record("sanma", "34p67822s", "5p", "S", melds="C234m<S P888m", seat="E", house=house))
    assert caught.value.field == "melds[0].from"


def test_a_tile_that_lies_turned_in_all_copies_left_is_no_wait() -> None:
    hand = record("riichi", "23m345p678s11199s", "4m") | {"dora_indicators": "1111m"}
    found = questions.waits_record({**hand, "winning_tile": None})
    assert [wait["tile"] for wait in found["waits"]] == ["4m"]


def test_a_pair_is_no_wait_for_a_robbed_kong() -> None:
    hand = record("hong-kong-old", "345p678p999s678s2s", "2s", "robbed E", min_faan=0)
    assert questions.waits_record({**hand, "winning_tile": None})["waits"] == []


def test_a_wait_is_worth_an_earthly_hand_on_the_dealers_discard_alone() -> None:
    hand = record("hong-kong-old", "345p678p999s67s22s", "8s", "E", flags=("earthly",))
    wait = next(wait for wait in questions.waits_record(hand)["waits"] if wait["tile"] == "8s")
    limits = {way["discarder"]: way["legal"] and way["limit"] for way in wait["wins"]}
    assert limits == {None: False, "E": True, "W": False, "N": False}


def test_what_was_recorded_of_a_situation_before_it_said_more_still_reads() -> None:
    old = configure("mcr").asks.as_json()
    old["situations"] = [{"id": "replacement", "sources": ["self-draw"], "dealer": None}]
    assert asks_from(old).situations == (FlagField("replacement", ("self-draw",)),)
