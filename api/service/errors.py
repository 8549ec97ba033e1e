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


def plain(error: Exception) -> ServiceError:
    """What went wrong, as one line for the person who started the service."""
    code = getattr(error, "code", "cannot-start")
    detail = getattr(error, "detail", None) or str(error)
    return ServiceError(code, detail, getattr(error, "remedy", "") or "")
