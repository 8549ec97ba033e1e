"""What is set up from a table's page, on a real computer: systemd, its files, its board, its network."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from api.setup.errors import NotNow, SetupError
from controller.config import DEFAULT_PATH

if TYPE_CHECKING:
    from api.card.computer import CardComputer
    from api.card.settings import ForNetwork, ForTable
    from controller.config import Config

UNIT: Final = "jantaku.service"
DISPLAY: Final = "jantaku-display.service"
"""Of a card, in the language of the table."""
SECONDS: Final = 60.0
START_SECONDS: Final = 330.0
"""A little more than the unit gives its program."""
NETWORK_SECONDS: Final = 75.0
"""A little more than ``nmcli`` waits for a network."""
BOOT: Final = Path("/proc/sys/kernel/random/boot_id")

Run = Callable[[Sequence[str], float], bool]
"""Runs a program; whether it did what it should within so many seconds."""


def ran(command: Sequence[str], seconds: float) -> bool:
    try:
        done = subprocess.run(command, check=False, timeout=seconds, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def utc_now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


class InstalledComputer:
    """``config``: of the table here, from ``path``. ``root``: of the system."""

    def __init__(
        self, config: Config, path: Path | None = None, *, run: Run = ran, say: Callable[[str], None] = print,
        root: Path = Path("/"), boot: Path = BOOT,
    ) -> None:  # fmt: skip
        self._config, self._path = config, path or DEFAULT_PATH
        self._run, self._say, self._root, self._boot = run, say, root, boot

    def now(self) -> str:
        return utc_now()

    def boot(self) -> str:
        return self._boot.read_text(encoding="ascii").strip()

    def check_idle(self, *, flash: bool = False) -> None:
        from api.commands.as_owner import as_owner
        from api.doctor.table_in_use import busy, in_the_way, projection_of
        from controller.journal.errors import JournalError

        try:
            with as_owner(self._config.table.state_dir):
                projection = projection_of(self._config.journal_path, self._config)
        except JournalError as error:
            raise NotNow(error.detail) from error
        why = busy(projection) or (in_the_way(projection) if flash else None)
        if why is not None:
            raise NotNow(why)

    # ---------------------------------------------------------------- settings

    def table_text(self) -> str:
        from controller.config_file import text_of

        return text_of(self._path)

    def set_table(self, given: ForTable) -> None:
        """A card keeps its name in the network: paired devices know it by that name alone."""
        from api.card.table_file import set_table

        card = self._card()
        if card is None or self._path != DEFAULT_PATH:
            said = set_table(self._path, given)
        else:
            said = card.set_table(given, named=False)
            card.set_again()
        self._say("\n".join(said))

    def put_back_table(self, text: str) -> None:
        from api.card.table_file import FOR_ALL
        from controller.files import write_whole

        write_whole(self._path, text.encode(), FOR_ALL)

    # ---------------------------------------------------------------- the service

    def restart(self) -> bool:
        self._run(["systemctl", "reset-failed", UNIT], SECONDS)
        begun = self._run(["systemctl", "restart", UNIT], START_SECONDS)
        if self._card() is not None:
            self._run(["systemctl", "try-restart", DISPLAY], SECONDS)
        return begun

    def stop(self) -> None:
        if not self._run(["systemctl", "stop", UNIT], SECONDS):
            raise SetupError("the service does not stop")

    def start(self) -> bool:
        self._run(["systemctl", "reset-failed", UNIT], SECONDS)
        return self._run(["systemctl", "start", UNIT], START_SECONDS)

    # ---------------------------------------------------------------- the board

    def firmware(self) -> str:
        from hardware.firmware.build import firmware_version

        return firmware_version()

    def flash(self, *, blank: bool) -> None:
        from api.commands.flash import installed_image
        from api.commands.state import sole_owner
        from api.commands.update import is_numbered
        from api.flashing.procedure import flash, job_of

        if self._config.simulated:
            raise SetupError("the simulated table has no chip to put firmware on")
        if not blank and is_numbered(self._config):
            raise SetupError("this board has a serial number of its own, and needs an image made for it: jantaku flash")
        with sole_owner(self._config.table.state_dir):
            flash(job_of(self._config, installed_image(), blank=blank), self._say, lambda _: True)

    # ---------------------------------------------------------------- the network

    def network(self) -> bytes | None:
        card = self._card()
        return None if card is None else card.wireless.kept()

    def join(self, network: ForNetwork) -> None:
        card = self._card()
        if card is None:
            raise SetupError("the network of this computer is not set up by the table")
        card.set_country(network.country)
        card.set_again()
        self._say(card.wireless.join(network))

    def put_back_network(self, kept: bytes | None) -> None:
        card = self._card()
        if card is not None:
            card.wireless.put_back(kept)

    def connect(self) -> bool:
        card = self._card()
        return card is not None and card.wireless.connect()

    def _card(self) -> CardComputer | None:
        """None where the computer does other things, too."""
        from api.card.computer import MARK, CardComputer

        if not (self._root / MARK.relative_to("/")).is_dir():
            return None
        return CardComputer(self._root, lambda command: self._run(command, NETWORK_SECONDS))
