"""A client of the table on the card that plays match after match, keeps what was acknowledged, and looks whether all of
it is still there. What it knows can be written down, so that a campaign goes on another day."""

from __future__ import annotations

import hashlib
import http.client
import json
import re
import ssl
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, Protocol, TypeGuard
from urllib.request import urlopen

NAMES: Final = ("Ann", "Ben", "Cho", "Dee")
HANDS: Final = 4
"""Of a match, which is then ended and followed by another."""
RULINGS: Final = 0.3
PAUSE_S: Final = 0.1
Json = dict[str, Any]


class Failed(AssertionError):
    """Something that the card promises was not so."""


class Refusal(Exception):
    """``status``: of HTTP."""

    def __init__(self, status: int, body: bytes) -> None:
        super().__init__(f"{status} {body[:300]!r}")
        self.status = status


class Line(Protocol):
    """How the table is asked. Raises ``Refusal``, ``OSError``, ``HTTPException``."""

    def __call__(self, method: str, path: str, body: Any = None) -> Any: ...


@dataclass
class TlsLine:
    """To a table at a port of this computer, over TLS with its own authority. ``patience``: seconds that an answer may
    take."""

    port: int
    patience: float = 60
    trusts: ssl.SSLContext | None = None
    token: str = ""

    def __call__(self, method: str, path: str, body: Any = None) -> Any:
        assert self.trusts is not None
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=self.patience, context=self.trusts)
        try:
            allowed = {"Authorization": f"Bearer {self.token}"} if self.token else {}
            content = None if body is None else json.dumps(body)
            connection.request(method, path, content, {"Content-Type": "application/json"} | allowed)
            answer = connection.getresponse()
            said = answer.read()
        finally:
            connection.close()
        if answer.status >= 300:
            raise Refusal(answer.status, said)
        return json.loads(said) if said[:1] in (b"{", b"[") else said

    def trust(self) -> None:
        """Takes the certificate as a device does that is new. Raises ``OSError``."""
        with urlopen(f"http://127.0.0.1:{self.port}/ca.crt", timeout=self.patience) as answer:
            certificate = answer.read()
        text = certificate.decode() if certificate.startswith(b"---") else ssl.DER_cert_to_PEM_cert(certificate)
        self.trusts = ssl.create_default_context(cadata=text)
        self.trusts.check_hostname = False


class Asked(NamedTuple):
    """A command: ``path`` under ``/api/v1``, ``body`` with its id."""

    path: str
    body: Json


@dataclass
class Witness:
    """``acknowledged``: digest of the content by number of event. ``asked``: the command whose answer did not come.
    ``commands``: how many were answered, ``again``: how many of them had been carried out before power failed."""

    acknowledged: dict[int, str] = field(default_factory=dict)
    asked: Asked | None = None
    commands: int = 0
    again: int = 0

    def step(self, line: Line, random: Random) -> None:
        """The next command of play, whose acknowledgement is kept; one that was not answered is given once more, with
        its id. Raises what ``line`` raises."""
        repeats = self.asked is not None
        if self.asked is None:
            self.asked = _next(line("GET", "/api/v1/table")["match"], random)
        answer = line("POST", f"/api/v1{self.asked.path}", self.asked.body)
        for event in answer["events"]:
            self.note(event)
        self.asked = None
        self.commands += 1
        self.again += repeats and bool(answer["repeated"])

    def rest(self, line: Line, random: Random) -> None:
        """Plays on until nobody plays any more and nothing is unanswered. Raises what ``line`` raises."""
        plays_until(
            lambda: self.asked is None and not _is_played(line("GET", "/api/v1/table")["match"]), self, line, random
        )

    def note(self, event: Json) -> None:
        self.acknowledged[event["seq"]] = _digest(event)

    def note_all(self, line: Line) -> None:
        """Everything that is in the journal now, as if it had been acknowledged. Raises what ``line`` raises."""
        since = 0
        while (page := line("GET", f"/api/v1/journal?since={since}&limit=500"))["events"]:
            for event in page["events"]:
                self.note(event)
            since = page["next"]

    def check(self, line: Line) -> int:
        """The number of events. Raises ``Failed`` when one that was acknowledged is not there as it was, or something
        was written twice."""
        found, since, rulings, rolls = dict[int, str](), 0, list[str](), list[int]()
        while (page := line("GET", f"/api/v1/journal?since={since}&limit=500"))["events"]:
            for event in page["events"]:
                found[event["seq"]] = _digest(event)
                if event["type"] == "match.ruling":
                    rulings += re.findall(r"[0-9a-f-]{36}", event["text"])
                if event["type"] == "dice.rolled":
                    rolls.append(event["roll"])
            since = page["next"]
        lost = sorted(seq for seq, content in self.acknowledged.items() if found.get(seq) != content)
        if lost:
            raise Failed(f"acknowledged, and not in the journal as they were: {lost}")
        if sorted(found) != list(range(1, len(found) + 1)):
            raise Failed("numbers of events are missing")
        if len(rulings) != len(set(rulings)) or len(rolls) != len(set(rolls)):
            raise Failed("a command was carried out twice")
        return len(found)

    def keep(self, path: Path, more: Mapping[str, Any]) -> None:
        """Writes what it knows and ``more``, which may hold what it knew before: whole or not at all."""
        made = path.with_suffix(".part")
        made.write_text(json.dumps({**more, **asdict(self)}), encoding="utf-8")
        made.replace(path)

    @classmethod
    def kept(cls, found: Mapping[str, Any]) -> Witness:
        return cls(
            {int(seq): content for seq, content in found["acknowledged"].items()},
            None if found["asked"] is None else Asked(*found["asked"]),
            found["commands"],
            found["again"],
        )


def _is_played(match: Json | None) -> TypeGuard[Json]:
    return match is not None and match["phase"] != "over"


def _next(match: Json | None, random: Random) -> Asked:
    """What the match waits for, or a ruling in between."""
    body: Json = {"id": str(uuid.UUID(int=random.getrandbits(128), version=4)), "who": "trial"}
    if not _is_played(match):
        seats = [{"seat": seat, "name": name} for seat, name in enumerate(NAMES)]
        settled = {"ruleset": "hong-kong-old", "seats": seats, "seating": "given", "first_dealer": 0}
        return Asked("/matches", body | settled)
    if random.random() < RULINGS:
        return Asked("/matches/current/rulings", body | {"text": body["id"]})
    if match["phase"] == "roll" and match["index"] >= HANDS:
        return Asked("/matches/current/end", body)
    if match["phase"] == "roll":
        return Asked("/dice/rolls", body | {"purpose": "break", "again": True})  # nobody builds a wall here
    winner, discarder = random.sample(range(len(NAMES)), 2)
    win = {"winner": winner, "source": "discard", "discarder": discarder, "total": random.randint(3, 10)}
    result = {"kind": "win", "wins": [win], "hand": match["index"]}
    return Asked("/matches/current/hands/current/result", body | result)


def _digest(event: Json) -> str:
    """Of an event as it was acknowledged: an answer has no hash of the chain."""
    content = {key: value for key, value in event.items() if key != "hash"}
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def plays_until(ended: Callable[[], bool], witness: Witness, line: Line, random: Random) -> int:
    """Commands that were answered until ``ended``; the one that was under way then stays asked. Raises ``Failed`` when
    one is refused."""
    before = witness.commands
    while not ended():
        try:
            witness.step(line, random)
        except Refusal as refusal:
            if refusal.status not in (429, 503):  # busy, or still starting
                raise Failed(f"{witness.asked} was refused: {refusal}") from refusal
            time.sleep(PAUSE_S)
        except (OSError, http.client.HTTPException, ValueError):
            time.sleep(PAUSE_S)  # no power, or an answer that was cut off: looked at again
    return witness.commands - before
