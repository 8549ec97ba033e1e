"""What the contract says of every answer that is no: its status, and the members of a problem (RFC 9457)."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Final

from pydantic import BaseModel, ConfigDict

from api.http.problems import MEDIA_TYPE

NAME: Final = "Problem"
ALWAYS: Final = (400, 401, 403, 404, 405, 421, 422, 429, 500, 503)
"""Whatever is asked: what cannot be read, who is not paired, foreign pages, no such thing, methods, foreign names,
input, too often, our own mistakes, away for the moment."""
OF_COMMANDS: Final = (409, 411, 413, 415, 423)
_METHODS: Final = ("get", "post")


class Problem(BaseModel):
    """``code`` and ``number`` are stable and stand in docs/refusals.md. ``field``: the part of the input that is wrong.
    Some problems have further members."""

    model_config = ConfigDict(extra="allow")

    type: str
    title: str
    status: int
    code: str
    number: str
    detail: str
    remedy: str
    field: str | None = None


def with_problems(contract: dict[str, Any]) -> dict[str, Any]:
    """The contract with every status that a problem may have, instead of what FastAPI says of its own errors."""
    schemas = contract["components"]["schemas"]
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    schemas[NAME] = Problem.model_json_schema()
    for method, operation in _operations(contract):
        for status in (*ALWAYS, *(OF_COMMANDS if method == "post" else ())):
            operation["responses"].setdefault(str(status), {"description": HTTPStatus(status).phrase})
        for status, answer in operation["responses"].items():
            if int(status) >= HTTPStatus.BAD_REQUEST:
                answer["content"] = {MEDIA_TYPE: {"schema": {"$ref": f"#/components/schemas/{NAME}"}}}
    return contract


def _operations(contract: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path in contract["paths"].values():
        yield from ((method, path[method]) for method in _METHODS if method in path)
