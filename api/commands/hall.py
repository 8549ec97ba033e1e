"""``jantaku hall``: the service of a hall."""

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
    parser.add_argument("--config", type=Path, metavar="FILE", help="configuration (default /etc/jantaku/hall.toml)")
    parser.add_argument("--host", metavar="ADDRESS", help="address to serve (default: this machine only)")
    parser.add_argument("--http-port", type=port, metavar="N", help="port to serve (default 8100)")
    parser.add_argument("--store", metavar="URL", help="where facts are kept (default: a SQLite file)")
    parser.add_argument(
        "--tls", action=argparse.BooleanOptionalAction, help="encrypt (default: for an address of the network)"
    )


def run(arguments: argparse.Namespace) -> int:
    from api.commands.exits import WrongUse
    from api.hall.service import serve
    from controller.config_file import ConfigError

    try:
        config = configured(arguments)
    except ConfigError as error:
        raise WrongUse(str(error)) from error
    return serve(config)


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
