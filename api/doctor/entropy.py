"""Checks of the random numbers: the kernel's generator, the computer's own, and the secrets of the dice."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final

from api.doctor.finding import AS_THE_SERVICE, Finding
from controller.fairness.entropy import kernel_ready
from controller.fairness.hardware_generator import GeneratorState, HardwareGenerator
from controller.fairness.vault import FOLDER, KEY_FILE

_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


def random_numbers(generator: HardwareGenerator, ready: Callable[[], bool] = kernel_ready) -> Finding:
    """Reads a window of the hardware generator and tests it."""
    if not ready():
        return Finding("random", "bad", "the kernel has no good random numbers yet", "Wait some minutes; try again.")
    generator.sample()
    if generator.state is GeneratorState.FAILED:
        remedy = "The dice go on with the kernel's numbers. Start the computer anew; if it comes again, replace it."
        return Finding("random", "warn", "the computer's own generator fails its tests", remedy)
    own = "its own is healthy" if generator.state is GeneratorState.HEALTHY else "no generator of its own to read"
    return Finding("random", "ok", f"the kernel's generator is ready; {own}")


def secrets(state_dir: Path) -> Finding:
    """Whether the secrets of the dice are this user's alone."""
    folder = state_dir / FOLDER
    try:
        if not folder.is_dir():
            return Finding("dice", "ok", "no secrets yet: the first start of the service makes them")
        open_files = [path.name for path in sorted(folder.iterdir()) if path.stat().st_mode & _OTHERS and _secret(path)]
    except OSError as error:
        return Finding("dice", "warn", f"{folder}: {error.strerror}", AS_THE_SERVICE)
    if open_files:
        remedy = "Find out who could read them; then remove them: the table makes new ones, and says so."
        return Finding("dice", "bad", f"others can read {', '.join(open_files)} in {folder}", remedy)
    return Finding("dice", "ok", "its secrets are the service's alone")


def _secret(path: Path) -> bool:
    return path.name == KEY_FILE or path.suffix == ".seed"
