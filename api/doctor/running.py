"""What a service that runs on this computer says, asked over HTTP like by anybody else."""

from __future__ import annotations

import ssl
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from api.access.folder import console_token
from api.http.loopback import is_loopback
from api.https.certificates import AUTHORITY_FILE
from api.https.setting import encrypted, folder_of
from controller.config import Config
from controller.listening import HttpConfig

SERVICE_SECONDS: Final = 3.0


@dataclass(frozen=True, slots=True)
class Said:
    """The answer of a service. ``status``: of HTTP."""

    status: int
    content: bytes


def said(http: HttpConfig, state_dir: Path, path: str, token: str | None = None) -> Said | None:
    """None when nobody answers. ``state_dir``: of the service, with its own authority; ``token``: of a device."""
    name = _name(http.host)
    scheme = "https" if encrypted(http) and not is_loopback(name) else "http"
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    try:
        asked = urllib.request.Request(f"{scheme}://{name}:{http.port}{path}", headers=headers)
        context = _trusting(state_dir) if scheme == "https" else None
        with urllib.request.urlopen(asked, timeout=SERVICE_SECONDS, context=context) as answer:
            return Said(answer.status, answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return Said(error.code, b"")
    except (urllib.error.URLError, TimeoutError, ValueError, OSError):
        return None


def asked_of_table(config: Config, path: str) -> Said | None:
    """As this computer's own console, which a table lets see all. None when nobody answers."""
    state_dir = config.table.state_dir
    try:
        token = console_token(state_dir)
    except OSError:
        return None
    return said(config.http, state_dir, path, token)


def served(config: Config, path: str) -> bytes | None:
    """What the table serves there; None when it does not, or says no."""
    answer = asked_of_table(config, path)
    return None if answer is None or answer.status != 200 else answer.content


def _trusting(state_dir: Path) -> ssl.SSLContext:
    """A client of the service's own authority. Raises ``OSError``."""
    return ssl.create_default_context(cafile=str(folder_of(state_dir) / AUTHORITY_FILE))


def _name(host: str) -> str:
    return "127.0.0.1" if host in ("0.0.0.0", "::", "") else f"[{host}]" if ":" in host else host
