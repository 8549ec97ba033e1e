"""Halls in the local network by mDNS (RFC 6762, RFC 6763): a hall says where it is, a table asks which there are.

Avahi does it, the responder that Pi OS and most Linux systems run; two on one computer would disturb each other. Its
programs ``avahi-publish-service`` and ``avahi-browse`` (package ``avahi-utils``) are run where they are installed; a
system without them has halls all the same, whose address is typed in.
"""

from __future__ import annotations

import asyncio
import logging
import re
import shutil
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final

log = logging.getLogger("jantaku.mdns")

TYPE: Final = "_jantaku-hall._tcp"
LONGEST_NAME: Final = 63
"""Bytes of a label of DNS."""
AGAIN_SECONDS: Final = 60.0
"""After which a publisher that has ended is started anew."""
LOOK_SECONDS: Final = 4.0
"""In which halls answer; Avahi itself waits for some three."""
END_SECONDS: Final = 2.0
MOST_BYTES: Final = 64 << 10
MOST_HALLS: Final = 20
_ESCAPED: Final = re.compile(rb"\\(\d{3}|.)", re.S)
_HOST: Final = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?")


@dataclass(frozen=True, slots=True)
class FoundHall:
    """``address``: such as ``https://hall.local:8100``."""

    name: str
    address: str


@asynccontextmanager
async def announced(name: str, port: int, tls: bool) -> AsyncIterator[None]:
    """The network is told of a hall of this name at this port, as long as the body runs."""
    program = shutil.which("avahi-publish-service")
    if program is None:
        log.info("tables do not find this hall by themselves: avahi-publish-service is not installed")
        yield
        return
    label = name.encode()[:LONGEST_NAME].decode(errors="ignore")
    task = asyncio.create_task(_publish((program, label, TYPE, str(port), f"tls={int(tls)}")), name="mdns")
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


async def _publish(command: tuple[str, ...]) -> None:
    """For ever. A responder that is away or was started anew ends the program, and it is started again."""
    while True:
        try:
            process = await asyncio.create_subprocess_exec(*command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL)
        except OSError as error:
            log.warning("the network is not told of this hall: %s", error)
        else:
            try:
                status = await process.wait()
            finally:
                await _ended(process)
            log.warning("avahi-publish-service ended with status %s", status)
        await asyncio.sleep(AGAIN_SECONDS)


async def halls() -> list[FoundHall]:
    """Those that answer now, each once; none where Avahi is not installed."""
    program = shutil.which("avahi-browse")
    if program is None:
        return []
    try:
        process = await asyncio.create_subprocess_exec(
            program, "--parsable", "--resolve", "--terminate", TYPE, stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL
        )
    except OSError as error:
        log.warning("halls are not looked for: %s", error)
        return []
    said = bytearray()
    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK_SECONDS):
                assert process.stdout is not None, "it is a pipe"
                while len(said) < MOST_BYTES and (more := await process.stdout.read(4096)):
                    said += more
    finally:
        await _ended(process)
    return list(dict.fromkeys(_found(bytes(said))))[:MOST_HALLS]


async def _ended(process: Process) -> None:
    if process.returncode is not None:
        return
    with suppress(ProcessLookupError):
        process.terminate()
    try:
        async with asyncio.timeout(END_SECONDS):
            await process.wait()
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()


def _found(said: bytes) -> Iterator[FoundHall]:
    """Of lines such as ``=;eth0;IPv4;North\\032hall;_jantaku-hall._tcp;local;pi.local;192.168.1.5;8100;"tls=1"``;
    what is none is passed over."""
    for line in said.splitlines():
        parts = line.split(b";", 9)
        if len(parts) < 10 or parts[0] != b"=" or parts[4].decode(errors="replace") != TYPE:
            continue
        name = _ESCAPED.sub(_byte, parts[3]).decode(errors="replace")
        host, port = parts[6].decode(errors="replace"), parts[8].decode(errors="replace")
        if _HOST.fullmatch(host) and port.isdecimal() and 0 < int(port) < 65536 and name.isprintable():
            scheme = "https" if b'"tls=1"' in parts[9] else "http"
            yield FoundHall(name[:LONGEST_NAME], f"{scheme}://{host}:{port}")


def _byte(match: re.Match[bytes]) -> bytes:
    """Avahi writes a byte as three decimal digits, or a sign of its own after a backslash."""
    text = match[1]
    return bytes([int(text) & 0xFF]) if len(text) == 3 else text
