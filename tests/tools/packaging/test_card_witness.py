"""The client that plays at a card whose power is cut: against the service's own application, without an emulator."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.api.conftest import House, Opened, opened
from tools.packaging.image.witness import Failed, Line, Refusal, Witness, plays_until


@pytest.fixture
def house(tmp_path: Path) -> Opened:
    return lambda: opened(tmp_path)


def drawn() -> Random:
    seed = secrets.randbits(32)
    print(f"seed {seed}")
    return Random(seed)


def line_of(h: House, loop: asyncio.AbstractEventLoop) -> Line:
    """For a thread beside the loop in which the application runs."""

    def line(method: str, path: str, body: Any = None, seconds: float = 60) -> Any:
        answered = asyncio.run_coroutine_threadsafe(h.http.request(method, path, json=body), loop).result(seconds)
        if answered.status_code >= 300:
            raise Refusal(answered.status_code, answered.content)
        return answered.json()

    return line


def cuts_off(line: Line, when: Callable[[], bool]) -> Line:
    """A line over which the answer to a command does not come when power fails after it was carried out."""

    def cut(method: str, path: str, body: Any = None, seconds: float = 60) -> Any:
        answer = line(method, path, body, seconds)
        if method == "POST" and when():
            raise ConnectionResetError
        return answer

    return cut


def beside(house: Opened, does: Callable[[Line], None]) -> None:
    async def main() -> None:
        async with house() as h:
            await asyncio.to_thread(does, line_of(h, asyncio.get_running_loop()))

    asyncio.run(main())


def test_matches_are_played_and_what_was_not_answered_is_carried_out_once(house: Opened, tmp_path: Path) -> None:
    random, kept = drawn(), tmp_path / "campaign.json"

    def play(line: Line) -> None:
        witness, known = Witness(), dict[str, Any]({"cuts": 1})
        for _ in range(12):
            fails = cuts_off(line, lambda: random.random() < 0.2)
            with pytest.raises(ConnectionResetError):
                while True:
                    witness.step(fails, random)
            witness.keep(kept, known)
            known = json.loads(kept.read_text())
            witness = Witness.kept(known)
            assert witness.asked is not None, "power failed in the midst of a command"
            witness.step(line, random)
            assert witness.asked is None
        assert witness.again == 12, "each was answered again, and not carried out again"
        ended = iter([False] * 40)
        assert plays_until(lambda: next(ended, True), witness, line, random) == 40
        with pytest.raises(ConnectionResetError):
            witness.step(cuts_off(line, lambda: True), random)
        witness.rest(line, random)
        assert witness.asked is None
        assert line("GET", "/api/v1/table")["match"]["phase"] == "over"
        assert witness.check(line) >= len(witness.acknowledged) > 40
        assert any(row["type"] == "match.ended" for row in line("GET", "/api/v1/journal?limit=500")["events"])

    beside(house, play)


def test_what_is_lost_changed_or_written_twice_is_found(house: Opened) -> None:
    random, witness = drawn(), Witness()

    def play(line: Line) -> None:
        while not any(row["type"] == "match.ruling" for row in line("GET", "/api/v1/journal?limit=500")["events"]):
            witness.step(line, random)
        witness.check(line)
        rows = line("GET", "/api/v1/journal?limit=500")["events"]
        last, ruling = len(rows) - 1, next(row for row in rows if row["type"] == "match.ruling")
        for changed, said in (
            (rows[:last], "acknowledged"),
            ([*rows[:last], rows[last] | {"time": rows[0]["time"][:-4] + "999Z"}], "acknowledged"),
            ([*rows, ruling | {"seq": last + 2}], "twice"),
            ([*rows, rows[last] | {"seq": last + 3, "type": "match.other"}], "missing"),
        ):
            pages = iter([{"events": changed, "next": 0}, {"events": [], "next": 0}])
            with pytest.raises(Failed, match=said):
                witness.check(lambda *_, pages=pages, **__: next(pages))

    beside(house, play)


def test_a_command_that_is_refused_is_no_loss_of_power() -> None:
    def line(method: str, path: str, body: Any = None, seconds: float = 60) -> Any:
        if method == "POST":
            raise Refusal(409, b"not now")
        return {"match": None}

    with pytest.raises(Failed, match="not now"):
        plays_until(lambda: False, Witness(), line, drawn())
