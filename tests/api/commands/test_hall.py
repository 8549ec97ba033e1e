"""``jantaku hall``: its configuration, and the code of the first account."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from api.cli import main
from api.hall.runtime import HallRuntime, running
from hall.config import Config, HallConfig


def printed_code(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setenv("JANTAKU_HALL_STATE_DIR", str(folder))
    assert main(["hall", "owner-code"]) == 0
    return capsys.readouterr().out.split()[0]


def test_the_code_of_the_console_makes_the_first_account(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = printed_code(tmp_path, monkeypatch, capsys)

    async def scenario() -> None:
        async with running(HallRuntime(Config(HallConfig(state_dir=tmp_path)))) as runtime:

            async def at_once(work: object) -> str:
                return work()  # type: ignore[operator, no-any-return]

            words = "seven quiet tiles on a shelf"
            account = await runtime.accounts.make_first(code, "Ana", words, "here", at_once)
            assert runtime.running.state.people.accounts[account].role.value == "owner"

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["hall", "--store", "mysql://x"], "sqlite:/// or postgresql://"),
        (["hall", "--config", "/nowhere/hall.toml"], "cannot be read"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(
    words: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("JANTAKU_HALL_STATE_DIR", str(tmp_path))
    assert main([*words, "--http-port", "0"] if "--store" in words else words) != 0
    assert says in capsys.readouterr().err
