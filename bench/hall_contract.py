"""``python -m bench.hall_contract [--examples 40] [--only PART] [--seed S]``: does a hall keep its contract?

schemathesis sends what ``api/hall/openapi.json`` allows and what it does not, over real HTTP to a hall with people, a
queue and a running tournament, as every role in turn; half of the ids in what is allowed are of things that are there.
Every answer has to be one that the contract names, and none an error of the server. Prints each finding with what was
sent. Exit status 1: there are some. The suite sends a few to some of the operations (``tests/api/hall``).
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import random
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.config import SchemathesisConfig
from schemathesis.core.failures import FailureGroup

from api.hall.app import create_app
from api.hall.openapi import FILE
from api.hall.routes.link import MOST_BODY_BYTES
from api.hall.runtime import HallRuntime, running
from api.service.listener import listen
from api.service.serving import serving_http
from controller.listening import HttpConfig
from hall.config import Config, HallConfig
from hall.permits import HallRole
from tools.hall_demo import Service, fill

PASSPHRASE: Final = "correct horse battery"
CLAIMED: Final = ["2xx", "401", "403", "404", "409", "410", "413", "422", "423", "429", "503"]
"""What data of the right shape may be answered with: the thing may not be there, or not in a state for it."""
REFUSED: Final = ["400", "401", "403", "404", "405", "406", "409", "411", "413", "415", "422", "423", "429"]
CHECKS: Final = {
    "checks": {
        "positive_data_acceptance": {"expected-statuses": CLAIMED},
        "negative_data_rejection": {"expected-statuses": REFUSED},
        "not_a_server_error": {"expected-statuses": ["2xx", "3xx", "4xx", "503"]},
    }
}
ENDLESS: Final = ("/api/v1/live", "/link/v1/orders")
"""They answer when something happens, or never end."""


@dataclass
class ServedHall:
    """``tokens``: of a sign-in of each role; the first is of nobody. ``known``: ids by the name of a field."""

    contract: Any
    tokens: list[str | None]
    known: dict[str, list[Any]] = field(default_factory=dict)


@contextmanager
def served(folder: Path) -> Iterator[ServedHall]:
    """A hall in a thread of this process, with something going on."""
    started, found = threading.Event(), dict[str, Any]()
    thread = threading.Thread(target=_serve, args=(folder, started, found), daemon=True)
    thread.start()
    if not started.wait(60):
        raise TimeoutError("the hall did not start")
    try:
        hall = Service("hall", int(found["url"].rpartition(":")[2].rstrip("/")), [], {}, folder)
        fill(hall)
        (one,) = hall.ask("/api/v1/views/tournaments")["tournaments"]
        hall.give("tournament.start-round", tournament=one["tournament"])
        desk = hall.ask(f"/api/v1/views/tournament/{one['tournament']}")
        people = hall.ask("/api/v1/views/people")["persons"]
        known = {
            "tournament": [one["tournament"]],
            "entrant": [each["id"] for each in desk["entrants"]],
            "person": [each["person"] for each in people] + [f"{one['tournament']}/{desk['entrants'][0]['id']}"],
            "topic": [f"{name}/{one['tournament']}" for name in ("tournament", "screen", "standings")] + ["floor"],
            "round": [1], "step": [len(desk["steps"])],
        }  # fmt: skip
        config = SchemathesisConfig.from_dict(CHECKS)
        contract = schemathesis.openapi.from_path(FILE, config=config)
        contract.config.update(base_url=found["url"].rstrip("/"))
        yield ServedHall(contract, [None, *_sign_ins(hall)], known)
    finally:
        found["loop"].call_soon_threadsafe(found["ending"].set)
        thread.join(30)


def _serve(folder: Path, started: threading.Event, found: dict[str, Any]) -> None:
    runtime = HallRuntime(Config(HallConfig(state_dir=folder / "state"), HttpConfig(port=0)))

    async def main() -> None:
        found["loop"], found["ending"] = asyncio.get_running_loop(), asyncio.Event()
        async with (
            serving_http(listen(HttpConfig(port=0)), create_app(runtime), runtime, MOST_BODY_BYTES) as pages,
            running(runtime),
        ):
            found["url"] = pages[0]
            started.set()
            await found["ending"].wait()

    asyncio.run(main())


def _sign_ins(hall: Service) -> Iterator[str]:
    for role in HallRole:
        if role is not HallRole.VIEWER:
            account = {"name": f"a {role.value}", "role": role.value, "passphrase": PASSPHRASE}
            hall.ask("/api/v1/accounts", account)
            sign_in = {"name": account["name"], "passphrase": PASSPHRASE, "program": True}
            yield hall.ask("/api/v1/sign-ins", sign_in)["token"]


def operations(contract: Any) -> list[tuple[str, str, GenerationMode]]:
    """Path, method and what is sent: right or wrong data."""
    return [
        (path, method, mode)
        for path, methods in contract.raw_schema["paths"].items()
        for method, operation in methods.items()
        if method in ("get", "post") and path not in ENDLESS
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
        if mode is GenerationMode.POSITIVE or operation.get("parameters") or "requestBody" in operation
    ]


def check(hall: ServedHall, path: str, method: str, mode: GenerationMode, examples: int, chance: int) -> str | None:
    """What was wrong with an answer; None: nothing. ``chance``: the seed."""
    turns, dice = itertools.cycle(hall.tokens), random.Random(chance)
    strategy = hall.contract[path][method].as_strategy(generation_mode=mode)
    body = "requestBody" in hall.contract.raw_schema["paths"][path][method]

    @seed(chance)
    @given(case=strategy)
    @settings(
        max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )  # fmt: skip
    def send(case: Any) -> None:
        if mode is GenerationMode.POSITIVE:
            for given_ in (case.path_parameters, case.body):
                _replace(given_, hall.known, dice)
        token = next(turns)
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        if method == "post" and not body:
            headers["Content-Type"] = "application/json"
        case.call_and_validate(timeout=20, headers=headers)

    try:
        with suppress(Unsatisfiable):  # every text is right for some
            send()
    except (AssertionError, FailureGroup) as error:
        return str(error)
    return None


def _replace(members: Any, known: dict[str, list[Any]], dice: random.Random) -> None:
    """Puts ids of things that are there into half of the members that name one."""
    if isinstance(members, dict):
        for name in members.keys() & known.keys():
            if dice.random() < 0.5:
                members[name] = dice.choice(known[name])


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m bench.hall_contract", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--examples", type=int, default=40, help="of each operation, right and wrong ones each")
    parser.add_argument("--only", default="", help="operations whose path contains this")
    parser.add_argument("--seed", type=int, default=None)
    given_ = parser.parse_args(words)
    chance = random.randrange(2**32) if given_.seed is None else given_.seed
    print(f"seed {chance}", flush=True)
    findings = 0
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as hall:
        listed = [one for one in operations(hall.contract) if given_.only in one[0]]
        for path, method, mode in listed:
            found = check(hall, path, method, mode, given_.examples, chance)
            if found is not None:
                findings += 1
                print(f"\n{mode.value} {method} {path}\n{found}", flush=True)
    print(f"{len(listed)} operations, {given_.examples} examples each, {findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
