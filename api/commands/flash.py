"""``jantaku flash``: puts firmware on the table's board, and proves that it runs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from api.flashing.procedure import Job
    from controller.config import Config


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "image", type=Path, nargs="?", metavar="IMAGE",
        help="the .elf of make firmware, or of a release (default: the one that was installed with this program)",
    )  # fmt: skip
    parser.add_argument("--port", metavar="DEVICE", help="port of the board, instead of the configured one")
    parser.add_argument("--config", type=Path, metavar="FILE", help="configuration (default /etc/jantaku/table.toml)")
    parser.add_argument("--state-dir", type=Path, metavar="DIR", help="state folder, instead of the configured one")
    parser.add_argument("--dry-run", action="store_true", help="check image, board and table; write nothing")
    parser.add_argument("--yes", action="store_true", help="go back to the last good image without asking")
    parser.add_argument(
        "--new-board", action="store_true", help="no firmware or no sensors yet; nothing may be raised or half way"
    )


def run(arguments: argparse.Namespace) -> int:
    from api.commands.exits import DONE, WrongUse
    from api.commands.state import sole_owner
    from api.doctor.direct import NoBoard
    from api.flashing.avrdude import NoAvrdude
    from api.flashing.board_ready import NotNow
    from api.flashing.image import BadImage
    from api.flashing.procedure import FlashingFailed, flash

    config = _config(arguments)
    if (why := _in_the_way(config)) is not None:
        return _no(why)
    try:
        with sole_owner(config.table.state_dir):
            flash(_job(arguments, config), _say, _ask(arguments.yes))
    except (BadImage, NoAvrdude) as error:
        raise WrongUse(error.sentence) from error
    except NoBoard as error:
        hint = " A board without firmware: --new-board." if error.port and not arguments.new_board else ""
        return _no(f"{error.detail}. {error.remedy}{hint}")
    except (NotNow, FlashingFailed) as error:
        return _no(f"{error}.")
    if arguments.dry_run:
        _say("nothing was written")
    return DONE


def _config(arguments: argparse.Namespace) -> Config:
    from dataclasses import replace

    from api.commands.exits import WrongUse
    from api.commands.state import configuration

    config = configuration(arguments)
    if arguments.port:
        config = replace(config, board=replace(config.board, port=arguments.port))
    if arguments.state_dir:
        config = replace(config, table=replace(config.table, state_dir=arguments.state_dir))
    if config.simulated:
        raise WrongUse("the simulated table has no chip to flash; name a port with --port")
    return config


def _in_the_way(config: Config) -> str | None:
    """A running service, raised tiles, or a hand in play."""
    from api.commands.as_owner import as_owner
    from api.commands.state import journal_of
    from api.doctor.board_checks import service_snapshot
    from api.doctor.table_in_use import in_the_way, projection_of
    from controller.journal.errors import JournalError

    if service_snapshot(config) is not None:
        return "The service holds the board. Stop it first: sudo systemctl stop jantaku"
    try:
        with as_owner(config.table.state_dir):
            why = in_the_way(projection_of(journal_of(config.table.state_dir), config))
    except JournalError as error:
        return f"{error.detail}. {error.remedy}"
    return None if why is None else f"Not now: {why}."


def _job(arguments: argparse.Namespace, config: Config) -> Job:
    from api.flashing.procedure import job_of

    image = arguments.image or installed_image()
    return job_of(config, image, blank=arguments.new_board, dry_run=arguments.dry_run)


def installed_image() -> Path:
    """Raises ``WrongUse``."""
    from api.commands.exits import WrongUse
    from hardware.firmware.build import shipped_image

    image = shipped_image()
    if image is None:
        raise WrongUse("no image came with this program; make firmware makes one: name its .elf")
    return image


def _say(text: str) -> None:
    print(text, flush=True)


def _ask(yes: bool) -> Callable[[str], bool]:
    def ask(question: str) -> bool:
        if yes or not sys.stdin.isatty():
            print(f"{question} {'yes' if yes else 'no: not asked, there is no terminal (--yes goes back)'}")
            return yes
        return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")

    return ask


def _no(text: str) -> int:
    from api.commands.exits import NO

    print(f"jantaku: {text}", file=sys.stderr)
    return NO
