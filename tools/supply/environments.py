"""The machines that the locks serve, as the markers of requirements see them."""

from __future__ import annotations

from typing import Final

PYTHONS: Final = ("3.11", "3.12", "3.13")
"""Raspberry Pi OS has 3.11 and 3.13."""
MACHINES: Final = ("x86_64", "aarch64")


def environments() -> list[dict[str, str]]:
    """Marker variables for each Python on each machine."""
    return [_environment(python, machine) for python in PYTHONS for machine in MACHINES]


def _environment(python: str, machine: str) -> dict[str, str]:
    return {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "implementation_version": f"{python}.0",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
        "platform_machine": machine,
        "platform_system": "Linux",
        "sys_platform": "linux",
        "os_name": "posix",
        "extra": "",
    }
