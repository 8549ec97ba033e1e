"""``jantaku.toml`` on the partition that a card starts from: any computer can edit it before the card is put in."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from controller.config_file import Source, checked_by, document_of, one_of, secret, sections_of, time_zone
from controller.languages import OFFERED
from controller.rules.rulesets import IDS

NONE: Final = "none"
_PASSPHRASE: Final = re.compile(r"[ -~]{8,63}|[0-9a-fA-F]{64}")
_KEY: Final = re.compile(r"(ssh-|ecdsa-|sk-)[a-z0-9@.-]+ [A-Za-z0-9+/=]+( [^\n]*)?")
LONGEST_NETWORK: Final = 32
"""Bytes of the name of a wireless network (IEEE 802.11, 9.4.2.2)."""
LONGEST_NAME: Final = 60


def _name(value: str) -> None:
    if len(value) > LONGEST_NAME or not value.isprintable():
        raise ValueError(f"must be at most {LONGEST_NAME} printable characters")


def _profile(value: str) -> None:
    if value and not re.fullmatch("[a-z0-9-]{1,40}", value):
        raise ValueError("must be the id of a profile, such as online")


def _country(value: str) -> None:
    if value and not re.fullmatch("[A-Z]{2}", value):
        raise ValueError("must be two letters such as JP")


def _network(value: str) -> None:
    if len(value.encode(errors="replace")) > LONGEST_NETWORK or not value.isprintable():
        raise ValueError(f"must be at most {LONGEST_NETWORK} bytes of printable characters")


def _password(value: str) -> None:
    if value and not _PASSPHRASE.fullmatch(value):
        raise ValueError("must be 8 to 63 characters of ASCII, or 64 hexadecimal digits")


def _ssh_key(value: str) -> None:
    if value not in ("", NONE) and not _KEY.fullmatch(value):
        raise ValueError('must be one public key, such as "ssh-ed25519 AAAA...", or "none"')


@dataclass(frozen=True, slots=True)
class ForTable:
    """An empty text leaves what is. ``profile``: of the ruleset; without one it is played with its own values."""

    name: str = field(default="", metadata=checked_by(_name))
    language: str = field(default="", metadata=one_of("", *OFFERED))
    time_zone: str = field(default="", metadata=checked_by(time_zone))
    ruleset: str = field(default="", metadata=one_of("", *IDS))
    profile: str = field(default="", metadata=checked_by(_profile))


@dataclass(frozen=True, slots=True)
class ForNetwork:
    """``country``: ISO 3166. ``name``: of a wireless network; without a ``password`` an open one, unless its password
    is known already."""

    country: str = field(default="", metadata=checked_by(_country))
    name: str = field(default="", metadata=checked_by(_network))
    password: str = field(default="", metadata=secret(_password))


@dataclass(frozen=True, slots=True)
class ForTechnician:
    """``ssh_key``: a public key in OpenSSH's form, or ``none``."""

    ssh_key: str = field(default="", metadata=checked_by(_ssh_key))


@dataclass(frozen=True, slots=True)
class ForCard:
    """None leaves what is. ``read_only`` is seen at the start after."""

    display: bool | None = None
    read_only: bool | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    table: ForTable = ForTable()
    network: ForNetwork = ForNetwork()
    technician: ForTechnician = ForTechnician()
    card: ForCard = ForCard()


def settings_of(text: str) -> Settings:
    """Raises ``ConfigError``, which names the line."""
    source = Source(text, None)
    kinds = {"table": ForTable, "network": ForNetwork, "technician": ForTechnician, "card": ForCard}
    return Settings(**sections_of(document_of(text, None), kinds, source))
