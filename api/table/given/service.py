"""Backups and releases."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from api.table.given.base import Input


class BackupWish(Input):
    damaged: bool = Field(False, description="a damaged journal is archived as well, marked as damaged")


class UpdateWish(Input):
    version: Annotated[str, StringConstraints(pattern=r"^[0-9]{1,6}([.][0-9]{1,6}){0,4}$")] = Field(
        description="that the list shows as waiting"
    )
