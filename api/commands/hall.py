"""``jantaku hall``: the service of a hall, and what is done at its console."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hall.config import Config


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from api.commands.serve import whole
    from controller.config_file import limits
    from controller.listening import HttpConfig

    port = whole(*limits(HttpConfig, "port"))
    parser.add_argument(
        "action", nargs="?", default="serve", choices=("serve", "owner-code"),
        help="serve (default), or owner-code: print a code with which the first account is made",
    )  # fmt: skip
    parser.add_argument("--config", type=Path, metavar="FILE", help="configuration (default /etc/jantaku/hall.toml)")
    parser.add_argument("--host", metavar="ADDRESS", help="address to serve (default: this machine only)")
    parser.add_argument("--http-port", type=port, metavar="N", help="port to serve (default 8100)")
    parser.add_argument("--store", metavar="URL", help="where facts are kept (default: a SQLite file)")
    parser.add_argument(
        "--tls", action=argparse.BooleanOptionalAction, help="encrypt (default: for an address of the network)"
    )


def run(arguments: argparse.Namespace) -> int:
    from api.commands.exits import WrongUse
    from controller.config_file import ConfigError

    try:
        config = configured(arguments)
    except ConfigError as error:
        raise WrongUse(str(error)) from error
    if arguments.action == "owner-code":
        return _owner_code(config)
    from api.hall.service import serve

    return serve(config)


def _owner_code(config: Config) -> int:
    """Whoever may run programs here, and read the store, is an owner. The hall may be running."""
    import os
    import sys
    from time import monotonic

    from api.commands.exits import DONE, NO
    from api.hall.runtime import utc_now
    from controller.refusals import JantakuError
    from hall.commands import HallCommand
    from hall.people.desk import FIRST_CODE_SECONDS, AccountDesk
    from hall.people.state import State
    from hall.people_records import SecretRecords
    from hall.store import open_store

    async def give(_command: HallCommand) -> None:
        raise AssertionError("a code needs no command")

    try:
        config.hall.state_dir.mkdir(parents=True, exist_ok=True, mode=0o750)
        with open_store(config.store_url) as store:
            secrets = SecretRecords(store)
            code = AccountDesk(secrets, State, give, now=utc_now, steady=monotonic, random=os.urandom).new_first_code()
    except (JantakuError, OSError) as error:
        print(f"jantaku: {getattr(error, 'sentence', None) or error}", file=sys.stderr)
        return NO
    print(f"{code}\nOpen /sign-in of the hall and enter it there within {FIRST_CODE_SECONDS // 60} minutes.")
    return DONE


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
