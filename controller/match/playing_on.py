"""Another match of the same game and players after one that is over, with the totals of both.

Each match has its own ranking, its own sheet and its own hands; what the players bring from those before is written
into its start and never changes: a match that was played on from takes no corrections any more.
"""

from __future__ import annotations

from dataclasses import replace

from controller.events import Event
from controller.events.values import BroughtOver
from controller.limits import LONGEST_MATCH_ID, check_words
from controller.match.begin import first_dealer_found, match_started
from controller.match.commands import PlayOn, StartMatch
from controller.match.evolve import begun
from controller.match.state import MatchHand, MatchState
from controller.match.totals import may_play_on, together
from controller.refusals import Code, Refused
from controller.rules.game import Game
from controller.rules.seats import SEATS


def play_on(state: MatchState, command: PlayOn, game: Game) -> tuple[Event, ...]:
    """``kept``: people stay where they sit, and who dealt first deals first again; of five the one rests who rested
    first, since a cycle of rounds has brought everybody back. ``drawn``: seats and first dealer are found anew."""
    check_words(command.match, "match", LONGEST_MATCH_ID)
    hand = _first_hand(state)
    method = "given" if command.seats == "kept" else _way_to_draw(state, game)
    chairs = state.seats if state.resting or state.last is None else state.last.seats
    asked = StartMatch(
        who=command.who,
        match=command.match,
        ruleset=state.ruleset,
        names=state.names,
        profile=state.profile,
        house_rules=state.house_rules,
        confirmation=state.confirmation,
        hand_check=state.hand_check,
    )
    started = replace(match_started(asked, game, state.names, chairs, method), brought=_brought(state))
    if method != "given":
        return (started,)
    first = hand.seats[hand.position.first_dealer]
    dealer = next(seat for seat in SEATS if chairs[seat] == first)
    return (started, first_dealer_found(game, begun(started), dealer, command.who))


def _first_hand(state: MatchState) -> MatchHand:
    if state.phase != "over":
        raise Refused(Code.MATCH_RUNNING)
    if not may_play_on(state):
        raise Refused(Code.NO_PLAYING_ON)
    return state.hands[0]


def _way_to_draw(state: MatchState, game: Game) -> str:
    """That of the match before; where its seats were given, or kept from another, that of the ruleset."""
    drawn = state.seating if state.seating != "given" else game.seating
    return drawn if drawn != "given" else "dice"


def _brought(state: MatchState) -> BroughtOver:
    total = together(state)
    points = tuple(round(1000 * each) for each in total.points)
    return BroughtOver(match=state.id, matches=total.matches, net=total.net, points=points)
