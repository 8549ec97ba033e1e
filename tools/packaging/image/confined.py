"""What a process of a unit may not do, tried by one: ``checks`` runs this on the card in the place of a unit's program.

``confined.py prepare`` lays out what is tried, as root. ``refused UNIT``: each attempt must be refused;
``allowed UNIT``: the same outside of the unit, where nothing but the unit is missing, must succeed; else a refusal
would say nothing of the unit. ``memory`` takes memory until it is ended, and feeds the watchdog as the service does.
"""

from __future__ import annotations

import ctypes
import fcntl
import mmap
import os
import socket
import struct
import sys
import threading
from collections.abc import Callable
from pathlib import Path

DISK, OPEN, SECRET = Path("/dev/trial-disk"), Path("/srv/trial-open"), Path("/home/trial-open")
FAR = "203.0.113.7"
"""An address of this computer that is not of a local network."""
NEW_USERS, TRACE_ME, OLD_ADDRESSES = 0x10000000, 0, 0x0200000
SET_ADDRESS = 0x8916
TASKS = 200
"""More than any unit may have."""
STEP = 1 << 20
system = ctypes.CDLL(None, use_errno=True)


def prepare() -> None:
    root = Path("/").stat().st_dev
    if not DISK.exists():
        os.mknod(DISK, 0o60666, root)
    DISK.chmod(0o666)
    OPEN.mkdir(exist_ok=True)
    OPEN.chmod(0o777)
    SECRET.write_text("of a person\n", encoding="utf-8")
    SECRET.chmod(0o644)
    address = struct.pack("16sHH4s8x", b"lo:1", socket.AF_INET, 0, socket.inet_aton(FAR))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SET_ADDRESS, address)


def _called(result: int) -> None:
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _in_child(action: Callable[[], object]) -> None:
    """What would change this process is done by another. Raises ``OSError``."""
    child = os.fork()
    if child == 0:
        try:
            action()
        except OSError as error:
            os._exit(error.errno or 255)
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code != 0:
        raise OSError(code, os.strerror(code) if code > 0 else f"ended by signal {-code}")


def _many() -> None:
    done, threads = threading.Event(), [threading.Thread(target=lambda: done.wait(60)) for _ in range(TASKS)]
    started = []
    try:
        for thread in threads:
            thread.start()
            started.append(thread)
    except RuntimeError as error:
        raise OSError(0, str(error)) from error
    finally:
        done.set()
        for thread in started:
            thread.join()


def _marked() -> None:
    path = Path("/tmp/trial-marked")
    path.write_bytes(b"")
    try:
        path.chmod(0o4755)
    finally:
        path.unlink()


def _sent() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.sendto(b"x", (FAR, 9))


def _found(path: str) -> None:
    if not Path(path).exists():
        raise OSError(2, "is not to be seen")


ATTEMPTS: dict[str, Callable[[], object]] = {
    "a disk that anybody may open": lambda: DISK.open("rb").read(1),
    "a folder of the computer that anybody may write to": lambda: (OPEN / str(os.getpid())).touch(),
    "a file in the home of a person": SECRET.read_bytes,
    "another process of the computer": lambda: _found("/proc/1/comm"),
    "the list of file systems": lambda: _found("/proc/filesystems"),
    "a namespace of its own": lambda: _in_child(lambda: _called(system.unshare(NEW_USERS))),
    "to be traced": lambda: _in_child(lambda: _called(system.ptrace(TRACE_ME, 0, None, None))),
    "another personality": lambda: _in_child(lambda: _called(system.personality(OLD_ADDRESSES))),
    "to choose its processor": lambda: os.sched_setaffinity(0, os.sched_getaffinity(0)),
    "memory that is written and run": lambda: mmap.mmap(
        -1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC
    ).close(),
    "a program that runs as its owner": _marked,
    "to talk to the kernel about the network": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0).close(),
    f"{TASKS} threads": _many,
}
OF_TABLE: dict[str, Callable[[], object]] = {"an address that is not of the local network": _sent}


def attempts(unit: str, wanted: str) -> int:
    failed = 0
    for name, attempt in (ATTEMPTS | (OF_TABLE if unit == "jantaku" else {})).items():
        try:
            attempt()
        except OSError as error:
            found = f"refused ({error})"
        else:
            found = "allowed"
        wrong = not found.startswith(wanted)
        failed |= wrong
        print("WRONG" if wrong else "     ", f"{name}: {found}", flush=True)
    return failed


def take_memory() -> None:
    notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    place, taken = os.environ["NOTIFY_SOCKET"], []
    notify.sendto(b"READY=1", place)
    while True:
        taken.append(b"\x01" * STEP)
        notify.sendto(b"WATCHDOG=1", place)
        print(len(taken), "MB", flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        prepare()
    elif sys.argv[1] == "memory":
        take_memory()
    else:
        sys.exit(attempts(sys.argv[2], sys.argv[1]))
