"""What the dome shows: lamps, text, dice and seats as one value, and the messages from one value to the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from controller.mechanism.situation import Situation, blocking, situation
from controller.mechanism.state import State
from firmware_bridge.messages import Lamps, SetLamps, ShowDice, ShowSeats, ShowText

S = Situation

Shown = SetLamps | ShowText | ShowDice | ShowSeats


@dataclass(frozen=True, slots=True)
class Seats:
    """Dealer 0-3, prevailing wind 0-3 (East first), extra hands, number of the hand."""

    dealer: int
    prevailing: int
    extra: int
    hand: int


@dataclass(frozen=True, slots=True)
class Dome:
    """Everything that the dome shows. Dice 0 is dark. The lamps FAULT and WARNING are the board's own."""

    lamps: Lamps
    text: str
    dice: tuple[int, int, int]
    seats: Seats | None


_TEXTS: Final = {
    S.STOP_PRESSED: "STOP",
    S.RESET_NEEDED: "STOP",
    S.COVER_OPEN: "COVER",
    S.HOT: "HOT",
    S.KEY_AWAITED: "KEY",
    S.RESETTING: "HOME",
    S.OPENING: "OPEN",
    S.CLOSING: "CLOSE",
    S.RAISING: "RAISE",
    S.RUNNING_OUT: "RUN OUT",
    S.RESUMING: "BUILD",
    S.STARTING: "BUILD",
    S.BUILDING: "BUILD",
    S.BUILD_SUSPENDED: "PAUSED",
    S.BUILD_LOST: "RAISE?",
    S.HATCH_OPEN_IN_BUILD: "CLOSE?",
    S.HATCH_OPEN: "TILES IN",
    S.HATCH_BETWEEN: "OPEN?",
    S.HATCH_DOUBT: "OPEN?",
    S.LIFTS_AWAY: "RAISE?",
    S.HALF_RAISED: "RAISE?",
    S.DRUM_AND_STAGED: "RAISE?",
    S.PARTIAL: "OPEN?",
    S.DRUM_LOADED: "RAISE?",
    S.PLAN_TOO_LONG: "TOO LONG",
    S.STAGED: "RAISE?",
    S.STAGED_LOAD_NEXT: "OPEN?",
    S.PLAYING_READY: "READY",
    S.PLAYING: "",
    S.EMPTY: "OPEN?",
}

NOBODY_CALLED: Final = frozenset(
    {
        S.BUILDING,
        S.STARTING,
        S.RESUMING,
        S.OPENING,
        S.CLOSING,
        S.RAISING,
        S.RUNNING_OUT,
        S.RESETTING,
        S.HATCH_OPEN,
        S.HATCH_OPEN_IN_BUILD,
        S.STAGED,
        S.STAGED_LOAD_NEXT,
        S.PLAYING,
        S.PLAYING_READY,
        S.EMPTY,
    }
)
"""Situations in which the table waits for nobody, or for players in the course of the game."""


def dome(state: State, dice: tuple[int, ...] = (), seats: Seats | None = None) -> Dome:
    """What the dome should show: READY with a finished wall below the deck, CALL when the table needs a person."""
    here = situation(state)
    lamps = Lamps(0)
    if state.books.staged and not blocking(state):
        lamps |= Lamps.READY
    if here not in NOBODY_CALLED:
        lamps |= Lamps.CALL
    if seats is not None:
        lamps |= Lamps(Lamps.DEALER_0 << seats.dealer)
    one, two, three = (*dice, 0, 0, 0)[:3]
    return Dome(lamps, text(state, here), (one, two, three), seats)


def text(state: State, here: Situation) -> str:
    """At most eight ASCII characters: the code of the fault that holds the table up, else what it does or waits for."""
    fault = blocking(state)
    if fault is not None and here not in (S.STOP_PRESSED, S.COVER_OPEN, S.HOT):
        return fault.code
    return _TEXTS.get(here, "")


def changes(before: Dome | None, now: Dome) -> tuple[Shown, ...]:
    """The messages that turn what the dome shows into ``now``; all of them after a connect (``before`` None)."""
    messages: list[Shown] = []
    if before is None or before.lamps != now.lamps:
        messages.append(SetLamps(now.lamps))
    if before is None or before.text != now.text:
        messages.append(ShowText(now.text.encode("ascii")))
    if before is None or before.dice != now.dice:
        messages.append(ShowDice(now.dice))
    if now.seats is not None and (before is None or before.seats != now.seats):
        messages.append(ShowSeats(now.seats.dealer, now.seats.prevailing, now.seats.extra, now.seats.hand))
    return tuple(messages)
