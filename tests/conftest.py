"""What the whole suite shares: every skipped part is named at the end with the command that enables it."""

from __future__ import annotations

import os

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = sorted({_reason(report) for report in skipped})
    if not reasons:
        return
    terminalreporter.section("not run on this machine")
    for reason in reasons:
        terminalreporter.write_line(f"  {reason}")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = bool(reporter and reporter.stats.get("skipped"))
    if skipped and os.environ.get("JANTAKU_NOTHING_SKIPPED") == "1" and session.exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _reason(report: object) -> str:
    longrepr = getattr(report, "longrepr", None)
    text = longrepr[2] if isinstance(longrepr, tuple) else str(longrepr)
    return text.removeprefix("Skipped: ")
