"""A real service process with the simulated table, and a real browser in front of it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bench.ports import free_port

CHROMIUM = Path(os.environ.get("JANTAKU_CHROMIUM", "/usr/bin/chromium"))
HEADLESS = CHROMIUM.with_name("chromium-headless-shell")
"""The same engine without the windows of the browser around it: a page costs a quarter of the processor time."""
PACED = Path(__file__).with_name("paced.py")
SPEED = 40
SECONDS = 40.0
AT_REST = ("playing", "playing-ready", "building")
PASSES = 5.0
"""Seconds in which a move or a word about a refusal passes by itself."""
SHORTEST, LONGEST = 0.05, 0.25
"""Seconds between two looks at the table that is waited for: the longer it takes, the rarer they are, for each takes
some ms of the processor that the table needs itself."""


@dataclass
class Service:
    """``jantaku serve --port simulate`` on a port of its own."""

    port: int
    state: Path
    process: subprocess.Popen[bytes] | None = None
    more: tuple[str, ...] = ()
    """Further words of the command line."""
    _hears: bool = False
    """Whether it takes signals: one that comes before would end it."""
    _rests: bool = False
    """Whether its time goes slowly while nothing moves at the table and nobody waits for it."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [
            sys.executable, str(PACED), "serve", "--port", "simulate", "--http-port", str(self.port),
            "--speed", str(SPEED), "--profile", "fast", "--seed", "7", *self.more,
        ]  # fmt: skip
        environment = {**os.environ, "JANTAKU_STATE_DIR": str(self.state)}
        log = (self.state.parent / "service.log").open("ab")
        self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        log.close()
        self.wait(lambda: self.table()["board"]["state"] == "ready")
        self._hears = True
        self._signal(signal.SIGUSR1)

    def _signal(self, number: int) -> None:
        if self.process is not None and self._hears and self._rests:
            self.process.send_signal(number)

    def rest(self) -> None:
        """From now on: see ``paced``."""
        self._rests = True
        self._signal(signal.SIGUSR1)

    def hurry(self) -> None:
        self._signal(signal.SIGUSR2)
        self._rests = False

    def pause(self) -> None:
        """No time passes at the table until it goes on: its clock lags behind and never jumps. A table that nobody
        looks at keeps a sixth of a processor busy at this speed."""
        if self.process is not None:
            self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        if self.process is None:
            return
        self.go_on()
        self._hears = False
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(5)
        self.process = None

    def kill(self) -> None:
        """As a power cut does it."""
        self._hears = False
        if self.process is not None:
            self.process.kill()
            self.process.wait(5)
        self.process = None

    def wait(self, condition: Callable[[], bool], seconds: float = SECONDS) -> None:
        """Until it holds; the time of a table that rests goes fast meanwhile. Raises ``TimeoutError`` with the last
        state of the table."""
        if self._holds(condition):
            return
        end = time.monotonic() + seconds
        pause = SHORTEST
        self._signal(signal.SIGUSR2)
        try:
            while time.monotonic() < end:
                time.sleep(pause)
                if self._holds(condition):
                    return
                pause = min(pause * 1.2, LONGEST)
        finally:
            self._signal(signal.SIGUSR1)
        raise TimeoutError((self.state.parent / "service.log").read_text(errors="replace")[-2000:])

    def _holds(self, condition: Callable[[], bool]) -> bool:
        try:
            return condition()
        except (OSError, KeyError, ValueError):
            return False

    def table(self) -> Any:
        with urllib.request.urlopen(f"{self.address}/api/v1/table", timeout=5) as answer:
            return json.load(answer)

    def post(self, path: str, body: Any) -> Any:
        request = urllib.request.Request(
            f"{self.address}/api/v1{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=5) as answer:
            return json.load(answer)

    def act(self, action: str, **values: Any) -> Any:
        return self.post("/simulator", {"action": action, **values})

    def is_well(self) -> bool:
        """No fault stands; what a move that was cut short has left is reset."""
        if not self.table()["faults"]:
            return True
        self.post("/table/commands", {"command": "reset"})
        return False

    def let_go(self) -> None:
        """The emergency stop is released and acknowledged. The key is one that does nothing else while a wall stands:
        OPEN, pressed once more than is needed, would open the hatch."""
        self.act("release-emergency-stop")
        self.wait(lambda: self.table()["mechanism"]["emergency_stop"] != "pressed")
        self.post("/table/commands", {"command": "reset"})
        self.act("press", key="raise")
        self.wait(lambda: self.table()["mechanism"]["emergency_stop"] == "clear" and not troubles(self.table()))

    def at_rest(self) -> bool:
        """A wall stands and the machine asks nothing of people: the match speaks, and its keys are on the display."""
        table = self.table()
        rests = (
            table["board"]["state"] == "ready"
            and not troubles(table)
            and table["mechanism"]["situation"] in AT_REST
            and not table["prompt"]["key"].startswith("prompt.refused.")
        )
        if rests and not table["prompt"]["actions"]:
            self.act("press", key="raise")  # after a start the board takes commands to move only when a key was pressed
        return rests and bool(table["prompt"]["actions"])

    def settle(self, seconds: float = PASSES) -> None:
        """What a test left passes by itself in that time, or the table is begun anew."""
        try:
            self.wait(self.at_rest, seconds)
        except TimeoutError:
            print("begun anew:", self.told())
            self.stop()
            shutil.rmtree(self.state)
            self.begin()

    def told(self) -> str:
        """What keeps the table from being at rest, for the output of a test that fails."""
        try:
            table = self.table()
        except OSError as error:
            return str(error)
        at = f"{table['board']['state']}, {table['mechanism']['situation']}, {table['prompt']['key']}"
        return f"{at}, {troubles(table)}"

    def begin(self) -> None:
        """From nothing to a wall in play."""
        self.state.mkdir()
        self.start()
        self.load_both_sets()

    def place(self, name: str) -> str:
        place: str = self.table()["mechanism"]["sets"][name]["place"]
        return place

    def load_both_sets(self) -> None:
        """From the empty table to the first wall in play."""
        self.load("A")
        self.wait(lambda: self.place("A") == "staged")
        self.load("B")
        self.wait(lambda: self.place("A") == "raised")

    def load(self, name: str) -> None:
        self.act("bring-set", set=name, tiles=144)
        self.act("hand-over", tiles=144)


def troubles(table: Any) -> list[str]:
    """The faults that hold the table up; a warning, as of a wall that was built for another game, does not."""
    return [fault["code"] for fault in table["faults"] if fault["severity"] != "warn"]


class Guarded(Service):
    """A service with access control; its owner is a program."""

    token = ""

    def table(self) -> Any:
        return self.get("/table")

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self.request(path), timeout=5) as answer:
            return json.load(answer)

    def post(self, path: str, body: Any) -> Any:
        with urllib.request.urlopen(self.request(path, body), timeout=5) as answer:
            return json.load(answer)

    def request(self, path: str, body: Any = None) -> urllib.request.Request:
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        content = None if body is None else json.dumps(body).encode()
        return urllib.request.Request(f"{self.address}/api/v1{path}", content, headers)

    def become_owner(self) -> None:
        command = [sys.executable, "-m", "api.cli", "owner-code", "--state-dir", str(self.state), "--json"]
        code = json.loads(subprocess.check_output(command, timeout=60))["code"]
        self.token = self.post("/me/pair", {"code": code, "name": "Test", "program": True})["token"]


@contextmanager
def guarded_service(folder: Path, *more: str) -> Iterator[Guarded]:
    """Running until the end of the block. ``folder``: for its files; ``more``: further words of the command line."""
    (folder / "table.toml").write_text('[access]\ncontrol = "always"\n[table]\nname = "Table 3"\n', encoding="utf-8")
    running = Guarded(free_port(), folder / "state")
    running.state.mkdir()
    running.more = ("--config", str(folder / "table.toml"), *more)
    try:
        running.start()
        running.become_owner()
        yield running
    finally:
        running.stop()


@pytest.fixture(scope="session")
def chromium() -> Path:
    if not CHROMIUM.exists():
        pytest.skip("browser tests: sudo apt-get install chromium fonts-noto-cjk")
    return CHROMIUM


@pytest.fixture(scope="session")
def engine(chromium: Path) -> Path:
    """What shows pages; ``chromium`` is for tests of the browser itself: its certificates, what it installs."""
    return HEADLESS if HEADLESS.exists() else chromium


@pytest.fixture(scope="module")
def browser(engine: Path) -> Iterator[Any]:
    """For one file only: it runs an event loop in this thread, where tests with a loop of their own cannot follow."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=str(engine))
        yield launched
        launched.close()


SHARED = pytest.StashKey[Service]()


@pytest.fixture(scope="session")
def service(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, chromium: Path
) -> Iterator[Service]:
    """One for all tests, already playing with two sets; it stands still while tests run that do not ask for it. Nothing
    is started where there is no browser."""
    running = request.config.stash[SHARED] = Service(free_port(), tmp_path_factory.mktemp("browser") / "state")
    try:
        running.begin()
        yield running
    finally:
        running.stop()


def _asks_for_it(item: pytest.Item | None) -> bool:
    return isinstance(item, pytest.Function) and "service" in item.fixturenames


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if SHARED in item.config.stash and _asks_for_it(item):
        item.config.stash[SHARED].go_on()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    if SHARED in item.config.stash and not _asks_for_it(nextitem):
        item.config.stash[SHARED].pause()


@pytest.fixture(autouse=True)
def left_at_rest(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever a test did to the table of all tests, the next one finds it at rest. Set up first, it goes last: the
    pages of the test are closed by then. In a test that is marked, the table of all and that of the file rest."""
    used: Service | None = request.getfixturevalue("service") if "service" in request.fixturenames else None
    resting: list[Service] = []
    if request.node.get_closest_marker("resting_table"):
        resting = [request.getfixturevalue(name) for name in ("service", "guarded") if name in request.fixturenames]
    for table in resting:
        table.rest()
    yield
    for table in resting:
        table.hurry()
    if used is not None:
        used.settle()


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory, chromium: Path) -> Iterator[Guarded]:
    """One for each file: what is paired and called stays in it."""
    with guarded_service(tmp_path_factory.mktemp("guarded")) as running:
        yield running


@pytest.fixture
def page(browser: Any, service: Service) -> Iterator[Any]:
    """A tablet in English. A test fails when the page complained in its console of anything without one of the words
    that the test put into ``expected``."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en", reduced_motion="reduce")
    opened = context.new_page()
    complaints: list[str] = []
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    opened.set_default_timeout(8000)
    opened.complaints, opened.expected = complaints, list[str]()
    yield opened
    context.close()
    assert [text for text in complaints if not any(word in text for word in opened.expected)] == []
