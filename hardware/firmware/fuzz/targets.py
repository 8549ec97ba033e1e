"""Builds and runs the fuzz targets: the portable core under libFuzzer with address and undefined behaviour sanitizers.

Every target is this folder's C beside the core; nothing of it goes into a board.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from hardware.firmware import build

FOLDER: Final = Path(__file__).resolve().parent
SEEDS: Final = FOLDER / "seeds"
TARGETS: Final = {
    "frames": "bytes into the receiver: as they are, in frames outside of a session, in frames of a session",
    "schedule": "commands, keys, sensors, currents, time, resets and torn memory against the rules of safety",
}
SHARED: Final = ("check.c", "wire.c", "host.c", "guard.c", "books.c", "plant.c", "scene.c")
LONGEST: Final = 160
"""Bytes of an input."""
FLAGS: Final = (
    "-std=c11", *build.WARNINGS, "-Wno-sign-conversion", "-O2", "-g", "-fsanitize=fuzzer,address,undefined",
    f"-fsanitize-ignorelist={FOLDER / 'no_sanitizer.txt'}",
    f"-fsanitize-coverage-ignorelist={FOLDER / 'no_coverage.txt'}",
    "-fno-sanitize-recover=all", "-fno-omit-frame-pointer",
)  # fmt: skip
PROBE: Final = "int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return d && n ? 0 : 0; }"


class NoFuzzerError(build.FirmwareBuildError):
    """This machine has no clang, or no libFuzzer for it."""

    code = "firmware-no-fuzzer"


@dataclass(frozen=True)
class FuzzRun:
    """How a run ended. ``broken``: what did not hold, in the target's or the sanitizer's words, None when all did."""

    broken: str | None
    log: str

    @property
    def passed_over(self) -> tuple[str, ...]:
        """What else did not hold while something certain was sought, each named once."""
        mark = "PASSED OVER: "
        return tuple(line.removeprefix(mark) for line in self.log.splitlines() if line.startswith(mark))

    @property
    def runs(self) -> int:
        return int(self._statistic("stat::number_of_executed_units"))

    @property
    def runs_per_second(self) -> int:
        return int(self._statistic("stat::average_exec_per_sec"))

    def _statistic(self, name: str) -> str:
        lines = (line.split() for line in self.log.splitlines() if line.startswith(name))
        return next((words[1] for words in lines), "0")


@cache
def find_clang() -> build.Compiler:
    """Clang with libFuzzer. Raises NoFuzzerError."""
    clang = shutil.which("clang")
    remedy = "Run: apt-get install clang libclang-rt-14-dev"
    if clang is None:
        raise NoFuzzerError("No clang found", remedy)
    probe = subprocess.run(
        [clang, "-x", "c", "-fsanitize=fuzzer,address,undefined", "-", "-o", os.devnull],
        input=PROBE, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    if probe.returncode != 0:
        raise NoFuzzerError("This clang has no libFuzzer", remedy)
    return build.Compiler((clang,), build._version((clang,)))


def fuzz_folder() -> Path:
    """Where programs and findings are kept."""
    folder = build.build_folder().parent / "fuzz"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def fuzz_binary(target: str, core: Path | None = None) -> Path:
    """The program of a target, over the core or over a changed copy of it; what did not change is not compiled again.
    Raises FirmwareBuildError."""
    compiler = find_clang()
    flags = (*FLAGS, build._define("BUILD_HASH", build.build_hash()))
    inner = sorted((core or build.HERE / "core").iterdir())
    units = [path for path in inner if path.suffix == ".c"]
    units += [_beside(core, "hal_sim", "sim.c"), *(_beside(core, "fuzz", unit) for unit in (f"{target}.c", *SHARED))]
    headers = [path for path in [*inner, *build.sources("hal_sim"), *FOLDER.iterdir()] if path.suffix in {".h", ".txt"}]

    def compiled(unit: Path) -> Path:
        name = build._fingerprint((*compiler.command, compiler.version, *flags), [unit, *sorted(headers)])
        return build._built(fuzz_folder() / f"{unit.stem}-{name}.o", (*compiler.command, *flags, "-c", str(unit)))

    objects = [str(compiled(unit)) for unit in units]
    program = fuzz_folder() / f"{target}-{build._fingerprint(objects, [])}"
    return build._built(program, (*compiler.command, *flags, *objects))


def _beside(core: Path | None, folder: str, unit: str) -> Path:
    """A source next to the core it is to be built with: it includes the core's headers by a relative path."""
    return (core.parent if core else build.HERE) / folder / unit


def copy_sources(to: Path) -> Path:
    """A copy of everything a target is made of, to be changed; returns its core."""
    for name in ("core", "hal_sim", "fuzz"):
        (to / name).mkdir()
        for path in (build.HERE / name).glob("*.[ch]"):
            shutil.copy(path, to / name)
    return to / "core"


def run(
    program: Path, target: str, corpus: Path, arguments: Sequence[str], timeout_s: float, seek: str | None = None
) -> FuzzRun:
    """Runs from the seeds on; what is new goes to ``corpus``, a finding beside it.

    ``seek``: words of the finding that ends the run, or of several with bars between them; others are passed over and
    named in the outcome. What a sanitizer finds always ends it.
    """
    corpus.mkdir(parents=True, exist_ok=True)
    command = [
        str(program), "-print_final_stats=1", f"-max_len={LONGEST}", "-len_control=0", f"-artifact_prefix={corpus}-",
        *arguments, str(corpus), str(SEEDS / target),
    ]  # fmt: skip
    result = subprocess.run(
        command, capture_output=True, text=True, errors="replace", timeout=timeout_s, check=False,
        env=os.environ | ({"JANTAKU_FUZZ_SEEK": seek} if seek is not None else {}),
    )  # fmt: skip
    return FuzzRun(None if result.returncode == 0 else _what_broke(result.stderr), result.stderr)


def _what_broke(log: str) -> str:
    broken = [line for line in log.splitlines() if "BROKEN:" in line or "runtime error:" in line or "ERROR:" in line]
    if not broken and "run interrupted" in log:
        return "interrupted from outside"
    return broken[0].strip() if broken else log[-2000:]
