"""What of the computer of a table can be set up from its page."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from api.table.shown.base import Shown

SetupKind = Literal["", "table", "network", "firmware"]
BoardFirmware = Literal["same", "other", "silent", "absent", "simulated"]


class SettingsShown(Shown):
    """With which the service runs."""

    name: str
    language: str
    time_zone: str = Field(description="empty: that of this computer")
    ruleset: str = Field(description="of a new match")
    profile: str = Field(description="empty: none, or options of its own")


class NetworkShown(Shown):
    name: str
    signal: int = Field(description="percent")
    secured: bool


class WirelessShown(Shown):
    country: str
    joined: str | None = Field(description="null: in none")
    in_reach: list[NetworkShown]


class FirmwareShown(Shown):
    here: str = Field(description="that which comes with this release")
    runs: str | None
    board: BoardFirmware = Field(
        description="silent: something at its port does not answer; a board without firmware, or another device"
    )


class SetupOutcomeShown(Shown):
    kind: SetupKind
    time: str = Field(description="ISO 8601")
    code: str = Field(description="why it was not done; empty when it was")
    detail: str


class SetupShown(Shown):
    by_page: bool = Field(description="false: nobody on this computer would see to it")
    busy: bool = Field(description="somebody plays, or a wall is built: nothing that restarts the service begins now")
    under_way: bool
    last: SetupOutcomeShown | None = Field(description="how the last change ended")
    table: SettingsShown
    firmware: FirmwareShown
    wireless: WirelessShown | None = Field(description="null: the network of this computer is not the table's affair")
