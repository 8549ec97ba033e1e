"""``jantaku card``: the computer of a table that came as an image on a card, see docs/card.md.

``display`` and ``read-only`` are for people; the system itself uses ``apply`` at its start, ``screen`` and ``browser``
on its console, and ``stick`` when one is plugged in.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from api.commands.exits import DONE, NO, WrongUse

if TYPE_CHECKING:
    from api.card.computer import CardComputer
    from controller.config import Config

ACTIONS: Final = ("display", "read-only", "apply", "screen", "browser", "stick")
CAGE, CHROMIUM = Path("/usr/bin/cage"), Path("/usr/bin/chromium")
KIOSK: Final = (
    "--kiosk", "--ozone-platform=wayland", "--noerrdialogs", "--no-first-run", "--disable-session-crashed-bubble",
    "--disk-cache-dir=/run/jantaku-display", "--password-store=basic",
)  # fmt: skip
_TIMEOUT_S: Final = 20
_LOOK_S: Final = 5.0
_SHOWN: Final = 2
"""Addresses: by name, and one that needs no names."""
_PATIENCE_S: Final = 30.0
"""Without an answer of the table, until its screen says so: a start, and one after an update, take less."""
_RENEW: Final = 0.8
"""Of the life of a code: another one is shown before it ends."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from api.commands.state import add_state_arguments

    parser.add_argument(
        "action", choices=ACTIONS, metavar="ACTION",
        help="display on|off: the table's display on this computer's own screen; read-only on|off: whether the system "
        "is written to, from the next start on. The system itself uses apply, screen, browser and stick FOLDER",
    )  # fmt: skip
    parser.add_argument("value", nargs="?", metavar="VALUE", help="on, off, or the folder of a stick")
    add_state_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    from api.card.computer import MARK, CardComputer

    if not MARK.is_dir():
        raise WrongUse("this computer did not start from a card of ours (package jantaku-card)")
    if arguments.action != "browser" and os.geteuid() != 0:
        raise WrongUse(f"{arguments.action} needs root: sudo jantaku card {arguments.action}")
    computer = CardComputer(Path("/"), ran)
    try:
        if arguments.action == "browser":
            command = browser(_served(arguments))
            os.execv(command[0], command)
        if arguments.action == "apply":
            print("\n".join(computer.start()))
            return DONE
        if arguments.action == "screen":
            return _screen(arguments)
        if arguments.action == "stick":
            return _stick(arguments)
        return _switch(computer, arguments.action, on=_is_on(arguments))
    except OSError as error:
        print(f"jantaku: {error.filename or 'the card'}: {error.strerror}", file=sys.stderr)
        return NO


def browser(config: Config) -> list[str]:
    """The display, in the language of the table: nobody reads it alone. This computer is served without a certificate,
    which would need trust."""
    address = f"http://127.0.0.1:{config.http.port}/"
    return [str(CAGE), "-s", "--", str(CHROMIUM), *KIOSK, f"--accept-lang={config.table.language}", address]


def ran(command: Sequence[str]) -> bool:
    try:
        done = subprocess.run(command, check=False, timeout=_TIMEOUT_S, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _is_on(arguments: argparse.Namespace) -> bool:
    if arguments.value not in ("on", "off"):
        raise WrongUse(f"{arguments.action} is on or off: jantaku card {arguments.action} on")
    return bool(arguments.value == "on")


def _switch(computer: CardComputer, action: str, *, on: bool) -> int:
    if action == "read-only":
        computer.protect(on)
        print(f"From the next start on the system is {'not ' if on else ''}written to.")
        return DONE
    if on and not (CAGE.exists() and CHROMIUM.exists()):
        raise WrongUse("it needs two packages first: sudo apt update && sudo apt install cage chromium fonts-noto-cjk")
    computer.show(on)
    units = ("jantaku-card-screen.service", "jantaku-display.service")
    begins, ends = units[::-1] if on else units
    return DONE if ran(["systemctl", "stop", ends]) and ran(["systemctl", "start", begins]) else NO


def _stick(arguments: argparse.Namespace) -> int:
    """Takes the newest update on a stick that this table trusts into its inbox, where its owner finds it."""
    import shutil

    from api.commands.as_owner import as_owner
    from api.service.version import version
    from api.updates.bundle import SUFFIX, checked, numbers
    from api.updates.errors import BadBundle
    from api.updates.here import keys, machine
    from api.updates.inbox import Inbox, is_newer

    if not arguments.value:
        raise WrongUse("which folder? jantaku card stick FOLDER")
    found = []
    for path in sorted(Path(arguments.value).glob(f"*{SUFFIX}")):
        try:
            bundle = checked(path, keys())
        except BadBundle as error:
            print(f"{path.name}: {error.detail}")
            continue
        if bundle.manifest.machine == machine() and is_newer(bundle.manifest.version, version()):
            found.append(bundle)
    if not found:
        print("no newer release for this table on this stick")
        return DONE
    newest = max(found, key=lambda one: numbers(one.manifest.version))
    folder = _config(arguments).table.state_dir
    with newest.path.open("rb") as source, as_owner(folder):
        inbox = Inbox(folder, keys(), machine())
        with inbox.new_part() as part:
            shutil.copyfileobj(source, part)
            inbox.take_in(part)
    print(f"release {newest.manifest.version} waits for the owner on the page /service")
    return DONE


def _config(arguments: argparse.Namespace) -> Config:
    from dataclasses import replace

    from api.commands.state import configuration, state_dir

    config = configuration(arguments)
    return replace(config, table=replace(config.table, state_dir=state_dir(arguments)))


class Watch:
    """Whether the table is served, and why not, for a screen that must not stay black."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._arguments, self._answered = arguments, time.monotonic()
        self.answers = False

    def look(self) -> tuple[Config | None, str]:
        """The settings, None when they cannot be read, and what the screen shows instead of the table: nothing while
        it is served or may soon be. Settings are read each time, for they are mended meanwhile."""
        from api.card.screen import silent, unreadable
        from api.commands.state import configuration

        try:
            config = _shown(self._arguments)
            self.answers = _answers(config.http.port)
            if self.answers:
                self._answered = time.monotonic()
            if time.monotonic() - self._answered < _PATIENCE_S:
                return config, ""
            configuration(self._arguments)  # with all its rules, which takes memory: only now
        except WrongUse as error:
            self.answers = False
            return None, unreadable(str(error))
        return config, silent()


def _answers(port: int) -> bool:
    """By a whole request: the table would note a connection that brings nothing in its log, each time."""
    from http.client import HTTPConnection, HTTPException

    connection = HTTPConnection("127.0.0.1", port, timeout=_LOOK_S)
    try:
        connection.request("GET", "/healthz")
        connection.getresponse().read()
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
    return True


def _served(arguments: argparse.Namespace) -> Config:
    """The settings of the table, once it is served. Until then its screen says why it is not."""
    from api.card.console import Console

    watch, console = Watch(arguments), Console(sys.stdout)
    while True:
        config, text = watch.look()
        if config is not None and watch.answers:
            return config
        console.show(text)
        time.sleep(_LOOK_S)


def _screen(arguments: argparse.Namespace) -> int:
    """Until it is stopped. A new code is made before the one that is shown ends; none once there is an owner."""
    from api.access.folder import FOLDER
    from api.access.owner_code import LIFETIME, make
    from api.card.console import Console
    from api.card.screen import first_steps
    from api.commands.as_owner import as_owner
    from api.commands.state import now
    from api.service.reached import reached_at

    code: str | None = None
    watch, console, ends = Watch(arguments), Console(sys.stdout), 0.0
    while True:
        config, text = watch.look()
        if config is not None and not text:
            folder = arguments.state_dir or config.table.state_dir
            with as_owner(folder):
                if _has_owner(folder):
                    code = None
                elif code is None or time.monotonic() > ends:
                    code, ends = make(folder / FOLDER, int(now().timestamp())), time.monotonic() + LIFETIME * _RENEW
            text = first_steps(config.table.name, reached_at(config.http, by_name=True)[:_SHOWN], code)
        console.show(text)
        time.sleep(_LOOK_S)


def _shown(arguments: argparse.Namespace) -> Config:
    """Name, folder and address of the table. Without its rules, whose check loads them: this program runs for ever."""
    from controller.config import DEFAULT_PATH, SECTIONS, Config
    from controller.config_file import ConfigError, Source, document_of, sections_of, text_of

    path = arguments.config or DEFAULT_PATH
    try:
        text = text_of(path)
        document = document_of(text, path)
        wanted = {name: section for name, section in document.items() if name in ("table", "http")}
        return Config(**sections_of(wanted, SECTIONS, Source(text, path)))
    except ConfigError as error:
        raise WrongUse(str(error)) from error


def _has_owner(folder: Path) -> bool:
    """Read plainly: what reads it for the service needs thirty times the memory, and this program runs for ever."""
    import json

    from api.access.folder import FILE, FOLDER

    try:
        devices = json.loads((folder / FOLDER / FILE).read_bytes())["devices"].values()
        return any(device["role"] == "owner" for device in devices)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False
