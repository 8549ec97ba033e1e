"""Setting the table up: what is set now, and the wish to change it.

The service cannot change its computer: a unit of systemd that is root's carries out what is wanted (``jantaku setup
wanted``), checks it anew, and leaves how it ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from fastapi import APIRouter, Request

from api.card.computer import MARK, CardComputer
from api.card.table_file import profile_played
from api.doctor.table_in_use import busy, in_the_way
from api.http.heavy import heavily
from api.setup.errors import BadWish
from api.setup.kept import Kept
from api.setup.networks import in_reach
from api.setup.wish import Wish, WishBox, checked
from api.table.dependencies import allowed, table_of
from api.table.given.setup import FirmwareWish, NetworkSettings, TableSettings
from api.table.shown.setup import (
    BoardFirmware,
    FirmwareShown,
    NetworkShown,
    SettingsShown,
    SetupOutcomeShown,
    SetupShown,
    WirelessShown,
)
from api.updates.releases import Releases
from controller.config import Config
from controller.refusals import Code, Refused
from controller.table.table import Table
from hardware.firmware.build import firmware_version

router = APIRouter(prefix="/setup", tags=["setup"])
UNIT: Final = Path("/usr/lib/systemd/system/jantaku-setup.path")
"""Comes with the package; without it nobody would see to a wish."""
IN_USE: Final[Mapping[int | str, dict[str, Any]]] = {
    423: {"description": "the table is in use, or another change is made"}
}


@router.get(
    "", summary="What of this table can be set up from its page, how it is now, and how the last change ended",
    dependencies=[allowed("read.setup")],
)  # fmt: skip
async def setup(request: Request) -> SetupShown:
    return await heavily(request, _shown, table_of(request), _board(request))


@router.post(
    "/table",
    status_code=202,
    summary="Name, language, time zone, rules of a new match: the service starts again with them",
    dependencies=[allowed("setup.change")],
    responses=dict(IN_USE),
)
async def set_table(given: TableSettings, request: Request) -> SetupShown:
    return await heavily(request, _wish, table_of(request), _board(request), "table", given.model_dump())


@router.post(
    "/network",
    status_code=202,
    summary="The wireless network that this table joins; the one of before comes back when it does not let it in",
    dependencies=[allowed("setup.change")],
    responses=dict(IN_USE),
)
async def join(given: NetworkSettings, request: Request) -> SetupShown:
    return await heavily(request, _wish, table_of(request), _board(request), "network", given.model_dump())


@router.post(
    "/firmware",
    status_code=202,
    summary="The firmware of this release is put on the board: the table is away for about a minute",
    dependencies=[allowed("setup.flash")],
    responses=dict(IN_USE),
)
async def flash(given: FirmwareWish, request: Request) -> SetupShown:
    values = {"version": given.version, "blank": given.nothing_raised}
    return await heavily(request, _wish, table_of(request), _board(request), "firmware", values)


def under_way(folder: Path) -> bool:
    """A wish that waits, or a change (or an update) that goes on. ``folder``: the state folder."""
    releases = Releases()
    return WishBox(folder).is_there() or Kept(releases.root).plan() is not None or releases.under_way()


def _board(request: Request) -> Mapping[str, Any]:
    board: Mapping[str, Any] = table_of(request).snapshot()["board"]
    return board


def _wish(table: Table, board: Mapping[str, Any], kind: str, values: Mapping[str, Any]) -> SetupShown:
    wish = _checked(kind, values)
    if not UNIT.exists():
        raise Refused(Code.SETUP_BY_HAND)
    if kind == "network" and not MARK.is_dir():
        raise Refused(Code.NO_WIRELESS)
    if kind == "firmware" and (table.config.simulated or values["version"] != firmware_version()):
        raise Refused(Code.NO_SUCH_FIRMWARE, f"firmware {values['version']} is not offered here", field="version")
    if under_way(table.config.table.state_dir):
        raise Refused(Code.SETUP_UNDER_WAY)
    why = _in_use(table, kind)
    if why is not None:
        raise Refused(Code.SETUP_IN_USE, why)
    if kind == "firmware" and board["state"] != "ready" and not values["blank"]:
        detail = "a board that does not answer cannot say what is raised or half way: look, and confirm that nothing is"
        raise Refused(Code.INVALID, detail, field="nothing_raised")
    WishBox(table.config.table.state_dir).put(wish)
    return _shown(table, board)


def _checked(kind: str, values: Mapping[str, Any]) -> Wish:
    try:
        return checked(kind, dict(values))
    except BadWish as error:
        raise Refused(Code.INVALID, error.detail, field=error.field) from None


def _in_use(table: Table, kind: str) -> str | None:
    if kind == "network":
        return None
    return busy(table.projection) or (in_the_way(table.projection) if kind == "firmware" else None)


def _shown(table: Table, board: Mapping[str, Any]) -> SetupShown:
    config = table.config
    last = Kept(Releases().root).last()
    return SetupShown(
        by_page=UNIT.exists(),
        busy=busy(table.projection) is not None,
        under_way=under_way(config.table.state_dir),
        last=None if last is None else SetupOutcomeShown.model_validate(last, from_attributes=True),
        table=_settings(config),
        firmware=_firmware(config, board),
        wireless=_wireless() if MARK.is_dir() else None,
    )


def _settings(config: Config) -> SettingsShown:
    return SettingsShown(
        name=config.table.given_name,
        language=config.table.language,
        time_zone=config.table.time_zone,
        ruleset=config.game.ruleset,
        profile=profile_played(config.game),
    )


def _firmware(config: Config, board: Mapping[str, Any]) -> FirmwareShown:
    here = firmware_version()
    states: Mapping[str, BoardFirmware] = {
        "ready": "same" if board["firmware"] == here else "other", "incompatible": "other", "connecting": "silent",
    }  # fmt: skip
    standing = "simulated" if config.simulated else states.get(board["state"], "absent")
    return FirmwareShown(here=here, runs=board["firmware"], board=standing)


def _wireless() -> WirelessShown:
    found = in_reach()
    return WirelessShown(
        country=CardComputer(Path("/"), lambda _: False).country(),
        joined=next((one.name for one in found if one.joined), None),
        in_reach=[NetworkShown(name=one.name, signal=one.signal, secured=one.secured) for one in found],
    )
