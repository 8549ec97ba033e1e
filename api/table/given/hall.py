"""The table's membership of a hall, and what the hall said."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from api.table.given.base import CommandInput, Input, Who
from controller import uplink
from controller.peers import fingerprint, service_address


def _service_address(value: str) -> str:
    service_address(value)
    return value


def _fingerprint(value: str) -> str:
    fingerprint(value)
    return value


class JoinInput(Input):
    """``address`` and ``authority`` are wanted where the configuration has none: the fingerprint as the page of the
    hall shows it."""

    code: Annotated[str, StringConstraints(pattern=r"^[0-9]{6}$")] = Field(description="six digits of the hall's page")
    address: Annotated[str, StringConstraints(max_length=200), AfterValidator(_service_address)] | None = None
    authority: Annotated[str, StringConstraints(max_length=95), AfterValidator(_fingerprint)] | None = None
    who: Who | None = None


class HallLeaving(Input):
    unreleased: bool = Field(False, description="also when the hall has not let the table go, because it is lost")
    who: Who | None = None


class HandAllowed(CommandInput):
    makes = (uplink.AllowHand,)

    def to_command(self) -> uplink.AllowHand:
        return self.filled(uplink.AllowHand)


class MessageRead(CommandInput):
    makes = (uplink.ReadMessage,)

    def to_command(self) -> uplink.ReadMessage:
        return self.filled(uplink.ReadMessage)
