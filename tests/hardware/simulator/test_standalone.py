"""The table in its own process: what it prints, what it answers, how it ends."""

from __future__ import annotations

import errno
import io
import json
import shutil
from typing import Any

import pytest

from hardware.firmware.build import NoCompilerError
from hardware.simulator.standalone import answer, main, run_standalone
from hardware.simulator.table import SimulatedTable
from tests.hardware.simulator.fake_chip import FakeChip

compiler = pytest.mark.skipif(
    not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="needs a C compiler (install gcc or clang)"
)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('{"action": "bring-set", "set": "A"}', {"ok": True, "tiles": 144}),
        ("[]", {"ok": False, "code": "bad-command", "field": "", "detail": "a command is a JSON object"}),
    ],
)
def test_a_line_is_a_command(line: str, expected: dict[str, Any]) -> None:
    assert answer(SimulatedTable(FakeChip()), line) == expected


@pytest.mark.parametrize(
    ("line", "code"),
    [("{", "bad-command"), ('{"action": "fly"}', "unknown-action"), ('{"action": "hold"}', "missing-argument")],
)
def test_a_bad_line_is_answered_not_fatal(line: str, code: str) -> None:
    reply = answer(SimulatedTable(FakeChip()), line)
    assert (reply["ok"], reply["code"]) == (False, code)


def test_help_lists_every_action_and_fault_as_json() -> None:
    reply = json.loads(json.dumps(answer(SimulatedTable(FakeChip()), '{"action": "help"}')))
    assert {"press", "push-in", "free-jam"} <= {action["name"] for action in reply["actions"]}
    assert {"head-jam", "link-flip"} <= {fault["name"] for fault in reply["faults"]}


def test_snapshot_is_a_line() -> None:
    assert answer(SimulatedTable(FakeChip()), '{"action": "snapshot"}')["table"]["profile"] == "normal"


@compiler
def test_a_fault_that_does_not_exist_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_standalone(faults=["bad-luck"], out=io.StringIO()) == 2
    assert "bad-luck" in capsys.readouterr().err


def test_faults_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list-faults"]) == 0
    assert "head-jam:side" in capsys.readouterr().out


def test_a_board_that_cannot_be_built_ends_it_with_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    def board() -> FakeChip:
        raise NoCompilerError("No C compiler found", "Install one.")

    assert main([], board) == 1
    assert "Install one." in capsys.readouterr().err


def no_terminal() -> tuple[int, int]:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_without_a_pseudo_terminal_it_says_so_and_ends(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.openpty", no_terminal)
    assert run_standalone(board=FakeChip) == 1
    said = capsys.readouterr().err
    assert "needs a pseudo-terminal, and none can be opened: No space left on device. Mount /dev/pts" in said
