"""A command that cannot be carried out, said in a way that people and programs can use."""

from __future__ import annotations


class Refused(ValueError):
    """A command that cannot be carried out now, or never. Nothing was changed.

    ``code`` is stable (kebab-case), ``detail`` says what is in the way, ``remedy`` what to do; ``field`` names the
    part of the input that is wrong, where one is, and ``other`` a second part that contradicts it; ``reason`` is the
    scoring's own code. ``kind`` chooses how an edge reports it.
    """

    def __init__(
        self,
        code: str,
        detail: str,
        remedy: str = "",
        *,
        kind: str = "not-now",
        field: str | None = None,
        other: str | None = None,
        reason: str | None = None,
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.code, self.detail, self.remedy = code, detail, remedy
        self.kind, self.field, self.other, self.reason = kind, field, other, reason
