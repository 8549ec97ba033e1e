"""What the settings of a card change on its computer. Each step may be repeated, and power may fail between any two:
that the settings were taken is written down last."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from api.card.edit import with_value
from api.card.wireless import Run, Wireless
from controller.files import write_whole

if TYPE_CHECKING:
    from api.card.settings import ForTable, Settings

FOR_ALL: Final = 0o644
MARK: Final = Path("/usr/lib/jantaku-card")
"""Comes with the package that makes a card of a system."""
READ_ONLY: Final = 'overlayroot="tmpfs:recurse=0"\n'
"""overlayroot(8): what is written to the system stays in memory; other partitions are as they were."""


class CardComputer:
    """``root``: of the system. ``run``: as root."""

    def __init__(self, root: Path, run: Run) -> None:
        self._run = run
        self._boot = root / "boot/firmware"
        self._settings, self._said = self._boot / "jantaku.toml", self._boot / "jantaku-said.txt"
        self._home = root / "etc/jantaku"
        self._hostname, self._localtime = root / "etc/hostname", root / "etc/localtime"
        self.wireless = Wireless(root, run)
        below = root / "media/root-ro"
        """Where the system itself is while it is not written to."""
        self._system = below if (below / "etc").is_dir() else root

    def start(self) -> list[str]:
        """At each start of the computer: takes new settings, and sets again what a system that is not written to
        forgets. Returns what to say. Raises ``OSError``."""
        said = self._take()
        self.set_again()
        return said

    def _take(self) -> list[str]:
        try:
            text = self._settings.read_text(encoding="utf-8-sig")
        except FileNotFoundError:
            return []
        except UnicodeDecodeError:
            text = "not UTF-8"
        kept = self._kept()
        if kept.get("taken") == _sum(text):
            return []
        # Loaded for new settings alone: every start of the table waits for this program.
        from api.card.settings import Settings, settings_of
        from controller.config_file import ConfigError

        try:
            settings = settings_of(text)
            said = self._put_in(settings)
        except ConfigError as error:
            said, settings = [f"{self._settings.name}: nothing was taken: {error}"], Settings()
        if settings.network.password:
            text = with_value(text, "network", "password", "")
        self._tell(text, said)
        self._keep(taken=_sum(text))
        return said

    def _put_in(self, settings: Settings) -> list[str]:
        """Raises ``ConfigError``, with nothing changed, when the table's own settings would not be valid."""
        from api.card.settings import NONE

        said = self.set_table(settings.table)
        if settings.network.name:
            said.append(self.wireless.join(settings.network))
        if settings.network.country:
            self.set_country(settings.network.country)
            said.append(f"country of the radio: {settings.network.country}")
        if key := settings.technician.ssh_key:
            write_whole(self._home / "technician.keys", b"" if key == NONE else f"{key}\n".encode(), FOR_ALL)
            said.append("nobody may sign in" if key == NONE else "whoever has this key may sign in as technician")
        if settings.card.display is not None:
            self.show(settings.card.display)
            said.append(f"display on this computer: {'on' if settings.card.display else 'off'}")
        if settings.card.read_only is not None:
            self.protect(settings.card.read_only)
            said.append(f"system is {'not ' if settings.card.read_only else ''}written to from the next start on")
        return said or ["nothing to change"]

    def set_table(self, given: ForTable, *, named: bool = True) -> list[str]:
        """Raises ``ConfigError``, with nothing changed, when the table's own settings would not be valid. ``named``:
        the computer takes its name in the network from the table's; devices know it by that name."""
        from api.card.table_file import set_table

        said = set_table(self._home / "table.toml", given)
        if given.name and named:
            self._keep(host=host_of(given.name))
        if given.time_zone:
            self._keep(time_zone=given.time_zone)
        return said

    def set_country(self, country: str) -> None:
        """Whose rules the radio keeps, from the next start on. Raises ``OSError``."""
        self._keep(country=country)

    def country(self) -> str:
        return self._kept().get("country", "")

    def set_again(self) -> None:
        """What a system that is not written to forgets. Raises ``OSError``."""
        kept = self._kept()
        host = kept.get("host", "")
        if host and self._hostname.read_text(encoding="utf-8").strip() != host:
            write_whole(self._hostname, f"{host}\n".encode(), FOR_ALL)
            self._run(["hostname", host])
        if country := kept.get("country", ""):
            self._run(["iw", "reg", "set", country])
        if zone := kept.get("time_zone", ""):
            self._set_zone(zone)

    def _set_zone(self, zone: str) -> None:
        target = Path("/usr/share/zoneinfo") / zone
        if self._localtime.is_symlink() and self._localtime.readlink() == target:
            return
        part = self._localtime.with_name("localtime.part")
        part.unlink(missing_ok=True)
        part.symlink_to(target)
        part.replace(self._localtime)

    def show(self, on: bool) -> None:
        """The display on this computer's own screen. Raises ``OSError``."""
        mark = self._home / "display"
        if on:
            write_whole(mark, b"", FOR_ALL)
        else:
            mark.unlink(missing_ok=True)

    def protect(self, on: bool) -> None:
        """From the next start on the system is not written to, or is again. Raises ``OSError``."""
        path = self._system / "etc/overlayroot.local.conf"
        if (path.read_text(encoding="utf-8") if path.exists() else "") == (READ_ONLY if on else ""):
            return
        below = str(self._system)
        is_below = self._system.name == "root-ro"
        if is_below:
            self._run(["mount", "-o", "remount,rw", below])
        try:
            if on:
                write_whole(path, READ_ONLY.encode(), FOR_ALL)
            else:
                path.unlink()
        finally:
            if is_below:
                self._run(["mount", "-o", "remount,ro", below])

    def _tell(self, text: str, said: Sequence[str]) -> None:
        """On the card, for whoever takes it out again."""
        self._run(["mount", "-o", "remount,rw", str(self._boot)])
        try:
            if self._settings.read_text(encoding="utf-8-sig", errors="replace") != text and text != "not UTF-8":
                write_whole(self._settings, text.encode())
            write_whole(self._said, "".join(f"{line}\n" for line in said).encode())
        finally:
            self._run(["mount", "-o", "remount,ro", str(self._boot)])

    def _kept(self) -> dict[str, str]:
        try:
            found = json.loads((self._home / "card.json").read_text(encoding="utf-8"))
            return {str(key): str(value) for key, value in found.items()}
        except (OSError, ValueError, AttributeError):
            return {}

    def _keep(self, **values: str) -> None:
        write_whole(self._home / "card.json", json.dumps(self._kept() | values).encode(), FOR_ALL)


def host_of(name: str) -> str:
    """The name in the network of a table with this name; ``jantaku`` where nothing of it can be written in one."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9]+", "-", plain).strip("-")[:63].strip("-") or "jantaku"


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
