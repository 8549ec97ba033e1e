"""The faults that are in place on one table: injected by name, cleared, or put right by people.

The list is always what is really there: a fault that has done its work, or that somebody put right, is no longer on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .arguments import Values, parse_words, read_all
from .errors import CommandError
from .fault_kinds import KINDS, Rig, fault_kind


@dataclass(frozen=True, slots=True)
class InjectedFault:
    """A fault in place: ``at_us`` is virtual time."""

    name: str
    values: Values
    at_us: int

    def describe(self) -> dict[str, Any]:
        """As JSON."""
        return {"name": self.name, "arguments": self.values, "at_us": self.at_us, "remedy": KINDS[self.name].remedy}


class Faults:
    """The faults that are in place on one table."""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig
        self._placed: list[InjectedFault] = []

    def inject(self, name: str, arguments: Mapping[str, object] | None = None) -> None:
        """Puts a fault in place. Raises :class:`CommandError`."""
        kind = fault_kind(name)
        values = read_all(kind.arguments, arguments or {})
        kind.inject(self._rig, values)
        self._placed.append(InjectedFault(name, values, self._rig.plant.now))

    def inject_words(self, text: str) -> None:
        """``"head-jam:2"`` or ``"stuck-sensor:sensor=lift-home-1,level=off"`` from a command line."""
        name, _, rest = text.partition(":")
        self.inject(name, parse_words(fault_kind(name).arguments, rest))

    def clear(self, name: str, arguments: Mapping[str, object] | None = None) -> int:
        """Takes away the faults of this name, all or those with these arguments; returns how many."""
        kind = fault_kind(name)
        if kind.clear is None:
            raise CommandError("not-clearable", "fault", f"{name} is put right by people: {kind.remedy}")
        return self._clear([fault for fault in self.active() if fault.name == name and _fits(fault, arguments or {})])

    def remedy(self, remedy: str, arguments: Mapping[str, object]) -> int:
        """People put right every fault that this remedy is for; returns how many there were."""
        return self._clear([f for f in self.active() if KINDS[f.name].remedy == remedy and _fits(f, arguments)])

    def _clear(self, faults: list[InjectedFault]) -> int:
        for fault in faults:
            if clear := KINDS[fault.name].clear:
                clear(self._rig, fault.values)
        return len(faults)

    def active(self) -> list[InjectedFault]:
        """The faults that still have an effect, oldest first."""
        self._placed = [fault for fault in self._placed if KINDS[fault.name].active(self._rig, fault.values)]
        return list(self._placed)

    def restore(self, faults: list[InjectedFault]) -> None:
        """Takes over the list of a saved table."""
        self._placed = list(faults)


def _fits(fault: InjectedFault, arguments: Mapping[str, object]) -> bool:
    return all(str(fault.values.get(name)) == str(value) for name, value in arguments.items())
