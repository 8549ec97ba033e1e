"""What was played at a table: when games and hands ended, and how long hands took. A fold over the table's own journal.

Bills by game or hand, and the figures of the day, are read from it. It is bounded: a bill is written on the day.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeVar

from controller.changed import changed
from controller.events import Recorded
from controller.events.match import (
    HandEnded,
    HandStarted,
    MatchAbandoned,
    MatchEnded,
    MatchStarted,
    ResultUndone,
)
from hall.floor.bill import Ended, Played
from hall.floor.meter import Stretch
from hall.floor.times import ms_at

T = TypeVar("T")
HANDS_KEPT: Final = 600
"""Some three days of a table that never rests."""
GAMES_KEPT: Final = 100


@dataclass(frozen=True, slots=True)
class HandSpan:
    """Milliseconds since 1970."""

    starts: int
    ends: int


@dataclass(frozen=True, slots=True)
class TablePlay:
    """``hands``: by match and number, those that are over; ``games``: when each match ended by its id. ``match``: the
    one that is running; ``ruleset``: its own. ``begun``: when its last hand began."""

    hands: Mapping[str, HandSpan] = field(default_factory=dict)
    games: Mapping[str, int] = field(default_factory=dict)
    match: str | None = None
    ruleset: str | None = None
    begun: int | None = None


def evolve(play: TablePlay, recorded: Recorded) -> TablePlay:
    """After an event of the table. Never fails; what is not about play changes nothing."""
    match recorded.event:
        case MatchStarted(match=match, ruleset=ruleset):
            return changed(play, match=match, ruleset=ruleset, begun=None)
        case HandStarted():
            return changed(play, begun=ms_at(recorded.time))
        case HandEnded(match=match, hand=hand):
            now = ms_at(recorded.time)
            span = HandSpan(now if play.begun is None else play.begun, now)
            return changed(play, hands=_last({**play.hands, _key(match, hand): span}, HANDS_KEPT))
        case ResultUndone(match=match, hand=hand):
            open_again = {key: span for key, span in play.hands.items() if key != _key(match, hand)}
            games = {key: at for key, at in play.games.items() if key != match}
            return changed(play, hands=open_again, games=games, match=match)
        case MatchEnded(match=match):
            # A match that is ranked anew after points have moved ended when it ended.
            games = {**play.games, match: play.games.get(match, ms_at(recorded.time))}
            return changed(play, games=_last(games, GAMES_KEPT), match=None, ruleset=None, begun=None)
        case MatchAbandoned():
            return changed(play, match=None, ruleset=None, begun=None)
    return play


def played_at(stretches: Iterable[Stretch], plays: Mapping[str, TablePlay]) -> Played:
    """What was played at the tables of a session, for its bill. ``plays``: by table."""
    tables = dict.fromkeys(one.table for one in stretches)
    games = tuple(Ended(table, at) for table in tables if table in plays for at in plays[table].games.values())
    hands = tuple(Ended(table, span.ends) for table in tables if table in plays for span in plays[table].hands.values())
    return Played(games, hands)


def _key(match: str, hand: int) -> str:
    return f"{match}/{hand}"


def _last(entries: Mapping[str, T], most: int) -> Mapping[str, T]:
    return dict(list(entries.items())[-most:]) if len(entries) > most else entries
