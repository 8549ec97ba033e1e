"""A snapshot of the table as figures, in the text format of Prometheus (0.0.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from api.http.exposition import family, one_of

Snapshot = Mapping[str, Any]

_BOARD: Final = ("absent", "connecting", "ready", "incompatible")
_MECHANISM: Final = ("idle", "moving", "building", "suspended", "stopped", "unknown")
_HALL: Final = ("connected", "behind", "cut-off", "conflict", "not-enrolled")
_LINK: Final = {
    "damaged": "Frames dropped as damaged",
    "repeated": "Frames sent again",
    "sessions": "Sessions opened",
}


def exposition(snapshot: Snapshot, forks: int = 0, broker: bool | None = None) -> str:
    """``forks``: of how many tables this one holds the proof that they signed two histories. ``broker``: whether an
    MQTT broker has been told everything; None where none is told anything."""
    parts = (_table, _board, _mechanism, _faults, _match, _hall)
    lines = (line for part in parts for line in part(snapshot))
    forked = family("jantaku_journal_forks", "Tables that have signed two histories", [({}, forks)])
    told = () if broker is None else family("jantaku_mqtt_connected", "1 while the broker is told", [({}, int(broker))])
    return "".join(f"{line}\n" for line in (*lines, *forked, *told))


def _table(snapshot: Snapshot) -> Iterator[str]:
    yield from family("jantaku_up", "1 while the table answers", [({}, 1)])
    yield from family("jantaku_journal_events_total", "Number of the last event", [({}, snapshot["seq"])], "counter")


def _board(snapshot: Snapshot) -> Iterator[str]:
    board = snapshot["board"]
    yield from family("jantaku_board_state", "1 for the state that holds", one_of("state", _BOARD, board["state"]))
    link = board.get("link") or {}
    if link.get("round_trip_ms") is not None:
        seconds = link["round_trip_ms"] / 1000
        yield from family("jantaku_link_round_trip_seconds", "Round trip to the board", [({}, seconds)])
    for name, about in _LINK.items():
        if link.get(name) is not None:
            yield from family(f"jantaku_link_{name}_total", about, [({}, link[name])], "counter")


def _mechanism(snapshot: Snapshot) -> Iterator[str]:
    mechanism = snapshot["mechanism"]
    states = one_of("state", _MECHANISM, mechanism["state"])
    yield from family("jantaku_mechanism_state", "1 for the state that holds", states)
    places = [({"set": name, "place": each["place"]}, 1) for name, each in mechanism["sets"].items()]
    yield from family("jantaku_set_place", "1 for the place where a set is", places)
    if build := mechanism.get("build"):
        share = [({"set": build["set"]}, build["progress"])]
        yield from family("jantaku_build_progress", "Share of the wall that is built", share)


def _faults(snapshot: Snapshot) -> Iterator[str]:
    present = [({"code": each["code"], "severity": each["severity"]}, 1) for each in snapshot["faults"]]
    yield from family("jantaku_faults", "Number of faults that are present", [({}, len(present))])
    # Two sides may have the same fault; a series is named once.
    once = {tuple(labels.values()): (labels, value) for labels, value in present}
    yield from family("jantaku_fault", "1 for every fault that is present", once.values())


def _match(snapshot: Snapshot) -> Iterator[str]:
    match = snapshot["match"]
    running = int(match is not None and match["phase"] != "over")
    yield from family("jantaku_match_running", "1 while a match is being played", [({}, running)])
    if match is not None:
        hands = [({"ruleset": match["ruleset"]}, match["index"])]
        yield from family("jantaku_match_hands", "Hands begun in this match", hands)


def _hall(snapshot: Snapshot) -> Iterator[str]:
    hall = snapshot["hall"]
    if hall is None or hall["name"] is None:
        return
    about = "1 for how the table stands with its hall"
    yield from family("jantaku_hall_state", about, one_of("state", _HALL, hall["status"]))
    yield from family("jantaku_hall_behind", "Events that the hall does not have yet", [({}, hall["behind"])])
    yield from family("jantaku_hall_heard_seconds", "When the hall answered last, Unix time", [({}, hall["heard"])])
