"""``python -m bench.lan``: a paired tablet, a phone and an intruder on a local network with delay and loss.

The service runs as on a table that serves its network, with TLS of its own and access control, in a network namespace;
the three others in theirs, tablet and phone behind bad Wi-Fi (``bench.netlab``). What is measured and checked: how soon
the tablet is live and hears of events, that nothing is missed over a line that was cut, that the intruder gets the
guide to the certificate and no more, and that revoking a device ends its stream at once.
"""

from __future__ import annotations

import http.client
import json
import os
import ssl
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from api.table.contract import FILE
from bench.link import LinkRow, say_when_busy, table
from bench.netlab import Host, Line, lan, refused

PORT: Final = 8000
PATIENCE: Final = 60.0
ANSWER: Final = 20.0
EVENTS: Final = 40
BETWEEN: Final = 0.15
CUT: Final = 3.0
LIVE_LIMIT: Final = 3.0
"""Seconds from nothing to the first snapshot: connection, TLS and answer are four round trips of some 70 ms, and a lost
frame of a handshake waits a second to be sent again (RFC 6298 section 2.1)."""
EVENT_LIMIT: Final = 1.0
"""Median of an event's way to the tablet; with delay and jitter one way is 35 ms."""
BACK_LIMIT: Final = 12.0
"""From the end of a cut to what happened meanwhile: TCP tries again after at most twice the cut."""
REVOKE_LIMIT: Final = 2.0
GUIDE: Final = frozenset({"/trust", "/ca.crt", "/favicon.ico"})
_RULES: Final = ("/api/v1/rulesets", "/api/v1/rulesets/riichi", "/api/v1/rulesets/riichi/payments")
_HEADS: Final = ("/api/v1/journal/heads", "/api/v1/journal/heads/latest", "/api/v1/journal/witnessed")
STRANGERS: Final = frozenset(
    {"/api/v1/me", "/api/v1/words", "/api/v1/pairings/x", "/healthz", "/readyz", *_HEADS, *_RULES}
)
"""What a device that is not paired may read encrypted where ``access.viewers`` is off (``api.access.access``): who it
is, how far its own pairing is, words, rules, that the service is up, and the signed heads of journals, which tables
exchange to witness each other. Nothing of the table."""
CONFIG: Final = '[access]\ncontrol = "always"\nviewers = false\n'


# ---------------------------------------------------------------- devices


@dataclass
class Device:
    """Who asks from ``host``. ``trusts``: the authority that it has installed; None: plain HTTP."""

    host: Host
    service: str
    trusts: ssl.SSLContext | None = None
    token: str = ""

    def connection(self) -> http.client.HTTPConnection:
        made = http.client.HTTPConnection(self.service, PORT, timeout=ANSWER)
        plain = self.host.connected(self.service, PORT, ANSWER)
        made.sock = plain if self.trusts is None else self.trusts.wrap_socket(plain, server_hostname=self.service)
        return made

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        connection = self.connection()
        try:
            headers = {"Content-Type": "application/json"}
            if self.token:
                headers["Authorization"] = f"Bearer {self.token}"
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def api(self, method: str, path: str, body: Any = None) -> Any:
        """Raises ``OSError`` when it is refused."""
        status, content = self.ask(method, f"/api/v1{path}", body)
        if status >= 300:
            raise OSError(f"{method} {path}: {status} {content[:300]!r}")
        return json.loads(content)


class Listening(threading.Thread):
    """A device that follows the table, as its page does. ``first``: the kind of message that shows the table."""

    def __init__(self, device: Device, path: str, first: str) -> None:
        super().__init__(daemon=True, name="listening")
        self._device, self._path, self._first = device, f"/api/v1{path}", f"event: {first}\n".encode()
        self.refused: bytes | None = None
        self.began = time.monotonic()
        self.live: float | None = None
        """Seconds to the first snapshot."""
        self.heard = dict[int, float]()
        """When each event came."""
        self.ended: float | None = None
        self.start()

    def run(self) -> None:
        connection = self._device.connection()
        try:
            headers = {"Authorization": f"Bearer {self._device.token}"}
            connection.request("GET", self._path, headers=headers)
            answer = connection.getresponse()
            if answer.status != 200:
                self.refused = answer.read()
            while line := answer.readline():
                self._note(line)
        except (OSError, http.client.HTTPException):
            pass  # it ended; `ended` says when
        finally:
            self.ended = time.monotonic()
            connection.close()

    def _note(self, line: bytes) -> None:
        if line.startswith(b"id: "):
            self.heard[int(line[4:])] = time.monotonic()
        elif line == self._first and self.live is None:
            self.live = time.monotonic() - self.began


def until(condition: Callable[[], bool], what: str, seconds: float = PATIENCE) -> float:
    """Seconds until it is so. Raises ``TimeoutError``."""
    began = time.monotonic()
    while not condition():
        if time.monotonic() - began > seconds:
            raise TimeoutError(f"not within {seconds:g} s: {what}")
        time.sleep(0.005)
    return time.monotonic() - began


# ---------------------------------------------------------------- the table


@contextmanager
def served(host: Host, folder: Path) -> Iterator[Path]:
    """The service in the namespace of ``host``; its state folder."""
    state, config = folder / "state", folder / "table.toml"
    state.mkdir()
    config.write_text(CONFIG, encoding="utf-8")
    words = ["serve", "--port", "simulate", "--host", "0.0.0.0", "--http-port", str(PORT), "--config", str(config)]
    command = ["ip", "netns", "exec", host.namespace, sys.executable, "-m", "api.cli", *words]
    with (folder / "service.log").open("wb") as log:
        process = subprocess.Popen(command, env={**os.environ, "JANTAKU_STATE_DIR": str(state)}, stdout=log, stderr=log)
    try:
        yield state
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(5)


def owner_of(host: Host, state: Path, trusts: ssl.SSLContext) -> Device:
    """The owner, at the table's own computer."""
    command = [sys.executable, "-m", "api.cli", "owner-code", "--state-dir", str(state), "--json"]
    code = json.loads(subprocess.check_output(command, timeout=PATIENCE))["code"]
    owner = Device(host, host.address, trusts)
    owner.token = owner.api("POST", "/me/pair", {"code": code, "name": "Owner", "program": True})["token"]
    return owner


def paired(device: Device, owner: Device, ask: dict[str, Any], key: str | None = None) -> Device:
    """Lets the device in at the table: a key is held there, or the owner allows it; the display shows the digits."""
    asked = device.api("POST", "/pairings", ask)["id"]
    if key is None:
        owner.api("POST", f"/pairings/{asked}/open", {})
    else:
        owner.api("POST", "/simulator", {"action": "press", "key": key, "held_ms": 3000})
    until(lambda: owner.api("GET", "/table")["pairing"] is not None, "the display shows digits")
    digits = owner.api("GET", "/table")["pairing"]["digits"]
    entered = {"code": digits, "name": ask["name"], "program": True}
    device.token = device.api("POST", "/me/pair", entered)["token"]
    return device


# ---------------------------------------------------------------- what is found


@dataclass
class Found:
    """Seconds each; ``open_plain`` and ``open_encrypted``: what the intruder was answered with success."""

    live: float = 0.0
    phone_live: float = 0.0
    events: list[float] = field(default_factory=list)
    missed: list[int] = field(default_factory=list)
    back: float = 0.0
    revoked: float = 0.0
    after_revoke: int = 0
    open_plain: set[str] = field(default_factory=set)
    open_encrypted: set[str] = field(default_factory=set)
    frames: str = ""

    def rows(self) -> list[LinkRow]:
        worst = max(self.events)
        middle = statistics.median(self.events)
        return [
            _seconds("tablet: from nothing to the first snapshot", self.live, LIVE_LIMIT),
            _seconds("phone of a seat: the same", self.phone_live, LIVE_LIMIT),
            _seconds(f"event to tablet, {len(self.events)} events: median (worst {worst:.2f} s)", middle, EVENT_LIMIT),
            LinkRow("events that the tablet missed", str(len(self.missed)), "0", not self.missed),
            _seconds(f"after a cut of {CUT:g} s: what happened meanwhile is there", self.back, BACK_LIMIT),
            _named("intruder, plain: answered", self.open_plain, GUIDE),
            _named("intruder, encrypted, not paired: answered", self.open_encrypted, STRANGERS),
            _seconds("revoked: the tablet's stream ends", self.revoked, REVOKE_LIMIT),
            LinkRow("revoked: its next request", str(self.after_revoke), "401", self.after_revoke == 401),
        ]


def _seconds(what: str, found: float, limit: float) -> LinkRow:
    return LinkRow(what, f"{found:.2f} s", f"< {limit:g} s", found < limit)


def _named(what: str, found: set[str], may: frozenset[str]) -> LinkRow:
    beyond = ", ".join(sorted(found - may))
    return LinkRow(what, beyond or f"{len(found)} that are open to everybody", "nothing of the table", not beyond)


def reads_of_the_contract() -> list[str]:
    """Every address that can be read, with something in the place of its parameters."""
    paths = json.loads(FILE.read_text(encoding="utf-8"))["paths"]
    named = {"{number}": "1", "{id}": "x", "{match_id}": "current", "{ruleset}": "riichi"}
    found = list[str]()
    for path, methods in paths.items():
        if "get" in methods:
            for name, value in named.items():
                path = path.replace(name, value)
            found.append(path)
    return found


def answered(intruder: Device, paths: list[str]) -> set[str]:
    """Those that give an intruder anything. A stream that would be open counts as well."""
    return {path for path in paths if intruder.ask("GET", path)[0] < 300}


def events_to(tablet: Listening, owner: Device, number: int, found: Found) -> None:
    """Rolls dice at the table, and notes when the tablet hears of each."""
    for _ in range(number):
        sent = time.monotonic()
        seq = owner.api("POST", "/dice/rolls", {"purpose": "free", "dice": 1})["seq"]
        until(lambda at=seq: at in tablet.heard, f"event {seq} at the tablet")  # type: ignore[misc]
        found.events.append(tablet.heard[seq] - sent)
        time.sleep(BETWEEN)


def over_a_cut(host: Host, tablet: Listening, owner: Device, found: Found) -> None:
    """The tablet's line is cut, something happens, and the line comes back."""
    host.line.cut = True
    began = time.monotonic()
    seq = owner.api("POST", "/dice/rolls", {"purpose": "free", "dice": 1})["seq"]
    time.sleep(max(0.0, CUT - (time.monotonic() - began)))
    host.line.cut = False
    found.back = until(lambda: seq in tablet.heard, "what happened during the cut")


def measured(folder: Path, events: int = EVENTS, seed: int = 1) -> Found:
    """The whole of it. Raises ``OSError`` or ``TimeoutError``."""
    found = Found()
    with lan({"table": None, "tablet": Line(), "phone": Line(), "intruder": None}, seed) as hosts:
        here = hosts["table"]
        with served(here, folder) as state:
            intruder = Device(hosts["intruder"], here.address)
            until(lambda: _up(intruder), "the service answers")
            _, authority = intruder.ask("GET", "/ca.crt")
            trusts = ssl.create_default_context(cadata=authority.decode("ascii"))
            owner = owner_of(here, state, trusts)
            until(lambda: bool(owner.api("GET", "/table")["board"]["state"] == "ready"), "the board is ready")
            tablet = Device(hosts["tablet"], here.address, trusts)
            phone = Device(hosts["phone"], here.address, trusts)
            paired(tablet, owner, {"role": "table", "name": "Tablet"})
            paired(phone, owner, {"role": "seat", "seat": 1, "name": "Bo"}, key="dice-1")
            _follow(hosts, {"tablet": tablet, "phone": phone, "owner": owner}, events, found)
            pages = ["/", "/pair", "/devices", "/service", "/setup", "/plant", *GUIDE, *reads_of_the_contract()]
            found.open_plain = answered(intruder, pages)
            intruder.trusts = trusts
            found.open_encrypted = answered(intruder, reads_of_the_contract())
    return found


def _up(intruder: Device) -> bool:
    try:
        return intruder.ask("GET", "/trust")[0] == 200
    except OSError:
        return False


def _follow(hosts: dict[str, Host], devices: dict[str, Device], events: int, found: Found) -> None:
    owner = devices["owner"]
    tablet, phone = Listening(devices["tablet"], "/live", "snapshot"), Listening(devices["phone"], "/seat/live", "seat")
    for name, each in {"tablet": tablet, "phone": phone}.items():
        until(lambda of=each: of.live is not None or of.refused is not None, f"{name} is live")  # type: ignore[misc]
        if each.refused is not None:
            raise OSError(f"{name}: {each.refused[:300]!r}")
    found.live, found.phone_live = tablet.live or 0.0, phone.live or 0.0
    events_to(tablet, owner, events, found)
    over_a_cut(hosts["tablet"], tablet, owner, found)
    known = sorted(tablet.heard)
    found.missed = sorted(set(range(known[0], known[-1] + 1)) - set(known))
    (id_,) = [one["id"] for one in owner.api("GET", "/devices")["devices"] if one["role"] == "table"]
    began = time.monotonic()
    owner.api("POST", f"/devices/{id_}/revoke", {})
    until(lambda: tablet.ended is not None, "the stream of the revoked tablet ends")
    found.revoked = (tablet.ended or 0.0) - began
    found.after_revoke = devices["tablet"].ask("GET", "/api/v1/table")[0]
    relays = [relay for host in hosts.values() if (relay := host.relay) is not None]
    found.frames = f"{sum(each.carried for each in relays)} carried, {sum(each.lost for each in relays)} lost"


def main() -> int:
    why = refused()
    if why is not None:
        print(f"left out: this machine allows no network namespaces: {why}")
        return 0
    with tempfile.TemporaryDirectory(prefix="jantaku-lan-") as folder:
        found = measured(Path(folder))
    rows = found.rows()
    print(f"frames through the bad lines: {found.frames}")
    print(table(rows))
    say_when_busy()
    return 0 if all(row.good for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
