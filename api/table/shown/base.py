"""What all shapes share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Wind = Literal["E", "S", "W", "N"]
Seat = Annotated[int, Field(ge=0, le=3)]


class Shown(BaseModel):
    """Names every member that there is."""

    model_config = ConfigDict(extra="forbid")


class OpenShown(BaseModel):
    """Names what pages read; there may be more."""

    model_config = ConfigDict(extra="allow")
