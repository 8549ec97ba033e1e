"""What root does for a wish on a real computer, with systemd and NetworkManager in words alone."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from api.card.settings import ForNetwork, ForTable
from api.card.table_file import edited, set_table
from api.commands.as_owner import Owner
from api.commands.card import browser
from api.commands.setup_computer import InstalledComputer
from api.setup.errors import SetupError
from api.setup.kept import Kept
from api.setup.procedure import carry_out
from api.setup.wish import WANTED, ForFirmware, WishBox
from api.updates.releases import Releases
from api.words.catalogue import choose
from controller.config import Config, load, parse
from controller.config_file import ConfigError
from controller.rules import ruleset, rulesets

SHIPPED = (Path(__file__).resolve().parents[3] / "systemd/table.toml").read_text(encoding="utf-8")
PASSWORD = "of-the-parlour"


class Installed:
    def __init__(self, root: Path, *, card: bool = False) -> None:
        self.root, self.path, self.commands = root, root / "etc/jantaku/table.toml", list[Sequence[str]]()
        self.path.parent.mkdir(parents=True)
        self.path.write_text(SHIPPED, encoding="utf-8")
        (root / "boot").write_text("one\n")
        if card:
            (root / "usr/lib/jantaku-card").mkdir(parents=True)
        self.fails: set[str] = set()
        self.said: list[str] = []
        self.computer = self.made(replace(Config(), table=replace(Config().table, state_dir=root)))

    def made(self, config: Config, path: Path | None = None) -> InstalledComputer:
        return InstalledComputer(
            config, path or self.path, run=self.run, say=self.said.append, root=self.root, boot=self.root / "boot"
        )

    def run(self, words: Sequence[str], seconds: float) -> bool:
        self.commands.append(words)
        return " ".join(words[:3]) not in self.fails

    def wireless(self) -> Path:
        return self.root / "etc/NetworkManager/system-connections/jantaku.nmconnection"


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    (tmp_path / "opt").mkdir()
    return Kept(tmp_path / "opt")


def test_settings_keep_all_comments_and_the_service_is_restarted(tmp_path: Path, kept: Kept) -> None:
    here = Installed(tmp_path)
    given = ForTable("Table 7 東", "ja", "Asia/Tokyo", "riichi", "mleague")
    assert carry_out(given, kept, here.computer).code == ""
    config = load(here.path)
    assert (config.table.name, config.table.zone.key) == ("Table 7 東", "Asia/Tokyo")  # type: ignore[attr-defined]
    assert (config.game.ruleset, config.game.options["uma"]) == ("riichi", [30, 10, -10, -30])
    text = here.path.read_text(encoding="utf-8")
    assert all(line in text for line in SHIPPED.splitlines() if line.startswith(("#", "[table]", "port")))
    assert here.commands[-1] == ["systemctl", "restart", "jantaku.service"]


def test_the_display_of_a_card_begins_anew_in_the_language_of_the_table(tmp_path: Path, kept: Kept) -> None:
    here = Installed(tmp_path, card=True)
    assert carry_out(ForTable(language="zh-HK"), kept, here.computer).code == ""
    assert here.commands[-2:] == [
        ["systemctl", "restart", "jantaku.service"], ["systemctl", "try-restart", "jantaku-display.service"],
    ]  # fmt: skip
    command = browser(load(here.path))
    assert command[0] == "/usr/bin/cage"
    assert command[-2:] == ["--accept-lang=zh-HK", "http://127.0.0.1:8000/"]
    assert choose(command[-2].partition("=")[2]) == "zh-HK"


@pytest.mark.parametrize("id", rulesets())
def test_every_profile_of_every_ruleset_is_written_so_that_it_is_played(id: str) -> None:
    before = edited(SHIPPED, ForTable(ruleset="riichi", profile="mleague"))[0]
    for profile in ("", *ruleset(id).profiles):
        text, _ = edited(before, ForTable(ruleset=id, profile=profile))
        game = parse(text).game
        wanted = {k: list(v) if isinstance(v, tuple) else v for k, v in ruleset(id).profiles.get(profile, {}).items()}
        assert (game.ruleset, dict(game.options)) == (id, wanted)


def test_options_of_other_rules_go_with_them_and_stay_with_their_own() -> None:
    text = SHIPPED.replace("# min-faan = 3 ", "min-faan = 3 ") + "\n[game.options.changes]\nvalues = { x = 1 }\n"
    assert "min-faan = 3" in edited(text, ForTable(name="East"))[0]
    changed = tomllib.loads(edited(text, ForTable(ruleset="riichi"))[0])
    assert changed["game"]["options"] == {}


def test_an_unknown_profile_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    here = Installed(tmp_path)
    with pytest.raises(ConfigError, match="must be one of riichi"):
        set_table(here.path, ForTable(name="East", ruleset="riichi", profile="snap"))
    assert here.path.read_text(encoding="utf-8") == SHIPPED
    assert [path.name for path in here.path.parent.iterdir()] == ["table.toml"]


def test_a_service_that_does_not_start_gets_its_settings_back(tmp_path: Path, kept: Kept) -> None:
    here = Installed(tmp_path)
    here.fails.add("systemctl restart jantaku.service")
    assert carry_out(ForTable(name="East"), kept, here.computer).code == "setup-would-not-start"
    assert here.path.read_text(encoding="utf-8") == SHIPPED


def test_a_network_is_joined_and_its_password_is_said_nowhere(tmp_path: Path, kept: Kept) -> None:
    here = Installed(tmp_path, card=True)
    outcome = carry_out(ForNetwork("JP", "Café", PASSWORD), kept, here.computer)
    assert outcome.code == ""
    assert f"psk={PASSWORD}\n" in here.wireless().read_text()
    assert here.wireless().stat().st_mode & 0o077 == 0
    assert ["iw", "reg", "set", "JP"] in here.commands
    assert here.commands[-1] == ["nmcli", "--wait", "60", "connection", "up", "jantaku"]
    assert PASSWORD not in f"{here.commands} {here.said} {outcome}"
    others = [path for path in tmp_path.rglob("*") if path.is_file() and path != here.wireless()]
    assert not [path for path in others if PASSWORD.encode() in path.read_bytes()]


def test_the_network_of_before_is_back_when_the_new_one_does_not_come(tmp_path: Path, kept: Kept) -> None:
    here = Installed(tmp_path, card=True)
    carry_out(ForNetwork("JP", "Old", PASSWORD), kept, here.computer)
    before = here.wireless().read_bytes()
    here.fails.add("nmcli --wait 60")
    outcome = carry_out(ForNetwork("JP", "New", "another-password"), kept, here.computer)
    assert outcome.code == "setup-network-not-reached"
    assert here.wireless().read_bytes() == before
    assert b"another-password" not in b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


def test_a_computer_that_is_no_card_keeps_its_network(tmp_path: Path, kept: Kept) -> None:
    here = Installed(tmp_path)
    assert carry_out(ForNetwork("JP", "Café", PASSWORD), kept, here.computer).code == "setup"
    assert not here.wireless().exists()


def test_a_simulated_table_has_no_chip_and_its_service_runs_again(tmp_path: Path, kept: Kept) -> None:
    here = Installed(tmp_path)
    config = parse('[board]\nport = "simulate"\n')
    config = replace(config, table=replace(config.table, state_dir=tmp_path))
    computer = here.made(config)
    outcome = carry_out(ForFirmware(computer.firmware()), kept, computer)
    assert (outcome.code, "no chip" in outcome.detail) == ("setup", True)
    assert here.commands[-1] == ["systemctl", "start", "jantaku.service"]


def test_a_service_that_does_not_stop_keeps_its_board(tmp_path: Path, kept: Kept) -> None:
    here = Installed(tmp_path)
    here.fails.add("systemctl stop jantaku.service")
    with pytest.raises(SetupError):
        here.computer.stop()


@pytest.fixture
def as_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installed:
    """The command as systemd runs it."""
    here = Installed(tmp_path)
    releases = Releases(tmp_path / "opt")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr("api.commands.as_owner.owner_of", lambda path: Owner(0, 0))
    monkeypatch.setattr("api.updates.releases.Releases", lambda: releases)
    monkeypatch.setattr("api.commands.setup_computer.InstalledComputer", here.made)
    return here


def wanted(here: Installed) -> int:
    from api.cli import main

    return main(["setup", "wanted", "--config", str(here.path), "--state-dir", str(here.root)])


def test_the_command_takes_a_wish_and_tells_how_it_ended(
    as_root: Installed, capsys: pytest.CaptureFixture[str]
) -> None:
    WishBox(as_root.root).put(ForTable(name="East"))
    assert wanted(as_root) == 0
    assert load(as_root.path).table.name == "East"
    assert not (as_root.root / WANTED).exists()
    last = Kept(as_root.root / "opt").last()
    assert last is not None and (last.kind, last.code) == ("table", "")
    assert wanted(as_root) == 0, "nothing is wanted any more"
    assert "table: done" in capsys.readouterr().out
    assert as_root.said == ["table.name = East"]


def test_what_is_no_wish_is_told_and_gone(as_root: Installed) -> None:
    (as_root.root / WANTED).write_text('{"table": {"name": "a\\nb"}}')
    assert wanted(as_root) == 1
    last = Kept(as_root.root / "opt").last()
    assert last is not None and last.code == "setup-bad-wish"
    assert as_root.path.read_text(encoding="utf-8") == SHIPPED


def test_nothing_is_set_up_beside_an_update(as_root: Installed) -> None:
    WishBox(as_root.root).put(ForTable(name="East"))
    with Releases(as_root.root / "opt").locked():
        assert wanted(as_root) == 1
    last = Kept(as_root.root / "opt").last()
    assert last is not None and last.code == "setup-not-now"
    assert as_root.path.read_text(encoding="utf-8") == SHIPPED


def test_settings_with_a_mistake_are_told_to_whoever_asked(as_root: Installed) -> None:
    """Somebody edited the file, and the service still runs with what it had."""
    as_root.path.write_text("[http]\nport = 'none'\n")
    WishBox(as_root.root).put(ForTable(name="East"))
    assert wanted(as_root) == 2
    last = Kept(as_root.root / "opt").last()
    assert last is not None and last.code == "bad-config" and "http.port" in last.detail


def test_without_root_nothing_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    WishBox(tmp_path).put(ForTable(name="East"))
    assert wanted(Installed(tmp_path)) == 2
    assert WishBox(tmp_path).is_there()
