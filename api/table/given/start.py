"""How a match starts: players, game, winds that were drawn."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from api.table.given.base import CommandInput, HouseId, Input, PlayerName, RuleId, Seat, Wind
from controller import match
from controller.limits import (
    MOST_OPTIONS,
    check_record,
)
from controller.rules import seats
from controller.rules.seats import SEATS
from controller.table.commands import (
    StartByHouseRules,
)
from controller.walls.sides import SIDES


class Player(Input):
    seat: Seat
    name: PlayerName


class StartMatch(CommandInput):
    """Either a ``ruleset`` with its ``profile`` and ``options``, or ``house_rules`` of the table."""

    makes = (match.StartMatch, StartByHouseRules)

    ruleset: RuleId | None = None
    profile: RuleId | None = Field(None, description="a named profile of the ruleset; `options` are set on top of it")
    options: dict[str, Any] = Field(default_factory=dict, max_length=MOST_OPTIONS)
    house_rules: HouseId | None = Field(None, description="their id (`GET /house-rules`)")
    seats: Annotated[list[Player], Field(min_length=1, max_length=SIDES)]
    fifth: PlayerName | None = Field(None, description="a fifth player, who sits out the first round")
    seating: Literal["dice", "dice-east-only", "wind-tiles", "jup-wai", "given"] | None = None
    first_dealer: Seat | None = None
    confirmation: Literal["none", "tablet", "phones"] | None = Field(
        None, description="who confirms each result; as the table is set up when left out"
    )
    hand_check: bool | None = Field(
        None, description="whether players may have a hand checked; as the table is set up when left out"
    )

    @model_validator(mode="after")
    def each_seat_once(self) -> StartMatch:
        check_record(self.options, "options")
        if len({player.seat for player in self.seats}) != len(self.seats):
            raise ValueError("a seat is named twice")
        return self

    @model_validator(mode="after")
    def one_game(self) -> StartMatch:
        if (self.ruleset is None) == (self.house_rules is None):
            raise ValueError("give either ruleset or house_rules")
        if self.house_rules is not None and (self.profile is not None or self.options):
            raise ValueError("profile and options belong to a ruleset")
        return self

    def to_command(self) -> match.StartMatch | StartByHouseRules:
        names = {player.seat: player.name for player in self.seats}
        seated = tuple(names.get(seat, "") for seat in SEATS)
        people = (*seated, self.fifth) if self.fifth else seated
        if self.house_rules is not None:
            return self.filled(StartByHouseRules, match=self.made_id, rules=self.house_rules, names=people)
        return self.filled(match.StartMatch, match=self.made_id, names=people, house_rules=None)


class FurtherMatch(CommandInput):
    """Another match of the same game and players, with totals of both."""

    makes = (match.PlayOn,)

    seats: Literal["kept", "drawn"] = Field("kept", description="drawn: seats and first dealer are found anew")

    def to_command(self) -> match.PlayOn:
        return self.filled(match.PlayOn, match=self.made_id)


class GameChoice(Input):
    """A game before a match is played by it."""

    profile: RuleId | None = None
    options: dict[str, Any] = Field(default_factory=dict, max_length=MOST_OPTIONS)

    @model_validator(mode="after")
    def bounded(self) -> GameChoice:
        check_record(self.options, "options")
        return self


class DrawnWinds(CommandInput):
    makes = (match.DrawWinds,)

    winds: Annotated[dict[Literal["0", "1", "2", "3"], Wind | Literal["5p"]], Field(min_length=2)] = Field(
        description="by seat; of five players the one with the 5 of dots rests first"
    )
    east_seat: Seat | None = Field(None, description="the seat that East chooses; his own when left out")
    fifth: Wind | None = Field(None, description="the wind of the player without a seat, unless he has the 5 of dots")

    def to_command(self) -> match.DrawWinds:
        return self.filled(match.DrawWinds, winds={seats.Seat(int(seat)): wind for seat, wind in self.winds.items()})
