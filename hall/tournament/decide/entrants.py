"""Who takes part: entry, import, late entry, drop-out, substitute."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from controller.events import Event
from controller.refusals import Code, Refused, Takes
from hall.tournament import events as did
from hall.tournament.commands import (
    AddEntrant,
    ChangeEntrant,
    ImportEntrants,
    NameSubstitute,
    RemoveEntrant,
    SetStatus,
)
from hall.tournament.decide.looking import OPEN, Asked, going_on, read_part, reason, the_entrant, write_part
from hall.tournament.importing import LONGEST_TEXT, MOST_ROWS, MOST_SEED, is_country, is_ema, preview
from hall.tournament.state import Tournament
from hall.tournament.values import Entrant, Substitution

ENTERING: Final = (None, *OPEN)
MOST_ENTRANTS: Final = MOST_ROWS
MOST_FAULTS_SHOWN: Final = 200


def add(command: AddEntrant, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context, ENTERING)
    _not_after_cut(tournament, command.entrant)
    entrant = _read({**command.entrant, "id": _next_id(tournament), "first_round": _next_round(tournament)})
    _check_room(tournament, 1)
    _check_twice(tournament, entrant)
    return (did.EntrantsAdded(tournament.id, command.who, (entrant,)),)


def import_list(command: ImportEntrants, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context, ENTERING)
    found = preview(command.text, tournament.entrants)
    if found.faults:
        faults = [
            {"row": each.row, "column": each.column, "reason": each.reason.value, "value": each.value}
            for each in found.faults[:MOST_FAULTS_SHOWN]
        ]
        first = found.faults[0]
        detail = f"row {first.row}, column {first.column}: {first.reason}"
        raise Refused(Code.BAD_IMPORT, detail, field="text", more={"faults": faults, "found": len(found.faults)})
    _check_room(tournament, len(found.entrants))
    number, first_round = _number(_next_id(tournament)), _next_round(tournament)
    made = tuple(
        replace(entrant, id=f"e{number + at}", first_round=first_round)
        for at, entrant in enumerate(found.entrants.values())
    )
    return (did.EntrantsAdded(tournament.id, command.who, made),)


def change(command: ChangeEntrant, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context)
    before = the_entrant(tournament, command.entrant)
    for name in ("id", "status", "last_round", "first_round"):
        if name in command.changes:
            raise Refused(Code.BAD_ENTRANT, Takes.OTHER_WAY(), field=name)
    entrant = _read({**write_part(before), **command.changes})
    _check_twice(tournament, entrant)
    if tournament.draw is not None and entrant.substitute != before.substitute:
        raise Refused(Code.BAD_ENTRANT, Takes.FIXED_BY_DRAW(), field="substitute")
    return () if entrant == before else (did.EntrantChanged(tournament.id, command.who, entrant),)


def remove(command: RemoveEntrant, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context)
    entrant = the_entrant(tournament, command.entrant)
    if _has_played(tournament, entrant.id) or any(each.entrant == entrant.id for each in tournament.fines):
        raise Refused(Code.BAD_ENTRANT, Takes.STAYS_LISTED(), field="entrant")
    return (did.EntrantRemoved(tournament.id, command.who, entrant.id),)


def set_status(command: SetStatus, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context)
    entrant = the_entrant(tournament, command.entrant)
    if command.status not in ("", "WD", "DNF", "DQ"):
        raise Refused(Code.BAD_ENTRANT, Takes.ONE_OF(choices="WD, DNF, DQ"), field="status")
    last = None
    if command.status:
        seated = len(tournament.rounds)
        last = seated if command.last_round is None else command.last_round
        if not 0 <= last <= seated:
            raise Refused(Code.BAD_ENTRANT, Takes.BETWEEN(least=0, most=seated), field="last_round")
    why = reason(command.why) if command.status == "DQ" or command.why else ""
    return (did.StatusChanged(tournament.id, command.who, entrant.id, command.status, last, why),)


def name_substitute(command: NameSubstitute, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context, OPEN)
    absent, by = the_entrant(tournament, command.absent, "absent"), the_entrant(tournament, command.by, "by")
    named = Substitution(absent.id, by.id, command.first, command.last)
    if named.last is not None and named.last < named.first:
        raise Refused(Code.BAD_ENTRANT, Takes.NOT_BEFORE_FIRST(), field="last")
    if named.first < 1 or any(named.covers(each.number) and each.locked for each in tournament.rounds):
        raise Refused(Code.BAD_ENTRANT, Takes.OPEN_ROUND(), field="first")
    if by.id == absent.id or not by.substitute:
        raise Refused(Code.BAD_ENTRANT, Takes.SUBSTITUTE(name=by.name), field="by")
    for round in tournament.rounds:
        if named.covers(round.number) and any(by.id in table for table in round.tables):
            raise Refused(Code.BAD_ENTRANT, Takes.SITS(name=by.name, round=round.number), field="by")
    for other in tournament.substitutions:
        if {other.by, other.absent} & {by.id, absent.id} and _overlap(other, named):
            raise Refused(Code.BAD_ENTRANT, Takes.IN_ANOTHER(), field="by")
    return (did.SubstituteNamed(tournament.id, command.who, named),)


def _overlap(one: Substitution, other: Substitution) -> bool:
    return (one.last is None or other.first <= one.last) and (other.last is None or one.first <= other.last)


def _has_played(tournament: Tournament, id: str) -> bool:
    drawn = tournament.draw is not None and id in tournament.draw.numbers
    return drawn or any(id in table for round in tournament.rounds for table in round.tables)


def _next_round(tournament: Tournament) -> int:
    return len(tournament.rounds) + 1


def _next_id(tournament: Tournament) -> str:
    return f"e{max((_number(each.id) for each in tournament.entrants), default=0) + 1}"


def _number(id: str) -> int:
    return int(id[1:])


def _not_after_cut(tournament: Tournament, members: Mapping[str, Any]) -> None:
    if tournament.cuts and not members.get("substitute"):
        raise Refused(Code.BAD_ENTRANT, Takes.ONLY_SUBSTITUTES(), field="substitute")


def _check_room(tournament: Tournament, more: int) -> None:
    if len(tournament.entrants) + more > MOST_ENTRANTS:
        raise Refused(Code.BAD_ENTRANT, Takes.FULL(most=MOST_ENTRANTS), field="entrant")


def _read(members: Mapping[str, Any]) -> Entrant:
    entrant = read_part(Entrant, {"name": "", **members}, Code.BAD_ENTRANT)
    name = entrant.name or f"{entrant.first_name} {entrant.last_name}".strip()
    entrant = replace(entrant, name=name)
    for field in ("name", "first_name", "last_name", "ema", "club", "team", "country"):
        text = getattr(entrant, field)
        if len(text) > LONGEST_TEXT or (text and not text.isprintable()) or text != text.strip():
            raise Refused(Code.BAD_ENTRANT, Takes.LINE(most=LONGEST_TEXT), field=field)
    if not entrant.name:
        raise Refused(Code.BAD_ENTRANT, Takes.SOMETHING(), field="name")
    if entrant.ema and not is_ema(entrant.ema):
        raise Refused(Code.BAD_ENTRANT, Takes.EIGHT_DIGITS(), field="ema")
    if entrant.country and not is_country(entrant.country):
        raise Refused(Code.BAD_ENTRANT, Takes.LETTERS_OF_COUNTRY(), field="country")
    if entrant.seed is not None and entrant.seed > MOST_SEED:
        raise Refused(Code.BAD_ENTRANT, Takes.AT_MOST(most=MOST_SEED), field="seed")
    return entrant


def _check_twice(tournament: Tournament, entrant: Entrant) -> None:
    for other in tournament.entrants:
        if other.id == entrant.id:
            continue
        if entrant.ema and other.ema == entrant.ema:
            raise Refused(Code.BAD_ENTRANT, Takes.NAME_TAKEN(name=other.name), field="ema")
        if entrant.person is not None and other.person == entrant.person:
            raise Refused(Code.BAD_ENTRANT, Takes.NAME_TAKEN(name=other.name), field="person")
        same = (other.name.casefold(), other.ema, other.club.casefold())
        if same == (entrant.name.casefold(), entrant.ema, entrant.club.casefold()):
            raise Refused(Code.BAD_ENTRANT, Takes.NAME_TAKEN(name=other.name), field="name")
