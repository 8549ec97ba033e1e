"""``jantaku serve``: the service of one table, for a real board or with a simulated one."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from api.service.service import AppFactory
    from controller.config import Config


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from controller.config import SimulatorConfig
    from controller.config_file import limits
    from controller.listening import HttpConfig
    from hardware.profiles import PROFILES

    port, seed = whole(*limits(HttpConfig, "port")), whole(*limits(SimulatorConfig, "seed"))
    parser.add_argument("--port", metavar="DEVICE|simulate", help="serial port of the board, or a simulated table")
    parser.add_argument("--config", type=Path, metavar="FILE", help="configuration (default /etc/jantaku/table.toml)")
    parser.add_argument("--host", metavar="ADDRESS", help="address to serve (default: this machine only)")
    parser.add_argument("--http-port", type=port, metavar="N", help="port to serve (default 8000)")
    parser.add_argument(
        "--tls", action=argparse.BooleanOptionalAction, help="encrypt (default: for an address of the network)"
    )
    parser.add_argument("--speed", type=_speed, metavar="N", help="simulated table: times real time")
    parser.add_argument("--profile", choices=PROFILES, help="simulated table: kind of table")
    parser.add_argument("--seed", type=seed, metavar="N", help="simulated table: the same seed gives the same run")
    parser.add_argument(
        "--unattended",
        nargs="?",
        const="any",
        choices=("any", "hall", "ordered"),
        help="simulated table: matches are played by themselves; once it is in a hall; or those that the hall starts",
    )


def whole(low: float, high: float) -> Callable[[str], int]:
    """Reads a whole number from ``low`` to ``high``, which are part of it."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = None
        if number is None or not low <= number <= high:
            raise argparse.ArgumentTypeError(f"must be a whole number from {low} to {high}, not {text}")
        return number

    return read


def _speed(text: str) -> float:
    from api.commands.simulate import positive

    return positive(text)


def run(arguments: argparse.Namespace) -> int:
    from api.commands.exits import WrongUse
    from api.service.start import start

    config = configured(arguments)
    if arguments.unattended and not config.simulated:
        raise WrongUse("--unattended is for the simulated table (--port simulate)")
    return start(config, lambda: _loaded(config), unattended=arguments.unattended)


def _loaded(config: Config) -> AppFactory:
    """What makes the application. Importing it takes long."""
    from api.commands.exits import WrongUse
    from api.table.app import app_for
    from controller.config_file import ConfigError

    try:
        return app_for(config)
    except ConfigError as error:
        raise WrongUse(str(error)) from error


def configured(arguments: argparse.Namespace) -> Config:
    """The configuration file, with what was given on the command line in its place."""
    from api.commands.state import configuration

    given, config = arguments, configuration(arguments)
    board = replace(config.board, port=given.port or config.board.port)
    http = replace(
        config.http,
        host=given.host or config.http.host,
        port=config.http.port if given.http_port is None else given.http_port,
        tls=config.http.tls if given.tls is None else given.tls,
    )
    simulator = replace(
        config.simulator,
        speed=given.speed or config.simulator.speed,
        profile=given.profile or config.simulator.profile,
        seed=config.simulator.seed if given.seed is None else given.seed,
    )
    return replace(config, board=board, http=http, simulator=simulator)
