"""House rules and players: what may be kept, what is refused and why, and what the events come to."""

from __future__ import annotations

import lzma
import sqlite3
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.commands import Command
from controller.events import Event, Recorded
from controller.house import House, KeepHouseRules, KeepPlayer, RemoveHouseRules, RemovePlayer, evolve
from controller.house.decide import keep_player, keep_rules, remove_player, remove_rules
from controller.house.state import COLOURS, MOST_HOUSE_RULES, MOST_PLAYERS
from controller.journal.store import Journal
from controller.refusals import Refused
from controller.rules import configure

STORED = Path(__file__).parents[1] / "journal" / "old_journals" / "house_rules" / "house.sql.xz"
WHO = "Ada"
FRIDAY = KeepHouseRules(WHO, "r1", "Friday", "hong-kong-old", "three-in-a-row", {"min-faan": 1})
ANN = KeepPlayer(WHO, "p1", "Ann", "teal", 7)


def decided(house: House, command: Command) -> tuple[Event, ...]:
    match command:
        case KeepHouseRules():
            return keep_rules(house, command, configure)
        case RemoveHouseRules():
            return remove_rules(house, command)
        case KeepPlayer():
            return keep_player(house, command)
        case RemovePlayer():
            return remove_player(house, command)
    raise TypeError(command)


def after(*commands: Command, house: House | None = None) -> House:
    now = house or House()
    for command in commands:
        for event in decided(now, command):
            now = evolve(now, Recorded(1, "2026-03-04T05:06:07.000Z", event, ""))
    return now


def refused(house: House, command: Command) -> tuple[str, str | None]:
    with pytest.raises(Refused) as caught:
        decided(house, command)
    return caught.value.code, caught.value.field


def test_house_rules_are_kept_with_name_profile_and_what_differs_from_it() -> None:
    (rules,) = after(FRIDAY).rules.values()
    assert (rules.name, rules.ruleset, rules.profile, rules.options) == (
        "Friday", "hong-kong-old", "three-in-a-row", {"min-faan": 1},
    )  # fmt: skip
    assert (rules.revision, rules.who) == (1, WHO)


def test_a_change_is_the_next_version_of_the_same_document() -> None:
    changed = KeepHouseRules("Bo", "r1", "Friday night", "hong-kong-old", new=False)
    (rules,) = after(FRIDAY, changed).rules.values()
    assert (rules.id, rules.revision, rules.name, rules.who, rules.options) == ("r1", 2, "Friday night", "Bo", {})


def test_rules_that_somebody_else_changed_meanwhile_are_not_overwritten() -> None:
    house = after(FRIDAY, KeepHouseRules("Bo", "r1", "Friday", "hong-kong-old", new=False, revision=1))
    late = KeepHouseRules(WHO, "r1", "Friday", "mcr", new=False, revision=1)
    assert refused(house, late) == ("stale-house-rules", "revision")
    assert after(replace(late, revision=2), house=house).rules["r1"].ruleset == "mcr"


def test_a_new_name_takes_the_place_of_the_old_one_and_leaves_those_in_other_languages() -> None:
    named = replace(FRIDAY, names={"en": "Friday", "ja": "金曜会"})
    renamed = after(named, KeepHouseRules(WHO, "r1", "Sunday ", "hong-kong-old", new=False)).rules["r1"]
    assert (renamed.name, renamed.names) == ("Sunday", {"en": "Sunday", "ja": "金曜会"})


def test_what_was_removed_is_gone_and_its_name_is_free() -> None:
    again = KeepHouseRules(WHO, "r2", "Friday", "mcr")
    assert list(after(FRIDAY, RemoveHouseRules(WHO, "r1"), again).rules) == ["r2"]
    assert list(after(ANN, RemovePlayer(WHO, "p1"), KeepPlayer(WHO, "p2", "Ann", None, 7)).players) == ["p2"]


@pytest.mark.parametrize(
    ("command", "code", "field"),
    [
        (KeepHouseRules(WHO, "r2", "  ", "mcr"), "bad-words", "name"),
        (KeepHouseRules(WHO, "r2", "friday ", "mcr"), "name-taken", "name"),
        (
            KeepHouseRules(WHO, "r2", "Sunday", "hong-kong-old", None, {"min-faan": 99}),
            "bad-option",
            "options.min-faan",
        ),
        (KeepHouseRules(WHO, "r9", "Sunday", "mcr", new=False), "no-such-house-rules", "rules"),
        (RemoveHouseRules(WHO, "r9"), "no-such-house-rules", "rules"),
        (RemoveHouseRules("", "r1"), "bad-words", "who"),
        (KeepPlayer(WHO, "p2", "ANN"), "name-taken", "name"),
        (KeepPlayer(WHO, "p2", "Ben", "pink"), "bad-colour", "colour"),
        (KeepPlayer(WHO, "p2", "Ben", None, 7), "number-taken", "number"),
        (KeepPlayer(WHO, "p2", "Ben", None, 0), "bad-number", "number"),
        (KeepPlayer(WHO, "p9", "Ben", new=False), "no-such-player", "player"),
        (RemovePlayer(WHO, "p9"), "no-such-player", "player"),
    ],
)
def test_what_cannot_be_kept_is_refused_by_its_field(command: Command, code: str, field: str) -> None:
    assert refused(after(FRIDAY, ANN), command) == (code, field)


def test_an_entry_may_keep_its_own_name_and_number_when_it_changes() -> None:
    changed = KeepPlayer(WHO, "p1", "ann", "red", 7, new=False)
    (player,) = after(ANN, changed).players.values()
    assert (player.name, player.colour, player.number) == ("ann", "red", 7)


def test_the_lists_have_an_end() -> None:
    rules = [KeepHouseRules(WHO, f"r{n}", f"Rules {n}", "mcr") for n in range(MOST_HOUSE_RULES)]
    players = [KeepPlayer(WHO, f"p{n}", f"Player {n}") for n in range(MOST_PLAYERS)]
    full = after(*rules, *players)
    assert refused(full, KeepHouseRules(WHO, "more", "More", "mcr")) == ("list-full", None)
    assert refused(full, KeepPlayer(WHO, "more", "More")) == ("list-full", None)


COMMANDS = st.one_of(
    st.builds(
        KeepPlayer, st.just(WHO), st.sampled_from("abc"), st.sampled_from(["Ann", "ann", "Ben"]),
        st.none() | st.sampled_from(COLOURS), st.none() | st.integers(1, 3), st.booleans(),
    ),
    st.builds(RemovePlayer, st.just(WHO), st.sampled_from("abc")),
)  # fmt: skip


@given(st.lists(COMMANDS, max_size=20))
def test_whatever_is_asked_names_and_numbers_stay_apart(commands: list[Any]) -> None:
    house = House()
    for command in commands:
        try:
            house = after(command, house=house)
        except Refused:
            continue
    names = [player.name.casefold() for player in house.players.values()]
    numbers = [player.number for player in house.players.values() if player.number is not None]
    assert len(names) == len(set(names))
    assert len(numbers) == len(set(numbers))


def test_a_stored_journal_with_house_rules_reads_as_it_did(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "journal.db")
    connection.executescript(lzma.decompress(STORED.read_bytes()).decode())
    connection.close()
    house = House()
    with Journal(tmp_path / "journal.db", now=lambda: datetime(2027, 1, 1, tzinfo=UTC)) as journal:
        assert journal.verify() is None
        for recorded in journal.replay():
            house = evolve(house, recorded)
    assert [(rules.name, rules.ruleset, dict(rules.options)) for rules in house.rules.values()] == [
        ("Friday night", "hong-kong-old", {"min-faan": 1})
    ]
    assert [(player.name, player.colour, player.number) for player in house.players.values()] == [("Ann", "teal", 7)]
