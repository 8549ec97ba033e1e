"""What the contract says of every answer that is no: its status, the members of a problem (RFC 9457), and which codes
come with which status."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Final

from pydantic import BaseModel, ConfigDict

from api.http.problems import MEDIA_TYPE, STATUS_OF_KIND
from controller.mechanism.situation import Situation
from controller.refusals import Code

NAME: Final = "Problem"
ALWAYS: Final = (400, 401, 403, 404, 405, 421, 422, 429, 500, 503)
"""Whatever is asked: what cannot be read, who is not paired, foreign pages, no such thing, methods, foreign names,
input, too often, our own mistakes, away for the moment."""
OF_BODIES: Final = (411, 413, 415)
OF_COMMANDS: Final = (409, 423)
"""What depends on the state of the table: made for an older state, or not now. Other operations that can be refused so
name these statuses in their route."""
NAMES: Final = {
    413: "Content Too Large", 414: "URI Too Long", 416: "Range Not Satisfiable", 422: "Unprocessable Content",
}  # fmt: skip
"""Of RFC 9110: Python says so from 3.13 on, and one release has one contract with every Python."""
_METHODS: Final = ("get", "post", "put", "patch", "delete")


class Problem(BaseModel):
    """``code`` and ``number`` are stable and stand in docs/refusals.md. ``field``: the part of the input that is wrong;
    ``said``: what it takes, or why not now, in the language of the answer, where that can be said. Some problems have
    further members."""

    model_config = ConfigDict(extra="allow")

    type: str
    title: str
    status: int
    code: str
    number: str
    detail: str
    remedy: str
    field: str | None = None
    said: str | None = None


def codes_of(status: int) -> list[str]:
    """The codes that a problem of this status may have, in the order of the catalogue."""
    codes = [code.value.code for code in Code if STATUS_OF_KIND[code.value.kind] == status]
    # The machine says with the code in which situation something cannot be done.
    return codes + [f"{Code.NOT_NOW.value.code}-{each}" for each in Situation if Code.NOT_NOW.value.code in codes]


def with_problems(contract: dict[str, Any]) -> dict[str, Any]:
    """The contract with every status that a problem may have, instead of what FastAPI says of its own errors."""
    schemas = contract["components"]["schemas"]
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    schemas[NAME] = Problem.model_json_schema()
    for method, operation in _operations(contract):
        for status in _statuses(method, operation, schemas):
            operation["responses"].setdefault(str(status), {"description": _name(status)})
        for status, answer in operation["responses"].items():
            if int(status) >= HTTPStatus.BAD_REQUEST:
                schemas[f"{NAME}{status}"] = _of_status(int(status))
                answer["description"] = NAMES.get(int(status), answer["description"])
                answer["content"] = {MEDIA_TYPE: {"schema": {"$ref": f"#/components/schemas/{NAME}{status}"}}}
    return contract


def _statuses(method: str, operation: dict[str, Any], schemas: dict[str, Any]) -> tuple[int, ...]:
    if method == "get":
        return ALWAYS
    return (*ALWAYS, *OF_BODIES, *(OF_COMMANDS if _is_command(operation, schemas) else ()))


def _is_command(operation: dict[str, Any], schemas: dict[str, Any]) -> bool:
    """Whether the body names the state that its sender saw."""
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    name = body.get("$ref", "").rpartition("/")[2]
    return "expected_seq" in schemas.get(name, {}).get("properties", {})


def _name(status: int) -> str:
    return NAMES.get(status) or HTTPStatus(status).phrase


def _of_status(status: int) -> dict[str, Any]:
    narrowed = {"status": {"const": status}, "code": {"enum": codes_of(status)}}
    return {
        "title": f"{NAME}{status}",
        "description": f"{_name(status)}: the codes of this status stand in docs/refusals.md.",
        "allOf": [{"$ref": f"#/components/schemas/{NAME}"}, {"properties": narrowed}],
    }


def _operations(contract: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path in contract["paths"].values():
        yield from ((method, path[method]) for method in _METHODS if method in path)
