"""Which addresses a hall may send to. It stands inside a network whose other computers trust it, and the address comes
from a person: so only HTTPS to the public internet, and the local network where the owner says so.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

from controller.refusals import Code, Refused, Takes

LONGEST_URL: Final = 500
_EMBEDDED: Final = ip_network("64:ff9b::/96")
"""IPv4 behind NAT64 (RFC 6052)."""


def check_url(url: str, local: bool) -> str:
    """Scheme, host and port of an address that may be kept. ``local``: the local network may be sent to. Raises
    ``Refused``. Where the name leads is looked at again for each request (``may_reach``)."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Refused(Code.BAD_WEBHOOK, Takes.ADDRESS(), field="url") from None
    if len(url) > LONGEST_URL or not url.isascii() or not url.isprintable() or " " in url:
        raise Refused(Code.BAD_WEBHOOK, Takes.ADDRESS_ASCII(most=LONGEST_URL), field="url")
    if parts.scheme not in (("https", "http") if local else ("https",)) or not parts.hostname:
        raise Refused(Code.BAD_WEBHOOK, Takes.HTTPS(), field="url")
    if parts.username is not None or parts.fragment or port == 0:
        raise Refused(Code.BAD_WEBHOOK, Takes.BARE_ADDRESS(), field="url")
    _check_literal(parts.hostname, local)
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}" + (f":{port}" if port else "")


def _check_literal(host: str, local: bool) -> None:
    try:
        ip_address(host)
    except ValueError:
        return
    if not may_reach(host, local):
        raise Refused(Code.BAD_WEBHOOK, Takes.NOT_SENT_TO(host=host), field="url")


def may_reach(address: str, local: bool) -> bool:
    """``address``: IPv4 or IPv6, as a name was resolved to it."""
    found = _inner(ip_address(address.partition("%")[0]))
    if found.is_loopback:  # before the reserved ones, among which ::1 is counted
        return local
    if found.is_link_local or found.is_multicast or found.is_reserved or found.is_unspecified:
        return False
    return found.is_global or (local and found.is_private)


def _inner(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """The IPv4 address that an IPv6 one stands for."""
    if isinstance(address, IPv4Address):
        return address
    if address in _EMBEDDED:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or address
