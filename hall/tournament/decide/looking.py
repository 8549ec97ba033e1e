"""What decisions of a tournament look at, and the refusals that many of them share."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import fields
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar, cast

from controller.limits import LONGEST_WHO, LONGEST_WHY, check_words
from controller.refusals import Because, Code, Detail, Refused, Takes, takes_of
from hall.commands import Context
from hall.tournament.commands import OfTournament
from hall.tournament.results import Results
from hall.tournament.state import State, Tournament
from hall.tournament.values import Entrant, Round, TableDraw

if TYPE_CHECKING:
    from pydantic import TypeAdapter, ValidationError


class HallParts(Protocol):
    """What a decision needs of the state of a hall. ``results``, where a hall has them: results of its tables, a
    projection over their journals."""

    @property
    def tournaments(self) -> State: ...


class GameGiven(Protocol):
    """The game that a table was told last (``hall.intake.state.GameOrder``)."""

    @property
    def game(self) -> str: ...
    @property
    def order(self) -> str: ...
    @property
    def answered(self) -> bool: ...
    @property
    def is_refused(self) -> bool: ...


class OrderWaits(Protocol):
    """``expires``: ISO 8601."""

    @property
    def expires(self) -> str: ...


class TableThere(Protocol):
    """What is looked at of a table of the hall (``hall.intake.state.EnrolledTable``)."""

    @property
    def released(self) -> str | None: ...
    @property
    def game(self) -> GameGiven | None: ...
    def open_order(self, id_: str, /) -> OrderWaits | None: ...


Asked = Context[HallParts]
Kind = TypeVar("Kind")
OPEN: Final = (
    "registration",
    "drawn",
    "seated",
    "running",
    "time-called",
    "results-in",
    "protest-window",
    "locked",
    "cut",
)
PROGRAM: Final = "jantaku"


def draws_in(context: Asked) -> Mapping[str, TableDraw]:
    """Dice thrown for draws, by table, where a hall has tables."""
    return cast(Mapping[str, TableDraw], getattr(context.state, "draws", {}))


def tables_in(context: Asked) -> Mapping[str, TableThere]:
    """The tables of the hall by id, where it has some."""
    return cast(Mapping[str, TableThere], getattr(getattr(context.state, "tables", None), "tables", {}))


def program_version() -> str:
    return f"{PROGRAM} {version(PROGRAM)}"


def results_in(context: Asked) -> Results:
    return cast(Results, getattr(context.state, "results", {}))


def looked_up(command: OfTournament, context: Asked) -> Tournament:
    """Raises ``Refused`` for one that is not there, and for a name that is no name."""
    check_words(command.who, "who", LONGEST_WHO)
    found = context.state.tournaments.tournaments.get(command.tournament)
    if found is None:
        raise Refused(Code.NO_SUCH_TOURNAMENT, field="tournament")
    return found


def going_on(command: OfTournament, context: Asked, phases: Collection[str | None] | None = None) -> Tournament:
    """One that is neither closed nor abandoned and stands at one of these steps; None in ``phases``: a draft."""
    tournament = looked_up(command, context)
    if tournament.abandoned:
        raise Refused(Code.TOURNAMENT_NOT_NOW, Because.ABANDONED(), field="tournament")
    if phases is None and tournament.phase == "closed":
        raise Refused(Code.TOURNAMENT_NOT_NOW, Because.CLOSED(), field="tournament")
    if phases is not None and tournament.phase not in phases:
        wanted = tuple(f"hall.phase.{each or 'draft'}" for each in phases)
        detail = Because.AT_STEP(phase=(f"hall.phase.{tournament.phase or 'draft'}",), wanted=wanted)
        raise Refused(Code.TOURNAMENT_NOT_NOW, detail, field="tournament", more={"phase": tournament.phase or "draft"})
    return tournament


def next_step(tournament: Tournament) -> int:
    return tournament.spent[0] + 1


def the_entrant(tournament: Tournament, id: str, field: str = "entrant") -> Entrant:
    found = tournament.entrant(id)
    if found is None:
        raise Refused(Code.NO_SUCH_ENTRANT, field=field)
    return found


def the_round(tournament: Tournament, number: int) -> Round:
    found = tournament.round_of(number)
    if found is None:
        raise Refused(Code.NO_SUCH_GAME, Because.ROUND_UNSEATED(n=number), field="round")
    return found


def the_seats(tournament: Tournament, number: int, table: int) -> tuple[str, ...]:
    round = the_round(tournament, number)
    if not 0 < table <= len(round.tables):
        raise Refused(Code.NO_SUCH_GAME, Because.TABLES_OF_ROUND(n=number, most=len(round.tables)), field="table")
    return round.tables[table - 1]


def reason(why: str, field: str = "why") -> str:
    check_words(why, field, LONGEST_WHY)
    return why.strip()


_ADAPTERS: Final[dict[Any, Any]] = {}


def _adapter(kind: Any) -> TypeAdapter[Any]:
    """Made when it is needed first; the command line does not wait for pydantic."""
    if kind not in _ADAPTERS:
        from pydantic import TypeAdapter

        _ADAPTERS[kind] = TypeAdapter(kind)
    return cast("TypeAdapter[Any]", _ADAPTERS[kind])


def read_part(kind: type[Kind], members: Mapping[str, Any], code: Code, prefix: str = "") -> Kind:
    """A part of a tournament from JSON values. Raises ``Refused`` with the first member that is wrong."""
    try:
        return cast(Kind, _adapter(kind).validate_json(json.dumps(dict(members), allow_nan=False)))
    except (TypeError, ValueError) as error:
        place, wrong = _first(error)
        known = {each.name for each in fields(cast(Any, kind))}
        if place and place.split(".")[0] not in known:
            wrong = Takes.UNKNOWN()
        raise Refused(code, wrong, field=f"{prefix}{place}" if place else prefix.rstrip(".") or None) from error


def _first(error: Exception) -> tuple[str, Detail]:
    if not hasattr(error, "errors"):
        return "", Takes.FITTING()
    first = cast("ValidationError", error).errors(include_url=False, include_input=False)[0]
    return ".".join(str(part) for part in first["loc"]), takes_of(first)


def write_part(part: Any) -> dict[str, Any]:
    """JSON values of a part."""
    return cast(dict[str, Any], _adapter(type(part)).dump_python(part, mode="json"))
