"""The file on a card that any computer can edit: what it changes, once, and what it leaves alone."""

from __future__ import annotations

import os
import random
import socket
import subprocess
import sys
import tomllib
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.card.computer import READ_ONLY, CardComputer, host_of
from api.card.edit import with_value
from api.card.settings import settings_of
from api.cli import main
from controller.config import load
from controller.config_file import ConfigError
from tests.api.webhooks.receiver import receiving

ROOT = Path(__file__).resolve().parents[3]
AS_SHIPPED = (ROOT / "tools/packaging/image/jantaku.toml").read_text(encoding="utf-8")
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl somebody"


class Card:
    def __init__(self, root: Path) -> None:
        self.root, self.commands = root, list[Sequence[str]]()
        for folder in ("boot/firmware", "etc/jantaku", "etc/NetworkManager/system-connections"):
            (root / folder).mkdir(parents=True)
        (root / "etc/hostname").write_text("jantaku\n")
        (root / "etc/jantaku/table.toml").write_text((ROOT / "systemd/table.toml").read_text(encoding="utf-8"))
        self.write(AS_SHIPPED)

    @property
    def settings(self) -> Path:
        return self.root / "boot/firmware/jantaku.toml"

    def write(self, text: str) -> None:
        self.settings.write_text(text, encoding="utf-8")

    def start(self) -> list[str]:
        return CardComputer(self.root, self.run).start()

    def run(self, command: Sequence[str]) -> bool:
        self.commands.append(command)
        return True

    def said(self) -> str:
        return (self.root / "boot/firmware/jantaku-said.txt").read_text(encoding="utf-8")

    def wireless(self) -> Path:
        return self.root / "etc/NetworkManager/system-connections/jantaku.nmconnection"


@pytest.fixture
def card(tmp_path: Path) -> Card:
    return Card(tmp_path)


def test_the_file_as_it_is_shipped_changes_nothing(card: Card) -> None:
    before = (card.root / "etc/jantaku/table.toml").read_bytes()
    assert card.start() == ["nothing to change"]
    assert (card.root / "etc/jantaku/table.toml").read_bytes() == before
    assert settings_of(AS_SHIPPED) == settings_of("")
    assert not card.wireless().exists()


def test_a_table_is_named_and_joins_a_network_and_its_password_leaves_the_card(card: Card) -> None:
    card.write(
        '[table]\nname = "Table 7 東"\nlanguage = "ja"\ntime_zone = "Asia/Tokyo"\nruleset = "riichi"\n'
        '[network]\ncountry = "JP"\nname = "Café; 麻"\npassword = " pass\\\\word"  # of the parlour\n'
    )
    card.start()
    config = load(card.root / "etc/jantaku/table.toml")
    assert (config.table.name, config.table.language, config.game.ruleset) == ("Table 7 東", "ja", "riichi")
    assert (card.root / "etc/hostname").read_text() == "table-7\n"
    assert (card.root / "etc/localtime").readlink() == Path("/usr/share/zoneinfo/Asia/Tokyo")
    assert ["iw", "reg", "set", "JP"] in card.commands
    kept = card.wireless().read_text()
    assert "ssid=67;97;102;195;169;59;32;233;186;187;\n" in kept
    assert "psk=\\spass\\\\word\n" in kept
    assert card.wireless().stat().st_mode & 0o077 == 0
    assert "pass\\" not in card.settings.read_text(encoding="utf-8") + card.said()
    assert tomllib.loads(card.settings.read_text(encoding="utf-8"))["network"]["name"] == "Café; 麻"


def test_what_was_taken_is_not_taken_again_over_what_was_changed_since(card: Card) -> None:
    card.write('[table]\nname = "East"\n[network]\nname = "house"\npassword = "12345678"\n')
    card.start()
    table, wireless = card.root / "etc/jantaku/table.toml", card.wireless().read_text()
    table.write_text(with_value(table.read_text(encoding="utf-8"), "table", "name", "West"), encoding="utf-8")
    assert card.start() == []
    assert load(table).table.name == "West"
    card.write(card.settings.read_text(encoding="utf-8") + '[technician]\nssh_key = "none"\n')
    card.start()
    assert card.wireless().read_text() == wireless, "a network whose password is known keeps it"


def test_a_mistake_names_its_line_and_nothing_of_the_file_is_taken(card: Card) -> None:
    card.write('[table]\nname = "East"\nlanguage = "klingon"\n[network]\nname = "x"\npassword = "12345678"\n')
    before = (card.root / "etc/jantaku/table.toml").read_bytes()
    said = card.start()
    assert "3: table.language must be one of" in said[0]
    assert said[0] in card.said()
    assert (card.root / "etc/jantaku/table.toml").read_bytes() == before
    assert not card.wireless().exists()
    assert card.start() == [], "it is told once, not at every start"


@pytest.mark.parametrize(
    "wrong",
    [
        '[network]\npassword = "short"', '[network]\ncountry = "Japan"', f'[network]\nname = "{"x" * 33}"',
        '[technician]\nssh_key = "hello"', "[technician]\nssh_key = \"\"\"ssh-rsa AA\\nssh-rsa BB\"\"\"",
        '[table]\nruleset = "snap"', "[card]\ndisplay = 1", "[cart]", "[table", '[table]\nname = "a\\nb"',
    ],
)  # fmt: skip
def test_a_wrong_value_is_refused(wrong: str) -> None:
    with pytest.raises(ConfigError):
        settings_of(wrong)


def test_a_file_of_an_editor_with_a_mark_and_its_own_line_ends_is_read(card: Card) -> None:
    card.settings.write_bytes(b'\xef\xbb\xbf[table]\r\nname = "East"\r\n')
    card.start()
    assert load(card.root / "etc/jantaku/table.toml").table.name == "East"
    card.settings.write_bytes('[table]\nname = "東"\n'.encode("shift-jis"))
    assert "nothing was taken" in card.start()[0]


def test_a_technician_may_sign_in_with_a_key_until_it_is_taken_away(card: Card) -> None:
    keys = card.root / "etc/jantaku/technician.keys"
    card.write(f'[technician]\nssh_key = "{KEY}"\n')
    card.start()
    assert keys.read_text() == f"{KEY}\n"
    card.write('[technician]\nssh_key = "none"\n')
    card.start()
    assert keys.stat().st_size == 0


def test_a_system_that_is_not_written_to_is_so_from_the_next_start_on_and_can_be_written_again(card: Card) -> None:
    mark = card.root / "etc/overlayroot.local.conf"
    card.write("[card]\nread_only = true\ndisplay = true\n")
    card.start()
    assert mark.read_text() == READ_ONLY
    assert (card.root / "etc/jantaku/display").exists()
    below = card.root / "media/root-ro/etc"
    below.mkdir(parents=True)
    mark.rename(below / mark.name)
    card.commands.clear()
    card.write("[card]\nread_only = false\n")
    card.start()
    assert not (below / mark.name).exists()
    written = [command[2] for command in card.commands if command[0] == "mount" and "root-ro" in command[3]]
    assert written == ["remount,rw", "remount,ro"]


def test_a_loss_of_power_at_any_write_leaves_settings_that_the_next_start_takes(card: Card, tmp_path: Path) -> None:
    text = f'[table]\nname = "East"\n[network]\nname = "n"\npassword = "12345678"\n[technician]\nssh_key = "{KEY}"\n'
    seed = int.from_bytes(os.urandom(4))
    print(f"seed {seed}")
    cut_at = random.Random(seed).randrange(1, 8)
    card.write(text)
    writes = 0
    real = os.open

    def open_until_cut(path: str | Path, flags: int, mode: int = 0o777, **more: int) -> int:
        nonlocal writes
        writes += bool(flags & os.O_WRONLY)
        if writes >= cut_at:
            raise KeyboardInterrupt
        return real(path, flags, mode, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "open", open_until_cut)
        with suppress(KeyboardInterrupt):
            card.start()
    card.start()
    assert load(card.root / "etc/jantaku/table.toml").table.name == "East"
    assert "psk=12345678" in card.wireless().read_text()
    assert (card.root / "etc/jantaku/technician.keys").read_text() == f"{KEY}\n"
    assert "12345678" not in card.settings.read_text(encoding="utf-8")


@given(st.text(st.characters(codec="utf-8", exclude_characters="\x7f"), max_size=20))
def test_one_value_is_written_and_every_other_line_stays(value: str) -> None:
    text = (ROOT / "systemd/table.toml").read_text(encoding="utf-8")
    edited = with_value(text, "table", "name", value)
    found, before = tomllib.loads(edited), tomllib.loads(text)
    assert found["table"].pop("name") == value
    before["table"].pop("name")
    assert found == before
    assert edited.count("# shown on pages") == text.count("# shown on pages")


def test_a_key_or_a_section_that_is_not_there_is_added() -> None:
    assert tomllib.loads(with_value("[a]\nx = 1\n[b]\n", "a", "y", "z")) == {"a": {"x": 1, "y": "z"}, "b": {}}
    assert tomllib.loads(with_value("[a]\nx = 1\n", "c", "y", "z")) == {"a": {"x": 1}, "c": {"y": "z"}}


@pytest.mark.parametrize(
    ("name", "host"), [("Table 7", "table-7"), ("東", "jantaku"), ("Café  Óst!", "cafe-ost"), ("x" * 80, "x" * 63)]
)
def test_the_name_in_the_network_is_made_of_the_name_of_the_table(name: str, host: str) -> None:
    assert host_of(name) == host


# ---------------------------------------------------------------- what the screen shows


class Stopped(BaseException):
    pass


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text.replace(b"port = 8000", b"port = 99999"), "port"),
        (lambda text: text.replace(b"[http]", b"[http"), "line 19"),
        (lambda text: text.replace(b"[http]", b'name = "Caf\xe9"'), "not UTF-8 (byte 0xe9)"),
        (lambda text: None, "No such file"),
    ],
)
def test_settings_that_cannot_be_read_stand_on_the_screen_until_they_are_mended(
    card: Card, change: Callable[[bytes], bytes | None], said: str, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    file = card.root / "etc/jantaku/table.toml"
    good = file.read_bytes()
    bad = change(good)
    assert bad != good
    file.unlink() if bad is None else file.write_bytes(bad)
    shown: list[str] = []

    def look(_: float) -> None:
        shown.append(capsys.readouterr().out)
        file.write_bytes(good)
        if len(shown) == 2:
            raise Stopped

    monkeypatch.setattr("api.card.computer.MARK", card.root)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("time.sleep", look)
    with suppress(Stopped):
        main(["card", "screen", "--config", str(file), "--state-dir", str(card.root / "state")])
    assert "cannot be read" in shown[0]
    assert str(file) in shown[0]
    assert said in shown[0]
    assert "It has no owner yet" in shown[1] or "It is in no network yet" in shown[1]


@pytest.mark.parametrize("action", ["screen", "browser"])
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text.replace("[http]", "[http"), "line 19"),
        (lambda text: text.replace('ruleset = "hong-kong-old"', 'ruleset = "hong-kong-odl"'), "hong-kong-odl"),
        (lambda text: text, "journalctl -u jantaku"),
    ],
)
def test_a_table_that_is_not_served_says_why_on_its_screen_until_it_is(
    card: Card, action: str, change: Callable[[str], str], said: str, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    file = card.root / "etc/jantaku/table.toml"
    clock, shown, run = [0.0], list[str](), list[Sequence[str]]()
    with receiving() as table:
        good = file.read_text(encoding="utf-8").replace("port = 8000", f"port = {table.port}")
        served = False
        file.write_text(change(good), encoding="utf-8")
        real = socket.create_connection

        def connect(*given: Any) -> socket.socket:
            if not served:
                raise ConnectionRefusedError
            return real(*given)

        def look(seconds: float) -> None:
            nonlocal served
            clock[0] += seconds
            if text := capsys.readouterr().out:
                shown.append(text)
            if clock[0] == 60:
                served = True
                file.write_text(good, encoding="utf-8")
            if clock[0] == 120:
                raise Stopped

        def become(program: str, command: Sequence[str]) -> None:
            run.append(command)
            raise Stopped

        for name, value in (
            ("api.card.computer.MARK", card.root), ("os.geteuid", lambda: 0), ("time.sleep", look),
            ("time.monotonic", lambda: clock[0]), ("socket.create_connection", connect), ("os.execv", become),
        ):  # fmt: skip
            monkeypatch.setattr(name, value)
        with suppress(Stopped):
            main(["card", action, "--config", str(file), "--state-dir", str(card.root / "state")])
        monkeypatch.undo()
    if action == "browser":
        (command,) = run
        assert command[-1] == f"http://127.0.0.1:{table_port(good)}/"
    else:
        steps = shown.pop()
        assert "It has no owner yet" in steps or "It is in no network yet" in steps
    assert said in shown[-1]
    assert len([text for text in shown if said in text]) == 1


def table_port(text: str) -> int:
    return int(tomllib.loads(text)["http"]["port"])


# ---------------------------------------------------------------- what the programs of a start load

LOADED = """
import os, sys, time
from pathlib import Path
from api import cli
from api.card import computer
from api.commands import card

class Slept(BaseException): pass

def sleep(seconds): raise Slept

action, root, state = sys.argv[1:]
own = computer.CardComputer
computer.MARK, computer.CardComputer = Path(root), lambda _, run: own(Path(root), run)
os.geteuid, time.sleep, card.ran = (lambda: 0), sleep, (lambda command: True)
try:
    status = cli.main(["card", action, "--config", f"{root}/etc/jantaku/table.toml", "--state-dir", state])
except Slept:
    status = 0
assert status == 0
heavy = ("controller.rules", "controller.events", "controller.journal", "fastapi", "pydantic", "asyncio", "segno")
print(*(name for name in heavy if name in sys.modules), file=sys.stderr)
"""


@pytest.mark.parametrize("action", ["apply", "screen"])
def test_a_start_without_anything_new_loads_neither_rules_nor_a_web_server(card: Card, action: str) -> None:
    """A start of the table waits for the one; the other runs for ever."""
    card.start()
    state = card.root / "state"
    (state / "access").mkdir(parents=True)
    (state / "access/devices.json").write_text('{"devices": {"a": {"role": "owner"}}}')
    command = [sys.executable, "-c", LOADED, action, str(card.root), str(state)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr.split()) == (0, [])
