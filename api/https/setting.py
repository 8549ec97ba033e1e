"""Whether a service encrypts, and for which names and addresses its certificate is."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from api.http.loopback import is_loopback
from controller.listening import HttpConfig

FOLDER: Final = "https"
"""In the state folder of the table."""
LOCAL_DOMAINS: Final = ("local", "localhost", "lan", "home", "home.arpa", "internal", "intranet")
"""Names that no public authority certifies: RFC 6762, RFC 6761, RFC 8375, and what home routers hand out."""
LOCAL_NETWORKS: Final = tuple(
    ipaddress.ip_network(network)
    for network in (
        "127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16",
        "::1/128", "fc00::/7", "fe80::/10",
    )
)  # fmt: skip
_HOST_NAME: Final = re.compile(
    r"(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*"
)

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def encrypted(http: HttpConfig) -> bool:
    """``http.tls`` where it is set; else whether anybody but this machine is served."""
    return not is_loopback(http.host) if http.tls is None else http.tls


def folder_of(state_dir: Path) -> Path:
    return state_dir / FOLDER


@dataclass(frozen=True, slots=True)
class Hosts:
    """Host names in lower case, and addresses, by which devices reach this table."""

    names: frozenset[str]
    addresses: frozenset[Address]

    def __le__(self, other: Hosts) -> bool:
        """Whether everything of ours is among those of ``other``."""
        return self.names <= other.names and self.addresses <= other.addresses

    def __str__(self) -> str:
        return ", ".join((*sorted(self.names), *sorted(map(str, self.addresses))))


def hosts_of(http: HttpConfig, host_name: str, reached_by: Iterable[str]) -> Hosts:
    """Where the service is reached: the names of this computer, on its own, by mDNS and as configured, and its
    addresses of local networks. ``reached_by``: addresses of its interfaces, and other names that it has. What is
    neither, a public address, is left out: the authority may not certify it."""
    label = host_name.lower().partition(".")[0]
    wanted = {"localhost", host_name.lower(), label, f"{label}.local"}
    found: set[Address] = {ipaddress.ip_address("127.0.0.1"), ipaddress.ip_address("::1")}
    for text in (http.host, *reached_by):
        try:
            found.add(ipaddress.ip_address(text))
        except ValueError:
            wanted.add(text.lower())
    return Hosts(
        frozenset(name for name in wanted if _HOST_NAME.fullmatch(name)),
        frozenset(address for address in found if is_local(address)),
    )


def is_local(address: Address) -> bool:
    return any(address in network for network in LOCAL_NETWORKS if network.version == address.version)


def is_local_name(name: str) -> bool:
    """A name of one label, or below a domain that exists in local networks only."""
    return "." not in name or any(name.endswith(f".{domain}") for domain in LOCAL_DOMAINS)


def this_computer(http: HttpConfig, reached_by: Iterable[str]) -> Hosts:
    return hosts_of(http, socket.gethostname(), reached_by)
