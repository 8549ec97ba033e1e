"""The base of every error of ours that a person reads."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class RefusalKind(StrEnum):
    """Why something was not done. An edge chooses from it how to report the error; HTTP maps it to a status."""

    NOT_NOW = "not-now"
    """The state does not allow it; another state would."""
    STALE = "stale"
    """It was made for an older state."""
    CONFLICT = "conflict"
    INVALID = "invalid"
    """The input is wrong; ``field`` names the part."""
    NOT_FOUND = "not-found"
    NOT_ALLOWED = "not-allowed"
    """Whoever asks may not."""
    NOT_PAIRED = "not-paired"
    """Whoever asks has not been let in, or no longer is."""
    UNAVAILABLE = "unavailable"
    """Something that is needed is away for the moment: the same may be asked again."""
    TOO_OFTEN = "too-often"
    """Whoever asks has asked too often: the same may be asked again later."""
    MALFORMED = "malformed"
    """The input cannot be read at all."""
    METHOD = "method"
    LENGTH = "length"
    TOO_LARGE = "too-large"
    MEDIA_TYPE = "media-type"
    MISDIRECTED = "misdirected"
    """Meant for another host."""
    FAILED = "failed"
    """A mistake or a failure of our own."""


class JantakuError(Exception):
    """An error that says what happened and what to do.

    ``code`` is stable (kebab-case); ``detail`` says what happened this time, ``remedy`` what to do now. ``field`` names
    the part of the input that is wrong, ``other`` a second part that contradicts it, ``reason`` a code of the scoring;
    ``more`` holds further members for programs. ``number`` is that of the catalogue of refusals, None for errors that
    are not part of it (link, command line, start of the service).

    Classes with one cause set ``code`` and ``remedy`` on the class.
    """

    code: str = "error"
    number: str | None = None
    kind: RefusalKind = RefusalKind.FAILED
    remedy: str = ""

    def __init__(
        self,
        detail: str = "",
        remedy: str | None = None,
        *,
        field: str | None = None,
        other: str | None = None,
        reason: str | None = None,
        more: Mapping[str, Any] = NOTHING,
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        if remedy is not None:
            self.remedy = remedy
        self.field, self.other, self.reason, self.more = field, other, reason, more

    @property
    def sentence(self) -> str:
        """Detail and remedy as one line, for a terminal or a log."""
        return f"{self.detail.rstrip('.')}. {self.remedy}".strip() if self.remedy else self.detail
