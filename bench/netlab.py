"""A local network inside this machine: network namespaces on a bridge, and lines between them that delay and lose.

The lines are two taps and a relay, not the kernel's netem, which many kernels lack. Frames keep their order, as on
Wi-Fi. Needs the right to make namespaces (``allowed``); nothing leaves them, and all of it goes when ``lan`` ends.
"""

from __future__ import annotations

import ctypes
import fcntl
import heapq
import os
import random
import select
import socket
import struct
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

_TUNSETIFF, _IFF_TAP, _IFF_NO_PI, _CLONE_NEWNET = 0x400454CA, 2, 0x1000, 0x40000000
_FOLDER: Final = Path("/run/netns")
_IP_SECONDS: Final = 10.0
_FRAME: Final = 65536
_LONGEST_QUEUE: Final = 1.0
"""Seconds that a frame waits for the air; more is lost."""
_LIBC: Final = ctypes.CDLL(None, use_errno=True)


def ip(*words: str) -> None:
    """Raises ``OSError`` with what ``ip`` says."""
    done = subprocess.run(["ip", *words], capture_output=True, text=True, timeout=_IP_SECONDS, check=False)
    if done.returncode:
        raise OSError(f"ip {' '.join(words)}: {done.stderr.strip()}")


def refused() -> str | None:
    """Why no network can be made here; None when one can."""
    name = f"jt{os.getpid()}-try"
    try:
        os.close(os.open("/dev/net/tun", os.O_RDWR))
        ip("netns", "add", name)
        try:
            ip("-n", name, "link", "add", "try0", "type", "bridge")
        finally:
            ip("netns", "delete", name)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return None


@contextmanager
def inside(namespace: str) -> Iterator[None]:
    """What this thread opens meanwhile belongs to the namespace, and stays there."""
    own = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
    other = os.open(_FOLDER / namespace, os.O_RDONLY)
    try:
        _enter(other)
        yield
    finally:
        _enter(own)
        os.close(other)
        os.close(own)


def _enter(namespace: int) -> None:
    if _LIBC.setns(namespace, _CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "cannot enter the network namespace")


# ---------------------------------------------------------------- lines


@dataclass
class Line:
    """How bad a line is, for each way: ``delay`` and mean ``jitter`` in seconds, ``loss`` per frame, ``rate`` in bit/s,
    ``double``: frames that come twice, per frame. ``cut``: nothing passes; ``deaf``, ``mute``: nothing to the host, or
    nothing from it."""

    delay: float = 0.020
    jitter: float = 0.015
    loss: float = 0.02
    rate: float = 8e6
    double: float = 0.0
    cut: bool = False
    deaf: bool = False
    mute: bool = False


@dataclass
class _Way:
    """``free``: when the air is free again; ``last``: when the last frame is due."""

    free: float = 0.0
    last: float = 0.0


@dataclass
class Relay:
    """Carries frames between two taps until it is closed."""

    ends: tuple[int, int]
    line: Line
    rng: random.Random
    ways: tuple[_Way, _Way] = field(default_factory=lambda: (_Way(), _Way()))
    lost: int = 0
    carried: int = 0

    def __post_init__(self) -> None:
        self._waiting: list[tuple[float, int, int, bytes]] = []
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True, name="relay")
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        self._thread.join(5)
        for end in self.ends:
            os.close(end)

    def _run(self) -> None:
        while not self._ended.is_set():
            due = self._waiting[0][0] - time.monotonic() if self._waiting else 0.2
            ready, _, _ = select.select(self.ends, [], [], min(max(due, 0.0), 0.2))
            for end in ready:
                self._take(self.ends.index(end), os.read(end, _FRAME))
            self._pass_on()

    def _take(self, way: int, frame: bytes) -> None:
        now, line, state = time.monotonic(), self.line, self.ways[way]
        dead = line.cut or (line.mute if way else line.deaf)
        if dead or self.rng.random() < line.loss or state.free > now + _LONGEST_QUEUE:
            self.lost += 1
            return
        state.free = max(state.free, now) + len(frame) * 8 / line.rate
        jitter = self.rng.expovariate(1 / line.jitter) if line.jitter else 0.0
        state.last = max(state.last, state.free + line.delay + jitter)
        for _ in range(2 if self.rng.random() < line.double else 1):
            self.carried += 1
            heapq.heappush(self._waiting, (state.last, self.carried, way, frame))

    def _pass_on(self) -> None:
        while self._waiting and self._waiting[0][0] <= time.monotonic():
            _, _, way, frame = heapq.heappop(self._waiting)
            with suppress(OSError):  # the other end is down for a moment
                os.write(self.ends[1 - way], frame)


def _tap(namespace: str, name: str) -> int:
    with inside(namespace):
        tap = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(tap, _TUNSETIFF, struct.pack("16sH22x", name.encode(), _IFF_TAP | _IFF_NO_PI))
    ip("-n", namespace, "link", "set", name, "up")
    return tap


# ---------------------------------------------------------------- the network


@dataclass(frozen=True, slots=True)
class Host:
    namespace: str
    address: str
    relay: Relay | None = None

    @property
    def line(self) -> Line:
        assert self.relay is not None, f"{self.namespace} is wired"
        return self.relay.line

    def connected(self, address: str, port: int, timeout: float) -> socket.socket:
        """A connection from this host. Raises ``OSError``."""
        with inside(self.namespace):
            made = socket.socket()
        made.settimeout(timeout)
        try:
            made.connect((address, port))
        except OSError:
            made.close()
            raise
        return made


@contextmanager
def lan(hosts: Mapping[str, Line | None], seed: int = 1) -> Iterator[dict[str, Host]]:
    """A network 10.77.0.0/24 with these hosts; each behind its line, or wired. Raises ``OSError``."""
    mark = f"jt{os.getpid()}"
    bridge = f"{mark}-lan"
    with ExitStack() as stack:
        _namespace(bridge, stack)
        ip("-n", bridge, "link", "add", "br0", "type", "bridge", "mcast_snooping", "0")
        ip("-n", bridge, "link", "set", "br0", "up")
        made = dict[str, Host]()
        for number, (name, line) in enumerate(hosts.items(), 1):
            space, address = f"{mark}-{name}", f"10.77.0.{number}"
            _namespace(space, stack)
            rng = random.Random(f"{seed}:{name}")
            relay = None if line is None else _air(bridge, space, number, line, rng, stack)
            if relay is None:
                _wire(bridge, space, number)
            ip("-n", space, "addr", "add", f"{address}/24", "dev", "eth0")
            made[name] = Host(space, address, relay)
        yield made


def _namespace(name: str, stack: ExitStack) -> None:
    ip("netns", "add", name)
    stack.callback(ip, "netns", "delete", name)
    ip("-n", name, "link", "set", "lo", "up")


def _wire(bridge: str, space: str, number: int) -> None:
    ip("-n", bridge, "link", "add", f"p{number}", "type", "veth", "peer", "name", "eth0", "netns", space)
    ip("-n", bridge, "link", "set", f"p{number}", "master", "br0", "up")
    ip("-n", space, "link", "set", "eth0", "up")


def _air(bridge: str, space: str, number: int, line: Line, rng: random.Random, stack: ExitStack) -> Relay:
    relay = Relay((_tap(bridge, f"air{number}"), _tap(space, "eth0")), line, rng)
    stack.callback(relay.close)
    ip("-n", bridge, "link", "set", f"air{number}", "master", "br0")
    return relay
