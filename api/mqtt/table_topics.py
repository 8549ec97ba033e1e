"""The topics of a table: what its display shows to everybody, and the counters of the machine.

No hand, no contribution to dice, no device and no token is among them, and a name only where the owner allows it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from api.mqtt.match_topics import MATCH
from api.mqtt.table_facts import TableFacts
from api.mqtt.topic import Entity, Payload, Topic
from api.words.shown import table_sentence
from controller.mechanism import LightKind

_LIGHT: Final = tuple(kind.value for kind in LightKind)
_BOARD: Final = ("absent", "connecting", "ready", "incompatible")
_MACHINE: Final = ("idle", "moving", "building", "suspended", "stopped", "unknown")
_PLACES: Final = ("outside", "in_drum", "building", "staged", "raised")
_HATCH: Final = ("closed", "open", "moving", "unknown")
_STOP: Final = ("clear", "pressed", "unacknowledged", "absent")
_COUNTERS: Final = {
    "tiles": "Tiles that the board has counted in its life",
    "faults": "Faults of its life",
    "emergency_stops": "Emergency stops of its life",
    "disc_seconds": "Seconds that the disc has turned in its life",
    "frames_damaged": "Damaged frames on the link to the board",
}


def _enum(name: str, options: tuple[str, ...], icon: str, category: str = "") -> Entity:
    return Entity(name, device_class="enum", options=options, icon=icon, category=category)


def _machine(member: str) -> Callable[[TableFacts], Payload]:
    return lambda facts: facts.snapshot["mechanism"][member]


def _place(set_: str) -> Callable[[TableFacts], Payload]:
    def place(facts: TableFacts) -> Payload:
        found = facts.snapshot["mechanism"]["sets"].get(set_)
        return None if found is None else str(found["place"])

    return place


def _build(facts: TableFacts) -> Mapping[str, Any] | None:
    found: Mapping[str, Any] | None = facts.snapshot["mechanism"]["build"]
    return None if found is None or found["phase"] == "failed" else found


def _progress(facts: TableFacts) -> Payload:
    build = _build(facts)
    return None if build is None else round(100 * build["progress"])


def _tiles(facts: TableFacts) -> Payload:
    build = _build(facts)
    return None if build is None else sum(build["counts"])


def _fault(facts: TableFacts) -> Payload:
    """The gravest, which the snapshot has first."""
    faults = facts.snapshot["faults"]
    return str(faults[0]["code"]) if faults else None


def _faults(facts: TableFacts) -> Payload:
    members = ("code", "severity", "side")
    return [{member: fault[member] for member in members} for fault in facts.snapshot["faults"]]


def _counter(name: str) -> Callable[[TableFacts], Payload]:
    return lambda facts: None if facts.counters is None else facts.counters.get(name)


def _counters() -> tuple[Topic[TableFacts], ...]:
    entity = {name: f"service.counter.{name}" for name in _COUNTERS}
    return tuple(
        Topic(f"machine/counters/{name}", about, _counter(name),
              Entity(entity[name], state_class="total_increasing", icon="mdi:counter", category="diagnostic",
                     unit="s" if name.endswith("_seconds") else ""))
        for name, about in _COUNTERS.items()
    )  # fmt: skip


TABLE: Final[tuple[Topic[TableFacts], ...]] = (
    Topic(
        "light", f"The state light: {', '.join(_LIGHT)}", lambda facts: str(facts.snapshot["light"]["kind"]),
        _enum("mqtt.light", _LIGHT, "mdi:traffic-light"),
    ),
    Topic(
        "sentence", "The one sentence of the table, in its language",
        lambda facts: table_sentence(facts.snapshot, facts.words), Entity("mqtt.sentence", icon="mdi:message-text"),
    ),
    Topic(
        "fault", "Code of the gravest fault that is present", _fault,
        Entity("mqtt.fault", icon="mdi:alert-octagon"),
    ),
    Topic("faults", "All faults that are present: JSON list of `code`, `severity` (stop, hold, warn), `side`", _faults),
    Topic(
        "stopped", "Whether something must be seen to before the machine goes on",
        lambda facts: facts.snapshot["light"]["kind"] == LightKind.STOPPED,
        Entity("mqtt.stopped", "binary_sensor", device_class="problem"),
    ),
    Topic(
        "calls", "Open calls for staff", lambda facts: len(facts.snapshot["calls"]),
        Entity("mqtt.calls", icon="mdi:bell-ring", state_class="measurement"),
    ),
    Topic(
        "board", f"The link to the board: {', '.join(_BOARD)}", lambda facts: str(facts.snapshot["board"]["state"]),
        _enum("mqtt.board", _BOARD, "mdi:chip", "diagnostic"),
    ),
    Topic("event", "Number of the last event in the journal", lambda facts: int(facts.snapshot["seq"])),
    Topic(
        "machine/state", f"What the machine does: {', '.join(_MACHINE)}", _machine("state"),
        _enum("mqtt.machine", _MACHINE, "mdi:cog"),
    ),
    Topic(
        "machine/building", "Whether a wall is being built", lambda facts: _build(facts) is not None,
        Entity("mqtt.building", "binary_sensor", device_class="running"),
    ),
    Topic(
        "machine/progress", "Share of the wall that is built, in percent", _progress,
        Entity("mqtt.progress", unit="%", icon="mdi:progress-wrench", state_class="measurement"),
    ),
    Topic("machine/tiles", "Tiles in the wall that is being built", _tiles,
          Entity("mqtt.tiles", icon="mdi:wall", state_class="measurement")),
    Topic("machine/hatch", f"The hatch: {', '.join(_HATCH)}", _machine("hatch"),
          _enum("mqtt.hatch", _HATCH, "mdi:hexagon-outline", "diagnostic")),
    Topic("machine/emergency-stop", f"The emergency stop: {', '.join(_STOP)}", _machine("emergency_stop"),
          _enum("mqtt.emergency-stop", _STOP, "mdi:alert-circle", "diagnostic")),
    *(
        Topic(f"machine/sets/{set_.lower()}", f"Where tile set {set_} is: {', '.join(_PLACES)}", _place(set_),
              Entity("mqtt.set", device_class="enum", options=_PLACES, icon="mdi:view-grid", args={"set": set_}))
        for set_ in ("A", "B")
    ),
    Topic("machine/walls", "Walls built so far", lambda facts: facts.walls,
          Entity("service.walls", state_class="total_increasing", icon="mdi:counter", category="diagnostic")),
    *_counters(),
    *MATCH,
)  # fmt: skip
