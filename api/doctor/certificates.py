"""Checks of the certificates of a table that serves the network: how long they hold."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from api.doctor.finding import AS_THE_SERVICE, Finding
from api.https.authority import read_authority
from api.https.certificates import AUTHORITY_FILE, SERVER_FILE
from api.https.errors import HttpsError
from api.https.server_certificate import read_server_certificate
from api.https.setting import encrypted, folder_of
from controller.config import Config

SOON: Final = timedelta(days=30)
"""The service renews its certificate sixty days ahead: one that is nearer to its end was not renewed."""
RENEWS: Final = "Look at the clock and at the log: the service renews it by itself. Restart the service."
TRUST: Final = "Make a new authority (docs/https.md), and let every device trust it again."


def certificates(config: Config, now: datetime) -> list[Finding]:
    """Nothing for a table that does not encrypt, or has not been started yet."""
    folder = folder_of(config.table.state_dir)
    if not encrypted(config.http) or not (folder / AUTHORITY_FILE).exists():
        return []
    parts: tuple[tuple[str, Callable[[bytes], datetime], str, str], ...] = (
        (AUTHORITY_FILE, lambda content: read_authority(content).ends, "the authority of this table", TRUST),
        (SERVER_FILE, lambda content: read_server_certificate(content).ends, "the certificate of the service", RENEWS),
    )
    return [_held(folder / file, ends, what, remedy, now) for file, ends, what, remedy in parts]


def _held(path: Path, ends: Callable[[bytes], datetime], what: str, remedy: str, now: datetime) -> Finding:
    try:
        end = ends(path.read_bytes())
    except HttpsError as error:
        return Finding("https", "bad", error.detail, error.remedy)
    except OSError as error:
        return Finding("https", "warn", f"{path}: {error.strerror}", AS_THE_SERVICE)
    if end <= now:
        return Finding("https", "bad", f"{what} has ended on {end:%Y-%m-%d}", remedy)
    if end - now < SOON:
        return Finding("https", "warn", f"{what} ends on {end:%Y-%m-%d}", remedy)
    return Finding("https", "ok", f"{what} holds until {end:%Y-%m-%d}")
