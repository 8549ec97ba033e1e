"""How long and how many: the limits of what people send, said once for the match and for the HTTP contract.

Lengths count characters of text. The models of ``api.table.given`` put them into OpenAPI; the match enforces the same
numbers for commands that come another way (keys, unattended play).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from controller.refusals import Code, Refused, Takes

LONGEST_COMMAND_ID: Final = 64
"""Printable ASCII. A UUID has 36 characters."""
LONGEST_WHO: Final = 60
"""The name that a person gives with a command."""
LONGEST_NAME: Final = 40
"""A player's name; it has to fit the result sheet and the page of the table."""
LONGEST_RULES_NAME: Final = 60
"""The name that a house gives to its rules."""
MOST_NUMBER: Final = 999_999
"""Of a player in the table's list."""
LONGEST_HOUSE_ID: Final = 64
"""Of house rules, or of a player in the table's list."""
LONGEST_MATCH_ID: Final = 64
LONGEST_RULE_ID: Final = 60
"""Ids that a ruleset defines: its own, those of profiles and penalties."""
LONGEST_WHY: Final = 500
"""The reason of a correction, a penalty or an early end."""
LONGEST_ABORT: Final = 100
"""The reason of an aborted hand, an id of the ruleset."""
LONGEST_RULING: Final = 500
LONGEST_PURPOSE: Final = 40
"""What a roll of dice is for, an id such as ``first-dealer``."""
LONGEST_PART: Final = 20
"""The part of the machine that somebody saw to, an id such as ``head-2``."""

MOST_POINTS: Final = 1_000_000
MOST_CHIPS: Final = 1_000
"""A total of a hand, or points that a penalty pays."""
MOST_FU: Final = 1_000
MOST_WINNERS: Final = 3
MOST_OPTIONS: Final = 100
MOST_RECORD_PARTS: Final = 20
"""Members of a scoring record that describe the tiles of a win."""
MOST_DECLARED: Final = 20
"""Things that players may declare in one hand."""
MOST_INSTANTS: Final = 60
"""Payments at once in one hand that a correction names."""
MOST_INSTANT_FLAGS: Final = 5
MOST_PASSES: Final = 20
"""Passes of tiles before the first discard of a hand."""
MOST_DICE: Final = 10
LONGEST_RECORD_TEXT: Final = 600
"""A text in a scoring record. All 136 tiles in compact notation, the longest that means something, have 272."""
MOST_RECORD_ENTRIES: Final = 100
"""Members of one object or list in a scoring record."""
DEEPEST_RECORD: Final = 8


def check_record(value: Any, path: str = "", depth: int = 0) -> None:
    """Bounds every text, list and object of a scoring record before anybody works on it. Raises ``Refused``
    (``bad-record``) naming the field."""
    if isinstance(value, str):
        problem = len(value) > LONGEST_RECORD_TEXT and f"is longer than {LONGEST_RECORD_TEXT} characters"
    elif isinstance(value, Mapping | Sequence):
        deep = depth >= DEEPEST_RECORD and "holds too much within each other"
        problem = deep or (len(value) > MOST_RECORD_ENTRIES and f"has more than {MOST_RECORD_ENTRIES} entries")
    else:
        return
    if problem:
        raise Refused(Code.BAD_RECORD, f"{path or 'record'}: {problem}", field=path or "record")
    if isinstance(value, Mapping):
        for name, member in value.items():
            check_record(name, path, depth + 1)
            check_record(member, f"{path}.{name}" if path else str(name), depth + 1)
    elif not isinstance(value, str):
        for at, member in enumerate(value):
            check_record(member, f"{path}[{at}]", depth + 1)


def check_words(text: str, field: str, most: int, *, may_be_empty: bool = False) -> None:
    """Names, reasons and rulings are printable and bounded. Raises ``Refused`` (``bad-words``) naming the field."""
    if (not text.strip() and not may_be_empty) or len(text) > most or not text.replace("\n", " ").isprintable():
        raise Refused(Code.BAD_WORDS, Takes.CHARACTERS(least=0 if may_be_empty else 1, most=most), field=field)
