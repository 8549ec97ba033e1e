"""The order of an update. Whatever stops it at whatever instant, the table starts with the old release or the new one.

What is about to change is on the disk before it changes; each step may be done twice; ``recover`` runs before the
service at every start of the computer. Time, services, board and journal are a ``Computer``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Protocol

from api.updates.bundle import Bundle, unpack
from api.updates.errors import UpdateError, UpdateFailed
from api.updates.releases import Outcome, Phase, Plan, Releases

CUT_OFF: Final = "the computer was switched off, or the update was ended, before the new release was found well"


class Computer(Protocol):
    """What an update does beyond its folder. A version of None is the packaged program."""

    def now(self) -> str:
        """ISO 8601."""

    def compile(self, version: str) -> None:
        """Byte code for the release, on the disk, while the services go on. Without it the release starts slower."""

    def try_copies(self, version: str) -> None:
        """The release brings copies of journal and store up to its form, while the services go on. Raises
        ``UpdateFailed``."""

    def stop(self, *, by_force: bool = False) -> None:
        """The services are down when this is over. ``by_force``: one that does not end at once is killed; what was
        acknowledged is on the disk. Raises ``UpdateFailed``."""

    def start(self) -> None:
        """They are asked to come up; whether they do, ``unwell`` tells."""

    def keep_journal(self) -> None:
        """A copy of the journal, whole or not at all. Raises ``UpdateFailed``."""

    def reads_journal(self, version: str | None) -> bool:
        """Whether this release can read the journal as it is now, to its last event."""

    def put_journal_back(self) -> None:
        """The copy in place of the journal, which is kept aside."""

    def drop_copy(self) -> None:
        """The copy is wanted no more."""

    def flash(self, version: str | None) -> None:
        """The firmware of this release onto the board. Raises ``UpdateFailed``."""

    def unwell(self, version: str | None) -> str | None:
        """Waits until the release serves, or until it has had time enough; then why it is not well."""


def put_in(
    bundle: Bundle, releases: Releases, computer: Computer, *, flash: bool, check_idle: Callable[[], None]
) -> Outcome:
    """The release of the file is unpacked beside the one that runs, then ``apply``. ``check_idle`` raises ``NotNow``
    when somebody sat down meanwhile. Raises that, ``BadBundle``, ``OSError``: nothing was changed then."""
    wanted = bundle.manifest.version
    place = releases.place_for(wanted)
    unpack(bundle, place)
    releases.take_in(place, wanted)
    computer.compile(wanted)  # takes a while, in which somebody may sit down
    check_idle()
    return apply(Plan(wanted, releases.current(), flash), releases, computer)


def apply(plan: Plan, releases: Releases, computer: Computer) -> Outcome:
    """The release ``plan.version`` lies in its folder. Raises nothing of what it meets: the outcome says it."""
    try:
        computer.try_copies(plan.version)
    except UpdateError as error:
        outcome = Outcome(plan.version, plan.before, computer.now(), error.detail)
        releases.end(outcome, refused=True)
        return outcome
    releases.keep_plan(plan)
    try:
        computer.keep_journal()  # while the service goes on: after the stop there is nothing left to copy, or little
        computer.stop()
        computer.keep_journal()
    except UpdateError as error:
        computer.start()
        return _ended(plan, error.detail, releases, computer, refused=False)
    trying = replace(plan, phase=Phase.TRYING)
    releases.keep_plan(trying)
    try:
        releases.link(plan.version)
        if plan.flash:
            computer.flash(plan.version)
    except UpdateError as error:
        return _undo(trying, error.detail, releases, computer)
    return _try(trying, releases, computer)


def _try(plan: Plan, releases: Releases, computer: Computer) -> Outcome:
    computer.start()
    why = computer.unwell(plan.version)
    if why is not None:
        return _undo(plan, why, releases, computer)
    good = replace(plan, phase=Phase.GOOD)
    releases.keep_plan(good)
    return _ended(good, "", releases, computer, refused=False)


def recover(releases: Releases, computer: Computer) -> Outcome | None:
    """Ends what was cut off. Before the service, at every start; nothing to do is None."""
    plan = releases.plan()
    if plan is None:
        return None
    if plan.phase is Phase.GOOD:
        return _ended(plan, "", releases, computer, refused=False)
    if plan.phase is Phase.BEGUN:
        computer.start()
        return _ended(plan, CUT_OFF, releases, computer, refused=False)
    if plan.phase is Phase.TRYING and not computer.reads_journal(plan.before):
        # The new release has written what the old one cannot read: nothing of that is given up while the new one works.
        return _again(plan, releases, computer)
    return _undo(plan, plan.why or CUT_OFF, releases, computer)


def _again(plan: Plan, releases: Releases, computer: Computer) -> Outcome:
    try:
        releases.link(plan.version)
        if plan.flash:
            computer.flash(plan.version)
    except UpdateError as error:
        return _undo(plan, error.detail, releases, computer)
    return _try(plan, releases, computer)


def back(releases: Releases, version: str | None, computer: Computer, *, flash: bool) -> Outcome:
    """To an earlier release, asked for by a person: the same way, with the same way back from it. Raises
    ``UpdateFailed`` when that release cannot read the journal."""
    if not computer.reads_journal(version):
        raise UpdateFailed(f"release {version or 'of the package'} cannot read the journal as it is now")
    before = releases.current()
    plan = Plan(version or "", before, flash)
    releases.keep_plan(replace(plan, phase=Phase.TRYING))
    try:
        computer.stop()
        computer.keep_journal()
        releases.link(version)
        if flash:
            computer.flash(version)
    except UpdateError as error:
        return _undo(plan, error.detail, releases, computer)
    computer.start()
    why = computer.unwell(version)
    if why is not None:
        return _undo(plan, why, releases, computer)
    return _ended(plan, "", releases, computer, refused=False)


def _undo(plan: Plan, why: str, releases: Releases, computer: Computer) -> Outcome:
    """Back to ``plan.before``; what is taken back is not waited for. The board gets its old firmware by the old
    release; when that fails it is said, and the service starts all the same: it knows what to say about a board that
    does not fit."""
    releases.keep_plan(replace(plan, phase=Phase.UNDOING, why=why))
    try:
        computer.stop(by_force=True)
    except UpdateError as error:
        why = f"{why}; {error.detail}"
    releases.link(plan.before)
    if plan.flash:
        try:
            computer.flash(plan.before)
        except UpdateError as error:
            why = f"{why}; the board has no firmware that fits: {error.detail}"
    if not computer.reads_journal(plan.before):
        computer.put_journal_back()
    computer.start()
    return _ended(plan, why, releases, computer, refused=why != CUT_OFF)


def _ended(plan: Plan, why: str, releases: Releases, computer: Computer, *, refused: bool) -> Outcome:
    outcome = Outcome(plan.version, plan.before, computer.now(), why)
    computer.drop_copy()
    releases.end(outcome, refused=refused)
    return outcome
