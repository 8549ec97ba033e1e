"""The command line: JSON lines in order, one clear line for wrong use, exit status 0, 1 and 2."""

from __future__ import annotations

import io
import json
import re
import sqlite3
import subprocess
import sys
import tarfile
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from api.access.owner_code import is_owner_code
from api.cli import COMMANDS, main
from api.commands import lines as json_lines
from api.service.version import version
from api.words.catalogue import catalogue
from api.words.rulesets import option_help
from controller.events.dice import DiceRolled
from controller.fairness.dice import BY_HAND
from controller.fairness.journal_head import JournalHead, sign_head
from controller.fairness.signing import TableKey
from controller.journal.errors import JournalError
from controller.journal.store import Journal
from controller.languages import LANGUAGES
from controller.rules import describe, rulesets

CASES = Path(__file__).parents[2] / "cases"
RULESETS = ("hong-kong-old", "chinese-traditional", "base-and-doubles", "cantonese-old")
Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *words: str) -> tuple[int, str, str]:
    try:
        status = main(words)
    except SystemExit as left:
        status = int(left.code or 0)
    out, err = capsys.readouterr()
    return status, out, err


def lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def feed(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


# ---------------------------------------------------------------- records


@pytest.mark.parametrize("name", RULESETS)
def test_score_answers_every_case_in_order(capsys: Capture, name: str) -> None:
    records = lines((CASES / f"{name}.jsonl").read_text(encoding="utf-8"))
    status, out, _ = run(capsys, "score", str(CASES / f"{name}.jsonl"))
    assert status == 0
    for record, answer in zip(records, lines(out), strict=True):
        assert answer["id"] == record["id"]
        assert {key: answer[key] for key in record["expect"]} == record["expect"], record["id"]


def test_walls_answers_every_case_in_order(capsys: Capture) -> None:
    records = lines((CASES / "walls.jsonl").read_text(encoding="utf-8"))
    status, out, _ = run(capsys, "walls", str(CASES / "walls.jsonl"))
    assert status == 0
    assert lines(out) == [{"id": record["id"], **record["expect"]} for record in records]


def test_explain_is_added_when_asked(capsys: Capture) -> None:
    _, out, _ = run(capsys, "score", str(CASES / "hong-kong-old.jsonl"), "--explain")
    assert all("explain" in answer for answer in lines(out))


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Self-draw: 1 faan"), ("ja", "自摸：1飜"), ("zh-Hant", "自摸：1 番")]
)
def test_a_language_adds_the_explanation_in_its_sentences(capsys: Capture, language: str, words: str) -> None:
    _, out, _ = run(capsys, "score", str(CASES / "hong-kong-old.jsonl"), "--language", language)
    answers = lines(out)
    assert all(answer["sentences"] and answer["explain"] for answer in answers)
    assert any(line.startswith(words) for answer in answers for line in answer["sentences"])


def test_a_bad_line_is_answered_in_its_place_and_the_rest_goes_on(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = (CASES / "hong-kong-old.jsonl").read_bytes().splitlines()[0]
    bad = [
        b"nonsense",
        b"[1]",
        b'{"id": "x", "ruleset": "chess"}',
        b'{"id": "deep", "a": ' + b"[" * 100_000,
        b"\xff\xfe",
    ]
    feed(monkeypatch, b"\n".join([*bad, good, b""]))
    status, out, err = run(capsys, "score", "-")
    *errors, last = lines(out)
    assert (status, err) == (2, "")
    assert [answer["error"]["code"] for answer in errors] == [
        "bad-json",
        "bad-json",
        "bad-record",
        "bad-json",
        "bad-json",
    ]
    assert (errors[2]["id"], errors[2]["error"]["field"]) == ("x", "ruleset")
    assert [answer.get("line") for answer in errors] == [1, 2, None, 4, 5]
    assert last["legal"] is True


def test_many_lines_are_read_as_few_are(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    good = (CASES / "hong-kong-old.jsonl").read_bytes().splitlines()[0]
    odd = [
        b"nonsense", b'{"id": "a", "id": "b"}', b'{"id": "\\ud800"}', b'{"id": NaN}', b'{"id": 1e400}', b"\xff\xfe",
        b'{"id": "deep", "a": ' + b"[" * 300 + b"]" * 300 + b"}", "\ufeff{}".encode(), b'{"id": -0.0}', b'{"id": 1,}',
        b"", '{"id": "\u3042"}'.encode(), '{"id": "x"}'.encode("utf-16"), b'{"id": ' + b"9" * 5_000 + b"}",
    ]  # fmt: skip
    answers = []
    for many in (json_lines.MANY, 1):
        monkeypatch.setattr(json_lines, "MANY", many)
        feed(monkeypatch, b"\n".join([*odd, good]) + b"\n")
        answers.append(run(capsys, "score", "-"))
    few, many_lines = answers
    assert many_lines == few


def test_a_name_that_no_json_can_repeat_is_refused_and_the_rest_goes_on(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = (CASES / "hong-kong-old.jsonl").read_bytes().splitlines()[0]
    odd = [b'{"id": "\\ud800"}', b'{"id": NaN}', b'{"id": "a", "ruleset": "mcr", "options": {"\\ud800": 1}}']
    feed(monkeypatch, b"\n".join([*odd, good]) + b"\n")
    status, out, _ = run(capsys, "score", "-")
    assert status == 2
    assert [answer.get("error", {}).get("field") for answer in lines(out)] == ["id", "id", "options.\ud800", None]


def test_an_endless_line_is_not_held_in_memory(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    good = (CASES / "hong-kong-old.jsonl").read_bytes().splitlines()[0]
    feed(monkeypatch, b'{"id": "' + b"x" * (3 << 20) + b'"}\n' + good + b"\n")
    status, out, _ = run(capsys, "score", "-")
    assert status == 2
    assert [("error" in answer) for answer in lines(out)] == [True, False]


@pytest.mark.parametrize(("strict", "expected"), [((), 0), (("--strict",), 1)])
def test_strict_says_no_to_an_illegal_hand(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, strict: tuple[str, ...], expected: int
) -> None:
    record = json.loads((CASES / "hong-kong-old.jsonl").read_text(encoding="utf-8").splitlines()[0])
    feed(monkeypatch, json.dumps({**record, "winning_tile": "1z"}).encode())
    status, out, _ = run(capsys, "score", "-", *strict)
    assert (status, lines(out)[0]["legal"]) == (expected, False)


# ---------------------------------------------------------------- wrong use


@pytest.mark.parametrize(
    "words",
    [
        ("dance",), ("score",), ("score", "/no/such/file"), ("score", "/"), ("walls", "/no/such/file"),
        ("roll", "eleven"), ("roll", "11"), ("roll", "0"), ("score", "-", "--json"), ("rules", "chess"),
        ("rules", "riichi", "mcr"), ("rules", "riichi", "--compare", "mcr", "sanma"), ("rules", "new", "friday.toml"),
        ("rules", "new", "--from", "riichi", "--name", ""),
        ("rules", "new", "--from", "riichi", "--output", "/no/such/folder/friday.toml"),
        ("journal", "burn"),
        ("journal", "list", "--state-dir", "/no/such/folder"), ("backup", "/tmp/x.tar.gz", "--state-dir", "/no/such"),
        ("serve", "--port"), ("serve", "--http-port", "many"), ("serve", "--http-port", "99999"),
        ("serve", "--http-port", "-1"), ("serve", "--seed", "-1"),
    ],
)  # fmt: skip
def test_wrong_use_is_one_clear_line_and_status_2(capsys: Capture, words: tuple[str, ...]) -> None:
    status, out, err = run(capsys, *words)
    assert (status, out) == (2, "")
    assert "Traceback" not in err
    assert len(err.strip().splitlines()) <= 6  # argparse adds its usage, which may wrap


@pytest.mark.parametrize(
    "words", ["check --json FILE", "--json check FILE", "check FILE --json", "check --json -- FILE"]
)
def test_options_may_stand_anywhere_among_the_words_of_a_command(capsys: Capture, tmp_path: Path, words: str) -> None:
    file = tmp_path / "friday.toml"
    file.write_text('format = 1\nname = "Friday"\nparent = "riichi"\n', encoding="utf-8")
    status, out, _ = run(capsys, "rules", *words.replace("FILE", str(file)).split())
    assert (status, json.loads(out)["ruleset"]) == (0, "riichi")


def test_a_command_refuses_what_it_does_not_know_with_its_own_usage(capsys: Capture) -> None:
    status, _, err = run(capsys, "score", "--jsn", "records.jsonl")
    assert (status, err.splitlines()[-1]) == (2, "jantaku score: this is not known here: --jsn")
    assert err.startswith("usage: jantaku score")


@pytest.mark.parametrize(
    ("words", "meant"),
    [(("rules", "hong-kong"), "hong-kong-old"), (("rules", "new", "--from", "riichy"), "riichi"),
     (("rules", "new", "--from", "riichi", "--profile", "ema-2025"), "ema2025"),
     (("rules", "--compare", "riichi", "sanmo"), "sanma")],
)  # fmt: skip
def test_a_name_that_is_nearly_one_is_answered_with_the_one(
    capsys: Capture, words: tuple[str, ...], meant: str
) -> None:
    status, _, err = run(capsys, *words)
    assert (status, len(err.splitlines())) == (2, 1)
    assert f"did you mean {meant}?" in err


def test_a_folder_in_place_of_records_is_called_one(capsys: Capture) -> None:
    assert run(capsys, "score", "/")[2] == "jantaku: / cannot be read: Is a directory\n"


def test_a_number_out_of_range_is_refused_with_its_option_and_its_bounds(capsys: Capture) -> None:
    _, _, err = run(capsys, "serve", "--http-port", "99999")
    assert err.splitlines()[-1] == (
        "jantaku serve: argument --http-port: must be a whole number from 0 to 65535, not 99999"
    )


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ('ruleset = "chess"', "2: game.ruleset must be one of hong-kong-old, "),
        ("options.nonsense = 1", "2: game.options.nonsense: is not an option of this ruleset; allowed: "),
        ("options.min-faan = 99", "2: game.options.min-faan: "),
    ],
)
def test_rules_that_the_configuration_cannot_have_are_one_line_with_their_place(
    capsys: Capture, tmp_path: Path, game: str, words: str
) -> None:
    """Before anything listens or moves."""
    file = tmp_path / "table.toml"
    file.write_text(f"[game]\n{game}\n", encoding="utf-8")
    status, out, err = run(capsys, "serve", "--port", "simulate", "--http-port", "0", "--config", str(file))
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert err.startswith(f"jantaku: {file}:{words}")


def test_without_a_command_all_of_them_are_listed(capsys: Capture) -> None:
    status, out, err = run(capsys)
    assert (status, out) == (2, "")
    for name, purpose in COMMANDS.items():
        assert re.search(rf"^ +{name}\s+{purpose}$", err, re.MULTILINE)


def test_the_version_is_that_of_the_package(capsys: Capture) -> None:
    assert run(capsys, "--version") == (0, f"jantaku {version()}\nrules engine: pure Python\n", "")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(capsys: Capture, name: str) -> None:
    status, out, _ = run(capsys, name, "--help")
    assert status == 0
    assert out.startswith("usage: jantaku")


def test_the_reader_of_our_output_may_leave() -> None:
    many = (CASES / "hong-kong-old.jsonl").read_bytes() * 200
    command = f"{sys.executable} -m api.cli score - | head -1"
    ended = subprocess.run(["/bin/sh", "-c", command], input=many, capture_output=True, timeout=60, check=False)
    assert ended.stdout.count(b"\n") == 1
    assert ended.stderr == b""


def test_scoring_does_not_wait_for_the_web_server() -> None:
    script = (
        "import sys, api.cli; api.cli.main(['roll', '2']); sys.exit(bool({'fastapi', 'pydantic'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, timeout=60, check=False).returncode == 0


# ---------------------------------------------------------------- dice and rules


def test_roll_throws_as_many_dice_as_asked(capsys: Capture) -> None:
    status, out, _ = run(capsys, "roll", "5", "--json")
    rolled = json.loads(out)
    assert (status, len(rolled["dice"]), rolled["total"]) == (0, 5, sum(rolled["dice"]))
    assert all(1 <= die <= 6 for die in rolled["dice"])


@pytest.mark.parametrize("name", RULESETS)
def test_rules_prints_a_page_and_json(capsys: Capture, name: str) -> None:
    status, page, _ = run(capsys, "rules", name, "--language", "ja")
    assert status == 0
    assert "ルール設定" in page
    assert json.loads(run(capsys, "rules", name, "--json")[1])["id"] == name
    assert name in run(capsys, "rules")[1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", rulesets())
def test_the_page_of_a_ruleset_has_words_for_everything(capsys: Capture, name: str, language: str) -> None:
    _, page, _ = run(capsys, "rules", name, "--language", language)
    words = catalogue(language)
    assert not re.search("[{}]|None|True", page)
    assert all(words[f"sheet.group.{item['group']}"] in page for item in describe(name)["items"])
    assert all(option_help(name, row["name"], words)[:20] in page for row in describe(name)["options"])
    assert all(words[f"effect.{row['effect']}"] in page for row in describe(name)["penalties"])


def test_a_page_tells_the_length_of_a_match_in_rounds_or_in_hands(capsys: Capture) -> None:
    assert "Rounds: East wind, South wind; everybody" in run(capsys, "rules", "riichi")[1]
    assert "Hands: 16; everybody" in run(capsys, "rules", "wuhan")[1]


def test_a_page_states_the_rule_of_every_item(capsys: Capture) -> None:
    _, page, _ = run(capsys, "rules", "hong-kong-old")
    assert (
        "  3  clean-hand             Clean hand\n         Tiles of one suit together with honors, and no other tiles.\n"
        in page
    )
    _, page, _ = run(capsys, "rules", "riichi", "--language", "ja")
    assert "一種類の数牌と字牌だけの手。" in page
    rows = json.loads(run(capsys, "rules", "mcr", "--json")[1])["items"]
    assert all(row["rule"].keys() == row["names"].keys() for row in rows)


def test_a_page_says_who_gets_a_claim_and_who_pays(capsys: Capture) -> None:
    _, page, _ = run(capsys, "rules", "cantonese-old")
    assert "Thirteen terminals win before any other hand." in page
    assert "Who passes up a triplet may not claim that tile until the next own discard." in page
    assert "Base 8, South wins on a discard by East: East 8, West 4, North 4; gets 16" in page
    _, page, _ = run(capsys, "rules", "sanma")
    assert "there are no chows" in page
    assert "Furiten" in page
    _, page, _ = run(capsys, "rules", "mcr")
    assert "A hand needs at least 8 points." in page
    assert "Pure double chow: without" not in page


def test_a_page_names_its_profiles_and_keeps_names_and_values_on_one_line(capsys: Capture) -> None:
    _, page, _ = run(capsys, "rules", "riichi")
    assert "  jpml-a              JPML A rules\n      multiple-winners = head-bump\n" in page
    assert "  ema2025             EMA 2025\n      riichi-needs-1000 = true\n" in page
    _, page, _ = run(capsys, "rules", "mcr")
    assert max(map(len, page.splitlines())) <= 100
    assert page.count("[edition = mil]") == sum("edition" in str(rule) for rule in _mil_rows())


def _mil_rows() -> list[Any]:
    sheet = describe("mcr")
    return [row for row in (*sheet["items"], *sheet["exclusions"]) if row["when"].get("edition") == "mil"]


def test_waits_and_claims_are_answered_line_by_line(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    ready = {
        "id": "1", "ruleset": "chinese-traditional", "hand": "123456m23p777s55z", "win": "discard", "seat_wind": "W",
        "round_wind": "E", "discarder": "E", "seen": {"since_draw": "4p"},
    }  # fmt: skip
    feed(monkeypatch, (json.dumps(ready) + "\n" + json.dumps({**ready, "hand": "12m"})).encode())
    status, out, _ = run(capsys, "waits", "-")
    answer, bad = lines(out)
    assert [wait["tile"] for wait in answer["waits"]] == ["1p", "4p"]
    assert answer["locks"][0]["text"].startswith("4p: you discarded it yourself")
    assert (status, bad["error"]["field"]) == (2, "hand")
    bids = [{"seat": 1, "claim": "chow"}, {"seat": 3, "claim": "pung"}]
    feed(monkeypatch, json.dumps({"id": "2", "ruleset": "mcr", "discarder": 0, "bids": bids}).encode())
    status, out, _ = run(capsys, "claims", "-")
    (told,) = lines(out)
    assert (status, told["id"], told["granted"]) == (0, "2", [{"seat": 3, "claim": "pung"}])
    assert [bid["text"] for bid in told["bids"]] == [
        "Seat 4 gets the tile (pung): a kong or pung comes before a chow.",
        "Seat 2 does not get it (chow): a kong or pung comes before a chow.",
    ]


def test_waits_are_explained_and_no_wait_is_a_no_when_strict(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    ready = {"id": 1, "ruleset": "riichi", "hand": "234567m23p678s55s", "seat_wind": "W", "round_wind": "E"}
    feed(monkeypatch, json.dumps(ready).encode())
    status, out, _ = run(capsys, "waits", "-", "--explain", "--strict", "--language", "ja")
    (answer,) = lines(out)
    assert (status, len(answer["waits"])) == (0, 2)
    assert answer["sentences"][1] == "1p をツモ：2飜。東家が 700、南家が 400、北家が 400"
    assert all(way["sentences"] and way["explain"] for wait in answer["waits"] for way in wait["wins"])
    for flags, expected in (((), 0), (("--strict",), 1)):
        feed(monkeypatch, json.dumps({**ready, "hand": "147m258p369s1234z"}).encode())
        status, out, _ = run(capsys, "waits", "-", *flags)
        assert (status, lines(out)[0]["sentences"]) == (expected, ["No tile completes this hand."])


def test_rows_of_one_item_that_are_worth_the_same_by_the_same_rule_stand_once(capsys: Capture) -> None:
    _, page, _ = run(capsys, "rules", "cantonese-old")
    assert page.count("  ping-woo  ") == 1
    assert "[ping-woo-eyes" not in page
    _, page, _ = run(capsys, "rules", "hong-kong-old")
    assert [line.split("[")[1] for line in page.splitlines() if "  common-hand  " in line] == [
        "common-hand = strict]", "common-hand = basic]",
    ]  # fmt: skip
    assert [line.split()[0] for line in page.splitlines() if "  all-flowers  " in line] == ["2", "5"]
    assert "pure-green = true" in page


# ---------------------------------------------------------------- the state folder


def now() -> datetime:
    return datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


def rolled(number: int) -> DiceRolled:
    return DiceRolled(number, "free", (number,), BY_HAND, None, None)


@pytest.fixture
def state(tmp_path: Path) -> Path:
    folder = tmp_path / "state"
    folder.mkdir()
    with Journal(folder / "journal.db", now=now) as journal:
        journal.append([rolled(n) for n in range(1, 4)])
    (folder / "simulator.json").write_text("{}", encoding="utf-8")
    (folder / "faults").mkdir()
    (folder / "faults" / "1.json").write_text("[]", encoding="utf-8")
    return folder


def test_the_journal_is_listed_exported_and_verified(capsys: Capture, state: Path) -> None:
    at = ("--state-dir", str(state))
    assert len(run(capsys, "journal", "list", *at)[1].splitlines()) == 3
    assert len(run(capsys, "journal", "list", "--since", "2", *at)[1].splitlines()) == 1
    assert run(capsys, "journal", "list", "--type", "match.", *at)[1] == ""
    exported = lines(run(capsys, "journal", "export", *at)[1])
    assert [event["seq"] for event in exported] == [1, 2, 3]
    status, out, _ = run(capsys, "journal", "verify", "--json", *at)
    assert (status, json.loads(out)["head"]) == (0, exported[-1]["hash"])


def test_a_journal_that_was_changed_is_told(capsys: Capture, state: Path) -> None:
    import sqlite3

    with sqlite3.connect(state / "journal.db") as database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {name}")
        database.execute("UPDATE events SET data = '{}' WHERE seq = 2")
    database.close()
    status, out, _ = run(capsys, "journal", "verify", "--state-dir", str(state))
    assert (status, "event 2" in out) == (1, True)


def test_a_cut_journal_is_found_by_the_head_that_somebody_kept(capsys: Capture, state: Path, tmp_path: Path) -> None:
    at = ("journal", "verify", "--state-dir", str(state))
    key, kept = TableKey(bytes(32)), tmp_path / "heads.txt"
    with Journal(state / "journal.db", now=now, read_only=True) as journal:
        head = JournalHead(key.public, 1, 3, bytes.fromhex(journal.head), journal.epoch)
    kept.write_text(f"# from a phone\n\n{sign_head(head, key).text}\n", encoding="utf-8")
    status, out, _ = run(capsys, *at, "--heads", str(kept))
    assert (status, "Up to event 3" in out, "after event 3" in out) == (0, True, True)
    with closing(sqlite3.connect(state / "journal.db")) as database:
        database.execute("DROP TRIGGER events_are_not_deleted")
        database.execute("DELETE FROM events WHERE seq = 3")
        database.commit()
    status, out, _ = run(capsys, *at, "--json")
    assert (status, json.loads(out)["witnessed"]) == (0, 0)
    status, out, _ = run(capsys, *at, "--heads", str(kept), "--json")
    assert (status, [(one["wrong"], one["seq"]) for one in json.loads(out)["findings"]]) == (1, [("cut-off", 3)])


def test_a_file_that_holds_no_heads_is_wrong_use(capsys: Capture, state: Path, tmp_path: Path) -> None:
    kept = tmp_path / "heads.txt"
    kept.write_text("nonsense\n", encoding="utf-8")
    for path, words in ((kept, "line 1"), (tmp_path / "nothing.txt", "No such file")):
        status, _, err = run(capsys, "journal", "verify", "--state-dir", str(state), "--heads", str(path))
        assert (status, words in err) == (2, True)


def test_what_is_good_of_a_damaged_journal_is_salvaged(capsys: Capture, state: Path) -> None:
    at = ("--state-dir", str(state))
    status, out, _ = run(capsys, "journal", "salvage", *at)
    assert (status, out) == (0, "Nothing is wrong with the journal; nothing was changed.\n")
    with closing(sqlite3.connect(state / "journal.db")) as database:
        database.execute("DROP TRIGGER events_are_not_edited")
        database.execute("UPDATE events SET data = '{}' WHERE seq = 2")
        database.commit()
    status, out, _ = run(capsys, "journal", "salvage", "--json", *at)
    found = json.loads(out)
    assert (status, found["events"], "event 2 " in found["damage"]) == (0, 1, True)
    assert Path(found["old_state"], "journal.db").is_file()
    events = lines(run(capsys, "journal", "list", "--json", *at)[1])
    assert [(one["seq"], one["type"]) for one in events] == [(1, "dice.rolled"), (2, "journal.continued")]
    assert (events[1]["epoch"], events[1]["reason"]) == (found["epoch"], "salvaged")


def test_a_journal_with_an_event_that_cannot_be_read_is_listed_and_the_event_named(
    capsys: Capture, state: Path
) -> None:
    with sqlite3.connect(state / "journal.db") as connection:
        connection.execute("DROP TRIGGER events_are_not_edited")
        connection.execute("UPDATE events SET data = 'torn' WHERE seq = 2")
        connection.execute("UPDATE events SET type = 'dice.eaten' WHERE seq = 3")
    status, out, err = run(capsys, "journal", "list", "--state-dir", str(state))
    assert (status, len(out.splitlines())) == (1, 3)
    assert "event 2 cannot be read" in err and "event 3 cannot be read" in err
    assert "torn" in out and "dice.eaten" in out
    assert run(capsys, "journal", "list", "--type", "dice.eaten", "--json", "--state-dir", str(state))[0] == 1


def test_a_backup_is_taken_while_the_service_writes_and_comes_back(
    capsys: Capture, state: Path, tmp_path: Path
) -> None:
    archive = tmp_path / "copy.tar.gz"
    with Journal(state / "journal.db", now=now) as journal:
        assert run(capsys, "backup", str(archive), "--state-dir", str(state))[0] == 0
        journal.append([rolled(4)])
    status, _, err = run(capsys, "restore", str(archive), "--state-dir", str(state), "--json")
    assert (status, "events 4 to 4 of the present journal" in err) == (1, True)
    assert len(run(capsys, "journal", "list", "--state-dir", str(state))[1].splitlines()) == 4
    status, out, _ = run(capsys, "restore", str(archive), "--state-dir", str(state), "--json", "--yes")
    assert (status, json.loads(out)["events"]) == (0, 3)
    events = lines(run(capsys, "journal", "list", "--state-dir", str(state), "--json")[1])
    assert [one["type"] for one in events] == ["dice.rolled"] * 3 + ["journal.continued"]
    assert (events[3]["epoch"], events[3]["left_seq"]) == (json.loads(out)["epoch"], 4)
    assert run(capsys, "journal", "verify", "--state-dir", str(state))[0] == 0
    assert (state / "faults" / "1.json").read_text(encoding="utf-8") == "[]"
    aside = Path(json.loads(out)["old_state"])
    assert len(run(capsys, "journal", "list", "--state-dir", str(aside))[1].splitlines()) == 4


def test_a_restored_backup_brings_no_revoked_device_back(capsys: Capture, state: Path, tmp_path: Path) -> None:
    devices, archive = state / "access" / "devices.json", tmp_path / "b.tar.gz"
    devices.parent.mkdir()
    devices.write_text('"paired"', encoding="utf-8")
    assert run(capsys, "backup", str(archive), "--state-dir", str(state))[0] == 0
    with tarfile.open(archive) as packed:
        assert not [name for name in packed.getnames() if name.startswith("access")]
    devices.write_text('"revoked"', encoding="utf-8")
    assert run(capsys, "restore", str(archive), "--state-dir", str(state), "--yes")[0] == 0
    assert devices.read_text(encoding="utf-8") == '"revoked"'


@pytest.mark.parametrize("gone", [False, True])
def test_heads_of_other_tables_outlive_a_restore_and_come_back_on_a_new_card(
    capsys: Capture, state: Path, tmp_path: Path, gone: bool
) -> None:
    heads, archive = state / "witnessed-heads.txt", tmp_path / "b.tar.gz"
    heads.write_text("then\n", encoding="utf-8")
    assert run(capsys, "backup", str(archive), "--state-dir", str(state))[0] == 0
    heads.write_text("since\n", encoding="utf-8")
    if gone:
        heads.unlink()
    assert run(capsys, "restore", str(archive), "--state-dir", str(state), "--yes")[0] == 0
    assert heads.read_text(encoding="utf-8") == ("then\n" if gone else "since\n")


def test_the_console_makes_a_code_for_the_owner(capsys: Capture, state: Path) -> None:
    status, out, _ = run(capsys, "owner-code", "--state-dir", str(state), "--json")
    assert status == 0
    assert is_owner_code(state / "access", json.loads(out)["code"], int(time.time()))


def test_there_is_no_code_for_a_table_that_is_not_there(capsys: Capture, tmp_path: Path) -> None:
    status, _, err = run(capsys, "owner-code", "--state-dir", str(tmp_path / "nowhere"))
    assert (status, "there is no table here" in err) == (2, True)


def test_a_backup_names_the_last_signed_head(capsys: Capture, state: Path, tmp_path: Path) -> None:
    key = TableKey(bytes(32))
    with Journal(state / "journal.db", now=now) as journal:
        head = JournalHead(key.public, 1, 3, bytes.fromhex(journal.head), journal.epoch)
        journal.keep_head(lambda *_: sign_head(head, key).text)
    out = run(capsys, "backup", str(tmp_path / "a.tar.gz"), "--state-dir", str(state), "--json")[1]
    assert json.loads(out)["signed_head"] == {"seq": 3, "record": sign_head(head, key).text}


def test_a_backup_names_the_head_that_it_holds_and_is_for_its_owner_alone(
    capsys: Capture, state: Path, tmp_path: Path
) -> None:
    archive = tmp_path / "copy.tar.gz"
    out = json.loads(run(capsys, "backup", str(archive), "--state-dir", str(state), "--json")[1])
    with Journal(state / "journal.db", now=now, read_only=True) as journal:
        assert (out["epoch"], out["events"], out["head"]) == (journal.epoch, 3, journal.head)
    assert archive.stat().st_mode & 0o777 == 0o600
    with tarfile.open(archive) as found:
        manifest = json.load(found.extractfile("backup.json"))  # type: ignore[arg-type]
    assert manifest == {
        key: out[key] for key in ("epoch", "events", "head", "signed_head", "first_bad", "made", "files")
    }


def test_a_damaged_journal_is_backed_up_only_when_asked_for_and_never_restored(
    capsys: Capture, state: Path, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(state / "journal.db")) as database:
        database.execute("DROP TRIGGER events_are_not_edited")
        database.execute("UPDATE events SET data = '{}' WHERE seq = 2")
        database.commit()
    archive, at = tmp_path / "copy.tar.gz", ("--state-dir", str(state))
    status, out, _ = run(capsys, "backup", str(archive), *at)
    assert (status, "damaged" in out, archive.exists()) == (1, True, False)
    status, out, _ = run(capsys, "backup", str(archive), "--damaged", "--json", *at)
    assert (status, json.loads(out)["first_bad"]) == (0, 2)
    assert run(capsys, "restore", str(archive), "--yes", *at)[0] == 1


def test_a_restore_that_is_cut_off_is_finished_by_a_salvage(
    capsys: Capture, state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, at = tmp_path / "copy.tar.gz", ("--state-dir", str(state))
    run(capsys, "backup", str(archive), *at)

    def cut_off(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("api.commands.restore.sync_folder", cut_off)
        assert run(capsys, "restore", str(archive), *at)[0] == 130
    with pytest.raises(JournalError, match="cut off"):
        Journal(state / "journal.db", now=now)
    assert run(capsys, "journal", "salvage", *at)[0] == 0
    events = lines(run(capsys, "journal", "list", "--json", *at)[1])
    assert (len(events), events[3]["reason"]) == (4, "restored")


def test_a_backup_is_never_written_over_and_never_restored_under_a_running_service(
    capsys: Capture, state: Path, tmp_path: Path
) -> None:
    archive = tmp_path / "copy.tar.gz"
    assert run(capsys, "backup", str(archive), "--state-dir", str(state))[0] == 0
    assert run(capsys, "backup", str(archive), "--state-dir", str(state))[0] == 2
    with Journal(state / "journal.db", now=now):
        status, _, err = run(capsys, "restore", str(archive), "--state-dir", str(state))
        assert (status, "in use" in err) == (2, True)


def test_what_is_no_backup_is_refused_and_changes_nothing(capsys: Capture, state: Path, tmp_path: Path) -> None:
    import tarfile

    nonsense = tmp_path / "nonsense.tar.gz"
    nonsense.write_bytes(b"nonsense")
    outside = tmp_path / "outside.tar.gz"
    (tmp_path / "evil").write_text("x", encoding="utf-8")
    with tarfile.open(outside, "w:gz") as made:
        made.add(tmp_path / "evil", "../../evil-here")
    for archive in (nonsense, outside, tmp_path / "missing.tar.gz"):
        status, _, err = run(capsys, "restore", str(archive), "--state-dir", str(state))
        assert (status, len(err.splitlines())) == (2, 1)
    assert not list(tmp_path.rglob("evil-here"))
    assert len(run(capsys, "journal", "list", "--state-dir", str(state))[1].splitlines()) == 3
