"""The service keeps the contract: schemathesis sends what the contract allows and what it does not, over real HTTP."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.config import SchemathesisConfig

from api.service.listener import listen
from api.service.runtime import Runtime, running
from api.service.serving import serving_http
from api.table.app import create_app
from api.table.contract import FILE
from controller.config import BoardConfig, Config, TableConfig
from controller.listening import HttpConfig
from controller.permits import Role
from controller.rules.seats import Seat

EXAMPLES = int(os.environ.get("JANTAKU_EXAMPLES", "4"))
"""Requests of each kind for each operation, others in each run."""
LEAVE = "/api/v1/me/leave"
"""After it a device is not paired any more."""
PAIRED = [role for role in Role if role is not Role.VIEWER]
CLAIMED = ["2xx", "403", "404", "409", "422", "423", "429", "503"]
"""What data of the right shape may be answered with: a table may be in no state for it, and a record that has the right
members may still be no hand."""
REFUSED = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429", "5xx"]
"""What data of a wrong shape may be answered with: as schemathesis has it, and 413, since wrong data can be too long as
well."""
CHECKS = {
    "checks": {
        "positive_data_acceptance": {"expected-statuses": CLAIMED},
        "negative_data_rejection": {"expected-statuses": REFUSED},
        "not_a_server_error": {"expected-statuses": ["2xx", "3xx", "4xx", "503"]},  # this table has no board
    }
}


def serve(folder: Path, started: threading.Event, found: dict[str, Any]) -> None:
    config = replace(Config(), table=TableConfig(state_dir=folder), board=BoardConfig(port="/dev/no-such-board"))

    async def main() -> None:
        found["loop"], found["ending"] = asyncio.get_running_loop(), asyncio.Event()
        runtime = Runtime(config)
        async with (
            serving_http(listen(HttpConfig(port=0)), create_app(runtime, pairings=runtime.pairings), runtime) as pages,
            running(config, runtime),
        ):
            found["url"] = pages[0]
            found["tokens"] = [runtime.access.let_in(f"a {role}", role, seat_of(role), "test", 3600) for role in PAIRED]
            started.set()
            await found["ending"].wait()

    asyncio.run(main())


@dataclass(frozen=True)
class Served:
    """The contract as it is served to this computer, its owner; ``tokens``: of a device of each other role."""

    contract: Any
    tokens: list[str]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    started, found = threading.Event(), dict[str, Any]()
    folder = tmp_path_factory.mktemp("contract")
    thread = threading.Thread(target=serve, args=(folder, started, found), daemon=True)
    thread.start()
    assert started.wait(30)
    try:
        config = SchemathesisConfig.from_dict(CHECKS)
        read = schemathesis.openapi.from_url(f"{found['url']}/api/v1/openapi.json", config=config)
        yield Served(read, [token.text for token in found["tokens"]])
    finally:
        found["loop"].call_soon_threadsafe(found["ending"].set)
        thread.join(30)


def seat_of(role: Role) -> Seat | None:
    return Seat(1) if role is Role.SEAT else None


def can_be_wrong(operation: dict[str, Any]) -> bool:
    """Whether a request of it says anything that could be wrong."""
    inside = [each for each in operation.get("parameters", ()) if each["in"] in ("query", "path")]
    return bool(inside) or "requestBody" in operation


CASES = [
    pytest.param(path, method, mode, id=f"{mode.value}-{method}-{path}")
    for path, methods in json.loads(FILE.read_text(encoding="utf-8"))["paths"].items()
    for method, operation in methods.items()
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    if not path.endswith("/live") and (mode is GenerationMode.POSITIVE or can_be_wrong(operation))
]


@pytest.mark.parametrize(("path", "method", "mode"), CASES)
def test_every_answer_is_one_that_the_contract_names(
    served: Served, path: str, method: str, mode: GenerationMode
) -> None:
    operation = served.contract[path][method]

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    def check(case: Any) -> None:
        case.call_and_validate(timeout=10)

    check()


@pytest.mark.parametrize(
    ("path", "method"), dict.fromkeys(case.values[:2] for case in CASES if case.values[0] != LEAVE)
)
def test_every_role_is_answered_as_the_contract_says(served: Served, path: str, method: str) -> None:
    """Data that the contract allows, from a device of each role in turn: let in, or refused, in a documented way."""
    turns, examples = itertools.cycle(served.tokens), max(len(PAIRED), EXAMPLES)

    @given(case=served.contract[path][method].as_strategy(generation_mode=GenerationMode.POSITIVE))
    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    def check(case: Any) -> None:
        answer = case.call_and_validate(timeout=10, headers={"Authorization": f"Bearer {next(turns)}"})
        assert answer.status_code != 401

    check()
