"""Results of tables without a board of ours, and rulings about any: entered, confirmed, disputed, ruled.

A result of a table with a board is the table's own. What the desk wants changed there is an order to the table; a
ruling here counts before the table's result, and names its reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from controller.events import Event
from controller.limits import LONGEST_RULING, check_words
from controller.refusals import Because, Code, Refused, Takes
from controller.rules.seats import Seat
from hall.tournament import events as did
from hall.tournament.cards import is_for
from hall.tournament.commands import (
    ConfirmOwnResult,
    ConfirmResult,
    DisputeOwnResult,
    EnterOwnResult,
    EnterResult,
    HeadRuleResult,
    RuleResult,
    WithdrawResult,
)
from hall.tournament.decide.looking import (
    Asked,
    going_on,
    read_part,
    reason,
    results_in,
    the_round,
    the_seats,
)
from hall.tournament.outcome import preset_of_tournament
from hall.tournament.results import RANKS, authority_of, check_result, effective, entries_of
from hall.tournament.state import Tournament
from hall.tournament.values import Authority, Entry, PlayedHand, TablePenalty, TableResult, WrittenHand

SEATS: Final = 4
PLAYED: Final = ("running", "time-called", "results-in", "protest-window")
MOST_HANDS: Final = 200
MOST_PENALTIES: Final = 100
SHEET_DIGITS: Final = 64


def enter(command: EnterResult, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context, PLAYED)
    if len(command.hands) > MOST_HANDS or len(command.penalties) > MOST_PENALTIES:
        raise Refused(Code.BAD_RECORD, Takes.ENTRIES(most=MOST_HANDS), field="hands")
    hands = [read_part(PlayedHand, row, Code.BAD_RECORD, f"hands[{at}].") for at, row in enumerate(command.hands)]
    penalties = [
        read_part(TablePenalty, row, Code.BAD_RECORD, f"penalties[{at}].") for at, row in enumerate(command.penalties)
    ]
    if command.written and len(command.written) != len(hands):
        raise Refused(Code.BAD_RECORD, Takes.ENTRIES(most=len(hands)), field="written")
    written = [
        read_part(WrittenHand, row, Code.BAD_RECORD, f"written[{at}].") for at, row in enumerate(command.written)
    ]
    result = TableResult(
        seats=_open_seats(tournament, command.round, command.table),
        scores=tuple(command.scores),
        sticks=command.sticks,
        state="proposed",
        source="desk",
        hands=tuple(hands),
        penalties=tuple(penalties),
        who=command.who,
        sheet=_sheet(command.sheet),
    )
    return _entered(tournament, command.who, command.round, command.table, result, "entered", tuple(written))


def enter_own(command: EnterOwnResult, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context, PLAYED)
    seats = _open_seats(tournament, command.round, command.table)
    own = _seat_of(tournament, command.person, seats)
    result = TableResult(
        seats=seats,
        scores=tuple(command.scores),
        sticks=command.sticks,
        state="proposed",
        source="phone",
        who=command.who,
        sheet=_sheet(command.sheet),
    )
    made = _entered(tournament, command.who, command.round, command.table, result, "entered")
    number = len(tournament.entries) + 1
    return (*made, did.ResultConfirmed(tournament.id, command.who, number, (own,)))


def confirm(command: ConfirmResult, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context, PLAYED)
    entry = _entry(tournament, command.entry)
    _seats_open(tournament, entry.round)
    if not command.seats or any(seat not in range(SEATS) for seat in command.seats):
        raise Refused(Code.BAD_RECORD, Takes.BETWEEN(least=0, most=SEATS - 1), field="seats")
    return _confirmed(tournament, entry, command.who, command.seats)


def confirm_own(command: ConfirmOwnResult, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context, PLAYED)
    entry = _entry(tournament, command.entry)
    seats = _open_seats(tournament, entry.round, entry.table)
    return _confirmed(tournament, entry, command.who, (_seat_of(tournament, command.person, seats),))


def _confirmed(tournament: Tournament, entry: Entry, who: str, seats: Sequence[int]) -> tuple[Event, ...]:
    new = tuple(Seat(seat) for seat in sorted(set(seats) - set(entry.confirmed)))
    return (did.ResultConfirmed(tournament.id, who, entry.number, new),) if new else ()


def dispute_own(command: DisputeOwnResult, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context, PLAYED)
    entry = _entry(tournament, command.entry)
    seats = _open_seats(tournament, entry.round, entry.table)
    check_words(command.text, "text", LONGEST_RULING)
    seat = _seat_of(tournament, command.person, seats)
    return (did.ResultDisputed(tournament.id, command.who, entry.number, seat, command.text.strip()),)


def withdraw(command: WithdrawResult, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context, PLAYED)
    entry = _entry(tournament, command.entry)
    _seats_open(tournament, entry.round)
    if RANKS[authority_of(entry)] > RANKS["confirmed"]:
        raise Refused(Code.OUTRANKED, Because.ANOTHER_RULING(), field="round")
    return (did.ResultWithdrawn(tournament.id, command.who, entry.number, reason(command.why)),)


def rule(command: RuleResult, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context, PLAYED)
    _seats_open(tournament, command.round)
    return _ruled(tournament, command, context, "referee")


def rule_as_head(command: HeadRuleResult, context: Asked) -> tuple[Event, ...]:
    """Whatever the step: a correction after publication names what it replaces, and standings follow."""
    return _ruled(going_on(command, context), command, context, "head")


def _ruled(tournament: Tournament, command: RuleResult, context: Asked, authority: Authority) -> tuple[Event, ...]:
    seats = the_seats(tournament, command.round, command.table)
    now = effective(tournament, results_in(context), command.round, command.table)
    if command.scores is None and now is None:
        raise Refused(Code.RESULTS_MISSING, Because.NO_RESULT(), field="round")
    stands = command.scores is None and now is not None
    result = TableResult(
        seats=seats,
        scores=now.scores if stands and now else tuple(command.scores or ()),
        sticks=now.sticks if stands and now else command.sticks,
        state="locked",
        source="desk",
        penalties=now.penalties if now else (),
        hands=now.hands if stands and now else (),
        start=now.start if now else None,
        end=now.end if now else None,
        authority=authority,
        who=command.who,
        why=reason(command.why),
        sheet=_sheet(command.sheet),
    )
    return _entered(tournament, command.who, command.round, command.table, result, authority)


def _entered(
    tournament: Tournament,
    who: str,
    number: int,
    table: int,
    result: TableResult,
    authority: Authority,
    written: tuple[WrittenHand, ...] = (),
) -> tuple[Event, ...]:
    before = entries_of(tournament, number, table)
    above = [each for each in before if RANKS[authority_of(each)] > RANKS[authority]]
    if above:
        raise Refused(Code.OUTRANKED, Because.DECIDED(who=above[-1].result.who), field="table")
    check_result(result, preset_of_tournament(tournament))
    replaces = before[-1].number if before else 0
    entry = len(tournament.entries) + 1
    return (did.ResultEntered(tournament.id, who, entry, number, table, result, replaces, written),)


def _open_seats(tournament: Tournament, number: int, table: int) -> tuple[str, ...]:
    _seats_open(tournament, number)
    return the_seats(tournament, number, table)


def _seats_open(tournament: Tournament, number: int) -> None:
    round = the_round(tournament, number)
    if round.locked is not None or round.start is None:
        raise Refused(Code.TOURNAMENT_NOT_NOW, Because.ROUND_NOT_OPEN(n=number), field="tournament")


def _entry(tournament: Tournament, number: int) -> Entry:
    found = next((each for each in tournament.entries if each.number == number and not each.withdrawn), None)
    if found is None:
        raise Refused(Code.NO_SUCH_GAME, f"there is no entry {number}", field="table")
    return found


def _seat_of(tournament: Tournament, person: str, seats: Sequence[str]) -> Seat:
    for seat, id in enumerate(seats):
        entrant = tournament.entrant(id)
        if entrant is not None and is_for(tournament, entrant, person):
            return Seat(seat)
    raise Refused(Code.NO_SUCH_ENTRANT, Because.NOT_AT_TABLE(), field="person")


def _sheet(digest: str) -> str:
    if digest and (len(digest) != SHEET_DIGITS or any(letter not in "0123456789abcdef" for letter in digest)):
        raise Refused(Code.BAD_RECORD, Takes.HEX(digits=SHEET_DIGITS), field="sheet")
    return digest
