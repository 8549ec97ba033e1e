"""``python -m bench.first_paint``: how soon a tablet shows the page, at a quarter of the speed, beside a bare page.

The service and an application that serves one heading, one style and one script run at the same time; loads of both
take turns, so what else the computer does falls on both. First contentful paint is the browser's own measure; usable is
the first button of the page. Last, the service is killed while a page looks at it: how long until that page
is live again, with the start of the service in it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from bench.link import LinkRow, say_when_busy, table
from bench.ports import free_port

CHROMIUM: Final = Path(os.environ.get("JANTAKU_CHROMIUM", "/usr/bin/chromium"))
SLOWER: Final = 4
LOADS: Final = 7
PAINT_MS, USABLE_MS, MOST_BYTES = 1000.0, 1600.0, 150_000
BACK_S: Final = 4.0
BARE: Final = {
    "/": (
        "text/html",
        b"<!doctype html><html lang=en><head><meta charset=utf-8><title>bare</title><link rel=stylesheet href=/s.css>"
        b"<script type=module src=/s.js></script></head><body><main><h1>bare</h1></main></body></html>",
    ),
    "/s.css": ("text/css", b"body{font-family:sans-serif}"),
    "/s.js": ("text/javascript", b'document.querySelector("main").append(document.createElement("button"));'),
}
USABLE: Final = "() => document.querySelector('#display button, main button') !== null"
LIVE: Final = "() => window.answers > 0"


@dataclass
class Loads:
    """Of one page, in milliseconds and bytes."""

    paint: list[float] = field(default_factory=list)
    usable: list[float] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)
    size: list[int] = field(default_factory=list)

    def line(self, name: str) -> str:
        middle = [statistics.median(each) for each in (self.paint, self.usable, self.asked, self.size)]
        return f"{name:20}" + "".join(f"{each:>12,.0f}" for each in middle)


@contextlib.contextmanager
def bare_page() -> Iterator[str]:
    """In a process of its own, with the server that the service has."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", "bench.first_paint", "--bare", str(port)])
    try:
        _wait(f"http://127.0.0.1:{port}/")
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.wait(10)


def serve_bare(port: int) -> None:
    import uvicorn

    async def app(scope: Any, _: Any, send: Any) -> None:
        media, content = BARE.get(scope["path"], ("text/plain", b""))
        headers = [(b"content-type", media.encode()), (b"content-length", str(len(content)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    server = uvicorn.Server(uvicorn.Config(app, port=port, http="h11", lifespan="off", log_config=None))
    asyncio.run(server.serve())


class Service:
    def __init__(self, state: Path) -> None:
        self.port, self._state = free_port(), state
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        command = [sys.executable, "-m", "api.cli", "serve", "--port", "simulate", "--http-port", str(self.port)]
        environment = {**os.environ, "JANTAKU_STATE_DIR": str(self._state)}
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(command, env=environment, stdout=quiet, stderr=quiet)

    def stop(self, how: int = signal.SIGTERM) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(15)


def _wait(address: str, seconds: float = 40) -> None:
    end = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def load(browser: Any, address: str, into: Loads, again: bool) -> None:
    """``again``: in a browser that has loaded the page before."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en")
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    asked, sizes = list[str](), list[int]()

    def responded(event: Any) -> None:
        response = event["response"]
        if not response.get("fromDiskCache") and not response.get("fromServiceWorker"):
            asked.append(response["url"])

    session.on("Network.responseReceived", responded)
    session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    if again:
        page.goto(address)
        page.wait_for_function(USABLE)
        page.wait_for_timeout(1000)
        page.goto("about:blank")
        asked.clear()
        sizes.clear()
    page.goto(address, wait_until="commit")
    page.wait_for_function(USABLE)
    into.usable.append(page.evaluate("performance.now()"))
    page.wait_for_timeout(300)
    page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length > 0")
    into.paint.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
    into.asked.append(len(asked))
    into.size.append(sum(sizes))
    context.close()


COUNT_ANSWERS: Final = """(() => {
  const Real = EventSource;
  window.answers = 0;
  window.EventSource = class extends Real {
    constructor(...all) {
      super(...all);
      for (const name of ["snapshot", "table", "ping", "state"]) this.addEventListener(name, () => window.answers++);
    }
  };
})()"""


def back_after_a_kill(browser: Any, service: Service) -> float:
    """Seconds from the start of a new service until a page that was open is told something live."""
    page = browser.new_page()
    page.add_init_script(COUNT_ANSWERS)
    page.goto(service.address)
    page.wait_for_function(LIVE)
    service.stop(signal.SIGKILL)
    page.wait_for_timeout(3000)
    page.evaluate("() => { window.answers = 0; }")
    begun = time.perf_counter()
    service.start()
    page.wait_for_function(LIVE, timeout=60_000)
    took = time.perf_counter() - begun
    page.close()
    return took


def main() -> int:
    from playwright.sync_api import sync_playwright

    if not CHROMIUM.exists():
        print("left out: needs Chromium (sudo apt-get install chromium)")
        return 0
    kinds = {"bare page": Loads(), "tablet page": Loads(), "tablet page again": Loads()}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, bare_page() as bare:
        service = Service(Path(folder))
        service.start()
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        try:
            _wait(service.address)
            _wait(f"{service.address}readyz")
            for _ in range(LOADS):
                load(browser, bare, kinds["bare page"], False)
                load(browser, service.address, kinds["tablet page"], False)
                load(browser, service.address, kinds["tablet page again"], True)
            back = back_after_a_kill(browser, service)
        finally:
            browser.close()
            service.stop()
    return _report(kinds, back)


def _report(kinds: dict[str, Loads], back: float) -> int:
    print("medians".ljust(20) + "".join(f"{head:>12}" for head in ("paint ms", "usable ms", "requests", "bytes")))
    print("\n".join(found.line(name) for name, found in kinds.items()))
    first, bare = kinds["tablet page"], kinds["bare page"]
    paint, usable, size = (statistics.median(each) for each in (first.paint, first.usable, first.size))
    print(f"over the bare page: paint x {paint / statistics.median(bare.paint):.2f}, ", end="")
    print(f"usable x {usable / statistics.median(bare.usable):.2f}\n")
    rows = [
        LinkRow("first contentful paint", f"{paint:.0f} ms", f"< {PAINT_MS:.0f} ms", paint < PAINT_MS),
        LinkRow("usable", f"{usable:.0f} ms", f"< {USABLE_MS:.0f} ms", usable < USABLE_MS),
        LinkRow("bytes of a first load", f"{size:,.0f}", f"< {MOST_BYTES:,}", size < MOST_BYTES),
        LinkRow("killed service started to page live", f"{back:.1f} s", f"< {BACK_S:g} s", back < BACK_S),
    ]
    print(table(rows))
    say_when_busy()
    return 0 if all(row.good for row in rows) else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["--bare"]:
        serve_bare(int(sys.argv[2]))
    else:
        sys.exit(main())
