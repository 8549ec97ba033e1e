"""The tournaments of a hall as they are now: a fold over the hall's events.

A tournament keeps the events that made it. When its last step is undone it is folded anew without that step, so that
the step has never happened, and whatever else was written since stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol, TypeVar

from controller.events import Event
from controller.events.values import Json, Number
from hall.tournament import events as did
from hall.tournament.values import (
    AskedDice,
    Call,
    ClockStop,
    Commitment,
    CutMade,
    Draw,
    Entrant,
    EntrantId,
    Entry,
    Fine,
    Protest,
    RefereeCall,
    Round,
    Schedule,
    Settings,
    Step,
    StepKind,
    Substitution,
    TableClock,
    WrittenHand,
)


class Recorded(Protocol):
    """An event in the hall's journal: number, time (ISO 8601, UTC), event."""

    @property
    def seq(self) -> int: ...
    @property
    def time(self) -> str: ...
    @property
    def event(self) -> Event: ...


@dataclass(frozen=True, slots=True)
class Log:
    """The events of a tournament, the newest first."""

    recorded: Recorded
    before: Log | None


@dataclass(frozen=True, slots=True)
class Tournament:
    """``log`` and ``spent`` are no part of what it is: two tournaments that differ in them alone are equal."""

    id: str
    settings: Settings
    entrants: tuple[Entrant, ...] = ()
    substitutions: tuple[Substitution, ...] = ()
    commitments: tuple[Commitment, ...] = ()
    asked: tuple[AskedDice, ...] = ()
    """Tables that were asked to throw the dice of a draw."""
    draw: Draw | None = None
    schedules: tuple[Schedule, ...] = ()
    rounds: tuple[Round, ...] = ()
    entries: tuple[Entry, ...] = ()
    written: Mapping[Number, tuple[WrittenHand, ...]] = field(default_factory=dict)
    """Hands as they were entered, by the number of the entry that has any."""
    fines: tuple[Fine, ...] = ()
    protests: tuple[Protest, ...] = ()
    sitting: frozenset[EntrantId] = frozenset()
    """Who has said to sit at the own table of the newest round."""
    calls: tuple[RefereeCall, ...] = ()
    """For a referee, by players."""
    cards: Mapping[EntrantId, Number] = field(default_factory=dict)
    """How often the card of a player was renewed, where it was."""
    cuts: tuple[CutMade, ...] = ()
    published: tuple[int, ...] = ()
    """Rounds after which hidden standings are shown."""
    steps: tuple[Step, ...] = ()
    abandoned: str = ""
    """Why; empty: it is not."""
    report: str = ""
    spent: tuple[int, int] = field(default=(0, 0), compare=False)
    """Steps and draws that were ever made, those undone counted: their numbers are not given again, and a secret that
    was shown decides no second draw."""
    log: Log | None = field(default=None, compare=False, repr=False)

    @property
    def phase(self) -> StepKind | None:
        """The last step that stands; None: a draft."""
        return self.steps[-1].kind if self.steps else None

    @property
    def round(self) -> Round | None:
        """The last one that was seated."""
        return self.rounds[-1] if self.rounds else None

    @property
    def promised(self) -> bool:
        """Whether the hall has promised a secret for the next draw; one that was drawn by and taken back is spent."""
        return any(each.draw == self.spent[1] + 1 for each in self.commitments)

    @property
    def dice_asked(self) -> AskedDice | None:
        """The table whose dice decide the next draw; None: none was asked."""
        last = self.asked[-1] if self.asked else None
        return last if last is not None and last.draw == self.spent[1] + 1 and not last.ended else None

    def entrant(self, id: EntrantId) -> Entrant | None:
        return next((each for each in self.entrants if each.id == id), None)

    def round_of(self, number: int) -> Round | None:
        return self.rounds[number - 1] if 0 < number <= len(self.rounds) else None

    def locked_rounds(self) -> int:
        return sum(each.locked is not None for each in self.rounds)


@dataclass(frozen=True, slots=True)
class State:
    """``presets``: the documents of this house by id, in their newest version."""

    tournaments: Mapping[str, Tournament] = field(default_factory=dict)
    presets: Mapping[str, Json] = field(default_factory=dict)


def evolve(state: State, recorded: Recorded) -> State:
    """Never fails: an event of something that is not there changes nothing."""
    event = recorded.event
    if isinstance(event, did.PresetKept):
        return replace(state, presets={**state.presets, str(event.preset.get("id")): event.preset})
    if not isinstance(event, did.TournamentEvent):
        return state
    before = state.tournaments.get(event.tournament)
    after = _undone(before, event) if isinstance(event, did.StepUndone) else _next(before, recorded)
    return state if after is None else replace(state, tournaments={**state.tournaments, event.tournament: after})


def _undone(before: Tournament | None, event: did.StepUndone) -> Tournament | None:
    if before is None:
        return None
    kept = [
        each
        for each in reversed([*_events(before.log)])
        if not (isinstance(each.event, did.StepMade) and each.event.step == event.step)
    ]
    after: Tournament | None = None
    for each in kept:
        after = _next(after, each)
    return None if after is None else replace(after, spent=before.spent)


def _events(log: Log | None) -> Iterator[Recorded]:
    while log is not None:
        yield log.recorded
        log = log.before


def _next(before: Tournament | None, recorded: Recorded) -> Tournament | None:
    event = recorded.event
    if isinstance(event, did.TournamentCreated):
        after = Tournament(event.tournament, event.settings)
    elif before is None:
        return None
    else:
        fold = _FOLDS.get(type(event))
        after = before if fold is None else fold(before, event, recorded.time)
    if isinstance(event, did.StepMade):
        step = Step(event.step, _KINDS[type(event)], _round_of(event), recorded.time, event.who)
        steps, draws = after.spent
        after = replace(after, steps=(*after.steps, step), spent=(max(steps, event.step), draws))
    return replace(after, log=Log(recorded, before.log if before is not None else None))


def _round_of(event: did.StepMade) -> int:
    if isinstance(event, did.FieldCut):
        return event.cut.after
    return int(getattr(event, "round", 0))


_KINDS: Final[Mapping[type[Event], StepKind]] = {
    did.RegistrationOpened: "registration",
    did.NumbersDrawn: "drawn",
    did.RoundSeated: "seated",
    did.RoundStarted: "running",
    did.TimeCalled: "time-called",
    did.ResultsComplete: "results-in",
    did.ResultsPublished: "protest-window",
    did.RoundLocked: "locked",
    did.FieldCut: "cut",
    did.FinalPublished: "final",
    did.TournamentClosed: "closed",
}

Part = TypeVar("Part")


def _changed(
    parts: tuple[Part, ...], chosen: Callable[[Part], bool], change: Callable[[Part], Part]
) -> tuple[Part, ...]:
    return tuple(change(part) if chosen(part) else part for part in parts)


def _in_round(before: Tournament, number: int, change: Callable[[Round], Round]) -> Tournament:
    return replace(before, rounds=_changed(before.rounds, lambda each: each.number == number, change))


# ---------------------------------------------------------------- what each event changes


def _settings(before: Tournament, event: did.SettingsChanged, _time: str) -> Tournament:
    return replace(before, settings=event.settings)


def _added(before: Tournament, event: did.EntrantsAdded, _time: str) -> Tournament:
    return replace(before, entrants=(*before.entrants, *event.entrants))


def _entrant(before: Tournament, event: did.EntrantChanged, _time: str) -> Tournament:
    there = _changed(before.entrants, lambda each: each.id == event.entrant.id, lambda _: event.entrant)
    return replace(before, entrants=there)


def _removed(before: Tournament, event: did.EntrantRemoved, _time: str) -> Tournament:
    return replace(before, entrants=tuple(each for each in before.entrants if each.id != event.entrant))


def _status(before: Tournament, event: did.StatusChanged, _time: str) -> Tournament:
    def change(entrant: Entrant) -> Entrant:
        return replace(entrant, status=event.status, last_round=event.last_round)

    return replace(before, entrants=_changed(before.entrants, lambda each: each.id == event.entrant, change))


def _substitute(before: Tournament, event: did.SubstituteNamed, _time: str) -> Tournament:
    """Also in a round that is seated and not locked: whoever sits there now sits there in the result."""
    named = event.substitution

    def change(round: Round) -> Round:
        return replace(
            round,
            tables=tuple(tuple(named.by if id == named.absent else id for id in table) for table in round.tables),
        )

    rounds = _changed(before.rounds, lambda each: each.locked is None and named.covers(each.number), change)
    return replace(before, rounds=rounds, substitutions=(*before.substitutions, named))


def _promised(before: Tournament, event: did.DrawPromised, _time: str) -> Tournament:
    return replace(before, commitments=(*before.commitments, event.commitment))


def _asked(before: Tournament, event: did.DiceAsked, _time: str) -> Tournament:
    return replace(before, asked=(*before.asked, event.asked))


def _dropped(before: Tournament, event: did.DiceDropped, _time: str) -> Tournament:
    def change(asked: AskedDice) -> AskedDice:
        return replace(asked, ended=event.why, dropped=event.dropped)

    return replace(
        before, asked=_changed(before.asked, lambda each: each.draw == event.draw and not each.ended, change)
    )


def _drawn(before: Tournament, event: did.NumbersDrawn, _time: str) -> Tournament:
    steps, draws = before.spent
    return replace(before, draw=event.draw, schedules=(), spent=(steps, max(draws, event.draw.draw)))


def _schedule(before: Tournament, event: did.ScheduleMade, _time: str) -> Tournament:
    return replace(before, schedules=(*before.schedules, event.schedule))


def _seated(before: Tournament, event: did.RoundSeated, _time: str) -> Tournament:
    made = Round(event.round, event.tables, event.places)
    return replace(before, rounds=(*before.rounds, made), sitting=frozenset())


def _exchanged(before: Tournament, event: did.SeatsExchanged, _time: str) -> Tournament:
    other = {event.one: event.other, event.other: event.one}

    def change(round: Round) -> Round:
        return replace(round, tables=tuple(tuple(other.get(id, id) for id in table) for table in round.tables))

    return replace(_in_round(before, event.round, change), sitting=before.sitting - {*other})


def _moved(before: Tournament, event: did.TableMoved, _time: str) -> Tournament:
    def change(round: Round) -> Round:
        places = (event.place if at == event.table else place for at, place in enumerate(round.places, 1))
        return replace(round, places=tuple(places))

    after = _in_round(before, event.round, change)
    moved = next((round.tables[event.table - 1] for round in after.rounds if round.number == event.round), ())
    return replace(after, sitting=before.sitting - {*moved})


def _started(before: Tournament, event: did.RoundStarted, _time: str) -> Tournament:
    return _in_round(before, event.round, lambda round: replace(round, start=event.start, minutes=event.minutes))


def _extended(before: Tournament, event: did.ClockExtended, _time: str) -> Tournament:
    more = TableClock(event.table, event.minutes)
    return _in_round(before, event.round, lambda round: replace(round, extra=(*round.extra, more)))


def _switched(before: Tournament, event: did.ClockSwitched, _time: str) -> Tournament:
    def change(round: Round) -> Round:
        if not event.runs:
            return replace(round, stopped=(*round.stopped, ClockStop(event.at, None)))
        stopped = tuple(replace(each, end=event.at) if each.end is None else each for each in round.stopped)
        return replace(round, stopped=stopped)

    return _in_round(before, event.round, change)


def _called(before: Tournament, event: did.TableCalled, _time: str) -> Tournament:
    call = Call(event.table, event.at)
    return _in_round(before, event.round, lambda round: replace(round, called=(*round.called, call)))


def _time(before: Tournament, event: did.TimeCalled, _time: str) -> Tournament:
    call = Call(0, event.at)
    return _in_round(before, event.round, lambda round: replace(round, called=(*round.called, call)))


def _result(before: Tournament, event: did.ResultEntered, time: str) -> Tournament:
    entry = Entry(event.entry, event.round, event.table, event.result, time, event.replaces)
    written = {**before.written, event.entry: event.written} if event.written else before.written
    return replace(before, entries=(*before.entries, entry), written=written)


def _in_entry(before: Tournament, number: int, change: Callable[[Entry], Entry]) -> Tournament:
    return replace(before, entries=_changed(before.entries, lambda each: each.number == number, change))


def _confirmed(before: Tournament, event: did.ResultConfirmed, _time: str) -> Tournament:
    def change(entry: Entry) -> Entry:
        confirmed = tuple(sorted({*entry.confirmed, *event.seats}))
        disputed = tuple(seat for seat in entry.disputed if seat not in event.seats)
        return replace(entry, confirmed=confirmed, disputed=disputed)

    return _in_entry(before, event.entry, change)


def _disputed(before: Tournament, event: did.ResultDisputed, _time: str) -> Tournament:
    def change(entry: Entry) -> Entry:
        confirmed = tuple(seat for seat in entry.confirmed if seat != event.seat)
        return replace(entry, confirmed=confirmed, disputed=tuple(sorted({*entry.disputed, event.seat})))

    return _in_entry(before, event.entry, change)


def _withdrawn(before: Tournament, event: did.ResultWithdrawn, _time: str) -> Tournament:
    return _in_entry(before, event.entry, lambda entry: replace(entry, withdrawn=True))


def _published(before: Tournament, event: did.ResultsPublished, _time: str) -> Tournament:
    return _in_round(before, event.round, lambda round: replace(round, protests_until=event.protests_until))


def _locked(before: Tournament, event: did.RoundLocked, time: str) -> Tournament:
    return _in_round(before, event.round, lambda round: replace(round, locked=time))


def _cut(before: Tournament, event: did.FieldCut, _time: str) -> Tournament:
    return replace(before, cuts=(*before.cuts, event.cut))


def _fined(before: Tournament, event: did.FineGiven, time: str) -> Tournament:
    fine = Fine(
        event.fine, event.entrant, event.round, event.kind, event.points, event.effect, event.why, event.who, time
    )
    return replace(before, fines=(*before.fines, fine))


def _fine_cancelled(before: Tournament, event: did.FineCancelled, _time: str) -> Tournament:
    def change(fine: Fine) -> Fine:
        return replace(fine, cancelled=event.why, cancelled_by=event.who)

    return replace(before, fines=_changed(before.fines, lambda each: each.number == event.fine, change))


def _protest(before: Tournament, event: did.ProtestMade, time: str) -> Tournament:
    made = Protest(event.protest, event.round, event.table, event.entrant, event.text, time, event.late)
    return replace(before, protests=(*before.protests, made))


def _decided(before: Tournament, event: did.ProtestDecided, time: str) -> Tournament:
    def change(protest: Protest) -> Protest:
        return replace(protest, ruling=event.ruling, upheld=event.upheld, referee=event.referee, decided=time)

    return replace(before, protests=_changed(before.protests, lambda each: each.number == event.protest, change))


def _sits(before: Tournament, event: did.SeatTaken, _time: str) -> Tournament:
    return replace(before, sitting=before.sitting | {event.entrant})


def _called_for(before: Tournament, event: did.RefereeCalled, time: str) -> Tournament:
    made = RefereeCall(event.call, event.round, event.table, event.entrant, event.text, time)
    return replace(before, calls=(*before.calls, made))


def _came(before: Tournament, event: did.RefereeCame, time: str) -> Tournament:
    def change(call: RefereeCall) -> RefereeCall:
        return replace(call, answered=time, by=event.who)

    return replace(before, calls=_changed(before.calls, lambda each: each.number == event.call, change))


def _card(before: Tournament, event: did.CardRenewed, _time: str) -> Tournament:
    return replace(before, cards={**before.cards, event.entrant: event.card})


def _standings(before: Tournament, event: did.StandingsPublished, _time: str) -> Tournament:
    return replace(before, published=(*before.published, event.round))


def _closed(before: Tournament, event: did.TournamentClosed, _time: str) -> Tournament:
    return replace(before, report=event.report)


def _abandoned(before: Tournament, event: did.TournamentAbandoned, _time: str) -> Tournament:
    return replace(before, abandoned=event.why)


_FOLDS: Final[Mapping[type[Event], Callable[[Tournament, Any, str], Tournament]]] = {
    did.SettingsChanged: _settings,
    did.EntrantsAdded: _added,
    did.EntrantChanged: _entrant,
    did.EntrantRemoved: _removed,
    did.StatusChanged: _status,
    did.SubstituteNamed: _substitute,
    did.DrawPromised: _promised,
    did.DiceAsked: _asked,
    did.DiceDropped: _dropped,
    did.NumbersDrawn: _drawn,
    did.ScheduleMade: _schedule,
    did.RoundSeated: _seated,
    did.SeatsExchanged: _exchanged,
    did.TableMoved: _moved,
    did.StartRepeated: lambda before, _event, _time: before,
    did.RoundStarted: _started,
    did.ClockExtended: _extended,
    did.ClockSwitched: _switched,
    did.TableCalled: _called,
    did.TimeCalled: _time,
    did.ResultEntered: _result,
    did.ResultConfirmed: _confirmed,
    did.ResultDisputed: _disputed,
    did.ResultWithdrawn: _withdrawn,
    did.ResultsPublished: _published,
    did.RoundLocked: _locked,
    did.FieldCut: _cut,
    did.FineGiven: _fined,
    did.FineCancelled: _fine_cancelled,
    did.ProtestMade: _protest,
    did.ProtestDecided: _decided,
    did.SeatTaken: _sits,
    did.RefereeCalled: _called_for,
    did.RefereeCame: _came,
    did.CardRenewed: _card,
    did.StandingsPublished: _standings,
    did.FinalPublished: lambda before, _event, _time: before,
    did.TournamentClosed: _closed,
    did.TournamentAbandoned: _abandoned,
}


def open_calls(tournament: Tournament) -> list[RefereeCall]:
    """Calls for a referee that nobody has answered. Those of a round that was taken back are none."""
    rounds = len(tournament.rounds)
    return [
        each for each in tournament.calls if not each.answered and each.round <= rounds and not tournament.abandoned
    ]
