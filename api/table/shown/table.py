"""The snapshot of a table: ``GET /table``, and the ``snapshot`` messages of the live stream."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from api.table.shown.access import PairingShown
from api.table.shown.base import OpenShown, PurposeName, Seat, Shown
from api.table.shown.calls import CallShown
from api.table.shown.hall import HallShown
from api.table.shown.match import MatchShown
from controller.mechanism import LightKind, Request
from controller.mechanism.situation import Situation


class LinkShown(Shown):
    """The serial link: its round trip, and how often a frame was harmed or sent again."""

    round_trip_ms: float | None
    damaged: int
    repeated: int
    sessions: int
    sent: int
    received: int
    doubled: int
    skipped: int
    unreadable: int
    damage: dict[str, int]


class BoardShown(Shown):
    state: Literal["absent", "connecting", "ready", "incompatible"]
    reason: str | None
    detail: str
    port: str
    firmware: str | None
    build: str | None = Field(description="of the firmware, hexadecimal")
    boot: int | None
    cause: str | None = Field(description="of its last reset")
    capabilities: list[str]
    link: LinkShown | None


class SetShown(Shown):
    """One of the two tile sets. ``partial``: in the drum, but some of its tiles still lie on the table."""

    place: Literal["outside", "in_drum", "building", "staged", "raised"]
    tiles: int
    stacks: list[int] = Field(description="for each side")
    partial: bool


class BuildShown(Shown):
    """The wall that is being built; ``counts`` and ``quota`` are tiles for each side."""

    set: Literal["A", "B"]
    phase: Literal["shuffling", "picking", "checking", "ready", "suspended", "failed"]
    reason: str | None
    quota: list[int]
    counts: list[int]
    progress: float
    sides: list[float]
    seconds: float


class PlanShown(Shown):
    """The wall that is asked for; ``stacks`` and ``quota`` (tiles) for each side."""

    tiles: int
    stacks: list[int]
    players: int
    quota: list[int]


class MechanismShown(Shown):
    state: Literal["idle", "moving", "building", "suspended", "stopped", "unknown"]
    situation: Situation
    moving: list[str]
    hatch: Literal["closed", "open", "moving", "unknown"]
    lifts: list[Literal["home", "up", "moving", "unknown"]]
    sets: dict[str, SetShown]
    build: BuildShown | None
    plan: PlanShown
    latches: list[str]
    emergency_stop: Literal["clear", "pressed", "unacknowledged", "absent"]
    warning: bool = Field(description="something will move in a moment")


class FaultShown(Shown):
    """``remedies`` are ids in the order in which to try them; ``level`` is the one that is due."""

    id: str
    code: str
    severity: Literal["stop", "hold", "warn"]
    side: int | None
    mechanism: str | None
    since: str | None
    evidence: dict[str, Any]
    remedies: list[str]
    level: int
    key: str


class ActionShown(Shown):
    command: Request
    key: str


class PromptShown(Shown):
    """What the machine wants of people, and whether it speaks before the match."""

    key: str
    args: dict[str, Any]
    actions: list[ActionShown]
    first: Literal["machine", "match"]


class LightShown(Shown):
    """The state light of the whole table. Key and values: why, in the catalogue of words."""

    kind: LightKind
    key: str
    args: dict[str, Any]


class SentenceShown(Shown):
    """The one sentence that the table says now, at most some 90 letters: key and values of the catalogue of words.
    ``voice``: whose it is; the buttons of the machine are those of ``prompt.actions``."""

    key: str
    args: dict[str, Any]
    voice: Literal["machine", "match"]


class DiceShown(OpenShown):
    """The last throw that counts, as the journal has it."""

    dice: list[int]
    purpose: PurposeName | str
    time: str
    board_agrees: bool | None = Field(
        description="whether the board says that its display shows these dice; null: it has not said, or cannot"
    )
    misshown: list[int] | None = Field(
        description="what the board said that it shows, where that was something else; 0 is dark. The roll counts"
    )


class AnchorShown(Shown):
    """The promise of the seeds of an epoch. ``record``: signed, for a verifier; `GET /dice/anchor.svg` shows it."""

    table: str
    epoch: str
    name: str
    time: str
    cause: Literal["first", "new-day", "used-up", "restored", "seeds-lost"]
    length: int
    record: str


class OpenRollShown(Shown):
    """A roll that waits for the seats. ``turn``: whose turn it is on the keypad; ``revealing``: phones whose nonce is
    awaited once ``locked``, the signed lock, is there; ``seconds``: the time for this step, counted from its begin."""

    number: int
    roll_id: str = Field(description="table, epoch and number, hexadecimal: part of a phone's commitment")
    purpose: PurposeName | str
    dice: int
    order: list[Seat]
    turn: Seat | None
    waiting: list[Seat]
    revealing: list[Seat]
    locked: str | None
    seconds: float


class DiceTallyShown(Shown):
    """How often, since the journal began; `uncontributed`: rolls to which no seat gave anything."""

    rolls: int
    uncontributed: int
    timed_out: int
    withheld: int
    voids: int


class FairDiceShown(Shown):
    """Dice that anybody can check. ``rolled``: rolls of the present epoch."""

    checkable: bool
    reason: str | None = Field(description="why the next roll cannot be checked; null when it can")
    anchor: AnchorShown | None
    rolled: int
    tally: DiceTallyShown
    open: OpenRollShown | None


class FirstStack(Shown):
    seat: Seat
    stack_from_right: int


class WallShown(Shown):
    """The wall as the dice broke it. Tiles are slots ``side-stack-layer``; ``deal`` is by seat."""

    set: Literal["A", "B"] | None
    stacks: list[int]
    broken_wall_seat: Seat
    stacks_counted: int
    first_stack: FirstStack
    deal: dict[str, list[str]]
    dead_wall: list[str]
    next_draw: str | None
    first_replacements: list[str]
    live_left: int
    indicator: str | None


class JournalProblemShown(Shown):
    """Why nothing can be written: a refusal. ``first_bad``: the first event that cannot be used, where it is that."""

    code: str
    number: str | None
    detail: str
    remedy: str
    first_bad: int | None


class JournalHeadShown(Shown):
    first_epoch: str = Field(description="of event 1")
    epoch: str = Field(description="of the event `seq`")
    hash: str = Field(description="of the event `seq`, hexadecimal")
    problem: JournalProblemShown | None


class Snapshot(Shown):
    """``seq``: the last event that is in it; ``speed``: the table's seconds per real second, null for as fast as
    it goes.
    """

    seq: int
    name: str = Field(description="of the table, as `table.toml` has it")
    time: str
    speed: float | None
    board: BoardShown
    mechanism: MechanismShown
    faults: list[FaultShown]
    light: LightShown
    sentence: SentenceShown
    prompt: PromptShown
    journal: JournalHeadShown
    dice: DiceShown | None
    fair_dice: FairDiceShown
    wall: WallShown | None
    match: MatchShown | None
    fresh_wall: bool = Field(description="the wall that stands has not been played")
    played_wall: bool = Field(description="the wall that stands was played; dice for it are thrown only with `again`")
    hall: HallShown | None = Field(description="that the table belongs to, and how it stands with it")
    calls: list[CallShown] = Field(description="open calls for staff, the oldest first")
    pairing: PairingShown | None = Field(description="a device is being paired; only the table's own display is told")
