"""Recorded matches: what each hand moves, who deals next, and how it ends. The cases of ``tests/cases/matches``.

A case is one line of JSON::

    {"id", "ruleset", "options", "note", "start": fields of the position, "scores": [four seats],
     "hands": [{..., "expect": {...}}, ...], "expect": {...}}

A hand says how it ended: ``"wins": [...]``, ``"draw": {"ready", "nagashi"}``, ``"abort": reason`` or ``"penalty":
offence, "by": seat``; ``"riichi"`` lists the seats that laid down a stick. A win is ``{"winner", "discarder",
"source", "liable"}`` with ``"total", "limit", "fu"`` or with ``"hand"``: its tiles, and flags, as in a scoring record
(``"plain"``: its result comes without an explanation and does not name the source). Only what ``expect`` names is
looked at (``OF_HANDS``, ``OF_MATCHES``), and of a position only the fields that it names. A case that expects nothing
but ``"refused": option`` is one of options that clash.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from controller.rules.engine import ConfiguredGame
from controller.rules.errors import RulesError
from controller.rules.game import Outcome, Position, QuickWin, Settlement
from controller.rules.sheet.ruleset import Ruleset

MATCHES = Path(__file__).parents[2] / "tests" / "cases" / "matches"
Case = dict[str, Any]
SOURCES = {True: "self-draw", False: "discard"}


@dataclass(frozen=True, slots=True)
class Table:
    """Where a match stands; ``scores`` by seat."""

    game: ConfiguredGame
    position: Position
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A hand or a penalty at a table, and the position after it (None: the match is over)."""

    table: Table
    entry: Case
    settlement: Settlement
    then: Position | None

    @property
    def penalty(self) -> Mapping[str, Any]:
        return next(row for row in self.table.game.penalties() if row["id"] == self.entry["penalty"])

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(have + moved for have, moved in zip(self.table.scores, self.settlement.net, strict=True))


OF_HANDS: dict[str, Callable[[Played], Any]] = {
    "net": lambda hand: list(hand.settlement.net),
    "deposits": lambda hand: hand.settlement.deposits,
    "scores": lambda hand: list(hand.scores),
    "lines": lambda hand: [[line.payer, line.payee, line.amount] for line in hand.settlement.lines],
    "keys": lambda hand: [line.key for line in hand.settlement.lines],
    "prevailing": lambda hand: hand.table.game.prevailing(hand.table.position),
    "winds": lambda hand: "".join(wind or "-" for wind in hand.table.game.seat_winds(hand.table.position)),
    "people": lambda hand: list(hand.table.game.people(hand.table.position)),
    "penalty": lambda hand: hand.penalty,
    "facts": lambda hand: [_facts(hand.table, win, _outcome(hand.entry)) for win in hand.entry["wins"]],
}
OF_MATCHES: dict[str, Callable[[Table], Any]] = {
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
        game = (rules.game or ConfiguredGame)(rules, options, case.get("profile"))
    except RulesError as error:
        return [{"refused": error.field}]
    return _answers(game, case)


def _answers(game: ConfiguredGame, case: Case) -> list[Any]:
    table = _start(game, case)
    found: list[Any] = []
    for entry in case["hands"]:
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


def _start(game: ConfiguredGame, case: Case) -> Table:
    position = Position(**{"dealer": 0, "first_dealer": 0, **case.get("start", {})})
    return Table(game, position, tuple(case.get("scores", [game.start_points] * 4)))


def _played(table: Table, entry: Case) -> Played:
    game, position = table.game, table.position
    if "penalty" in entry:
        return Played(table, entry, game.settle_penalty(position, entry["penalty"], entry["by"]), position)
    outcome = _outcome(entry)
    settlement = _settled(table, entry, outcome)
    hand = Played(table, entry, settlement, position)
    then = game.advance(position, outcome, hand.scores)
    return replace(hand, then=then and replace(then, deposits=position.deposits + settlement.deposits))


def _outcome(entry: Case) -> Outcome:
    riichi, wins = tuple(entry.get("riichi", ())), entry.get("wins")
    if wins:
        return Outcome("win", tuple(win["winner"] for win in wins), wins[0].get("discarder"), riichi=riichi)
    if "abort" in entry:
        return Outcome("abort", reason=entry["abort"], riichi=riichi)
    drawn = entry["draw"]
    return Outcome("draw", ready=tuple(drawn.get("ready", ())), riichi=riichi, nagashi=tuple(drawn.get("nagashi", ())))


def _settled(table: Table, entry: Case, outcome: Outcome) -> Settlement:
    game, position = table.game, table.position
    if outcome.kind != "win":
        return game.settle_without_win(position, outcome)
    if "hand" in entry["wins"][0]:
        return game.settle_scored(position, [_scored(table, win, outcome) for win in entry["wins"]], outcome.riichi)
    return game.settle_quick(position, [_quick(win) for win in entry["wins"]], outcome.riichi)


def _source(win: Case) -> Any:
    return win.get("source", SOURCES[win.get("discarder") is None])


def _quick(win: Case) -> QuickWin:
    more = {name: win[name] for name in ("limit", "fu", "liable") if name in win}
    return QuickWin(win["winner"], _source(win), win.get("discarder"), win["total"], **more)


def _facts(table: Table, win: Case, outcome: Outcome) -> Mapping[str, Any]:
    """Counters and sticks of a win; of several winners, who stand in turn order, what this one has of them."""
    among = (outcome.winners, win["winner"]) if len(outcome.winners) > 1 else ()
    return table.game.table_facts(table.position, outcome.riichi, *among)


def _scored(table: Table, win: Case, outcome: Outcome) -> dict[str, Any]:
    """The record as the match writes it: tiles as entered, and what the position knows."""
    game, position = table.game, table.position
    winds = game.seat_winds(position)
    record = {
        **win["hand"],
        **_facts(table, win, outcome),
        "win": _source(win),
        "seat_wind": winds[win["winner"]],
        "round_wind": game.prevailing(position),
        "discarder": None if win.get("discarder") is None else winds[win["discarder"]],
        **({} if win.get("liable") is None else {"liable": winds[win["liable"]]}),
    }
    if win.get("plain"):
        return {**win, "result": game.score(record)}
    return {**win, "source": _source(win), "record": record, "result": game.score({**record, "explain": True})}


def _after(hand: Played) -> Table:
    """After the last hand its position stays, with what it left on the table."""
    position = hand.table.position
    last = replace(position, deposits=position.deposits + hand.settlement.deposits)
    return Table(hand.table.game, hand.then or last, hand.scores)


def _of_players(table: Table) -> list[int]:
    return [score for score, wind in zip(table.scores, table.game.seat_winds(table.position), strict=True) if wind]


def _asked(questions: Mapping[str, Callable[[Any], Any]], wanted: Mapping[str, Any], of: object) -> dict[str, Any]:
    return {name: _like(wanted[name], questions[name](of)) for name in wanted if name != "next"}


def _next(wanted: Mapping[str, Any], then: Position | None) -> dict[str, Any]:
    if "next" not in wanted:
        return {}
    return {"next": then and {name: getattr(then, name) for name in wanted["next"] or ("dealer",)}}


def _like(wanted: Any, found: Any) -> Any:
    """Of a mapping only the keys that are asked for."""
    return {name: found.get(name) for name in wanted} if isinstance(wanted, Mapping) else found


def cases(ruleset: str) -> Iterator[Case]:
    path = MATCHES / f"{ruleset}.jsonl"
    if path.exists():
        yield from (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
