"""What the board keeps: shown, changed, and held to its own limits, on the real firmware."""

from __future__ import annotations

from typing import Any

import pytest

from api.cli import main
from api.doctor import procedures
from api.doctor.direct import Direct
from api.doctor.finding import Finding
from api.doctor.settings import BadSetting, parsed, settings
from firmware_bridge.messages import Setting
from hardware.simulator.virtual_time import run
from tests.api.doctor.conftest import Bench, Technician


def kept(bench: Bench, *words: str) -> dict[str, Finding]:
    async def scenario(board: Direct, _: Technician) -> Any:
        changed = await settings(board, parsed(words))
        again = await settings(board, {})
        assert [each.detail for each in again] == [each.detail.removesuffix(", kept by the board") for each in changed]
        return changed

    return {each.detail.partition(":")[0]: each for each in bench.play(scenario)}


def test_every_setting_is_shown_with_its_unit(bench: Bench) -> None:
    found = kept(bench)
    assert len(found) == len(Setting)
    assert found["current-limit-lift"].detail == "current-limit-lift: 1.2 A"
    assert found["max-stacks"].detail == "max-stacks: 20 stacks on one side"


def test_a_current_limit_is_given_in_amperes_and_kept(bench: Bench) -> None:
    found = kept(bench, "current-limit-hatch=0.9", "current-limit-disc=1")
    assert found["current-limit-hatch"].detail == "current-limit-hatch: 0.9 A, kept by the board"
    assert found["current-limit-disc"].detail == "current-limit-disc: 1.0 A, kept by the board"
    assert {each.verdict for each in found.values()} == {"ok"}


def test_what_the_board_does_not_allow_is_told(bench: Bench) -> None:
    found = kept(bench, "max-stacks=99")["max-stacks"]
    assert found.verdict == "warn" and "30 stacks" in found.detail and "99 stacks" in found.remedy


def test_they_are_part_of_what_a_technician_does_at_the_table(bench: Bench) -> None:
    async def whole() -> list[Finding]:
        async with bench.table():
            return await procedures.run_procedures(
                bench.port(), ["settings"], None, print, 1, {Setting.REVERSE_MS: 300}
            )

    assert "reverse-ms: 300 ms back after a stall, kept by the board" in [each.detail for each in run(whole())]


@pytest.mark.parametrize(
    "word", ["speed=1", "max-stacks", "max-stacks=many", "tail-ms=-1", "tail-ms=1e9", "tail-ms=nan"]
)
def test_a_word_that_is_no_setting_is_refused(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadSetting):
        parsed([word])
    assert main(["doctor", "--set", word, "--port", "/dev/none"]) == 2
    assert word.partition("=")[0] in capsys.readouterr().err
