"""The state of a table as JSON: what ``GET /table`` answers and every page shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final, Protocol

from controller.calls import Calls
from controller.journal.errors import JournalError
from controller.match import MatchState, match_summary, wall_summary
from controller.mechanism import faults_json, first_voice, light, mechanism_json, prompt_json
from controller.rules.seats import Seat
from controller.table.driver import MachineDriver
from controller.table.fair_dice import fair_dice_json
from controller.table.hall_view import hall_json
from controller.table.making import DiceMaker
from controller.table.projection import Projection
from controller.table.sentence import sentence
from firmware_bridge import messages as m
from firmware_bridge.board import BoardState


class JournalState(Protocol):
    """The journal as the snapshot shows it. ``problem``: why nothing can be written."""

    @property
    def first_epoch(self) -> str: ...
    @property
    def epoch(self) -> str: ...
    @property
    def problem(self) -> JournalError | None: ...


def _no_link() -> None:
    """A table by itself."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the parts come from."""

    projection: Projection
    machine: MachineDriver
    maker: DiceMaker
    journal: JournalState
    name: str = ""
    """Of the table, for people (``given_name`` of the configuration)."""
    link: Callable[[], dict[str, Any] | None] = _no_link
    """How the table stands with its hall (``controller.table.hall_view``)."""


def snapshot(sources: Sources, time: str, speed: float) -> dict[str, Any]:
    """``seq`` is the last event that is in it; ``speed`` the table's seconds per real second (None: as fast as it goes,
    which JSON has no number for).

    The books of the machine are folded twice: in its own step, ahead of the disk (``Turn.emit``), and from the journal,
    when the events are durable (the projection). Machine, faults and prompt show the first, because people must see at
    once what the machine does; ``seq``, match, dice and ``fresh_wall`` are of the second. A snapshot can therefore show
    the effect of an event whose number it does not bear yet; it never lacks one up to ``seq``.
    """
    projection, state = sources.projection, sources.machine.state
    fresh_wall = projection.fresh_wall
    phase = None if projection.match is None else projection.match.phase
    prompt = _prompt(sources, phase, fresh_wall)
    hall = hall_json(projection.hall, projection.match, time, sources.link())
    return {
        "seq": projection.seq,
        "name": sources.name,
        "time": time,
        "speed": speed if isfinite(speed) else None,
        "board": board_json(sources.machine),
        "mechanism": mechanism_json(state),
        "faults": faults_json(state, projection.since),
        "light": light_json(sources),
        "sentence": sentence_json(prompt, projection.match, None if hall is None else hall["clock"]),
        "prompt": prompt,
        "journal": journal_json(sources),
        "dice": dice_json(sources),
        "fair_dice": fair_dice_json(projection.fair, sources.maker),
        "wall": wall_summary(projection.match, state.books.raised),
        "match": match_summary(projection.match),
        "fresh_wall": fresh_wall,
        "played_wall": projection.played_wall,
        "hall": hall,
        "calls": calls_json(projection.calls, projection.match),
        "pairing": None,  # only displays that may see it are told, by the edge (api.access)
    }


def dice_json(sources: Sources) -> dict[str, Any] | None:
    """The last throw that counts; ``board_agrees``: whether the board says that it shows these dice."""
    dice = sources.projection.dice
    return None if dice is None else {"misshown": None, **dice, "board_agrees": sources.machine.echo.agrees}


def calls_json(calls: Calls, match: MatchState | None) -> list[dict[str, Any]]:
    """The calls for staff, the oldest first. ``name``: of the player on the seat, while a match is played."""
    return [
        {
            "seat": call.seat,
            "name": None if match is None or call.seat is None else _name_at(match, call.seat),
            "wanted": call.wanted,
            "who": call.who,
            "time": call.time,
            "answered_by": call.answered_by,
        }
        for call in sorted(calls.open.values(), key=lambda call: call.time)
    ]


def _name_at(match: MatchState, seat: Seat) -> str | None:
    player = match.seats_now[seat]
    return None if player is None else match.names[player]


def sentence_json(
    prompt: dict[str, Any], match: MatchState | None, clock: dict[str, Any] | None = None
) -> dict[str, Any]:
    said = sentence(prompt, match, clock)
    return {"key": said.key, "args": dict(said.args), "voice": said.voice.value}


def light_json(sources: Sources) -> dict[str, Any]:
    """The state light of the whole table; a journal that takes nothing more stops the table."""
    problem = sources.journal.problem
    shown = light(sources.machine.state, None if problem is None else _problem_key(problem))
    return {"kind": shown.kind.value, "key": shown.key, "args": dict(shown.args)}


def journal_json(sources: Sources) -> dict[str, Any]:
    """Which journal it is, the hash of its event ``seq``, and why nothing can be written (null: it can)."""
    return {
        "first_epoch": sources.journal.first_epoch,
        "epoch": sources.journal.epoch,
        "hash": sources.projection.hash,
        "problem": None if sources.journal.problem is None else _problem(sources.journal.problem),
    }


UNWRITABLE: Final = "prompt.journal-unwritable"
DAMAGED: Final = "prompt.journal-damaged"


def _problem(problem: JournalError) -> dict[str, Any]:
    members = {"code": problem.code, "number": problem.number, "detail": problem.detail, "remedy": problem.remedy}
    return {**members, "first_bad": problem.seq}


def _problem_key(problem: JournalError) -> str:
    return UNWRITABLE if problem.seq is None else DAMAGED


def _prompt(sources: Sources, phase: str | None, fresh_wall: bool) -> dict[str, Any]:
    """What cannot be written down must not begin: then there is one thing to do, and it is not the machine's."""
    problem, state = sources.journal.problem, sources.machine.state
    if problem is None:
        return {**prompt_json(state), "first": first_voice(state, phase, fresh_wall).value}
    key = _problem_key(problem)
    args = {} if problem.seq is None else {"event": problem.seq}
    return {"key": key, "args": args, "actions": [], "first": "machine"}


def passing(sources: Sources) -> tuple[Any, ...]:
    """What can change without an event and is more than telemetry: a page that shows it wants a new snapshot."""
    machine = sources.machine
    mechanism = mechanism_json(machine.state)
    steady = {name: mechanism[name] for name in ("state", "situation", "hatch", "lifts", "latches", "warning")}
    problem = sources.journal.problem
    return (machine.board.state if machine.board else None, steady, prompt_json(machine.state), problem)


def telemetry(sources: Sources, seconds: float) -> dict[str, Any]:
    """The part that moves all the time."""
    return {"mechanism": mechanism_json(sources.machine.state), "seconds": round(seconds, 3)}


def board_json(machine: MachineDriver) -> dict[str, Any]:
    if machine.board is None:
        return {"state": "absent", "reason": "starting", "detail": "", "port": "", **_identity(None), "link": None}
    state = machine.board.state
    return {
        "state": state.status.value,
        "reason": state.reason,
        "detail": state.detail,
        "port": state.port,
        **_identity(state.welcome),
        "link": machine.board.statistics.as_json() if _has_spoken(state) else None,
    }


def _has_spoken(state: BoardState) -> bool:
    return state.welcome is not None


def _identity(welcome: m.Welcome | None) -> dict[str, Any]:
    if welcome is None:
        return {"firmware": None, "build": None, "boot": None, "cause": None, "capabilities": []}
    return {
        "firmware": ".".join(str(part) for part in welcome.firmware),
        "build": bytes(welcome.build).hex(),
        "boot": welcome.boot,
        "cause": welcome.cause.name.lower().replace("_", "-"),
        "capabilities": [bit.name.lower().replace("_", "-") for bit in welcome.capabilities if bit.name],
    }
