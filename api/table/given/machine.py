"""What is asked of the machine: commands, where the sets are, what was serviced."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from api.table.given.base import CommandInput
from controller.limits import (
    LONGEST_PART,
)
from controller.mechanism import Place, Request
from controller.table.commands import (
    MoveMachine,
    PlaceSets,
    RecordService,
)

FaultId = Annotated[str, StringConstraints(pattern=r"^[EW]\d\d(:[a-z]+(-[0-3])?)?$")]


class TableCommand(CommandInput):
    makes = (MoveMachine,)

    command: Literal[
        "open", "close", "close-empty", "raise", "build", "pause", "resume", "stop", "reset", "clear-fault", "emptied"
    ]
    fault: FaultId | None = Field(
        None, description="with clear-fault: only this one, by the id or the code that `GET /table` gives",
        examples=["E11", "E32:lift-2"],
    )  # fmt: skip

    def to_command(self) -> MoveMachine:
        return self.filled(MoveMachine, request=Request(self.command))


class PlacedSets(CommandInput):
    makes = (PlaceSets,)

    sets: dict[Literal["A", "B"], Literal["outside", "in_drum", "building", "staged", "raised"]]

    def to_command(self) -> PlaceSets:
        return self.filled(PlaceSets, sets={name: Place(place) for name, place in self.sets.items()})


class ServiceRecord(CommandInput):
    """``replaced`` is for mechanisms only: their travel times are learnt anew."""

    makes = (RecordService,)

    part: Annotated[str, StringConstraints(max_length=LONGEST_PART)] = Field(examples=["inside", "head-2"])
    work: Literal["cleaned", "adjusted", "replaced"] = "cleaned"

    def to_command(self) -> RecordService:
        return self.filled(RecordService)
