"""What can be wrong with a stored event."""

from __future__ import annotations

from typing import ClassVar

from controller.refusals import Code, JantakuError


class EventError(JantakuError, ValueError):
    """``why`` is its entry in the catalogue of refusals. The number of the event is added by whoever knows it
    (``controller.journal``)."""

    why: ClassVar[Code]


class UnknownEvent(EventError):
    """Its type, or the version of its type, is not in the catalogue: a newer release wrote it."""

    why = Code.EVENT_UNKNOWN
    code = why.value.code
    remedy = "Install the release that wrote it, or a newer one."


class BrokenEvent(EventError):
    """Its fields are not those of its type."""

    why = Code.EVENT_BROKEN
    code = why.value.code
    remedy = "Keep the file, and restore a backup: jantaku restore."
