"""The files that take longest, so that they start first and no worker waits for another at the end of a run.

The ten slowest are named at the end of a run; a file that is not listed here takes less than a quarter of a minute.
"""

from __future__ import annotations

from typing import Final

LONGEST: Final = (
    "tests/tools/packaging/test_packages.py",
    "tests/tools/packaging/test_engine.py",
    "tests/hil/test_evening.py",
    "tests/hall/test_faults.py",
    "tests/browser/test_seat.py",
    "tests/hardware/fuzz/test_targets.py",
    "tests/browser/test_installed.py",
    "tests/browser/test_setup.py",
    "tests/browser/test_rulesets_entered.py",
    "tests/hil/scenarios/test_further.py",
    "tests/browser/test_tablet.py",
    "tests/browser/test_text_fits.py",
    "tests/browser/test_hall.py",
    "tests/browser/test_display_boxes.py",
    "tests/browser/test_axe.py",
    "tests/browser/test_axe_seat.py",
    "tests/tools/test_mutate_rules.py",
    "tests/browser/test_felt.py",
    "tests/browser/test_entry.py",
    "tests/browser/test_own_payment.py",
    "tests/browser/test_display_permits.py",
    "tests/browser/test_check.py",
    "tests/hil/scenarios/test_catalogue.py",
    "tests/hil/scenarios/test_stops.py",
    "tests/bench/test_hostile.py",
    "tests/api/service/test_kill_nine.py",
    "tests/api/service/test_contract_kept.py",
    "tests/hil/test_cycles.py",
)
_PLACE: Final = {path: place for place, path in enumerate(LONGEST)}


def place_of(nodeid: str) -> int:
    """Where a test stands in a run; tests of one place keep their order."""
    return _PLACE.get(nodeid.partition("::")[0], len(LONGEST))
