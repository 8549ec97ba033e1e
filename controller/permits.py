"""Who may do what: one table, role by command, asked for every way in. What it does not allow is refused.

``Table.handle`` asks it for every command, whether it comes over HTTP, from a key at the table or from unattended play;
the routes that only read ask it for the rows that begin with ``read``. ``tools.permit_page`` makes ``docs/permits.md``
from it.

The tablet of the table stands for the four players together. They can move the machine with its keys, and the remedies
of faults send them to the tablet (reset, "the table is empty", where the sets are), so its role may do both.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeVar

from controller.refusals import Code, Refused
from controller.rules.seats import Seat

R = TypeVar("R", bound=StrEnum)


class Role(StrEnum):
    """How a device or a key was let in, from the least to the most."""

    VIEWER = "viewer"
    SEAT = "seat"
    TABLE = "table"
    STAFF = "staff"
    REFEREE = "referee"
    TECHNICIAN = "technician"
    OWNER = "owner"


class Permit(StrEnum):
    """``OWN``: only for the seat that asks."""

    NO = "."
    OWN = "own"
    YES = "yes"


@dataclass(frozen=True, slots=True)
class Actor:
    """Who asks. ``name``: of the device or key, for logs. ``seat``: that of a device which belongs to one. ``device``:
    the id of a paired device; none for a key, the console and whoever only looks on."""

    role: Role
    name: str
    seat: Seat | None = None
    device: str | None = None


LOCAL_OWNER: Final = Actor(Role.OWNER, "local")
"""Programs and pages of this computer, where the table listens to it alone and does not want them paired."""
UNATTENDED: Final = Actor(Role.TABLE, "unattended")
"""Simulated people at a simulated table: they do what the four players may do together."""


def at_key(seat: Seat) -> Actor:
    """Whoever presses a dice key is at the table. Any player may press it for the one whose throw it is."""
    return Actor(Role.TABLE, f"key-{seat}", seat)


_TABLE: Final = """
                       viewer seat table staff referee technician owner
machine.open             .     .    yes   yes    yes      yes      yes
machine.close            .     .    yes   yes    yes      yes      yes
machine.close-empty      .     .    yes   yes    yes      yes      yes
machine.raise            .     .    yes   yes    yes      yes      yes
machine.build            .     .    yes   yes    yes      yes      yes
machine.pause            .     .    yes   yes    yes      yes      yes
machine.resume           .     .    yes   yes    yes      yes      yes
machine.stop             .     .    yes   yes    yes      yes      yes
machine.reset            .     .    yes   yes    yes      yes      yes
machine.clear-fault      .     .    yes   yes    yes      yes      yes
machine.emptied          .     .    yes   yes    yes      yes      yes
machine.placed           .     .    yes   yes    yes      yes      yes
dice.roll                .    own   yes   yes    yes       .       yes
dice.contribute          .    own   yes   yes    yes       .       yes
dice.void                .     .    yes   yes    yes       .       yes
match.start              .     .    yes   yes    yes       .       yes
match.draw-winds         .     .    yes   yes    yes       .       yes
match.confirm-seats      .     .    yes   yes    yes       .       yes
match.begin-hand         .     .    yes   yes    yes       .       yes
match.declare            .    own   yes   yes    yes       .       yes
match.pass-tiles         .     .    yes   yes    yes       .       yes
match.pay-instant        .    own   yes   yes    yes       .       yes
match.undo-instant       .     .    yes   yes    yes       .       yes
match.end-hand           .    own   yes   yes    yes       .       yes
match.undo               .     .    yes   yes    yes       .       yes
match.confirm            .     .    yes   yes    yes       .       yes
match.confirm-own        .    own    .     .      .        .       yes
match.dispute            .    own   yes   yes    yes       .       yes
match.correct-hand       .     .     .    yes    yes       .       yes
match.correct-confirmed  .     .     .     .     yes       .       yes
match.uphold             .     .     .     .     yes       .       yes
match.lock               .     .     .     .     yes       .       yes
match.penalize           .     .     .     .     yes       .       yes
match.cancel-penalty     .     .     .     .     yes       .       yes
match.lift-bar           .     .    yes   yes    yes       .       yes
match.rule               .     .     .     .     yes       .       yes
match.end                .     .     .    yes    yes       .       yes
match.abandon            .     .     .    yes    yes       .       yes
call.make                .    own   yes   yes    yes      yes      yes
call.answer              .     .     .    yes    yes      yes      yes
call.end                 .    own   yes   yes    yes      yes      yes
hall.join                .     .     .    yes    yes       .       yes
hall.leave               .     .     .    yes    yes       .       yes
hall.leave-unreleased    .     .     .     .      .        .       yes
hall.order               .     .     .    yes    yes       .       yes
hall.allow-hand          .     .     .     .     yes       .       yes
hall.read-message        .     .    yes   yes    yes       .       yes
rules.edit               .     .     .    yes    yes       .       yes
players.edit             .     .    yes   yes    yes       .       yes
service.record           .     .     .     .      .       yes      yes
journal.cosign           .    yes   yes   yes    yes      yes      yes
journal.witness          .     .    yes   yes    yes      yes      yes
journal.offer           yes   yes   yes   yes    yes      yes      yes
backup.make              .     .     .     .      .        .       yes
backup.remove            .     .     .     .      .        .       yes
update.install           .     .     .     .      .        .       yes
setup.change             .     .     .     .      .        .       yes
setup.flash              .     .     .     .      .       yes      yes
simulator.act            .     .     .     .      .       yes      yes
pairing.ask             yes   yes   yes   yes    yes      yes      yes
pairing.enter           yes   yes   yes   yes    yes      yes      yes
pairing.open             .     .     .    yes    yes       .       yes
device.leave             .    yes   yes   yes    yes      yes      yes
device.revoke            .     .     .     .      .        .       yes
grant.make               .     .     .     .      .        .       yes
grant.revoke             .     .     .     .      .        .       yes
staff-pin.change         .     .     .     .      .        .       yes
read.me                 yes   yes   yes   yes    yes      yes      yes
read.words              yes   yes   yes   yes    yes      yes      yes
read.health             yes   yes   yes   yes    yes      yes      yes
read.rules              yes   yes   yes   yes    yes      yes      yes
read.metrics             .     .     .    yes    yes      yes      yes
read.pairing             .     .    yes   yes    yes       .       yes
read.pairings            .     .     .    yes    yes       .       yes
read.devices             .     .     .     .      .        .       yes
read.grants              .     .     .     .      .        .       yes
read.table              yes    .    yes   yes    yes      yes      yes
read.heads              yes   yes   yes   yes    yes      yes      yes
read.seat                .    own    .     .      .        .       yes
read.dice               yes   yes   yes   yes    yes      yes      yes
read.matches             .     .    yes   yes    yes       .       yes
read.journal             .     .     .    yes    yes      yes      yes
read.backups             .     .     .     .      .        .       yes
read.updates             .     .     .     .      .       yes      yes
read.setup               .     .     .     .      .       yes      yes
read.hall                .     .     .    yes    yes      yes      yes
read.service             .     .     .    yes    yes      yes      yes
read.simulator           .     .     .     .      .       yes      yes
"""


def rows(text: str, roles: type[R]) -> Mapping[str, Mapping[R, Permit]]:
    """A table as it is written above: a line of roles, then a line for each row. Raises ``ValueError``."""
    head, *lines = (line.split() for line in text.strip().splitlines())
    columns = [roles(name) for name in head]
    return {name: dict(zip(columns, map(Permit, cells), strict=True)) for name, *cells in lines}


PERMITS: Final = rows(_TABLE, Role)


def words_of(name: str) -> str:
    """The key of the words for a row: what may be done, as people say it. Requests to the machine had theirs before."""
    part, _, rest = name.partition(".")
    return f"action.{rest}" if part == "machine" else f"command.{name}"


def permits_of(role: Role) -> dict[str, Permit]:
    """What a role may at all, by row: ``OWN`` where only for its own seat."""
    return {name: row[role] for name, row in PERMITS.items() if row[role] is not Permit.NO}


def may_ask(actor: Actor, names: Collection[str]) -> bool:
    """Whether some request of these rows could be allowed; which seats it acts for is asked with the command."""
    return any(PERMITS[name][actor.role] is not Permit.NO for name in names)


def allows(actor: Actor, name: str, seats: Collection[Seat] = ()) -> bool:
    """``name``: a row. ``seats``: those that the command acts for."""
    permit = PERMITS[name][actor.role]
    if permit is Permit.OWN:
        return actor.seat is not None and set(seats) == {actor.seat}
    return permit is Permit.YES


def require(actor: Actor, name: str, seats: Collection[Seat] = ()) -> None:
    """Raises ``Refused`` (``not-allowed``), which names the roles that may."""
    if not allows(actor, name, seats):
        raise refusal(actor, name)


def refusal(actor: Actor, name: str) -> Refused:
    """That this row is not for the role of ``actor``, and for which roles it is."""
    roles = [role.value for role, permit in PERMITS[name].items() if permit is Permit.YES]
    detail = f"{actor.name} has the role {actor.role.value}; {name} is for {', '.join(roles)}."
    return Refused(
        Code.NOT_ALLOWED, detail, more={"roles": roles}, words={"roles": tuple(f"role.{role}" for role in roles)}
    )
