"""``jantaku rules new`` and ``check``: a file is written, changed, checked, and a mistake shown with its line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from api.cli import main

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *words: str) -> tuple[int, str, str]:
    try:
        status = main(["rules", *words])
    except SystemExit as ended:
        status = int(ended.code or 0)
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def made(capsys: Capture, folder: Path) -> Path:
    path = folder / "friday.toml"
    assert run(capsys, "new", "--from", "hong-kong-old", "--name", "Friday", "--output", str(path))[0] == 0
    return path


def test_a_new_file_is_good_and_the_same_as_its_parent(capsys: Capture, tmp_path: Path) -> None:
    path = made(capsys, tmp_path)
    status, out, _ = run(capsys, "check", str(path))
    assert (status, out.splitlines()) == (0, [f"{path}: good, Friday", "is the same as hong-kong-old"])


def test_what_a_house_changes_is_shown_with_the_standard(capsys: Capture, tmp_path: Path) -> None:
    path = made(capsys, tmp_path)
    text = path.read_text(encoding="utf-8")
    text = text.replace("# min-faan = 3", "min-faan = 1").replace("# all-pong = 3", "all-pong = 2")
    path.write_text(text.replace('# off = ["heavenly-hand"]', 'off = ["three-kongs"]'), encoding="utf-8")
    out = run(capsys, "check", str(path))[1]
    for row in ("min-faan = 1    (standard: 3)", "all-pong = 2    (standard: 3)", "three-kongs    (does not count)"):
        assert row in out
    shown = json.loads(run(capsys, "check", str(path), "--json")[1])
    assert shown["options"] == {"min-faan": 1, "changes": {"values": {"all-pong": 2}, "off": ["three-kongs"]}}


def test_a_mistake_is_shown_with_file_line_and_remedy(capsys: Capture, tmp_path: Path) -> None:
    path = made(capsys, tmp_path)
    lines = path.read_text(encoding="utf-8").splitlines()
    line = lines.index("# min-faan = 3")
    lines[line] = "min-fan = 1"
    path.write_text("\n".join(lines), encoding="utf-8")
    status, _, err = run(capsys, "check", str(path))
    assert status == 1
    assert err.startswith(f"{path}:{line + 1}: options.min-fan: ") and "did you mean min-faan?" in err


def test_no_file_is_written_over(capsys: Capture, tmp_path: Path) -> None:
    path = made(capsys, tmp_path)
    before = path.read_bytes()
    status, _, err = run(capsys, "new", "--from", "riichi", "--output", str(path))
    assert status == 2 and "is there already" in err
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("new",), "--from"),
        (("new", "--from", "nothing"), "not a ruleset"),
        (("new", "--from", "riichi", "--profile", "nothing"), "not a profile"),
        (("check",), "which file"),
        (("check", "/nowhere/friday.toml"), "cannot be read"),
    ],
)
def test_wrong_use_is_one_line(capsys: Capture, words: tuple[str, ...], says: str) -> None:
    status, _, err = run(capsys, *words)
    assert status == 2 and says in err and len(err.strip().splitlines()) == 1
