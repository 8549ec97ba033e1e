"""The configuration of one table: ``/etc/jantaku/table.toml``, one schema, nothing guessed.

An unknown key, a wrong type and a value out of range are errors that name the file, the line and what is allowed.
Everything has a default, so that an empty file is a valid configuration.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import tzinfo
from pathlib import Path
from typing import Any, Final

from controller.config_file import (
    Source,
    between,
    checked_by,
    document_of,
    one_of,
    section,
    sections_of,
    text_of,
    time_zone,
    zone_of,
)
from controller.languages import OFFERED
from controller.listening import HttpConfig
from controller.mqtt import MqttConfig
from controller.peers import MOST_PEERS, PeerConfig, fingerprint, service_address
from hardware.panel import PanelPins
from hardware.profiles import PROFILES

STATE_DIR: Final = Path("/var/lib/jantaku")
SIMULATE: Final = "simulate"
"""The port that stands for the simulated table."""
DEFAULT_PATH: Final = Path("/etc/jantaku/table.toml")

_ROOT: Final = Path(__file__).resolve().parents[1]
_CHECKOUT: Final = _ROOT if (_ROOT / "pyproject.toml").exists() else None


@dataclass(frozen=True, slots=True)
class TableConfig:
    """``max_stacks``: stacks that one side holds, 0 for what the board says. ``state_dir`` may be relative.
    ``time_zone``: of sheets, by its name in the IANA database; empty for that of this computer."""

    name: str = "table"
    language: str = field(default="en", metadata=one_of(*OFFERED))
    sets: int = field(default=2, metadata=between(1, 2))
    max_stacks: int = field(default=0, metadata=between(0, 30))
    state_dir: Path = STATE_DIR
    hall: str = ""
    time_zone: str = field(default="", metadata=checked_by(time_zone))

    @property
    def given_name(self) -> str:
        """For people; empty where nobody named the table, which pages then call by a word of the reader's language."""
        return "" if self.name == TableConfig().name else self.name

    @property
    def zone(self) -> tzinfo:
        """Of this computer where none is set; UTC where it has none."""
        return zone_of(self.time_zone)


@dataclass(frozen=True, slots=True)
class BoardConfig:
    """The serial port of the table's board, or ``simulate``."""

    port: str = "/dev/jantaku-board"
    baud: int = field(default=250_000, metadata=between(9_600, 4_000_000))
    gap_seconds: float = field(default=20.0, metadata=between(2, 65))
    shuffle_seconds: float = field(default=0.0, metadata=between(0, 65))


@dataclass(frozen=True, slots=True)
class AccessConfig:
    """Who must be paired. ``control``: ``auto`` (everybody, but on a table that only this computer hears, nobody),
    ``always`` (this computer's pages and programs too), or ``off`` (nobody; refused for a table that the network
    hears). ``viewers``: whoever is not paired may see the display. ``url``: where other devices reach the table, for
    the code on the display; empty for the first address that the service listens on.
    """

    control: str = field(default="auto", metadata=one_of("auto", "always", "off"))
    viewers: bool = True
    url: str = ""


@dataclass(frozen=True, slots=True)
class GameConfig:
    """What a new match begins with, and the wall that stands between matches. ``confirmation``: who confirms each
    result. ``hand_check``: whether players may have a hand checked while they play; ``hand_check_off``: rulesets in
    which they may not all the same."""

    ruleset: str = "hong-kong-old"
    options: Mapping[str, Any] = field(default_factory=dict)
    confirmation: str = field(default="none", metadata=one_of("none", "tablet", "phones"))
    hand_check: bool = True
    hand_check_off: tuple[str, ...] = ()

    def checks_hands(self, ruleset: str) -> bool:
        """Whether hands of this ruleset may be checked, unless whoever starts a match says otherwise."""
        return self.hand_check and ruleset not in self.hand_check_off


@dataclass(frozen=True, slots=True)
class SimulatorConfig:
    """``speed``: times real time."""

    profile: str = field(default="normal", metadata=one_of(*PROFILES))
    seed: int = field(default=1, metadata=between(0, 2**63 - 1))
    speed: float = field(default=1.0, metadata=between(0.01, math.inf))


def _hall_address(value: str) -> None:
    if value:
        service_address(value)


@dataclass(frozen=True, slots=True)
class HallConfig:
    """Where the hall of this table is reached, and the SHA-256 fingerprint of its certificate authority. Both may be
    entered when the table joins instead; what stands here goes before."""

    address: str = field(default="", metadata=checked_by(_hall_address))
    authority: str = field(default="", metadata=checked_by(fingerprint))


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that a table is told at its start."""

    table: TableConfig = TableConfig()
    board: BoardConfig = BoardConfig()
    http: HttpConfig = HttpConfig()
    access: AccessConfig = AccessConfig()
    game: GameConfig = GameConfig()
    simulator: SimulatorConfig = SimulatorConfig()
    mqtt: MqttConfig = MqttConfig()
    hall: HallConfig = HallConfig()
    panel: PanelPins | None = None
    peers: tuple[PeerConfig, ...] = ()

    @property
    def simulated(self) -> bool:
        return self.board.port == SIMULATE

    @property
    def journal_path(self) -> Path:
        return self.table.state_dir / "journal.db"

    @property
    def faults_dir(self) -> Path:
        return self.table.state_dir / "faults"


SECTIONS: Final[Mapping[str, type]] = {
    "table": TableConfig, "board": BoardConfig, "http": HttpConfig, "access": AccessConfig, "game": GameConfig,
    "simulator": SimulatorConfig, "mqtt": MqttConfig, "hall": HallConfig, "panel": PanelPins,
}  # fmt: skip
PEERS: Final = "peers"
"""The one key that stands several times, as ``[[peers]]``."""


def load(path: Path | None = None, environment: Mapping[str, str] = os.environ) -> Config:
    """Reads ``path``, or the default file where there is one. ``JANTAKU_STATE_DIR`` goes before the file; without
    either, a run from a checkout keeps its state in the checkout (``.state``).
    """
    chosen = path or (DEFAULT_PATH if DEFAULT_PATH.exists() else None)
    config = Config()
    if chosen is None and _CHECKOUT is not None:
        config = replace(config, table=replace(config.table, state_dir=_CHECKOUT / ".state"))
    if chosen is not None:
        config = parse(text_of(chosen), chosen)
    state_dir = environment.get("JANTAKU_STATE_DIR")
    if state_dir:
        config = replace(config, table=replace(config.table, state_dir=Path(state_dir)))
    return config


def parse(text: str, path: Path | None = None) -> Config:
    """The configuration that a TOML text says. Raises ``ConfigError``."""
    document, source = document_of(text, path), Source(text, path)
    peers = document.pop(PEERS, None)
    sections: dict[str, Any] = sections_of(document, SECTIONS, source, (PEERS,))
    if peers is not None:
        sections[PEERS] = _peers(peers, source)
    config = Config(**sections)
    if "game" in sections:
        _playable(config.game, source)
    return config


def _peers(tables: Any, source: Source) -> tuple[PeerConfig, ...]:
    """Raises ``ConfigError``, also for two entries of one table."""
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise source.error((PEERS,), f"{PEERS} must be sections: [[{PEERS}]]")
    if len(tables) > MOST_PEERS:
        raise source.error((PEERS,), f"{PEERS}: {MOST_PEERS} tables at most, not {len(tables)}")
    found: list[PeerConfig] = []
    for index, table in enumerate(tables):
        here = source.repeated(PEERS, index)
        peer = section(PeerConfig, table, PEERS, here)
        if peer.address.startswith("https") and not peer.authority:
            raise here.error((PEERS,), f"{PEERS}.authority is missing; jantaku https prints it at that table")
        for key in ("name", "key"):
            if any(getattr(other, key) == getattr(peer, key) for other in found):
                raise here.error((PEERS, key), f"{PEERS}.{key} {getattr(peer, key)!r} stands twice")
        found.append(peer)
    return tuple(found)


def _playable(game: GameConfig, source: Source) -> None:
    """Raises ``ConfigError`` when there is no such ruleset, or when it does not take these options."""
    from controller.rules import OptionError, configure, rulesets  # only a file that names rules needs them

    if game.ruleset not in rulesets():
        detail = f"game.ruleset must be one of {', '.join(rulesets())}, not {game.ruleset!r}"
        raise source.error(("game", "ruleset"), detail)
    for name in game.hand_check_off:
        if name not in rulesets():
            raise source.error(("game", "hand_check_off"), f"game.hand_check_off names {name!r}, which is no ruleset")
    try:
        configure(game.ruleset, game.options).check_new()
    except OptionError as error:
        key = ("game", "options", error.option) if error.option else ("game", "options")
        detail = "; ".join(part.rstrip(".") for part in (error.detail, error.remedy) if part)
        raise source.error(key, f"{'.'.join(key)}: {detail}") from error
