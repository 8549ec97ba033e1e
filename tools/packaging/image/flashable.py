"""A board whose chip can be written: the image in a chip simulator, behind a bootloader, for a card that puts firmware
on it. The program runs while the flash holds all of the image that came with the release of the card.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from api.flashing.image import Image, load
from hardware.firmware.build import avr_build
from hardware.simulator.bootloader import PAGE, Bootloader
from tools.packaging.image.emulator import Board, BoardEnded

CHIP: Final = ("tests.hil.simavr", "--serial=0")
"""With the image of a board that was given no number, as a release has it. A program of its own: see its licence."""
BUILT: Final = "hardware/firmware/built"
"""Where a release has its image."""
ERASED: Final = b"\xff"


class FlashableBoard(Board):
    """``program``: the release of the card. The image is in the flash from the beginning. Raises ``BoardEnded``, also
    where the firmware here is another one than that of the release."""

    def __init__(self, speed: float, folder: Path, program: Path) -> None:
        (path,) = (program / BUILT).glob("*.elf")
        image = load(path)
        if image.build != avr_build():
            raise BoardEnded(f"{path.name} is not of the firmware here, {avr_build().hex()}: make the content anew")
        super().__init__(speed, CHIP)
        self._wanted = flat(image)
        runs = lambda flash: flash.startswith(self._wanted)  # noqa: E731
        self._bootloader = Bootloader(folder / "board", self.port, runs, partial(self._fault, "board-reset"))
        self._bootloader.flash[: len(self._wanted)] = self._wanted
        self.port = self._bootloader.port

    def erase(self) -> None:
        """As a chip that is new: nothing runs on it."""
        self._bootloader.flash[:] = ERASED * len(self._bootloader.flash)
        self._bootloader.pages.clear()

    @property
    def written(self) -> float:
        """How much of the image was written since the chip was erased, 0 to 1."""
        return len(self._bootloader.pages) * PAGE / len(self._wanted)

    @property
    def whole(self) -> bool:
        """Whether the flash holds the image, written by what a bootloader understands."""
        return self._bootloader.flash.startswith(self._wanted) and not self._bootloader.wrong

    def power_fails(self) -> None:
        """It has its power from the computer."""
        self._bootloader.reset()
        self._fault("board-reset")

    def _fault(self, name: str) -> None:
        self.do("fault", fault=name)

    def end(self) -> None:
        self._bootloader.close()
        super().end()


def flat(image: Image) -> bytes:
    """The image as it lies in the flash."""
    whole = bytearray(ERASED * max(piece.at + len(piece.data) for piece in image.pieces))
    for piece in image.pieces:
        whole[piece.at : piece.at + len(piece.data)] = piece.data
    return bytes(whole)
