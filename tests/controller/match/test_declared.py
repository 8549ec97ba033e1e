"""What players declared is kept under the names of the game, in events of today and of before."""

from __future__ import annotations

import csv
import io
import json
import lzma
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from controller.events import CATALOGUE
from controller.events.match import HandEnded
from controller.journal.store import Journal
from controller.match import HandResult, evolve
from controller.match.codec import end_from, stored_outcome
from controller.match.ledger import scores
from controller.match.sheet import sheet_csv
from controller.rules.game import End
from tests.controller.match.book import started

STORED = Path(__file__).parents[1] / "journal" / "old_journals" / "declared_by_name" / "riichi.sql.xz"
FIRST_SHAPE: dict[str, Any] = {
    "match": "m1", "who": "Ann", "hand": 1, "wins": [], "passed_over": [],
    "outcome": {"kind": "draw", "winners": [], "discarder": None, "ready": [1], "reason": "", "riichi": [1],
                "nagashi": []},
    "settlement": {"net": [0, 0, 0, 0], "lines": [], "deposits": 1}, "next": None,
}  # fmt: skip


def test_a_name_that_only_one_game_knows_comes_back_from_the_stored_outcome() -> None:
    end = End("draw", ready=(1,), declared={"bet": (1, 3), "nobody": ()})
    assert end_from(stored_outcome(end)) == End("draw", ready=(1,), declared={"bet": (1, 3)})


def test_the_sheet_as_a_table_names_everything_that_was_declared() -> None:
    book = started("riichi", {"nagashi-mangan": "as-tsumo-mangan"})
    book.play(HandResult("draw", ready=(1, 3), declared={"riichi": (1, 3), "nagashi": (0,)}))
    row = next(csv.DictReader(io.StringIO(sheet_csv(book.match))))
    assert (row["riichi"], row["declared"]) == ("Bob, Di", "riichi: Bob, Di; nagashi: Ann")


@pytest.mark.parametrize("type_", ["match.hand-won", "match.hand-ended", "match.hand-corrected"])
def test_the_two_declarations_of_the_first_shape_go_by_their_names(type_: str) -> None:
    more = {"match.hand-corrected": {"why": "", "replaces": 1, "resettled": []}}.get(type_, {})
    data = {name: value for name, value in FIRST_SHAPE.items() if type_ != "match.hand-won" or name != "next"}
    event: Any = CATALOGUE.read(type_, json.dumps(data | more))
    assert event.outcome.declared == {"riichi": (1,)}


def test_an_outcome_of_the_first_journals_that_has_neither_declared_nothing() -> None:
    outcome = {name: value for name, value in FIRST_SHAPE["outcome"].items() if name not in ("riichi", "nagashi")}
    event = CATALOGUE.read("match.hand-ended", json.dumps(FIRST_SHAPE | {"outcome": outcome}))
    assert isinstance(event, HandEnded)
    assert event.outcome.declared == {}


def test_a_stored_journal_with_declarations_by_name_reads_as_it_did(tmp_path: Path) -> None:
    """Two drawn hands; in the first one Bob was in riichi and Ann had nagashi, the second was corrected: Di's stick."""
    connection = sqlite3.connect(tmp_path / "journal.db")
    connection.executescript(lzma.decompress(STORED.read_bytes()).decode())
    connection.close()
    state = None
    with Journal(tmp_path / "journal.db", now=lambda: datetime(2027, 1, 1, tzinfo=UTC)) as journal:
        assert journal.verify() is None
        for recorded in journal.replay():
            state = evolve(state, recorded)
    assert state is not None
    ends = [hand.result.end.declared for hand in state.hands if hand.result]
    assert ends == [{"riichi": (1,), "nagashi": (0,)}, {"riichi": (3,)}]
    assert scores(state) == (43_500, 23_500, 24_500, 26_500)
