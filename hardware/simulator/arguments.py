"""Arguments of faults and actions: declared as data, read from JSON or from a command line, refused by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .errors import CommandError
from .parts import MOTOR_NAMES, SIDES, Key, ResetCause, sensor_names
from .tiles import SETS

Value = int | float | bool | str
Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Argument:
    """``default`` None: must be given. Numbers lie within ``low`` and ``high``; words are among ``choices``."""

    name: str
    default: Value | None = None
    low: float = 0
    high: float = 0
    choices: tuple[str, ...] = ()
    whole: bool = True

    def read(self, raw: object) -> Value:
        """The value, or :class:`CommandError` with the name of this argument."""
        return self._read_word(raw) if self.choices else self._read_number(raw)

    def _read_word(self, raw: object) -> str:
        word = str(raw).lower() if not isinstance(raw, bool) else ("on" if raw else "off")
        matches = [choice for choice in self.choices if choice.lower() == word]
        if not matches:
            raise CommandError("bad-argument", self.name, f"{self.name} is one of {', '.join(self.choices)}, not {raw}")
        return matches[0]

    def _read_number(self, raw: object) -> int | float:
        try:
            number = float(str(raw))
        except ValueError:
            number = float("nan")
        if not self.low <= number <= self.high or (self.whole and number != int(number)):
            kind = "a whole number" if self.whole else "a number"
            raise CommandError(
                "bad-argument", self.name, f"{self.name} is {kind} from {self.low:g} to {self.high:g}, not {raw}"
            )
        return int(number) if self.whole else number

    def describe(self) -> dict[str, Any]:
        """As JSON, for a page that offers the command."""
        limits = {"choices": list(self.choices)} if self.choices else {"low": self.low, "high": self.high}
        return {"name": self.name, "default": self.default, **limits}


SIDE = Argument("side", None, SIDES[0], SIDES[-1])
SENSOR = Argument("sensor", None, choices=tuple(sensor_names()))
LEVEL = Argument("level", "off", choices=("on", "off"))
MECHANISM = Argument("mechanism", None, choices=MOTOR_NAMES)
SET = Argument("set", None, choices=SETS)
KEY = Argument("key", None, choices=tuple(key.name.lower().replace("_", "-") for key in Key))
CAUSE = Argument("cause", "external", choices=tuple(cause.name.lower().replace("_", "-") for cause in ResetCause))


def whole(name: str, default: int | None, low: int, high: int) -> Argument:
    return Argument(name, default, low, high)


def real(name: str, default: float | None, low: float, high: float) -> Argument:
    return Argument(name, default, low, high, whole=False)


def read_all(arguments: tuple[Argument, ...], given: Mapping[str, object]) -> Values:
    """Every argument of a command, with defaults. Raises :class:`CommandError` for unknown, missing or bad ones."""
    known = {argument.name for argument in arguments}
    for name in given:
        if name not in known:
            raise CommandError("unknown-argument", name, f"{name} is not an argument here: {', '.join(sorted(known))}")
    return {argument.name: _read_one(argument, given) for argument in arguments}


def _read_one(argument: Argument, given: Mapping[str, object]) -> Value:
    if argument.name in given:
        return argument.read(given[argument.name])
    if argument.default is None:
        raise CommandError("missing-argument", argument.name, f"{argument.name} is missing")
    return argument.default


def parse_words(arguments: tuple[Argument, ...], text: str) -> dict[str, str]:
    """``"2"``, ``"side=2"`` or ``"count-1,on"`` from a command line: values by name or in order."""
    given: dict[str, str] = {}
    for place, word in enumerate(part for part in text.split(",") if part):
        name, equals, value = word.partition("=")
        if equals:
            given[name.strip()] = value.strip()
        elif place < len(arguments):
            given[arguments[place].name] = word.strip()
        else:
            raise CommandError("unknown-argument", word, f"{word} is one argument too many")
    return given
