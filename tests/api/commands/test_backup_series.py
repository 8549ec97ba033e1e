"""Backups into a folder, sealed ones, and their restoring."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api import cli
from api.backups import sealed, series
from controller.events.machine import HatchOpened
from controller.journal.store import Journal

NOW = datetime(2026, 11, 26, 3, 0, tzinfo=UTC)
SECRET = b"a passphrase of the owner"


def table(folder: Path) -> Path:
    folder.mkdir()
    with Journal(folder / "journal.db", now=lambda: NOW) as journal:
        journal.append([HatchOpened()])
    return folder


def head(folder: Path) -> tuple[int, str | None]:
    with Journal(folder / "journal.db", now=lambda: NOW, read_only=True) as journal:
        return journal.last_seq, journal.hash_at(1)


@pytest.fixture
def passphrase(tmp_path: Path) -> Path:
    (tmp_path / "passphrase").write_bytes(SECRET + b"\n")
    return tmp_path / "passphrase"


def test_a_sealed_backup_in_a_folder_comes_back_on_a_new_card(tmp_path: Path, passphrase: Path) -> None:
    state, stick, new = table(tmp_path / "state"), tmp_path / "stick", tmp_path / "new"
    stick.mkdir()
    opening = ["--passphrase-file", str(passphrase)]
    assert cli.main(["backup", str(stick), "--state-dir", str(state), *opening]) == 0
    (made,) = stick.iterdir()
    assert made.name.endswith(".tar.gz.sealed")
    assert b"journal.db" not in made.read_bytes()
    assert cli.main(["restore", str(made), "--state-dir", str(new), "--yes"]) == 2, "without the passphrase"
    assert cli.main(["restore", str(made), "--state-dir", str(new), "--yes", *opening]) == 0
    assert head(new)[1] == head(state)[1]


def test_a_folder_keeps_the_latest_and_leaves_files_of_others_alone(tmp_path: Path) -> None:
    names = [series.name("Table 1", NOW + timedelta(days=day), sealed=day % 2 == 0) for day in range(5)]
    others = ["holiday.jpg", series.name("table-10", NOW, sealed=False), "jantaku-table-1-notes.tar.gz"]
    for name in (*names, *others):
        (tmp_path / name).touch()
    series.clear(tmp_path, "Table 1", keep=2)
    assert {path.name for path in tmp_path.iterdir()} == {*names[-2:], *others}


def test_what_cannot_be_read_back_is_no_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    state, stick = table(tmp_path / "state"), tmp_path / "stick"
    stick.mkdir()
    from api.commands import backup

    def cut(path: Path, passphrase: bytes | None) -> io.BytesIO:
        return io.BytesIO(path.read_bytes()[:-200])

    monkeypatch.setattr(backup, "archive_of", cut)
    assert cli.main(["backup", str(stick), "--state-dir", str(state)]) == 2
    assert "cannot be read back" in capsys.readouterr().err
    assert list(stick.iterdir()) == []


def test_a_passphrase_that_is_short_is_refused(tmp_path: Path) -> None:
    (tmp_path / "short").write_text("secret")
    with pytest.raises(sealed.SealedError, match="12 to 1024 bytes"):
        sealed.passphrase_of(tmp_path / "short")


def sealed_bytes(plain: bytes) -> bytes:
    made = io.BytesIO()
    sealed.seal(io.BytesIO(plain), made, SECRET, bytes(range(24)))
    return made.getvalue()


@pytest.mark.parametrize("size", [0, 1, sealed.PIECE - 1, sealed.PIECE, sealed.PIECE + 1, 3 * sealed.PIECE])
def test_what_is_sealed_opens_again(size: int, tmp_path: Path) -> None:
    plain = bytes(n % 251 for n in range(size))
    with sealed.unsealed(io.BytesIO(sealed_bytes(plain)), SECRET, tmp_path) as found:
        assert found.read() == plain


def test_pieces_cannot_be_left_out_exchanged_or_cut_off(tmp_path: Path) -> None:
    whole = sealed_bytes(bytes(3 * sealed.PIECE))
    step = sealed.PIECE + sealed.TAG_BYTES
    first, second, third = (whole[sealed.HEAD_BYTES + n * step :][:step] for n in range(3))
    begin = whole[: sealed.HEAD_BYTES]
    for wrong in (begin + first + third, begin + second + first + third, begin + first + second, begin, whole + b"x"):
        with pytest.raises(sealed.SealedError):
            sealed.unsealed(io.BytesIO(wrong), SECRET, tmp_path)


@settings(max_examples=10)
@given(place=st.integers(0, 600), bit=st.integers(0, 7))
def test_one_changed_bit_is_found(place: int, bit: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    content = bytearray(sealed_bytes(b"scores" * 100))
    content[place % len(content)] ^= 1 << bit
    with pytest.raises(sealed.SealedError):
        sealed.unsealed(io.BytesIO(bytes(content)), SECRET, tmp_path_factory.getbasetemp())
