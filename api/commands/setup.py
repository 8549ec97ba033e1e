"""``jantaku setup``: what the owner of a table set up on its page, carried out by root.

``wanted`` is run by ``jantaku-setup.service`` when there is a wish, or something that was cut off; ``status`` says how
the last one ended.
"""

from __future__ import annotations

import argparse
import json
import os
from typing import TYPE_CHECKING, Final

from api.commands.exits import DONE, NO, WrongUse

if TYPE_CHECKING:
    from api.commands.setup_computer import InstalledComputer
    from api.setup.kept import Kept, Outcome
    from api.setup.wish import Wish
    from controller.config import Config

ACTIONS: Final = ("status", "wanted")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from api.commands.state import add_state_arguments

    parser.add_argument(
        "action", nargs="?", default="status", choices=ACTIONS, metavar="ACTION",
        help="status (default): how the last change from the page ended; the system itself uses wanted",
    )  # fmt: skip
    add_state_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.action == "status":
        return _status(as_json=arguments.json)
    if os.geteuid() != 0:
        raise WrongUse("wanted needs root: the system runs it when the page of the table asks for something")
    return _wanted(arguments)


def _status(*, as_json: bool) -> int:
    from dataclasses import asdict

    from api.setup.kept import Kept
    from api.updates.releases import ROOT

    kept = Kept(ROOT)
    last, plan = kept.last(), kept.plan()
    if as_json:
        found = {"last": None if last is None else asdict(last), "under_way": None if plan is None else plan.kind}
        print(json.dumps(found))
        return DONE
    if plan is not None:
        print(f"{plan.kind}: under way, or cut off")
    print("nothing was set up from the page yet" if last is None else _told(last))
    return DONE


def _told(outcome: Outcome) -> str:
    if not outcome.code:
        return f"{outcome.time}: {outcome.kind}: done"
    return f"{outcome.time}: {outcome.kind}: not done ({outcome.code}): {outcome.detail}"


def _wanted(arguments: argparse.Namespace) -> int:
    """What was cut off is ended first. The lock is that of updates: the two are never at work at the same time. What is
    under way is known as such before the wish is gone."""
    from api.commands.setup_computer import InstalledComputer, utc_now
    from api.setup.kept import Kept, Outcome
    from api.setup.procedure import carry_out, recover
    from api.updates.errors import NotNow
    from api.updates.releases import Releases
    from controller.config_file import ConfigError

    releases = Releases()
    kept = Kept(releases.root)
    try:
        config = _config(arguments)
    except WrongUse as error:
        if isinstance(error.__cause__, ConfigError):
            kept.note(Outcome("", utc_now(), error.__cause__.code, str(error)))
        raise
    computer = InstalledComputer(config, arguments.config)
    try:
        with releases.locked():
            ended = recover(kept, computer)
            if ended is not None:
                print(_told(ended))
            if releases.plan() is not None:
                raise NotNow("an update was cut off; run: jantaku update recover")
            wish = _wish(config, kept, computer)
            outcome = wish if wish is None or isinstance(wish, Outcome) else carry_out(wish, kept, computer)
    except NotNow as error:
        outcome = Outcome("", computer.now(), "setup-not-now", error.detail)
        kept.note(outcome)
    if outcome is None:
        return DONE
    print(_told(outcome))
    return NO if outcome.code else DONE


def _wish(config: Config, kept: Kept, computer: InstalledComputer) -> Wish | Outcome | None:
    """None where there is none; an outcome where it cannot be taken."""
    from api.commands.as_owner import as_owner
    from api.setup.errors import BadWish
    from api.setup.kept import Outcome
    from api.setup.wish import WishBox

    try:
        with as_owner(config.table.state_dir):
            box = WishBox(config.table.state_dir)
            return box.take() if box.is_left() else None
    except BadWish as error:
        outcome = Outcome("", computer.now(), error.code, error.detail)
        kept.note(outcome)
        return outcome


def _config(arguments: argparse.Namespace) -> Config:
    from api.commands.update import table_here

    config = table_here(arguments)
    if config is None:
        raise WrongUse("there is no table here")
    return config
