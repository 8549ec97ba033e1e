"""The error for a request that cannot be met."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from controller.refusals.base import NOTHING, JantakuError
from controller.refusals.codes import Code
from controller.refusals.details import Detail


class Refused(JantakuError):
    """A request that cannot be met now, or never. Nothing was changed.

    ``why`` gives code, number and kind. ``detail`` says in English what is special this time; left out, the catalogue's
    sentence says it all. A ``Detail`` (``Takes.X()`` for what ``field`` takes, ``Because.X()``) is read by everybody in
    the own language. ``remedy`` is for advice that the catalogue cannot know (the values that are allowed).
    ``situation`` is added to the code (``not-now-playing``). ``words`` fills the places of the catalogue's sentences:
    ``{roles}`` with the words of these keys.
    """

    def __init__(
        self,
        why: Code,
        detail: str | Detail = "",
        remedy: str | None = None,
        *,
        field: str | None = None,
        other: str | None = None,
        reason: str | None = None,
        situation: str | None = None,
        more: Mapping[str, Any] = NOTHING,
        words: Mapping[str, Sequence[str]] = NOTHING,
    ) -> None:
        super().__init__(str(detail), remedy, field=field, other=other, reason=reason, more=more)
        self.entry, self.words = why.value, words
        self.said = detail if isinstance(detail, Detail) else None
        self.code = self.entry.code if situation is None else f"{self.entry.code}-{situation}"
        self.number, self.kind = self.entry.number, self.entry.kind

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}" if self.detail else self.code
