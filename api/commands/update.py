"""``jantaku update``: another release in the place of this one, and the way back.

``check`` and ``status`` change nothing. ``apply`` and ``rollback`` are root's: they stop the service for some seconds,
and only while nobody plays. A release that is not well within forty seconds is taken back by itself.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from api.commands.exits import DONE, NO, WrongUse

if TYPE_CHECKING:
    from api.updates.bundle import Bundle
    from api.updates.releases import Outcome, Releases
    from controller.config import Config
    from controller.table.projection import Projection

OF_THE_SYSTEM: Final = ("try", "reads", "keep", "put-back", "drop-copy")
"""``api.commands.update_state``: what a release does to what is kept here."""
ACTIONS: Final = ("check", "apply", "status", "rollback", "wanted", "recover", "idle", *OF_THE_SYSTEM)
RECENT_EVENTS: Final = 10_000
"""Among which the board is looked for: some weeks of play."""
ROOTS: Final = ("apply", "wanted", "rollback", "recover")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from api.commands.state import add_state_arguments

    parser.add_argument(
        "action", nargs="?", default="status", choices=ACTIONS, metavar="ACTION",
        help="status (default), check FILE, apply FILE, rollback; idle says whether an update may begin now. The "
        "system itself uses wanted for what a page asked, recover after a power cut, and try, reads, keep, put-back "
        "and drop-copy on what it keeps",
    )  # fmt: skip
    parser.add_argument(
        "file", nargs="?", type=Path, metavar="FILE",
        help="an .update file, or a folder such as that of a USB stick: then the newest in it that fits",
    )  # fmt: skip
    parser.add_argument("--language", default="en", metavar="LANGUAGE", help="of what changes (default en)")
    parser.add_argument("--refused", action="store_true", help="apply a release that was taken back before, too")
    add_state_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    from api.updates.errors import UpdateError

    if arguments.action in ROOTS and os.geteuid() != 0:
        raise WrongUse(f"{arguments.action} needs root: sudo jantaku update {arguments.action}")
    try:
        if arguments.action in OF_THE_SYSTEM:
            from api.commands import update_state

            return update_state.run(arguments.action, table_here(arguments))
        return _ACTIONS[arguments.action](arguments)
    except UpdateError as error:
        print(f"jantaku: {error.detail}. {error.remedy}", file=sys.stderr)
        return NO


def _status(arguments: argparse.Namespace) -> int:
    from api.service.version import version
    from api.updates.releases import Releases

    releases = Releases()
    last, plan = releases.last(), releases.plan()
    if arguments.json:
        from dataclasses import asdict

        found = {
            "version": version(), "release": releases.current(), "versions": releases.versions(),
            "last": None if last is None else asdict(last), "under_way": None if plan is None else plan.version,
        }  # fmt: skip
        print(json.dumps(found))
        return DONE
    print(f"release {version()}, {'of the package' if releases.current() is None else 'put in by an update'}")
    others = [one for one in releases.versions() if one != releases.current()]
    if others:
        print(f"also here: {', '.join(others)}")
    if plan is not None:
        print(f"an update to {plan.version} is under way")
    if last is not None:
        print(_told(last))
    return DONE


def _told(outcome: Outcome) -> str:
    what = outcome.version or "the packaged release"
    if not outcome.why:
        return f"{outcome.time}: {what} was put in"
    return f"{outcome.time}: {what} was taken back: {outcome.why}"


def _check(arguments: argparse.Namespace) -> int:
    from api.service.version import version

    bundle = _bundle(arguments)
    manifest = bundle.manifest
    notes = manifest.notes.get(arguments.language) or manifest.notes.get("en") or ""
    if arguments.json:
        print(json.dumps({"file": str(bundle.path), "version": manifest.version, "now": version(), "notes": notes}))
    else:
        print(f"{bundle.path}: release {manifest.version}; here runs {version()}. Its signature is good.")
        if notes:
            print(notes)
    return DONE


def _apply(arguments: argparse.Namespace) -> int:
    from api.updates.releases import Releases

    bundle, releases = _bundle(arguments), Releases()
    with releases.locked():
        return _put_in(bundle, releases, arguments)


def _wanted(arguments: argparse.Namespace) -> int:
    """What the service of the table wished for, from where it keeps updates. How it ended is written down. It is under
    way before the wish is gone: whoever asks meanwhile is not told that nothing came of it."""
    from datetime import UTC, datetime

    from api.commands.update_wanted import brought, wish_of
    from api.service.version import version
    from api.updates.errors import NotNow, UpdateError
    from api.updates.inbox import is_newer
    from api.updates.releases import Outcome, Releases

    config = table_here(arguments)
    if config is None:
        raise WrongUse("there is no table here")
    releases = Releases()
    with releases.locked():
        wanted = wish_of(config.table.state_dir)
        try:
            if not is_newer(wanted, version()):
                raise NotNow(f"{wanted} is no newer release than {version()}")
            with brought(config.table.state_dir, wanted, releases.root, _keys()) as bundle:
                return _put_in(_fitting(bundle), releases, arguments)
        except UpdateError as error:
            now = datetime.now(UTC).isoformat(timespec="seconds")
            releases.note(Outcome(wanted, releases.current(), now, error.detail))
            raise


def _put_in(bundle: Bundle, releases: Releases, arguments: argparse.Namespace) -> int:
    """``releases`` are locked."""
    from api.commands.update_state import hall_here
    from api.updates.computer import InstalledComputer
    from api.updates.errors import NotNow
    from api.updates.procedure import put_in

    wanted = bundle.manifest.version
    if wanted in releases.refused() and not arguments.refused:
        raise NotNow(f"release {wanted} was taken back before; --refused tries it again")
    config = table_here(arguments)
    if releases.plan() is not None:
        raise NotNow("an update was cut off; run: jantaku update recover")
    flash, board = _board(config, bundle.manifest.board)
    _check_idle(config, flash=flash)
    computer = InstalledComputer(releases, config, board=board, hall=hall_here())
    return _print(put_in(bundle, releases, computer, flash=flash, check_idle=lambda: _check_idle(config, flash=flash)))


def _rollback(arguments: argparse.Namespace) -> int:
    from api.commands.update_state import hall_here
    from api.updates.computer import InstalledComputer, version_of
    from api.updates.procedure import back
    from api.updates.releases import Releases

    releases, config = Releases(), table_here(arguments)
    with releases.locked():
        last, current = releases.last(), releases.current()
        if current is None:
            raise WrongUse("the packaged release runs; there is none before it")
        to = last.before if last is not None and last.version == current and not last.why else None
        to = to if to is None or releases.folder(to).is_dir() else None
        computer = InstalledComputer(releases, config, hall=hall_here())
        image = next(iter((computer.program(to) / "hardware/firmware/built").glob("*.elf")), None)
        flash, computer.board = _board(config, _build_of(image))
        _check_idle(config, flash=flash)
        print(f"back to {to or version_of(computer.program(None))}")
        return _print(back(releases, to, computer, flash=flash))


def _recover(arguments: argparse.Namespace) -> int:
    from api.commands.update_state import hall_here
    from api.updates.computer import InstalledComputer
    from api.updates.procedure import recover
    from api.updates.releases import Releases

    releases = Releases()
    with releases.locked():
        outcome = recover(releases, InstalledComputer(releases, table_here(arguments), hall=hall_here()))
    if outcome is not None:
        print(_told(outcome))
    return DONE  # a release that was taken back was recovered from, too


def _idle(arguments: argparse.Namespace) -> int:
    _check_idle(table_here(arguments), flash=False)
    return DONE


_ACTIONS: Final = {
    "status": _status,
    "check": _check,
    "apply": _apply,
    "rollback": _rollback,
    "wanted": _wanted,
    "recover": _recover,
    "idle": _idle,
}


def _print(outcome: Outcome) -> int:
    print(_told(outcome))
    return NO if outcome.why else DONE


def _bundle(arguments: argparse.Namespace) -> Bundle:
    """The file that was named, or the newest for this computer in the folder that was. Raises ``BadBundle``."""
    from api.updates.bundle import SUFFIX, checked, numbers
    from api.updates.errors import BadBundle
    from api.updates.here import machine

    given: Path | None = arguments.file
    if given is None:
        raise WrongUse("which file? jantaku update check FILE, or the folder that it is in")
    keys = _keys()
    if not given.is_dir():
        return _fitting(checked(given, keys))
    found = [_fitting(checked(path, keys)) for path in given.glob(f"*-{machine()}{SUFFIX}")]
    if not found:
        raise BadBundle(f"{given}: there is no update for {machine()} in it")
    return max(found, key=lambda one: numbers(one.manifest.version))


def _fitting(bundle: Bundle) -> Bundle:
    from api.updates.errors import BadBundle
    from api.updates.here import machine

    if bundle.manifest.machine != machine():
        raise BadBundle(f"{bundle.path}: it is for {bundle.manifest.machine}; this computer is {machine()}")
    return bundle


def _keys() -> list[str]:
    from api.updates.errors import BadBundle
    from api.updates.here import KEY_FOLDERS, keys

    found = keys()
    if not found:
        raise BadBundle(f"this computer trusts no key; put one into {KEY_FOLDERS[-1]}")
    return found


def table_here(arguments: argparse.Namespace) -> Config | None:
    """The configuration of the table on this computer; None where there is only a hall."""
    from dataclasses import replace

    from api.commands.state import configuration
    from controller.config import DEFAULT_PATH

    if arguments.config is None and not DEFAULT_PATH.exists() and arguments.state_dir is None:
        return None
    config = configuration(arguments)
    if arguments.state_dir:
        config = replace(config, table=replace(config.table, state_dir=arguments.state_dir))
    return config


def _projection(config: Config) -> Projection | None:
    from api.doctor.table_in_use import projection_of

    return projection_of(config.table.state_dir / "journal.db", config)


def _check_idle(config: Config | None, *, flash: bool) -> None:
    """Raises ``NotNow``."""
    from api.commands.as_owner import as_owner
    from api.doctor.table_in_use import busy, in_the_way
    from api.updates.errors import NotNow
    from controller.journal.errors import JournalError

    _check_hall_idle()
    if config is None:
        return
    try:
        with as_owner(config.table.state_dir):
            projection = _projection(config)
    except JournalError as error:
        raise NotNow(error.detail) from error
    why = busy(projection) or (in_the_way(projection) if flash else None)
    if why is not None:
        raise NotNow(why)


def _check_hall_idle() -> None:
    """Raises ``NotNow``."""
    from api.commands.as_owner import as_owner
    from api.commands.state import now
    from api.commands.update_state import hall_here
    from api.updates.errors import NotNow
    from controller.refusals import JantakuError

    hall = hall_here()
    if hall is None:
        return
    from api.updates import hall_in_use  # needs packages that only a hall has

    try:
        with as_owner(hall.hall.state_dir):
            state = hall_in_use.tournaments_of(hall.store_url, now)
    except (JantakuError, OSError) as error:
        raise NotNow(f"the hall's store cannot say whether a round is played: {error}") from error
    if (why := hall_in_use.busy(state)) is not None:
        raise NotNow(why)


def _board(config: Config | None, build: str) -> tuple[bool, bool]:
    """Whether the board needs other firmware than it runs, and whether it answers now. One that was given a serial
    number of its own needs an image made for it: that is left to a person."""
    from api.doctor.board_checks import service_snapshot

    snapshot = None if config is None else service_snapshot(config)
    if config is None or snapshot is None or snapshot["board"]["state"] != "ready":
        return False, False
    other = bool(build) and not config.simulated and snapshot["board"].get("build") != build
    return other and not is_numbered(config), True


def is_numbered(config: Config) -> bool:
    """By what the board said when it connected last; one of which nothing is known counts as numbered."""
    from api.commands.as_owner import as_owner
    from api.commands.state import now
    from controller.events.machine import BoardAttached
    from controller.journal.store import Journal

    with (
        as_owner(config.table.state_dir),
        Journal(config.table.state_dir / "journal.db", now=now, read_only=True) as journal,
    ):
        recent = journal.read(max(0, journal.last_seq - RECENT_EVENTS), RECENT_EVENTS)
    serials = [entry.event.serial for entry in recent if isinstance(entry.event, BoardAttached)]
    return not serials or serials[-1].strip("0") != ""


def _build_of(image: Path | None) -> str:
    from api.flashing.image import load

    return "" if image is None else load(image).build.hex()
