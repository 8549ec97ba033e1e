"""``jantaku https``: whether the service encrypts, what its certificates are, and the file for the devices."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from controller.config import Config


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from api.commands.state import add_state_arguments

    parser.add_argument("--export", type=Path, metavar="FILE", help="write the certificate that devices have to trust")
    add_state_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    from api.commands.exits import DONE, WrongUse
    from api.commands.state import configuration, state_dir
    from api.https.errors import HttpsError
    from controller.files import write_whole

    try:
        found, certificate = _found(configuration(arguments), state_dir(arguments))
    except HttpsError as error:
        raise WrongUse(f"{error.detail}. {error.remedy}") from error
    if arguments.export is not None:
        if certificate is None:
            raise WrongUse("this table has no certificate yet: it makes one when it first serves HTTPS")
        try:
            write_whole(arguments.export, certificate)
        except OSError as error:
            raise WrongUse(f"{arguments.export}: {error.strerror}") from error
    print(json.dumps(found) if arguments.json else "\n".join(_lines(found)))
    return DONE


def _found(config: Config, folder: Path) -> tuple[dict[str, Any], bytes | None]:
    """The state, and the certificate of the authority. Raises ``HttpsError``."""
    from api.commands.as_owner import as_owner
    from api.https.authority import read_authority
    from api.https.certificates import AUTHORITY_FILE, SERVER_FILE
    from api.https.server_certificate import read_server_certificate
    from api.https.setting import encrypted, folder_of

    state: dict[str, Any] = {"encrypted": encrypted(config.http), "authority": None, "certificate": None}
    files = folder_of(folder)
    with as_owner(folder):
        if not (files / AUTHORITY_FILE).exists():
            return state, None
        authority = read_authority((files / AUTHORITY_FILE).read_bytes())
        state["authority"] = {"sha256": authority.fingerprint, "ends": authority.ends.isoformat()}
        if (files / SERVER_FILE).exists():
            server = read_server_certificate((files / SERVER_FILE).read_bytes())
            state["certificate"] = {"hosts": str(server.hosts).split(", "), "ends": server.ends.isoformat()}
    return state, authority.public_pem()


def _lines(found: dict[str, Any]) -> Iterator[str]:
    yield f"HTTPS: {'on' if found['encrypted'] else 'off; this table serves plain HTTP'}"
    if found["authority"] is None:
        yield "No certificate authority yet: it is made when the service first serves HTTPS."
        return
    yield f"Authority, valid to {found['authority']['ends'][:10]}, SHA-256:"
    yield f"  {found['authority']['sha256']}"
    served = found["certificate"]
    if served is not None:
        yield f"Certificate, valid to {served['ends'][:10]}, for {', '.join(served['hosts'])}"
    yield "Devices get the authority's certificate at /ca.crt of the table; the guide is its page /trust."
