"""One line of a log: the text of a record, or an event of an exported journal that carries one."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn

from controller.fairness.byte_layout import Malformed
from controller.fairness.record import Record, from_text
from controller.fairness.statements import Purpose, RollStatement

LONGEST_LINE: Final = 65_536
"""Characters."""
SPACES: Final = " \t\r\n"
COMMENT: Final = "#"


@dataclass(frozen=True, slots=True)
class LogLine:
    """``number`` counts from 1; ``shown``: the members of the event around the record."""

    number: int
    record: Record
    shown: dict[str, Any] = field(default_factory=dict)

    @property
    def shows_its_record(self) -> bool:
        """Whether dice and purpose of the event, where it has any, are those of the record."""
        statement = self.record.statement
        if not isinstance(statement, RollStatement):
            return True
        dice = self.shown.get("dice", list(statement.dice))
        purpose = self.shown.get("purpose", statement.occasion.purpose.id)
        free = statement.occasion.purpose is Purpose.FREE  # a free roll may be called anything
        return _is_dice(dice, statement.dice) and (free or purpose == statement.occasion.purpose.id)


def read_line(number: int, text: str) -> LogLine | None:
    """The record of a line; None for an empty line, a comment, and an event without a record. Raises ``Malformed``."""
    text = text.strip(SPACES)
    if not text or text.startswith(COMMENT):
        return None
    if len(text) > LONGEST_LINE:
        raise Malformed("text: the line is too long")
    if not text.startswith("{"):
        return LogLine(number, from_text(text))
    event = _event(text)
    record = _text_in(event)
    return None if record is None else LogLine(number, from_text(record), event)


def _event(text: str) -> dict[str, Any]:
    try:
        event = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise Malformed("text: this is not JSON") from error
    if not isinstance(event, dict):
        raise Malformed("text: this is not a JSON object")
    return event


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _text_in(event: dict[str, Any]) -> str | None:
    """The text of the event's record: its member ``record``, or that of its ``proof``."""
    proof = event.get("proof")
    found = proof.get("record") if isinstance(proof, dict) else event.get("record")
    return found if isinstance(found, str) else None


def _is_dice(shown: object, dice: tuple[int, ...]) -> bool:
    return (
        isinstance(shown, list)
        and len(shown) == len(dice)
        and all(not isinstance(face, bool) and face == real for face, real in zip(shown, dice, strict=True))
    )
