"""Where devices in the network reach this computer's pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from api.http.loopback import is_loopback
from api.https.setting import encrypted
from api.service.listener import machine_addresses
from api.service.own_name import own_name
from controller.listening import HttpConfig


def reached_at(
    http: HttpConfig, *, by_name: bool, of_machine: Callable[[], Iterable[str]] = machine_addresses
) -> list[str]:
    """URLs without a path; none without a network, or where only this computer hears the service. ``by_name``: that of
    its name comes first, where the system answers to it (mDNS)."""
    hosts = [] if is_loopback(http.host) else [f"[{host}]" if ":" in host else host for host in of_machine()]
    if hosts and by_name:
        hosts.insert(0, own_name())
    scheme = "https" if encrypted(http) else "http"
    return [f"{scheme}://{host}:{http.port}" for host in hosts]
