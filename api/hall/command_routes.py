"""A route for each command of the hall, made from its class: ``POST /commands/<row of hall.permits>``.

The fields of the command are the members of the body, with the bounds that the class names. Three more members are for
every command: ``who`` (the name that the person gave), ``id`` (chosen by the client: the same again gets the same
answer) and ``expected_seq`` (the state that the person saw).
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field, create_model

from api.hall.dependencies import actor_of, allowed, hall_of
from controller.events import Recorded
from controller.limits import LONGEST_COMMAND_ID, LONGEST_WHO
from hall.catalogue import HALL_CATALOGUE
from hall.commands import HallCommand, HallCommandSpec
from hall.hall import COMMANDS, Receipt

C = TypeVar("C", bound=HallCommand)
LONGEST_TEXT: Final = 200
MOST_NUMBER: Final = 10**9
MOST_ITEMS: Final = 500
"""Bounds of fields that name none."""


class CommandBody(BaseModel):
    """What every command may have."""

    model_config = ConfigDict(extra="forbid", strict=True)

    who: Annotated[str, Field(max_length=LONGEST_WHO)] = ""
    id: Annotated[str | None, Field(min_length=1, max_length=LONGEST_COMMAND_ID)] = None
    expected_seq: Annotated[int | None, Field(ge=0)] = None


class CommandPart(BaseModel):
    """An object inside a command."""

    model_config = ConfigDict(extra="forbid", strict=True)


class EventShown(BaseModel):
    """An event with its number and time; the other members are its own (``docs/hall-events.md``)."""

    model_config = ConfigDict(extra="allow")

    seq: int
    type: str
    time: str


class Accepted(BaseModel):
    """``seq``: the last event of the hall after the command; ``repeated``: the answer to a command of this id that was
    carried out before."""

    seq: int
    events: list[EventShown]
    repeated: bool


def shown(recorded: Recorded) -> EventShown:
    data = HALL_CATALOGUE.to_json(recorded.event)
    return EventShown(seq=recorded.seq, type=recorded.event.type, time=recorded.time, **data)


def accepted(receipt: Receipt) -> Accepted:
    return Accepted(seq=receipt.seq, events=list(map(shown, receipt.events)), repeated=receipt.repeated)


def command_routes() -> APIRouter:
    """Of all commands that clients may give."""
    router = APIRouter(prefix="/commands")
    for spec in COMMANDS.values():
        if spec.direct:
            _add(router, spec)
    return router


def _add(router: APIRouter, spec: HallCommandSpec[Any]) -> None:
    async def command(given: Any, request: Request) -> Accepted:
        actor = actor_of(request)
        made = made_of(spec.command, given, actor.name)
        receipt = await hall_of(request).handle(made, by=actor, id=given.id, expected_seq=given.expected_seq)
        return accepted(receipt)

    body: Any = body_of(spec.command)
    command.__annotations__["given"] = body
    router.add_api_route(
        f"/{spec.name}",
        command,
        methods=["POST"],
        status_code=202,
        tags=[spec.name.partition(".")[0]],
        summary=_summary(spec.command),
        dependencies=[allowed(spec.name)],
        operation_id=spec.name.replace(".", "_").replace("-", "_"),
        responses={409: {"description": "made for an older state"}, 423: {"description": "not now"}},
    )


def made_of(command: type[C], given: Any, name: str) -> C:
    """The command that a body of ``body_of`` says; ``name``: of who asks, where the body names nobody."""
    values = {part.name: _plain(getattr(given, part.name)) for part in fields(command) if part.name != "who"}
    return command(who=given.who or name, **values)


def _summary(command: type[HallCommand]) -> str:
    return " ".join((_doc(command) or command.__name__).split("\n\n")[0].split())[:200]


def _doc(command: type[HallCommand]) -> str | None:
    """What its author wrote; a dataclass without words has its signature there."""
    written = command.__doc__ or ""
    return None if written.startswith(f"{command.__name__}(") else written


def _plain(value: Any) -> Any:
    """Lists of a body become tuples, and its objects the dataclasses that commands have."""
    if isinstance(value, CommandPart):
        kind = _KINDS[type(value)]
        return kind(**{part.name: _plain(getattr(value, part.name)) for part in fields(kind)})
    return tuple(_plain(each) for each in value) if isinstance(value, list) else value


def body_of(command: type[HallCommand]) -> type[BaseModel]:
    """The model of what a client sends."""
    if command not in _BODIES:
        members = _members(command)
        del members["who"]
        name = f"{command.__name__}Body"
        _BODIES[command] = create_model(name, __base__=CommandBody, __doc__=_doc(command), **members)
    return _BODIES[command]


_BODIES: Final[dict[type[HallCommand], type[BaseModel]]] = {}
_KINDS: Final[dict[type[BaseModel], type[Any]]] = {}


@cache
def _part_of(kind: type[Any]) -> type[BaseModel]:
    """A model of a dataclass inside a command."""
    model = create_model(f"{kind.__name__}Part", __base__=CommandPart, __doc__=kind.__doc__, **_members(kind))
    _KINDS[model] = kind
    return model


def _members(kind: type[Any]) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    members: dict[str, Any] = {}
    for part in fields(kind):
        default = part.default if part.default is not MISSING else part.default_factory
        required = default is MISSING
        field = Field() if required else Field(default_factory=default) if callable(default) else Field(default=default)
        members[part.name] = (_bounded(hints[part.name]), field)
    return members


def _bounded(hint: Any) -> Any:
    """With the bounds of its kind, where it has none of its own."""
    if get_origin(hint) is Annotated:
        kind, *bounds = get_args(hint)
        arguments = get_args(kind)
        # A strict model takes no list of JSON for a tuple.
        return Annotated[list[_bounded(arguments[0])], *bounds] if get_origin(kind) is tuple else hint  # type: ignore[misc]
    if hint is str:
        return Annotated[str, Field(max_length=LONGEST_TEXT)]
    if hint is int:
        return Annotated[int, Field(ge=-MOST_NUMBER, le=MOST_NUMBER)]
    if isinstance(hint, type) and is_dataclass(hint):
        return _part_of(hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        return Annotated[list[_bounded(arguments[0])], Field(max_length=MOST_ITEMS)]  # type: ignore[misc]
    if origin in (Mapping, dict):
        return Annotated[dict[str, Any], Field(max_length=MOST_ITEMS)]
    if origin in (Union, types.UnionType):
        return Union[tuple(_bounded(each) for each in arguments)]  # noqa: UP007 - made of values
    return hint
