"""A card image in an emulated computer: its network on ports of this one, the simulated table's board at its port, a
stick, and power that can be cut.

Kernel and first file system are taken out of the image's own first partition. What the emulator is told is written is
in this computer's memory when the emulator is killed: lost is what the emulated system still held back.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tools.packaging.image.computer import COMPUTERS, Computer
from tools.packaging.image.disk import FIRST
from tools.packaging.program import needed
from tools.packaging.tree import said

COMMAND_LINE: Final = (
    "root=LABEL=jantaku-root ro rootwait console={console} quiet loglevel=3 systemd.show_status=0 mitigations=off"
)
TALKING: Final = " systemd.journald.forward_to_console=1 systemd.log_level=info"
"""The log on the console: where a start got to that did not come to its end."""
TIMEOUT_S: Final = 120
SSH: Final = ("-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR")


class BoardEnded(RuntimeError):
    """There is no board to play with."""


class Board:
    """``jantaku simulate`` at a port of its own. ``speed``: of the table; below 1 where the emulator is slow: a
    heartbeat of the emulated service must come within 0.3 s of the table's time. ``program``: that simulates it."""

    def __init__(self, speed: float, program: Sequence[str] = ("api.cli", "simulate")) -> None:
        command = [sys.executable, "-m", *program, "--json", "--profile", "fast", "--speed", str(speed)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = Path(self._answer()["port"])

    def do(self, action: str, **arguments: Any) -> dict[str, Any]:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"action": action, **arguments}) + "\n")
        self.process.stdin.flush()
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        """Raises ``BoardEnded``."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise BoardEnded("the simulated table's board has ended; what it said is above")
        found: dict[str, Any] = json.loads(line)
        return found

    def end(self) -> None:
        self.process.kill()
        self.process.wait(10)


class Emulator(ABC):
    """``folder``: for what it needs, with the console of the last start. ``image`` is written to. ``talks``: the log
    is on the console. Everything of it is one group of processes, which a cut of power ends."""

    def __init__(self, image: Path, folder: Path, board: Path, *, memory: int, talks: bool = False) -> None:
        self.image, self.folder, self.board = image, folder, board
        self.memory, self.computer = memory, COMPUTERS["arm64"]
        self._command_line = COMMAND_LINE.replace("quiet loglevel=3 ", "") + TALKING if talks else COMMAND_LINE
        self.http, self.ssh = free_port(), free_port()
        self.key = folder / "key"
        if not self.key.exists():
            program = needed("ssh-keygen", "openssh-client")
            said(program, "-q", "-t", "ed25519", "-N", "", "-C", "trial", "-f", str(self.key))
        self.process: subprocess.Popen[bytes] | None = None

    def settings(self, text: str) -> None:
        """Puts ``jantaku.toml`` onto the card, as a person does at another computer."""
        path = self.folder / "jantaku.toml"
        path.write_text(text, encoding="utf-8")
        said("mcopy", "-o", "-i", self._boot, str(path), "::/jantaku.toml")

    def read(self, name: str) -> str:
        """A file of the first partition."""
        return said("mtype", "-i", self._boot, f"::/{name}")

    @property
    def _boot(self) -> str:
        return f"{self.image}@@{FIRST}"

    def take_kernel(self) -> None:
        names = said("mdir", "-b", "-i", self._boot, "::/").split()
        for kind, name in (("vmlinuz-", "kernel"), ("initrd.img-", "initrd")):
            newest = max(one for one in names if one.startswith(f"::/{kind}"))
            said("mcopy", "-n", "-o", "-i", self._boot, newest, str(self.folder / name))
            if kind == "vmlinuz-":
                self.computer = computer_of(newest)

    def words(self, console: str) -> str:
        """What the kernel is told."""
        return self._command_line.format(console=console)

    @abstractmethod
    def start(self) -> None:
        """Power."""

    @abstractmethod
    def plug(self, stick: Path) -> None:
        """Puts the stick in while the computer runs, in the place of the one before. Raises ``OSError``,
        ``RuntimeError``."""

    def run(self, command: Sequence[str], output: Path) -> None:
        with output.open("ab") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )

    def kill(self) -> None:
        """Power is gone."""
        if self.runs():
            assert self.process is not None
            os.killpg(self.process.pid, signal.SIGKILL)

    def cut(self) -> None:
        """Power is gone, and the emulator with it."""
        if self.process is not None:
            self.kill()
            self.process.wait(10)
            self.process = None

    def end(self) -> None:
        """Power is gone for good."""
        self.cut()

    def spent(self) -> float:
        """Seconds of this computer's processors since power came, which do not depend on what else it does."""
        assert self.process is not None
        ticks = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
            except OSError:  # has ended
                continue
            if int(fields[2]) == self.process.pid:
                ticks += sum(map(int, fields[11:15]))  # its own, and of those of its processes that have ended
        return ticks / os.sysconf("SC_CLK_TCK")

    def said_last(self) -> str:
        """The last line about our units on the console; that there is none, unless it ``talks``."""
        lines = (self.folder / "console").read_text(encoding="utf-8", errors="replace").splitlines()
        ours = (line.strip() for line in reversed(lines) if "jantaku" in line.lower())
        return next(ours, "nothing was said")[-160:]

    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def inside(self, command: str, seconds: float = TIMEOUT_S) -> str:
        """As root, over SSH. Raises ``CalledProcessError``, ``TimeoutExpired``."""
        words: Sequence[str] = ("ssh", *SSH, "-o", f"ConnectTimeout={int(seconds)}", "-i", str(self.key), "-p",
                                str(self.ssh), "technician@127.0.0.1", f"sudo sh -c {_quoted(command)}")  # fmt: skip
        done = subprocess.run(
            words, capture_output=True, text=True, timeout=seconds, check=True, stdin=subprocess.DEVNULL
        )
        return done.stdout

    def until_inside(self, command: str, seconds: float) -> str:
        """Once it can be had. Raises ``TimeoutError``."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.runs():
            try:
                return self.inside(command, max(60.0, seconds / 4))
            except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
                time.sleep(2)
        raise TimeoutError(f"not within {seconds:g} s: {command}")


def computer_of(kernel: str) -> Computer:
    """By the name of a kernel of Debian, which ends with its architecture."""
    return COMPUTERS[kernel.rpartition("-")[2]]


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def stick_of(files: Path, image: Path) -> Path:
    """A stick with one FAT file system on it, which holds ``files``."""
    names = sorted(str(path) for path in files.iterdir())
    size = sum(Path(name).stat().st_size for name in names) + (8 << 20)
    with image.open("wb") as empty:
        empty.truncate(max(size, 40 << 20))
    said("mkfs.vfat", "-F", "32", "-n", "UPDATE", str(image))
    said("mcopy", "-i", str(image), *names, "::/")
    return image


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
