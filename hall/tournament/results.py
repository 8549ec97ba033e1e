"""Results of tables: which one counts where several stand beside each other, and whether one adds up.

``results`` are those of the tables' own journals; entries of the desk, of phones and of referees are part of the
tournament. The one with the higher authority counts: head referee > referee > confirmed by four > entered. Of equal
ones the table's own counts before an entry, and a later entry before an earlier one; so it does not matter in which
order they arrived.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from controller.refusals import Code, Refused, Takes
from hall.tournament.presets import POINTS_OF_STICK, SEATS, PenaltyUnit, Preset, StickRule
from hall.tournament.state import Tournament
from hall.tournament.values import Authority, Entry, ResultState, Round, TableResult

GameKey = tuple[str, int, int]
"""Tournament, round and table, the latter two from 1."""
Results = Mapping[GameKey, TableResult]
RANKS: Final[Mapping[Authority, int]] = {"entered": 0, "confirmed": 1, "referee": 2, "head": 3}
MOST_SCORE: Final = 10_000_000
MOST_STICKS: Final = 200
SIDES: Final = ("E", "S", "W", "N")


def authority_of(entry: Entry) -> Authority:
    """Four players who agree stand above whoever entered it."""
    own = entry.result.authority
    return "confirmed" if own == "entered" and len(entry.confirmed) == SEATS else own


def authority_at_table(result: TableResult) -> Authority:
    if RANKS[result.authority] > RANKS["confirmed"]:
        return result.authority
    return "confirmed" if result.state in ("confirmed", "locked") else "entered"


def entries_of(tournament: Tournament, number: int, table: int) -> list[Entry]:
    """Those that stand, in the order in which they were made."""
    return [each for each in tournament.entries if (each.round, each.table) == (number, table) and not each.withdrawn]


def as_entered(entry: Entry) -> TableResult:
    """The result with the state that its players and its authority give it."""
    authority = authority_of(entry)
    states: Mapping[Authority, ResultState] = {
        "entered": "proposed",
        "confirmed": "confirmed",
        "referee": "locked",
        "head": "locked",
    }
    disputed = entry.disputed and RANKS[authority] < RANKS["referee"]
    return replace(entry.result, state="disputed" if disputed else states[authority], authority=authority)


def effective(tournament: Tournament, results: Results, number: int, table: int) -> TableResult | None:
    """The result that counts, with who sits there by the seating; None: there is none. A game that is still played
    counts when nothing else does."""
    round = tournament.round_of(number)
    if round is None or not 0 < table <= len(round.tables):
        return None
    best: tuple[tuple[bool, int, bool, int], TableResult] | None = None
    own = results.get((tournament.id, number, table))
    if own is not None:
        authority = authority_at_table(own)
        best = (own.state != "playing", RANKS[authority], True, 0), replace(own, authority=authority)
    for entry in entries_of(tournament, number, table):
        result = as_entered(entry)
        key = (True, RANKS[result.authority], False, entry.number)
        if best is None or key > best[0]:
            best = key, result
    return None if best is None else replace(best[1], seats=round.tables[table - 1])


def results_of(tournament: Tournament, results: Results, round: Round) -> list[TableResult | None]:
    """By table."""
    return [effective(tournament, results, round.number, table) for table in range(1, len(round.tables) + 1)]


def runs_on(tournament: Tournament, results: Results, number: int, table: int) -> bool:
    """Whether the match of this game is still played at its table, although a result by hand counts before it."""
    own, counts = results.get((tournament.id, number, table)), effective(tournament, results, number, table)
    played = own is not None and own.state == "playing" and own.end is None  # an abandoned one has an end
    return played and counts is not None and counts.state != "playing"


def missing_tables(tournament: Tournament, results: Results, round: Round) -> list[int]:
    """Tables that have not ended."""
    found = enumerate(results_of(tournament, results, round), 1)
    return [table for table, result in found if result is None or result.state == "playing"]


def disputed_tables(tournament: Tournament, results: Results, round: Round) -> list[int]:
    found = enumerate(results_of(tournament, results, round), 1)
    return [table for table, result in found if result is not None and result.state == "disputed"]


# ---------------------------------------------------------------- whether a result adds up


def check_result(result: TableResult, preset: Preset, field: str = "") -> None:
    """Raises ``Refused``: ``bad-record`` for what is out of range; ``sticks-left`` where whole sticks are missing, with
    how many in ``more``; ``wrong-table-total`` for any other sum. ``field``: stands before the names of fields."""
    for name, four in (("seats", result.seats), ("scores", result.scores)):
        if len(four) != SEATS:
            raise Refused(Code.BAD_RECORD, Takes.FOUR(), field=f"{field}{name}")
    if len(set(result.seats)) < SEATS:
        raise Refused(Code.BAD_RECORD, Takes.ONCE(), field=f"{field}seats")
    for seat, score in enumerate(result.scores):
        if abs(score) > MOST_SCORE:
            raise Refused(
                Code.BAD_RECORD, Takes.BETWEEN(least=-MOST_SCORE, most=MOST_SCORE), field=f"{field}scores[{seat}]"
            )
    most = 0 if preset.sticks is StickRule.NONE else MOST_STICKS
    if not 0 <= result.sticks <= most:
        raise Refused(Code.BAD_RECORD, Takes.BETWEEN(least=0, most=most), field=f"{field}sticks")
    _check_sum(result, preset, field)
    _check_hands(result, preset, field)


def _check_sum(result: TableResult, preset: Preset, field: str) -> None:
    if preset.start is None:
        return
    wanted = SEATS * preset.start + sum(sum(each.moves) for each in result.penalties if each.in_score)
    there = sum(result.scores) + result.sticks * POINTS_OF_STICK
    missing = wanted - there
    more = {"total": there, "wanted": wanted}
    if missing > 0 and missing % POINTS_OF_STICK == 0 and preset.sticks is not StickRule.NONE:
        sticks = result.sticks + missing // POINTS_OF_STICK
        if sticks <= MOST_STICKS:
            wrong = Takes.STICKS_LEFT(there=there, wanted=wanted, sticks=sticks)
            raise Refused(Code.STICKS_LEFT, wrong, field=f"{field}sticks", more={**more, "sticks": sticks})
    if missing:
        raise Refused(
            Code.WRONG_TABLE_TOTAL, Takes.TOTAL(there=there, wanted=wanted), field=f"{field}scores", more=more
        )


def _check_hands(result: TableResult, preset: Preset, field: str) -> None:
    """Hands, where there are any, lead to the scores."""
    if not result.hands or preset.start is None:
        return
    for seat, score in enumerate(scores_of_hands(result, preset.start)):
        if score != result.scores[seat]:
            raise Refused(
                Code.WRONG_TABLE_TOTAL,
                Takes.HANDS_TOTAL(seat=SIDES[seat], score=score, given=result.scores[seat]),
                field=f"{field}scores[{seat}]",
                more={"total": result.scores[seat], "wanted": score},
            )


def scores_of_hands(result: TableResult, start: int) -> list[int]:
    """Scores from the start on: what the hands moved, and the penalties that are in the scores."""
    scores = [start + sum(hand.points[seat] for hand in result.hands) for seat in range(SEATS)]
    for penalty in result.penalties:
        if penalty.in_score:
            scores = [score + moved for score, moved in zip(scores, penalty.moves, strict=True)]
    return scores


def of_table_unit(preset: Preset) -> bool:
    """Whether penalties change the table."""
    return preset.penalties is PenaltyUnit.TABLE


def seats_of(tournament: Tournament) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Round, table and who sits there, for all rounds that were seated."""
    for round in tournament.rounds:
        for table, seats in enumerate(round.tables, 1):
            yield round.number, table, seats
