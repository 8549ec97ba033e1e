"""``jantaku simulate --chip avr``: it becomes another program, with the same command line, or says what is missing."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from api.cli import main
from hardware.firmware import build


class Became(Exception):
    """In place of a process that would be another from here on."""


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[str], dict[str, str]]]:
    """The programs that this process became."""
    seen: list[tuple[str, list[str], dict[str, str]]] = []

    def become(program: str, words: list[str], environment: dict[str, str]) -> None:
        seen.append((program, words, environment))
        raise Became

    monkeypatch.setattr(os, "execve", become)
    return seen


def test_the_chip_is_run_by_a_program_of_the_checkout(started: list[tuple[str, list[str], dict[str, str]]]) -> None:
    with pytest.raises(Became):
        main(["simulate", "--chip", "avr"])
    program, words, environment = started[0]
    assert (program, words[:4]) == (sys.executable, [sys.executable, "-P", "-m", "tests.hil.simavr"])
    assert environment["PYTHONPATH"].split(os.pathsep)[0] == str(build.ROOT)


def test_every_option_reaches_the_other_program(started: list[tuple[str, list[str], dict[str, str]]]) -> None:
    given = [
        "--profile=fast", "--speed=2.5", "--seed=7", "--fault=head-jam:2", "--fault=slow-motor:hatch", "--link=port",
        "--state=table.json", "--json",
    ]  # fmt: skip
    with pytest.raises(Became):
        main(["simulate", "--chip", "avr", *given])
    assert started[0][1][4:] == given


def test_an_installed_package_has_no_chip_and_says_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build, "ROOT", tmp_path)
    assert main(["simulate", "--chip", "avr"]) == 1
    assert "chip-tool-missing" in (said := capsys.readouterr().err)
    assert "source checkout" in said
