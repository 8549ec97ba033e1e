"""A check of ``jantaku doctor``: how the last update ended, and whether one waits."""

from __future__ import annotations

from api.doctor.finding import Finding
from api.updates.bundle import Bundle
from api.updates.releases import Releases


def updates(releases: Releases, runs: str, waiting: Bundle | None) -> list[Finding]:
    """``runs``: the version of the program. Nothing where no update was ever put in or brought."""
    plan, last = releases.plan(), releases.last()
    if plan is not None:
        detail = f"an update to {plan.version} was cut off, or is under way"
        return [Finding("updates", "bad", detail, "When it is over: sudo jantaku update recover")]
    found = []
    if last is not None and last.why:
        what = last.version or "the packaged release"
        detail = f"{what} was not kept ({last.time}): {last.why}"
        found.append(Finding("updates", "warn", detail, f"Release {runs} goes on. Tell whoever gave you that one."))
    elif last is not None:
        found.append(Finding("updates", "ok", f"release {runs}, put in {last.time}"))
    if waiting is not None:
        version = waiting.manifest.version
        found.append(Finding("updates", "ok", f"release {version} waits; the page /service puts it in"))
    return found
