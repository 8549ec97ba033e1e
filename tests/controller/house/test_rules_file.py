"""House rules as a file: what is written is read again, and a mistake is named with its line."""

from __future__ import annotations

import pytest

from api.words.rules_file import rules_file
from controller.house.mistakes import mistakes_of
from controller.house.rules_file import MOST_BYTES, RulesFile, RulesFileError, read_rules_file
from controller.languages import LANGUAGES
from controller.rules import configure, ruleset, rulesets, score

FRIDAY = """\
format = 1
name = { en = "Friday club", ja = "金曜会" }
parent = "hong-kong-old"
profile = "three-in-a-row"
off = ["three-kongs"]

[options]
min-faan = 1
limit-hands-off = ["all-kong", "pearl-dragon"]

[values]
all-pong = 2

[[items]]
id = "own-three-winds"
group = "faan"
value = 2
names = { en = "Three winds" }
pattern = { triplets = "1234z", at-least = 3 }

[[items]]
id = "own-end-of-the-wall"
group = "bonus"
value = 1
[items.names]
en = "Last tile of one suit"
[items.pattern]
all = ["one-suit", "last-tile-or-discard"]
"""


def test_a_file_makes_a_game() -> None:
    found = read_rules_file(FRIDAY, configure)
    game = configure(found.ruleset, found.options, found.profile)
    assert found.name == "Friday club" and found.names["ja"] == "金曜会"
    assert game.options["min-faan"] == 1 and game.options["max-consecutive-hands"] == 3
    assert game.played.items["all-pong"].value == 2
    assert "three-kongs" not in game.played.items and "all-kong" not in game.played.items
    assert {"own-three-winds", "own-end-of-the-wall"} <= set(game.played.items)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_written_is_read_again(language: str) -> None:
    kept = read_rules_file(FRIDAY, configure)
    assert read_rules_file(rules_file(kept, language), configure) == kept


@pytest.mark.parametrize("name", rulesets())
def test_a_new_file_is_the_ruleset_itself(name: str) -> None:
    new = RulesFile({"en": "x"}, name, None, {})
    assert read_rules_file(rules_file(new, "en"), configure) == new


@pytest.mark.parametrize("name", rulesets())
def test_each_option_and_value_behind_a_remark_is_the_one_that_is_played(name: str) -> None:
    """Every remark that is a row can be taken out of its remark, and nothing changes but that it is written down."""
    text = rules_file(RulesFile({"en": "x"}, name, None, {}), "en")
    known = {option.name for option in ruleset(name).options} | {item.id for item in ruleset(name).items}
    rows = [line.removeprefix("# ") if line[2:].partition(" = ")[0] in known else line for line in text.splitlines()]
    found = read_rules_file("\n".join(rows), configure)
    usual, written = configure(name), configure(name, found.options)
    assert {option: written.options[option] for option in usual.options} == dict(usual.options)
    numbers = {item.id for item in usual.played.items.values() if isinstance(item.value, int)}
    assert ruleset(name).fixed_items or numbers <= set(found.options.get("changes", {}).get("values", {}))
    assert {i: written.played.items[i].value for i in numbers} == {i: usual.played.items[i].value for i in numbers}


def test_hands_are_scored_by_the_file() -> None:
    found = read_rules_file(FRIDAY, configure)
    hand = {
        "ruleset": found.ruleset, "profile": found.profile, "options": found.options, "hand": "1114478m", "melds": [
            {"kind": "pung", "tiles": tiles, "concealed": False} for tiles in ("111z", "222z")
        ], "winning_tile": "9m", "win": "discard", "discarder": "E", "seat_wind": "S", "round_wind": "E", "flags": [],
    }  # fmt: skip
    assert "own-three-winds" not in score(hand)["items"]
    three = {**hand, "hand": "1144m33z", "melds": hand["melds"] and [
        {"kind": "pung", "tiles": tiles, "concealed": False} for tiles in ("111z", "222z")
    ], "winning_tile": "3z"}  # fmt: skip
    assert score({**three, "hand": "11122m33z"})["items"]["own-three-winds"] == 2


@pytest.mark.parametrize(
    ("old", "new", "field", "line", "remedy"),
    [
        ("min-faan = 1", "min-fan = 1", "options.min-fan", 8, "min-faan"),
        ("min-faan = 1", "min-faan = 99", "options.min-faan", 8, "0..13"),
        ("min-faan = 1", "min-faan = [1", "file", 8, "close the bracket"),
        ('"all-kong", "pearl-dragon"', '"all-kongs"', "options.limit-hands-off", 9, "all-kong"),
        ('parent = "hong-kong-old"', 'parent = "hongkong-old"', "parent", 3, "hong-kong-old"),
        ('profile = "three-in-a-row"', 'profile = "three"', "profile", 4, "three-in-a-row"),
        ("format = 1", "format = 2", "format", 1, "format = 1"),
        ("all-pong = 2", "all-pung = 2", "values.all-pung", 12, "all-pong"),
        ('"three-kongs"]', '"three-kong"]', "off", 5, "three-kongs"),
        ('group = "faan"', 'group = "fan"', "items[0].group", 16, "faan"),
        ("at-least = 3", "at-least = 30", "items[0].pattern.at-least", 19, ""),
        ('"one-suit", "last', '"one-suite", "last', "items[1].pattern.all[0]", 28, "one-suit"),
        ("[values]", "[worth]", "worth", 11, "options stand below [options]"),
        ("min-faan = 1", "min-faan = true", "options.min-faan", 8, "0..13"),
        ("min-faan = 1", "min-faan 1", "file", 8, "name = value"),
        ("min-faan = 1", "min-faan = 1\nmin-faan = 2", "file", 9, "twice"),
        ("min-faan = 1", "min-faan = one", "file", 8, "a value is a number"),
        ("min-faan = 1", "min-faan = " + "9" * 5000, "file", None, "smaller number"),
        ("min-faan = 1", "a" + ".a" * 9000 + " = 1", "file", 8, "name = value"),
        ("min-faan = 1", 'min-faan = "1', "file", 8, "close the quotation marks"),
        ("min-faan = 1", "min-faan = 1 \x07", "file", 8, "one name and value"),
        ("[values]", "[options]", "file", 11, "heading stands there twice"),
        ('"three-kongs"]', '"three-kongs", "three-kongs"]', "off", 5, "once"),
        ('off = ["three-kongs"]', "off = [[1]]", "off", 5, "allowed"),
        ('"all-kong", "pearl-dragon"', '"all-kong", "all-kong"', "options.limit-hands-off", 9, "once"),
        (
            'limit-hands-off = ["all-kong", "pearl-dragon"]',
            'limit-hands-off = "all-kong"',
            "options.limit-hands-off",
            9,
            '["all-kong"]',
        ),
        ("all-pong = 2", "three-kongs = 2", "values.three-kongs", 12, "change values.three-kongs or off"),
        ('id = "own-three-winds"', "", "items[0].id", 14, "own-three-winds"),
        (
            '{ triplets = "1234z", at-least = 3 }',
            "{ not = " * 40 + '"one-suit"' + "}" * 40,
            "items[0].pattern.not.not.not.not",
            19,
            "",
        ),
    ],
)
def test_a_mistake_is_named_with_its_line(old: str, new: str, field: str, line: int, remedy: str) -> None:
    with pytest.raises(RulesFileError) as refused:
        read_rules_file(FRIDAY.replace(old, new, 1), configure)
    assert (refused.value.field, refused.value.line) == (field, line)
    assert remedy in (refused.value.remedy or "")


def test_all_mistakes_of_a_file_are_told_at_once_with_their_lines() -> None:
    wrong = {
        "format = 1": "format = 2", '"three-kongs"]': '"three-kong"]', "min-faan = 1": "min-fan = 1\ndice = 99",
        "all-pong = 2": "all-pong = 2.5", 'group = "faan"': 'group = "fan"', '"one-suit", "last': '"one-suite", "last',
    }  # fmt: skip
    text = FRIDAY
    for old, new in wrong.items():
        text = text.replace(old, new, 1)
    assert [(mistake.line, mistake.field) for mistake in mistakes_of(text, configure)] == [
        (1, "format"), (5, "off"), (8, "options.min-fan"), (9, "options.dice"), (13, "values.all-pong"),
        (17, "items[0].group"), (29, "items[1].pattern.all[0]"),
    ]  # fmt: skip
    assert mistakes_of(FRIDAY, configure) == ()


def test_an_editor_may_mark_the_file_with_a_byte_order_mark_and_other_ends_of_lines() -> None:
    assert read_rules_file("\ufeff" + FRIDAY.replace("\n", "\r\n"), configure) == read_rules_file(FRIDAY, configure)


def test_an_uma_that_does_not_add_up_is_a_mistake_in_its_line() -> None:
    text = 'format = 1\nname = "Friday"\nparent = "sanma"\n[options]\numa = [30, 0, -15]\n'
    (mistake,) = mistakes_of(text, configure)
    assert (mistake.field, mistake.line) == ("options.uma", 5)
    assert "add up to 15, not to 0" in mistake.detail


@pytest.mark.parametrize("text", ["", "\0", "format = 1", "x" * (MOST_BYTES + 1), "a = " + "[" * 5000, "a.b" * 9000])
def test_what_is_no_file_of_rules_is_refused(text: str) -> None:
    with pytest.raises(RulesFileError):
        read_rules_file(text, configure)
