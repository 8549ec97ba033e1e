"""This installation: what a new table needs before its first match, and how its computer is."""

from __future__ import annotations

from pydantic import Field

from api.doctor.computer import Trouble
from api.doctor.finding import Verdict
from api.service.version import EngineForm
from api.table.shown.base import Shown


class BoardStanding(Shown):
    """``firmware``: its release, null while no board has answered."""

    ready: bool
    port: str
    firmware: str | None
    firmware_here: str = Field(description="that which comes with this release")
    verdict: Verdict


class StorageShown(Shown):
    """Where the journal is."""

    free: int = Field(description="bytes")
    size: int = Field(description="bytes")
    life_used: int | None = Field(description="percent, in tens; 0: the medium does not know, null: it does not say")
    verdict: Verdict
    wear: Verdict


class SupplyShown(Shown):
    """Voltage and heat, as a Raspberry Pi tells them."""

    now: list[Trouble]
    before: list[Trouble] = Field(description="at times since the start")
    verdict: Verdict


class InstallationShown(Shown):
    """Verdicts are those of ``jantaku doctor``."""

    name: str = Field(description="of the table; empty where nobody gave it one")
    ruleset: str = Field(description="of a new match")
    addresses: list[str] = Field(description="where devices reach it, best first; none without a network")
    owner: bool | None = Field(description="a device is its owner's; null: whoever uses this computer is")
    card: bool = Field(description="its system came as an image on a card (docs/card.md)")
    by_page: bool = Field(description="name, rules and firmware are set up on its page (GET /setup)")
    release: str
    engine: EngineForm = Field(description="form of the rules engine")
    board: BoardStanding
    storage: StorageShown
    supply: SupplyShown | None = Field(description="null: this computer does not tell")
    clock: Verdict
