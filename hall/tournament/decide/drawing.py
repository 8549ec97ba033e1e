"""The draw, schedules, seats of a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from controller.events import Event
from controller.refusals import Because, Code, Refused, Takes
from hall.tournament import events as did
from hall.tournament.commands import (
    AskDice,
    DrawByHall,
    DrawByTable,
    DropDice,
    ExchangeSeats,
    MakeSchedule,
    MoveTable,
    PromiseDraw,
    RepeatStart,
    SeatRound,
)
from hall.tournament.decide.looking import (
    Asked,
    draws_in,
    going_on,
    next_step,
    program_version,
    reason,
    results_in,
    tables_in,
    the_entrant,
    the_round,
    the_seats,
)
from hall.tournament.draw import (
    LONGEST_WORDS,
    SECRET_BYTES,
    by_hall,
    by_table,
    list_hash,
    listed,
    promise_of,
)
from hall.tournament.orders import draw_of, game_of
from hall.tournament.planning import plan, players_of, still_holds
from hall.tournament.results import effective
from hall.tournament.state import Tournament
from hall.tournament.times import iso
from hall.tournament.values import AskedDice, Commitment, Draw, DroppedDice, Listed, Round, Schedule, TableDraw, Tables

SEATS = 4
LONGEST_PLACE = 64


def promise(command: PromiseDraw, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context, (None, "registration"))
    draw = _next_draw(tournament)
    if len(command.promise) != 2 * SECRET_BYTES or not _is_hex(command.promise):
        raise Refused(Code.BAD_DRAW, Takes.HEX(digits=2 * SECRET_BYTES), field="promise")
    if any(each.draw == draw for each in tournament.commitments):
        raise Refused(Code.BAD_DRAW, Because.PROMISED(), field="promise")
    return (did.DrawPromised(tournament.id, command.who, Commitment(draw, command.promise, iso(context.now))),)


def draw_by_hall(command: DrawByHall, context: Asked) -> tuple[Event, ...]:
    """The list is final with the draw: whoever comes later is a late entry."""
    tournament = going_on(command, context, ("registration",))
    _not_asked(tournament)
    entrants = _listed(tournament)
    number = _next_draw(tournament)
    promised = next((each for each in tournament.commitments if each.draw == number), None)
    if promised is None:
        raise Refused(Code.BAD_DRAW, Because.NOT_PROMISED(), field="secret")
    if len(command.secret) != 2 * SECRET_BYTES or not _is_hex(command.secret):
        raise Refused(Code.BAD_DRAW, Takes.HEX(digits=2 * SECRET_BYTES), field="secret")
    if promise_of(bytes.fromhex(command.secret)) != promised.hash:
        raise Refused(Code.BAD_DRAW, Because.PROMISED(), field="secret")
    made = by_hall(number, entrants, bytes.fromhex(command.secret), _words(command.words), program_version())
    return _drawn(tournament, command.who, made)


def ask_dice(command: AskDice, context: Asked) -> tuple[Event, ...]:
    """List, words and table are fixed before a die is thrown."""
    tournament = going_on(command, context, ("registration",))
    _not_asked(tournament)
    there = tables_in(context).get(command.table)
    if there is None or there.released is not None:
        raise Refused(Code.NO_SUCH_ENROLLED_TABLE, "no such table belongs to this hall", field="table")
    digest = list_hash(_listed(tournament))
    asked = AskedDice(_next_draw(tournament), command.table, digest, _words(command.words), iso(context.now))
    return (did.DiceAsked(tournament.id, command.who, asked),)


def drop_dice(command: DropDice, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context, (None, "registration"))
    asked, thrown = _asked(tournament), dice_thrown(tournament, draws_in(context))
    dropped = DroppedDice(thrown.faces, thrown.table, thrown.records) if thrown is not None and thrown.faces else None
    return (did.DiceDropped(tournament.id, command.who, asked.draw, reason(command.why), dropped),)


def draw_by_table(command: DrawByTable, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context, ("registration",))
    asked, entrants = _asked(tournament), _listed(tournament)
    if list_hash(entrants) != asked.list_hash:
        raise Refused(Code.DRAW_LIST_CHANGED, field="players")
    thrown = dice_thrown(tournament, draws_in(context))
    if thrown is None or not thrown.records:
        raise Refused(Code.DICE_NOT_THROWN, field="tournament")
    made = by_table(asked.draw, entrants, thrown.records, thrown.table, asked.words, program_version())
    return _drawn(tournament, command.who, made)


def dice_thrown(tournament: Tournament, draws: Mapping[str, TableDraw]) -> TableDraw | None:
    """How far the table is that was asked for the next draw; None until it has heard of it. ``draws``: by table."""
    asked = tournament.dice_asked
    found = None if asked is None else draws.get(asked.table)
    return found if found is not None and asked is not None and found.draw == draw_of(tournament, asked.draw) else None


def _asked(tournament: Tournament) -> AskedDice:
    if tournament.dice_asked is None:
        raise Refused(Code.DICE_NOT_ASKED, field="tournament")
    return tournament.dice_asked


def _not_asked(tournament: Tournament) -> None:
    """Whoever asked a table draws by its dice, or says in public why not."""
    if tournament.dice_asked is not None:
        raise Refused(Code.DICE_ASKED, field="table")


def _drawn(tournament: Tournament, who: str, made: Draw) -> tuple[Event, ...]:
    return (did.NumbersDrawn(tournament.id, who, next_step(tournament), made),)


def _next_draw(tournament: Tournament) -> int:
    return tournament.spent[1] + 1


def _listed(tournament: Tournament) -> tuple[Listed, ...]:
    found = players_of(tournament, 1)
    if len(found) % SEATS or not found:
        detail = Because.MORE_NEEDED(n=len(found), more=-len(found) % SEATS or SEATS)
        raise Refused(Code.NOT_FOURS, detail, field="players", more={"players": len(found)})
    return listed(found)


def _words(words: str) -> str:
    if len(words) > LONGEST_WORDS or (words and not words.isprintable()):
        raise Refused(Code.BAD_DRAW, Takes.LINE(most=LONGEST_WORDS), field="words")
    return words


def _is_hex(text: str) -> bool:
    return all(letter in "0123456789abcdef" for letter in text)


# ---------------------------------------------------------------- schedules and seats


def make_schedule(command: MakeSchedule, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context, ("drawn", "seated", "running", "time-called", "results-in",
                                             "protest-window", "locked", "cut"))  # fmt: skip
    made, results = command.made, results_in(context)
    if made is None or not still_holds(tournament, results, made):
        made = plan(tournament, results, command.ask, program_version())
    return (did.ScheduleMade(tournament.id, command.who, made),)


def scheduled(tournament: Tournament) -> Tables | None:
    """The tables of the next round by the newest schedule, with substitutes in their places; None: there is none."""
    number, schedule = len(tournament.rounds) + 1, _schedule_in_force(tournament)
    if schedule is None:
        return None
    tables = schedule.rounds[number - schedule.first]
    sits = {
        each.by: each.absent
        for each in tournament.substitutions
        if each.covers(schedule.first) and not each.covers(number)
    }
    sits |= {each.absent: each.by for each in tournament.substitutions if each.covers(number)}
    return tuple(tuple(sits.get(id, id) for id in table) for table in tables)


def planned(tournament: Tournament) -> int:
    """Rounds that were seated, and those after them that are scheduled."""
    schedule = _schedule_in_force(tournament)
    return len(tournament.rounds) if schedule is None else schedule.first + len(schedule.rounds) - 1


def _schedule_in_force(tournament: Tournament) -> Schedule | None:
    """The newest that has the next round. A cut ends those that were made before it."""
    number, cut = len(tournament.rounds) + 1, tournament.cuts[-1].after if tournament.cuts else 0
    for schedule in reversed(tournament.schedules):
        if cut < schedule.first <= number < schedule.first + len(schedule.rounds):
            return schedule
    return None


def seat(command: SeatRound, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context, ("drawn", "locked", "cut"))
    number = len(tournament.rounds) + 1
    if number > tournament.settings.rounds:
        raise Refused(Code.TOURNAMENT_NOT_NOW, Because.ALL_SEATED(n=tournament.settings.rounds), field="tournament")
    tables = scheduled(tournament) if command.tables is None else tuple(map(tuple, command.tables))
    if tables is None:
        raise Refused(Code.BAD_TABLES, Because.NO_SCHEDULE(), field="tables")
    _check_tables(tournament, tables, number, whole=command.tables is None)
    places = _places(tournament, command.places, len(tables))
    step = next_step(tournament)
    return (did.RoundSeated(tournament.id, command.who, step, number, tables, places),)


def _check_tables(tournament: Tournament, tables: Sequence[Sequence[str]], number: int, *, whole: bool) -> None:
    """``whole``: everybody who plays must sit. Typed in, some may rest."""
    playing = {each.id for each in players_of(tournament, number)}
    seated = Counter(id for table in tables for id in table)
    if not tables:
        raise Refused(Code.BAD_TABLES, Takes.SOMETHING(), field="tables")
    for at, table in enumerate(tables):
        if len(table) != SEATS:
            raise Refused(Code.BAD_TABLES, Takes.FOUR(), field=f"tables[{at}]")
        for place, id in enumerate(table):
            if id not in playing or seated[id] > 1:
                wrong = Takes.NOT_IN_ROUND() if id not in playing else Takes.TWICE_SEATED()
                raise Refused(Code.BAD_TABLES, wrong, field=f"tables[{at}][{place}]", more={"players": [id]})
    resting = tournament.settings.method == "team-days"
    missing = sorted(playing - set(seated))
    if whole and missing and not resting:
        raise Refused(Code.BAD_TABLES, Because.WITHOUT_SEAT(), field="tables", more={"players": missing})


def _places(tournament: Tournament, given: Sequence[str] | None, tables: int) -> tuple[str, ...]:
    places = tournament.settings.tables if given is None else tuple(given)
    places = (*places, *[""] * tables)[:tables]
    named = [place for place in places if place]
    if len(set(named)) < len(named) or any(len(place) > LONGEST_PLACE for place in named):
        raise Refused(Code.BAD_TABLES, Takes.TABLE_TWICE(), field="places")
    return places


def exchange(command: ExchangeSeats, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context, ("seated", "running", "time-called", "results-in", "protest-window"))
    round = the_round(tournament, command.round)
    if round.locked is not None:
        raise Refused(Code.TOURNAMENT_NOT_NOW, Because.ROUND_LOCKED(), field="round")
    seated = {id for table in round.tables for id in table}
    for field, id in (("one", command.one), ("other", command.other)):
        the_entrant(tournament, id, field)
    if command.one == command.other or command.one not in seated:
        raise Refused(Code.BAD_TABLES, Takes.ANOTHER_SEATED(), field="one")
    if command.other not in seated and command.other not in {each.id for each in players_of(tournament, round.number)}:
        raise Refused(Code.BAD_TABLES, Takes.NOT_IN_ROUND(), field="other")
    why = reason(command.why)
    return (did.SeatsExchanged(tournament.id, command.who, round.number, command.one, command.other, why),)


def move(command: MoveTable, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context)
    the_seats(tournament, command.round, command.table)
    round = the_round(tournament, command.round)
    if round.locked is not None:
        raise Refused(Code.TOURNAMENT_NOT_NOW, Because.ROUND_LOCKED(), field="round")
    if len(command.place) > LONGEST_PLACE or (command.place and command.place in round.places):
        raise Refused(Code.BAD_TABLES, Takes.TABLE_TAKEN(), field="place")
    why = reason(command.why)
    return (did.TableMoved(tournament.id, command.who, round.number, command.table, command.place, why),)


def repeat_start(command: RepeatStart, context: Asked) -> tuple[Event, ...]:
    """Of the round that is played now, at a table with a board where the game is not over, and that has refused it."""
    tournament = going_on(command, context, ("seated", "running", "time-called"))
    the_seats(tournament, command.round, command.table)
    round = the_round(tournament, command.round)
    if round is not tournament.round:
        raise Refused(Code.TOURNAMENT_NOT_NOW, Because.ROUND_OVER(), field="round")
    if not round.places[command.table - 1]:
        raise Refused(Code.BAD_TABLES, Takes.NO_BOARD(), field="table")
    result = effective(tournament, results_in(context), round.number, command.table)
    if result is not None and result.state != "playing":
        raise Refused(Code.TOURNAMENT_NOT_NOW, Because.HAS_RESULT(), field="table")
    _not_given(tournament, round, command.table, context)
    return (did.StartRepeated(tournament.id, command.who, round.number, command.table),)


def _not_given(tournament: Tournament, round: Round, table: int, context: Asked) -> None:
    """An order of the game that was carried out, or that its table can still answer, is not given again."""
    there = tables_in(context).get(round.places[table - 1])
    game = None if there is None else there.game
    if there is None or game is None or game.game != game_of(tournament, round.number, table) or game.is_refused:
        return
    waits = there.open_order(game.order)
    if game.answered or (waits is not None and waits.expires > iso(context.now)):
        detail = Because.GAME_BEGUN() if game.answered else Because.NOT_ANSWERED()
        raise Refused(Code.GAME_WAS_GIVEN, detail, field="table")
