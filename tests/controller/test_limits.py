"""The bounds of a scoring record."""

from __future__ import annotations

from typing import Any

import pytest

from controller.limits import DEEPEST_RECORD, LONGEST_RECORD_TEXT, MOST_RECORD_ENTRIES, check_record
from controller.refusals import Refused


def nested(depth: int) -> Any:
    return [] if depth == 0 else [nested(depth - 1)]


@pytest.mark.parametrize(
    ("record", "field"),
    [
        ({"hand": "1m" * LONGEST_RECORD_TEXT}, "hand"),
        ({"melds": [{"tiles": "x" * (LONGEST_RECORD_TEXT + 1)}]}, "melds[0].tiles"),
        ({"seen": {"discards": "x" * 60_000}}, "seen.discards"),
        ({"flags": ["riichi"] * (MOST_RECORD_ENTRIES + 1)}, "flags"),
        ({"options": {str(number): 1 for number in range(MOST_RECORD_ENTRIES + 1)}}, "options"),
        ({"x" * (LONGEST_RECORD_TEXT + 1): 1}, "record"),
    ],
)
def test_what_is_too_long_is_refused_with_its_field(record: Any, field: str) -> None:
    with pytest.raises(Refused) as refused:
        check_record(record)
    assert (refused.value.code, refused.value.field) == ("bad-record", field)


def test_what_is_nested_too_deeply_is_refused() -> None:
    with pytest.raises(Refused):
        check_record({"melds": nested(DEEPEST_RECORD)})


def test_what_is_as_long_as_it_may_be_passes() -> None:
    check_record({"hand": "x" * LONGEST_RECORD_TEXT, "flags": ["riichi"] * MOST_RECORD_ENTRIES, "explain": True})
