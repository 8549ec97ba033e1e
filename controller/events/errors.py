"""What can be wrong with a stored event."""

from __future__ import annotations


class EventError(ValueError):
    """``code`` is stable; ``detail`` says what is wrong, ``remedy`` what to do. The number of the event is added by
    whoever knows it (``controller.journal``)."""

    code = "event-broken"
    remedy = ""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


class UnknownEvent(EventError):
    """Its type, or the version of its type, is not in the catalogue: a newer release wrote it."""

    code = "event-unknown"
    remedy = "Install the release that wrote it, or a newer one."


class BrokenEvent(EventError):
    """Its fields are not those of its type."""

    code = "event-broken"
    remedy = "Keep the file, and restore a backup: jantaku restore."
