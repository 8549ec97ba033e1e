"""A real PostgreSQL server in a temporary folder, on a free port of this computer."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

FOUND: Final = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
MISSING: Final = "PostgreSQL is not installed: sudo apt install postgresql"
_DEADLINE: Final = 60.0


class Server:
    """``start``, ``kill`` (-9, with all its processes) and ``start`` again as often as wanted; ``remove`` in the end.

    PostgreSQL refuses to run as root; then it runs as the user ``postgres``."""

    def __init__(self, *settings: str) -> None:
        self.bin = FOUND[-1].parent
        self.folder = Path(tempfile.mkdtemp(prefix="jantaku-pg-"))
        self._settings = settings
        self._user = "postgres" if os.geteuid() == 0 else None
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        if self._user:
            shutil.chown(self.folder, self._user, self._user)
        self._run("initdb", "-D", str(self.data), "-U", "hall", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N")

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def pid(self) -> int:
        """Of a server that runs."""
        assert self._process is not None
        return self._process.pid

    def url(self, name: str = "postgres") -> str:
        return f"postgresql://hall@127.0.0.1:{self.port}/{name}"

    def start(self) -> None:
        """Until it takes connections. It does not wait for the disk: what a killed server has written, the kernel has,
        and no test cuts the power of the computer."""
        settings = (
            f"port={self.port}", "listen_addresses=127.0.0.1", f"unix_socket_directories={self.folder}",
            "shared_buffers=32MB", "max_connections=60", "fsync=off", *self._settings,
        )  # fmt: skip
        command = [str(self.bin / "postgres"), "-D", str(self.data)]
        command += [part for setting in settings for part in ("-c", setting)]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                command, stdout=log, stderr=log, cwd=self.folder, start_new_session=True, **self._as()
            )
        deadline = time.monotonic() + _DEADLINE
        while self._answer("pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port), "-d", "postgres"):
            if time.monotonic() > deadline or self._process.poll() is not None:
                raise RuntimeError((self.folder / "log").read_text(encoding="utf-8")[-2000:])
            time.sleep(0.05)

    def kill(self) -> None:
        """As a power cut: the server and all its children at once."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(10)
            self._process = None
            (self.data / "postmaster.pid").unlink(missing_ok=True)

    def database(self) -> str:
        """The URL of a new, empty one."""
        name = f"hall_{secrets.token_hex(6)}"
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "hall", name)
        return self.url(name)

    def remove(self) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, name: str, *arguments: str) -> None:
        done = subprocess.run(
            self._command(name, arguments), capture_output=True, cwd=self.folder, timeout=60, **self._as()
        )
        if done.returncode:
            raise RuntimeError(f"{name}: {done.stderr.decode()}")

    def _answer(self, name: str, *arguments: str) -> int:
        return subprocess.run(self._command(name, arguments), cwd=self.folder, timeout=60, **self._as()).returncode

    def _command(self, name: str, arguments: Sequence[str]) -> list[str]:
        return [str(self.bin / name), *arguments]

    def _as(self) -> dict[str, Any]:
        if self._user is None:
            return {}
        user = pwd.getpwnam(self._user)
        return {
            "user": user.pw_uid,
            "group": user.pw_gid,
            "extra_groups": [],
            "env": {**os.environ, "HOME": str(self.folder)},
        }


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
