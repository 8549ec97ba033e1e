"""``jantaku journal peer``: this table as an entry of another one's configuration."""

from __future__ import annotations

import argparse
import json
import socket
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from controller.config import Config


def print_entry(arguments: argparse.Namespace) -> int:
    """Raises ``WrongUse`` while the table has signed nothing yet."""
    from api.commands.exits import DONE
    from api.commands.state import configuration, state_dir

    config, folder = configuration(arguments), state_dir(arguments)
    entry = {
        "name": config.table.name,
        "address": _address(config),
        "key": _key(folder),
        "authority": _authority(folder),
    }
    if arguments.json:
        print(json.dumps(entry, ensure_ascii=False))
        return DONE
    print("[[peers]]")
    # A JSON text is a basic string of TOML.
    print("\n".join(f"{name} = {json.dumps(value)}" for name, value in entry.items() if value))
    return DONE


def _address(config: Config) -> str:
    from api.https.setting import encrypted

    if config.access.url:
        return config.access.url.rstrip("/")
    scheme = "https" if encrypted(config.http) else "http"
    host = f"{socket.gethostname().lower().partition('.')[0]}.local" if scheme == "https" else config.http.host
    return f"{scheme}://{host}:{config.http.port}"


def _key(folder: Path) -> str:
    """That of the last signed head; the secrets are not touched."""
    from api.commands.exits import WrongUse
    from api.commands.state import journal_of, open_journal
    from controller.fairness.byte_layout import Malformed
    from controller.fairness.journal_head import head_of_text

    with open_journal(journal_of(folder)) as journal:
        latest = journal.latest_head()
    if latest is None:
        raise WrongUse("this table has signed no head of its journal yet: it does so ten minutes after its first event")
    try:
        return head_of_text(latest.record).head.key.hex()
    except Malformed as error:
        raise WrongUse(f"the last signed head cannot be read: {error}") from error


def _authority(folder: Path) -> str:
    """Empty where the table has never encrypted."""
    from api.commands.as_owner import as_owner
    from api.commands.exits import WrongUse
    from api.https.authority import read_authority
    from api.https.certificates import AUTHORITY_FILE
    from api.https.errors import HttpsError
    from api.https.setting import folder_of

    with as_owner(folder):
        try:
            return read_authority((folder_of(folder) / AUTHORITY_FILE).read_bytes()).fingerprint
        except FileNotFoundError:
            return ""
        except HttpsError as error:
            raise WrongUse(f"{error.detail}. {error.remedy}") from error
