"""``jantaku dice export``: what a laboratory gets is whole, agrees with itself, and follows from its seeds alone."""

from __future__ import annotations

import csv
import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import pytest

from api.cli import main

ROLLS = 5000
"""More than an epoch has."""
Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def export(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("laboratory") / "dice"
    assert main(["dice", "export", str(folder), "--rolls", str(ROLLS)]) == 0
    return folder


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def manifest(folder: Path) -> Any:
    return json.loads((folder / "manifest.json").read_text(encoding="utf-8"))


def faces(row: dict[str, str]) -> list[int]:
    return [int(row["die_1"]), int(row["die_2"])]


def test_there_are_as_many_rolls_and_raw_bytes_as_were_asked_for(export: Path) -> None:
    assert len(rows(export / "rolls.csv")) == ROLLS == manifest(export)["rolls"]
    assert (export / "raw.bin").stat().st_size == ROLLS * 2 * 32


def test_every_outcome_follows_from_its_raw_bytes(export: Path) -> None:
    raw = (export / "raw.bin").read_bytes()
    for place, row in enumerate(rows(export / "rolls.csv")):
        own = raw[64 * place : 64 * place + 64]
        assert faces(row) == [1 + next(b for b in mac if b < 252) % 6 for mac in (own[:32], own[32:])]


def test_the_raw_bytes_follow_from_the_seeds_by_the_specification_alone(export: Path) -> None:
    """By docs/dice.md, without our code: the chain from secret to anchor, and the MACs of the last roll."""
    last = rows(export / "rolls.csv")[-1]
    seeds = {row["epoch"]: row for row in rows(export / "seeds.csv")}[last["epoch"]]
    table, epoch, number = bytes.fromhex(seeds["table"]), bytes.fromhex(seeds["epoch_id"]), int(last["number"])
    chain = [bytes.fromhex(seeds["secret"])]
    for _ in range(int(seeds["length"])):
        chain.append(hashlib.sha256(b"chain" + table + epoch + chain[-1]).digest())
    chain.reverse()
    assert chain[0].hex() == seeds["anchor"]
    messages = [b"die" + bytes([k]) + table + epoch + number.to_bytes(2) + bytes(64) for k in (1, 2)]
    macs = b"".join(hmac.digest(chain[number], message, "sha256") for message in messages)
    assert (export / "raw.bin").read_bytes().endswith(macs)


def test_the_manifest_names_the_hash_of_every_file_and_how_seeds_are_made(export: Path) -> None:
    named = manifest(export)
    for name in ("raw.bin", "rolls.csv", "seeds.csv"):
        assert named["files"][name]["sha256"] == hashlib.sha256((export / name).read_bytes()).hexdigest()
    assert "kernel" in named["seed_handling"]
    assert named["epochs"] == len(rows(export / "seeds.csv")) == 2


def test_tables_take_turns_and_no_epoch_is_used_twice(tmp_path: Path) -> None:
    folder = tmp_path / "dice"
    assert main(["dice", "export", str(folder), "--rolls", "9", "--tables", "3", "--dice", "1"]) == 0
    found = [(row["epoch"], row["number"]) for row in rows(folder / "rolls.csv")]
    assert found == [(str(epoch), str(number)) for number in (1, 2, 3) for epoch in (1, 2, 3)]
    assert len({row["secret"] for row in rows(folder / "seeds.csv")}) == 3


@pytest.mark.parametrize("words", [["--rolls", "0"], ["--dice", "11"], ["--tables", "257"], ["--rolls", "many"]])
def test_a_number_out_of_range_is_wrong_use_and_writes_nothing(words: list[str], tmp_path: Path) -> None:
    try:
        status = main(["dice", "export", str(tmp_path / "dice"), *words])
    except SystemExit as end:
        status = int(str(end.code))
    assert (status, list(tmp_path.iterdir())) == (2, [])


def test_a_folder_that_exists_is_left_alone(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "kept").write_text("mine")
    assert main(["dice", "export", str(tmp_path), "--rolls", "1"]) == 2
    assert "exists already" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_a_disk_without_room_leaves_nothing_behind(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.commands.laboratory.has_room", lambda folder, size: False)
    assert main(["dice", "export", str(tmp_path / "dice"), "--rolls", "10"]) == 2
    assert "kept for the journal" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_below_nothing_is_wrong_use(tmp_path: Path, capsys: Capture) -> None:
    assert main(["dice", "export", str(tmp_path / "none" / "dice"), "--rolls", "1"]) == 2
    assert "No such file or directory" in capsys.readouterr().err
