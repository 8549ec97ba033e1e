"""The bodies of the orders of a hall: which command of the table each of them makes.

Those of the match have the members that the same command has over HTTP (``api.table.given``), without ``id``, ``who``
and ``expected_seq``, which the order itself has. ``docs/hall-link.md`` lists them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal

from pydantic import AwareDatetime, ConfigDict, Field, StringConstraints, ValidationError, model_validator

from api.table.given.base import CommandInput, Input
from api.table.given.hands import Abandonment, EarlyEnd
from api.table.given.results import Correction
from api.table.given.rulings import PenaltyInput
from api.table.given.start import StartMatch
from controller import match, uplink
from controller.commands import Command
from controller.house.rules_file import MOST_BYTES, read_rules_file
from controller.journal.store import iso
from controller.limits import LONGEST_NAME, LONGEST_RULES_NAME
from controller.refusals import Code, Refused
from controller.rules import configure
from controller.uplink.commands import CallTime, StopPlay
from controller.uplink.decide import LONGEST_MESSAGE
from controller.uplink.draw import MOST_ROLLS
from controller.uplink.gong import MOST_HANDS

GameKey = Annotated[str, StringConstraints(pattern=r"^[!-~]{1,80}$")]
"""Of a game of a tournament, ``tournament/round/table``."""
GrantId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9-]{1,64}$")]
Hands = Annotated[int, Field(ge=0, le=MOST_HANDS)]


class _Body(Input):
    model_config = ConfigDict(extra="forbid", strict=False)


class StartGame(_Body):
    """A game at this table. ``house_rules``: the name of the house rules that ruleset and options are; ``rules_file``:
    house rules as the text of a file instead. Seats are given, East first, unless ``seating`` says otherwise."""

    game: GameKey | None = None
    players: list[dict[str, Any]]
    fifth: str | None = None
    ruleset: str | None = None
    profile: str | None = None
    options: dict[str, Any] = Field(default_factory=dict)
    house_rules: Annotated[str, StringConstraints(max_length=LONGEST_RULES_NAME)] | None = None
    rules_file: Annotated[str, StringConstraints(max_length=MOST_BYTES)] | None = None
    seating: Literal["dice", "dice-east-only", "wind-tiles", "jup-wai", "given"] = "given"
    first_dealer: int | None = None
    confirmation: Literal["none", "tablet", "phones"] | None = None
    hand_check: bool = False

    @model_validator(mode="after")
    def one_game(self) -> StartGame:
        if (self.ruleset is None) == (self.rules_file is None):
            raise ValueError("give either ruleset or rules_file")
        return self


class SetClock(_Body):
    """``ends``: when the gong sounds; null takes the clock away. ``inside``, ``between``: hands that may still begin
    when it sounds inside a hand, and between two. ``again``: a void hand is played again on top of that."""

    ends: AwareDatetime | None
    inside: Hands = 0
    between: Hands = 0
    again: bool = False
    stops: bool = False
    game: GameKey | None = None


class CalledTime(_Body):
    """``at``: now when left out."""

    at: AwareDatetime | None = None


class EndGame(_Body):
    """``game``: ended is this one, and no other that began meanwhile (``OrderDesk`` looks)."""

    game: GameKey | None = None
    why: str = ""
    abandon: bool = False


class Said(_Body):
    text: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_MESSAGE)]


class Draw(_Body):
    """``draw`` null: no dice are wanted any more."""

    draw: GameKey | None
    title: Annotated[str, StringConstraints(max_length=LONGEST_MESSAGE)] = ""
    rolls: Annotated[int, Field(ge=0, le=MOST_ROLLS)] = 0


class Granted(_Body):
    """``code_hash``: SHA-256, hexadecimal, of the code as ``controller.credentials.codes.plain`` has it."""

    grant: GrantId
    role: Literal["staff", "referee", "technician"]
    name: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_NAME)]
    code_hash: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
    starts: AwareDatetime | None = None
    expires: AwareDatetime


class Revoked(_Body):
    grant: GrantId


class Nothing(_Body):
    pass


def command_of_order(kind: str, body: Mapping[str, Any], order: str, who: str) -> Command:
    """What an order of this kind leads to. Raises ``Refused`` (``bad-order``), which names the field."""
    make = _MAKERS.get(kind)
    if make is None:
        raise Refused(Code.BAD_ORDER, f"this release knows no order {kind[:40]!r}", field="kind")
    try:
        return make(body, order, who)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "body"
        raise Refused(Code.BAD_ORDER, f"{where}: {first['msg']}", field=where) from error


def _start(body: Mapping[str, Any], order: str, who: str) -> Command:
    given = StartGame.model_validate(body)
    rules = {"ruleset": given.ruleset, "profile": given.profile, "options": given.options}
    name = given.house_rules
    if given.rules_file is not None:
        found = read_rules_file(given.rules_file, configure)
        rules = {"ruleset": found.ruleset, "profile": found.profile, "options": dict(found.options)}
        name = name or found.name
    members = {
        **rules, "seats": given.players, "fifth": given.fifth, "seating": given.seating,
        "first_dealer": given.first_dealer, "confirmation": given.confirmation, "hand_check": given.hand_check,
    }  # fmt: skip
    made = StartMatch.model_validate({**members, "id": order}).to_command()
    assert isinstance(made, match.StartMatch), "it has a ruleset"
    return replace(made, who=who, house_rules=name, game=given.game)


def _set_clock(body: Mapping[str, Any], order: str, who: str) -> Command:
    del order
    given = SetClock.model_validate(body)
    return uplink.SetClock(who, _utc(given.ends), given.inside, given.between, given.again, given.stops, given.game)


def _call_time(body: Mapping[str, Any], order: str, who: str) -> Command:
    del order
    return CallTime(who, _utc(CalledTime.model_validate(body).at))


def _stop_play(body: Mapping[str, Any], order: str, who: str) -> Command:
    del order
    Nothing.model_validate(body)
    return StopPlay(who)


def _penalize(body: Mapping[str, Any], order: str, who: str) -> Command:
    return _as_over_http(PenaltyInput, body, order, who)


def _correct(body: Mapping[str, Any], order: str, who: str) -> Command:
    return _as_over_http(Correction, body, order, who)


def _end_game(body: Mapping[str, Any], order: str, who: str) -> Command:
    given = EndGame.model_validate(body)
    return _as_over_http(Abandonment if given.abandon else EarlyEnd, {"why": given.why}, order, who)


def _show(body: Mapping[str, Any], order: str, who: str) -> Command:
    del order
    return uplink.ShowMessage(who, Said.model_validate(body).text)


def _throw_draw(body: Mapping[str, Any], order: str, who: str) -> Command:
    del order
    given = Draw.model_validate(body)
    return uplink.WantDraw(who, given.draw, given.title, given.rolls)


def _grant(body: Mapping[str, Any], order: str, who: str) -> Command:
    del order
    given = Granted.model_validate(body)
    starts = "" if given.starts is None else iso(given.starts)
    return uplink.TakeGrant(who, given.grant, given.role, given.name, iso(given.expires), given.code_hash, starts)


def _revoke_grant(body: Mapping[str, Any], order: str, who: str) -> Command:
    del order
    return uplink.RevokeGrant(who, Revoked.model_validate(body).grant)


def _release(body: Mapping[str, Any], order: str, who: str) -> Command:
    del order
    Nothing.model_validate(body)
    return uplink.Release(who)


def _as_over_http(model: type[CommandInput], body: Mapping[str, Any], order: str, who: str) -> Command:
    for name in ("id", "who", "expected_seq"):
        if name in body:
            raise Refused(Code.BAD_ORDER, f"{name}: the order itself says it", field=name)
    made: Command = model.model_validate({**body, "id": order, "who": who}).to_command()  # type: ignore[attr-defined]
    return made


def _utc(moment: datetime | None) -> str | None:
    return None if moment is None else iso(moment.astimezone(UTC))


_MAKERS: Final = {
    "start-game": _start, "clock": _set_clock, "call-time": _call_time, "stop-play": _stop_play,
    "penalize": _penalize, "correct": _correct, "end-game": _end_game, "message": _show, "grant": _grant,
    "revoke-grant": _revoke_grant, "release": _release, "throw-draw": _throw_draw,
}  # fmt: skip
