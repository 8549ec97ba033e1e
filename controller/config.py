"""The configuration of one table: ``/etc/jantaku/table.toml``, one schema, nothing guessed.

An unknown key, a wrong type and a value out of range are errors that name the file, the line and what is allowed.
Everything has a default, so that an empty file is a valid configuration.
"""

from __future__ import annotations

import math
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from datetime import UTC, tzinfo
from pathlib import Path
from typing import Any, Final, TypeVar, get_args, get_type_hints
from zoneinfo import ZoneInfo

from controller.languages import OFFERED
from controller.peers import MOST_PEERS, PeerConfig, checked_by
from controller.refusals import JantakuError
from hardware.panel import PanelPins
from hardware.profiles import PROFILES

STATE_DIR: Final = Path("/var/lib/jantaku")
SIMULATE: Final = "simulate"
"""The port that stands for the simulated table."""
_LOCAL_ZONE: Final = Path("/etc/localtime")
DEFAULT_PATH: Final = Path("/etc/jantaku/table.toml")

_ROOT: Final = Path(__file__).resolve().parents[1]
_CHECKOUT: Final = _ROOT if (_ROOT / "pyproject.toml").exists() else None

T = TypeVar("T")


class ConfigError(JantakuError, ValueError):
    """``line`` counts from 1; 0 where the mistake has no line. The message says all of it."""

    code = "bad-config"

    def __init__(self, path: Path | None, line: int, detail: str) -> None:
        where = ":".join(str(part) for part in (path, line) if part)
        super().__init__(detail)
        self.path, self.line = path, line
        self._where = where

    def __str__(self) -> str:
        return f"{self._where}: {self.detail}" if self._where else self.detail


def _one_of(*values: str) -> Any:
    return {"one_of": values}


def _between(low: float, high: float) -> Any:
    return {"between": (low, high)}


def _time_zone(value: str) -> None:
    try:
        ZoneInfo(value or "UTC")
    except (OSError, ValueError, LookupError) as error:  # unknown, or no name of a file at all
        raise ValueError("must be a time zone such as Asia/Tokyo") from error


def limits(kind: type, key: str) -> tuple[float, float]:
    """The least and the greatest value of a number in a section."""
    low, high = next(part for part in fields(kind) if part.name == key).metadata["between"]
    return low, high


@dataclass(frozen=True, slots=True)
class TableConfig:
    """``max_stacks``: stacks that one side holds, 0 for what the board says. ``state_dir`` may be relative.
    ``time_zone``: of sheets, by its name in the IANA database; empty for that of this computer."""

    name: str = "table"
    language: str = field(default="en", metadata=_one_of(*OFFERED))
    sets: int = field(default=2, metadata=_between(1, 2))
    max_stacks: int = field(default=0, metadata=_between(0, 30))
    state_dir: Path = STATE_DIR
    hall: str = ""
    time_zone: str = field(default="", metadata=checked_by(_time_zone))

    @property
    def zone(self) -> tzinfo:
        """Of this computer where none is set; UTC where it has none."""
        if self.time_zone:
            return ZoneInfo(self.time_zone)
        try:
            with _LOCAL_ZONE.open("rb") as file:
                return ZoneInfo.from_file(file)
        except (OSError, ValueError):
            return UTC


@dataclass(frozen=True, slots=True)
class BoardConfig:
    """The serial port of the table's board, or ``simulate``."""

    port: str = "/dev/jantaku-board"
    baud: int = field(default=250_000, metadata=_between(9_600, 4_000_000))
    gap_seconds: float = field(default=20.0, metadata=_between(2, 65))
    shuffle_seconds: float = field(default=0.0, metadata=_between(0, 65))


@dataclass(frozen=True, slots=True)
class HttpConfig:
    """Loopback by default: serving the local network is a decision. ``tls``: None where the address decides, on for one
    that the network reaches (``api.https.setting``)."""

    host: str = "127.0.0.1"
    port: int = field(default=8000, metadata=_between(0, 65_535))
    tls: bool | None = None


@dataclass(frozen=True, slots=True)
class AccessConfig:
    """Who must be paired. ``control``: ``auto`` (everybody, but on a table that only this computer hears, nobody),
    ``always`` (this computer's pages and programs too), or ``off`` (nobody; refused for a table that the network
    hears). ``viewers``: whoever is not paired may see the display. ``url``: where other devices reach the table, for
    the code on the display; empty for the first address that the service listens on.
    """

    control: str = field(default="auto", metadata=_one_of("auto", "always", "off"))
    viewers: bool = True
    url: str = ""


@dataclass(frozen=True, slots=True)
class GameConfig:
    """What a new match begins with, and the wall that stands between matches. ``confirmation``: who confirms each
    result. ``hand_check``: whether players may have a hand checked while they play; ``hand_check_off``: rulesets in
    which they may not all the same."""

    ruleset: str = "hong-kong-old"
    options: Mapping[str, Any] = field(default_factory=dict)
    confirmation: str = field(default="none", metadata=_one_of("none", "tablet", "phones"))
    hand_check: bool = True
    hand_check_off: tuple[str, ...] = ()

    def checks_hands(self, ruleset: str) -> bool:
        """Whether hands of this ruleset may be checked, unless whoever starts a match says otherwise."""
        return self.hand_check and ruleset not in self.hand_check_off


@dataclass(frozen=True, slots=True)
class SimulatorConfig:
    """``speed``: times real time."""

    profile: str = field(default="normal", metadata=_one_of(*PROFILES))
    seed: int = field(default=1, metadata=_between(0, 2**63 - 1))
    speed: float = field(default=1.0, metadata=_between(0.01, math.inf))


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that a table is told at its start."""

    table: TableConfig = TableConfig()
    board: BoardConfig = BoardConfig()
    http: HttpConfig = HttpConfig()
    access: AccessConfig = AccessConfig()
    game: GameConfig = GameConfig()
    simulator: SimulatorConfig = SimulatorConfig()
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
    "simulator": SimulatorConfig, "panel": PanelPins,
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
        try:
            config = parse(chosen.read_text(encoding="utf-8"), chosen)
        except OSError as error:
            raise ConfigError(chosen, 0, f"cannot be read: {error.strerror}") from error
    state_dir = environment.get("JANTAKU_STATE_DIR")
    if state_dir:
        config = replace(config, table=replace(config.table, state_dir=Path(state_dir)))
    return config


def parse(text: str, path: Path | None = None) -> Config:
    """The configuration that a TOML text says. Raises ``ConfigError``."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(path, _line_in(str(error), text), str(error)) from error
    source = _Source(text, path)
    sections: dict[str, Any] = {}
    for name, table in document.items():
        if name == PEERS:
            sections[name] = _peers(table, source)
            continue
        if name not in SECTIONS:
            raise source.error((name,), f"unknown section [{name}]; known are {', '.join((*SECTIONS, PEERS))}")
        if not isinstance(table, dict):
            raise source.error((name,), f"{name} must be a section: [{name}]")
        sections[name] = _section(SECTIONS[name], table, name, source)
    config = Config(**sections)
    if "game" in sections:
        _playable(config.game, source)
    return config


@dataclass(frozen=True, slots=True)
class _Source:
    """The text itself, to find the line of a mistake: ``tomllib`` does not tell it."""

    text: str
    path: Path | None
    first: int = 1
    """The line from which on it is looked for."""

    def repeated(self, name: str, index: int) -> _Source:
        """From the header ``[[name]]`` with this index on."""
        heads = [number for number, line in enumerate(self.text.splitlines(), 1) if _words(line) == (name,)]
        return replace(self, first=heads[index]) if index < len(heads) else self

    def error(self, key: tuple[str, ...], detail: str) -> ConfigError:
        """At the line of ``key``, or of the section or table that holds it where it has no line of its own."""
        lines = (self._line(key[:length]) for length in range(len(key), 0, -1))
        return ConfigError(self.path, next((line for line in lines if line), 0), detail)

    def _line(self, key: tuple[str, ...]) -> int:
        section: tuple[str, ...] = ()
        for number, line in enumerate(self.text.splitlines(), 1):
            words = _words(line)
            section, here = (words, words) if line.lstrip().startswith("[") else (section, section + words)
            if words and number >= self.first and here[: len(key)] == key:
                return number
        return 0


def _words(line: str) -> tuple[str, ...]:
    """The parts of the key or header that a line begins with."""
    found = re.match(r"\s*\[{0,2}\s*([^=\]\[#]+)", line)
    return () if found is None else tuple(word.strip(" \"'\t") for word in found[1].split("."))


def _peers(tables: Any, source: _Source) -> tuple[PeerConfig, ...]:
    """Raises ``ConfigError``, also for two entries of one table."""
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise source.error((PEERS,), f"{PEERS} must be sections: [[{PEERS}]]")
    if len(tables) > MOST_PEERS:
        raise source.error((PEERS,), f"{PEERS}: {MOST_PEERS} tables at most, not {len(tables)}")
    found: list[PeerConfig] = []
    for index, table in enumerate(tables):
        here = source.repeated(PEERS, index)
        peer = _section(PeerConfig, table, PEERS, here)
        if peer.address.startswith("https") and not peer.authority:
            raise here.error((PEERS,), f"{PEERS}.authority is missing; jantaku https prints it at that table")
        for key in ("name", "key"):
            if any(getattr(other, key) == getattr(peer, key) for other in found):
                raise here.error((PEERS, key), f"{PEERS}.{key} {getattr(peer, key)!r} stands twice")
        found.append(peer)
    return tuple(found)


def _playable(game: GameConfig, source: _Source) -> None:
    """Raises ``ConfigError`` when there is no such ruleset, or when it does not take these options."""
    from controller.rules import OptionError, configure, rulesets  # only a file that names rules needs them

    if game.ruleset not in rulesets():
        detail = f"game.ruleset must be one of {', '.join(rulesets())}, not {game.ruleset!r}"
        raise source.error(("game", "ruleset"), detail)
    for name in game.hand_check_off:
        if name not in rulesets():
            raise source.error(("game", "hand_check_off"), f"game.hand_check_off names {name!r}, which is no ruleset")
    try:
        configure(game.ruleset, game.options)
    except OptionError as error:
        key = ("game", "options", error.option) if error.option else ("game", "options")
        detail = "; ".join(part.rstrip(".") for part in (error.detail, error.remedy) if part)
        raise source.error(key, f"{'.'.join(key)}: {detail}") from error


def _line_in(message: str, text: str) -> int:
    found = re.search(r"line (\d+)", message)
    return int(found[1]) if found else len(text.splitlines())


def _section(kind: type[T], table: Mapping[str, Any], name: str, source: _Source) -> T:
    known = {part.name: part for part in fields(kind)}  # type: ignore[arg-type]
    hints = get_type_hints(kind)
    values = {}
    for key, value in table.items():
        if key not in known:
            raise source.error((name, key), f"unknown key {name}.{key}; known are {', '.join(known)}")
        try:
            values[key] = _checked(_typed(hints[key], value), known[key].metadata)
        except ValueError as error:
            raise source.error((name, key), f"{name}.{key} {error}, not {value!r}") from error
    for part in known.values():
        if part.name not in values and part.default is MISSING and part.default_factory is MISSING:
            raise source.error((name,), f"{name}.{part.name} is missing")
    return kind(**values)


def _typed(hint: Any, value: Any) -> Any:
    kinds = get_args(hint) or (hint,)
    if Path in kinds and isinstance(value, str):
        return Path(value)
    if float in kinds and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if hint == tuple[str, ...]:
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            return tuple(value)
        raise ValueError("must be a list of texts")
    if Mapping in (getattr(hint, "__origin__", None), hint) or "Mapping" in str(hint):
        return _table(value)
    if isinstance(value, kinds) and not (isinstance(value, bool) and bool not in kinds):
        return value
    names = {str: "a text", int: "a whole number", float: "a number", bool: "true or false", Path: "a path"}
    raise ValueError(f"must be {names.get(kinds[0], str(kinds[0]))}")


def _table(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ValueError("must be a section of its own")
    return value


def _checked(value: Any, rule: Mapping[str, Any]) -> Any:
    if "one_of" in rule and value not in rule["one_of"]:
        raise ValueError(f"must be one of {', '.join(rule['one_of'])}")
    if "check" in rule:
        rule["check"](value)
    low, high = rule.get("between", (-math.inf, math.inf))
    if isinstance(value, int | float) and not low <= value <= high:
        raise ValueError(f"must be {low:g} to {high:g}")
    return value
