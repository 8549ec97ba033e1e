"""The check of the locks: what fits is quiet, and each way not to fit is one finding that names package and file."""

from __future__ import annotations

import dataclasses

import pytest
from packaging.markers import Marker
from packaging.version import Version

from tools.supply import check
from tools.supply.lockfile import Locked, read
from tools.supply.parts import parts
from tools.supply.shipped import Package, shipped

PYPROJECT = """
[build-system]
requires = ["setuptools>=77"]
[project]
dependencies = ["web>=2,<3", "Old.Python>=1; python_version < '3.13'"]
[project.optional-dependencies]
dev = ["tester>=1"]
"""


def locked(name: str, version: str, marker: str = "") -> Locked:
    return Locked(name, Version(version), Marker(marker) if marker else None, ("0" * 64,))


def test_what_is_committed_fits() -> None:
    assert check.findings() == []


def unfit(part: str, *lock: Locked) -> set[str]:
    return {line.partition(";")[0] for line in check.unfit(parts(PYPROJECT)[part], lock)}


def test_a_lock_that_answers_all_is_fit() -> None:
    assert unfit("run", locked("web", "2.4"), locked("old-python", "1.0", "python_version < '3.13'")) == set()


def test_a_version_outside_of_the_range_is_a_finding() -> None:
    found = unfit("run", locked("web", "3.0"), locked("old-python", "1.0"))
    assert found == {"run.lock: web 3.0 is outside of <3,>=2 in pyproject.toml"}


def test_a_package_that_is_not_locked_for_some_machine_is_a_finding() -> None:
    found = unfit("run", locked("web", "2.4", "platform_machine == 'x86_64'"), locked("old-python", "1.0"))
    assert found == {
        f"run.lock: web is not locked for Python {python} on aarch64" for python in ("3.11", "3.12", "3.13")
    }


def test_an_extra_needs_what_the_service_needs_too() -> None:
    assert any("web is not locked" in line for line in unfit("dev", locked("tester", "1.0")))


def test_two_locks_with_two_versions_of_one_package_are_a_finding() -> None:
    locks = {"run": [locked("web", "2.4")], "dev": [locked("web", "2.5")]}
    assert check.disagreements(locks) == ["web: 2.4 in run.lock, 2.5 in dev.lock"]


def test_two_versions_on_two_machines_agree() -> None:
    locks = {
        "run": [locked("web", "2.4", "python_version < '3.13'"), locked("web", "2.5", "python_version >= '3.13'")],
        "dev": [locked("web", "2.5", "python_version >= '3.13'")],
    }
    assert check.disagreements(locks) == []


def test_a_package_that_the_record_lacks_or_has_too_much_is_a_finding() -> None:
    found = check.unrecorded([locked("web", "2.4")], [Package("web", "2.3", "MIT", ())])
    assert found == [
        "shipped.json: web 2.3 is not locked; run `make lock`",
        "shipped.json: web 2.4 is not recorded; run `make lock`",
    ]


def test_a_shipped_package_under_the_gpl_is_a_finding() -> None:
    caught = dataclasses.replace(shipped()[0], name="caught", licence="GPL-3.0-or-later")
    assert check.not_allowed([*shipped(), caught]) == ["caught is under GPL-3.0-or-later and must not be shipped"]


def test_a_lock_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    more = check.parts() | parts(PYPROJECT.replace("dev =", "odd ="))
    monkeypatch.setattr(check, "parts", lambda: more)
    assert check.findings() == ["odd.lock is missing; run `make lock`"]


def test_the_service_needs_no_tool_of_its_makers() -> None:
    """Type checker, browser driver and test runner once made 300 of the 340 MB that `make run` installed."""
    names = {one.name for one in read(parts()["run"].lock)}
    assert names.isdisjoint({"mypy", "playwright", "hypothesis", "pytest", "ruff", "cyclonedx-python-lib"})
