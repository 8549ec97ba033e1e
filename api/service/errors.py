"""Why the service cannot start, or cannot go on."""

from __future__ import annotations


class ServiceError(RuntimeError):
    """The message is one plain line that also says what to do. ``code`` is stable."""

    def __init__(self, code: str, detail: str, remedy: str = "") -> None:
        super().__init__(f"{detail.rstrip('.')}. {remedy}".strip())
        self.code, self.detail, self.remedy = code, detail, remedy
