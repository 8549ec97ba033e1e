"""The flash procedure: ask the board, write, read back, connect, compare the build; on failure offer the last image."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from api.doctor.direct import NoBoard
from api.flashing import avrdude, board_ready
from api.flashing.image import Image, load
from api.flashing.kept_image import KeptImage
from controller.config import Config
from controller.refusals import JantakuError
from firmware_bridge.discovery import serial_port
from firmware_bridge.messages import FALLBACK_BAUD
from firmware_bridge.transport import OpenTransport

Say = Callable[[str], None]
Ask = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Job:
    """``blank``: the board has no firmware or no sensors yet, and a person says that nothing stands in the way."""

    path: Path
    port_name: str
    open_port: OpenTransport
    kept: KeptImage
    blank: bool = False
    dry_run: bool = False


def job_of(config: Config, image: Path, *, blank: bool = False, dry_run: bool = False) -> Job:
    """For the board of this configuration."""
    port = serial_port(config.board.port, (config.board.baud, FALLBACK_BAUD))
    return Job(image, config.board.port, port, KeptImage(config.table.state_dir), blank, dry_run)


class FlashingFailed(JantakuError):
    """The new firmware does not run; the text says what the board runs now and what to do."""

    code = "flash-failed"


def flash(job: Job, say: Say, ask: Ask) -> None:
    """Raises BadImage, NoAvrdude, NotNow, NoBoard, FlashingFailed."""
    image = load(job.path)
    say(f"{job.path}: {image.name}, {image.size} bytes")
    if not job.dry_run:
        avrdude.find()
    _prepare(job, image, say)
    if job.dry_run:
        say(f"would run: {' '.join(avrdude.command(job.port_name, Path('IMAGE.hex')))}")
        return
    wrong = _write_and_prove(job, image, say)
    if wrong is None:
        say(f"The board runs {image.name}.")
        _keep(job, say)
        return
    raise FlashingFailed(f"{wrong}. {_way_back(job, image, say, ask)}")


def _keep(job: Job, say: Say) -> None:
    """The board is flashed whatever becomes of the copy."""
    try:
        job.kept.keep(job.path)
    except OSError as error:
        say(f"The image could not be kept for a later way back: {job.kept.good}: {error.strerror}.")


def _prepare(job: Job, image: Image, say: Say) -> None:
    try:
        before = asyncio.run(board_ready.ready(job.open_port, leave=not job.dry_run, bare=job.blank))
    except NoBoard as error:
        if not job.blank or not error.port:
            raise
        say("no firmware answers; the board is taken for a new one")
        return
    where = "everything is at home" if before.home else "taken for a board without sensors (--new-board)"
    runs = Image(before.build, (), before.serial)
    say(f"the board has {before.detail}, {runs.name}; {where}")
    if image.serial not in (None, before.serial):
        say("its serial number will be another one: travel times and wear are kept under the number")


def _write_and_prove(job: Job, image: Image, say: Say) -> str | None:
    """None when the board runs the image; else what went wrong."""
    say("writing and reading back, about half a minute: leave the power on")
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "image.hex"
            path.write_text(image.as_hex(), encoding="ascii")
            written = avrdude.run(avrdude.command(job.port_name, path))
    except OSError as error:
        return f"nothing was written: no room for a file in between ({error.strerror})"
    if not written.done:
        return f"avrdude failed: {written.reason}"
    say("written; connecting again")
    differs = asyncio.run(board_ready.runs(job.open_port, image))
    return None if differs is None else f"written, but {differs}"


def _way_back(job: Job, image: Image, say: Say, ask: Ask) -> str:
    """What became of it, in words."""
    kept = job.kept.other_than(image)
    if kept is None:
        return "There is no earlier good image to go back to: check cable and power, then flash again (--new-board)"
    if not ask(f"Go back to the last good {kept.name}?"):
        return f"The earlier image is {job.kept.good}"
    wrong = _write_and_prove(job, kept, say)
    if wrong is None:
        return f"The board is back on {kept.name}"
    return f"Going back failed as well ({wrong}): check cable and power, then flash again (--new-board)"
