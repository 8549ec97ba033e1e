"""A player has sat down or calls the referee to the table, and a lost card is replaced."""

from __future__ import annotations

from typing import Final

from controller.events import Event
from controller.limits import LONGEST_WHY
from controller.refusals import Because, Code, Refused, Takes
from hall.tournament import events as did
from hall.tournament.cards import entrant_of
from hall.tournament.commands import AnswerCall, CallReferee, RenewCard, TakeOwnSeat
from hall.tournament.decide.looking import Asked, going_on, the_entrant
from hall.tournament.state import Tournament
from hall.tournament.values import Entrant

MOST_CALLS: Final = 5000
"""Of a tournament, those that were answered counted."""


def call(command: CallReferee, context: Asked) -> tuple[Event, ...]:
    """To the table where the player sits in the newest round. One call at a time: again changes nothing."""
    tournament = going_on(command, context)
    round, table, caller = _where(tournament, command.person)
    if any(each.entrant == caller.id and not each.answered for each in tournament.calls):
        return ()
    text = command.text.strip()
    if len(text) > LONGEST_WHY or (text and not text.isprintable()):
        raise Refused(Code.INVALID, Takes.LINE(most=LONGEST_WHY), field="text")
    if len(tournament.calls) >= MOST_CALLS:
        raise Refused(Code.LIST_FULL, f"The referee was called {MOST_CALLS} times.")
    number = len(tournament.calls) + 1
    return (did.RefereeCalled(tournament.id, command.who, number, round, table, caller.id, text),)


def take_seat(command: TakeOwnSeat, context: Asked) -> tuple[Event, ...]:
    """Again changes nothing."""
    tournament = going_on(command, context)
    round, _, player = _where(tournament, command.person)
    if player.id in tournament.sitting:
        return ()
    return (did.SeatTaken(tournament.id, command.who, round, player.id),)


def _where(tournament: Tournament, person: str) -> tuple[int, int, Entrant]:
    """The newest round, unless it is locked, and the table in it of whoever plays for this person. Raises
    ``Refused``."""
    player, round = entrant_of(tournament, person), tournament.round
    if player is None or round is None or round.locked is not None:
        raise Refused(Code.NO_SUCH_ENTRANT, Because.NOT_SITTING(), field="person")
    table = next((at for at, seats in enumerate(round.tables, 1) if player.id in seats), None)
    if table is None:
        raise Refused(Code.NO_SUCH_ENTRANT, Because.NOT_SITTING(), field="person")
    return round.number, table, player


def answer(command: AnswerCall, context: Asked) -> tuple[Event, ...]:
    """By whoever goes there. Again changes nothing."""
    tournament = going_on(command, context)
    found = next((each for each in tournament.calls if each.number == command.call), None)
    if found is None:
        raise Refused(Code.NO_SUCH_CALL, field="call")
    return () if found.answered else (did.RefereeCame(tournament.id, command.who, found.number),)


def renew_card(command: RenewCard, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context)
    entrant = the_entrant(tournament, command.entrant)
    return (did.CardRenewed(tournament.id, command.who, entrant.id, tournament.cards.get(entrant.id, 0) + 1),)
