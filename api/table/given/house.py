"""What a house keeps: rules of its own, and its people."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import Field, StringConstraints, model_validator

from api.table.given.base import CommandInput, HouseId, HouseRevision, Input, PlayerName, RuleId, trimmed, within
from api.table.shown.base import Colour
from controller.house import KeepHouseRules, KeepPlayer, RemoveHouseRules, RemovePlayer
from controller.house.rules_file import MOST_BYTES, read_rules_file
from controller.limits import (
    LONGEST_RULES_NAME,
    MOST_NUMBER,
    MOST_OPTIONS,
    check_record,
)
from controller.rules import configure

LanguageTag = Annotated[str, StringConstraints(pattern=r"^[a-z]{2}(-[A-Za-z]{2,4})?$")]
MOST_LANGUAGES: Final = 20


class HouseRulesInput(CommandInput):
    makes = (KeepHouseRules,)

    rules: HouseId | None = Field(None, description="the document that is changed; a new one when left out")
    name: Annotated[str, trimmed(LONGEST_RULES_NAME), within(LONGEST_RULES_NAME)]
    ruleset: RuleId
    profile: RuleId | None = None
    options: dict[str, Any] = Field(
        default_factory=dict, max_length=MOST_OPTIONS, description="those that differ from the profile"
    )
    names: dict[LanguageTag, Annotated[str, trimmed(LONGEST_RULES_NAME), within(LONGEST_RULES_NAME)]] | None = Field(
        None, max_length=MOST_LANGUAGES, description="in further languages; they stay as they are when left out"
    )
    revision: HouseRevision | None = Field(None, description="the version that was changed; refused when it is older")

    @model_validator(mode="after")
    def bounded(self) -> HouseRulesInput:
        check_record(self.options, "options")
        return self

    def to_command(self) -> KeepHouseRules:
        return self.filled(KeepHouseRules, id=self.rules or self.made_id, new=self.rules is None)


class HouseRulesFile(CommandInput):
    """House rules as the text of a file: ``jantaku rules new`` writes one, ``GET /house-rules/{id}/file`` gives it."""

    makes = (KeepHouseRules,)

    rules: HouseId | None = Field(None, description="the document that is changed; a new one when left out")
    text: Annotated[str, trimmed(MOST_BYTES), within(MOST_BYTES)]
    revision: HouseRevision | None = Field(None, description="the version that was changed; refused when it is older")

    def to_command(self) -> KeepHouseRules:
        """Raises ``RulesFileError``."""
        found = read_rules_file(self.text, configure)
        return self.filled(
            KeepHouseRules, id=self.rules or self.made_id, new=self.rules is None, name=found.name,
            ruleset=found.ruleset, profile=found.profile, options=found.options,
            names=found.names if len(found.names) > 1 else {},
        )  # fmt: skip


class HouseRulesText(Input):
    """The text of a file, to be read and not kept."""

    text: Annotated[str, trimmed(MOST_BYTES), within(MOST_BYTES)]


class HouseRulesRemoval(CommandInput):
    makes = (RemoveHouseRules,)

    rules: HouseId

    def to_command(self) -> RemoveHouseRules:
        return self.filled(RemoveHouseRules)


class PlayerInput(CommandInput):
    makes = (KeepPlayer,)

    player: HouseId | None = Field(None, description="the entry that is changed; a new one when left out")
    name: PlayerName
    colour: Colour | None = None
    number: Annotated[int, Field(ge=1, le=MOST_NUMBER)] | None = None

    def to_command(self) -> KeepPlayer:
        return self.filled(KeepPlayer, id=self.player or self.made_id, new=self.player is None)


class PlayerRemoval(CommandInput):
    makes = (RemovePlayer,)

    player: HouseId

    def to_command(self) -> RemovePlayer:
        return self.filled(RemovePlayer)
