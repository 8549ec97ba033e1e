"""Boots a card image in an emulator, plays at it from outside, and cuts its power:
``python -m tools.packaging.image.trial IMAGE CONTENT [--cuts N] [--also CHECK] [--keep FOLDER]``. ``CONTENT`` is
made by ``trial_content``.

What is checked: the card grows; the board is found by its udev name; the service is ready; a match is played to its end
by the client of docs/api.md; power is cut while matches are played and while updates are put in, and after each start
everything that was acknowledged is in the journal as it was, an unanswered command is carried out once, and the old
release or the new one runs. Each cut costs one start, the one that proves that the card comes back; updates come on a
stick that is put in while the table is on. With a folder that stays, a campaign that was ended goes on with the same
card; two campaigns in two folders use two processors.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from tools.packaging.image import checks
from tools.packaging.image.emulator import Board, BoardEnded, Emulator
from tools.packaging.image.flashable import FlashableBoard
from tools.packaging.image.qemu import COUNTED, FREE, Qemu
from tools.packaging.image.trial_content import PROGRAM
from tools.packaging.image.tried import Trial, until
from tools.packaging.image.user_mode import UserMode
from tools.packaging.image.witness import Failed
from tools.packaging.program import ToolMissing

UP_S: Final = 900
"""To the first page, unless told otherwise. An emulator on a busy computer is ten times slower than on a quiet one."""
WRITTEN: Final = "awk '$3 ~ /^(vda|ubda)[0-9]$/ {print $3, $10 * 512}' /proc/diskstats"
LIMITS, READ_ONLY, SET_UP, FLASH, WIRELESS = "limits", "read-only", "set-up", "flash", "wireless"
DISPLAY, RESTORE = "display", "restore"


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("image", type=Path)
    parser.add_argument("content", type=Path)
    parser.add_argument("--cuts", type=int, default=3)
    parser.add_argument("--updates", type=int, default=3, help="every so many cuts one falls into an update")
    parser.add_argument(
        "--also",
        action="append",
        default=[],
        choices=(LIMITS, READ_ONLY, SET_UP, FLASH, WIRELESS, DISPLAY, RESTORE),
        help="limits of the unit in force; a system that is not written to; settings from the table's page; firmware "
        "from it, onto a board without any; a wireless network that it joins; its own screen, of which pictures stay "
        "in the folder of --keep (an image with --display); at the end a backup put back on a new card",
    )
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4)))
    parser.add_argument("--memory", type=int, default=1024, help="of the emulated computer, MiB")
    parser.add_argument("--speed", type=float, default=0.25, help="of the simulated table, times real time")
    parser.add_argument("--patience", type=float, default=UP_S, metavar="SECONDS", help="that anything may take")
    parser.add_argument("--talks", action="store_true", help="the log of the emulated computer is on its console")
    runs = parser.add_mutually_exclusive_group()
    runs.add_argument(
        "--counted",
        action="store_true",
        help="the emulated clock goes by instructions: nothing in it is late because this computer is busy",
    )
    runs.add_argument(
        "--user-mode",
        action="store_true",
        help="a card for amd64 with a kernel that is a program of this computer: nothing is emulated, a start takes "
        "seconds",
    )
    parser.add_argument("--minutes", type=float, default=float("inf"), help="no cut begins after so many")
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FOLDER",
        help="a folder that stays; a campaign that is in it goes on until it has its cuts",
    )
    asked = parser.parse_args(words)
    if DISPLAY in asked.also and (asked.user_mode or asked.keep is None):
        parser.error("display: wants --keep FOLDER for its pictures, and a computer with a screen, not --user-mode")
    if WIRELESS in asked.also and asked.user_mode:
        parser.error("wireless: wants a kernel of Debian with its radios, not --user-mode")
    random = Random(asked.seed)
    print(f"seed {asked.seed}", flush=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # emulator and board end with the trial
    folder = asked.keep or Path(tempfile.mkdtemp(prefix="jantaku-card-trial-"))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        trial = _trial(asked, folder)
    except (BoardEnded, ToolMissing) as missing:
        print(f"trial: {missing}", file=sys.stderr)
        if asked.keep is None:
            shutil.rmtree(folder, ignore_errors=True)
        return 2
    try:
        print(f"first page after {trial.up():.0f} s, {trial.emulator.spent():.0f} s of processors", flush=True)
        if trial.known:
            print(f"going on after {trial.cuts} cuts; {trial.events()} events, none lost", flush=True)
        else:
            _first_start(trial, screen=DISPLAY in asked.also)
        for sick in trial.never_updated() if asked.updates > 0 else ():
            print(trial.update_whole(sick=sick), flush=True)
        if LIMITS in asked.also:
            print(f"limits: {checks.limits(trial)}", flush=True)
        if READ_ONLY in asked.also:
            print(f"read-only: {checks.read_only(trial, random)}", flush=True)
        if SET_UP in asked.also:
            print(f"set-up: {checks.set_up(trial, random)}", flush=True)
        if FLASH in asked.also:
            print(f"flash: {checks.flash(trial)}", flush=True)
        if WIRELESS in asked.also:
            print(f"wireless: {checks.wireless(trial)}", flush=True)
        if DISPLAY in asked.also:
            print(f"display: {checks.display(trial)}", flush=True)
        end = time.monotonic() + asked.minutes * 60
        while trial.cuts < asked.cuts and time.monotonic() < end:
            print(f"cut {trial.cuts + 1} {_cut(trial, trial.cuts + 1, asked.updates, random)}", flush=True)
        print(trial.emulator.until_inside("jantaku journal verify --state-dir /var/lib/jantaku", asked.patience))
        if RESTORE in asked.also:
            print(f"restore: {checks.restored(trial, random, lambda: _new_card(asked, folder))}", flush=True)
        kept, again = len(trial.witness.acknowledged), trial.witness.again
        print(f"{trial.cuts} cuts: {kept} events acknowledged, none lost, none twice; answered again: {again}")
        return 0
    except Failed as failed:
        print(f"FAILED: {failed}\n{trial.last_words()}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"ended after {trial.cuts} cuts")
        return 130
    finally:
        trial.end()
        if asked.keep is None:
            shutil.rmtree(folder, ignore_errors=True)


def _emulator(asked: argparse.Namespace) -> Callable[..., Emulator]:
    if asked.user_mode:
        return partial(UserMode, talks=asked.talks)
    processor, screen = COUNTED if asked.counted else FREE, DISPLAY in asked.also
    return partial(Qemu, talks=asked.talks, processor=processor, screen=screen)


def _trial(asked: argparse.Namespace, folder: Path) -> Trial:
    flashable = FLASH in asked.also
    board = FlashableBoard(asked.speed, folder, asked.content / PROGRAM) if flashable else Board(asked.speed)
    try:
        return Trial(
            asked.image,
            asked.content,
            folder,
            memory=asked.memory,
            patience=asked.patience,
            board=board,
            emulator=_emulator(asked),
        )
    except BaseException:
        board.end()  # nobody else knows of it yet
        raise


def _new_card(asked: argparse.Namespace, folder: Path) -> Trial:
    shutil.rmtree(folder / "new", ignore_errors=True)
    (folder / "new").mkdir()
    return _trial(asked, folder / "new")


def _first_start(trial: Trial, *, screen: bool) -> None:
    if screen:
        print(checks.first_steps(trial), flush=True)
    trial.pair()
    print(trial.check_card(), flush=True)
    before = trial.emulator.inside(WRITTEN)
    for row in trial.play(3):
        print(f"  {row['said']}", flush=True)
    print(f"written before the match:\n{before}after it:\n{trial.emulator.inside(WRITTEN)}", flush=True)
    ready = until(lambda: trial.line("GET", "/readyz"), "the table is ready, with its board", trial.patience)
    print(f"ready, with its board, {ready:.0f} s later", flush=True)
    trial.note(cuts=0)


def _cut(trial: Trial, number: int, updates: int, random: Random) -> str:
    """What happened. ``updates``: every so many cuts one falls into an update."""
    wished = None
    if updates > 0 and number % updates == 0:
        wished, said = trial.cut_in_update(random)
    else:
        said = trial.cut_in_play(random)
    took, spent = trial.up(), trial.emulator.spent()
    if wished is not None:
        said += f"; {trial.settled(wished)}"
    events = trial.events()
    trial.note(cuts=number)
    return f"{said}; first page after {took:.0f} s, {spent:.0f} s of processors, {events} events, none lost"


if __name__ == "__main__":
    sys.exit(main())
