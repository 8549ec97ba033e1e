"""The files of releases that a hall has for its tables: in its state folder, checked when they come in and again when
they are offered. It fetches them where ``make release`` was published, if ``[updates] address`` says where."""

from __future__ import annotations

import asyncio
import logging
import re
import ssl
import urllib.error
import urllib.request
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final
from urllib.response import addinfourl

from api.updates.bundle import SUFFIX, Bundle
from api.updates.errors import BadBundle
from api.updates.here import keys
from api.updates.inbox import MOST_BYTES, Inbox, is_newer
from controller.files import has_room
from hall.config import Config
from hall.releases.decide import is_night

log = logging.getLogger("jantaku.hall.releases")
FETCH_SECONDS: Final = 6 * 3600.0
FIRST_SECONDS: Final = 120.0
"""After the start: a hall that came back after a power cut has other things to do first."""
ANSWER_SECONDS: Final = 60.0
SUMS: Final = "SHA256SUMS"
MOST_SUMS: Final = 1 << 20
_NAMED: Final = re.compile(rf"^[0-9a-f]{{64}}  (jantaku-([0-9.]+)-([a-z0-9]+){re.escape(SUFFIX)})$", re.M)
_PIECE: Final = 1 << 20
Open = Callable[[str], bytes]


def inbox_of(config: Config) -> Inbox:
    """For every machine: tables may be others than the hall."""
    return Inbox(config.hall.state_dir, keys(), None)


def newest(inbox: Inbox) -> list[Bundle]:
    """The files of the newest release, one for each machine."""
    waiting = inbox.waiting()
    return [one for one in waiting if one.manifest.version == waiting[0].manifest.version]


def night_of(config: Config) -> Callable[[datetime], bool]:
    """Whether it is night in the hall, when updates may begin."""
    begins, ends = config.updates.begins, config.updates.ends
    return lambda now: is_night(now.astimezone(config.hall.zone).hour, begins, ends)


async def fetch_for_ever(config: Config, changed: Callable[[], None]) -> None:
    """Looks a few times a day; a place that does not answer is asked again the next time."""
    await asyncio.sleep(FIRST_SECONDS)
    while True:
        try:
            said = config.updates
            fetched = await asyncio.to_thread(fetch, said.address, inbox_of(config), said.authority)
        except (OSError, BadBundle, urllib.error.URLError) as error:
            log.warning("no release was fetched from %s: %s", config.updates.address, error)
        else:
            for bundle in fetched:
                log.info("release %s for %s was fetched", bundle.manifest.version, bundle.manifest.machine)
            if fetched:
                changed()
        await asyncio.sleep(FETCH_SECONDS)


def fetch(address: str, inbox: Inbox, authority: Path | None = None) -> list[Bundle]:
    """What is newer there than what is here. ``authority``: a PEM file of one that is trusted beside the public ones.
    Raises ``OSError``, ``BadBundle``."""
    base = address.rstrip("/")
    with _opened(f"{base}/{SUMS}", authority) as answer:
        named = _NAMED.findall(answer.read(MOST_SUMS).decode("ascii", "replace"))
    here = {one.manifest.machine: one.manifest.version for one in reversed(inbox.waiting())}
    fetched = []
    for name, version, machine in named:
        if machine not in here or is_newer(version, here[machine]):
            fetched.append(_fetched(f"{base}/{name}", inbox, authority))
    return fetched


def _fetched(address: str, inbox: Inbox, authority: Path | None) -> Bundle:
    with inbox.new_part() as part, _opened(address, authority) as answer:
        left = MOST_BYTES
        while left > 0 and (piece := answer.read(min(_PIECE, left))):
            if not has_room(inbox.folder, len(piece)):
                raise OSError(f"there is no room in {inbox.folder}")
            left -= part.write(piece)
        return inbox.take_in(part)


def _opened(address: str, authority: Path | None) -> addinfourl:
    """Encrypted, or from a folder of this computer; what is fetched is signed all the same. Raises ``OSError``."""
    if not address.startswith(("https://", "file:///")):
        raise OSError(f"{address}: an address that begins with https:// is expected")
    context = ssl.create_default_context() if address.startswith("https:") else None
    if context is not None and authority is not None:
        context.load_verify_locations(cadata=authority.read_text(encoding="ascii"))
    found: addinfourl = urllib.request.urlopen(address, timeout=ANSWER_SECONDS, context=context)
    return found


def take_in(config: Config, file: Path) -> Bundle:
    """A release from a file. Raises ``BadBundle``, ``OSError``."""
    config.hall.state_dir.mkdir(parents=True, exist_ok=True, mode=0o750)
    inbox = inbox_of(config)
    with inbox.new_part() as part, file.open("rb") as source:
        left = MOST_BYTES
        while left > 0 and (piece := source.read(min(_PIECE, left))):
            left -= part.write(piece)
        return inbox.take_in(part)
