"""``jantaku hall``: the service of a hall, and what is done at its console."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hall.config import Config


OF_FILES: Final = {
    "backup": "jantaku hall backup FILE: the file to write, or the folder of a series",
    "restore": "jantaku hall restore FILE: the backup",
    "release": "jantaku hall release FILE: the update to take in",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from api.commands.backup import count
    from api.commands.serve import whole
    from controller.config_file import limits
    from controller.listening import HttpConfig

    port = whole(*limits(HttpConfig, "port"))
    parser.add_argument(
        "action", nargs="?", default="serve",
        choices=("serve", "intake", "web", "owner-code", "backup", "restore", "rebuild", "release"),
        help="serve (default): all of it in one process; intake: what tables ask for, and web: all the rest, each as "
        "often as needed on one PostgreSQL; owner-code: print a code with which the first account is made; backup: "
        "copy the store to FILE and read it back; restore: from FILE into an empty store; rebuild: check the store and "
        "make anew what follows from journal and events; "
        "release: take the update FILE in, for the tables",
    )  # fmt: skip
    parser.add_argument(
        "file",
        nargs="?",
        type=Path,
        metavar="FILE",
        help="of backup: must not exist, or a folder; of release: an .update",
    )
    parser.add_argument("--keep", type=count, default=14, metavar="N", help="backup: how many a folder keeps (14)")
    parser.add_argument(
        "--passphrase-file", type=Path, metavar="FILE", help="backup, restore: sealed with the first line of this file"
    )
    parser.add_argument(
        "--from-tables", nargs="*", metavar="TABLE",
        help="rebuild: let all tables, or these (t-...), send their journals from the first event; nothing is deleted",
    )  # fmt: skip
    parser.add_argument("--config", type=Path, metavar="FILE", help="configuration (default /etc/jantaku/hall.toml)")
    parser.add_argument("--host", metavar="ADDRESS", help="address to serve (default: this machine only)")
    parser.add_argument("--http-port", type=port, metavar="N", help="port to serve (default 8100)")
    parser.add_argument("--store", metavar="URL", help="where facts are kept (default: a SQLite file)")
    parser.add_argument(
        "--tls", action=argparse.BooleanOptionalAction, help="encrypt (default: for an address of the network)"
    )


def run(arguments: argparse.Namespace) -> int:
    from api.commands import hall_store
    from api.commands.exits import WrongUse
    from controller.config_file import ConfigError

    action = arguments.action
    if (arguments.file is not None) is not (action in OF_FILES):
        raise WrongUse(OF_FILES.get(action, "FILE is of backup, restore and release"))
    if arguments.from_tables is not None and action != "rebuild":
        raise WrongUse("--from-tables is of jantaku hall rebuild")
    try:
        config = configured(arguments)
    except ConfigError as error:
        raise WrongUse(str(error)) from error
    match action:
        case "owner-code":
            return hall_store.owner_code(config)
        case "backup":
            return hall_store.write_backup(config, arguments.file, arguments.passphrase_file, arguments.keep)
        case "restore":
            return hall_store.restore_backup(config, arguments.file, arguments.passphrase_file)
        case "release":
            return hall_store.take_release(config, arguments.file)
        case "rebuild":
            return hall_store.rebuild_all(config, arguments.from_tables)
    from api.hall.part import Part
    from api.hall.service import serve

    part = Part(action)
    if part is not Part.ALL and not config.store_url.startswith("postgresql"):
        raise WrongUse(
            f"jantaku hall {action}: SQLite serves one process, which is jantaku hall. Give a store that several can "
            'use: store = "postgresql://..." in hall.toml, or --store'
        )
    return serve(config, part)


def configured(arguments: argparse.Namespace) -> Config:
    """The configuration file, with what was given on the command line in its place. Raises ``ConfigError``."""
    from hall.config import load

    given, config = arguments, load(arguments.config)
    http = replace(
        config.http,
        host=given.host or config.http.host,
        port=config.http.port if given.http_port is None else given.http_port,
        tls=config.http.tls if given.tls is None else given.tls,
    )
    return replace(config, http=http, hall=replace(config.hall, store=given.store or config.hall.store))
