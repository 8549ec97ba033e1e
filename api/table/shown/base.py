"""What all shapes share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from controller.events.catalogue import EVENTS

Wind = Literal["E", "S", "W", "N"]
Seat = Annotated[int, Field(ge=0, le=3)]
Colour = Literal["red", "orange", "yellow", "green", "teal", "blue", "purple", "grey"]
"""By which a player of the table's list is marked (``controller.house.state.COLOURS``)."""
PurposeName = Literal["seats", "first-dealer", "break", "break-second", "wild-tile", "tournament-draw", "free"]
"""What a roll decides (``controller.fairness.statements.Purpose``). A free roll may be called anything."""
Wanted = Literal["staff", "referee", "machine", "drinks"]
"""What a call for staff asks for (``controller.calls.state.WANTED``)."""
EVENT_TYPES = tuple(event.type for event in EVENTS)


def _known(type_: str) -> str:
    if type_ not in EVENT_TYPES:
        raise ValueError(f"{type_} is not in the catalogue of events")
    return type_


EventType = Annotated[str, AfterValidator(_known), Field(json_schema_extra={"enum": [*EVENT_TYPES]})]


class Shown(BaseModel):
    """Names every member that there is."""

    model_config = ConfigDict(extra="forbid", defer_build=True)


class OpenShown(BaseModel):
    """Names what pages read; there may be more."""

    model_config = ConfigDict(extra="allow", defer_build=True)


class RecordedShown(OpenShown):
    """An event of the journal with its fields (docs/events.md). ``seq``: its number; ``hash``: that of the chain."""

    seq: int
    type: EventType
    time: str
    hash: str | None = None
