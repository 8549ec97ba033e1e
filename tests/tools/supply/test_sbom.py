"""The bill of materials: it keeps to the schema, and holds every package that is shipped, with hashes and licence."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from cyclonedx.schema import SchemaVersion

from hardware.firmware.build import NoAvrToolsError, avr_elf
from tools.supply import sbom
from tools.supply.lockfile import read
from tools.supply.parts import SHIPPED, parts
from tools.supply.shipped import shipped
from tools.supply.vendored import Vendored

TIME = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


@pytest.fixture(scope="module")
def bill() -> dict[str, Any]:
    return dict(json.loads(sbom.bill([], TIME)))


def components(bill: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {one["name"]: one for one in bill["components"]}


def faults(bill: dict[str, Any]) -> object:
    """What the schema forbids in it, or ``None``."""
    from cyclonedx.validation.json import JsonStrictValidator  # its grammars, made at the import, take seconds

    return JsonStrictValidator(SchemaVersion.V1_6).validate_str(json.dumps(bill))


def test_it_keeps_to_the_schema(bill: dict[str, Any]) -> None:
    assert faults(bill) is None
    assert bill["specVersion"] == "1.6"


def test_a_bill_that_breaks_the_schema_would_be_seen(bill: dict[str, Any]) -> None:
    assert faults(bill | {"components": 3}) is not None


@pytest.mark.parametrize("part", SHIPPED)
def test_every_locked_package_is_in_it_with_version_and_hashes(bill: dict[str, Any], part: str) -> None:
    found = components(bill)
    for locked in read(parts()[part].lock):
        one = found[locked.name]
        (files,) = one["externalReferences"]
        assert one["version"] == str(locked.version)
        assert {(entry["alg"], entry["content"]) for entry in files["hashes"]} == {
            ("SHA-256", sha256) for sha256 in locked.sha256
        }


def test_every_package_has_its_licence(bill: dict[str, Any]) -> None:
    for one in shipped():
        (entry,) = components(bill)[one.name]["licenses"]
        assert one.licence in (entry.get("expression"), entry.get("license", {}).get("id"))


def test_what_needs_what_is_in_it(bill: dict[str, Any]) -> None:
    edges = {one["ref"]: {name.partition("@")[0] for name in one.get("dependsOn", [])} for one in bill["dependencies"]}
    assert {"pkg:pypi/fastapi", "pkg:pypi/uvicorn", "pkg:pypi/rpi-gpio"} < edges["jantaku"]
    starlette = next(edges[ref] for ref in edges if ref.startswith("pkg:pypi/starlette@"))
    assert "pkg:pypi/anyio" in starlette


def test_the_same_tree_makes_the_same_bill() -> None:
    assert sbom.bill([], TIME) == sbom.bill([], TIME)


def test_a_library_in_the_pages_is_in_it_with_each_file(monkeypatch: pytest.MonkeyPatch) -> None:
    library = Vendored(Path("vendor/lib"), "lib", "1.2.3", "BSD-3-Clause", {"one.js": "0" * 64})
    monkeypatch.setattr(sbom, "vendored", lambda: (library,))
    one = components(json.loads(sbom.bill([], TIME)))["lib"]
    assert (one["purl"], one["licenses"]) == ("pkg:npm/lib@1.2.3", [{"license": {"id": "BSD-3-Clause"}}])
    (file,) = one["components"]
    assert (file["name"], file["hashes"]) == ("lib/one.js", [{"alg": "SHA-256", "content": "0" * 64}])


def test_a_chip_image_is_in_it_with_its_build_its_hash_and_what_is_linked_in() -> None:
    try:
        image = avr_elf()
    except NoAvrToolsError as error:
        pytest.skip(f"chip image in the bill of materials: {error}")
    assert image in sbom.built(image.parent)
    bill = sbom.bill([image], TIME)
    assert bill == sbom.bill([image], TIME)
    one = components(json.loads(bill))[image.name]
    assert one["hashes"] == [{"alg": "SHA-256", "content": hashlib.sha256(image.read_bytes()).hexdigest()}]
    assert len(bytes.fromhex(one["version"])) == 8
    assert {inside["name"] for inside in one["components"]} == {"avr-libc", "libgcc"}


def test_the_time_is_that_of_the_release() -> None:
    assert json.loads(sbom.bill([], TIME))["metadata"]["timestamp"].startswith("2026-01-02T03:04:05")
