"""Recorded matches: what each hand moves, who deals next, and how it ends. The cases of ``tests/cases/matches``.

A case is one line of JSON::

    {"id", "ruleset", "options", "note", "start": fields of the position, "scores": [four seats],
     "hands": [{..., "expect": {...}}, ...], "expect": {...}}

A hand says how it ended: ``"wins": [...]``, ``"draw": {"ready", "nagashi"}``, ``"abort": reason`` or ``"penalty":
offence, "by": seat``; ``"riichi"`` lists the seats that laid down a stick, ``"declared"`` has
seats by the names of other declarations; ``"broken"`` is the side whose wall is broken. A win is ``{"winner",
"discarder", "source", "liable"}`` with ``"total", "limit", "fu"`` or with ``"hand"``: its tiles, and flags, as in a
scoring record
(``"plain"``: its result comes without an explanation). ``"before"`` lists the ends after which the hand went on,
written like a hand, and ``"instants"`` what was paid at once before an end, ``{"id", "seat", "feeder", "flags"}``; nets
and lines are those of the whole hand. Only what ``expect`` names is
looked at (``OF_HANDS``, ``OF_MATCHES``), and of a position only the fields that it names. A case that expects nothing
but ``"refused": option`` is one of options that clash.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from controller.rules.engine import ConfiguredGame
from controller.rules.errors import RulesError
from controller.rules.game import (
    JACKPOT,
    End,
    Instant,
    MatchPosition,
    PaidInstant,
    QuickWin,
    Settlement,
    pot_after,
    tally_of,
    won_of,
)
from controller.rules.paid import Paid
from controller.rules.seats import SEATS
from controller.rules.sheet.ruleset import Ruleset

MATCHES = Path(__file__).parents[2] / "tests" / "cases" / "matches"
Case = dict[str, Any]
SOURCES = {True: "self-draw", False: "discard"}
FIELDS = {"extra": "streak", "carry": "extra_hands"}
"""Members of a position in a case that have another name in code."""
IN_POT = ("deposits", JACKPOT, *map(tally_of, SEATS), *map(won_of, SEATS))


@dataclass(frozen=True, slots=True)
class MutantTable:
    """Where a match stands; ``scores`` by seat."""

    game: ConfiguredGame
    position: MatchPosition
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A hand or a penalty at a table, and the position after it (None: the match is over)."""

    table: MutantTable
    entry: Case
    settlement: Settlement
    then: MatchPosition | None

    @property
    def penalty(self) -> Mapping[str, Any]:
        return next(row for row in self.table.game.penalties() if row["id"] == self.entry["penalty"])

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(have + moved for have, moved in zip(self.table.scores, self.settlement.net, strict=True))


OF_HANDS: dict[str, Callable[[Played], Any]] = {
    "net": lambda hand: list(hand.settlement.net),
    "deposits": lambda hand: hand.settlement.pot.get("deposits", 0),
    "pot": lambda hand: hand.settlement.pot,
    "scores": lambda hand: list(hand.scores),
    "lines": lambda hand: [[line.payer, line.payee, line.amount] for line in hand.settlement.lines],
    "keys": lambda hand: [line.key for line in hand.settlement.lines],
    "prevailing": lambda hand: hand.table.game.prevailing(hand.table.position),
    "winds": lambda hand: "".join(wind or "-" for wind in hand.table.game.seat_winds(hand.table.position)),
    "people": lambda hand: list(hand.table.game.people(hand.table.position)),
    "penalty": lambda hand: hand.penalty,
    "facts": lambda hand: [
        hand.table.game.record_facts(hand.table.position, _end(hand.entry), win["winner"]) for win in hand.entry["wins"]
    ],
}
OF_MATCHES: dict[str, Callable[[MutantTable], Any]] = {
    "final": lambda table: table.game.final(_of_players(table), table.position),
    "options": lambda table: table.game.options,
    "start_points": lambda table: table.game.start_points,
    "penalties": lambda table: [row["id"] for row in table.game.penalties()],
}


def answers(rules: Ruleset, case: Case, ignored: str = "") -> list[Any]:
    """What is asked of each hand, then of the match. An entry that is refused answers the field, as do options.

    ``ignored``: an option of the case that is passed over.
    """
    options = {name: value for name, value in case["options"].items() if name != ignored}
    try:
        game = ConfiguredGame(rules, options, case.get("profile"))
    except RulesError as error:
        return [{"refused": error.field}]
    return _answers(game, case)


def _answers(game: ConfiguredGame, case: Case) -> list[Any]:
    table = _start(game, case)
    found: list[Any] = []
    for entry in case["hands"]:
        if "broken" in entry:
            table = replace(table, position=table.game.broken_at(table.position, entry["broken"], entry["broken"]))
        try:
            hand = _played(table, entry)
        except RulesError as error:
            found.append({"refused": error.field})
            continue
        found.append({**_asked(OF_HANDS, entry["expect"], hand), **_next(entry["expect"], hand.then)})
        table = _after(hand)
    return [*found, _asked(OF_MATCHES, case.get("expect", {}), table)]


def expected(case: Case) -> list[Any]:
    return [*(entry["expect"] for entry in case["hands"]), case.get("expect", {})]


def _start(game: ConfiguredGame, case: Case) -> MutantTable:
    return MutantTable(game, _position(case.get("start", {})), tuple(case.get("scores", [game.start_points] * 4)))


def _position(named: Mapping[str, int]) -> MatchPosition:
    fields = {FIELDS.get(name, name): value for name, value in named.items() if name not in IN_POT}
    pot = {name: named[name] for name in IN_POT if name in named}
    return MatchPosition(**{"dealer": 0, "first_dealer": 0, **fields, "pot": pot})


def _played(table: MutantTable, entry: Case) -> Played:
    game, position = table.game, table.position
    if "penalty" in entry:
        return Played(table, entry, game.settle_penalty(position, entry["penalty"], entry["by"]), position)
    ends: list[End] = []
    settled: list[Settlement] = []
    for one in (*entry.get("before", ()), entry):
        instants = tuple(_instant(table, ends, row) for row in one.get("instants", ()))
        end = replace(_end(one), instants=instants, out=tuple(seat for end in ends for seat in end.winners))
        ends.append(end)
        wins = [_paid(table, win, end) for win in one.get("wins", ())]
        settled += [*(paid.settlement for paid in instants), game.settle(position, ends, wins)]
    settlement = _together(settled)
    hand = Played(table, entry, settlement, position)
    then = game.advance(position, ends, hand.scores)
    return replace(hand, then=then and replace(then, pot=pot_after(position.pot, settlement.pot)))


def _instant(table: MutantTable, ends: Sequence[End], row: Case) -> PaidInstant:
    one = Instant(row["id"], row["seat"], row.get("feeder"), flags=tuple(row.get("flags", ())))
    return PaidInstant(one, table.game.settle_instant(table.position, ends, one))


def _together(settled: Sequence[Settlement]) -> Settlement:
    """All that a hand moved, as one; a single end is what it is."""
    if len(settled) == 1:
        return settled[0]
    net = tuple(map(sum, zip(*(one.net for one in settled), strict=True)))
    return Settlement(net, tuple(line for one in settled for line in one.lines), settled[-1].pot)


def _end(entry: Case) -> End:
    declared = {"riichi": tuple(entry.get("riichi", ())), "nagashi": tuple(entry.get("draw", {}).get("nagashi", ()))}
    declared |= {name: tuple(seats) for name, seats in entry.get("declared", {}).items()}
    wins = entry.get("wins")
    if wins:
        return End("win", tuple(win["winner"] for win in wins), wins[0].get("discarder"), declared=declared)
    if "abort" in entry:
        return End("abort", reason=entry["abort"], declared=declared)
    return End("draw", ready=tuple(entry["draw"].get("ready", ())), declared=declared)


def _paid(table: MutantTable, win: Case, end: End) -> Paid:
    if "hand" in win:
        return _scored(table, win, end)
    return table.game.paid_quick(table.position, replace(_quick(win), declared=end.declared)).paid


def _source(win: Case) -> Any:
    return win.get("source", SOURCES[win.get("discarder") is None])


def _quick(win: Case) -> QuickWin:
    more = {name: win[name] for name in ("limit", "fu", "liable") if name in win}
    return QuickWin(win["winner"], _source(win), win.get("discarder"), win["total"], **more)


def _scored(table: MutantTable, win: Case, end: End) -> Paid:
    """What the record pays as the match writes it: tiles as entered, and what the position knows."""
    game, position = table.game, table.position
    winds = game.seat_winds(position)
    record = {
        **win["hand"],
        **game.record_facts(position, end, win["winner"]),
        "win": _source(win),
        "seat_wind": winds[win["winner"]],
        "round_wind": game.prevailing(position),
        "discarder": None if win.get("discarder") is None else winds[win["discarder"]],
        **({} if win.get("liable") is None else {"liable": winds[win["liable"]]}),
    }
    scored = game.scored({**record, "explain": not win.get("plain")}).win
    assert scored is not None, "the cases are winning hands"
    return scored.paid


def _after(hand: Played) -> MutantTable:
    """After the last hand its position stays, with what it left on the table."""
    position = hand.table.position
    last = replace(position, pot=pot_after(position.pot, hand.settlement.pot))
    return MutantTable(hand.table.game, hand.then or last, hand.scores)


def _of_players(table: MutantTable) -> list[int]:
    return [score for score, wind in zip(table.scores, table.game.seat_winds(table.position), strict=True) if wind]


def _asked(questions: Mapping[str, Callable[[Any], Any]], wanted: Mapping[str, Any], of: object) -> dict[str, Any]:
    return {name: _like(wanted[name], questions[name](of)) for name in wanted if name != "next"}


def _next(wanted: Mapping[str, Any], then: MatchPosition | None) -> dict[str, Any]:
    if "next" not in wanted:
        return {}
    return {"next": then and {name: _of_position(then, name) for name in wanted["next"] or ("dealer",)}}


def _of_position(position: MatchPosition, name: str) -> Any:
    return position.pot.get(name, 0) if name in IN_POT else getattr(position, FIELDS.get(name, name))


def _like(wanted: Any, found: Any) -> Any:
    """Of a mapping only the keys that are asked for."""
    return {name: found.get(name) for name in wanted} if isinstance(wanted, Mapping) else found


def cases(ruleset: str) -> Iterator[Case]:
    path = MATCHES / f"{ruleset}.jsonl"
    if path.exists():
        yield from (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
