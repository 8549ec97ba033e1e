"""The values of a match as the journal stores them (``controller.events.values``), and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import Any, Final

from controller.events.values import (
    AnyWin,
    StoredDice,
    StoredInstant,
    StoredLine,
    StoredOutcome,
    StoredPosition,
    StoredQuickWin,
    StoredScoredWin,
    StoredSettlement,
    StoredWall,
)
from controller.match.state import CountedWin, Lineup
from controller.rules.entry import Asks, asks_from
from controller.rules.game import (
    JACKPOT,
    Declared,
    DicePlan,
    End,
    Instant,
    Line,
    MatchPosition,
    Pot,
    Settlement,
    WallPlan,
    tally_of,
    won_of,
)
from controller.rules.seats import SEATS


def stored_wall(wall: WallPlan) -> StoredWall:
    """What the walls of the first release do not know is only written where it is so."""
    counted = "smaller" if wall.counted == "smaller" else None
    later = {
        "counted": counted,
        "turned": wall.turned or None,
        "replaced_from": None if wall.replaced_from == "end" else wall.replaced_from,
        "dead_tiles": wall.dead_tiles or None,
    }
    return StoredWall(**{**asdict(wall), **later})


def wall_from(stored: StoredWall) -> WallPlan:
    later = {
        "counted": stored.counted or "sum",
        "turned": bool(stored.turned),
        "replaced_from": stored.replaced_from or "end",
        "dead_tiles": stored.dead_tiles or 0,
    }
    return WallPlan(**{**asdict(stored), **later})


def stored_dice(dice: DicePlan) -> StoredDice:
    return StoredDice(dice.dice, dice.throws)


def dice_from(stored: StoredDice) -> DicePlan:
    return DicePlan(stored.dice, stored.throws)


DECLARED: Final = ("riichi", "nagashi")
"""The declarations that summaries and sheets also show under their own names, as programs have read them from the
first release on."""
DEPOSITS: Final = "deposits"
"""The sticks in a pot, which summaries show from the first release on."""


def stored_outcome(end: End) -> StoredOutcome:
    return StoredOutcome(
        kind=end.kind,
        winners=end.winners,
        discarder=end.discarder,
        ready=end.ready,
        reason=end.reason,
        declared={name: seats for name, seats in end.declared.items() if seats},
    )


def end_from(stored: StoredOutcome) -> End:
    return End(stored.kind, stored.winners, stored.discarder, stored.ready, stored.reason, stored.declared)


def stored_settlement(settlement: Settlement) -> StoredSettlement:
    lines = tuple(StoredLine(line.payer, line.payee, line.amount, line.key) for line in settlement.lines)
    return StoredSettlement(settlement.net, lines, **_stored_pot(settlement.pot))


def settlement_from(stored: StoredSettlement) -> Settlement:
    lines = tuple(Line(line.payer, line.payee, line.amount, line.key) for line in stored.lines)
    return Settlement(stored.net, lines, _pot_from(stored))


def instant_from(stored: StoredInstant) -> Instant:
    return Instant(stored.instant, stored.seat, stored.feeder, stored.tile, stored.flags)


def _stored_pot(pot: Pot) -> dict[str, Any]:
    """The members of a position or settlement that say what a pot holds, or how it changes."""
    tally, won = tallies(pot), markers(pot)
    return {
        DEPOSITS: pot.get(DEPOSITS, 0),
        JACKPOT: pot.get(JACKPOT),
        "tally": tally if any(tally) else None,
        "has_won": won if any(won) else None,
    }


def tallies(pot: Pot) -> tuple[int, ...]:
    """What each seat has won towards the jackpot."""
    return tuple(pot.get(tally_of(seat), 0) for seat in SEATS)


def markers(pot: Pot) -> tuple[int, ...]:
    """By seat, 1 once it has won a hand, where the match counts that."""
    return tuple(pot.get(won_of(seat), 0) for seat in SEATS)


def _pot_from(stored: StoredSettlement | StoredPosition) -> Pot:
    held = {
        DEPOSITS: stored.deposits,
        **{tally_of(seat): number for seat, number in zip(SEATS, stored.tally or (), strict=False)},
        **{won_of(seat): number for seat, number in zip(SEATS, stored.has_won or (), strict=False)},
    }
    jackpot = {} if stored.jackpot is None else {JACKPOT: stored.jackpot}
    return {name: number for name, number in held.items() if number} | jackpot


def stored_position(standing: Lineup) -> StoredPosition:
    """A position as one flat object with its winds and players."""
    position = standing.position
    return StoredPosition(
        dealer=position.dealer,
        first_dealer=position.first_dealer,
        prevailing=standing.prevailing,
        winds=standing.winds,
        players=standing.seats,
        round=position.round,
        number=position.number,
        extra=position.streak,
        carry=position.extra_hands,
        east=position.east,
        draws=position.draws or None,
        by_break=position.prevailing is not None or None,
        **_stored_pot(position.pot),
    )


def stored_next(standing: Lineup | None) -> StoredPosition | None:
    return None if standing is None else stored_position(standing)


def standing_from(stored: StoredPosition) -> Lineup:
    position = MatchPosition(
        dealer=stored.dealer,
        first_dealer=stored.first_dealer,
        round=stored.round,
        number=stored.number,
        streak=stored.extra,
        extra_hands=stored.carry,
        pot=_pot_from(stored),
        east=stored.east,
        draws=stored.draws or 0,
        prevailing=stored.prevailing if stored.by_break else None,
    )
    return Lineup(position, stored.prevailing, stored.winds, stored.players)


def next_from(stored: StoredPosition | None) -> Lineup | None:
    return None if stored is None else standing_from(stored)


def stored_win(win: CountedWin) -> AnyWin:
    facts = {name: getattr(win, name) for name in ("winner", "source", "discarder", "liable")}
    counted = {name: getattr(win, name) for name in ("total", "limit", "fu", "level")} | {
        "losers": win.losers or None,
        "tally": win.tally or None,
    }
    if win.record is None or win.result is None:
        return StoredQuickWin(**facts, **counted)
    return StoredScoredWin(**facts, **counted, record=win.record, result=win.result)


def win_from(stored: AnyWin) -> CountedWin:
    record, result = (stored.record, stored.result) if isinstance(stored, StoredScoredWin) else (None, None)
    return CountedWin(
        winner=stored.winner, source=stored.source, discarder=stored.discarder, liable=stored.liable,
        total=stored.total, limit=stored.limit, fu=stored.fu, level=stored.level,
        record=record, result=result, losers=stored.losers or (), tally=stored.tally or 0,
    )  # fmt: skip


def asks_of(recorded: Mapping[str, Any]) -> Asks:
    """The entry form of a match as it was recorded. One that this release cannot read is replaced by the plain one:
    it shapes what a page asks for, and nothing that was played. The same for the same: matches under one ruleset share
    theirs, at one table and at all tables of a hall."""
    try:
        return _asks(json.dumps(recorded))
    except (KeyError, TypeError, ValueError, AttributeError):
        return Asks()


@lru_cache(maxsize=64)
def _asks(recorded: str) -> Asks:
    return asks_from(json.loads(recorded))


def declared_facts(asks: Asks, end: End) -> Declared:
    """Seats by what they declared; a name of the game stands also where nobody did."""
    return {**{row.id: () for row in asks.declared}, **end.declared}


def pot_facts(position: MatchPosition | None) -> dict[str, Any]:
    """What lies on the table, by name, what each seat has won towards the jackpot, and who has won a hand; a name
    stands also where nothing does."""
    pot = {} if position is None else position.pot
    return {
        DEPOSITS: pot.get(DEPOSITS, 0),
        JACKPOT: pot.get(JACKPOT, 0),
        "tally": list(tallies(pot)),
        "has_won": list(markers(pot)),
    }


def position_facts(standing: Lineup) -> dict[str, Any]:
    """A standing for readers: players and winds by seat, the dealer as a seat."""
    position = standing.position
    return {
        "round": position.round,
        "prevailing": standing.prevailing,
        "number": position.number,
        "in_round": standing.in_round,
        "extra": position.streak,
        "dealer": position.dealer,
        "seats": list(standing.seats),
        "winds": list(standing.winds),
        "carry": position.extra_hands,
        **pot_facts(position),
    }
