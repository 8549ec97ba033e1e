"""The order in which a wish is carried out. Whatever stops it at whatever instant, the table starts with settings that
are valid, with a network that it was in before or is in now, and its service runs.

What is about to change is written down before it changes; ``recover`` ends what was cut off. Time, services, files and
board are a ``Computer``.
"""

from __future__ import annotations

from typing import Final, Protocol

from api.card.settings import ForNetwork, ForTable
from api.setup.errors import NotReached, WouldNotStart, WrongRelease
from api.setup.kept import Kept, Outcome, Plan
from api.setup.wish import Wish, kind_of
from controller.refusals import JantakuError

CUT_OFF: Final = "setup-cut-off"


class Computer(Protocol):
    """What is done beyond the folder of ``Kept``."""

    def now(self) -> str:
        """ISO 8601."""

    def boot(self) -> str:
        """Another one after each start of the computer."""

    def check_idle(self, *, flash: bool = False) -> None:
        """``flash``: no tiles are in the way of the mechanism either. Raises ``NotNow``."""

    def table_text(self) -> str:
        """``table.toml``. Raises ``OSError``."""

    def set_table(self, given: ForTable) -> None:
        """Raises ``ConfigError``, with nothing changed, and ``OSError``."""

    def put_back_table(self, text: str) -> None: ...

    def restart(self) -> bool:
        """Whether the service is up again."""

    def stop(self) -> None:
        """Raises ``SetupError``."""

    def start(self) -> bool: ...

    def firmware(self) -> str:
        """Version of the firmware that comes with the release that runs."""

    def flash(self, *, blank: bool) -> None:
        """The procedure of ``jantaku flash``, with the way back to the last good image. Raises ``JantakuError``."""

    def network(self) -> bytes | None:
        """What is written down of the wireless network."""

    def join(self, network: ForNetwork) -> None:
        """Writes it down. Raises ``SetupError`` where there is none to join, ``OSError``."""

    def put_back_network(self, kept: bytes | None) -> None: ...

    def connect(self) -> bool:
        """Whether it is in the network that is written down, within a minute."""


def carry_out(wish: Wish, kept: Kept, computer: Computer) -> Outcome:
    """Raises nothing of what it meets: the outcome says it."""
    kind = kind_of(wish)
    code, detail = "", ""
    try:
        if isinstance(wish, ForTable):
            _set_table(wish, kept, computer)
        elif isinstance(wish, ForNetwork):
            _join(wish, kept, computer)
        else:
            if wish.version != computer.firmware():
                raise WrongRelease(f"firmware {wish.version} is not that of this release, {computer.firmware()}")
            computer.check_idle(flash=True)
            kept.keep(Plan(kind, computer.boot()))
            _flash(computer, blank=wish.blank)
    except JantakuError as error:
        code, detail = error.code, error.detail
    except OSError as error:
        code, detail = "setup", f"{error.filename or 'a file'}: {error.strerror}"
    outcome = Outcome(kind, computer.now(), code, detail)
    kept.end(outcome)
    return outcome


def _set_table(wish: ForTable, kept: Kept, computer: Computer) -> None:
    computer.check_idle()
    plan = Plan("table", computer.boot(), before=computer.table_text())
    kept.keep(plan)
    computer.set_table(wish)
    if not computer.restart():
        _take_back(plan, computer)


def _take_back(plan: Plan, computer: Computer) -> None:
    computer.put_back_table(plan.before)
    computer.restart()
    raise WouldNotStart("the service did not start with the new settings")


def _join(wish: ForNetwork, kept: Kept, computer: Computer) -> None:
    before = computer.network()
    kept.keep_network(before)
    kept.keep(Plan("network", computer.boot(), joins=True))
    try:
        computer.join(wish)
        if not computer.connect():
            raise NotReached(f"the network {wish.name} did not let this computer in within a minute")
    except (JantakuError, OSError):
        _leave(before, computer)
        raise


def _leave(before: bytes | None, computer: Computer) -> None:
    computer.put_back_network(before)
    computer.connect()


def _flash(computer: Computer, *, blank: bool) -> None:
    computer.stop()
    try:
        computer.check_idle(flash=True)  # somebody may have begun meanwhile
        computer.flash(blank=blank)
    finally:
        computer.start()


def recover(kept: Kept, computer: Computer) -> Outcome | None:
    """Ends what was cut off; None when nothing was. A board is not written to again by itself: nobody knows what was
    put on the table meanwhile."""
    plan = kept.plan()
    if plan is None:
        return None
    code, detail = CUT_OFF, "the computer was switched off, or the work was ended, in the midst of it"
    if plan.joins:
        _leave(kept.network(), computer)
    else:
        here = plan.boot == computer.boot()
        up = computer.restart() if here and plan.kind == "table" and _is_idle(computer) else computer.start()
        if plan.kind == "table" and not up:
            computer.put_back_table(plan.before)
            computer.restart()
    outcome = Outcome(plan.kind, computer.now(), code, detail)
    kept.end(outcome)
    return outcome


def _is_idle(computer: Computer) -> bool:
    try:
        computer.check_idle()
    except JantakuError:
        return False
    return True
