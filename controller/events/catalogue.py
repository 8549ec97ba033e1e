"""The one list of all events, and how they are written and read.

Stored form: the type, and a JSON object with the fields of the event; from version 2 on the object also holds
``"v": version``. A journal of the first release has no ``v`` and stays valid byte for byte.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Any, Final, cast

from controller.events import calls, dice, hall, history, house, machine, match, people
from controller.events.errors import BrokenEvent, UnknownEvent
from controller.events.event import Event
from controller.events.upcasts import STEPS, Step
from controller.events.values import EventPart

if TYPE_CHECKING:
    from pydantic import TypeAdapter, ValidationError

EVENTS: Final[tuple[type[Event], ...]] = (
    machine.BoardAttached,
    machine.BoardDetached,
    machine.HatchOpened,
    machine.HatchClosed,
    machine.SetLoaded,
    machine.BuildStarted,
    machine.BuildSuspended,
    machine.BuildResumed,
    machine.BuildWithdrawn,
    machine.BuildRunOut,
    machine.WallStaged,
    machine.WallRaised,
    machine.FaultDeclared,
    machine.FaultResolved,
    machine.MachineStopped,
    machine.MachineRestored,
    machine.TableEmptied,
    machine.SetPlacesStated,
    machine.PlanChanged,
    people.MachineCommanded,
    people.MachineServiced,
    dice.DiceRolled,
    dice.DiceAnchored,
    dice.DiceAsked,
    dice.DiceGiven,
    dice.DiceLocked,
    dice.DiceVoided,
    dice.DiceMisshown,
    match.MatchStarted,
    match.PlayersSeated,
    match.FirstDealerFound,
    match.SeatsConfirmed,
    match.HandStarted,
    match.DeclarationMade,
    match.DeclarationWithdrawn,
    match.TilesPassed,
    match.PassWithdrawn,
    match.InstantPaid,
    match.InstantUndone,
    match.HandWon,
    match.HandEnded,
    match.HandCorrected,
    match.ResultUndone,
    match.ResultConfirmed,
    match.ResultDisputed,
    match.ResultUpheld,
    match.ResultLocked,
    match.PenaltyRecorded,
    match.BarLifted,
    match.RulingRecorded,
    match.MatchEnded,
    match.MatchAbandoned,
    house.HouseRulesKept,
    house.HouseRulesRemoved,
    house.PlayerKept,
    house.PlayerRemoved,
    calls.StaffCalled,
    calls.CallAnswered,
    calls.CallEnded,
    hall.HallJoined,
    hall.HallLeft,
    hall.HallOrderTaken,
    hall.HallOrderRefused,
    hall.HallClockSet,
    hall.HallHandAllowed,
    hall.HallDrawWanted,
    hall.HallDrawThrown,
    hall.HallMessageShown,
    hall.HallMessageRead,
    hall.HallGrantGiven,
    hall.HallGrantRevoked,
    hall.HallReleased,
    history.JournalContinued,
)

VERSION_FIELD: Final = "v"
RESERVED: Final = frozenset({VERSION_FIELD, "seq", "type", "time", "hash"})
"""Names beside the fields of an event wherever it is shown; no field is called so."""
_VERSION_MARK: Final = f'"{VERSION_FIELD}":'


class Catalogue:
    """Reads and writes the events of ``types``; ``steps`` bring older versions up. Raises ``ValueError`` for a list
    that contradicts itself."""

    def __init__(self, types: Sequence[type[Event]] = EVENTS, steps: Mapping[tuple[str, int], Step] = STEPS) -> None:
        self.types: Mapping[str, type[Event]] = {one.type: one for one in types}
        self._steps = steps
        self._adapters: dict[type[Event], TypeAdapter[Any]] = {}
        self._absent = {one: _may_be_absent(one) for one in types}
        if len(self.types) != len(types):
            raise ValueError("two events have one type")
        for one in types:
            self._check(one)

    def _check(self, event: type[Event]) -> None:
        clash = RESERVED & {part.name for part in fields(event)}
        if clash:
            raise ValueError(f"{event.type} has a field called {min(clash)}")
        missing = [n for n in range(1, event.version) if (event.type, n) not in self._steps]
        if missing:
            raise ValueError(f"there is no step from version {missing[0]} of {event.type}")

    def adapter(self, event: type[Event]) -> TypeAdapter[Any]:
        """Made at the first event of a type: a table without a match needs none for matches, and a command line that
        only throws dice does not wait for pydantic."""
        if event not in self._adapters:
            from pydantic import TypeAdapter

            self._adapters[event] = TypeAdapter(event)
        return self._adapters[event]

    # ------------------------------------------------------------ writing

    def to_json(self, event: Event) -> dict[str, Any]:
        """The stored object. Raises ``BrokenEvent`` for values that no JSON can hold."""
        kind = type(event)
        try:
            data = self.adapter(kind).dump_python(event, by_alias=True, warnings="error")
            # Not by pydantic, which would quietly write null for a number that JSON does not have.
            data = json.loads(json.dumps(data, allow_nan=False))
        except (TypeError, ValueError) as error:
            raise BrokenEvent(f"{event.type}: {error}") from error
        absent = self._absent[kind]
        kept = {
            name: _without_later(value, getattr(event, name, None))
            for name, value in data.items()
            if value is not None or name not in absent
        }
        return kept if kind.version == 1 else {VERSION_FIELD: kind.version, **kept}

    # ------------------------------------------------------------ reading

    def read(self, type_: str, data: str) -> Event:
        """An event from its type and its stored JSON. Raises ``UnknownEvent`` or ``BrokenEvent``."""
        event = self.types.get(type_)
        if event is None:
            raise UnknownEvent(f"this release knows no event {type_!r}")
        old = event.version > 1 or _VERSION_MARK in data
        present = self._brought_up(event, data) if old else data
        try:
            found: Event = self.adapter(event).validate_json(present)
        except ValueError as error:
            raise BrokenEvent(f"{type_}: {_first(error)}") from error
        return found

    def _brought_up(self, event: type[Event], text: str) -> bytes:
        """The JSON of the present version, without its number."""
        from pydantic_core import to_json

        data = _object(event, text)
        version = data.pop(VERSION_FIELD, 1)
        if type(version) is not int or version < 1:
            raise BrokenEvent(f"{event.type}: v: no version")
        if version > event.version:
            raise UnknownEvent(f"this release knows {event.type} up to version {event.version}, not {version}")
        try:
            for step in range(version, event.version):
                data = self._steps[event.type, step](data)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise BrokenEvent(f"{event.type}: version {version} cannot be brought up: {error!r}") from error
        return to_json(data)


def _object(event: type[Event], text: str) -> dict[str, Any]:
    from pydantic_core import from_json  # several times as fast as the module json

    try:
        data = from_json(text)
    except ValueError as error:
        raise BrokenEvent(f"{event.type}: {error}") from error
    if not isinstance(data, dict):
        raise BrokenEvent(f"{event.type}: no JSON object")
    return data


def _may_be_absent(event: type[Event]) -> frozenset[str]:
    return frozenset(part.name for part in fields(event) if part.default is None and part.default is not MISSING)


def _without_later(value: Any, part: object) -> Any:
    """A member of an event without what is null in it and unknown to the first release (``EventPart.later``).
    ``part``: what ``value`` was made from. JSON of clients has no parts and stays as it is."""
    if isinstance(part, EventPart):
        return {
            name: _without_later(member, getattr(part, name, None))
            for name, member in value.items()
            if member is not None or name not in part.later
        }
    if isinstance(part, (list, tuple)):
        return [_without_later(member, one) for member, one in zip(value, part, strict=True)]
    return value


def _first(error: ValueError) -> str:
    """The first thing that pydantic found wrong, with the field that it is wrong with."""
    first = cast("ValidationError", error).errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else str(first["msg"])


CATALOGUE: Final = Catalogue()
