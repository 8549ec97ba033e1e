"""The files that take longest, so that they start first and no worker waits for another at the end of a run.

Measured with ``--durations=0``, one folder at a time; a file that is not named takes less than half a minute.
"""

from __future__ import annotations

from typing import Final

LONGEST: Final = (
    "tests/hardware/fuzz/test_targets.py",
    "tests/browser/test_setup.py",
    "tests/browser/test_tablet.py",
    "tests/browser/test_entry.py",
    "tests/browser/test_seat.py",
    "tests/tools/test_mutate_rules.py",
    "tests/browser/test_text_fits.py",
    "tests/browser/test_display_boxes.py",
    "tests/hil/test_evening.py",
    "tests/hil/scenarios/test_catalogue.py",
    "tests/browser/test_display_permits.py",
    "tests/hil/scenarios/test_stops.py",
    "tests/browser/test_check.py",
    "tests/browser/test_axe.py",
    "tests/browser/test_first_words.py",
    "tests/hil/scenarios/test_further.py",
    "tests/hil/test_cycles.py",
    "tests/hil/scenarios/test_power.py",
    "tests/hil/scenarios/test_sensors.py",
    "tests/hardware/simulator/test_plant.py",
)
_PLACE: Final = {path: place for place, path in enumerate(LONGEST)}


def place_of(nodeid: str) -> int:
    """Where a test stands in a run; tests of one place keep their order."""
    return _PLACE.get(nodeid.partition("::")[0], len(LONGEST))
