"""Finding the board: by its name, by its identity, and by asking.

A name under /dev/ttyACM or /dev/ttyUSB changes with the order of plugging, so it comes last. A port's identity only
says what kind of chip it is; whether it is our board, its Welcome says.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from serial.tools import list_ports

from firmware_bridge.messages import DEFAULT_BAUD, FALLBACK_BAUD, Welcome
from firmware_bridge.session import HostSession
from firmware_bridge.transport import OnData, OnLost, OpenTransport, PortError, PortMissing, SerialTransport, Transport

UDEV_NAME: Final = Path("/dev/jantaku-board")
BY_ID: Final = Path("/dev/serial/by-id")
BAUDS: Final = (DEFAULT_BAUD, FALLBACK_BAUD)

KNOWN_CHIPS: Final = {
    (0x2341, 0x0042): "Arduino Mega 2560",
    (0x2341, 0x0010): "Arduino Mega 2560",
    (0x1A86, 0x7523): "CH340 adapter",
    (0x0403, 0x6001): "FTDI adapter",
}
"""USB vendor and product of the chips in hardware/udev/70-jantaku.rules."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A port that may lead to the board: the most lasting name it has, its device, and what it says it is."""

    path: str
    device: str
    description: str
    usb: tuple[int, int] | None = None

    @property
    def likely(self) -> bool:
        return self.path == str(UDEV_NAME) or self.usb in KNOWN_CHIPS


def candidates(
    ports: Callable[[], Iterable[object]] = list_ports.comports, udev_name: Path = UDEV_NAME, by_id: Path = BY_ID
) -> list[Candidate]:
    """The ports of this machine, the most likely first."""
    lasting = {str(link.resolve()): str(link) for link in (sorted(by_id.iterdir()) if by_id.is_dir() else ())}
    if udev_name.exists():
        lasting[str(udev_name.resolve())] = str(udev_name)
    found = [_candidate(port, lasting) for port in ports()]
    if udev_name.exists() and not any(one.path == str(udev_name) for one in found):
        found.append(Candidate(str(udev_name), str(udev_name.resolve()), "named by udev"))
    return sorted(found, key=lambda one: (one.path != str(udev_name), not one.likely, one.path))


def _candidate(port: object, lasting: dict[str, str]) -> Candidate:
    device = str(getattr(port, "device", port))
    vendor, product = getattr(port, "vid", None), getattr(port, "pid", None)
    usb = (vendor, product) if isinstance(vendor, int) and isinstance(product, int) else None
    path = lasting.get(str(Path(device).resolve()), device)
    return Candidate(path, device, str(getattr(port, "description", "") or ""), usb)


def serial_port(path: str, bauds: Sequence[int] = BAUDS) -> OpenTransport:
    """Opens one port, at the next speed whenever no board answered."""

    def open_port(on_data: OnData, on_lost: OnLost, attempt: int) -> Transport:
        return SerialTransport(path, bauds[attempt % len(bauds)], on_data, on_lost)

    return open_port


def any_port(find: Callable[[], list[Candidate]] = candidates, bauds: Sequence[int] = BAUDS) -> OpenTransport:
    """Opens the most likely port, then the next one whenever no board answered; at the next speed after all of them."""

    def open_port(on_data: OnData, on_lost: OnLost, attempt: int) -> Transport:
        likely = [one for one in find() if one.likely]
        if not likely:
            raise PortMissing("no port that could lead to a board")
        baud = bauds[attempt // len(likely) % len(bauds)]
        return SerialTransport(likely[attempt % len(likely)].path, baud, on_data, on_lost)

    return open_port


async def probe(open_transport: OpenTransport, nonce: int, *, attempt: int = 0, seconds: float = 2.5) -> Welcome | None:
    """The Welcome of the board behind a port, or None when no board answers within ``seconds``. Raises PortError.

    Two seconds and a half cover a board that resets when its port is opened. A session begins on the board by this, and
    ends with a Goodbye; nothing moves.
    """
    loop = asyncio.get_running_loop()
    session = HostSession(nonce, loop.time())
    lost: asyncio.Future[None] = loop.create_future()
    arrived = asyncio.Event()

    def on_data(data: bytes) -> None:
        session.receive(data, loop.time())
        arrived.set()

    def on_lost(error: PortError) -> None:
        if not lost.done():
            lost.set_exception(error)
        arrived.set()

    transport = open_transport(on_data, on_lost, attempt)
    try:
        return await _ask(session, transport, arrived, lost, loop.time() + seconds)
    finally:
        transport.close()


async def _ask(
    session: HostSession, transport: Transport, arrived: asyncio.Event, lost: asyncio.Future[None], end: float
) -> Welcome | None:
    loop, now = asyncio.get_running_loop(), asyncio.get_running_loop().time()
    while session.welcome is None and now < end:
        session.poll(now)
        transport.write(session.take())
        arrived.clear()
        deadline = min(end, session.deadline)
        try:
            async with asyncio.timeout_at(deadline):
                await arrived.wait()
        except TimeoutError:
            now = max(loop.time(), deadline)  # a timer may fire within the resolution of the clock before its time
        else:
            now = loop.time()
        if lost.done():
            lost.result()
    session.goodbye(0, loop.time())
    transport.write(session.take())
    await asyncio.sleep(0.01)  # the last bytes leave before the port closes
    return session.welcome
