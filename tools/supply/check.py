"""Without a network: do the lock files fit ``pyproject.toml`` and each other, and may all that is shipped be shipped?

``python -m tools.supply.check``, part of ``make lint``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tools.supply.environments import environments
from tools.supply.licence import allowed
from tools.supply.lockfile import Locked, LockError, read
from tools.supply.parts import HEADER, SHIPPED, Part, parts
from tools.supply.shipped import Package, shipped
from tools.supply.vendored import Vendored, VendorError, vendored

Lock = Sequence[Locked]


def findings() -> list[str]:
    """Each a sentence for a person; empty when all is well."""
    wanted = parts()
    try:
        locks = {name: read(part.lock) for name, part in wanted.items()}
        copies = vendored()
    except (LockError, VendorError) as error:
        return [str(error)]
    except FileNotFoundError as error:
        return [f"{Path(error.filename).name} is missing; run `make lock`"]
    found = [line for name, part in wanted.items() for line in unfit(part, locks[name])]
    found += disagreements(locks)
    found += unrecorded([one for name in SHIPPED for one in locks[name]], shipped())
    return found + not_allowed((*shipped(), *copies))


def unfit(part: Part, lock: Lock) -> Iterator[str]:
    """Requirements that the lock does not answer on some Python or machine, or answers outside of their range."""
    for environment in environments():
        there = _applying(lock, environment)
        for asked in part.asked:
            if asked.marker is None or asked.marker.evaluate(environment):
                yield from _unanswered(part.lock.name, asked, there, environment)


def _applying(lock: Lock, environment: dict[str, str]) -> dict[str, Version]:
    return {one.name: one.version for one in lock if one.applies(environment)}


def _unanswered(
    file: str, asked: Requirement, there: Mapping[str, Version], environment: Mapping[str, str]
) -> Iterator[str]:
    where = f"Python {environment['python_version']} on {environment['platform_machine']}"
    version = there.get(canonicalize_name(asked.name))
    if version is None:
        yield f"{file}: {asked.name} is not locked for {where}; run `make lock`"
    elif version not in asked.specifier:
        yield f"{file}: {asked.name} {version} is outside of {asked.specifier} in pyproject.toml; run `make lock`"


def disagreements(locks: Mapping[str, Lock]) -> list[str]:
    """One environment holds any of the locks together, but for the two headers of the Pi."""
    found = set()
    for environment in environments():
        there = {name: _applying(lock, environment) for name, lock in locks.items()}
        for one, other in combinations(there, 2):
            if {one, other} != set(HEADER):
                found |= {
                    f"{package}: {there[one][package]} in {one}.lock, {there[other][package]} in {other}.lock"
                    for package in there[one].keys() & there[other].keys()
                    if there[one][package] != there[other][package]
                }
    return sorted(found)


def unrecorded(lock: Lock, record: Iterable[Package]) -> list[str]:
    locked, recorded = {(one.name, str(one.version)) for one in lock}, {(one.name, one.version) for one in record}
    found = [f"shipped.json: {name} {version} is not recorded; run `make lock`" for name, version in locked - recorded]
    found += [f"shipped.json: {name} {version} is not locked; run `make lock`" for name, version in recorded - locked]
    return sorted(found)


def not_allowed(shipped: Iterable[Package | Vendored]) -> list[str]:
    return [f"{one.name} is under {one.licence} and must not be shipped" for one in shipped if not allowed(one.licence)]


def main() -> int:
    found = findings()
    for line in dict.fromkeys(found):
        print(line, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
