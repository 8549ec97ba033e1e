"""Why the service cannot start, or cannot go on."""

from __future__ import annotations

from controller.refusals import JantakuError


class ServiceError(JantakuError):
    """The message is one plain line that also says what to do."""

    def __init__(self, code: str, detail: str, remedy: str = "") -> None:
        super().__init__(detail, remedy)
        self.code = code

    def __str__(self) -> str:
        return f"{self.detail.rstrip('.')}. {self.remedy}".strip()
