"""The open report: a tournament as one JSON file that anybody can recompute. Format: ``docs/tournament-report.md``.

``tournament`` and ``games`` are facts: entrants, draw, seating, results with every hand, penalties, protests, rulings.
``derived`` follows from them by the rules that are part of the facts. ``seal`` holds the digest of the rest, the hall's
signature, and the signed heads of the tables' journals.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from controller.events.values import Count, EventPart, Number
from controller.fairness.signing import TableKey
from controller.refusals import Code, Refused
from hall.tournament.outcome import (
    Outcome,
    balance,
    best_hands,
    country_rows,
    fine_rows,
    outcome,
    session_rows,
    team_rows,
)
from hall.tournament.results import GameKey, Results
from hall.tournament.seating.check import check_seating
from hall.tournament.state import Tournament
from hall.tournament.values import (
    AskedDice,
    Authority,
    Commitment,
    CutMade,
    Draw,
    Entrant,
    EntrantId,
    Entry,
    Fine,
    FourScores,
    Protest,
    ResultState,
    Round,
    Schedule,
    Settings,
    Step,
    Substitution,
    Table,
    TableResult,
)

if TYPE_CHECKING:
    from pydantic import TypeAdapter, ValidationError

FORMAT: Final = "jantaku-tournament-report"
VERSION: Final = 1
REPORT: Final = b"jantaku tournament report 1"
"""Before what a hall signs of a report."""
MOST_BYTES: Final = 64 << 20
"""172 players in 10 rounds with every hand take some 4 MB."""
MOST_BEST_HANDS: Final = 20


@dataclass(frozen=True, slots=True)
class Facts(EventPart):
    """What the hall knows of a tournament. Persons of the hall are left out."""

    id: str
    settings: Settings
    entrants: tuple[Entrant, ...]
    substitutions: tuple[Substitution, ...]
    commitments: tuple[Commitment, ...]
    asked: tuple[AskedDice, ...]
    """Tables that were asked for the dice of a draw, those included whose dice are not used."""
    draw: Draw | None
    schedules: tuple[Schedule, ...]
    rounds: tuple[Round, ...]
    entries: tuple[Entry, ...]
    fines: tuple[Fine, ...]
    protests: tuple[Protest, ...]
    cuts: tuple[CutMade, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class GameOfTable(EventPart):
    """What the journal of a table says of a game."""

    round: Number
    table: Number
    result: TableResult


@dataclass(frozen=True, slots=True)
class CountedGame(EventPart):
    """The result of a game that counts, and what it is worth. ``points`` by seat, penalties at the table included."""

    round: Number
    table: Number
    seats: Table
    scores: FourScores
    """With sticks and penalties as the preset has it."""
    points: tuple[str, ...]
    state: ResultState
    source: Literal["table", "desk", "phone"]
    authority: Authority


@dataclass(frozen=True, slots=True)
class StandingRow(EventPart):
    place: Number | None
    player: EntrantId
    points: str
    score: int
    group: Count
    games: Count


@dataclass(frozen=True, slots=True)
class TeamRow(EventPart):
    place: Number
    name: str
    points: str
    score: int
    members: tuple[EntrantId, ...]
    counting: tuple[EntrantId, ...]


@dataclass(frozen=True, slots=True)
class SessionPlace(EventPart):
    round: Number
    place: Number
    player: EntrantId
    points: str


@dataclass(frozen=True, slots=True)
class FineRow(EventPart):
    """A penalty beside the standings: by tariff, entered at a table, or what an absent player has."""

    player: EntrantId
    round: Count
    kind: str
    points: str
    why: str
    who: str
    cancelled: str


@dataclass(frozen=True, slots=True)
class BestHandRow(EventPart):
    player: EntrantId
    round: Number
    table: Number
    hand: Number
    value: Count
    level: str


@dataclass(frozen=True, slots=True)
class BalanceRow(EventPart):
    """``points`` = ``games`` + ``fines``."""

    points: str
    fines: str
    games: str


@dataclass(frozen=True, slots=True)
class SeatingFigures(EventPart):
    """Of all rounds as they were seated (``jantaku tournament seating-check``)."""

    repeats: Count
    floor: Count
    wind_deviation: Count
    table_revisits: Count


@dataclass(frozen=True, slots=True)
class Derived(EventPart):
    games: tuple[CountedGame, ...]
    standings: tuple[StandingRow, ...]
    teams: tuple[TeamRow, ...]
    countries: tuple[TeamRow, ...]
    sessions: tuple[SessionPlace, ...]
    fines: tuple[FineRow, ...]
    balance: BalanceRow
    best_hands: tuple[BestHandRow, ...]
    seating: SeatingFigures


@dataclass(frozen=True, slots=True)
class Seal(EventPart):
    """``digest``: SHA-256 in hex of the report without ``seal``, canonical JSON. ``signature``: the hall's (Ed25519,
    over ``jantaku tournament report 1`` and the digest's 32 bytes), empty where it was not signed."""

    digest: str
    key: str
    signature: str
    heads: tuple[str, ...]
    """Signed heads of the tables' journals, ``JJ1-...``."""


@dataclass(frozen=True, slots=True)
class Report(EventPart):
    format: Literal["jantaku-tournament-report"]
    version: Literal[1]
    program: str
    tournament: Facts
    games: tuple[GameOfTable, ...]
    derived: Derived
    seal: Seal


# ---------------------------------------------------------------- making one


def make_report(
    tournament: Tournament, results: Results, program: str, key: TableKey | None = None, heads: Sequence[str] = ()
) -> Report:
    """``key``: the hall's, which signs it."""
    games = tuple(
        GameOfTable(number, table, result)
        for (id, number, table), result in sorted(results.items(), key=lambda item: item[0])
        if id == tournament.id
    )
    return sealed(facts_of(tournament), games, program, key, heads)


def sealed(
    facts: Facts, games: Sequence[GameOfTable], program: str, key: TableKey | None = None, heads: Sequence[str] = ()
) -> Report:
    bare = Report("jantaku-tournament-report", 1, program, facts, tuple(games), derived(facts, games), _NO_SEAL)
    digest = digest_of(bare)
    signature = b"" if key is None else key.sign(digest, REPORT)
    public = "" if key is None else key.public.hex()
    return replace(bare, seal=Seal(digest.hex(), public, signature.hex(), tuple(heads)))


_NO_SEAL: Final = Seal("", "", "", ())


def facts_of(tournament: Tournament) -> Facts:
    kept = {each.name: getattr(tournament, each.name) for each in fields(Facts)}
    return Facts(**{**kept, "entrants": tuple(replace(each, person=None) for each in tournament.entrants)})


def tournament_of(facts: Facts) -> Tournament:
    return Tournament(**{each.name: getattr(facts, each.name) for each in fields(Facts)})


def results_of_games(facts: Facts, games: Sequence[GameOfTable]) -> dict[GameKey, TableResult]:
    return {(facts.id, game.round, game.table): game.result for game in games}


def derived(facts: Facts, games: Sequence[GameOfTable]) -> Derived:
    """Everything that follows. Raises ``Refused`` for facts that contradict each other."""
    tournament = tournament_of(facts)
    made = outcome(tournament, results_of_games(facts, games))
    sums = balance(made)
    return Derived(
        games=tuple(_counted(made)),
        standings=tuple(
            StandingRow(row.place, row.player, str(row.points), row.score, row.group, row.games) for row in made.rows
        ),
        teams=tuple(
            TeamRow(row.place, row.name, str(row.points), row.score, row.members, row.counting)
            for row in team_rows(tournament, made)
        ),
        countries=tuple(
            TeamRow(row.place, row.name, str(row.points), row.score, row.members, row.counting)
            for row in country_rows(tournament, made)
        ),
        sessions=tuple(
            SessionPlace(round.number, row.place, row.player, str(row.points))
            for round in tournament.rounds
            for row in session_rows(made, round.number)
        ),
        fines=tuple(FineRow(**row) for row in fine_rows(tournament, made)),
        balance=BalanceRow(str(sums.points), str(sums.fines), str(sums.games)),
        best_hands=tuple(
            BestHandRow(best.player, best.round, best.table, best.hand.number, best.hand.value, best.hand.level)
            for best in best_hands(made, MOST_BEST_HANDS)
        ),
        seating=seating_figures(tournament),
    )


def _counted(made: Outcome) -> Iterator[CountedGame]:
    for game in made.games:
        result = game.result
        yield CountedGame(
            round=game.round,
            table=game.table,
            seats=result.seats,
            scores=game.scores,
            points=tuple(map(str, game.points)),
            state=result.state,
            source=result.source,
            authority=result.authority,
        )


def seating_figures(tournament: Tournament) -> SeatingFigures:
    """Players are numbered in the order of entry; who does not sit in a round is none of its faults."""
    number = {each.id: str(at) for at, each in enumerate(tournament.entrants, 1)}
    rounds = [[[number.get(id, id) for id in table] for table in round.tables] for round in tournament.rounds]
    if not number:
        return SeatingFigures(0, 0, 0, 0)
    found = check_seating({"players": len(number), "rounds": rounds})
    return SeatingFigures(found["repeats"], found["floor"], found["wind_deviation"], found["table_revisits"])


# ---------------------------------------------------------------- as text


@cache
def report_adapter() -> TypeAdapter[Report]:
    from pydantic import TypeAdapter

    return TypeAdapter(Report)


def as_json(report: Report) -> dict[str, Any]:
    return cast(dict[str, Any], report_adapter().dump_python(report, mode="json"))


def canonical(value: Mapping[str, Any]) -> str:
    """The one spelling: keys sorted, no spaces, UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def text_of(report: Report) -> str:
    """The file: canonical JSON and a line feed."""
    return canonical(as_json(report)) + "\n"


def digest_of(report: Report) -> bytes:
    members = as_json(report)
    del members["seal"]
    return hashlib.sha256(canonical(members).encode()).digest()


def read_report(text: bytes) -> Report:
    """Raises ``Refused`` (``bad-report``) with the first member that is wrong."""
    if len(text) > MOST_BYTES:
        raise Refused(Code.BAD_REPORT, f"is longer than {MOST_BYTES} bytes", field="report")
    try:
        return report_adapter().validate_json(text)
    except ValueError as error:
        first = cast("ValidationError", error).errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise Refused(Code.BAD_REPORT, str(first["msg"]), field=place or "report") from error
