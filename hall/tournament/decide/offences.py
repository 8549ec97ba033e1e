"""Penalties by tariff, and protests."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from controller.events import Event
from controller.limits import LONGEST_RULING, LONGEST_WHO, check_words
from controller.refusals import Because, Code, Refused, Takes
from hall.tournament import events as did
from hall.tournament.cards import is_for
from hall.tournament.commands import (
    AdmitLateProtest,
    CancelFine,
    DecideProtest,
    GiveFine,
    MakeOwnProtest,
    MakeProtest,
)
from hall.tournament.decide.looking import Asked, going_on, reason, the_entrant, the_round, the_seats
from hall.tournament.outcome import preset_of_tournament
from hall.tournament.presets import MOST_AMOUNT, PenaltyEffect, PenaltyUnit, Preset, TariffRow
from hall.tournament.state import Tournament
from hall.tournament.times import iso

MOST_FINES: Final = 5000


def give(command: GiveFine, context: Asked) -> tuple[Event, ...]:
    """At any time until the tournament is closed; a disqualification takes the player's place away at once."""
    tournament = going_on(command, context)
    entrant = the_entrant(tournament, command.entrant)
    preset = preset_of_tournament(tournament)
    row = _row(preset, command.kind)
    points = _points(row, preset, command.points)
    number = len(tournament.rounds) if command.round is None else command.round
    if not 0 <= number <= len(tournament.rounds):
        raise Refused(Code.BAD_FINE, Takes.BETWEEN(least=0, most=len(tournament.rounds)), field="round")
    if points and preset.penalties is PenaltyUnit.TABLE:
        _check_seated(tournament, entrant.id, number)
    if len(tournament.fines) >= MOST_FINES:
        raise Refused(Code.BAD_FINE, Takes.FULL(most=MOST_FINES), field="fine")
    fine = did.FineGiven(
        tournament.id,
        command.who,
        len(tournament.fines) + 1,
        entrant.id,
        number,
        row.id,
        str(points),
        row.effect.value,
        reason(command.why),
    )
    if row.effect is not PenaltyEffect.DISQUALIFIED:
        return (fine,)
    last = len(tournament.rounds)
    return (fine, did.StatusChanged(tournament.id, command.who, entrant.id, "DQ", last, fine.why))


def _row(preset: Preset, kind: str) -> TariffRow:
    found = next((row for row in preset.tariff if row.id == kind), None)
    if found is None:
        raise Refused(Code.BAD_FINE, Takes.LISTED(), field="kind")
    return found


def _points(row: TariffRow, preset: Preset, given: str | None) -> Fraction:
    if given is None:
        if len(row.points) != 1:
            raise Refused(Code.BAD_FINE, Takes.POINTS_SAID(), field="points")
        return row.points[0]
    try:
        points = Fraction(given) if len(given) <= 20 else None
    except (ValueError, ZeroDivisionError):
        points = None
    if points is None or points > 0 or points < -MOST_AMOUNT:
        raise Refused(Code.BAD_FINE, Takes.ZERO_OR_BELOW(), field="points")
    if row.points and points not in row.points:
        raise Refused(Code.BAD_FINE, Takes.ONE_OF(choices=", ".join(map(str, row.points))), field="points")
    if preset.penalties is PenaltyUnit.TABLE and points.denominator != 1:
        raise Refused(Code.BAD_FINE, Takes.POINTS_WHOLE(), field="points")
    return points


def _check_seated(tournament: Tournament, entrant: str, number: int) -> None:
    """It changes a session's score, so there must be one."""
    round = tournament.round_of(number)
    if round is None or not any(entrant in table for table in round.tables):
        raise Refused(Code.BAD_FINE, Takes.SITS_NOWHERE(), field="round")


def cancel(command: CancelFine, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context)
    fine = next((each for each in tournament.fines if each.number == command.fine and not each.cancelled), None)
    if fine is None:
        raise Refused(Code.NO_SUCH_FINE, field="fine")
    cancelled = did.FineCancelled(tournament.id, command.who, fine.number, reason(command.why))
    entrant = tournament.entrant(fine.entrant)
    others = any(
        each.entrant == fine.entrant and each.effect == fine.effect and each.number != fine.number
        for each in tournament.fines
        if not each.cancelled
    )
    if fine.effect != PenaltyEffect.DISQUALIFIED or others or entrant is None or entrant.status != "DQ":
        return (cancelled,)
    return (cancelled, did.StatusChanged(tournament.id, command.who, fine.entrant, "", None, cancelled.why))


# ---------------------------------------------------------------- protests


def protest(command: MakeProtest, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context)
    return _protest(tournament, command.who, command.round, command.table, command.entrant, command.text, context)


def protest_own(command: MakeOwnProtest, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context)
    round = the_round(tournament, command.round)
    for table, seats in enumerate(round.tables, 1):
        for id in seats:
            entrant = tournament.entrant(id)
            if entrant is not None and is_for(tournament, entrant, command.person):
                return _protest(tournament, command.who, round.number, table, id, command.text, context)
    raise Refused(Code.NO_SUCH_ENTRANT, Because.NOT_SITTING(), field="person")


def admit_late(command: AdmitLateProtest, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context)
    return _protest(
        tournament, command.who, command.round, command.table, command.entrant, command.text, context, late=True
    )


def _protest(
    tournament: Tournament,
    who: str,
    number: int,
    table: int,
    entrant: str,
    text: str,
    context: Asked,
    *,
    late: bool = False,
) -> tuple[Event, ...]:
    seats = the_seats(tournament, number, table)
    the_entrant(tournament, entrant)
    if entrant not in seats:
        raise Refused(Code.NO_SUCH_ENTRANT, Because.NOT_AT_TABLE(), field="entrant")
    check_words(text, "text", LONGEST_RULING)
    round = the_round(tournament, number)
    over = round.locked is not None or (round.protests_until is not None and iso(context.now) > round.protests_until)
    if over and not late:
        raise Refused(Code.PROTEST_TOO_LATE, f"It ended at {round.protests_until}.", field="round")
    count = len(tournament.protests) + 1
    return (did.ProtestMade(tournament.id, who, count, number, table, entrant, text.strip(), over),)


def decide_protest(command: DecideProtest, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context)
    found = next((each for each in tournament.protests if each.number == command.protest and each.upheld is None), None)
    if found is None:
        raise Refused(Code.NO_SUCH_PROTEST, field="protest")
    check_words(command.ruling, "ruling", LONGEST_RULING)
    referee = command.referee or command.who
    check_words(referee, "referee", LONGEST_WHO)
    return (
        did.ProtestDecided(tournament.id, command.who, found.number, command.upheld, command.ruling.strip(), referee),
    )
