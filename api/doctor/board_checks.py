"""Checks of the table's board: asked through the running service, or directly while none runs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from api.doctor import table_state
from api.doctor.direct import LOST, DoctorError, direct
from api.doctor.finding import Finding
from api.doctor.linktest import link_quality
from api.doctor.running import served
from controller.config import Config
from firmware_bridge.discovery import candidates, serial_port
from firmware_bridge.messages import FALLBACK_BAUD, MAJOR, Welcome
from firmware_bridge.transport import OpenTransport

WORST_DAMAGE: Final = 1e-4
"""Share of damaged frames above which a technician should look at cable and earth."""


def board(config: Config) -> list[Finding]:
    snapshot = service_snapshot(config)
    if snapshot is not None:
        return [_service(config), *through_service(snapshot)]
    if config.simulated:
        return [Finding("board", "ok", "the simulated table; it starts with the service")]
    return [port(config.board.port), *_directly(config)]


def service_snapshot(config: Config) -> Mapping[str, Any] | None:
    """What the running service says; None when none answers."""
    return _get(config, "table")


def service_report(config: Config) -> Mapping[str, Any] | None:
    """Its service report; None when none answers."""
    return _get(config, "service")


def _get(config: Config, what: str) -> Mapping[str, Any] | None:
    answer = served(config, f"/api/v1/{what}")
    try:
        found: Mapping[str, Any] | None = None if answer is None else json.loads(answer)
    except ValueError:
        return None
    return found


def _service(config: Config) -> Finding:
    return Finding("service", "ok", f"answers on port {config.http.port}")


def through_service(snapshot: Mapping[str, Any]) -> list[Finding]:
    shown = snapshot["board"]
    if shown["state"] != "ready":
        detail = shown.get("detail") or f"the board is {shown['state']}"
        return [
            Finding("board", "bad", detail, LOST.get(shown.get("reason") or "", "Check power and cable of the table."))
        ]
    identity = f"firmware {shown['firmware']}, build {shown['build']}, boot {shown['boot']} after {shown['cause']}"
    return [Finding("board", "ok", identity), link(shown["link"] or {}), *table_state.through_service(snapshot)]


def link(counters: Mapping[str, Any]) -> Finding:
    """How well the serial line does since the service started."""
    received, damaged = counters.get("received", 0), counters.get("damaged", 0)
    detail = f"round trip {counters.get('round_trip_ms')} ms, {damaged} of {received} frames damaged"
    if damaged > 10 and damaged > received * WORST_DAMAGE:
        return Finding("link", "warn", detail, "Look at the cable, its plugs, and the earth of the motor supply.")
    return Finding("link", "ok", detail)


def port(path: str) -> Finding:
    if Path(path).exists():
        return Finding("port", "ok", f"{path} is there")
    others = ", ".join(one.path for one in candidates() if one.likely) or "none that looks like a board"
    return Finding("port", "bad", f"{path} is not there; ports here: {others}", "Plug the board in, or set board.port.")


def _directly(config: Config) -> list[Finding]:
    if not Path(config.board.port).exists():
        return []
    try:
        return asyncio.run(look(serial_port(config.board.port, (config.board.baud, FALLBACK_BAUD))))
    except DoctorError as error:
        return [Finding("board", "bad", error.detail, error.remedy)]


async def look(port: OpenTransport) -> list[Finding]:
    """Who the board is, how well the line does, and how the table stands. Raises ``DoctorError``."""
    async with direct(port) as table:
        return [identity(table.welcome), await link_quality(table), *await table_state.table_state(table)]


def serial(welcome: Welcome) -> int:
    """The number that ``make firmware SERIAL=n`` gave the image; 0: none."""
    return int.from_bytes(bytes(welcome.serial), "little")


def identity(welcome: Welcome) -> Finding:
    version = ".".join(str(part) for part in welcome.firmware)
    detail = f"firmware {version}, build {bytes(welcome.build).hex()}, serial {serial(welcome)}, boot {welcome.boot}"
    if welcome.major != MAJOR:
        return Finding("board", "bad", f"{detail}, speaks version {welcome.major}", "Install matching firmware.")
    return Finding("board", "ok", detail)
