"""The committed contract is the one that the routes have."""

from __future__ import annotations

from api.table.openapi import FILE, contract


def test_the_committed_contract_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == contract(), "run `make generate` and look at what changes for clients"
