"""What can be wrong with a record or an option, in one place.

Every error carries a stable ``code``, the ``field`` it is about, what happened and what to do.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from controller.refusals import Code, Refused


class RulesError(Refused, ValueError):
    """Base of everything that this package raises on purpose."""

    def __str__(self) -> str:
        return f"{self.code}: {self.field}: {self.detail}"


class RecordError(RulesError):
    """A scoring record that cannot be read. ``field`` is its path (``melds[1].tiles``), ``tile`` the tile."""

    def __init__(self, field: str, detail: str, remedy: str | None = None, *, tile: str | None = None) -> None:
        super().__init__(Code.BAD_RECORD, detail, remedy, field=field, more={} if tile is None else {"tile": tile})
        self.tile = tile


class OptionError(RulesError):
    """An option that does not exist, a value it does not take, or two options that cannot both hold.

    ``allowed`` lists the values (for numbers: the bounds in words); ``other`` is the second option of a contradiction.
    ``meant``: that of ``allowed`` which was probably meant, by the value, or by the name where there is no such option.
    """

    def __init__(
        self,
        option: str,
        detail: str,
        *,
        value: Any = None,
        allowed: Iterable[Any] = (),
        other: str | None = None,
        remedy: str | None = None,
    ) -> None:
        self.option, self.value, self.allowed = option, value, tuple(allowed)
        wrong = value if isinstance(value, str) else option.rpartition(".")[2]
        self.meant = nearest(wrong, [str(name) for name in self.allowed]) if self.allowed else None
        if self.allowed:
            remedy = f"allowed: {', '.join(map(str, self.allowed))}"
            if self.meant is not None and self.meant != wrong:
                remedy = f"did you mean {self.meant}? {remedy}"
        if other is not None:
            remedy = f"change {option} or {other}"
        field = f"options.{option}" if option else "options"
        more = {"allowed": self.allowed} if self.allowed else {}
        super().__init__(Code.BAD_OPTION, detail, remedy, field=field, other=other, more=more)


NEAR: Final = 0.7
"""How much of a name must be the same for it to be taken for another one (``difflib``)."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that was probably meant: it begins alike, for words that merely share some letters, such as losers
    and flowers, are not taken for each other by anybody."""
    from difflib import get_close_matches  # only for a mistake: the engine starts without it

    alike = [each for each in known if each[:1] == name[:1]]
    return next(iter(get_close_matches(name, alike, 1, NEAR)), None)
