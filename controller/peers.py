"""The other tables that a table knows: their addresses and keys, as the configuration names them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from controller.config_file import checked_by

MOST_PEERS: Final = 16
"""A head keeps so many cosignatures (``controller.journal.kept_heads``)."""
LONGEST_PEER_NAME: Final = 60


def service_address(value: str) -> None:
    """HTTPS, or plain HTTP where nothing leaves this computer. Raises ``ValueError``."""
    try:
        parts = urlsplit(value)
        bare = (parts.path, parts.query, parts.fragment, parts.username) == ("", "", "", None)
        good = bare and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if not good or not (parts.scheme == "https" or (parts.scheme == "http" and _is_loopback(parts.hostname or ""))):
        raise ValueError("must be an address such as https://table-2.local:8000")


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _public_key(value: str) -> None:
    if not re.fullmatch(r"[0-9a-f]{64}", value):
        raise ValueError("must be 64 hexadecimal digits in lower case")


def fingerprint(value: str) -> None:
    """SHA-256 of a certificate, or "". Raises ``ValueError``."""
    if value and not re.fullmatch(r"([0-9A-F]{2}:){31}[0-9A-F]{2}", value):
        raise ValueError("must be a SHA-256 fingerprint such as AB:CD:... of 32 pairs")


def _short_name(value: str) -> None:
    if not 1 <= len(value.strip()) <= LONGEST_PEER_NAME:
        raise ValueError(f"must have 1 to {LONGEST_PEER_NAME} characters")


@dataclass(frozen=True, slots=True)
class PeerConfig:
    """Another table whose journal this one witnesses, and that witnesses this one's. ``name``: what people call it;
    ``key``: its public Ed25519 key, hexadecimal; ``authority``: SHA-256 fingerprint of its certificate authority, which
    an address that begins with https needs."""

    name: str = field(metadata=checked_by(_short_name))
    address: str = field(metadata=checked_by(service_address))
    key: str = field(metadata=checked_by(_public_key))
    authority: str = field(default="", metadata=checked_by(fingerprint))
