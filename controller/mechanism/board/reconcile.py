"""The board comes and goes: what it says is compared with the books before anything moves.

Nothing here gives a motion order: every way on begins with a key or a request. Decisions:

* **Board alive, build suspended, same quota** - the counts are kept; a key goes on.
* **Board alive, build ready** - the wall is booked.
* **Board alive, build running** - it goes on; nothing to decide.
* **Board alive, it builds what the books do not know of** - the answer to the order was lost on the way, or the journal
  is older than the table. A build is ordered only after the staged wall rose and a set was loaded, so these are booked,
  and the build with the board's own quota. It stands still (the dead-man saw to that) until a person goes on.
* **Board alive and idle, the order to build was not answered** - it never arrived: the set still lies in the drum.
* **Board restarted during a build** - the counts are gone, tiles lie in drum, channels and trays, and nobody can tell
  how many where: such a build is never trusted. The shortest safe way: RAISE runs the heads and the channels out and
  brings the partial wall up; people drop those tiles in again through the hatch; the build begins anew. When that does
  not end well, the deck is opened and the table emptied (``emptied``).
* **Lifts not at home** - a lift has only one way to go: it finishes its turn on a key and so has shown its wall.
  When only some lifts were away, people look whether the wall stands; RAISE turns all lifts once more, which is
  harmless under a wall that stands already.
* **Hatch open, books say closed** - it is open; people close it. **Hatch closed, books say open** - nobody can tell
  whether the tiles are in, so OPEN opens it again, people look, and close it. Only when the order to close was on its
  way as the link broke and the board did not restart is the set booked as loaded.
* **Hatch between** - OPEN opens it fully: the direction that cannot hurt.
* **Board restarted otherwise** - staged and raised walls are where they were; a key ends the wait, nothing else.
"""

from __future__ import annotations

from typing import Final

from controller.events.machine import (
    BoardAttached,
    BoardDetached,
    BuildResumed,
    BuildStarted,
    BuildSuspended,
    BuildWithdrawn,
    SetLoaded,
    WallRaised,
)
from controller.mechanism import faults
from controller.mechanism.agenda import sides_with_tiles
from controller.mechanism.board.building import build_gone, four, ready
from controller.mechanism.board.loading import hatch_closed, seen
from controller.mechanism.board.notifications import latched
from controller.mechanism.state import Live
from controller.mechanism.tasks import TaskKind
from controller.mechanism.transition import Turn
from firmware_bridge.messages import BuildPhase, Position, ResetCause, Welcome

ON_PURPOSE: Final = frozenset({"closed", "incompatible"})
"""Reasons of a loss that are no fault of the link."""

UNANSWERED: Final = "unanswered"
"""Why a build is booked as suspended that was ordered while the link broke: it may never have begun. Without the link
no build lives longer than the dead-man, so a board that is idle afterwards never took the order."""

_CRASHES: Final = (ResetCause.BROWN_OUT, ResetCause.WATCHDOG)


def lost(turn: Turn, reason: str) -> None:
    """The link is gone. The board stops by itself; what was under way is not taken up again by anyone but a person."""
    live = turn.live
    was_connected, task = live.connected, live.task
    _book_doubtful_build(turn)
    closing = live.closing or (task is not None and task.kind is TaskKind.CLOSE and task.load)
    turn.change(connected=False, away=reason, task=None, agenda=(), warning=False, kept_key=None, closing=closing)
    turn.change(notice=None, refusal=None, motors=0)
    if was_connected:
        turn.emit(BoardDetached(reason))
        if reason not in ON_PURPOSE:
            turn.declare(faults.spec_of("E60"), reason=reason)


def _book_doubtful_build(turn: Turn) -> None:
    """An order to build that was not answered may have been carried out: it is booked, and asked about later."""
    task = turn.live.task
    name = turn.books.in_drum
    if task is not None and task.kind is TaskKind.BUILD and name is not None:
        plan = turn.books.plan
        turn.emit(BuildStarted(name, plan.quota, plan.players))
    if turn.books.building and turn.books.suspended is None:
        unanswered = task is not None and task.kind is TaskKind.BUILD
        reason = UNANSWERED if unanswered else "link"
        turn.emit(BuildSuspended(reason, turn.live.counts))


def connected(turn: Turn, welcome: Welcome) -> None:
    """Compares and books what is certain."""
    before = turn.books.board
    serial = _hex(welcome.serial)
    alive = before is not None and (before.boot, before.serial) == (welcome.boot, serial)
    _book_board(turn, welcome, serial)
    _settle_faults(turn, welcome, alive)
    _take(turn, welcome, alive)
    latched(turn, welcome.latches)
    _settle_hatch(turn, alive)
    seen(turn, welcome.positions)
    _settle_build(turn, welcome, alive)


def _hex(data: tuple[int, ...]) -> str:
    return bytes(data).hex()


def _book_board(turn: Turn, welcome: Welcome, serial: str) -> None:
    attached = BoardAttached(
        boot=welcome.boot,
        cause=welcome.cause.name.lower().replace("_", "-"),
        firmware=".".join(str(part) for part in welcome.firmware),
        build=_hex(welcome.build),
        serial=serial,
        capabilities=tuple(bit.name.lower().replace("_", "-") for bit in welcome.capabilities if bit.name),
        max_stacks=welcome.max_stacks,
    )
    turn.emit(attached)


def _settle_faults(turn: Turn, welcome: Welcome, alive: bool) -> None:
    """The link is there again; a restarted board has forgotten its faults, and a crash of its own is one."""
    for fault in turn.books.faults:
        if fault.code == "E60":
            turn.clear_fault(fault, "reconnect")
        elif fault.origin == "board" and not alive:
            turn.clear_fault(fault, "restart")
    if not alive and welcome.cause in _CRASHES:
        turn.declare(faults.spec_of("E51"), cause=welcome.cause.name.lower().replace("_", "-"))


def _take(turn: Turn, welcome: Welcome, alive: bool) -> None:
    """Begins the transient part anew; over a link that broke, what people had begun is still known."""
    live = turn.live
    turn.renew(
        Live(
            connected=True,
            positions=welcome.positions,
            phase=welcome.phase,
            counts=four(welcome.counts),
            began_us=live.began_us if alive else None,
            now_us=live.now_us if alive else 0,
            build_tag=live.build_tag if alive else None,
            lifted=live.lifted,
            half_raised=live.half_raised,
            closing=live.closing and alive,
            tag=live.tag,
        )
    )
    if turn.live.lifts_away and turn.live.lifted is None:
        turn.change(lifted=frozenset())


def _settle_hatch(turn: Turn, alive: bool) -> None:
    shut = turn.live.hatch is Position.HOME
    if shut and turn.live.closing and alive:
        hatch_closed(turn, load=True)
    elif shut and turn.live.running:
        hatch_closed(turn, load=False)
    turn.change(closing=False)


def _settle_build(turn: Turn, welcome: Welcome, alive: bool) -> None:
    books = turn.books
    idle = welcome.phase in (BuildPhase.NONE, BuildPhase.FAILED, BuildPhase.READY)
    if idle and alive and books.building and books.suspended == UNANSWERED:
        turn.emit(BuildWithdrawn(books.building))
    elif welcome.phase in (BuildPhase.NONE, BuildPhase.FAILED):
        build_gone(turn, "counts-lost")
    else:
        if books.building is None and not idle:
            _adopt(turn, welcome)
        _compare(turn, welcome)


def _compare(turn: Turn, welcome: Welcome) -> None:
    name = turn.books.building
    plan = turn.books.book(name).plan if name else None
    if plan is None or turn.books.lost:
        return
    if four(welcome.quota) != plan.quota:
        build_gone(turn, "counts-lost")
    elif welcome.phase is BuildPhase.READY:
        ready(turn, four(welcome.counts))
    elif welcome.phase is BuildPhase.SUSPENDED:
        if turn.books.suspended in (None, UNANSWERED):
            turn.emit(BuildSuspended("link", four(welcome.counts)))
    elif turn.books.suspended is not None:
        turn.emit(BuildResumed())


def _adopt(turn: Turn, welcome: Welcome) -> None:
    """Books a build that the board knows and the journal does not."""
    books = turn.books
    quota = four(welcome.quota)
    if not sides_with_tiles(quota):
        return
    name = books.in_drum or books.raised or books.expected
    if name is None:
        return
    if books.in_drum is None or books.book(name).partial:
        turn.emit(SetLoaded(name))
    if turn.books.staged:
        turn.emit(WallRaised(turn.books.staged))
    turn.emit(BuildStarted(name, quota, books.plan.players))
    turn.emit(BuildSuspended("link", four(welcome.counts)))
