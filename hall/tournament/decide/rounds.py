"""Steps of a round: start, clock, time, results, protests, lock; then cuts and the end. And the way back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from typing import Any, Final

from controller.events import Event
from controller.refusals import Because, Code, Refused, Takes
from hall.tournament import events as did
from hall.tournament.commands import (
    CallTime,
    CloseTournament,
    CompleteResults,
    CutField,
    ExtendClock,
    LockRound,
    PublishFinal,
    PublishResults,
    PublishStandings,
    StartRound,
    SwitchClock,
    UndoStep,
)
from hall.tournament.decide.looking import Asked, going_on, looked_up, next_step, reason, results_in
from hall.tournament.outcome import outcome, preset_of_tournament
from hall.tournament.presets import SEATS
from hall.tournament.record import Cut, CutGroup
from hall.tournament.results import Results, check_result, disputed_tables, missing_tables, results_of
from hall.tournament.standings import cut_groups
from hall.tournament.state import Tournament
from hall.tournament.times import iso, moment
from hall.tournament.values import CutMade, GroupOfCut, Round

MOST_MINUTES: Final = 24 * 60
MOST_GROUPS: Final = 50
LONGEST_WAIT: Final = timedelta(days=7)
"""A start may be set so far ahead."""
STARTED: Final = ("running", "time-called", "results-in")


def start(command: StartRound, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context, ("seated",))
    round = _round(tournament)
    at = context.now
    if command.start is not None:
        try:
            at = moment(command.start)
        except ValueError as error:
            raise Refused(Code.BAD_TOURNAMENT, Takes.TIME(), field="start") from error
        if abs(at - context.now) > LONGEST_WAIT:
            raise Refused(Code.BAD_TOURNAMENT, Takes.WITHIN_A_WEEK(), field="start")
    minutes = int(tournament.settings.gong["minutes"]) if command.minutes is None else command.minutes
    if not 0 <= minutes <= MOST_MINUTES:
        raise Refused(Code.BAD_TOURNAMENT, Takes.BETWEEN(least=0, most=MOST_MINUTES), field="minutes")
    return (did.RoundStarted(tournament.id, command.who, next_step(tournament), round.number, iso(at), minutes),)


def extend(command: ExtendClock, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context, ("running", "time-called"))
    round = _round(tournament)
    if not 0 <= command.table <= len(round.tables):
        raise Refused(Code.NO_SUCH_GAME, Takes.BETWEEN(least=0, most=len(round.tables)), field="table")
    if not 0 < abs(command.minutes) <= MOST_MINUTES:
        raise Refused(Code.BAD_TOURNAMENT, Takes.BETWEEN(least=1, most=MOST_MINUTES), field="minutes")
    why = reason(command.why) if command.why else ""
    return (did.ClockExtended(tournament.id, command.who, round.number, command.table, command.minutes, why),)


def switch(command: SwitchClock, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context, ("running",))
    round = _round(tournament)
    stands = any(each.end is None for each in round.stopped)
    if stands != command.runs:
        return ()
    return (did.ClockSwitched(tournament.id, command.who, round.number, command.runs, iso(context.now)),)


def call_time(command: CallTime, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context, ("running",))
    round, now = _round(tournament), iso(context.now)
    if command.table:
        if not 0 < command.table <= len(round.tables):
            raise Refused(Code.NO_SUCH_GAME, Takes.BETWEEN(least=1, most=len(round.tables)), field="table")
        return (did.TableCalled(tournament.id, command.who, round.number, command.table, now),)
    return (did.TimeCalled(tournament.id, command.who, next_step(tournament), round.number, now),)


def complete(command: CompleteResults, context: Asked) -> tuple[Event, ...]:
    """Every table has ended, and what it says adds up."""
    tournament = going_on(command, context, ("running", "time-called"))
    round, results = _round(tournament), results_in(context)
    if missing := missing_tables(tournament, results, round):
        raise Refused(Code.RESULTS_MISSING, field="round", more={"tables": missing})
    _check_all(tournament, results, round)
    return (did.ResultsComplete(tournament.id, command.who, next_step(tournament), round.number),)


def _check_all(tournament: Tournament, results: Results, round: Round) -> None:
    preset = preset_of_tournament(tournament)
    for table, result in enumerate(results_of(tournament, results, round), 1):
        if result is not None:
            check_result(result, preset, f"rounds[{round.number}].tables[{table}].")


def publish(command: PublishResults, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context, ("results-in",))
    minutes = tournament.settings.protest_minutes if command.minutes is None else command.minutes
    if not 0 <= minutes <= MOST_MINUTES:
        raise Refused(Code.BAD_TOURNAMENT, Takes.BETWEEN(least=0, most=MOST_MINUTES), field="minutes")
    until = iso(context.now + timedelta(minutes=minutes))
    round = _round(tournament)
    return (did.ResultsPublished(tournament.id, command.who, next_step(tournament), round.number, until),)


def lock(command: LockRound, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context, ("protest-window",))
    round, results = _round(tournament), results_in(context)
    open_ones = [each.number for each in tournament.protests if each.round == round.number and each.upheld is None]
    if open_ones:
        raise Refused(Code.PROTESTS_OPEN, field="round", more={"protests": open_ones})
    if missing := missing_tables(tournament, results, round):
        raise Refused(Code.RESULTS_MISSING, field="round", more={"tables": missing})
    if disputed := disputed_tables(tournament, results, round):
        raise Refused(Code.RESULTS_DISPUTED, field="round", more={"tables": disputed})
    if not command.early and round.protests_until is not None and iso(context.now) < round.protests_until:
        raise Refused(Code.WINDOW_OPEN, f"until {round.protests_until}", field="round")
    _check_all(tournament, results, round)
    return (did.RoundLocked(tournament.id, command.who, next_step(tournament), round.number),)


# ---------------------------------------------------------------- cuts, and the end


def cut(command: CutField, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context, ("locked",))
    after = len(tournament.rounds)
    if after >= tournament.settings.rounds:
        raise Refused(Code.TOURNAMENT_NOT_NOW, Because.LAST_ROUND(), field="tournament")
    groups = [_group(row, at) for at, row in enumerate(command.groups)]
    play = [_plays(row, group, at) for at, (row, group) in enumerate(zip(command.groups, groups, strict=True))]
    if groups and not any(play):
        raise Refused(Code.BAD_TOURNAMENT, Takes.GROUP_PLAYS(), field="groups")
    if not 0 < len(groups) <= MOST_GROUPS:
        raise Refused(Code.BAD_TOURNAMENT, Takes.ONE_REST(), field="groups")
    if len(without := [at for at, group in enumerate(groups) if group.size is None]) > 1:
        raise Refused(Code.BAD_TOURNAMENT, Takes.SOMETHING(), field=f"groups[{without[0]}].size")
    record = outcome(tournament, results_in(context)).record
    try:
        members = cut_groups(replace(record, cut_order=command.order), Cut(after, tuple(groups)), "groups")
    except Refused as equal:
        if equal.entry is not Code.EQUAL_AT_CUT.value:
            raise
        raise Refused(Code.EQUAL_AT_CUT, field="order", more=equal.more) from equal  # ids mean nothing to a reader
    made = CutMade(
        after,
        tuple(
            GroupOfCut(group.size, str(group.factor), ids, plays)
            for group, ids, plays in zip(groups, members, play, strict=True)
        ),
        command.order,
    )
    return (did.FieldCut(tournament.id, command.who, next_step(tournament), made),)


def _group(row: Mapping[str, Any], at: int) -> CutGroup:
    size, factor = row.get("size"), row.get("factor", "1")
    if size is not None and (not isinstance(size, int) or isinstance(size, bool) or size < 1):
        raise Refused(Code.BAD_TOURNAMENT, Takes.AT_LEAST(least=1), field=f"groups[{at}].size")
    try:
        part = Fraction(factor) if isinstance(factor, str | int) and len(str(factor)) <= 20 else None
    except (ValueError, ZeroDivisionError):
        part = None
    if part is None or not 0 <= part <= 1:
        raise Refused(Code.BAD_TOURNAMENT, Takes.PART(), field=f"groups[{at}].factor")
    return CutGroup(size, part)


def _plays(row: Mapping[str, Any], group: CutGroup, at: int) -> bool:
    plays = row.get("plays", True)
    if not isinstance(plays, bool):
        raise Refused(Code.BAD_TOURNAMENT, Takes.YES_OR_NO(), field=f"groups[{at}].plays")
    if plays and group.size is not None and group.size % SEATS:
        raise Refused(Code.BAD_TOURNAMENT, Takes.FOURS(), field=f"groups[{at}].size")
    return plays


def publish_standings(command: PublishStandings, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context)
    if not 0 < command.round <= tournament.locked_rounds():
        raise Refused(Code.NO_SUCH_GAME, Takes.LOCKED_ROUND(), field="round")
    if command.round in tournament.published:
        return ()
    return (did.StandingsPublished(tournament.id, command.who, command.round),)


def publish_final(command: PublishFinal, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context, ("locked",))
    return (did.FinalPublished(tournament.id, command.who, next_step(tournament)),)


def close(command: CloseTournament, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context, ("final",))
    report = command.report
    if report and (len(report) != 64 or any(letter not in "0123456789abcdef" for letter in report)):
        raise Refused(Code.BAD_TOURNAMENT, Takes.HEX(digits=64), field="report")
    return (did.TournamentClosed(tournament.id, command.who, next_step(tournament), report),)


# ---------------------------------------------------------------- the way back


def undo(command: UndoStep, context: Asked) -> tuple[Event, ...]:
    """The last step; then the one before it is the last one. A round in which a hand was played is not taken back under
    its results; games that tables have begun without one end there."""
    tournament = looked_up(command, context)
    last = tournament.steps[-1] if tournament.steps else None
    if last is None or last.number != command.step:
        number = 0 if last is None else last.number
        raise Refused(Code.STEP_NOT_LAST, field="step", more={"step": number})
    if last.kind in ("seated", "running"):
        _check_nothing_played(tournament, results_in(context), last.round)
    return (did.StepUndone(tournament.id, command.who, last.number, reason(command.why)),)


def _check_nothing_played(tournament: Tournament, results: Results, number: int) -> None:
    entries: Sequence[int] = [each.number for each in tournament.entries if each.round == number and not each.withdrawn]
    played = [
        table
        for (id, round, table), result in results.items()
        if (id, round) == (tournament.id, number) and (result.hands or result.state != "playing")
    ]
    if entries or played:
        more = {"entries": [*entries], "tables": sorted(played)}
        raise Refused(Code.TOURNAMENT_NOT_NOW, Because.PLAYED(), field="tournament", more=more)


def _round(tournament: Tournament) -> Round:
    round = tournament.round
    if round is None:
        raise Refused(Code.TOURNAMENT_NOT_NOW, Because.NOT_SEATED(), field="tournament")
    return round
