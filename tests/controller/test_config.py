"""The configuration file says plainly what is wrong with it, and where."""

from __future__ import annotations

from codecs import BOM_UTF8
from datetime import UTC, datetime
from pathlib import Path

import pytest

from controller.config import Config, load, parse
from controller.config_file import ConfigError, text_of
from hardware.panel import PanelPins

PEER = "\n".join(
    (
        "[[peers]]",
        "name = 'one'",
        "address = 'https://one.local:8000'",
        f"key = '{'22' * 32}'",
        f"authority = '{':'.join(['AA'] * 32)}'",
        "",
    )
)
HEADERS = ("# [panel]", "# [[peers]]")
EXAMPLE = Path(__file__).parents[2] / "systemd" / "table.toml"


def test_an_empty_file_is_the_default() -> None:
    assert parse("") == Config()


def test_the_example_says_the_defaults() -> None:
    assert load(EXAMPLE, {}) == Config()


def test_the_commented_lines_of_the_example_are_valid_too() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    lines = [line.removeprefix("# ") if "=" in line or line in HEADERS else line for line in text.splitlines()]
    config = parse("\n".join(lines))
    assert config.panel == PanelPins(17, 27, 22, 23, 24, 25, 5)
    assert config.game.options == {"min-faan": 3}
    assert [peer.name for peer in config.peers] == ["table-2"]


def test_values_are_read_and_whole_numbers_serve_as_numbers() -> None:
    config = parse('[table]\nsets = 1\nstate_dir = "here"\n[simulator]\nspeed = 50\n[board]\nport = "simulate"')
    assert (config.table.sets, config.table.state_dir, config.simulator.speed) == (1, Path("here"), 50.0)
    assert config.simulated
    assert config.journal_path == Path("here/journal.db")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("[table]\nname = 'x'\nlangauge = 'en'", 3, "unknown key table.langauge; known are name, language"),
        ("# a comment\n\n[tabel]\nname = 'x'", 3, "unknown section"),
        ("table = 3", 1, "must be a section"),
        ("http.prot = 80", 1, "unknown key http.prot"),
        ("[http]\nport = '80'", 2, "http.port must be a whole number, not '80'"),
        ("[http]\nport = true", 2, "must be a whole number"),
        ("[http]\nhost = 'x'\nport = 70000", 3, "must be 0 to 65535"),
        ("[table]\nlanguage = 'fr'", 2, "must be one of en, zh-Hant"),
        ("[table]\nsets = 3", 2, "must be 1 to 2"),
        ("[table]\ntime_zone = 'Nowhere/Land'", 2, "table.time_zone must be a time zone such as Asia/Tokyo"),
        ("[table]\ntime_zone = '../etc/passwd'", 2, "must be a time zone"),
        ("[http]\ntls = 1", 2, "http.tls must be true or false, not 1"),
        ("[game]\noptions = 3", 2, "must be a section of its own"),
        ("[game]\nhand_check_off = ['chess']", 2, "game.hand_check_off names 'chess', which is no ruleset"),
        ("[game]\nhand_check_off = 'mcr'", 2, "game.hand_check_off must be a list of texts, not 'mcr'"),
        ("[game]\nruleset = 'chess'", 2, "game.ruleset must be one of hong-kong-old, .*, not 'chess'"),
        ("[game.options]\nminimum = 3", 2, "game.options.minimum: is not an option of this ruleset; allowed: "),
        ("[game]\noptions.min-faan = 99", 2, "game.options.min-faan: "),
        ("[game]\noptions = {min-faan = 99}", 2, "game.options.min-faan: "),
        ("[simulator]\nspeed = nan", 2, "must be 0.01 to inf"),
        ("[panel]\nmotor_power = 'seven'", 2, "must be a whole number"),
        ("[peers]\nname = 'x'", 1, "peers must be sections"),
        ("[[peers]]\nname = 'x'", 1, "peers.address is missing"),
        (f"{PEER}[[peers]]\nname = 'two'\naddress = 'http://192.168.1.5'", 8, "peers.address must be an address such"),
        (f"{PEER}[[peers]]\nname = 'two'\naddress = 'https://x/path'", 8, "peers.address must be an address such as"),
        (f"{PEER}[[peers]]\nkey = 'AB'", 7, "peers.key must be 64 hexadecimal digits"),
        (f"{PEER}[[peers]]\nauthority = 'AB:CD'", 7, "peers.authority must be a SHA-256 fingerprint"),
        (f"{PEER}[[peers]]\nname = ''", 7, "peers.name must have 1 to 60 characters"),
        (f"{PEER}{PEER}", 7, "peers.name 'one' stands twice"),
        (PEER.replace("authority", "# authority"), 1, "peers.authority is missing"),
        ("[table]\nname = ", 2, "Invalid value"),
        ("[table]\nname = 'x'\nname = 'y'\n", 3, "line 3"),
    ],
)
def test_a_mistake_is_named_with_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(ConfigError, match=words) as caught:
        parse(text, Path("table.toml"))
    assert caught.value.line == line
    assert str(caught.value).startswith(f"table.toml:{line}: ")


def test_hands_are_checked_in_the_rulesets_in_which_the_table_allows_it() -> None:
    game = parse("[game]\nhand_check_off = ['riichi', 'mcr']").game
    assert [game.checks_hands(name) for name in ("hong-kong-old", "riichi", "mcr")] == [True, False, False]
    assert not parse("[game]\nhand_check = false").game.checks_hands("hong-kong-old")


def test_a_missing_file_is_an_error_only_when_it_was_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read: No such file"):
        load(tmp_path / "none.toml", {})


def test_a_file_that_is_not_utf_8_is_told_with_its_line(tmp_path: Path) -> None:
    """As an editor writes it that is set to another encoding."""
    file = tmp_path / "table.toml"
    file.write_bytes("[table]\n# é in UTF-8\n".encode() + 'name = "Café"\n'.encode("latin-1"))
    with pytest.raises(ConfigError, match=r"table\.toml:3: not UTF-8 \(byte 0xe9\)"):
        load(file, {})


def test_a_file_may_be_written_by_an_editor_of_another_system(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_bytes(BOM_UTF8 + '[table]\r\nname = "Café"\r\n\r\n[http]\r\nport = 81\r\n'.encode())
    config = load(file, {})
    assert (config.table.name, config.http.port) == ("Café", 81)
    assert text_of(file).splitlines()[0] == "[table]"
    assert "\r" not in text_of(file)


def test_the_environment_chooses_the_state_folder(tmp_path: Path) -> None:
    assert load(EXAMPLE, {"JANTAKU_STATE_DIR": str(tmp_path)}).table.state_dir == tmp_path


def test_a_table_has_the_zone_that_is_set_and_else_that_of_the_computer() -> None:
    moment = datetime(2026, 3, 4, 23, 30, tzinfo=UTC)
    assert moment.astimezone(parse("[table]\ntime_zone = 'Asia/Tokyo'").table.zone).isoformat()[11:] == "08:30:00+09:00"
    assert moment.astimezone(Config().table.zone).utcoffset() == moment.astimezone().utcoffset()
