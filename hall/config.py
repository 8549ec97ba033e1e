"""The configuration of a hall: ``/etc/jantaku/hall.toml``, one schema, nothing guessed. An empty file is valid."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import tzinfo
from pathlib import Path
from typing import Final

from controller.config_file import (
    Source,
    between,
    checked_by,
    document_of,
    one_of,
    sections_of,
    text_of,
    time_zone,
    zone_of,
)
from controller.languages import OFFERED
from controller.listening import HttpConfig
from controller.mqtt import MqttConfig

STATE_DIR: Final = Path("/var/lib/jantaku-hall")
DEFAULT_PATH: Final = Path("/etc/jantaku/hall.toml")
HTTP_PORT: Final = 8100
_ROOT: Final = Path(__file__).resolve().parents[1]
_CHECKOUT: Final = _ROOT if (_ROOT / "pyproject.toml").exists() else None


def _store(value: str) -> None:
    if value and not value.startswith(("sqlite:///", "postgresql://")):
        raise ValueError("must be an address such as postgresql://user@host/jantaku, or sqlite:///path")


def _currency(value: str) -> None:
    if not (len(value) == 3 and value.isascii() and value.isalpha() and value.isupper()):
        raise ValueError("must be a currency of three letters, such as EUR")


@dataclass(frozen=True, slots=True)
class HallConfig:
    """``store``: where facts are kept; empty for a SQLite file in ``state_dir``. ``time_zone``: of receipts, clocks
    and days, by its name in the IANA database; empty for that of this computer. ``day_ends``: the hour at which the
    day of business ends. ``currency``: ISO 4217; ``digits``: of its smallest coin."""

    name: str = "hall"
    language: str = field(default="en", metadata=one_of(*OFFERED))
    state_dir: Path = STATE_DIR
    store: str = field(default="", metadata=checked_by(_store))
    time_zone: str = field(default="", metadata=checked_by(time_zone))
    day_ends: int = field(default=5, metadata=between(0, 12))
    currency: str = field(default="EUR", metadata=checked_by(_currency))
    digits: int = field(default=2, metadata=between(0, 3))
    url: str = ""
    """Where players' phones reach the hall, for the codes on its screens; empty for the first address it listens on."""

    @property
    def given_name(self) -> str:
        """For people; empty where nobody named the hall."""
        return "" if self.name == HallConfig().name else self.name

    @property
    def zone(self) -> tzinfo:
        """Of this computer where none is set; UTC where it has none."""
        return zone_of(self.time_zone)


@dataclass(frozen=True, slots=True)
class WebhookConfig:
    """``local``: webhooks may be sent to the local network and to this computer, also without TLS. ``authority``: PEM
    file of a certificate authority that receivers there have, beside the public ones."""

    local: bool = False
    authority: Path | None = None


def _place(value: str) -> None:
    if value and not value.startswith(("https://", "file:///")):
        raise ValueError("must be an address such as https://releases.example/jantaku, or file:///media/stick")


@dataclass(frozen=True, slots=True)
class UpdatesConfig:
    """``address``: where releases for the tables are published; empty: they are brought as files. ``authority``: PEM
    file of a certificate authority that this place has, beside the public ones. ``begins`` and ``ends``: the hours
    between which tables are updated by night, in the hall's time."""

    address: str = field(default="", metadata=checked_by(_place))
    authority: Path | None = None
    begins: int = field(default=3, metadata=between(0, 23))
    ends: int = field(default=6, metadata=between(0, 23))


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that a hall is told at its start."""

    hall: HallConfig = HallConfig()
    http: HttpConfig = HttpConfig(port=HTTP_PORT)
    mqtt: MqttConfig = MqttConfig()
    webhooks: WebhookConfig = WebhookConfig()
    updates: UpdatesConfig = UpdatesConfig()

    @property
    def store_url(self) -> str:
        return self.hall.store or f"sqlite:///{self.hall.state_dir / 'hall.db'}"


SECTIONS: Final[Mapping[str, type]] = {
    "hall": HallConfig, "http": HttpConfig, "mqtt": MqttConfig, "webhooks": WebhookConfig, "updates": UpdatesConfig,
}  # fmt: skip


def load(path: Path | None = None, environment: Mapping[str, str] = os.environ) -> Config:
    """Reads ``path``, or the default file where there is one. ``JANTAKU_HALL_STATE_DIR`` goes before the file; without
    either, a run from a checkout keeps its state in the checkout (``.state/hall``). Raises ``ConfigError``."""
    chosen = path or (DEFAULT_PATH if DEFAULT_PATH.exists() else None)
    config = Config()
    if chosen is None and _CHECKOUT is not None:
        config = replace(config, hall=replace(config.hall, state_dir=_CHECKOUT / ".state" / "hall"))
    if chosen is not None:
        config = parse(text_of(chosen), chosen)
    state_dir = environment.get("JANTAKU_HALL_STATE_DIR")
    if state_dir:
        config = replace(config, hall=replace(config.hall, state_dir=Path(state_dir)))
    return config


def parse(text: str, path: Path | None = None) -> Config:
    """The configuration that a TOML text says. Raises ``ConfigError``."""
    document, source = document_of(text, path), Source(text, path)
    if isinstance(document.get("http"), dict):
        document["http"].setdefault("port", HTTP_PORT)
    return Config(**sections_of(document, SECTIONS, source))
