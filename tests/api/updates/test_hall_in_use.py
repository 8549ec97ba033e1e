"""A hall is not updated under a round that is being played."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from api import cli
from api.commands import update_state
from api.updates.hall_in_use import busy, tournaments_of
from controller import config as table_config
from hall.catalogue import HALL_CATALOGUE
from hall.config import Config, HallConfig
from hall.store import HallJournal, open_store
from hall.tournament import commands as ask
from tests.hall.tournament.halls import TestHall, drawn, play, seated

WHO = "Ana"


def now() -> datetime:
    return datetime(2026, 11, 26, 3, 0, tzinfo=UTC)


def kept(hall: TestHall, folder: Path) -> Config:
    """The configuration of a hall whose store has these events."""
    config = Config(HallConfig(state_dir=folder))
    with open_store(config.store_url) as store:
        journal = HallJournal(store, HALL_CATALOGUE, now=now, random=Random(1).randbytes)
        journal.append([one.event for one in hall.journal])
    return config


def test_it_is_in_use_from_the_start_of_a_round_until_its_results_are_in() -> None:
    hall = seated(drawn(16))
    assert busy(hall.state) is None
    hall.do(ask.StartRound(WHO, hall.id))
    assert busy(hall.state) == f"round 1 of {hall.one().settings.name} is being played"
    hall.do(ask.CallTime(WHO, hall.id))
    assert busy(hall.state) is not None
    assert busy(play(seated(drawn(16)), Random(1)).state) is None
    hall.do(ask.AbandonTournament(WHO, hall.id, "the roof leaks"))
    assert busy(hall.state) is None


def test_the_command_says_so_of_a_computer_that_is_only_a_hall(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(table_config, "DEFAULT_PATH", tmp_path / "no-table.toml")
    hall = seated(drawn(16))
    config = kept(hall, tmp_path)
    monkeypatch.setattr(update_state, "hall_here", lambda: config)
    assert cli.main(["update", "idle"]) == 0
    hall.do(ask.StartRound(WHO, hall.id))
    (tmp_path / "hall.db").unlink()
    kept(hall, tmp_path)
    assert cli.main(["update", "idle"]) == 1
    assert "round 1 of" in capsys.readouterr().err


def test_a_hall_that_has_no_store_yet_is_not_in_use(tmp_path: Path) -> None:
    assert busy(tournaments_of(f"sqlite:///{tmp_path / 'hall.db'}", now)) is None
