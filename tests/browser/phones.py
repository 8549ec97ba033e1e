"""Phones of seats in front of a guarded service, paired with a key at the table, and what is played meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from api.access.caller import COOKIE
from tests.browser.conftest import Guarded

NAMES = ("Anna", "Ken", "Mei-Ling", "Yuki")
RIICHI = {
    "ruleset": "riichi",
    "seats": [{"seat": seat, "name": name} for seat, name in enumerate(NAMES)],
    "seating": "given",
    "first_dealer": 1,
    "confirmation": "phones",
}
SELF_DRAW = {"kind": "win", "wins": [{"winner": 2, "source": "self-draw", "total": 3, "fu": 40}]}


def seat_token(guarded: Guarded, seat: int, name: str = "Anna's phone") -> str:
    """Of a phone that was paired at the table: asked for, its dice key held, the digits entered."""
    guarded.post("/pairings", {"role": "seat", "seat": seat, "name": name})
    key = f"dice-{seat}"
    guarded.act("hold", key=key)
    guarded.wait(lambda: (guarded.table()["pairing"] or {}).get("seat") == seat)
    guarded.act("release", key=key)
    digits = guarded.table()["pairing"]["digits"]
    token: str = guarded.post("/me/pair", {"code": digits, "program": True})["token"]
    return token


@contextmanager
def phone_of(browser: Any, guarded: Guarded, token: str, **options: Any) -> Iterator[Any]:
    """A browser with the cookie of that device, at ``/seat``. ``expected``: words of complaints that are no fault."""
    settings = {"viewport": {"width": 390, "height": 844}, "locale": "en", "reduced_motion": "reduce", **options}
    context = browser.new_context(**settings)
    context.add_cookies([{"name": COOKIE, "value": token, "url": guarded.address}])
    page = context.new_page()
    page.set_default_timeout(10_000)
    page.complaints = []
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    try:
        page.goto(f"{guarded.address}/seat")
        yield page
        assert page.complaints == []
    finally:
        context.close()


def playing(guarded: Guarded, body: Any = None) -> None:
    """A new match whose first hand is being played."""
    match = guarded.table()["match"]
    if match is not None and match["phase"] != "over":
        guarded.post("/matches/current/abandon", {"who": "Test", "why": "the next test"})
    guarded.post("/matches", body or RIICHI)
    guarded.post("/matches/current/hands", {})


def won(guarded: Guarded, result: Any = None) -> None:
    guarded.post("/matches/current/hands/current/result", result or SELF_DRAW)
