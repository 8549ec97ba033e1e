"""The card for amd64 as a computer whose kernel is a program of this one (User-mode Linux): systemd, file systems,
control groups and units are those of the card, and no instruction is emulated, so that a start takes seconds. From
Linux 6.16 on it takes half of them, since programs in it no longer stop for a tracer at each call (``seccomp``).

What differs from a computer: the kernel is Debian's ``user-mode-linux`` instead of the card's, one processor, no USB.
So the board is its first serial port and a stick its second disk, and two rules of udev give them the names that the
card's own rules give to what is at a USB port (``PORTS``). The card's own first file system is started, with ours
behind it (``initrd``): it lays those rules and the kernel's modules beside the system, nothing is written to the card.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Final

from tools.packaging.image.emulator import TIMEOUT_S, Emulator
from tools.packaging.program import needed

OF_THE_START: Final = "kernel/fs/overlayfs"
"""Modules that the first file system needs: those of a system that is not written to."""
HOOK: Final = "/scripts/init-bottom/user-mode"
JOINED: Final = f"""echo '{HOOK} "$@"' >>/scripts/init-bottom/ORDER
"""
"""Taken in by the first program of the start."""
NETWORK_S: Final = 900
"""Until the emulated system takes its network into use, without which no port can be opened."""
GUEST: Final = "10.0.2.15"
"""The address that slirp4netns gives."""
PORTS: Final = """#!/bin/sh
[ "$1" != prereqs ] || exit 0
mount -t hostfs -o {modules},ro none "${rootmnt}/usr/lib/modules"
mkdir -p /run/udev/rules.d /run/systemd/system/jantaku.service.d
cat >/run/udev/rules.d/69-user-mode.rules <<'END'
SUBSYSTEM=="tty", KERNEL=="ttyS0", SYMLINK+="jantaku-board", GROUP="dialout", MODE="0660", TAG+="systemd"
SUBSYSTEM=="block", KERNEL=="ubdb*", ENV{ID_BUS}="usb"
END
printf '[Service]\nDeviceAllow=char-ttyS rw\n' >/run/systemd/system/jantaku.service.d/user-mode.conf
"""


class UserMode(Emulator):
    def __init__(self, image: Path, folder: Path, board: Path, *, memory: int, talks: bool) -> None:
        super().__init__(image, folder, board, memory=memory, talks=talks)
        self._program = needed("linux.uml", "user-mode-linux")
        # of the same package: one of a later Debian may be unpacked anywhere
        self._modules = Path(self._program).resolve().parents[1] / "lib/uml/modules"
        self._network: subprocess.Popen[bytes] | None = None
        self._short = Path(tempfile.mkdtemp(prefix="jantaku-uml-"))  # names of sockets are short
        self._stick = False

    def take_kernel(self) -> None:
        super().take_kernel()
        (kernel,) = sorted(path.name for path in self._modules.iterdir())
        with tempfile.TemporaryDirectory(dir=self.folder) as scratch:
            tree = Path(scratch)
            modules = tree / "usr/lib/modules" / kernel
            shutil.copytree(self._modules / kernel / OF_THE_START, modules / OF_THE_START)
            for path in (self._modules / kernel).glob("modules.*"):
                shutil.copy2(path, modules)
            hook = tree / HOOK.lstrip("/")
            hook.parent.mkdir(parents=True)
            hook.write_text(PORTS.replace("{modules}", str(self._modules)), encoding="utf-8")
            hook.chmod(0o755)
            (tree / "conf/conf.d").mkdir(parents=True)
            (tree / "conf/conf.d/user-mode").write_text(JOINED, encoding="utf-8")
            names = "\n".join(str(path.relative_to(tree)) for path in sorted(tree.rglob("*"))).encode()
            command = [needed("cpio", "cpio"), "--quiet", "-o", "-H", "newc", "-D", str(tree)]
            ours = subprocess.run(command, input=names, capture_output=True, check=True, timeout=TIMEOUT_S).stdout
        card = (self.folder / "initrd").read_bytes()
        (self.folder / "initrd").write_bytes(card + bytes(-len(card) % 512) + ours)

    def start(self) -> None:
        self._stick = False
        wire, orders = self._short / "wire", self._short / "orders"
        for path in (wire, orders):
            path.unlink(missing_ok=True)
        command = [needed("slirp4netns", "slirp4netns"), "--target-type=bess", f"--api-socket={orders}", str(wire)]
        with (self.folder / "emulator.log").open("ab") as log:
            self._network = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        _until_there(wire, TIMEOUT_S)
        (self.folder / "console").unlink(missing_ok=True)
        self.run(
            [
                self._program, "seccomp=auto",
                f"umid={self._short.name}", f"uml_dir={self._short}/", f"mem={self.memory}M",
                f"ubda={self.image}", f"initrd={self.folder / 'initrd'}", "con=null", "con0=null,fd:1", "ssl=null",
                f"ssl0=tty:{self.board}", f"vec0:transport=bess,dst={wire},depth=128,gro=1",
                *self.words("tty0").split(),
            ],
            self.folder / "console",
        )  # fmt: skip
        _until_there(orders, NETWORK_S)
        for here, there in ((self.http, 8000), (self.ssh, 22)):
            forward = {"proto": "tcp", "host_addr": "127.0.0.1", "host_port": here, "guest_addr": GUEST}
            order = {"execute": "add_hostfwd", "arguments": {**forward, "guest_port": there}}
            with socket.socket(socket.AF_UNIX) as line:
                line.settimeout(TIMEOUT_S)
                line.connect(str(orders))
                line.sendall(json.dumps(order).encode())
                line.shutdown(socket.SHUT_WR)
                answer = json.loads(line.recv(4096))
            if "error" in answer:
                raise RuntimeError(f"add_hostfwd: {answer['error']}")

    def plug(self, stick: Path) -> None:
        console = needed("uml_mconsole", "uml-utilities")
        for order in (*(["remove", "ubdb"] for _ in range(self._stick)), ["config", f"ubdbr={stick}"]):
            command = [console, str(self._short / self._short.name / "mconsole"), " ".join(order)]
            done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
            if done.returncode != 0 or "ERR" in done.stdout:
                raise RuntimeError(f"{' '.join(order)}: {done.stdout}{done.stderr}")
        self._stick = True

    def kill(self) -> None:
        """The network ends as well: it would hold a connection open to what is no more."""
        super().kill()
        if self._network is not None:
            self._network.kill()

    def cut(self) -> None:
        super().cut()
        if self._network is not None:
            self._network.kill()
            self._network.wait(10)
            self._network = None

    def end(self) -> None:
        super().end()
        shutil.rmtree(self._short, ignore_errors=True)


def _until_there(path: Path, seconds: float) -> None:
    end = time.monotonic() + seconds
    while not path.exists():
        if time.monotonic() > end:
            raise TimeoutError(f"not within {seconds:g} s: {path}")
        time.sleep(0.05)
