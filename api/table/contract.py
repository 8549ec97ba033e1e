"""The HTTP contract as it is committed (``api.table.openapi``): making it anew would hold the loop for a second."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.http.packed import Packed, packed, sent

FILE: Final = Path(__file__).parents[1] / "openapi.json"
contract_route = APIRouter(include_in_schema=False)
contract_at_root = APIRouter(include_in_schema=False)
"""Where tools look first."""


@lru_cache(maxsize=1)
def _contract() -> Packed:
    return packed(FILE.read_bytes(), "application/json")


@contract_at_root.get("/openapi.json")
@contract_route.get("/openapi.json")
async def contract(request: Request) -> Response:
    return sent(_contract(), request)
