"""What can be wrong between us and a broker."""

from __future__ import annotations

from enum import StrEnum

from controller.refusals import JantakuError


class MqttTrouble(StrEnum):
    """Each has its words: ``service.mqtt.<value>``, and what to do: ``service.mqtt.<value>.do``."""

    NOT_INSTALLED = "not-installed"
    BAD_FILE = "bad-file"
    """The password or the authority cannot be read."""
    UNREACHABLE = "unreachable"
    OTHER_CERTIFICATE = "other-certificate"
    NOT_LET_IN = "not-let-in"
    """Wrong user or password."""
    REFUSED = "refused"
    SILENT = "silent"
    """It takes nothing, or does not answer."""
    LOST = "lost"


class MqttError(JantakuError):
    """``trouble`` decides what people are told; ``detail`` is for the log."""

    code = "mqtt"

    def __init__(self, trouble: MqttTrouble, detail: str) -> None:
        super().__init__(detail)
        self.trouble = trouble
