"""Whether an address is this computer's own. It imports no framework: programs of the console ask too."""

from __future__ import annotations

import ipaddress


def is_loopback(host: str) -> bool:
    """Whether a service bound to this address is heard by this machine alone."""
    return host == "localhost" or (is_address(host) and ipaddress.ip_address(host).is_loopback)


def is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
