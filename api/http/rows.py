"""How a route names the row of the table of permits that it belongs to: of a table, or of a hall."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Any

from fastapi import Depends
from fastapi.routing import APIRoute


@dataclass(frozen=True, slots=True)
class Row:
    """What ``allowed`` leaves on a route."""

    name: str

    async def __call__(self) -> None:
        """Nothing: ``may_ask`` of the service reads the name before the route is called."""


def allowed_by(rows: Container[str], where: str) -> Callable[[str], Any]:
    """``allowed`` of a service: a dependency that names the row which a route belongs to. ``where``: the module of the
    rows. It raises ``LookupError`` for one that is not there."""

    def allowed(name: str) -> Any:
        if name not in rows:
            raise LookupError(f"no row in {where} for {name}")
        return Depends(Row(name))

    return allowed


def row_of(route: APIRoute) -> str | None:
    """The row that a route names, before that of its router; None: it names none."""
    named = [depends.dependency.name for depends in route.dependencies if isinstance(depends.dependency, Row)]
    return named[-1] if named else None
