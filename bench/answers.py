"""``python -m bench.answers``: answers of the service on one open connection, beside those of a bare application.

Both are processes of their own, served by the same HTTP server on loopback, asked in turn, so that a busy machine slows
both. What is left between them is the work of the service: routing, guard, one look at the table.
"""

from __future__ import annotations

import http.client
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any, Final

from bench.link import LinkRow, say_when_busy, table
from bench.ports import free_port

ASKED: Final = 300
WARM: Final = 20
START_SECONDS: Final = 20.0
PATH: Final = "/healthz"
LIMIT: Final = 4.0
"""Median of the service over that of the bare application. One that waits for an acknowledgement is at 40 or more."""
BODY: Final = b'{"status":"ok"}'


async def bare(
    _scope: Mapping[str, Any], _receive: object, send: Callable[[Mapping[str, Any]], Awaitable[None]]
) -> None:
    """The least that an ASGI application can answer."""
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(BODY)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": BODY})


def serve_bare(port: int) -> None:
    import uvicorn

    uvicorn.run(bare, host="127.0.0.1", port=port, access_log=False, lifespan="off", log_level="warning")


@contextmanager
def connected(command: list[str], port: int) -> Iterator[http.client.HTTPConnection]:
    """A connection to the program, once it answers. Raises ``TimeoutError``."""
    with tempfile.TemporaryDirectory(prefix="jantaku-answers-") as folder:
        environment = {**os.environ, "JANTAKU_STATE_DIR": folder}
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = subprocess.Popen([sys.executable, *command], env=environment, **quiet)  # type: ignore[call-overload]
        try:
            yield _when_ready(port)
        finally:
            process.kill()
            process.wait()


def _when_ready(port: int) -> http.client.HTTPConnection:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            ask(connection)
            return connection
        except OSError:
            connection.close()
            time.sleep(0.05)
    raise TimeoutError(f"nothing answers on port {port}")


def ask(connection: http.client.HTTPConnection) -> float:
    """Seconds from the question to the end of the answer."""
    began = time.perf_counter()
    connection.request("GET", PATH)
    connection.getresponse().read()
    return time.perf_counter() - began


def measured(connections: list[http.client.HTTPConnection]) -> list[float]:
    """The median of each."""
    taken: list[list[float]] = [[] for _ in connections]
    for _ in range(WARM + ASKED):
        for times, connection in zip(taken, connections, strict=True):
            times.append(ask(connection))
    return [statistics.median(times[WARM:]) for times in taken]


def main() -> int:
    service, simple = free_port(), free_port()
    commands = [
        (["-m", "api.cli", "serve", "--port", "/dev/no-such-board", "--http-port", str(service)], service),
        (["-c", f"from bench.answers import serve_bare; serve_bare({simple})"], simple),
    ]
    with ExitStack() as stack:
        ours, theirs = measured([stack.enter_context(connected(*command)) for command in commands])
    ratio = ours / theirs
    limit = f"< {LIMIT:.0f} of the bare application"
    print(
        table(
            [
                LinkRow(
                    f"bare application, {ASKED} answers on one connection: median", f"{theirs * 1e3:.2f} ms", "", True
                ),
                LinkRow(f"the service, {PATH}: median", f"{ours * 1e3:.2f} ms", "", True),
                LinkRow("the service over the bare application", f"{ratio:.1f}", limit, ratio < LIMIT),
            ]
        )
    )
    say_when_busy()
    return 0 if ratio < LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
