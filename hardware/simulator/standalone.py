"""The simulated table alone in its process, behind a pseudo-terminal whose path it prints.

Lines on standard input are commands as JSON (see :mod:`actions`); each is answered with one line. End of input leaves
the table running.
"""

from __future__ import annotations

import argparse
import asyncio
import json as jsonlib
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TextIO

from hardware.profiles import PROFILES

from .actions import ACTIONS, act
from .chip import BoardChip
from .errors import CommandError, NoTerminalError, SimulatorError
from .fault_kinds import KINDS
from .table import SimulatedTable, host_board
from .virtual_time import run

DONE: Final = 0
FAILED: Final = 1
WRONG_USE: Final = 2
_LINE_BYTES: Final = 65_536


def run_standalone(
    profile: str = "normal",
    speed: float = 1.0,
    seed: int = 0,
    faults: Sequence[str] = (),
    link: Path | None = None,
    json: bool = False,
    *,
    state: Path | None = None,
    board: Callable[[], BoardChip] = host_board,
    out: TextIO = sys.stdout,
) -> int:
    """Runs a table until it is interrupted; returns an exit status: 0 done, 1 it failed, 2 wrong use.

    ``faults`` as on the command line (``"head-jam:2"``). ``json``: the first line is ``{"port": ...}``. ``state``:
    file that the table goes on from and is saved to. ``board`` makes the board; it may raise what a build of the
    firmware raises.
    """
    from hardware.firmware.build import FirmwareBuildError

    try:
        table = SimulatedTable(board(), profile, seed, terminal=True, link=link, state=state)
        for fault in faults:
            table.inject(fault)
    except CommandError as error:
        return _complain(error.detail, WRONG_USE)
    except (SimulatorError, FirmwareBuildError) as error:
        return _complain(str(error), FAILED)
    try:
        run(_serve(table, json, out), speed)
    except NoTerminalError as error:
        return _complain(f"{error.detail}. {error.remedy}", FAILED)
    except SimulatorError as error:
        return _complain(error.detail, FAILED)
    except KeyboardInterrupt:
        pass
    return DONE


def _complain(detail: str, status: int) -> int:
    print(detail, file=sys.stderr)
    return status


async def _serve(table: SimulatedTable, json: bool, out: TextIO) -> None:
    loop = asyncio.get_running_loop()
    running = await table.begin()
    for number in (signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, running.cancel)
    path = str(table.path)
    print(jsonlib.dumps({"port": path, "profile": table.plant.profile.name}) if json else path, file=out, flush=True)
    listening = loop.create_task(_listen(table, out))
    try:
        await running
    except asyncio.CancelledError:
        if not running.cancelled():
            raise
    finally:
        listening.cancel()


async def _listen(table: SimulatedTable, out: TextIO) -> None:
    """Does what standard input says, line by line."""
    reader = asyncio.StreamReader(limit=_LINE_BYTES)
    try:
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    except (ValueError, OSError):  # a plain file, or nothing at all: there is nobody to give commands
        return
    while line := await reader.readline():
        if line.strip():
            print(jsonlib.dumps(answer(table, line)), file=out, flush=True)


def answer(table: SimulatedTable, line: bytes | str) -> dict[str, Any]:
    """Does the command of one line: ``{"ok": true, ...}``, or ``{"ok": false, "code", "field", "detail"}``.

    Beside the actions: ``{"action": "snapshot"}`` and ``{"action": "help"}``.
    """
    try:
        command = jsonlib.loads(line)
        if not isinstance(command, dict):
            raise CommandError("bad-command", "", "a command is a JSON object")
        return {"ok": True, **_do(table, command)}
    except CommandError as error:
        return {"ok": False, "code": error.code, "field": error.field, "detail": error.detail}
    except ValueError as error:
        return {"ok": False, "code": "bad-command", "field": "", "detail": f"not JSON: {error}"}


def _do(table: SimulatedTable, command: dict[str, Any]) -> dict[str, Any]:
    match command.get("action"):
        case "snapshot":
            return {"table": table.snapshot()}
        case "help":
            faults = [kind.describe() for kind in KINDS.values()]
            return {"actions": [action.describe() for action in ACTIONS.values()], "faults": faults}
        case _:
            return act(table, command)


def main(
    argv: Sequence[str] | None = None, board: Callable[[], BoardChip] = host_board, prog: str = "simulator"
) -> int:
    """The command line ``python -m hardware.simulator``, and of every other ``board``."""
    parser = argparse.ArgumentParser(prog=prog, description="A simulated automatic mahjong table.")
    parser.add_argument("--profile", default="normal", choices=sorted(PROFILES), help="kind of table")
    parser.add_argument("--speed", type=float, default=1.0, help="times real time")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same run")
    parser.add_argument("--fault", action="append", default=[], metavar="NAME[:ARGUMENTS]", help="may be repeated")
    parser.add_argument("--link", type=Path, help="stable path of the port")
    parser.add_argument("--state", type=Path, help="file to go on from and to save to")
    parser.add_argument("--json", action="store_true", help="print the port as JSON")
    parser.add_argument("--list-faults", action="store_true", help="list what can go wrong, and end")
    given = parser.parse_args(argv)
    if given.list_faults:
        for kind in KINDS.values():
            names = ",".join(argument.name for argument in kind.arguments)
            print(f"{kind.name + (':' + names if names else ''):36} {kind.does}")
        return DONE
    if not given.speed > 0:
        parser.error("--speed must be above zero")
    return run_standalone(
        given.profile, given.speed, given.seed, given.fault, given.link, given.json, state=given.state, board=board
    )
