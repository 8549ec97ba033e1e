"""What can be wrong with a record or an option, in one place.

Every error carries a stable ``code``, the ``field`` it is about, what happened and what to do.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class RulesError(ValueError):
    """Base of everything that this package raises on purpose."""

    code = "rules"

    def __init__(self, field: str, detail: str, remedy: str = "") -> None:
        super().__init__(f"{field}: {detail}")
        self.field, self.detail, self.remedy = field, detail, remedy


class RecordError(RulesError):
    """A scoring record that cannot be read. ``field`` is its path (``melds[1].tiles``), ``tile`` the tile."""

    code = "bad-record"

    def __init__(self, field: str, detail: str, remedy: str = "", *, tile: str | None = None) -> None:
        super().__init__(field, detail, remedy)
        self.tile = tile


class OptionError(RulesError):
    """An option that does not exist, a value it does not take, or two options that cannot both hold.

    ``allowed`` lists the values (for numbers: the bounds in words); ``other`` is the second option of a contradiction.
    """

    code = "bad-option"

    def __init__(
        self, option: str, detail: str, *, value: Any = None, allowed: Iterable[Any] = (), other: str | None = None
    ) -> None:
        self.option, self.value, self.allowed, self.other = option, value, tuple(allowed), other
        remedy = f"allowed: {', '.join(map(str, self.allowed))}" if self.allowed else ""
        if other is not None:
            remedy = f"change {option} or {other}"
        super().__init__(f"options.{option}" if option else "options", detail, remedy)
