"""Whether a result says what its game asks for, and nothing that the game does not know. Raises ``Refused``."""

from __future__ import annotations

from collections.abc import Sequence

from controller.limits import LONGEST_ABORT, MOST_CHIPS, MOST_POINTS, check_words
from controller.match.commands import HandResult, ScoredWin, Win
from controller.match.state import VOID
from controller.refusals import Code, Refused
from controller.rules.entry import Asks, Declaration
from controller.rules.game import QuickWin
from controller.rules.seats import SEAT_COUNT, Seat


def check_result(asks: Asks, result: HandResult, present: Sequence[Seat]) -> None:
    """``present``: occupied seats."""
    _check_seats(result, present)
    for name, seats in result.declared.items():
        if seats:
            _check_declared(asks, result, name)
    if result.kind == "win":
        _check_wins(asks, result, present)
    else:
        _check_no_win(asks, result)
    if result.ready and not (asks.ready and result.kind == "draw"):
        raise bad("ready", "Ready hands are named after a drawn hand, in games that pay for them.")


def bad(field: str, detail: str, remedy: str = "Correct the entry.") -> Refused:
    return Refused(Code.BAD_RESULT, detail, remedy, field=field)


def _check_seats(result: HandResult, present: Sequence[Seat]) -> None:
    for field, seats in {"ready": result.ready, **result.declared}.items():
        if len(set(seats)) != len(seats) or not set(seats) <= set(present):
            raise bad(field, f"{field.capitalize()} names occupied seats, each once.")


def _check_declared(asks: Asks, result: HandResult, name: str) -> None:
    row = asks.declaration(name)
    if row is None:
        raise bad(name, f"Nobody declares {name} in this game.")
    if result.kind not in row.after:
        raise bad(name, f"Nobody declares {name} in a hand that ended like this.")
    if result.kind == "abort" and result.reason in ("", VOID):
        raise bad(name, "What was declared in a void hand is taken back.", "Leave it out.")
    if row.quick and any(isinstance(win, ScoredWin) for win in result.wins):
        raise bad(name, f"A hand with tiles says {name} by itself.", "Leave it out.")
    if row.ready and asks.ready and result.kind == "draw" and not set(result.declared[name]) <= set(result.ready):
        remedy = "Name the hand as ready; or record the penalty for declaring without it and enter the hand as void."
        raise bad("ready", f"Whoever declared {name} shows a ready hand.", remedy)


def _check_no_win(asks: Asks, result: HandResult) -> None:
    check_words(result.reason, "reason", LONGEST_ABORT, may_be_empty=True)
    if result.wins:
        raise bad("wins", f"A hand that ends in a {result.kind} has no winner.")
    if result.kind == "abort":
        _check_abort(asks, result.reason)


def _check_abort(asks: Asks, reason: str) -> None:
    known = (VOID, *asks.abort)
    if reason and reason not in known:
        raise bad("reason", f"No hand ends by {reason!r} in this game.", f"Choose one of {', '.join(known)}.")


def _check_wins(asks: Asks, result: HandResult, present: Sequence[Seat]) -> None:
    wins = result.wins
    if not wins:
        raise bad("wins", "A win needs a winner.")
    for place, win in enumerate(wins):
        _check_win(asks, win, f"wins[{place}]", present)
    first = wins[0]
    if len({win.winner for win in wins}) != len(wins):
        raise bad("wins", "A seat is named twice as winner.")
    if len(wins) > 1 and first.source == "self-draw":
        raise bad("wins", "Only one player can win from the wall.")
    if any((win.source, win.discarder) != (first.source, first.discarder) for win in wins):
        raise bad("wins", "Several winners win on the same tile of the same player.")
    if len({type(win) for win in wins}) > 1:
        raise bad("wins", "Enter all wins with tiles or all without.")
    for place, win in enumerate(wins):
        if isinstance(win, ScoredWin):
            for row in asks.declared:
                _check_flags(row, win, win.winner in result.declared.get(row.id, ()), f"wins[{place}].tiles.flags")


def _check_win(asks: Asks, win: Win, field: str, present: Sequence[Seat]) -> None:
    if win.winner not in present:
        raise bad(f"{field}.winner", "The winner sits on an occupied seat.")
    if win.source == "self-draw":
        if win.discarder is not None:
            raise bad(f"{field}.discarder", "A win from the wall has no discarder.")
    elif win.discarder not in present or win.discarder == win.winner:
        raise bad(f"{field}.discarder", "The discarder is another player on an occupied seat.")
    if win.source not in asks.sources:
        raise bad(f"{field}.source", f"No hand is won by {win.source} in this game.")
    _check_liable(asks, win, f"{field}.liable", present)
    if isinstance(win, QuickWin):
        _check_quick(asks, win, field)
        _check_chips(asks, win, f"{field}.chips")
        _check_losers(asks, win, f"{field}.losers", present)


def _check_liable(asks: Asks, win: Win, field: str, present: Sequence[Seat]) -> None:
    if win.liable is None:
        return
    if not (asks.liable or (isinstance(win, QuickWin) and win.source in asks.liable_quick)):
        raise bad(field, "Nobody is liable for a hand in this game.")
    if win.liable not in present or win.liable == win.winner:
        raise bad(field, "The liable player is another one on an occupied seat.")


def _check_quick(asks: Asks, win: QuickWin, field: str) -> None:
    if not 0 <= win.total <= MOST_POINTS:
        raise bad(f"{field}.total", f"A total is a number from 0 to {MOST_POINTS}.")
    if win.limit and not asks.limit:
        raise bad(f"{field}.limit", "This game has no limit.")
    if not win.limit and win.total < asks.least:
        raise bad(f"{field}.total", f"A winning hand counts at least {asks.least} here.")
    if win.fu is not None and win.fu not in asks.fu:
        raise bad(f"{field}.fu", f"{win.fu} fu cannot be.", f"Choose one of {', '.join(map(str, asks.fu)) or 'none'}.")
    if win.fu is None and len(asks.fu) > 1 and asks.needs_fu(win.total, win.limit):
        raise bad(f"{field}.fu", f"A win below {asks.fu_below} needs its fu.")


def _check_chips(asks: Asks, win: QuickWin, field: str) -> None:
    if win.chips and not asks.chips:
        raise bad(field, "There are no chips in this game.", "Leave it out.")
    if not 0 <= win.chips <= MOST_CHIPS:
        raise bad(field, f"A win earns from 0 to {MOST_CHIPS} chips of each payer.")


def _check_losers(asks: Asks, win: QuickWin, field: str, present: Sequence[Seat]) -> None:
    if not win.losers:
        return
    if not asks.losers:
        raise bad(field, "The hands of those who have not won count nothing in this game.", "Leave it out.")
    if len(win.losers) != SEAT_COUNT:
        raise bad(field, "It has one number for each seat, 0 for the winner's.")
    for seat, points in enumerate(win.losers):
        if not 0 <= points <= MOST_POINTS:
            raise bad(f"{field}[{seat}]", f"A hand counts from 0 to {MOST_POINTS}.")
        if points and (seat == win.winner or seat not in present):
            raise bad(f"{field}[{seat}]", "Only a player who has not won has such a hand.", "Write 0.")


def _check_flags(row: Declaration, win: ScoredWin, declared: bool, field: str) -> None:
    """The tiles of a winner and the table say the same of what he declared."""
    flags = win.parts.get("flags", ())
    flagged = isinstance(flags, Sequence) and any(flag in flags for flag in row.flags)
    if row.flags and flagged != declared:
        detail = (
            f"The hand has {row.id}, the table has not." if flagged else f"The table has {row.id}, the hand has not."
        )
        raise bad(field, detail, "Say in both places whether the winner declared it.")
