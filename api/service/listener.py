"""The socket that the service listens on, and the addresses at which a browser finds its pages."""

from __future__ import annotations

import errno
import fcntl
import ipaddress
import socket
import struct
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from api.service.errors import ServiceError
from controller.listening import HttpConfig

BACKLOG: Final = 64
_GET_ADDRESS: Final = 0x8915
"""SIOCGIFADDR of Linux: a ``struct ifreq`` comes back with the IPv4 address of the interface that it names."""
_REQUEST: Final = struct.Struct("16s2x2x4s16x")
"""``struct ifreq``: name, then a ``sockaddr_in`` of family, port and address."""
_INTERFACES: Final = Path("/sys/class/net")
"""Their names. ``socket.if_nameindex`` asks by a netlink socket, which our units forbid."""
_IPV6: Final = Path("/proc/self/net/if_inet6")
"""Below the process, because the units show nothing else of ``/proc``."""
_GLOBAL: Final = "00"


def listen(http: HttpConfig, backlog: int = BACKLOG) -> socket.socket:
    """Raises ``ServiceError`` when the address is not ours or is taken."""
    try:
        family = socket.getaddrinfo(http.host, http.port, type=socket.SOCK_STREAM)[0][0]
        made = socket.create_server((http.host, http.port), family=family, backlog=backlog)
    except OSError as error:
        not_here = isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL or not http.port
        remedy = f"Choose another {'address with --host' if not_here else 'port with --http-port'}."
        detail = f"cannot listen on {http.host} port {http.port}: {error.strerror or error}"
        raise ServiceError("http-port", detail, remedy) from error
    # create_server leaves the protocol at 0, and asyncio sets TCP_NODELAY only where it reads TCP: without it each
    # answer on a connection but the first waits some 40 ms. A socket made from a descriptor asks the kernel instead.
    return socket.socket(fileno=made.detach())


def addresses(
    listener: socket.socket, of_machine: Callable[[], Iterable[str]] | None = None, *, scheme: str = "http"
) -> tuple[str, ...]:
    """The URLs of ``listener``, without a path. One that listens everywhere has those of the machine, the network's
    first, and the one for this machine alone last."""
    host, port = listener.getsockname()[:2]
    bound = ipaddress.ip_address(host)
    hosts = [host]
    if bound.is_unspecified:
        everywhere = (of_machine or machine_addresses)()
        hosts = [one for one in everywhere if ipaddress.ip_address(one).version == bound.version]
        hosts.append("127.0.0.1" if bound.version == 4 else "::1")
    return tuple(f"{scheme}://{f'[{one}]' if ':' in one else one}:{port}" for one in hosts)


def machine_addresses() -> list[str]:
    """IPv4 and global IPv6 addresses of this machine's interfaces, without loopback."""
    found = [ipaddress.ip_address(one) for one in (*_ipv4(), *_ipv6())]
    return [str(one) for one in found if not one.is_loopback]


def _ipv4() -> Iterator[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for name in sorted(each.name for each in _INTERFACES.iterdir()) if _INTERFACES.exists() else ():
            with suppress(OSError):  # an interface without an address, or no interface
                answer = fcntl.ioctl(asking, _GET_ADDRESS, _REQUEST.pack(name.encode(), b""))
                yield socket.inet_ntoa(_REQUEST.unpack(answer)[1])


def _ipv6() -> Iterator[str]:
    """Rows of the kernel: address in hex, index, length of the prefix, scope, flags, interface."""
    rows = _IPV6.read_text(encoding="ascii").splitlines() if _IPV6.exists() else []
    for address, _, _, scope, *_ in map(str.split, rows):
        if scope == _GLOBAL:
            yield str(ipaddress.ip_address(bytes.fromhex(address)))
