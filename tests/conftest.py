"""What the whole suite shares: every skipped part is named at the end with the command that enables it."""

from __future__ import annotations

import gc
import os
import shutil
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

from tests.longest_first import place_of

settings.register_profile("jantaku", deadline=None)  # how long an example takes depends on the computer's load
settings.load_profile("jantaku")

KERNEL: Final = "the kernel here does not allow it: "
"""Begins the reason of what nothing that can be installed would enable; that is named, and is no failure."""

SHORT_FORM: Final = "not long and (not browser or smoke)"
"""What `make test` runs of the tests that are no campaign (Makefile)."""
MEMORY: Final = Path("/dev/shm")
ROOM: Final = 4 << 30
"""Bytes that must be free in it: many times what a run has there at once, for what a test leaves goes when it has
passed."""


def has_room_in_memory(folder: Path = MEMORY) -> bool:
    """Whether tests can have their files there: there is room, and a program that a test has built may be run."""
    try:
        return not os.statvfs(folder).f_flag & os.ST_NOEXEC and shutil.disk_usage(folder).free > ROOM
    except OSError:
        return False


class SayAtOnce:
    """Names a failure when it happens: a run that is cut off has said it all the same."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        reporter = self.config.pluginmanager.get_plugin("terminalreporter")
        if report.failed and reporter is not None:
            reporter.write_line(f"\n{report.outcome} at {report.when}: {report.nodeid}\n{report.longreprtext[-2000:]}")


class SlowestFiles:
    """Names at the end of a run the files that took longest, and what each folder took: who adds a test sees what it
    costs."""

    SHOWN = 10

    def __init__(self) -> None:
        self.seconds = Counter[str]()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid.partition("::")[0]] += report.duration

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if len(self.seconds) > self.SHOWN:
            terminalreporter.section("slowest files")
            for path, seconds in self.seconds.most_common(self.SHOWN):
                terminalreporter.write_line(f"{seconds:7.1f} s  {path}")
            folders: Counter[str] = Counter()
            for path, seconds in self.seconds.items():
                folders["/".join(path.split("/")[:2])] += seconds
            terminalreporter.section("folders")
            for folder, seconds in folders.most_common():
                terminalreporter.write_line(f"{seconds:7.1f} s  {folder}")


def pytest_configure(config: pytest.Config) -> None:
    """Files of the tests lie in memory where there is room: each event of a journal waits until the disk has it, which
    took the suite tens of thousands of waits of some milliseconds. ``PYTEST_DEBUG_TEMPROOT`` names another folder."""
    if "PYTEST_DEBUG_TEMPROOT" not in os.environ and has_room_in_memory():
        os.environ["PYTEST_DEBUG_TEMPROOT"] = str(MEMORY)
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(SayAtOnce(config))
        config.pluginmanager.register(SlowestFiles())


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected lives until the end: looking through it for garbage takes a fifth of the time of collecting.
    It is not hidden from the collector afterwards, for the trial of mutants finds what is remembered by it."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: place_of(item.nodeid))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = sorted({_reason(report) for report in skipped})
    if SHORT_FORM in terminalreporter.config.option.markexpr:
        reasons.append("pages beyond the main job: `make browser-test`")
        reasons.append("long forms of tests: `JANTAKU_NOTHING_SKIPPED=1 make test`")
    if not reasons:
        return
    terminalreporter.section("not run on this machine")
    for reason in reasons:
        terminalreporter.write_line(f"  {reason}")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    reports = reporter.stats.get("skipped", []) if reporter else []
    skipped = [report for report in reports if not _reason(report).startswith(KERNEL)]
    if skipped and os.environ.get("JANTAKU_NOTHING_SKIPPED") == "1" and session.exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _reason(report: object) -> str:
    longrepr = getattr(report, "longrepr", None)
    text = longrepr[2] if isinstance(longrepr, tuple) else str(longrepr)
    return text.removeprefix("Skipped: ")
