"""What a new table needs before its first match, and how its computer is: what ``jantaku doctor`` finds, for pages."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request

from api.card.computer import MARK
from api.doctor import computer
from api.doctor import installation as checks
from api.doctor.finding import Verdict
from api.http.heavy import heavily
from api.service.reached import reached_at
from api.service.version import rules_engine, version
from api.table.dependencies import access_of, allowed, table_of
from api.table.routes.setup import UNIT
from api.table.shown.installation import BoardStanding, InstallationShown, StorageShown, SupplyShown
from controller.config import Config
from controller.permits import Role
from hardware.firmware.build import firmware_version

router = APIRouter(tags=["service"])


@router.get(
    "/installation",
    summary="What a new table needs before its first match, and how its computer is",
    dependencies=[allowed("read.service")],
)
async def installation(request: Request) -> InstallationShown:
    table, access = table_of(request), access_of(request)
    board = table.snapshot()["board"]
    owned = any(device.role is Role.OWNER for device in access.devices())
    owner = None if access.rules.local_owner and not owned else owned
    return await heavily(request, lambda: _shown(table.config, board, owner, datetime.now(UTC)))


def _shown(config: Config, board: Mapping[str, Any], owner: bool | None, now: datetime) -> InstallationShown:
    card = MARK.is_dir()
    return InstallationShown(
        name=config.table.given_name,
        ruleset=config.game.ruleset,
        addresses=reached_at(config.http, by_name=card),
        owner=owner,
        card=card,
        by_page=UNIT.exists(),
        release=version(),
        engine=rules_engine(),
        board=_board(board),
        storage=_storage(config.table.state_dir),
        supply=_supply(),
        clock=checks.clock(now, computer.synchronised()).verdict,
    )


def _board(board: Mapping[str, Any]) -> BoardStanding:
    ready, here = board["state"] == "ready", firmware_version()
    verdict: Verdict = "bad" if not ready else "ok" if board["firmware"] == here else "warn"
    return BoardStanding(
        ready=ready, port=board["port"], firmware=board["firmware"], firmware_here=here, verdict=verdict
    )


def _storage(folder: Path) -> StorageShown:
    usage = shutil.disk_usage(folder)
    return StorageShown(
        free=usage.free,
        size=usage.total,
        life_used=computer.life_used(folder),
        verdict=checks.disk(folder).verdict,
        wear=computer.wear(folder).verdict,
    )


def _supply() -> SupplyShown | None:
    found = computer.reported_supply()
    if found is None:
        return None
    return SupplyShown(now=found.now, before=found.before, verdict=computer.supply().verdict)
