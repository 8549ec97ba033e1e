"""One card that is tried: started, played at, updated and cut off, and what of it is known from one day to the next."""

from __future__ import annotations

import http.client
import json
import os
import re
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from tools.packaging.image.emulator import Board, Emulator, stick_of
from tools.packaging.image.trial_content import update
from tools.packaging.image.witness import Failed, Refusal, TlsLine, Witness, plays_until
from tools.packaging.tree import ROOT

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
KNOWN: Final = "campaign.json"
"""In the folder of a campaign: what is known between two cuts."""
RESTS_S: Final = 30.0
"""A computer that uses a tenth of a processor or less for so long has nothing more to do."""
SICK: Final = 0.4
"""Of the updates."""


def kind(*, sick: bool) -> str:
    return "sick" if sick else "good"


class Update(NamedTuple):
    """From which release to which; ``sick``: it must be taken back."""

    before: str
    version: str
    sick: bool

    @property
    def kind(self) -> str:
        return kind(sick=self.sick)


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
        self,
        image: Path,
        content: Path,
        folder: Path,
        *,
        memory: int,
        patience: float,
        board: Board,
        emulator: Callable[..., Emulator],
    ) -> None:
        self.content, self.folder, self.patience = content, folder, patience
        card = folder / "card.img"
        self.known: dict[str, Any] = {}
        if (folder / KNOWN).exists():
            self.known = json.loads((folder / KNOWN).read_text(encoding="utf-8"))
        else:
            subprocess.run(["cp", "--sparse=always", str(image), str(card)], check=True, timeout=600)
            os.truncate(card, card.stat().st_size + GROWN)
        self.board = board
        self.emulator = emulator(card, folder, self.board.port, memory=memory)
        if not self.known:
            self.emulator.settings(SETTINGS.format(key=self.emulator.key.with_suffix(".pub").read_text().strip()))
        self.emulator.take_kernel()
        self.line = TlsLine(self.emulator.http, patience / 4, token=self.known.get("token", ""))
        self.witness = Witness.kept(self.known) if self.known else Witness()

    @property
    def cuts(self) -> int:
        """How often power was cut and all was there afterwards."""
        return int(self.known.get("cuts", 0))

    def note(self, **new: Any) -> None:
        """What goes on another day. ``cuts``; ``updates``: how many were put on a stick; ``longest``: seconds of
        processors that an update took which was not cut off, by what came of it."""
        self.known = {"cuts": 0, "updates": 0, "longest": {}, **self.known, **new, "token": self.line.token}
        self.witness.keep(self.folder / KNOWN, self.known)

    def up(self) -> float:
        """Seconds from power to the first page."""
        began = time.monotonic()
        self.emulator.start()
        self.line.trusts = None

        def served() -> bool:
            if self.line.trusts is None:
                self.line.trust()
            return bool(self.line("GET", "/healthz")["status"] == "ok")

        until(served, "the table is served", self.patience, self.emulator.runs)
        return time.monotonic() - began

    def events(self) -> int:
        """In the journal, with all that was acknowledged. A table that goes away while it tells them is asked again.
        Raises ``Failed``."""
        found = []

        def told() -> bool:
            found.append(self.witness.check(self.line))
            return True

        until(told, "the journal is told", self.patience, self.emulator.runs)
        return found[0]

    def pair(self) -> None:
        """The first owner, as a technician makes one."""

        def paired() -> bool:
            code = json.loads(self.emulator.until_inside("jantaku owner-code --json", self.patience))["code"]
            paired = self.line("POST", "/api/v1/me/pair", {"code": code, "name": "trial", "program": True})
            self.line.token = paired["token"]
            return True

        until(paired, "the first owner is paired", self.patience, self.emulator.runs)

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
        client.write_text(
            block.replace("timeout=10", "timeout=60").replace("PATIENCE = 60.0", f"PATIENCE = {self.patience}")
        )
        certificate = self.folder / "ca.pem"
        assert self.line.trusts is not None
        certificate.write_text("".join(ssl.DER_cert_to_PEM_cert(one) for one in self.line.trusts.get_ca_certs(True)))
        environment = {**os.environ, "SSL_CERT_FILE": str(certificate)}
        command = [sys.executable, str(client), f"https://127.0.0.1:{self.emulator.http}", self.line.token]
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=4 * self.patience, check=False
        )
        if done.returncode != 0:
            raise Failed(f"the match was not played: {done.stderr[-1500:]}")
        match = self.line("GET", "/api/v1/matches/current")
        if match["phase"] != "over" or len(match["hands"]) != hands:
            raise Failed(f"the match is in phase {match['phase']} after {len(match['hands'])} hands")
        last = self.line("GET", "/api/v1/table")["seq"]
        for event in self.line("GET", f"/api/v1/journal?since={last - 1}&limit=1")["events"]:
            self.witness.note(event)
        return [{"said": line} for line in done.stdout.splitlines()]

    def cut_in_play(self, random: Random) -> str:
        """Power fails at a random moment of play, in the midst of a command or between two. At least one command is
        answered before."""
        answered = lambda: plays_until(_once(), self.witness, self.line, random)  # noqa: E731
        until(answered, "a command is answered", self.patience, self.emulator.runs)
        end = threading.Timer(random.uniform(0.0, 12.0), self.emulator.kill)
        end.start()
        given = 1 + plays_until(lambda: not self.emulator.runs(), self.witness, self.line, random)
        end.join()
        self.emulator.cut()
        return f"in play, after {given} commands, {'one' if self.witness.asked else 'none'} unanswered"

    def wish_for_update(self, *, sick: bool) -> Update:
        """An update comes on a stick, and is wished for as its owner does while nobody plays."""
        number = int(self.known["updates"]) + 1
        self.note(updates=number)
        with tempfile.TemporaryDirectory(dir=self.folder) as scratch:
            made = update(self.content, number, Path(scratch) / "files", sick=sick)
            stick = stick_of(made, self.folder / f"stick-{number % 2}")  # the one before is still in
        self.witness.rest(self.line, Random(number))
        before = self.line("GET", "/api/v1/updates")
        self.emulator.plug(stick)

        def waits() -> bool:
            shown = self.line("GET", "/api/v1/updates")["waiting"]
            return bool(shown and shown != before["waiting"] and not shown["refused"])

        until(waits, "the update on the stick waits", self.patience, self.emulator.runs)
        version = self.line("GET", "/api/v1/updates")["waiting"]["version"]
        self.line("POST", "/api/v1/updates/installation", {"version": version})
        return Update(before["version"], version, sick)

    def cut_in_update(self, random: Random) -> tuple[Update, str]:
        """Power fails at a random moment of an update: as much after the wish as such an update takes at most, counted
        in this computer's processor time, which does not depend on what else it does."""
        wished = self.wish_for_update(sick=random.random() < SICK)
        wait = random.uniform(0.0, self.known["longest"][wished.kind])
        spent = self._busy(wait)
        self.emulator.cut()
        return wished, f"{spent:.0f} s into the update to {wished.version} ({wished.kind}): {self.emulator.said_last()}"

    def _busy(self, wait: float) -> float:
        """Until the computer has spent so many seconds of processors, or spends hardly any more: an update takes fewer
        of them on a quieter day. Answers with what it spent."""
        began = looked = self.emulator.spent()
        end, look = time.monotonic() + self.patience, time.monotonic() + RESTS_S
        while (now := self.emulator.spent()) - began < wait and time.monotonic() < end:
            if time.monotonic() > look:
                if now - looked < RESTS_S / 10:
                    break
                looked, look = now, time.monotonic() + RESTS_S
            time.sleep(0.05)
        return now - began

    def settled(self, wished: Update) -> str:
        """What came of an update, once nothing of it is under way any more. Raises ``Failed`` when neither the old
        release nor a new one that is well runs."""

        def ended() -> bool:
            return not self.line("GET", "/api/v1/updates")["under_way"]

        until(ended, "the update ends", self.patience, self.emulator.runs)
        shown = self.line("GET", "/api/v1/updates")
        runs, last = shown["version"], shown["last"]
        if runs not in ((wished.before,) if wished.sick else (wished.before, wished.version)):
            raise Failed(f"{runs} runs after an update from {wished.before} to {wished.version} ({wished.kind})")
        why = last["why"] or "well" if last and last["version"] == wished.version else "not begun"
        return f"{runs} runs ({why})"

    def never_updated(self) -> list[bool]:
        """Which updates, well or sick, were not seen to their end yet."""
        return [sick for sick in (False, True) if kind(sick=sick) not in self.known["longest"]]

    def update_whole(self, *, sick: bool) -> str:
        """An update that is not cut off: a good one is put in, a sick one is taken back."""
        wished, began = self.wish_for_update(sick=sick), self.emulator.spent()
        said = self.settled(wished)
        took = self.emulator.spent() - began
        if not sick and not said.startswith(wished.version):
            raise Failed(f"the update to {wished.version} was not put in: {said}")
        self.note(longest={**self.known["longest"], wished.kind: took})
        return f"update to {wished.version} ({wished.kind}): {said}, {took:.0f} s of processors"

    def last_words(self) -> str:
        """What the card's log says last about the table, of a card that can still be asked."""
        try:
            return self.emulator.inside("journalctl --no-pager -b -o short-monotonic -u 'jantaku*' | tail -n 80")
        except (OSError, subprocess.SubprocessError):
            return "its log cannot be had"

    def end(self) -> None:
        self.emulator.end()
        self.board.end()


def _once() -> Callable[[], bool]:
    """Not ended when it is asked for the first time, ended from then on."""
    asked = iter((False,))
    return lambda: next(asked, True)
