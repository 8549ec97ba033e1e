"""Calls for staff."""

from __future__ import annotations

from pydantic import Field

from api.table.shown.base import Seat, Shown, Wanted


class CallShown(Shown):
    """An open call. ``time``: ISO 8601 in UTC."""

    seat: Seat | None = Field(description="that calls; null: the table's own tablet")
    name: str | None = Field(description="of the player there; null where nobody plays")
    wanted: Wanted
    who: str
    time: str
    answered_by: str | None = Field(description="the member of the staff who is coming; null: nobody yet")
