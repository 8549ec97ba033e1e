"""Firefox, driven over Marionette: the protocol that it has built in, JSON over a socket of this computer.

Playwright brings a Firefox of its own, which is not what people have; the one of the system speaks Marionette without
another program in between.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from bench.ports import free_port

FIREFOX: Final = os.environ.get("JANTAKU_FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"
"""Under which the WebDriver specification names an element in JSON."""
START_SECONDS: Final = 120.0
ANSWER_SECONDS: Final = 60.0
PATIENCE: Final = 30.0
PREFERENCES: Final = {
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "en",
    "javascript.options.showInConsole": True,
    "browser.dom.window.dump.enabled": True,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "ui.prefersReducedMotion": 1,
}


class Complaint(Exception):
    """What Firefox answers when it cannot do something."""


class Firefox:
    """One window. What its pages complain of stands in ``complaints``."""

    def __init__(self, link: socket.socket, log: Path, process: subprocess.Popen[bytes]) -> None:
        self._link, self._log, self._process, self._number = link, log, process, 0
        link.settimeout(ANSWER_SECONDS)
        self._receive()  # it introduces itself
        self.ask("WebDriver:NewSession", capabilities={"alwaysMatch": {}})

    def ask(self, name: str, **values: Any) -> Any:
        """Raises ``Complaint``."""
        self._number += 1
        message = json.dumps([0, self._number, name, values]).encode()
        with suppress(ConnectionError):  # when it has gone the answer says so
            self._link.sendall(b"%d:%s" % (len(message), message))
        _, _, error, answer = self._receive()
        if error is not None:
            raise Complaint(f"{name}: {error['error']}: {error['message']}")
        return answer.get("value", answer) if isinstance(answer, dict) else answer

    def _receive(self) -> Any:
        length = b""
        while (byte := self._more(1)) != b":":
            length += byte
        content = b""
        while len(content) < int(length):
            content += self._more(int(length) - len(content))
        return json.loads(content)

    def _more(self, most: int) -> bytes:
        try:
            found = self._link.recv(most)
        except ConnectionError:
            found = b""
        if not found:
            raise Complaint(f"Firefox has gone: {self._end()}")
        return found

    def _end(self) -> str:
        """How it ended: a signal has its number below zero, -9 is mostly want of memory; and the last of its log."""
        try:
            status = f"exit status {self._process.wait(5)}"
        except subprocess.TimeoutExpired:
            status = "it runs and has let go of the driver"
        return f"{status}\n{self._log.read_text(encoding='utf-8', errors='replace')[-2000:]}"

    # ------------------------------------------------------------ what people do

    def open(self, address: str) -> None:
        self.ask("WebDriver:Navigate", url=address)

    def size(self, width: int, height: int) -> None:
        """Of the page, without the frame of the window."""
        for _ in range(3):
            more = self.run("return [outerWidth - innerWidth, outerHeight - innerHeight]")
            self.ask("WebDriver:SetWindowRect", width=width + more[0], height=height + more[1])
            if self.run("return [innerWidth, innerHeight]") == [width, height]:
                return
        raise Complaint(f"the page is {self.run('return [innerWidth, innerHeight]')}, not {width} x {height}")

    def run(self, script: str, *arguments: Any) -> Any:
        return self.ask("WebDriver:ExecuteScript", script=script, args=list(arguments), sandbox=None)

    def until(self, expression: str, *arguments: Any, seconds: float = PATIENCE) -> None:
        """Until it is true in the page. Raises ``TimeoutError`` with what the page says."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.run(f"return Boolean({expression})", *arguments):
                return
            time.sleep(0.05)
        raise TimeoutError(f"{expression}\n{self.run('return document.body.innerText')}")

    def click(self, selector: str, text: str = "") -> None:
        """As with a mouse: Firefox refuses what is not seen or lies under something else. ``text``: contained in it."""
        every = f"[...document.querySelectorAll({json.dumps(selector)})]"
        found = f"{every}.find((e) => e.textContent.includes({json.dumps(text)}))"
        self.until(found)
        element = self.run(f"return {found}")
        self.ask("WebDriver:ElementClick", id=element[ELEMENT])

    @property
    def complaints(self) -> list[str]:
        """Errors of scripts of the service's pages."""
        lines = self._log.read_text(encoding="utf-8", errors="replace").splitlines()
        return [line for line in lines if "JavaScript error: http" in line]


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Started anew, with a profile of its own in ``folder``."""
    assert FIREFOX is not None
    port = free_port()
    profile = folder / "profile"
    profile.mkdir()
    settings = {**PREFERENCES, "marionette.port": port}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in settings.items()]
    (profile / "user.js").write_text("".join(lines), encoding="utf-8")
    command = [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", str(profile), "about:blank"]
    environment = {**os.environ, "HOME": str(folder), "MOZ_CRASHREPORTER_DISABLE": "1"}
    log = folder / "firefox.log"
    with log.open("wb") as output:
        process = subprocess.Popen(command, env=environment, stdout=output, stderr=output)
    try:
        with _connected(port) as link:
            yield Firefox(link, log, process)
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(5)


def _connected(port: int) -> socket.socket:
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=5)
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
