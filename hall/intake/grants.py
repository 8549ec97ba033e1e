"""Grants at tables: what a table is told of them, and which are valid when one joins the hall."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Final

from controller.events.event import EventActor
from controller.journal.store import iso
from controller.limits import LONGEST_NAME
from hall.intake.decide import make_order
from hall.intake.events import TableOrdered
from hall.people.events import AccountClosed, GrantMade, GrantRevoked
from hall.people.state import Grant, State, evolve
from hall.permits import HallRole
from hall.store import HallJournal

_TYPES: Final = (GrantMade.type, GrantRevoked.type, AccountClosed.type)


def grant_order(
    table: str, made: Grant | GrantMade, id_: str, who: str, now: datetime, random: Callable[[int], bytes]
) -> TableOrdered:
    """``id_``: of the grant. The order is good as long as the grant: a table that is away takes it when it is back."""
    body = {
        "grant": id_, "role": made.role, "name": made.name[:LONGEST_NAME], "code_hash": made.code_hash,
        "starts": made.starts, "expires": made.ends,
    }  # fmt: skip
    return make_order(table, "grant", body, who, now, random, seconds=seconds_until(made.ends, now))


def revoke_order(table: str, grant: Grant, who: str, now: datetime, random: Callable[[int], bytes]) -> TableOrdered:
    """It too is good as long as the grant would have been."""
    body = {"grant": grant.id}
    return make_order(table, "revoke-grant", body, who, now, random, seconds=seconds_until(grant.ends, now))


def seconds_until(ends: str, now: datetime) -> int:
    """At least one."""
    return max(1, int((datetime.fromisoformat(ends) - now).total_seconds()))


def grants_on_joining(
    journal: HallJournal, table: str, now: datetime, random: Callable[[int], bytes]
) -> list[TableOrdered]:
    """Orders for a table that joins: the grants that are valid there, or will be, each as if by whoever made it.
    Blocking. Raises ``StoreError``."""
    state = State()
    for recorded in journal.all_of_types(_TYPES):
        state = evolve(state, recorded)
    return [
        replace(
            grant_order(table, one, one.id, one.made_by, now, random),
            actor=EventActor(HallRole.OWNER.value, one.made_by, one.account),
        )
        for one in state.grants.values()
        if one.is_open(iso(now)) and (not one.tables or table in one.tables)
    ]
