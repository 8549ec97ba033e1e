"""The emulated computer whose processor is emulated too (QEMU): the card for a Raspberry Pi, or the one for amd64."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TextIO

from tools.packaging.image.emulator import TIMEOUT_S, Emulator, free_port
from tools.packaging.program import needed

COUNTED: Final = ("-smp", "1", "-accel", "tcg,thread=single,tb-size=256", "-icount", "shift=0,sleep=on,align=off")
"""One processor whose every instruction takes 1 ns of its own clock, whatever else this computer does: a Raspberry Pi 4
does more of them in that time, a Zero 2 W fewer."""
FREE: Final = ("-smp", "2", "-accel", "tcg,thread=multi,tb-size=256")
SCREEN: Final = ("-vga", "none", "-device", "virtio-gpu-pci,xres=1920,yres=1080")


class Qemu(Emulator):
    """``processor``: ``FREE`` or ``COUNTED``. ``screen``: it has one, for ``picture``. ``take_kernel`` sees
    which computer the card is for."""

    def __init__(
        self,
        image: Path,
        folder: Path,
        board: Path,
        *,
        memory: int,
        talks: bool,
        processor: tuple[str, ...] = FREE,
        screen: bool = False,
    ) -> None:
        super().__init__(image, folder, board, memory=memory, talks=talks)
        self._devices = (*processor, *(SCREEN if screen else ()))
        self.orders, self._sticks = free_port(), 0

    def start(self) -> None:
        self._sticks = 0
        computer = self.computer
        command = [
            needed(*computer.emulator), *computer.machine, *self._devices,
            "-m", str(self.memory), "-display", "none", "-no-reboot",
            "-serial", f"file:{self.folder}/console", "-monitor", "none",
            "-qmp", f"tcp:127.0.0.1:{self.orders},server=on,wait=off",
            "-kernel", str(self.folder / "kernel"), "-initrd", str(self.folder / "initrd"),
            "-append", self.words(computer.console),
            "-drive", f"file={self.image},format=raw,if=virtio,cache=writeback",
            "-netdev", f"user,id=n,hostfwd=tcp:127.0.0.1:{self.http}-:8000,hostfwd=tcp:127.0.0.1:{self.ssh}-:22",
            "-device", "virtio-net-pci,netdev=n,romfile=", "-device", "virtio-rng-pci", "-device", "qemu-xhci,id=usb",
            "-chardev", f"serial,path={self.board},id=board", "-device", "usb-serial,chardev=board",
        ]  # fmt: skip
        self.run(command, self.folder / "emulator.log")

    def picture(self, png: Path) -> None:
        """Of its screen."""
        with self._ordering() as orders:
            _order(orders, "screendump", filename=str(png), format="png")

    def plug(self, stick: Path) -> None:
        with self._ordering() as orders:
            if self._sticks:
                _order(orders, "device_del", id=f"stick{self._sticks}")
            self._sticks += 1
            name = f"stick{self._sticks}"
            file = {"driver": "file", "filename": str(stick), "read-only": True}
            _order(orders, "blockdev-add", driver="raw", file=file, **{"node-name": name, "read-only": True})
            _order(orders, "device_add", driver="usb-storage", id=name, drive=name, bus="usb.0")

    @contextmanager
    def _ordering(self) -> Iterator[TextIO]:
        with socket.create_connection(("127.0.0.1", self.orders), TIMEOUT_S) as line, line.makefile("rw") as orders:
            _order(orders, "qmp_capabilities")
            yield orders


def _order(orders: TextIO, order: str, **arguments: Any) -> None:
    orders.write(json.dumps({"execute": order, "arguments": arguments}) + "\n")
    orders.flush()
    while "return" not in (answer := json.loads(orders.readline())):
        if "error" in answer:
            raise RuntimeError(f"{order}: {answer['error']['desc']}")
