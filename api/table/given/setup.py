"""What is set up of the computer of a table."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from api.card.settings import LONGEST_NAME, LONGEST_NETWORK
from api.table.given.base import Input
from controller.limits import LONGEST_RULE_ID

Language = Literal["", "en", "zh-Hant", "zh-HK", "zh-TW", "zh-Hans", "ja"]


class TableSettings(Input):
    """What is empty stays as it is."""

    name: Annotated[str, StringConstraints(strip_whitespace=True, max_length=LONGEST_NAME)] = ""
    language: Language = Field("", description="of messages without a reader of their own")
    time_zone: Annotated[str, StringConstraints(max_length=64)] = Field("", examples=["Asia/Tokyo"])
    ruleset: Annotated[str, StringConstraints(max_length=LONGEST_RULE_ID)] = Field("", description="of a new match")
    profile: Annotated[str, StringConstraints(max_length=LONGEST_RULE_ID)] = Field(
        "", description="of that ruleset; empty beside a ruleset: none"
    )


class NetworkSettings(Input):
    country: Annotated[str, StringConstraints(pattern=r"^[A-Z]{2}$")] = Field(description="ISO 3166", examples=["JP"])
    name: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_NETWORK)]
    password: Annotated[str, StringConstraints(max_length=64)] = Field(
        "", description="empty for an open network, and for the one that is known; it is in no answer"
    )


class FirmwareWish(Input):
    version: Annotated[str, StringConstraints(pattern=r"^[0-9]{1,6}([.][0-9]{1,6}){0,4}$")] = Field(
        description="that which comes with this release"
    )
    nothing_raised: bool = Field(
        False,
        description="somebody looked: nothing is raised or half way. For a board without firmware, or without sensors",
    )
