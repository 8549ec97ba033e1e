"""Boots a card image in an emulator, plays at it from outside, and cuts its power:
``python -m tools.packaging.image.trial IMAGE CONTENT [--cuts N]``. ``CONTENT`` is made by ``trial_content``.

What is checked: the card grows; the board is found by its udev name; the service is ready; a match is played to its end
by the client of docs/api.md; power is cut while commands are given and while updates are put in, and after each start
everything that was acknowledged is in the journal as it was, and an unanswered command is carried out once.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import shutil
import ssl
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.request import urlopen

from tools.packaging.image.emulator import Board, Emulator, stick_of
from tools.packaging.tree import ROOT

UP_S: Final = 900
"""To the first page, unless told otherwise. An emulator on a busy computer is ten times slower than on a quiet one."""
GROWN: Final = 1 << 30
SETTINGS: Final = """[table]
name = "Trial 7"
language = "ja"
time_zone = "Asia/Tokyo"

[technician]
ssh_key = "{key}"
"""
STATE: Final = """
systemd-analyze; systemctl is-system-running; systemctl --failed --no-legend
cat /proc/uptime; free -m | grep Mem; grep -E 'VmHWM|VmRSS' /proc/$(systemctl show -p MainPID --value jantaku)/status
ls -l /dev/jantaku-board; df -m / /data /boot/firmware | tail -n 3; cat /etc/hostname; readlink /etc/localtime
findmnt -n -o TARGET,OPTIONS / ; findmnt -n -o TARGET,OPTIONS /boot/firmware; date -u +%FT%TZ
systemctl show jantaku -p MemoryMax -p TasksMax -p ExecMainStartTimestampMonotonic -p ActiveEnterTimestampMonotonic
"""
WRITTEN: Final = "awk '$3 ~ /^vda[0-9]$/ {print $3, $10 * 512}' /proc/diskstats"


class Failed(AssertionError):
    """Something that the card promises was not so."""


class Refusal(Exception):
    def __init__(self, status: int, body: bytes) -> None:
        super().__init__(f"{status} {body[:300]!r}")
        self.status = status


@dataclass
class Table:
    """The table at a port, over TLS with its own authority. ``acknowledged``: hash by number of event."""

    port: int
    trusts: ssl.SSLContext | None = None
    token: str = ""
    acknowledged: dict[int, str] = field(default_factory=dict)
    asked: dict[str, Any] | None = None
    repeated: int = 0

    def ask(self, method: str, path: str, body: Any = None, seconds: float = 30) -> Any:
        """Raises ``Refusal``, ``OSError``, ``HTTPException``."""
        assert self.trusts is not None
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=seconds, context=self.trusts)
        try:
            headers = {"Content-Type": "application/json"} | (
                {"Authorization": f"Bearer {self.token}"} if self.token else {}
            )
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            content = answer.read()
        finally:
            connection.close()
        if answer.status >= 300:
            raise Refusal(answer.status, content)
        return json.loads(content) if content[:1] in (b"{", b"[") else content

    def trust(self) -> None:
        """Takes the certificate as a device does that is new. Raises ``OSError``."""
        with urlopen(f"http://127.0.0.1:{self.port}/ca.crt", timeout=20) as answer:
            certificate = answer.read()
        text = certificate.decode() if certificate.startswith(b"---") else ssl.DER_cert_to_PEM_cert(certificate)
        self.trusts = ssl.create_default_context(cadata=text)
        self.trusts.check_hostname = False

    def rule(self) -> None:
        """One ruling, whose acknowledgement is kept; one that was not answered is asked for again, with its id."""
        repeats = self.asked is not None
        if self.asked is None:
            id_ = str(uuid.uuid4())
            self.asked = {"id": id_, "who": "trial", "text": id_}
        answer = self.ask("POST", "/api/v1/matches/current/rulings", self.asked)
        self.repeated += repeats and bool(answer["repeated"])
        self.asked = None
        seq = answer["events"][0]["seq"] if answer["events"] and "seq" in answer["events"][0] else answer["seq"]
        self.note(int(seq))

    def note(self, seq: int) -> None:
        found = self.ask("GET", f"/api/v1/journal?since={seq - 1}&limit=1")["events"]
        self.acknowledged[seq] = found[0]["hash"]

    def check(self) -> int:
        """The number of events. Raises ``Failed`` when one that was acknowledged is not there as it was."""
        hashes, since, texts = dict[int, str](), 0, list[str]()
        while (page := self.ask("GET", f"/api/v1/journal?since={since}&limit=500", seconds=90))["events"]:
            for event in page["events"]:
                hashes[event["seq"]] = event["hash"]
                if event["type"].endswith("ruling-recorded") or "ruling" in event["type"]:
                    texts.append(json.dumps(event.get("data", event), sort_keys=True))
            since = page["next"]
        lost = [seq for seq, hash_ in self.acknowledged.items() if hashes.get(seq) != hash_]
        if lost:
            raise Failed(f"acknowledged, and not in the journal as they were: {lost}")
        ids = [found for text in texts for found in re.findall(r'"text": "([0-9a-f-]{36})"', text)]
        if len(ids) != len(set(ids)):
            raise Failed("a ruling was written twice")
        return len(hashes)


def until(condition: Callable[[], Any], what: str, seconds: float, runs: Callable[[], bool] = lambda: True) -> float:
    """Seconds until it is so. Raises ``Failed``."""
    began = time.monotonic()
    while True:
        try:
            if condition():
                return time.monotonic() - began
        except (OSError, http.client.HTTPException, Refusal, ValueError):
            pass
        if time.monotonic() - began > seconds or not runs():
            raise Failed(f"not within {time.monotonic() - began:.0f} s: {what}")
        time.sleep(0.5)


class Trial:
    """``patience``: seconds that anything may take."""

    def __init__(
        self, image: Path, content: Path, folder: Path, *, memory: int, speed: float, patience: float, talks: bool
    ) -> None:
        self.content, self.folder, self.patience = content, folder, patience
        card = folder / "card.img"
        subprocess.run(["cp", "--sparse=always", str(image), str(card)], check=True, timeout=600)
        os.truncate(card, card.stat().st_size + GROWN)
        self.board = Board(speed)
        self.emulator = Emulator(card, folder, self.board.port, memory=memory, talks=talks)
        self.emulator.settings(SETTINGS.format(key=self.emulator.key.with_suffix(".pub").read_text().strip()))
        self.emulator.take_kernel()
        self.table = Table(self.emulator.http)
        self.sticks = {name: stick_of(content / name, folder / f"{name}.stick") for name in ("good", "sick")}

    def up(self, stick: Path | None = None) -> float:
        """Seconds from power to the first page."""
        self.emulator.start(stick)
        self.table.trusts = None

        def served() -> bool:
            if self.table.trusts is None:
                self.table.trust()
            return bool(self.table.ask("GET", "/healthz")["status"] == "ok")

        return until(served, "the table is served", self.patience, self.emulator.runs)

    def pair(self) -> None:
        """The first owner, as a technician makes one."""
        code = json.loads(self.emulator.until_inside("jantaku owner-code --json", self.patience))["code"]
        paired = self.table.ask("POST", "/api/v1/me/pair", {"code": code, "name": "trial", "program": True})
        self.table.token = paired["token"]

    def check_card(self) -> str:
        state = self.emulator.until_inside(STATE, self.patience)
        for what in ("/dev/jantaku-board", "trial-7", "Asia/Tokyo", "noatime"):
            if what not in state:
                raise Failed(f"{what} is not in what the card says:\n{state}")
        data = next(line for line in state.splitlines() if line.endswith("/data"))
        if int(data.split()[1]) < 1000:
            raise Failed(f"the last partition did not grow: {data}")
        return state

    def play(self, hands: int) -> list[dict[str, Any]]:
        """A match to its end, by the client that docs/api.md has."""
        (block,) = re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs/api.md").read_text(), re.DOTALL | re.MULTILINE)
        client = self.folder / "client.py"
        client.write_text(block.replace("timeout=10", "timeout=60").replace("PATIENCE = 60.0", "PATIENCE = 600.0"))
        certificate = self.folder / "ca.pem"
        assert self.table.trusts is not None
        certificate.write_text("".join(ssl.DER_cert_to_PEM_cert(one) for one in self.table.trusts.get_ca_certs(True)))
        environment = {**os.environ, "SSL_CERT_FILE": str(certificate)}
        command = [sys.executable, str(client), f"https://127.0.0.1:{self.emulator.http}", self.table.token]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=1800, check=False)
        if done.returncode != 0:
            raise Failed(f"the match was not played: {done.stderr[-1500:]}")
        match = self.table.ask("GET", "/api/v1/matches/current")
        if match["phase"] != "over" or len(match["hands"]) != hands:
            raise Failed(f"the match is in phase {match['phase']} after {len(match['hands'])} hands")
        self.table.note(self.table.ask("GET", "/api/v1/table")["seq"])
        return [{"said": line} for line in done.stdout.splitlines()]

    def cut_in_play(self, random: Random) -> str:
        """Commands are given until power fails at a random moment; a few more seconds than a start lasts."""
        end, given = time.monotonic() + random.uniform(0.2, 12.0), 0
        while time.monotonic() < end:
            try:
                self.table.rule()
            except Refusal as refusal:
                raise Failed(f"a ruling was refused: {refusal}") from refusal
            given += 1
        self.emulator.cut()
        return f"in play, after {given} commands"

    def cut_in_update(self, name: str, random: Random) -> str:
        """An update on a stick is wished for as its owner does, and power fails while it is put in."""
        shown = self.table.ask("GET", "/api/v1/updates")
        if shown["waiting"] is None or shown["waiting"]["refused"]:
            self.emulator.cut()
            return f"no update ({name}) waited: {shown['waiting']}"
        wish = {"version": shown["waiting"]["version"]}
        self.table.ask("POST", "/api/v1/updates/installation", wish)
        seconds = random.uniform(0.5, 150.0)
        time.sleep(seconds)
        phase = "?"
        with suppress(subprocess.CalledProcessError, subprocess.TimeoutExpired):
            phase = self.emulator.inside("cat /opt/jantaku/update.json 2>/dev/null || echo none", 20).strip()[:200]
        self.emulator.cut()
        return f"{seconds:.0f} s into the update to {wish['version']} ({name}): {phase}"

    def settled(self) -> str:
        """Which release runs once nothing is under way any more."""
        until(lambda: not self.table.ask("GET", "/api/v1/updates")["under_way"], "the update ends", self.patience)
        return str(self.table.ask("GET", "/healthz")["version"])

    def end(self) -> None:
        self.emulator.cut()
        self.board.end()


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("image", type=Path)
    parser.add_argument("content", type=Path)
    parser.add_argument("--cuts", type=int, default=3)
    parser.add_argument("--updates", type=int, default=3, help="every so many cuts one falls into an update")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4)))
    parser.add_argument("--memory", type=int, default=1024, help="of the emulated computer, MiB")
    parser.add_argument("--speed", type=float, default=0.25, help="of the simulated table, times real time")
    parser.add_argument("--patience", type=float, default=UP_S, metavar="SECONDS", help="that anything may take")
    parser.add_argument("--talks", action="store_true", help="the log of the emulated computer is on its console")
    parser.add_argument("--keep", type=Path, help="a folder that stays")
    asked = parser.parse_args(words)
    random = Random(asked.seed)
    print(f"seed {asked.seed}", flush=True)
    folder = asked.keep or Path(tempfile.mkdtemp(prefix="jantaku-card-trial-"))
    folder.mkdir(parents=True, exist_ok=True)
    trial = Trial(
        asked.image,
        asked.content,
        folder,
        memory=asked.memory,
        speed=asked.speed,
        patience=asked.patience,
        talks=asked.talks,
    )
    try:
        print(f"first page after {trial.up():.0f} s", flush=True)
        trial.pair()
        print(trial.check_card(), flush=True)
        before = trial.emulator.inside(WRITTEN)
        for row in trial.play(3):
            print(f"  {row['said']}", flush=True)
        print(f"written before the match:\n{before}after it:\n{trial.emulator.inside(WRITTEN)}", flush=True)
        ready = until(lambda: trial.table.ask("GET", "/readyz"), "the table is ready, with its board", trial.patience)
        print(f"ready, with its board, {ready:.0f} s later", flush=True)
        for number in range(1, asked.cuts + 1):
            in_update = asked.updates > 0 and number % asked.updates == 0
            name = "sick" if in_update and number // asked.updates % 2 == 0 else "good"
            if in_update:
                trial.emulator.cut()
                trial.up(trial.sticks[name])
                waits = "the update on the stick waits"
                until(lambda: trial.table.ask("GET", "/api/v1/updates")["waiting"], waits, trial.patience)
            said = trial.cut_in_update(name, random) if in_update else trial.cut_in_play(random)
            took = trial.up()
            if in_update:
                said += f"; {trial.settled()} runs"
            events = trial.table.check()
            print(f"cut {number} {said}; first page after {took:.0f} s, {events} events, none lost", flush=True)
        trial.table.rule()
        print(trial.emulator.inside("jantaku journal verify --state-dir /var/lib/jantaku", 300), flush=True)
        kept, again = len(trial.table.acknowledged), trial.table.repeated
        print(f"{asked.cuts} cuts: {kept} acknowledged, none lost, none twice; answered again: {again}")
        return 0
    except Failed as failed:
        print(f"FAILED: {failed}", file=sys.stderr)
        return 1
    finally:
        trial.end()
        if asked.keep is None:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
