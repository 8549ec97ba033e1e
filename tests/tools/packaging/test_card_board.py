"""The board of a card's trial: its chip is written by the real avrdude, and it runs what it was given."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("shtab", reason="packages: enable with `make setup EXTRAS=packaging`")

from api.cli import main
from hardware.firmware.build import avr_build, avr_elf
from tests.hil.simavr.harness import HEADER
from tools.packaging.image.emulator import BoardEnded
from tools.packaging.image.flashable import BUILT, FlashableBoard

pytestmark = [
    pytest.mark.skipif(shutil.which("avrdude") is None, reason="needs avrdude (apt-get install avrdude)"),
    pytest.mark.skipif(shutil.which("avr-gcc") is None, reason="needs avr-gcc (apt-get install gcc-avr avr-libc)"),
    pytest.mark.skipif(not HEADER.exists(), reason="needs libsimavr (apt-get install libsimavr-dev)"),
]


@pytest.fixture
def image(tmp_path: Path) -> Path:
    folder = tmp_path / "program" / BUILT
    folder.mkdir(parents=True)
    return Path(shutil.copy2(avr_elf(0), folder))


@pytest.fixture
def board(image: Path, tmp_path: Path) -> Iterator[FlashableBoard]:
    one = FlashableBoard(1.0, tmp_path, tmp_path / "program")
    yield one
    one.end()


def test_an_erased_board_is_silent_until_it_is_flashed(
    board: FlashableBoard, image: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "table.toml"
    config.write_text("[http]\nport = 1\n", encoding="utf-8")
    words = ["--config", str(config), "--state-dir", str(tmp_path / "state"), "--port", str(board.port)]
    board.erase()
    assert (board.written, board.whole) == (0.0, False)
    assert main(["flash", str(image), *words]) == 1
    assert "--new-board" in (said := "".join(capsys.readouterr())), said
    assert main(["flash", str(image), "--new-board", *words]) == 0, capsys.readouterr()
    assert board.written >= 1.0 and board.whole
    assert main(["flash", str(image), *words]) == 0, capsys.readouterr()  # it runs, and says so


def test_an_image_of_another_firmware_is_told_before_anything_is_tried(image: Path, tmp_path: Path) -> None:
    whole = image.read_bytes()
    assert whole.count(avr_build()) == 1
    image.write_bytes(whole.replace(avr_build(), bytes(8)))
    with pytest.raises(BoardEnded, match="make the content anew"):
        FlashableBoard(1.0, tmp_path, tmp_path / "program")
