"""Options of a ruleset: what there is, what it may be, and which two cannot hold together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, NamedTuple

from controller.rules.errors import OptionError
from controller.rules.sheet.chapters import chapter_of

CHANGES: Final = "changes"
"""The name among the options."""


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of the house. Exactly one of ``choices``, ``bounds`` and ``members`` says what it takes.

    ``choices``: one of these values. ``bounds``: a whole number between these two, both included. ``members``: a list
    of different names out of these. ``length`` above zero: that many numbers within the bounds; ``rising``: so many at
    most, none below the one before it. ``step``: the number is a multiple of it. ``balanced``: the numbers add up to 0,
    which ``check_sum`` asks of new rules alone; matches are kept in which they do not.
    """

    name: str
    default: Any
    choices: tuple[Any, ...] = ()
    bounds: tuple[int, int] | None = None
    members: tuple[str, ...] = ()
    length: int = 0
    rising: bool = False
    step: int = 1
    balanced: bool = False

    @property
    def type(self) -> str:
        if self.members:
            return "list"
        if self.rising:
            return "table"
        if self.bounds:
            return "numbers" if self.length else "number"
        return "flag" if set(map(type, self.choices)) == {bool} else "choice"

    @property
    def allowed(self) -> tuple[Any, ...]:
        if self.members or self.choices:
            return self.members or self.choices
        low, high = self.bounds or (0, 0)
        if self.rising:
            return (f"up to {self.length} numbers {low}..{high}, none below the one before",)
        if self.length:
            return (f"{self.length} numbers {low}..{high}{' that add up to 0' if self.balanced else ''}",)
        return (f"{low}..{high}{f', multiples of {self.step}' if self.step > 1 else ''}",)

    def check(self, value: Any) -> Any:
        """The value as the rulesets use it (lists as tuples). Raises OptionError."""
        accepted = tuple(value) if isinstance(value, list | tuple) else value
        if self.rising and isinstance(accepted, tuple):
            self._check_rising(accepted)
        if self.members and isinstance(accepted, tuple):
            self._check_different(accepted)
        if not self._takes(accepted):
            raise OptionError(self.name, f"{value!r} is not allowed", value=value, allowed=self.allowed)
        return self.default if self.rising and not accepted else accepted

    def check_sum(self, value: Any) -> None:
        """Raises OptionError for numbers that give the places of a match more, or less, than is taken from others."""
        if self.balanced and (total := sum(value)):
            detail = f"the numbers add up to {total}, not to 0: what one place gets another pays"
            raise OptionError(self.name, detail, value=list(value), allowed=self.allowed)

    def _check_different(self, names: tuple[Any, ...]) -> None:
        for at, name in enumerate(names):
            if name in names[:at]:
                raise OptionError(self.name, f"names {name!r} twice", value=list(names), remedy="name each once")

    def _check_rising(self, numbers: tuple[Any, ...]) -> None:
        for at, (before, after) in enumerate(pairwise(numbers), start=1):
            if self._in_bounds(before) and self._in_bounds(after) and after < before:
                detail = f"number {at + 1} is {after}, below the {before} before it: more would be worth less"
                raise OptionError(self.name, detail, value=list(numbers), allowed=self.allowed)

    def _takes(self, value: Any) -> bool:
        if self.members:
            names = value if isinstance(value, tuple) else (None,)
            return all(name in self.members for name in names)
        if self.rising:
            return isinstance(value, tuple) and len(value) <= self.length and all(map(self._in_bounds, value))
        if self.length:
            return isinstance(value, tuple) and len(value) == self.length and all(map(self._in_bounds, value))
        if self.bounds:
            return self._in_bounds(value) and value % self.step == 0
        return any(value == one and type(value) is type(one) for one in self.choices)

    def _in_bounds(self, value: Any) -> bool:
        low, high = self.bounds or (0, 0)
        return type(value) is int and low <= value <= high

    def as_json(self) -> dict[str, Any]:
        answer: dict[str, Any] = {"name": self.name, "type": self.type, "default": self.default}
        answer["chapter"] = chapter_of(self.name)
        if self.bounds:
            answer["minimum"], answer["maximum"] = self.bounds
        if self.rising:
            answer["length"] = self.length
        if self.step > 1:
            answer["step"] = self.step
        if self.balanced:
            answer["sum"] = 0
        if self.choices or self.members:
            answer["choices"] = list(self.choices or self.members)
        return answer


def flag(name: str, default: bool) -> Option:
    return Option(name, default, choices=(True, False))


def choice(name: str, default: Any, others: tuple[Any, ...]) -> Option:
    return Option(name, default, choices=(default, *others))


def number(name: str, default: int, bounds: tuple[int, int]) -> Option:
    return Option(name, default, bounds=bounds)


MOST_IN_TABLE: Final = 41
"""Totals from 0 to 40, the greatest that any ruleset doubles."""


def table(name: str, default: tuple[int, ...] = ()) -> Option:
    """The amount for each total from 0 on; the last one stands for all above. No numbers are the ruleset's own."""
    return Option(name, default, bounds=(0, 1_000_000), length=MOST_IN_TABLE, rising=True)


def in_table(numbers: tuple[int, ...], total: int) -> int:
    """The amount of a total in a table that has numbers."""
    return numbers[min(max(total, 0), len(numbers) - 1)]


class Contradiction(NamedTuple):
    """Two options that cannot both have such values; ``detail`` says why."""

    first: str
    second: str
    clash: Callable[[Mapping[str, Any]], bool]
    detail: str


def least_above_most(least: str, most: str, called: str = "maximum") -> Contradiction:
    """A minimum above the maximum (0: there is none)."""
    return Contradiction(
        least,
        most,
        lambda options: 0 < options[most] < options[least],
        f"the minimum is above the {called}: no hand could win",
    )


def settle(
    options: tuple[Option, ...],
    contradictions: tuple[Contradiction, ...],
    profile: Mapping[str, Any],
    chosen: Mapping[str, Any],
) -> dict[str, Any]:
    """Every option with its value: the default, what the profile says, what was chosen. Raises OptionError."""
    if not isinstance(chosen, Mapping):
        raise OptionError("", "options are an object of names and values")
    known = {option.name: option for option in options}
    for name in chosen:
        if name not in known:
            raise OptionError(str(name), "is not an option of this ruleset", allowed=known)
    given = {**profile, **chosen}
    values = {name: option.check(given[name]) if name in given else option.default for name, option in known.items()}
    for rule in contradictions:
        if rule.clash(values):
            raise OptionError(rule.first, rule.detail, value=values[rule.first], other=rule.second)
    return values
