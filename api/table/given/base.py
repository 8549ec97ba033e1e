"""What clients send, checked at the edge: types, limits, no unknown members. Seats are 0-3 counter-clockwise.

Rules of the game are not checked here; the table refuses what does not fit and names the field. The body of a command
makes it (``to_command``): members of one name are taken over, the others stand in that method.
"""

from __future__ import annotations

import hashlib
from dataclasses import fields
from typing import Annotated, Any, ClassVar, Literal
from uuid import uuid4

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints
from pydantic_core import PydanticKnownError

from api.table.shown.base import RecordedShown
from controller.commands import C, Command
from controller.limits import (
    LONGEST_COMMAND_ID,
    LONGEST_HOUSE_ID,
    LONGEST_NAME,
    LONGEST_RULE_ID,
    LONGEST_WHO,
    LONGEST_WHY,
    MOST_POINTS,
)
from controller.rules import seats
from controller.walls.sides import SIDES


def trimmed(most: int, least: int = 1) -> StringConstraints:
    return StringConstraints(strip_whitespace=True, min_length=least, max_length=most)


def within(most: int) -> BeforeValidator:
    """No longer as it is sent, as the contract says, not only once the spaces around it are gone."""

    def check(value: Any) -> Any:
        if isinstance(value, str) and len(value) > most:
            raise PydanticKnownError("string_too_long", {"max_length": most})
        return value

    return BeforeValidator(check)


Seat = Annotated[seats.Seat, Field(ge=0, lt=SIDES)]
Seats = Annotated[list[Seat], Field(max_length=SIDES)]
Wind = Literal["E", "S", "W", "N"]
Who = Annotated[str, trimmed(LONGEST_WHO), within(LONGEST_WHO)]
PlayerName = Annotated[str, trimmed(LONGEST_NAME), within(LONGEST_NAME)]
Why = Annotated[str, trimmed(LONGEST_WHY), within(LONGEST_WHY)]
RuleId = Annotated[str, StringConstraints(max_length=LONGEST_RULE_ID)]
Points = Annotated[int, Field(ge=0, le=MOST_POINTS)]
HandIndex = Annotated[int, Field(ge=1)]
HouseId = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_HOUSE_ID)]
HouseRevision = Annotated[int, Field(ge=1)]
CommandId = Annotated[str, StringConstraints(pattern=r"^[ -~]+$", max_length=LONGEST_COMMAND_ID)]


class Input(BaseModel):
    """Strict: ``true``, ``"1"`` and ``1.0`` are not the integer 1."""

    model_config = ConfigDict(extra="forbid", strict=True, str_max_length=4000)


class CommandInput(Input):
    """``id``: chosen by the client; the same id twice is the same command and gets the same answer.

    ``expected_seq``: the number of the last event that the person had seen; a command made for an older state is
    refused with 409. ``who``: who asks, for the journal.
    """

    makes: ClassVar[tuple[type[Command], ...]] = ()
    """What ``to_command`` can make."""

    id: CommandId = Field(default_factory=lambda: str(uuid4()), description="a UUID; made by the service when left out")
    expected_seq: Annotated[int, Field(ge=0)] | None = None
    who: Who | None = Field(None, description="who asks, for the journal; the name of the device when left out")

    @property
    def made_id(self) -> str:
        """Of what the command makes: a repeated command makes the same."""
        return hashlib.sha256(self.id.encode()).hexdigest()[:16]

    def filled(self, command: type[C], /, **others: Any) -> C:
        """A command with the members of this body that it knows by the same name, and ``others``."""
        names = {each.name for each in fields(command)} - {"who", *others}
        taken = {name: getattr(self, name) for name in names & set(type(self).model_fields)}
        return command(who=self.who or "", **taken, **others)


class Accepted(BaseModel):
    """A command was carried out: what it recorded, and the number of the last event of the journal after it."""

    seq: int
    events: list[RecordedShown]
    repeated: bool
