"""One table as the hall sees it: a fold over the table's own events, never a copy of anything. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple

from controller import calls
from controller import match as matches
from controller.calls import Calls
from controller.events import CATALOGUE, BrokenEvent, Event, EventError, Recorded, Stored
from controller.events.dice import DiceRolled
from controller.events.hall import HallDrawThrown, HallDrawWanted
from controller.events.machine import (
    BuildResumed,
    BuildStarted,
    BuildSuspended,
    BuildWithdrawn,
    FaultDeclared,
    FaultResolved,
    HatchClosed,
    HatchOpened,
    MachineRestored,
    MachineStopped,
    WallStaged,
)
from controller.events.match import MatchStarted
from controller.journal.checkpoint import fingerprint
from controller.match import MatchState
from controller.match.view import match_summary
from controller.uplink.draw import PURPOSE
from hall.floor import facts
from hall.floor.facts import TableFacts
from hall.floor.times import is_moment
from hall.intake.table_results import result_of
from hall.tournament.orders import game_key
from hall.tournament.values import TableDraw, TableResult

MOST_RESULTS: Final = 200
"""Games of tournaments whose results are kept of one table; the events have all."""
_FOLDED: Final = frozenset({"match", "machine", "call", "dice"})
_OF_DRAWS: Final = frozenset({HallDrawWanted.type, HallDrawThrown.type})
_PASSED_OVER: Final = frozenset({"dice.anchored", "dice.asked", "dice.given", "dice.locked", "dice.voided"})
"""Of dice, those that say nothing to the hall: every roll has some of them."""


@dataclass(frozen=True, slots=True)
class ShownFault:
    """``severity``: ``warn``, ``hold`` or ``stop``. ``since``: ISO 8601."""

    code: str
    severity: str
    side: int | None
    mechanism: str | None
    since: str


@dataclass(frozen=True, slots=True)
class MachineLight:
    """``stop``: the cause of a stop that nobody has acknowledged. ``suspended``: why a build stands still."""

    faults: tuple[ShownFault, ...] = ()
    stop: str | None = None
    suspended: str | None = None
    hatch_open: bool = False

    @property
    def light(self) -> str:
        """``green``, ``amber`` (people are warned or waited for) or ``red`` (the machine stands still)."""
        if self.stop is not None or any(fault.severity == "stop" for fault in self.faults):
            return "red"
        return "amber" if self.faults or self.suspended is not None or self.hatch_open else "green"


@dataclass(frozen=True, slots=True)
class LiveTable:
    """``epoch``, ``seq`` and ``hash``: of the last event in it, ``time`` when it happened. ``results``: of games of
    tournaments, by what the hall calls them; that of the running game too. ``draw``: the last one that dice were wanted
    for. ``unreadable``: events that this release does not know; they are stored, and folded by the release that
    does."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = {"ser_json_bytes": "hex", "val_json_bytes": "hex"}

    facts: TableFacts
    epoch: int = 0
    seq: int = 0
    hash: str = ""
    time: str = ""
    match: MatchState | None = None
    machine: MachineLight = field(default_factory=MachineLight)
    calls: Calls = field(default_factory=Calls)
    results: Mapping[str, TableResult] = field(default_factory=dict)
    draw: TableDraw | None = None
    unreadable: int = 0


def evolve(live: LiveTable, stored: Iterable[Stored], epoch: int) -> LiveTable:
    """After more events. Never fails: an event that cannot be read is counted."""
    parts, unreadable, one = (
        _Parts(live.facts, live.match, live.machine, live.calls, live.results, live.draw),
        live.unreadable,
        None,
    )
    for one in stored:
        stream = one.type.partition(".")[0]
        if (stream not in _FOLDED and one.type not in _OF_DRAWS) or one.type in _PASSED_OVER:
            continue
        try:
            recorded = Recorded(one.seq, one.time, _read(one), one.hash)
        except EventError:
            unreadable += 1
        else:
            parts = _folded(parts, stream, recorded)
    if one is None:
        return live
    results = parts.results if parts.match is live.match else _with_result(parts.results, parts.match)
    return LiveTable(
        parts.facts, epoch, one.seq, one.hash, one.time, parts.match, parts.machine, parts.calls, results, parts.draw,
        unreadable,
    )  # fmt: skip


def _read(stored: Stored) -> Event:
    """Raises ``EventError``, also for a time that is none: a hall cannot choose what tables write."""
    if not is_moment(stored.time):
        raise BrokenEvent(f"event {stored.seq}: its time is none")
    return CATALOGUE.read(stored.type, stored.data)


class _Parts(NamedTuple):
    """Of a ``LiveTable``, those that are folded. ``results``: without that of the match as it has become."""

    facts: TableFacts
    match: MatchState | None
    machine: MachineLight
    calls: Calls
    results: Mapping[str, TableResult]
    draw: TableDraw | None


def _folded(parts: _Parts, stream: str, recorded: Recorded) -> _Parts:
    if stream == "hall":
        return parts._replace(draw=_draw(parts.draw, recorded.event))
    after = facts.evolve(parts.facts, recorded)
    if stream == "machine":
        return parts._replace(facts=after, machine=_machine(parts.machine, recorded.event, recorded.time))
    if stream == "call":
        return parts._replace(facts=after, calls=calls.evolve(parts.calls, recorded))
    played, results = matches.evolve(parts.match, recorded), parts.results
    if isinstance(recorded.event, MatchStarted):  # another one takes its place
        results = _with_result(results, parts.match)
    return parts._replace(facts=after, match=played, results=results, draw=_draw(parts.draw, recorded.event))


def _draw(draw: TableDraw | None, event: Event) -> TableDraw | None:
    """How far the table is with the dice of a draw; ``controller.uplink.draw`` is the table's side of it."""
    match event:
        case HallDrawWanted(draw=wanted, rolls=rolls):
            return None if wanted is None else TableDraw(wanted, rolls)
        case HallDrawThrown(draw=of, table=table, records=records) if draw is not None and draw.draw == of:
            return replace(draw, table=table, records=records)
        case MatchStarted() if draw is not None and not draw.records:
            return replace(draw, put_away=True)
        case DiceRolled(purpose=purpose, dice=dice) if draw is not None and not draw.records and purpose == PURPOSE:
            return replace(draw, faces=(*draw.faces, tuple(dice))[-draw.rolls :])
    return draw


def _with_result(results: Mapping[str, TableResult], played: MatchState | None) -> Mapping[str, TableResult]:
    """With what a match of a tournament has come to: reckoned once for all events that came together."""
    if played is None or played.game is None or game_key(played.game) is None:
        return results
    game, result = played.game, result_of(played)
    if result is None:
        over = played.ending is not None  # without a hand: as if it had not begun
        return {name: one for name, one in results.items() if name != game} if over else results
    kept = [(name, one) for name, one in results.items() if name != game]
    return dict((*kept[max(0, len(kept) + 1 - MOST_RESULTS) :], (game, result)))


def _machine(machine: MachineLight, event: Event, time: str) -> MachineLight:
    match event:
        case FaultDeclared():
            rest = _without(machine.faults, event.code, event.mechanism)
            fault = ShownFault(event.code, event.severity, event.side, event.mechanism, time)
            return replace(machine, faults=(*rest, fault))
        case FaultResolved():
            return replace(machine, faults=_without(machine.faults, event.code, event.mechanism))
        case MachineStopped():
            return replace(machine, stop=event.cause)
        case MachineRestored():
            return replace(machine, stop=None)
        case BuildSuspended():
            return replace(machine, suspended=event.reason)
        case BuildStarted() | BuildResumed() | BuildWithdrawn() | WallStaged():
            return replace(machine, suspended=None)
        case HatchOpened() | HatchClosed():
            return replace(machine, hatch_open=isinstance(event, HatchOpened))
    return machine


def _without(faults: tuple[ShownFault, ...], code: str, mechanism: str | None) -> tuple[ShownFault, ...]:
    return tuple(one for one in faults if (one.code, one.mechanism) != (code, mechanism))


def as_json(live: LiveTable) -> dict[str, Any]:
    """What the hall's pages show of a table."""
    machine = live.machine
    waiting = [
        {"seat": call.seat, "wanted": call.wanted, "who": call.who, "time": call.time, "answered_by": call.answered_by}
        for call in live.calls.open.values()
    ]
    return {
        "seq": live.seq,
        "time": live.time,
        "light": machine.light,
        "stop": machine.stop,
        "suspended": machine.suspended,
        "hatch_open": machine.hatch_open,
        "faults": [asdict(fault) for fault in machine.faults],
        "calls": waiting,
        "match": match_summary(live.match),
        "unreadable": live.unreadable,
    }


_ROOT: Final = Path(__file__).resolve().parents[2]
_SOURCES: Final = (
    *sorted((_ROOT / "controller" / "events").glob("*.py")), *sorted((_ROOT / "controller" / "match").glob("*.py")),
    *sorted((_ROOT / "controller" / "calls").glob("*.py")), *sorted((_ROOT / "controller" / "upkeep").glob("*.py")),
    *sorted((_ROOT / "hall" / "floor").glob("*.py")),
    *(
        _ROOT / name
        for name in (
            "controller/changed.py", "controller/mechanism/faults.py",
            "controller/rules/entry.py",
            "controller/rules/game.py",
            "controller/rules/seats.py", "controller/uplink/draw.py",
            "hall/tournament/values.py", "hall/intake/live.py", "hall/intake/table_results.py",
        )
    ),
)  # fmt: skip


def folded_by() -> str | None:
    """A digest of the code that folds: when it changes, no checkpoint of before is believed."""
    return fingerprint(_SOURCES)
