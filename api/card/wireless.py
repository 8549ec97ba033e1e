"""The wireless network of a card: one connection of NetworkManager's, in a file of root's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.files import write_whole

if TYPE_CHECKING:
    from api.card.settings import ForNetwork

Run = Callable[[Sequence[str]], bool]
"""Runs a program; whether it did what it should."""
PRIVATE: Final = 0o600
NAME: Final = "jantaku"
SECONDS: Final = 60
"""So long a new network may take to let this computer in and to give it an address."""


class Wireless:
    """``root``: of the system. The password is in the file, and in no command."""

    def __init__(self, root: Path, run: Run) -> None:
        self._file, self._run = root / "etc/NetworkManager/system-connections" / f"{NAME}.nmconnection", run

    def join(self, network: ForNetwork) -> str:
        """From the next start of NetworkManager on, or from ``connect`` on. Raises ``OSError``."""
        ssid = _ssid(network.name)
        with suppress(FileNotFoundError):
            known = self._file.read_text(encoding="utf-8")
            if not network.password and f"\nssid={ssid}\n" in known:
                return f"the network {network.name} is known already"
        self._file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self._file, _connection(ssid, network.password).encode(), PRIVATE)
        return f"joins the network {network.name}"

    def kept(self) -> bytes | None:
        """What is written down of the network now; None where there is none. Raises ``OSError``."""
        try:
            return self._file.read_bytes()
        except FileNotFoundError:
            return None

    def put_back(self, kept: bytes | None) -> None:
        """Raises ``OSError``."""
        if kept is None:
            self._file.unlink(missing_ok=True)
        else:
            write_whole(self._file, kept, PRIVATE)

    def connect(self) -> bool:
        """Whether the computer is in the network that is written down."""
        self._run(["nmcli", "connection", "reload"])
        return self._run(["nmcli", "--wait", str(SECONDS), "connection", "up", NAME])


def _ssid(name: str) -> str:
    return "".join(f"{byte};" for byte in name.encode())


def _connection(ssid: str, password: str) -> str:
    """NetworkManager's keyfile: nm-settings-keyfile(5)."""
    secret = password.replace("\\", "\\\\").replace(" ", "\\s")
    security = f"\n[wifi-security]\nkey-mgmt=wpa-psk\npsk={secret}\n" if password else ""
    return (
        f"[connection]\nid={NAME}\ntype=wifi\n\n[wifi]\nmode=infrastructure\n"
        f"ssid={ssid}\n{security}\n[ipv4]\nmethod=auto\n\n[ipv6]\nmethod=auto\n"
    )
