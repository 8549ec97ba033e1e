"""The command itself: verdict, JSON, bundle, and what it does when a service holds the board."""

from __future__ import annotations

import json
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from api.cli import main
from api.doctor.bundle import without_secrets
from controller.events.match import RulingRecorded
from controller.events.people import MachineServiced
from controller.journal.store import Journal

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A state folder with a journal that names people, a fault file, and a configuration with secrets."""
    state = tmp_path / "state"
    (state / "faults").mkdir(parents=True)
    (state / "faults" / "00000003-E11.json").write_text(
        '{"fault": {"who": "Ann"}, "frames": [{"name": "Pulse"}]}', encoding="utf-8"
    )
    with Journal(state / "journal.db", now=lambda: NOW) as journal:
        journal.append([
            RulingRecorded("m1", "Ann", 1, None, "Ann was right"),
            MachineServiced("inside", "cleaned", "Ann"),
        ])  # fmt: skip
    return state


def config_file(folder: Path, state: Path, http_port: int = 1, port: str = "/dev/none") -> Path:
    path = folder / "table.toml"
    lines = ["[table]", 'name = "Ann and Bo"', f'state_dir = "{state}"', "[board]", f'port = "{port}"', "[http]"]
    path.write_text("\n".join((*lines, f"port = {http_port}", "")), encoding="utf-8")
    return path


@contextmanager
def service(**answers: Any) -> Iterator[int]:
    """Answers like a running service on a port of its own."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = json.dumps(answers[self.path.rpartition("/")[2]]).encode()
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


BOARD = {"state": "ready", "firmware": "1.0.0", "build": "ab", "boot": 3, "cause": "power-on",
         "link": {"round_trip_ms": 3.0, "damaged": 0, "received": 10}}  # fmt: skip


def test_a_missing_port_is_the_verdict(house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--config", str(config_file(tmp_path, house))]) == 1
    said = capsys.readouterr().out
    assert "BAD   port" in said and said.rstrip().endswith("1 thing to put right, marked BAD.")


def test_without_a_board_the_steps_are_left_out_and_the_cause_is_said_once(
    house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--motors", "--walk", "--json", "--config", str(config_file(tmp_path, house))]) == 1
    bad = [each["check"] for each in json.loads(capsys.readouterr().out) if each["verdict"] == "bad"]
    assert bad == ["port", "motors", "walk"]


def test_json_holds_every_finding(house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["doctor", "--json", "--config", str(config_file(tmp_path, house))])
    checks = {each["check"] for each in json.loads(capsys.readouterr().out)}
    assert {"config", "rules-engine", "disk", "fsync", "wear", "supply", "journal", "clock", "port"} <= checks


def test_the_port_and_folder_that_are_checked_are_named(
    tmp_path: Path, house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["--port", "/dev/other", "--state-dir", str(tmp_path / "elsewhere")]
    main(["doctor", "--json", *given, "--config", str(config_file(tmp_path, house))])
    found = {each["check"]: each["detail"] for each in json.loads(capsys.readouterr().out)}
    assert found["config"] == f"port /dev/other, state in {tmp_path / 'elsewhere'}"


def test_a_running_service_is_asked(house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = {"sensors": ["hatch-closed"]}
    with service(table={"board": BOARD, "faults": []}, service=report) as port:
        assert main(["doctor", "--sensors", "--config", str(config_file(tmp_path, house, port))]) == 0
    caught = capsys.readouterr()
    assert "firmware 1.0.0, build ab" in caught.out and "hatch closed     #" in caught.err


def test_the_sensors_of_a_running_service_are_those_that_its_board_has(
    house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = {**BOARD, "capabilities": ["lift-up-switches"]}
    with service(table={"board": board, "faults": []}, service={"sensors": []}) as port:
        main(["doctor", "--sensors", "--config", str(config_file(tmp_path, house, port))])
    said = capsys.readouterr().err
    assert "lift up" in said and "colour" not in said and "cover" not in said


def test_a_folder_of_another_user_is_said_and_nothing_is_tried(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(*_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("api.commands.doctor._unreachable", lambda found: False)
    monkeypatch.setattr(Path, "mkdir", denied)
    assert main(["doctor", "--walk", "--config", str(config_file(tmp_path, tmp_path / "state"))]) == 1
    assert "sudo -u jantaku" in capsys.readouterr().out


def test_a_configuration_that_cannot_be_read_has_a_bundle_too(house: Path, tmp_path: Path) -> None:
    broken, target = tmp_path / "table.toml", tmp_path / "bundle.zip"
    broken.write_text('[table]\nname = "Ann and Bo"\ntoken = "s3cret"\n[board]\nbaud = true\n', encoding="utf-8")
    given = ["doctor", "--bundle", str(target), "--config", str(broken), "--state-dir", str(house)]
    assert main(given) == 1
    with zipfile.ZipFile(target) as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    assert {"report.json", "table.toml", "journal.jsonl"} <= texts.keys()
    assert [name for name, text in texts.items() if "Ann" in text or "s3cret" in text] == []


def test_what_needs_the_board_says_how_to_stop_the_service(
    house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with service(table={"board": BOARD, "faults": []}, service={"sensors": None}) as port:
        assert main(["doctor", "--motors", "--walk", "--config", str(config_file(tmp_path, house, port))]) == 1
    assert "systemctl stop jantaku" in capsys.readouterr().out


def test_the_bundle_holds_everything_but_names_and_secrets(
    house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "bundle.zip"
    report = {"sensors": [], "care": [{"part": "inside", "last": {"who": "Ann", "wall": 3}}]}
    with service(table={"board": BOARD, "faults": []}, service=report) as port:
        main(["doctor", "--bundle", str(target), "--config", str(config_file(tmp_path, house, port))])
    with zipfile.ZipFile(target) as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    assert {"report.json", "table.toml", "journal.jsonl", "service.json", "faults/00000003-E11.json"} <= texts.keys()
    assert [name for name, text in texts.items() if "Ann" in text] == []
    assert '"part": "inside"' in texts["journal.jsonl"] and '"name": "Pulse"' in texts["faults/00000003-E11.json"]
    assert not target.with_name("bundle.zip.part").exists()


def test_a_bundle_that_cannot_be_written_is_told(
    house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "missing" / "bundle.zip"
    assert main(["doctor", "--bundle", str(target), "--config", str(config_file(tmp_path, house))]) == 1
    assert "Choose another place" in capsys.readouterr().out


@pytest.mark.parametrize(
    "line",
    ['token = "abc"', "admin_pin=1234", '  api-key = "x y"', "pairing_code = 7", 'name = "Ann"', "# old: token = abc",
     'sets = 1  # token = "abc"', 'port = "/dev/x" # Ann', "Ann", 'odd = """', "state_dir = /x # abc"],
)  # fmt: skip
def test_secrets_stay_here(line: str) -> None:
    text = f"# of Ann\n[table] # abc\n{line}\nsets = 2\n[board]\nbaud = 115200\n[game.options]\nfaan = 3"
    cleaned = without_secrets(text)
    assert [word for word in ("abc", "x y", "1234", "7", "Ann", "#") if word in cleaned] == []
    assert cleaned.endswith("sets = 2\n[board]\nbaud = 115200\n[game.options]\nfaan = 3\n")
