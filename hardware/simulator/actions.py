"""Commands to a simulated table, as a page or a command line gives them: ``{"action": "press", "key": "open"}``.

Each is declared with its arguments, so that a mistake is refused with the name of the field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from hardware.profiles import PROFILES

from . import people
from .arguments import KEY, SET, SIDE, Argument, Values, read_all, whole
from .errors import CommandError
from .fault_kinds import KINDS, REMEDIES
from .parts import Key
from .players import Players
from .table import SimulatedTable
from .tiles import SET_SIZE, SETS

Result = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Action:
    """``run`` returns what there is to say about it."""

    name: str
    does: str
    arguments: tuple[Argument, ...]
    run: Callable[[SimulatedTable, Values], Result]

    def describe(self) -> Result:
        """As JSON."""
        return {"name": self.name, "does": self.does, "arguments": [a.describe() for a in self.arguments]}


def _key(values: Values) -> Key:
    return Key[values["key"].upper().replace("-", "_")]


def _press(table: SimulatedTable, values: Values) -> Result:
    table.plant.keys.press(_key(values), table.plant.now, values["held_ms"] * 1000)
    return {}


def _press_both(table: SimulatedTable, values: Values) -> Result:
    table.plant.keys.press_both(table.plant.now, values["held_ms"] * 1000)
    return {}


def _set_key(down: bool) -> Callable[[SimulatedTable, Values], Result]:
    def run(table: SimulatedTable, values: Values) -> Result:
        table.plant.keys.set(_key(values), down, table.plant.now)
        return {}

    return run


def _hand_over(table: SimulatedTable, values: Values) -> Result:
    table.let(Players(table, values["tiles"]).hand_over())
    return {}


def _profile(table: SimulatedTable, values: Values) -> Result:
    table.plant.set_profile(PROFILES[values["profile"]])
    return {}


def _repair(table: SimulatedTable, _values: Values) -> Result:
    table.plant.repair()
    return {}


_TILES = whole("tiles", 144, 4, SET_SIZE)
_HELD = whole("held_ms", 150, 1, 60_000)

_OWN = (
    Action("press", "Presses a key on the dome and lets go.", (KEY, _HELD), _press),
    Action("press-both", "Presses open and raise together.", (_HELD,), _press_both),
    Action("hold", "Holds a key down.", (KEY,), _set_key(True)),
    Action("release", "Lets go of a key.", (KEY,), _set_key(False)),
    Action("bring-set", "Puts a set on the table, or changes how many tiles of it are in use.", (SET, _TILES),
           lambda table, v: {"tiles": people.bring_set(table.plant, v["set"], v["tiles"])}),
    Action("gather", "The hand is played: the walls lie on the table.", (),
           lambda table, _v: {"tiles": people.gather_walls(table.plant)}),
    Action("push-in", "Pushes what lies on the table into the open well.", (whole("tiles", SET_SIZE, 1, SET_SIZE),),
           lambda table, v: {"tiles": people.push_in(table.plant, v["tiles"])}),
    Action("put-found-tile", "Puts tiles that were found into the open well.", (),
           lambda table, _v: {"tiles": people.put_found_tile(table.plant)}),
    Action("take-tiles", "Takes tiles out of the open drum.", (whole("tiles", 1, 1, SET_SIZE),),
           lambda table, v: {"tiles": people.take_tiles(table.plant, v["tiles"])}),
    Action("sort-out", "Puts tiles of the other set back into their box.", (),
           lambda table, _v: {"tiles": people.sort_out(table.plant)}),
    Action("complete-walls", "Puts tiles that stayed in the open drum to their set on the table.", (),
           lambda table, _v: {"tiles": people.complete_walls(table.plant)}),
    Action("take-extra", "Puts what stuck in channel and head of a side back into the open well.", (SIDE,),
           lambda table, v: {"tiles": people.take_extra(table.plant, v["side"])}),
    Action("empty-machine", "With the deck open, puts everything below it back into the boxes.", (),
           lambda table, _v: {"tiles": people.empty_machine(table.plant)}),
    Action("crank-lift", "With the deck open, turns a lift up by hand.", (SIDE,),
           lambda table, v: {"stacks": people.crank_lift(table.plant, v["side"])}),
    Action("hand-over", "Opens, pushes everything in, closes: the whole change of hands.", (_TILES,), _hand_over),
    Action("profile", "Makes it another kind of table.", (Argument("profile", choices=tuple(PROFILES)),), _profile),
    Action("repair", "A technician mends what the board has broken.", (), _repair),
)  # fmt: skip


def _cure(name: str) -> Action:
    kinds = [kind for kind in KINDS.values() if kind.remedy == name]
    does = f"Puts right: {', '.join(kind.name for kind in kinds)}."
    known = {a.name: Argument(a.name, "", a.low, a.high, a.choices, a.whole) for kind in kinds for a in kind.arguments}

    def run(table: SimulatedTable, values: Values) -> Result:
        wanted = {key: value for key, value in values.items() if value != ""}
        return {"cleared": table.faults.remedy(name, wanted)}

    return Action(name, does, tuple(known.values()), run)


ACTIONS: Final = {action.name: action for action in (*_OWN, *map(_cure, sorted(REMEDIES)))}


def start_afresh(table: SimulatedTable) -> None:
    """What the third remedy of a fault asks for: power off, deck open, every tile into its box, deck closed. The power
    comes back by itself after some seconds; then the table has to be told that it is empty."""
    for fault in ("power-cut:8", "cover-open"):
        table.inject(fault)
    act(table, {"action": "empty-machine"})
    with table.hands_on():
        people.gather_walls(table.plant)
        for name in SETS:
            people.bring_set(table.plant, name, 0)
    act(table, {"action": "close-cover"})


def act(table: SimulatedTable, command: Mapping[str, Any]) -> Result:
    """Does one command. Raises :class:`CommandError`.

    Beside :data:`ACTIONS` there are ``fault`` and ``clear-fault`` with ``fault`` and ``arguments``.
    """
    with table.hands_on():
        return _do(table, dict(command))


def _do(table: SimulatedTable, given: dict[str, Any]) -> Result:
    name = given.pop("action", None)
    if name in ("fault", "clear-fault"):
        return _fault(table, name, given)
    if not isinstance(name, str) or name not in ACTIONS:
        raise CommandError("unknown-action", "action", f"there is no action {name!r}; there are {', '.join(ACTIONS)}")
    action = ACTIONS[name]
    return action.run(table, read_all(action.arguments, given))


def _fault(table: SimulatedTable, name: str, given: Mapping[str, Any]) -> Result:
    fault, arguments = given.get("fault"), given.get("arguments", {})
    for field in given:
        if field not in ("fault", "arguments"):
            raise CommandError("unknown-argument", field, f"{field} is not an argument of {name}")
    if not isinstance(fault, str):
        raise CommandError("missing-argument", "fault", "the name of a fault is missing")
    if not isinstance(arguments, dict):
        raise CommandError("bad-argument", "arguments", "arguments is an object")
    if name == "clear-fault":
        return {"cleared": table.faults.clear(fault, arguments)}
    table.faults.inject(fault, arguments)
    return {}
