"""The topics of a hall: its floor, the clock of the tournament that runs, and a few facts of each of its tables.

``floor`` is plain data, as a snapshot of the hall's views gives it:

``{"tables": [table, ...], "waiting": n, "alarms": n, "clock": clock or None}``

* table: ``id`` (``t-...``), ``name``, ``state`` (one of ``TABLE_STATES``), ``heard`` (whether its link is alive, or
  None), ``light`` (green, amber, red, or None), ``hand`` (name of the hand that is played, or None), ``hands`` (begun,
  or None), ``scores`` (a list, or None), ``names`` (a list, or None), ``alarms`` (open ones);
* clock: ``tournament`` (its name), ``round`` (from 1), ``state`` (one of ``CLOCK_STATES``), ``ends`` (ISO 8601, UTC, or
  None).

Nothing about a person but the names of players, and these only where the owner allows it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from api.mqtt.home_assistant import Device, discovery
from api.mqtt.topic import Entity, Payload, Topic, Withheld, messages
from api.words.names import local_name
from api.words.shown import Words

TABLE_STATES: Final = ("free", "reserved", "playing", "closed", "unknown")
CLOCK_STATES: Final = ("waiting", "running", "paused", "time-called", "over")
Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TableOfHall:
    """One table of ``floor``. ``names``: whether players may be named."""

    table: Data
    words: Words
    names: bool


def _count(state: str) -> Callable[[Data], Payload]:
    return lambda floor: sum(table["state"] == state for table in floor["tables"])


def _clock(member: str) -> Callable[[Data], Payload]:
    def value(floor: Data) -> Payload:
        found: Payload = None if floor["clock"] is None else floor["clock"][member]
        return found

    return value


def _of_table(member: str) -> Callable[[TableOfHall], Payload]:
    def value(facts: TableOfHall) -> Payload:
        found: Payload = facts.table[member]
        return found

    return value


def _names(facts: TableOfHall) -> Payload | Withheld:
    if not facts.names:
        return Withheld.WITHHELD
    names: Sequence[str] | None = facts.table["names"]
    return None if names is None else [local_name(name, facts.words) for name in names]


FLOOR: Final[tuple[Topic[Data], ...]] = (
    Topic("tables", "Tables of the hall", lambda floor: len(floor["tables"]),
          Entity("mqtt.hall-tables", icon="mdi:table-furniture", state_class="measurement")),
    Topic("free", "Tables at which nobody sits", _count("free"),
          Entity("mqtt.hall-free", icon="mdi:table-chair", state_class="measurement")),
    Topic("away", "Tables that the hall does not hear",
          lambda floor: sum(table["heard"] is False for table in floor["tables"]),
          Entity("mqtt.hall-away", icon="mdi:lan-disconnect", state_class="measurement", category="diagnostic")),
    Topic("waiting", "People in the queue", lambda floor: int(floor["waiting"]),
          Entity("mqtt.hall-queue", icon="mdi:account-clock", state_class="measurement")),
    Topic("alarms", "Alarms that nobody has answered", lambda floor: int(floor["alarms"]),
          Entity("mqtt.hall-alarms", icon="mdi:bell-alert", state_class="measurement")),
    Topic("clock/tournament", "Name of the tournament whose round runs or comes", _clock("tournament")),
    Topic("clock/round", "Round of the tournament, from 1", _clock("round"),
          Entity("mqtt.hall-round", icon="mdi:counter")),
    Topic("clock/state", f"The clock of the round: {', '.join(CLOCK_STATES)}", _clock("state"),
          Entity("mqtt.hall-clock", device_class="enum", options=CLOCK_STATES, icon="mdi:timer")),
    Topic("clock/ends", "When time is called, ISO 8601 in UTC; subtract your own clock", _clock("ends"),
          Entity("mqtt.hall-ends", device_class="timestamp")),
)  # fmt: skip

EACH_TABLE: Final[tuple[Topic[TableOfHall], ...]] = (
    Topic("name", "Its name", _of_table("name")),
    Topic("state", f"What it does: {', '.join(TABLE_STATES)}", _of_table("state"),
          Entity("mqtt.hall-table-state", device_class="enum", options=TABLE_STATES, icon="mdi:table-furniture")),
    Topic("heard", "Whether the hall hears it", _of_table("heard"),
          Entity("mqtt.hall-table-heard", "binary_sensor", device_class="connectivity", category="diagnostic")),
    Topic("light", "From its journal: green, amber (people are warned or waited for), red", _of_table("light"),
          Entity("mqtt.light", icon="mdi:traffic-light")),
    Topic("alarms", "Alarms about it that nobody has answered", _of_table("alarms"),
          Entity("mqtt.hall-alarms", icon="mdi:bell-alert", state_class="measurement")),
    Topic("hand-name", "The hand that is played, in the language of the hall", _of_table("hand"),
          Entity("mqtt.hand", icon="mdi:cards")),
    Topic("hands", "Hands begun in the match", _of_table("hands"),
          Entity("mqtt.hands", icon="mdi:counter", state_class="measurement")),
    Topic("scores", "Points by seat: JSON list", _of_table("scores")),
    Topic("names", "Names by seat: JSON list; only with `names = true`", _names),
)  # fmt: skip


def table_base(base: str, id_: str) -> str:
    return f"{base}/tables/{id_}"


def hall_messages(base: str, floor: Data, words: Words, *, names: bool) -> dict[str, str]:
    """Full topic to payload, for the floor and each table."""
    found = messages(FLOOR, base, floor)
    for table in floor["tables"]:
        found |= messages(EACH_TABLE, table_base(base, table["id"]), TableOfHall(table, words, names))
    return found


def gone(base: str, ids: Sequence[str]) -> dict[str, str]:
    """Clears the topics of tables that are no longer of the hall."""
    return {f"{table_base(base, id_)}/{topic.path}": "" for id_ in ids for topic in EACH_TABLE}


def hall_discovery(prefix: str, hall: Device, base: str, floor: Data, words: Words) -> dict[str, str]:
    """The hall as a device, and each table as one that is reached by it."""
    found = discovery(prefix, hall, base, FLOOR, words)
    for table in floor["tables"]:
        device = Device(f"{hall.id}-{table['id']}", table["name"], "Table of a hall", hall.version, via=hall.id)
        found |= discovery(prefix, device, table_base(base, table["id"]), EACH_TABLE, words, status_base=base)
    return found
