"""The fuzz targets for a fixed number of runs, and the proof that each can fail."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from hardware.firmware.fuzz import targets
from hardware.firmware.fuzz.make_seeds import frames, schedules

SEED = "-seed=1"
RUNS = {"frames": 8_000, "schedule": 700}
MOST_RUNS = 40_000
"""Until a planted mistake must be found. Runs, not seconds: a slow machine finds the same."""
PATIENCE_S = 280
LONG = pytest.mark.long


@pytest.fixture(autouse=True)
def _clang() -> None:
    try:
        targets.find_clang()
    except targets.NoFuzzerError as error:
        pytest.skip(f"fuzzing: {error}")


@pytest.mark.parametrize("target", targets.TARGETS)
def test_nothing_breaks(target: str, tmp_path: Path) -> None:
    """All kept inputs, and new ones from a seed that is another one each time."""
    program = targets.fuzz_binary(target)
    seed = f"-seed={1 + int.from_bytes(os.urandom(4)) % (2**32 - 2)}"
    print(f"{target}: {seed}")
    outcome = targets.run(program, target, tmp_path / "inputs", [f"-runs={RUNS[target]}", seed], PATIENCE_S)
    assert outcome.broken is None, f"{seed}\n{outcome.log[-3000:]}"
    assert outcome.runs >= RUNS[target]


@dataclass(frozen=True)
class Mistake:
    """``edits``: file of the core, what stands there, what is planted instead; ``words``: how it must be reported, in
    one of the ways between bars, whatever else of what follows from it an input happens to reach first.
    """

    target: str
    words: str
    edits: tuple[tuple[str, str, str], ...]

    def plant(self, core: Path) -> None:
        for name, right, wrong in self.edits:
            text = (core / name).read_text()
            assert text.count(right) == 1, "the source has changed: plant the mistake anew"
            (core / name).write_text(text.replace(right, wrong))


HATCH_FREE = "fault_of_hatch(b));\n    REFUSE_UNLESS(jobs_claim(b) == 0U, VERDICT_POWER_BUDGET, 0);"

PLANTED = {
    "a receiver that is one byte too small": Mistake(
        "frames", "out of bounds", (("cobs.c", "c->n >= FRAME_MAX", "c->n > FRAME_MAX"),)
    ),
    "a command that is executed again": Mistake(
        "frames", "was answered|was carried out twice",
        (("commands.c", "known != NULL)", "known != NULL && type != MSG_SHOW_DICE)"),),
    ),
    "a frame with another checksum": Mistake(
        "frames", "wrong CRC", (("link.c", "crc_end(crc_add(crc, frame, length))", "crc_add(crc, frame, length)"),)
    ),
    "no interlock of disc and hatch": Mistake(
        "schedule", "hatch that is not closed", (("motion.c", "return hatch_reads_closed(b) &&", "return"),)
    ),
    "no dead-man": Mistake("schedule", "host is silent", (("latch.c", "        motion_deadman(b);\n", ""),)),
    "an emergency stop a tick late": Mistake(
        "schedule", "run under an", (("sensors.c", "level ? 1U : RELEASE", "level ? 2U : RELEASE"),)
    ),
    "motion before a key after power-on": Mistake(
        "schedule", "no key was pressed",
        (("latch.c", "BIT(LATCHES_STOPPED_BY_HOST) | BIT(LATCHES_AWAITING_KEY))", "BIT(LATCHES_STOPPED_BY_HOST))"),),
    ),
    "a latch that is not told": Mistake(
        "schedule", "a key is awaited",
        (("latch.c", "b->latch.bits = b->latch.told = BIT(LATCHES_AWAITING_KEY);", "b->latch.told = 0;"),),
    ),
    "a warning that is too short": Mistake(
        "schedule", "a key or a warning",
        (("keys.c", "b->ms + PROTOCOL_WARNING_MS;", "b->ms + PROTOCOL_WARNING_MS / 2U;"),),
    ),
    "the hatch beside the lifts": Mistake(
        "schedule", "groups run together",
        (
            ("jobs.c", "return all_rest(b, others) && motion_drum_rests(b);", "return (void)others, true;"),
            ("interlock.c", HATCH_FREE, "fault_of_hatch(b));"),
        ),
    ),
    "a lift that rises under a forced hatch": Mistake(
        "schedule", "goes on rising",
        (("lift.c", "return rises && !sensor(b, SENSORS_HATCH_CLOSED);", "return rises && b == NULL;"),),
    ),
    "a lift that rises under a forced hatch on its way home": Mistake(
        "schedule", "goes on rising", (("lift.c", " || (!l->known && l->covered)", ""),)
    ),
    "a bootloader that does not wait for the drum": Mistake(
        "schedule", "not all is at rest", (("interlock.c", " && motion_drum_rests(b);", ";"),)
    ),
    "a bootloader that starts at some time": Mistake(
        "schedule", "watchdog was not fed",
        (("commands.c", "b->ms - b->commands.bootloader_ms >= BOOTLOADER_DELAY_MS",
          "b->ms - b->commands.bootloader_ms >= 2U * BOOTLOADER_DELAY_MS"),),
    ),
    "a host of another major version that keeps the drum alive": Mistake(
        "schedule", "host is silent", (("link.c", "return unheard(b) || !b->link.compatible;", "return unheard(b);"),)
    ),
    "a fault that stops only its own motor": Mistake(
        "schedule", "stops everything",
        (("reactions.c", "        motion_stop_all(b, reason);\n", ""),),
    ),
    "a fault that lets the drum turn": Mistake(
        "schedule", "holds the build",
        (("reactions.c", "    display_beep(b, BEEP_FAULT);\n    build_suspend(b, reason);\n", ""),),
    ),
    "a reaction that comes a tick late": Mistake(
        "schedule", "holds the build", (("board.c", "    build_tick(b);\n    react(b);\n", "    build_tick(b);\n"),)
    ),
    "a build that goes on in spite of a fault": Mistake(
        "schedule", "although fault",
        (("interlock.c", "    REFUSE_IF_REFUSED(no_fault(b));\n", "    (void)no_fault;\n"),),
    ),
    "a wall that lacks a tile": Mistake(
        "schedule", "is called ready",
        (("build.c", "return d->counts[s] < d->quota[s];", "return d->counts[s] + 1U < d->quota[s];"),),
    ),
    "a disc that turns for a service step while a lift is away": Mistake(
        "schedule", "is not at home",
        (("jobs.c", "(!below || lifts_all_home(b)) && (j->active", "(!below || b != NULL) && (j->active"),),
    ),
    "a lift that backs off for as long as it likes": Mistake(
        "schedule", "goes back for",
        (("lift.c", "return b->ms - b->lift[side].since_ms >= long_enough || motion_over_current(b, motor(side));",
          "return b->ms - b->lift[side].since_ms >= 4U * long_enough + 1000U;"),),
    ),
}  # fmt: skip


SHORT: Final = ("a frame with another checksum", "no dead-man")
"""Of the mistakes of each target one that is planted everywhere."""


@pytest.mark.parametrize("name", [name if name in SHORT else pytest.param(name, marks=LONG) for name in PLANTED])
def test_a_planted_mistake_is_found(name: str, tmp_path: Path) -> None:
    mistake = PLANTED[name]
    core = targets.copy_sources(tmp_path)
    mistake.plant(core)
    program = targets.fuzz_binary(mistake.target, core)
    try:
        arguments = [f"-runs={MOST_RUNS}", SEED]
        outcome = targets.run(program, mistake.target, tmp_path / "inputs", arguments, PATIENCE_S, mistake.words)
    finally:
        program.unlink()
    others = "; ".join(outcome.passed_over) or "nothing"
    assert outcome.broken is not None, f"not found in {outcome.runs} runs, in which {others} was found instead"
    told = any(words in outcome.broken for words in mistake.words.split("|"))
    assert told, f"another finding ended the run, which found {others} before"


def test_more_faults_at_once_than_there_is_room_for_still_stop_what_they_must(tmp_path: Path) -> None:
    core = targets.copy_sources(tmp_path)
    Mistake("schedule", "", (("fault.h", "#define FAULTS_AT_ONCE 8U", "#define FAULTS_AT_ONCE 1U"),)).plant(core)
    program = targets.fuzz_binary("schedule", core)
    try:
        arguments = [f"-runs={RUNS['schedule']}", SEED]
        outcome = targets.run(program, "schedule", tmp_path / "inputs", arguments, PATIENCE_S)
    finally:
        program.unlink()
    assert outcome.broken is None, outcome.log[-3000:]


@pytest.mark.parametrize(("target", "seeds"), [("frames", frames()), ("schedule", schedules())])
def test_the_committed_seeds_are_those_of_the_script(target: str, seeds: dict[str, bytes]) -> None:
    committed = {path.name: path.read_bytes() for path in (targets.SEEDS / target).iterdir()}
    assert committed == seeds
