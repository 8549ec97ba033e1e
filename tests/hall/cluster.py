"""Three PostgreSQL with Patroni and three etcd on free ports of this computer, to be killed and stopped one by one."""

from __future__ import annotations

import contextlib
import json
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any, Final

from tests.hall.postgresql import FOUND, free_port

MISSING: Final = "the cluster needs PostgreSQL, Patroni and etcd: sudo apt install postgresql patroni etcd-server"
INSTALLED: Final = bool(FOUND and shutil.which("patroni") and shutil.which("etcd"))
NODES: Final = 3
_DEADLINE: Final = 180.0
_STALE_SECONDS: Final = 45.0
"""Several rounds of Patroni: a leader that says the same for so long will go on saying it."""
_USER, _PASSWORD = "postgres", "pw"


class Cluster:
    """``start``, then ``leader`` and what happens to it; ``remove`` in the end. ``ttl``: seconds after which a leader
    that is not heard loses its place; Patroni wants 20 at least."""

    def __init__(self, ttl: int = 20) -> None:
        self._ttl, self._bin = ttl, FOUND[-1].parent
        self.folder = Path(tempfile.mkdtemp(prefix="jantaku-cluster-"))
        self.folder.chmod(0o755)
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            user = pwd.getpwnam("postgres")
            shutil.chown(self.folder, "postgres", "postgres")
            self._as = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        self._environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "LANG": "C.UTF-8"}
        self._etcd = [(free_port(), free_port()) for _ in range(NODES)]
        self.ports = [free_port() for _ in range(NODES)]
        self._rest = [free_port() for _ in range(NODES)]
        self._patroni: list[subprocess.Popen[bytes] | None] = [None] * NODES
        self._others: list[subprocess.Popen[bytes]] = []

    def url(self, name: str) -> str:
        hosts = ",".join(f"127.0.0.1:{port}" for port in self.ports)
        return f"postgresql://{_USER}:{_PASSWORD}@{hosts}/{name}"

    def start(self) -> None:
        """Until there are a leader and two followers, one of them synchronous."""
        names = ",".join(f"e{n}=http://127.0.0.1:{peer}" for n, (_, peer) in enumerate(self._etcd))
        for number, (client, peer) in enumerate(self._etcd):
            at, to = f"http://127.0.0.1:{client}", f"http://127.0.0.1:{peer}"
            command = [
                "etcd", "--name", f"e{number}", "--data-dir", f"etcd{number}", "--initial-cluster", names,
                "--initial-advertise-peer-urls", to, "--listen-peer-urls", to, "--listen-client-urls", at,
                "--advertise-client-urls", at, "--heartbeat-interval", "300", "--election-timeout", "3000",
            ]  # fmt: skip
            self._others.append(self._run(command, f"etcd{number}.log"))
        for number in range(NODES):
            self.begin(number)
        self._until(self._is_whole)

    def begin(self, number: int) -> None:
        config = self.folder / f"node{number}.json"  # JSON is YAML
        config.write_text(json.dumps(self._config(number)), encoding="utf-8")
        config.chmod(0o644)
        self._patroni[number] = self._run(["patroni", str(config)], f"node{number}.log")

    def leader(self) -> int | None:
        """The node that says so of itself and answers."""
        return next((n for n in range(NODES) if self._says(n, "/primary") is not None), None)

    def await_leader(self, other_than: int | None = None) -> int:
        self._until(lambda: self.leader() not in (None, other_than))
        found = self.leader()
        assert found is not None
        return found

    def await_whole(self) -> None:
        """Leader and followers again, one of them synchronous. Patroni before 3.1 may hold on to an old view of etcd
        after it stood still, and as a leader names no synchronous follower ever again ("updated by someone else",
        patroni/patroni pull request 2783): then it is started anew, as its operator would."""
        began = time.monotonic()

        def whole() -> bool:
            nonlocal began
            leader = self.leader()
            if leader is not None and time.monotonic() - began > _STALE_SECONDS and self._is_stale(leader):
                self._renew(leader)
                began = time.monotonic()
            return self._is_whole()

        self._until(whole)

    def _is_stale(self, number: int) -> bool:
        return "Synchronous replication key updated by someone else" in self._log(number)

    def _renew(self, number: int) -> None:
        """Patroni alone: it takes its server over."""
        patroni = self._patroni[number]
        assert patroni is not None
        patroni.kill()
        patroni.wait(30)
        self.begin(number)

    def _is_whole(self) -> bool:
        found = next((one for n in range(NODES) if (one := self._says(n, "/cluster")) is not None), None)
        members = [] if found is None else found["members"]
        roles = sorted(one["role"] for one in members if one["state"] in ("running", "streaming"))
        return roles == ["leader", "replica", "sync_standby"]

    def kill(self, number: int) -> None:
        """Patroni and its server at once."""
        self._signal(number, signal.SIGKILL)
        patroni = self._patroni[number]
        if patroni is not None:
            patroni.wait(30)

    def stop(self, number: int) -> None:
        """They answer nothing any more, and their connections stay."""
        self._signal(number, signal.SIGSTOP)

    def go_on(self, number: int) -> None:
        self._signal(number, signal.SIGCONT)

    def remove(self) -> None:
        for number in range(NODES):
            with contextlib.suppress(OSError):
                self._signal(number, signal.SIGKILL)
        for process in (*self._others, *filter(None, self._patroni)):
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            process.wait(30)
        shutil.rmtree(self.folder, ignore_errors=True)

    # ------------------------------------------------------------ inside

    def _run(self, command: list[str], log: str) -> subprocess.Popen[bytes]:
        with (self.folder / log).open("ab") as out:
            return subprocess.Popen(
                command, stdout=out, stderr=out, cwd=self.folder, env=self._environment, start_new_session=True,
                **self._as,
            )  # fmt: skip

    def _signal(self, number: int, what: signal.Signals) -> None:
        patroni, pids = self._patroni[number], list[int]()
        if patroni is not None and patroni.poll() is None:
            pids.append(patroni.pid)
        with contextlib.suppress(OSError, ValueError, IndexError):
            server = int((self.folder / f"pg{number}" / "postmaster.pid").read_text().split()[0])
            pids += [server, *children_of(server)]
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, what)

    def _says(self, number: int, path: str) -> Any:
        patroni = self._patroni[number]
        if patroni is None or patroni.poll() is not None:
            return None
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self._rest[number]}{path}", timeout=5) as answer:
                return json.load(answer)
        except (OSError, ValueError):
            return None

    def _until(self, happened: Any) -> None:
        began = time.monotonic()
        while not happened():
            if time.monotonic() - began > _DEADLINE:
                raise TimeoutError("\n".join(map(self._log, range(NODES))))
            time.sleep(0.1)

    def _log(self, number: int) -> str:
        """Its end."""
        return (self.folder / f"node{number}.log").read_text()[-800:]

    def _config(self, number: int) -> dict[str, Any]:
        by_password = ["host all all 127.0.0.1/32 scram-sha-256", "host replication all 127.0.0.1/32 scram-sha-256"]
        rest = f"127.0.0.1:{self._rest[number]}"
        users = {"superuser": _USER, "replication": "replicator", "rewind": "rewinder"}
        return {
            "scope": "hall",
            "name": f"n{number}",
            "restapi": {"listen": rest, "connect_address": rest},
            "etcd3": {"hosts": ",".join(f"127.0.0.1:{client}" for client, _ in self._etcd)},
            "bootstrap": {
                "dcs": {
                    "ttl": self._ttl, "loop_wait": 5, "retry_timeout": 5, "maximum_lag_on_failover": 1 << 20,
                    "synchronous_mode": True,
                    "postgresql": {
                        "use_pg_rewind": True,
                        "parameters": {"max_connections": 60, "shared_buffers": "48MB", "wal_keep_size": "128MB"},
                    },
                },
                "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}, "data-checksums"],
                "pg_hba": [*by_password, "local all all trust"],
            },
            "postgresql": {
                "listen": f"127.0.0.1:{self.ports[number]}",
                "connect_address": f"127.0.0.1:{self.ports[number]}",
                "data_dir": str(self.folder / f"pg{number}"),
                "bin_dir": str(self._bin),
                "pgpass": str(self.folder / f"pgpass{number}"),
                "parameters": {"unix_socket_directories": str(self.folder)},
                "authentication": {
                    role: {"username": user, "password": _PASSWORD} for role, user in users.items()
                },
            },
        }  # fmt: skip


def children_of(pid: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if int(status.read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(status.parent.name))
    return found
