"""A result as it was entered: checked, scored, paid, and what it leads to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from controller.match.checks import check_result
from controller.match.commands import HandResult, ScoredWin, Win
from controller.match.state import VOID, CountedWin, Lineup, occupied
from controller.refusals import Code, Refused
from controller.rules.errors import RulesError
from controller.rules.game import End, Ends, Game, MatchPosition, QuickWin, Settlement
from controller.rules.paid import Paid, PaidWin, WinWorth
from controller.rules.progression import before_break
from controller.rules.seats import WIND_INDEX, Seat, WindIndex
from controller.rules.winners import Call, three_winners

NOTHING = Settlement((0, 0, 0, 0))


@dataclass(frozen=True, slots=True)
class Entered:
    """A result as facts: ``wins`` are those that count, in turn order, each paid as ``paid`` says; ``passed_over``
    called the same tile in vain.
    """

    end: End
    wins: tuple[CountedWin, ...] = ()
    paid: tuple[Paid, ...] = ()
    passed_over: tuple[Seat, ...] = ()


class _Called(NamedTuple):
    """A win that was called, with its worth and payments."""

    win: CountedWin
    worth: WinWorth
    paid: Paid

    @property
    def call(self) -> Call:
        worth = self.worth
        return Call(self.win.winner, worth.base, worth.total, frozenset(worth.items))


def entered(game: Game, standing: Lineup, result: HandResult, earlier: Ends = ()) -> Entered:
    """Checks a result against the hand it is for and scores its wins. Who has won in an earlier end of the hand plays
    no more. Raises ``Refused`` naming the field."""
    out = {winner for end in earlier for winner in end.winners}
    check_result(game.asks, result, [seat for seat in occupied(standing.seats) if seat not in out])
    declared = {name: tuple(sorted(seats)) for name, seats in result.declared.items() if seats}
    if result.kind != "win":
        reason = result.reason or (VOID if result.kind == "abort" else "")
        return Entered(End(result.kind, ready=tuple(sorted(result.ready)), reason=reason, declared=declared))
    discarder = result.wins[0].discarder
    called = {}
    for place, win in enumerate(result.wins):
        alone = End("win", (win.winner,), discarder, declared=declared, out=tuple(sorted(out)))
        called[win.winner] = _called(game, standing, alone, win, f"wins[{place}]")
    choice = game.choose(discarder, [one.call for one in called.values()])
    if not choice.winners:
        raise three_winners()
    end = End("win", choice.winners, discarder, declared=declared, out=tuple(sorted(out)))
    kept = [called[seat] for seat in choice.winners]
    if len(kept) > 1:
        kept = [_among_others(game, standing, end, one) for one in kept]
    return Entered(end, tuple(one.win for one in kept), tuple(one.paid for one in kept), choice.passed_over)


def paid_anew(game: Game, standing: Lineup, win: CountedWin, end: End) -> Paid:
    """What a recorded win of an end pays by the rules of now, and by who is out now."""
    if win.record is not None:
        facts = game.record_facts(standing.position, end, win.winner)
        return _scored(game, {**win.record, **facts}, "record")[1].paid
    quick = QuickWin(
        win.winner,
        win.source,
        win.discarder,
        win.total,
        win.limit,
        win.fu,
        win.liable,
        end.declared,
        win.losers,
        win.tally,
    )
    return game.paid_quick(standing.position, quick).paid


def payments(game: Game, position: MatchPosition, ends: Ends, paid: Sequence[Paid]) -> Settlement:
    """What the last end moves at this position of the hand."""
    return NOTHING if ends[-1].reason == VOID else game.settle(position, ends, paid)


def following(game: Game, position: MatchPosition, ends: Ends, scores: Sequence[int]) -> MatchPosition | None:
    """The position after the hand, given that of its last moment; ``scores`` by seat, this hand included. A void hand
    is played again as it was."""
    return before_break(position) if ends[-1].reason == VOID else game.advance(position, ends, scores)


def _called(game: Game, standing: Lineup, end: End, win: Win, field: str) -> _Called:
    if isinstance(win, QuickWin):
        worth, paid = game.paid_quick(standing.position, replace(win, declared=end.declared))
        return _Called(_counted(win, worth, win.losers, paid.tally), worth, paid)
    return _scored_win(game, standing, win, _record(game, standing, end, win), field)


def _among_others(game: Game, standing: Lineup, end: End, called: _Called) -> _Called:
    """A win as it is when others win too: with what he alone has of extra hands and pot."""
    record = called.win.record
    facts = game.record_facts(standing.position, end, called.win.winner)
    if record is None or not facts:
        return called
    return _scored_win(game, standing, called.win, {**record, **facts}, "wins")


def _counted(win: Win | CountedWin, worth: WinWorth, losers: tuple[int, ...] = (), tally: int = 0) -> CountedWin:
    return CountedWin(
        winner=win.winner,
        source=win.source,
        discarder=win.discarder,
        liable=win.liable,
        total=worth.total,
        limit=worth.limit,
        fu=worth.fu,
        level=worth.level,
        losers=losers,
        tally=tally,
    )


def _record(game: Game, standing: Lineup, end: End, win: ScoredWin) -> dict[str, Any]:
    """The scoring record of a win: what the players entered, and what the match knows better than they do."""
    winds = standing.winds
    return {
        **win.parts,
        **game.record_facts(standing.position, end, win.winner),
        "ruleset": game.ruleset,
        "options": plain(game.options),
        "win": win.source,
        "seat_wind": winds[win.winner],
        "round_wind": standing.prevailing,
        "discarder": None if win.discarder is None else winds[win.discarder],
        **({} if win.liable is None else {"liable": winds[win.liable]}),
    }


def _scored_win(game: Game, standing: Lineup, win: Win | CountedWin, record: Mapping[str, Any], field: str) -> _Called:
    result, scored = _scored(game, record, field)
    losers = _by_seat(standing, scored.paid.losers)
    counted = replace(_counted(win, scored.worth, losers, scored.paid.tally), record=record, result=result)
    return _Called(counted, scored.worth, scored.paid)


def _by_seat(standing: Lineup, losers: Mapping[WindIndex, int]) -> tuple[int, ...]:
    if not losers:
        return ()
    return tuple(0 if wind is None else losers.get(WIND_INDEX[wind], 0) for wind in standing.winds)


def _scored(game: Game, record: Mapping[str, Any], field: str) -> tuple[dict[str, Any], PaidWin]:
    try:
        result, win = game.scored({**record, "explain": True})
    except RulesError as error:
        error.field = f"{field}.{error.field}"
        raise
    if win is None:
        raise Refused(
            Code.ILLEGAL_HAND,
            f"This is not a winning hand of the ruleset: {result['reason']}.",
            field=field,
            reason=result["reason"],
        )
    return result, win


def plain(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as JSON keeps them."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in options.items()}
