"""Who may do what in a hall: one table, role by command, asked for every way in. What it does not allow is refused.

The roles are those of a table (``controller.permits``) without its chairs: ``player`` is a person with an account or a
phone of a tournament, who acts for himself; ``head`` is the head referee, whose ruling stands above another referee's.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from controller.permits import Permit, rows
from controller.refusals import Code, Refused


class HallRole(StrEnum):
    """How somebody was let in, from the least to the most."""

    VIEWER = "viewer"
    PLAYER = "player"
    STAFF = "staff"
    REFEREE = "referee"
    HEAD = "head"
    TECHNICIAN = "technician"
    OWNER = "owner"


@dataclass(frozen=True, slots=True)
class HallActor:
    """Who asks. ``name``: for journal and logs. ``account``: of staff. ``person``: whom a player acts for, a person of
    the hall or an entrant by a card (``hall.tournament.cards.holder``). ``device``: the session of a browser or
    program."""

    role: HallRole
    name: str
    account: str | None = None
    person: str | None = None
    device: str | None = None


LOCAL_OWNER: Final = HallActor(HallRole.OWNER, "local")
"""Programs and pages of this computer, where the hall listens to it alone."""
HALL_ITSELF: Final = HallActor(HallRole.OWNER, "hall")
"""What a desk of the hall does after it has asked who may."""

_TABLE: Final = """
                        viewer player staff referee head technician owner
person.register            .      .    yes    yes    yes     .       yes
person.rename              .      .    yes    yes    yes     .       yes
person.keep-contact        .      .    yes     .      .      .       yes
person.delete-contact      .      .    yes     .      .      .       yes
person.export              .      .    yes     .      .      .       yes
person.erase               .      .     .      .      .      .       yes
account.make               .      .     .      .      .      .       yes
account.change             .      .     .      .      .      .       yes
account.close              .      .     .      .      .      .       yes
account.set-passphrase     .     yes   yes    yes    yes    yes      yes
account.set-second-factor  .     yes   yes    yes    yes    yes      yes
account.sign-in            .     yes   yes    yes    yes    yes      yes
account.sign-out           .     yes   yes    yes    yes    yes      yes
account.make-grant         .      .     .      .      .      .       yes
account.revoke-grant       .      .     .      .      .      .       yes
floor.place-table          .      .     .      .      .     yes      yes
floor.take-table-away      .      .     .      .      .     yes      yes
floor.block-table          .      .    yes     .      .     yes      yes
floor.unblock-table        .      .    yes     .      .     yes      yes
floor.set-prices           .      .     .      .      .      .       yes
floor.start-session        .      .    yes     .      .      .       yes
floor.seat-guest           .      .    yes     .      .      .       yes
floor.leave-guest          .      .    yes     .      .      .       yes
floor.change-seats         .      .    yes     .      .      .       yes
floor.pause-session        .      .    yes     .      .      .       yes
floor.resume-session       .      .    yes     .      .      .       yes
floor.move-session         .      .    yes     .      .      .       yes
floor.merge-session        .      .    yes     .      .      .       yes
floor.end-session          .      .    yes     .      .      .       yes
floor.queue-party          .      .    yes     .      .      .       yes
floor.call-party           .      .    yes     .      .      .       yes
floor.miss-party           .      .    yes     .      .      .       yes
floor.seat-parties         .      .    yes     .      .      .       yes
floor.dismiss-party        .      .    yes     .      .      .       yes
floor.issue-receipt        .      .    yes     .      .      .       yes
floor.void-receipt         .      .    yes     .      .      .       yes
floor.move-cash            .      .    yes     .      .      .       yes
floor.close-day            .      .    yes     .      .      .       yes
floor.take-alarm           .      .    yes    yes    yes    yes      yes
floor.resolve-alarm        .      .    yes    yes    yes    yes      yes
read.public               yes    yes   yes    yes    yes    yes      yes
read.me                   yes    yes   yes    yes    yes    yes      yes
read.floor                 .      .    yes    yes    yes    yes      yes
read.people                .      .    yes    yes    yes     .       yes
read.contacts              .      .    yes     .      .      .       yes
read.money                 .      .    yes     .      .      .       yes
read.machines              .      .    yes     .      .     yes      yes
read.tournaments           .      .    yes    yes    yes     .       yes
read.own-games             .     own   yes    yes    yes     .       yes
read.cards                 .      .    yes    yes    yes     .       yes
read.accounts              .      .     .      .      .      .       yes
read.metrics               .      .     .      .      .     yes      yes
read.webhooks              .      .     .      .      .     yes      yes
read.releases              .      .     .      .      .     yes      yes
read.backups               .      .     .      .      .     .        yes
release.roll-out           .      .     .      .      .      .       yes
release.stop               .      .     .      .      .     yes      yes
webhook.add                .      .     .      .      .      .       yes
webhook.remove             .      .     .      .      .      .       yes
webhook.switch-off         .      .     .      .      .     yes      yes
webhook.switch-on          .      .     .      .      .     yes      yes
webhook.try                .      .     .      .      .     yes      yes
webhook.give-up            .      .     .      .      .      .       yes
read.sheets                .     own   yes    yes    yes     .       yes
sheet.keep                 .     own   yes    yes    yes     .       yes
sheet.delete               .      .     .      .     yes     .       yes
tournament.keep-preset        .      .      yes    .      yes    .      yes
tournament.create             .      .      yes    .      yes    .      yes
tournament.change             .      .      yes    .      yes    .      yes
tournament.open-registration  .      .      yes    .      yes    .      yes
tournament.abandon            .      .      .      .      yes    .      yes
tournament.add-entrant        .      .      yes    yes    yes    .      yes
tournament.import-entrants    .      .      yes    yes    yes    .      yes
tournament.change-entrant     .      .      yes    yes    yes    .      yes
tournament.remove-entrant     .      .      yes    yes    yes    .      yes
tournament.set-status         .      .      yes    yes    yes    .      yes
tournament.name-substitute    .      .      yes    yes    yes    .      yes
tournament.promise-draw       .      .      yes    .      yes    .      yes
tournament.draw               .      .      yes    .      yes    .      yes
tournament.ask-dice           .      .      yes    .      yes    .      yes
tournament.drop-dice          .      .      yes    .      yes    .      yes
tournament.draw-by-table      .      .      yes    .      yes    .      yes
tournament.make-schedule      .      .      yes    .      yes    .      yes
tournament.seat-round         .      .      yes    yes    yes    .      yes
tournament.exchange-seats     .      .      .      yes    yes    .      yes
tournament.move-table         .      .      yes    yes    yes    .      yes
tournament.repeat-start       .      .      yes    yes    yes    .      yes
tournament.start-round        .      .      yes    yes    yes    .      yes
tournament.extend-clock       .      .      .      yes    yes    .      yes
tournament.switch-clock       .      .      yes    yes    yes    .      yes
tournament.call-time          .      .      yes    yes    yes    .      yes
tournament.enter-result       .      .      yes    yes    yes    .      yes
tournament.enter-own-result   .      own    .      .      .      .      yes
tournament.confirm-result     .      .      yes    yes    yes    .      yes
tournament.confirm-own-result .      own    .      .      .      .      yes
tournament.dispute-own-result .      own    .      .      .      .      yes
tournament.withdraw-result    .      .      yes    yes    yes    .      yes
tournament.rule-result        .      .      .      yes    yes    .      yes
tournament.head-rule-result   .      .      .      .      yes    .      yes
tournament.complete-results   .      .      yes    yes    yes    .      yes
tournament.publish-results    .      .      yes    yes    yes    .      yes
tournament.lock-round         .      .      .      .      yes    .      yes
tournament.cut-field          .      .      yes    .      yes    .      yes
tournament.give-fine          .      .      .      yes    yes    .      yes
tournament.cancel-fine        .      .      .      yes    yes    .      yes
tournament.make-protest       .      .      yes    yes    yes    .      yes
tournament.make-own-protest   .      own    .      .      .      .      yes
tournament.admit-late-protest .      .      .      .      yes    .      yes
tournament.decide-protest     .      .      .      yes    yes    .      yes
tournament.take-own-seat      .      own    .      .      .      .      yes
tournament.call-referee       .      own    .      .      .      .      yes
tournament.answer-call        .      .      yes    yes    yes    .      yes
tournament.renew-card         .      .      yes    yes    yes    .      yes
tournament.publish-standings  .      .      yes    .      yes    .      yes
tournament.publish-final      .      .      .      .      yes    .      yes
tournament.close              .      .      .      .      yes    .      yes
tournament.undo-step          .      .      yes    yes    yes    .      yes
table.enrol                .      .     .      .      .     yes      yes
table.rename               .      .     .      .      .     yes      yes
table.release              .      .     .      .      .     yes      yes
table.order                .      .    yes    yes    yes     .       yes
table.settle-aside         .      .     .      .     yes    yes      yes
"""

PERMITS: Final = rows(_TABLE, HallRole)


def permits_of(role: HallRole) -> dict[str, Permit]:
    """What a role may at all, by row: ``OWN`` where only for the person who asks."""
    return {name: row[role] for name, row in PERMITS.items() if row[role] is not Permit.NO}


def allows(actor: HallActor, name: str, person: str | None = None) -> bool:
    """``name``: a row. ``person``: whom the command acts for."""
    permit = PERMITS[name][actor.role]
    if permit is Permit.OWN:
        return actor.person is not None and actor.person == person
    return permit is Permit.YES


def require(actor: HallActor, name: str, person: str | None = None) -> None:
    """Raises ``Refused`` (``not-allowed``), which names the roles that may."""
    if not allows(actor, name, person):
        raise refusal(actor, name)


def refusal(actor: HallActor, name: str) -> Refused:
    """That this row is not for the role of ``actor``, and for which roles it is."""
    roles = [role.value for role, permit in PERMITS[name].items() if permit is Permit.YES]
    detail = f"{actor.name} has the role {actor.role.value}; {name} is for {', '.join(roles)}."
    words = {"roles": tuple(f"role.{role}" for role in roles)}
    return Refused(Code.NOT_ALLOWED, detail, more={"roles": roles}, words=words)
