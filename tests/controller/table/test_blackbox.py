"""The flight recorder keeps a minute and a bounded number of files."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

from controller.table.blackbox import MOST_ENTRIES, MOST_FILES, LastMinute, save


def test_the_trace_keeps_the_last_minute() -> None:
    trace = LastMinute()
    for second in range(200):
        trace.add(float(second), "telemetry", partial(dict, n=second))
    kept = trace.entries()
    assert (kept[0]["n"], kept[-1]["n"]) == (139, 199)


def test_the_trace_is_bounded_however_much_is_said() -> None:
    trace = LastMinute()
    for n in range(MOST_ENTRIES * 2):
        trace.add(1.0, "telemetry", partial(dict, n=n))
    assert len(trace.entries()) == MOST_ENTRIES


def test_a_kept_file_is_whole_and_the_oldest_go(tmp_path: Path) -> None:
    folder = tmp_path / "faults"
    for number in range(MOST_FILES + 5):
        path = save(folder, f"{number:06d}-E11", {"number": number})
    assert json.loads(path.read_text()) == {"number": MOST_FILES + 4}
    assert min(path.name for path in folder.iterdir()) == "000005-E11.json"
    assert len(list(folder.iterdir())) == MOST_FILES
