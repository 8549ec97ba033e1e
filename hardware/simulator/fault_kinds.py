"""Everything that can be made to go wrong on purpose, as a list: name, arguments, effect, remedy.

``inject`` puts a fault in place, ``clear`` takes it away where nature allows. ``remedy`` names the action of people
that puts it right. ``active`` says whether it still has an effect.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from .arguments import CAUSE, LEVEL, MECHANISM, SENSOR, SIDE, Argument, Values, real, whole
from .errors import CommandError
from .parts import MOTOR_NAMES, ResetCause, sensor_names
from .plant import Plant
from .side import Side
from .tiles import Tile
from .wire import Wire


class Rig(Protocol):
    """What faults are done to."""

    plant: Plant
    wire: Wire

    @property
    def powered(self) -> bool: ...
    def reset_board(self, cause: ResetCause) -> None: ...
    def cut_power(self, seconds: float) -> None: ...
    def restore_power(self) -> None: ...
    def set_plugged(self, in_place: bool) -> None: ...


Effect = Callable[[Rig, Values], None]
Test = Callable[[Rig, Values], bool]


@dataclass(frozen=True, slots=True)
class FaultKind:
    """``clear`` None: it happens once and leaves nothing to clear; ``remedy``: the action of people against it."""

    name: str
    does: str
    arguments: tuple[Argument, ...]
    remedy: str | None
    inject: Effect
    active: Test
    clear: Effect | None

    def describe(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "name": self.name,
            "does": self.does,
            "arguments": [argument.describe() for argument in self.arguments],
            "remedy": self.remedy,
            "clearable": self.clear is not None,
        }


# ---------------------------------------------------------------- tiles


def _leave_out(rig: Rig, v: Values) -> None:
    rig.plant.leave_out = v["tiles"]


def _left_out(rig: Rig, _v: Values) -> bool:
    return rig.plant.leave_out > 0 or bool(rig.plant.left_out)


def _slip_in(rig: Rig, v: Values) -> None:
    rig.plant.foreign = v["tiles"]


def _mixed(rig: Rig, _v: Values) -> bool:
    places = rig.plant.places
    inside = {tile.set for heap in (places.well, places.drum, *places.channel, *places.head) for tile in heap}
    return rig.plant.foreign > 0 or len(inside) > 1


def _tile(rig: Rig, number: int) -> Tile:
    for _, heap in rig.plant.places.flat():
        for tile in heap:
            if tile.id == number:
                return tile
    raise CommandError("no-such-tile", "tile", f"there is no tile {number}; set A begins at 0, set B at 1000")


def _weaken(rig: Rig, v: Values) -> None:
    _tile(rig, v["tile"]).magnet = v["strength"]


def _replace_magnet(rig: Rig, v: Values) -> None:
    _tile(rig, v["tile"]).magnet = 1.0


def _lay_upside_down(rig: Rig, v: Values) -> None:
    tile = _tile(rig, v["tile"])
    tile.turns, tile.face_up = False, True
    _replan(rig.plant)


def _turn(rig: Rig, v: Values) -> None:
    tile = _tile(rig, v["tile"])
    tile.turns, tile.face_up = True, False
    _replan(rig.plant)


def _replan(plant: Plant) -> None:
    plant.plan_drum()
    plant.touch()


# ---------------------------------------------------------------- head, channel, counter, lift, hatch, disc


def _side(rig: Rig, v: Values) -> Side:
    return rig.plant.sides[v["side"]]


def _jam_head(rig: Rig, v: Values) -> None:
    _side(rig, v).wedge_head(rig.plant.now)
    rig.plant.touch()


def _free_head(rig: Rig, v: Values) -> None:
    _side(rig, v).head.unblock(rig.plant.now)
    rig.plant.touch()


def _jam_channel(rig: Rig, v: Values) -> None:
    _set_jammed(rig, v, True)


def _free_channel(rig: Rig, v: Values) -> None:
    _set_jammed(rig, v, False)


def _set_jammed(rig: Rig, v: Values, jammed: bool) -> None:
    side = _side(rig, v)
    side.jammed = jammed
    side.plan_feed(rig.plant.now)
    rig.plant.touch()


def _kill_count(rig: Rig, v: Values) -> None:
    _side(rig, v).dead_counts = v["tiles"]


def _double_count(rig: Rig, v: Values) -> None:
    _side(rig, v).double_counts = v["tiles"]


def _good_count(rig: Rig, v: Values) -> None:
    _side(rig, v).dead_counts = _side(rig, v).double_counts = 0


LIFT_STUCK_COMING_DOWN: Final = 0.85
LIFT_STUCK_GOING_UP: Final = 0.3


def _block_lift(rig: Rig, v: Values) -> None:
    _side(rig, v).lift.block(1, LIFT_STUCK_COMING_DOWN, rig.plant.now)
    rig.plant.touch()


def _load_slot(rig: Rig, v: Values) -> None:
    _side(rig, v).lift.block(1, LIFT_STUCK_GOING_UP, rig.plant.now)
    rig.plant.touch()


def _free_lift(rig: Rig, v: Values) -> None:
    _side(rig, v).lift.unblock(rig.plant.now)
    rig.plant.touch()


def _block_hatch(rig: Rig, v: Values) -> None:
    closing = v["way"] == "closing"
    rig.plant.hatch.block(-1 if closing else 1, 0.3 if closing else 0.6, rig.plant.now)
    rig.plant.touch()


def _free_hatch(rig: Rig, _v: Values) -> None:
    rig.plant.hatch.unblock(rig.plant.now)
    rig.plant.touch()


def _set_disc(jammed: bool) -> Effect:
    def effect(rig: Rig, _v: Values) -> None:
        rig.plant.disc_jammed = jammed
        _replan(rig.plant)

    return effect


def _slow_down(rig: Rig, v: Values) -> None:
    _set_slow(rig, v["mechanism"], v["factor"])


def _set_slow(rig: Rig, mechanism: str, factor: float) -> None:
    motor = MOTOR_NAMES.index(mechanism)
    if mechanism.partition(".")[0] in ("disc", "pick"):
        raise CommandError("bad-argument", "mechanism", "only heads, lifts and the hatch have a travel time")
    rig.plant.travel(motor).set_slow(factor, rig.plant.now)
    rig.plant.touch()


def _is_slow(rig: Rig, v: Values) -> bool:
    return rig.plant.travel(MOTOR_NAMES.index(v["mechanism"])).slow != 1.0


# ---------------------------------------------------------------- inputs


def _set_flag(name: str, value: bool) -> Effect:
    def effect(rig: Rig, _v: Values) -> None:
        setattr(rig.plant, name, value)
        rig.plant.switch()

    return effect


def _flag(name: str) -> Test:
    return lambda rig, _v: bool(getattr(rig.plant, name))


def _stick(rig: Rig, v: Values) -> None:
    rig.plant.overrides[sensor_names()[v["sensor"]]] = v["level"] == "on"
    rig.plant.touch()


def _unstick(rig: Rig, v: Values) -> None:
    rig.plant.overrides.pop(sensor_names()[v["sensor"]], None)
    rig.plant.touch()


def _heat(rig: Rig, v: Values) -> None:
    rig.plant.forced_temperature = v["celsius"]
    rig.plant.touch()


def _cool(rig: Rig, _v: Values) -> None:
    rig.plant.forced_temperature = None
    rig.plant.touch()


def _bounce(rig: Rig, v: Values) -> None:
    rig.plant.keys.bouncing = v["presses"]


def _steady_keys(rig: Rig, _v: Values) -> None:
    rig.plant.keys.bouncing = 0


# ---------------------------------------------------------------- board and link


def _reset(rig: Rig, v: Values) -> None:
    rig.reset_board(ResetCause[v["cause"].upper().replace("-", "_")])


def _cut(rig: Rig, v: Values) -> None:
    rig.cut_power(v["seconds"])


def _power_on(rig: Rig, _v: Values) -> None:
    rig.restore_power()


def _unplug(rig: Rig, _v: Values) -> None:
    rig.set_plugged(False)


def _plug_in(rig: Rig, _v: Values) -> None:
    rig.set_plugged(True)


def _link(name: str) -> FaultKind:
    does = {"flip": "flips a bit of", "lose": "loses", "double": "doubles", "delay": "delays"}[name]
    return FaultKind(
        f"link-{name}",
        f"The serial line {does} a byte at this rate.",
        (real("rate", 0.001, 0, 1),),
        "check-cable",
        lambda rig, v: rig.wire.set_faults(**{name: v["rate"]}),
        lambda rig, _v: getattr(rig.wire.to_board.faults, name) > 0,
        lambda rig, _v: rig.wire.set_faults(**{name: 0.0}),
    )


def _never(_rig: Rig, _v: Values) -> bool:
    return False


_TILES = (whole("tiles", 1, 1, 20),)
_TILE = whole("tile", 0, 0, 1999)

KINDS: Final[dict[str, FaultKind]] = {
    kind.name: kind
    for kind in (
        FaultKind("tile-left-out", "Tiles stay on the floor or in a lap at the next push into the well.", _TILES,
                  "put-found-tile", _leave_out, _left_out, None),
        FaultKind("other-set-tile", "Tiles of the other set slip in at the next push into the well.", _TILES,
                  "sort-out", _slip_in, _mixed, None),
        FaultKind("weak-magnet", "The pick wheel holds this tile only at this chance.",
                  (_TILE, real("strength", 0.1, 0.01, 1)), "replace-tile",
                  _weaken, lambda rig, v: _tile(rig, v["tile"]).magnet < 1, _replace_magnet),
        FaultKind("upside-down", "This tile lies on its back and never turns over.", (_TILE,), "turn-tile",
                  _lay_upside_down, lambda rig, v: not _tile(rig, v["tile"]).turns, _turn),
        FaultKind("head-jam", "Something catches the cam of a head half way out.", (SIDE,), "free-jam",
                  _jam_head, lambda rig, v: any(_side(rig, v).head.walls.values()), _free_head),
        FaultKind("channel-jam", "A tile is stuck at the end of a channel; nothing reaches the head.", (SIDE,),
                  "free-channel", _jam_channel, lambda rig, v: _side(rig, v).jammed, _free_channel),
        FaultKind("dead-count", "The counter of a side misses the next tiles.", (SIDE, *_TILES), "wipe-sensor",
                  _kill_count, lambda rig, v: _side(rig, v).dead_counts > 0, _good_count),
        FaultKind("double-count", "The counter of a side sees the next tiles twice.", (SIDE, *_TILES), "wipe-sensor",
                  _double_count, lambda rig, v: _side(rig, v).double_counts > 0, _good_count),
        FaultKind("lift-not-home", "Something under a lift stops it on its way down.", (SIDE,), "clear-deck",
                  _block_lift, lambda rig, v: LIFT_STUCK_COMING_DOWN in _side(rig, v).lift.walls[1], _free_lift),
        FaultKind("lift-blocked", "A stick on the slot stops a lift on its way up.", (SIDE,), "clear-deck",
                  _load_slot, lambda rig, v: LIFT_STUCK_GOING_UP in _side(rig, v).lift.walls[1], _free_lift),
        FaultKind("hatch-blocked", "Something is in the way of the hatch.",
                  (Argument("way", "closing", choices=("closing", "opening")),), "remove-object",
                  _block_hatch, lambda rig, _v: sum(map(len, rig.plant.hatch.walls.values())) > 2, _free_hatch),
        FaultKind("disc-jam", "A foreign object stops the disc.", (), "free-disc",
                  _set_disc(True), _flag("disc_jammed"), _set_disc(False)),
        FaultKind("slow-motor", "A mechanism takes longer by this factor.", (MECHANISM, real("factor", 1.6, 1, 20)),
                  "service-motor", _slow_down, _is_slow, lambda rig, v: _set_slow(rig, v["mechanism"], 1.0)),
        FaultKind("emergency-stop", "The emergency stop is pressed.", (), "release-emergency-stop",
                  _set_flag("emergency_stop", True), _flag("emergency_stop"), _set_flag("emergency_stop", False)),
        FaultKind("cover-open", "The deck is opened.", (), "close-cover",
                  _set_flag("cover_open", True), _flag("cover_open"), _set_flag("cover_open", False)),
        FaultKind("supply-low", "The motor supply sags; motors stand still.", (), "check-supply",
                  _set_flag("supply_low", True), _flag("supply_low"), _set_flag("supply_low", False)),
        FaultKind("over-temperature", "The motor supply shows this temperature.", (whole("celsius", 90, -40, 120),),
                  "let-cool", _heat, lambda rig, _v: rig.plant.forced_temperature is not None, _cool),
        FaultKind("stuck-sensor", "A sensor shows this level whatever happens.", (SENSOR, LEVEL), "wipe-sensor",
                  _stick, lambda rig, v: sensor_names()[v["sensor"]] in rig.plant.overrides, _unstick),
        FaultKind("key-bounce", "The next presses of keys bounce.", (whole("presses", 1, 1, 1000),), "dry-keys",
                  _bounce, lambda rig, _v: rig.plant.keys.bouncing > 0, _steady_keys),
        FaultKind("board-reset", "The board resets for this cause.", (CAUSE,), None, _reset, _never, None),
        FaultKind("power-cut", "The whole table is without power for so long (0: until cleared).",
                  (real("seconds", 6.0, 0, 3600),), "switch-on",
                  _cut, lambda rig, _v: not rig.powered, _power_on),
        FaultKind("unplug", "The serial cable is out.", (), "replug",
                  _unplug, lambda rig, _v: not rig.wire.plugged, _plug_in),
        _link("flip"), _link("lose"), _link("double"), _link("delay"),
    )
}  # fmt: skip

REMEDIES: Final = frozenset(kind.remedy for kind in KINDS.values() if kind.remedy and kind.clear)
"""Actions that only take a fault away."""


def fault_kind(name: str) -> FaultKind:
    """Raises :class:`CommandError` for a name that is none."""
    if name not in KINDS:
        raise CommandError("unknown-fault", "fault", f"there is no fault {name!r}; there are {', '.join(KINDS)}")
    return KINDS[name]
