"""The simulator repeats names and numbers of the link schema; they must be the same."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from hardware.simulator import parts

SCHEMA = tomllib.loads((Path(__file__).parents[3] / "firmware_bridge" / "protocol.toml").read_text())


def test_sensor_bits_are_those_of_the_schema() -> None:
    theirs = {name.lower().replace("_", "-"): bit for name, bit in SCHEMA["flags"]["Sensors"]["bits"].items()}
    assert parts.sensor_names() == theirs


@pytest.mark.parametrize(
    ("ours", "name"), [(parts.Lamp, "Lamps"), (parts.Capability, "Capabilities")], ids=["lamps", "capabilities"]
)
def test_flags_are_those_of_the_schema(ours: type[parts.Lamp] | type[parts.Capability], name: str) -> None:
    assert {flag.name: flag.value for flag in ours} == {
        flag: 1 << bit for flag, bit in SCHEMA["flags"][name]["bits"].items()
    }


@pytest.mark.parametrize("ours", [parts.Key, parts.ResetCause])
def test_numbers_are_those_of_the_schema(ours: type[parts.Key] | type[parts.ResetCause]) -> None:
    theirs = SCHEMA["enums"][ours.__name__]["values"]
    assert {member.name: member.value for member in ours} == {k: v for k, v in theirs.items() if k != "BOTH"}


def test_motors_are_in_the_order_of_the_schema() -> None:
    theirs = {v: k.lower().replace("_", ".") for k, v in SCHEMA["enums"]["Mechanism"]["values"].items() if k != "ALL"}
    assert dict(enumerate(parts.MOTOR_NAMES)) == theirs
