"""The queue: who comes, who is called, who is seated together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Final

from controller.events import Event
from controller.limits import LONGEST_NAME, LONGEST_RULE_ID, check_words
from controller.refusals import Code, Refused, Takes
from controller.rules.seats import SEAT_COUNT
from hall.commands import HallCommandSpec
from hall.floor.commands import CallParty, DismissParty, Guest, MissParty, QueueParty, SeatParties
from hall.floor.decide.checks import (
    FloorContext,
    check_label,
    check_person,
    check_who,
    chosen_id,
    free_table,
    moment,
    party_of,
    table_of,
)
from hall.floor.decide.sessions import checked_guests, last_end
from hall.floor.events import (
    GuestSeated,
    PartyCalled,
    PartyGone,
    PartyMissed,
    PartyQueued,
    PartySeated,
    SessionStarted,
    Wishes,
)
from hall.floor.state import Party
from hall.floor.times import MINUTE, ms_of, text_of

MOST_PARTIES: Final = 200
LONGEST_CALL: Final = 60
MOST_AVOIDED: Final = 20


def queue_party(command: QueueParty, context: FloorContext) -> tuple[Event, ...]:
    check_who(command.who)
    check_label(command.label)
    state = context.state.floor
    if command.party is not None and command.party in state.queue:
        return ()
    if len(state.queue) >= MOST_PARTIES:
        raise Refused(Code.LIST_FULL, Takes.FULL(most=MOST_PARTIES))
    if not 1 <= command.size <= SEAT_COUNT or len(command.persons) > command.size:
        least = max(1, min(len(command.persons), SEAT_COUNT))
        raise Refused(Code.BAD_PARTY, Takes.BETWEEN(least=least, most=SEAT_COUNT), field="size")
    if len(set(command.persons)) < len(command.persons):
        raise Refused(Code.BAD_PARTY, Takes.ONCE(), field="persons")
    for person in command.persons:
        check_person(context, person, "persons")
        if any(person in party.persons for party in state.queue.values()):
            raise Refused(Code.QUEUED_ALREADY, field="persons")
    _check_wishes(command.wishes, context)
    id_ = chosen_id("q", command.party, context)
    queued = PartyQueued(
        id_, state.tickets + 1, command.size, command.persons, command.label.strip(), command.wishes, command.who
    )
    return (queued,)


def _check_wishes(wishes: Wishes, context: FloorContext) -> None:
    if wishes.ruleset is not None:
        check_words(wishes.ruleset, "ruleset", LONGEST_RULE_ID)
    if wishes.area is not None:
        check_words(wishes.area, "area", LONGEST_NAME, may_be_empty=True)
    if len(wishes.avoid) > MOST_AVOIDED:
        raise Refused(Code.BAD_PARTY, Takes.ENTRIES(most=MOST_AVOIDED), field="avoid")
    for person in wishes.avoid:
        check_person(context, person, "avoid")


def call_party(command: CallParty, context: FloorContext) -> tuple[Event, ...]:
    check_who(command.who)
    state = context.state.floor
    party = party_of(state, command.party)
    if not 1 <= command.minutes <= LONGEST_CALL:
        raise Refused(Code.BAD_PARTY, Takes.BETWEEN(least=1, most=LONGEST_CALL), field="minutes")
    table = table_of(state, command.table)
    if party.called_to == table.id:
        return ()
    until = text_of(ms_of(context.now) + command.minutes * MINUTE)
    return (PartyCalled(party.id, table.id, until, command.who),)


def miss_party(command: MissParty, context: FloorContext) -> tuple[Event, ...]:
    check_who(command.who)
    party = party_of(context.state.floor, command.party)
    return () if party.called_to is None else (PartyMissed(party.id, command.who),)


def seat_parties(command: SeatParties, context: FloorContext) -> tuple[Event, ...]:
    """All of them at once, or none."""
    check_who(command.who)
    state = context.state.floor
    gone = [id_ for id_ in command.parties if id_ not in state.queue]
    if command.parties and len(gone) == len(command.parties):
        return ()
    if not command.parties or len(set(command.parties)) < len(command.parties):
        raise Refused(Code.BAD_PARTY, Takes.ONCE(), field="parties")
    parties = [party_of(state, id_) for id_ in command.parties]
    session = state.session_at(command.table)
    there = () if session is None else session.stays
    if not command.anyway:
        seated = [one.person for one in there if one.person is not None and not one.left]
        _check_avoided(parties, seated)
    guests = checked_guests([guest for party in parties for guest in _guests(party)], there, context)
    if session is not None:
        at = text_of(moment(command.at, context.now, session.changed))
        id_ = session.id
        events: tuple[Event, ...] = tuple(GuestSeated(id_, guest, at, command.who) for guest in guests)
    else:
        table, id_ = free_table(state, command.table), chosen_id("s", None, context)
        at = text_of(moment(command.at, context.now, last_end(state, table.id)))
        joinable = not any(party.wishes.alone for party in parties)
        ruleset = next((party.wishes.ruleset for party in parties if party.wishes.ruleset), None)
        events = (
            SessionStarted(id_, table.id, table.area, state.revision, ruleset, guests, joinable, at, command.who),
        )
    return (*events, *(PartySeated(party.id, id_, command.who) for party in parties))


def _guests(party: Party) -> list[Guest]:
    """Those who are known, and then the others by the ticket of the party."""
    known = [Guest(person) for person in party.persons]
    label = party.label or f"#{party.ticket}"
    return [*known, *(Guest(None, label) for _ in range(party.size - len(known)))]


def _check_avoided(parties: Sequence[Party], seated: Sequence[str]) -> None:
    for party in parties:
        if set(party.wishes.avoid) & set(seated):
            raise Refused(Code.AVOIDED, field="parties")
    if any(avoids(first, second) for first, second in permutations(parties, 2)):
        raise Refused(Code.AVOIDED, field="parties")


def avoids(first: Party, second: Party) -> bool:
    """Whether the first does not want to sit with the second."""
    return bool(set(first.wishes.avoid) & set(second.persons))


def dismiss_party(command: DismissParty, context: FloorContext) -> tuple[Event, ...]:
    check_who(command.who)
    there = command.party in context.state.floor.queue
    return (PartyGone(command.party, command.who),) if there else ()


COMMANDS: Final = (
    HallCommandSpec(command=QueueParty, name="floor.queue-party", decide=queue_party),
    HallCommandSpec(command=CallParty, name="floor.call-party", decide=call_party),
    HallCommandSpec(command=MissParty, name="floor.miss-party", decide=miss_party),
    HallCommandSpec(command=SeatParties, name="floor.seat-parties", decide=seat_parties),
    HallCommandSpec(command=DismissParty, name="floor.dismiss-party", decide=dismiss_party),
)
