"""What one seat is shown: its own score, what it may do, and nothing about the hands of the others.

Made from the snapshot of the table by naming what is taken over, so that a new part of the snapshot is not shown to a
seat by mistake. Names, winds and scores of the others, who won and how much, are what the display of the table shows to
everybody. The tiles of a winner and their items, what others declared, who was ready, and the wall are not taken over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from controller.rules.seats import Seat

Json = Mapping[str, Any]
_OF_HAND: Final = (
    "hand", "number", "extra", "carry", "round", "in_round", "prevailing", "dealer", "kind", "reason", "revision",
)  # fmt: skip
_OF_WIN: Final = ("seat", "name", "source", "discarder", "total", "limit", "fu", "level")
_OF_MATCH: Final = (
    "id", "ruleset", "unit", "phase", "round", "prevailing", "dealer", "hand", "in_round", "extra", "carry",
    "index", "deposits", "next", "started", "ended", "confirmation", "options", "asks",
)  # fmt: skip
_OF_ROLL: Final = ("number", "roll_id", "purpose", "dice", "turn", "waiting", "revealing", "locked", "seconds")
_TOO_EARLY: Final = 0.05
"""Share of a wall below which nothing is said about the time that is left."""


def seat_view(snapshot: Json, seat: Seat) -> dict[str, Any]:
    """``SeatSnapshot`` of ``api.table.shown.seat``."""
    match = snapshot["match"]
    return {
        "seq": snapshot["seq"],
        "epoch": snapshot["journal"]["epoch"],
        "name": snapshot["name"],
        "time": snapshot["time"],
        "speed": snapshot["speed"],
        "seat": seat,
        "light": snapshot["light"],
        "wait": wait(snapshot["mechanism"]),
        "match": None if match is None else _match(match, seat),
        "roll": _roll(snapshot["fair_dice"]["open"], seat),
        "dice": _dice(snapshot["dice"]),
        "anchor": (snapshot["fair_dice"]["anchor"] or {}).get("record"),
        "call": next((call for call in snapshot["calls"] if call["seat"] == seat), None),
    }


# ---------------------------------------------------------------- the match


def _match(match: Json, seat: Seat) -> dict[str, Any]:
    last = match["last"]
    return {
        **{name: match[name] for name in _OF_MATCH},
        "own": _own(match, seat),
        "others": [dict(each) for each in match["seats"] if each["seat"] != seat],
        "out": sorted(_out(match)),
        "declarations": _declarations(match, seat),
        "paid": [
            {"instant": one["instant"], "net": one["net"][seat]} for one in match["instants"] if one["seat"] == seat
        ],
        "last": None if last is None else _hand(match, last, seat),
        "final": _final(match, seat),
    }


def _own(match: Json, seat: Seat) -> dict[str, Any] | None:
    """The player of this seat with place and the distance to a neighbour in the ranking; None for an empty seat."""
    mine = next((each for each in match["seats"] if each["seat"] == seat), None)
    if mine is None:
        return None
    others = [each for each in match["seats"] if each["seat"] != seat]
    place = 1 + sum(each["score"] > mine["score"] for each in others)
    above = min((each for each in others if each["score"] > mine["score"]), key=_score, default=None)
    nearest = above or max(others, key=_score, default=None)
    gap = None if nearest is None else {"name": nearest["name"], "points": mine["score"] - nearest["score"]}
    return {**mine, "place": place, "gap": gap}


def _score(player: Json) -> int:
    score: int = player["score"]
    return score


def _out(match: Json) -> set[Seat]:
    """Who has won in this hand already, and plays no more in it."""
    return {winner["seat"] for end in match["won"] for winner in end["winners"]}


def _declarations(match: Json, seat: Seat) -> list[dict[str, Any]]:
    """What this seat can lay on the table while the hand is played, and whether it has."""
    playing = match["phase"] == "play" and any(each["seat"] == seat for each in match["seats"])
    if not playing or seat in _out(match):
        return []
    laid = {one["declaration"] for one in match["declared"] if one["seat"] == seat}
    return [
        {"declaration": row["id"], "stake": row["stake"], "laid": row["id"] in laid}
        for row in match["asks"]["declared"]
        if row["stake"]
    ]


def _hand(match: Json, hand: Json, seat: Seat) -> dict[str, Any] | None:
    """The newest result as this seat is asked about it; None for a hand that it did not play."""
    if all(each["seat"] != seat for each in hand["seats"]):
        return None
    disputed = [one for one in match["disputes"] if one["hand"] == hand["hand"]]
    own = next((one for one in disputed if one["seat"] == seat), None)
    return {
        **{name: hand[name] for name in _OF_HAND},
        "winners": [{name: winner[name] for name in _OF_WIN} for winner in hand["winners"]],
        "net": hand["net"][seat],
        "standing": hand["standing"],
        "players": [
            {"seat": each["seat"], "name": each["name"], "confirmed": each["seat"] in hand["confirmed"]}
            for each in hand["seats"]
        ],
        "disputed": [one["seat"] for one in disputed],
        "own_dispute": None if own is None else own["text"],
    }


def _final(match: Json, seat: Seat) -> dict[str, Any] | None:
    """How this seat's player ended; None while the match is played, and for one without a ranking."""
    name = next((each["name"] for each in match["seats"] if each["seat"] == seat), None)
    rows = (match["final"] or {}).get("ranking") or []
    row = next((each for each in rows if each["name"] == name), None)
    return None if row is None else {"place": row["place"], "score": row["score"], "points": row["points"]}


# ---------------------------------------------------------------- dice and machine


def _roll(open_: Json | None, seat: Seat) -> dict[str, Any] | None:
    """The roll that waits for the seats, and what it wants of this one."""
    if open_ is None:
        return None
    wants = "commitment" if seat in open_["waiting"] else "nonce" if seat in open_["revealing"] else None
    return {**{name: open_[name] for name in _OF_ROLL}, "wants": wants}


def _dice(dice: Json | None) -> dict[str, Any] | None:
    """The last throw that counts. ``record``: signed, where anybody can check it."""
    if dice is None:
        return None
    return {"roll": dice.get("roll"), "purpose": dice["purpose"], "dice": list(dice["dice"]), "record": _record(dice)}


def _record(dice: Json) -> str | None:
    proof = dice.get("proof")
    return proof.get("record") if isinstance(proof, Mapping) else None


def wait(mechanism: Json) -> dict[str, Any]:
    """How far the next wall is. ``seconds``: about how long it still takes; None where nobody can say."""
    build = mechanism["build"]
    if build is None:
        staged = any(each["place"] == "staged" for each in mechanism["sets"].values())
        return {"state": "ready" if staged else "none", "progress": 0.0, "seconds": None}
    progress, phase = build["progress"], build["phase"]
    if phase in ("suspended", "failed"):
        return {"state": "halted", "progress": progress, "seconds": None}
    left = None if progress < _TOO_EARLY else round(build["seconds"] * (1 - progress) / progress)
    return {"state": "building", "progress": progress, "seconds": left}
