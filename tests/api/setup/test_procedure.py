"""The order in which a wish is carried out: what becomes of it, and what the table has when it is cut off anywhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from api.card.settings import ForNetwork, ForTable
from api.setup.errors import NotNow
from api.setup.kept import LAST, NETWORK, PLAN, Kept, Outcome, Plan
from api.setup.procedure import CUT_OFF, carry_out, recover
from api.setup.wish import ForFirmware, Wish
from controller.config_file import ConfigError
from controller.refusals import JantakuError

OLD, NEW = "[table]\nname = 'old'\n", "[table]\nname = 'new'\n"
OLD_NETWORK, NEW_NETWORK = b"psk=old-password", b"psk=new-password"
TABLE, NETWORK_WISH, FIRMWARE = ForTable(name="new"), ForNetwork("JP", "new", "new-password"), ForFirmware("1.0.0")


class PowerCut(BaseException):
    pass


@dataclass
class Fake:
    """A computer that is cut off before its ``cut``-th step, or after it (``late``)."""

    text: str = OLD
    kept_network: bytes | None = OLD_NETWORK
    board: str = "old"
    up: bool = True
    boots: str = "first"
    starts_with: set[str] = field(default_factory=lambda: {OLD, NEW})
    reaches: set[bytes | None] = field(default_factory=lambda: {OLD_NETWORK, NEW_NETWORK})
    connected: bytes | None = OLD_NETWORK
    busy: str | None = None
    fails: JantakuError | None = None
    cut: int = 0
    late: bool = False
    steps: int = 0
    done: list[str] = field(default_factory=list)

    def step(self, name: str) -> None:
        self.steps += 1
        self.done.append(name)
        if self.steps == self.cut:
            raise PowerCut

    def now(self) -> str:
        return "2026-05-01T03:00:00+00:00"

    def boot(self) -> str:
        return self.boots

    def check_idle(self, *, flash: bool = False) -> None:
        self.step("check")
        if self.busy:
            raise NotNow(self.busy)

    def table_text(self) -> str:
        return self.text

    def set_table(self, given: ForTable) -> None:
        self.step("set")
        if self.fails:
            raise self.fails
        self.text = NEW
        self.step("was set")

    def put_back_table(self, text: str) -> None:
        self.text = text

    def restart(self) -> bool:
        self.up = False
        self.step("restart")
        return self.start()

    def stop(self) -> None:
        self.step("stop")
        self.up = False
        self.step("stopped")

    def start(self) -> bool:
        self.up = self.text in self.starts_with
        return self.up

    def firmware(self) -> str:
        return "1.0.0"

    def flash(self, *, blank: bool) -> None:
        assert not self.up, "the board is the service's"
        self.board = "half"
        self.step("flash")
        if self.fails:
            raise self.fails
        self.board = "new"
        self.step("flashed")

    def network(self) -> bytes | None:
        return self.kept_network

    def join(self, network: ForNetwork) -> None:
        self.step("join")
        self.kept_network = NEW_NETWORK
        self.step("joined")

    def put_back_network(self, kept: bytes | None) -> None:
        self.kept_network = kept

    def connect(self) -> bool:
        self.step("connect")
        self.connected = self.kept_network if self.kept_network in self.reaches else None
        return self.connected is not None


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path)


def test_settings_are_written_and_the_service_starts_with_them(kept: Kept) -> None:
    computer = Fake()
    assert carry_out(TABLE, kept, computer).code == ""
    assert (computer.text, computer.up, kept.plan()) == (NEW, True, None)
    assert kept.last() == carry_out(TABLE, kept, Fake())


def test_settings_with_which_the_service_does_not_start_are_taken_back(kept: Kept) -> None:
    computer = Fake(starts_with={OLD})
    assert carry_out(TABLE, kept, computer).code == "setup-would-not-start"
    assert (computer.text, computer.up) == (OLD, True)


def test_settings_that_are_not_valid_change_and_restart_nothing(kept: Kept) -> None:
    computer = Fake(fails=ConfigError(None, 3, "table.name must be short"))
    assert carry_out(TABLE, kept, computer).detail == "table.name must be short"
    assert "restart" not in computer.done


@pytest.mark.parametrize("wish", [TABLE, FIRMWARE])
def test_nothing_is_touched_while_somebody_plays(kept: Kept, wish: Wish) -> None:
    computer = Fake(busy="a match is being played")
    outcome = carry_out(wish, kept, computer)
    assert (outcome.code, outcome.detail) == ("setup-not-now", "a match is being played")
    assert computer.done == ["check"]


def test_a_network_is_joined(kept: Kept, tmp_path: Path) -> None:
    computer = Fake()
    assert carry_out(NETWORK_WISH, kept, computer).code == ""
    assert computer.connected == NEW_NETWORK
    assert not (tmp_path / NETWORK).exists(), "the old password is kept nowhere"


@pytest.mark.parametrize("before", [OLD_NETWORK, None])
def test_a_network_that_does_not_come_leaves_the_one_of_before(kept: Kept, before: bytes | None) -> None:
    computer = Fake(reaches={OLD_NETWORK}, kept_network=before, connected=before)
    outcome = carry_out(NETWORK_WISH, kept, computer)
    assert outcome.code == "setup-network-not-reached"
    assert "new-password" not in outcome.detail
    assert (computer.kept_network, computer.connected) == (before, before)


def test_a_board_is_flashed_with_the_service_down_and_up_again(kept: Kept) -> None:
    computer = Fake()
    assert carry_out(FIRMWARE, kept, computer).code == ""
    assert (computer.board, computer.up) == ("new", True)


def test_a_board_that_cannot_be_flashed_leaves_the_service_up(kept: Kept) -> None:
    computer = Fake(fails=JantakuError("avrdude failed: not in sync"))
    assert carry_out(FIRMWARE, kept, computer).detail == "avrdude failed: not in sync"
    assert computer.up


def test_the_firmware_of_another_release_is_not_put_on(kept: Kept) -> None:
    computer = Fake()
    assert carry_out(ForFirmware("0.9"), kept, computer).code == "setup-wrong-release"
    assert computer.done == []


@pytest.mark.parametrize("boot", ["first", "second"])
@pytest.mark.parametrize("cut", range(1, 6))
@pytest.mark.parametrize("wish", [TABLE, NETWORK_WISH, FIRMWARE])
@pytest.mark.parametrize("reached", [True, False])
def test_cut_off_at_any_step_the_table_has_what_works(
    kept: Kept, wish: Wish, cut: int, boot: str, *, reached: bool, tmp_path: Path
) -> None:
    """Of the computer (another boot) or of the work alone (the same)."""
    computer = Fake(cut=cut, reaches={OLD_NETWORK, NEW_NETWORK} if reached else {OLD_NETWORK})
    try:
        carry_out(wish, kept, computer)
        assert computer.steps < cut
        return
    except PowerCut:
        computer.cut = 0
    computer.boots = boot
    computer.up = boot == "second" or computer.up
    planned = kept.plan() is not None
    outcome = recover(kept, computer)
    assert (outcome is not None) == planned
    assert computer.up or not planned
    assert computer.text in (OLD, NEW)
    assert computer.connected == computer.kept_network
    if outcome is not None:
        assert outcome.code == CUT_OFF
        assert kept.last() == outcome
    assert (kept.plan(), recover(kept, computer)) == (None, None)
    if planned:
        assert not (tmp_path / NETWORK).exists()


def test_settings_that_were_cut_off_and_do_not_start_are_taken_back_at_the_next_start(kept: Kept) -> None:
    computer = Fake(cut=4, starts_with={OLD})
    with pytest.raises(PowerCut):
        carry_out(TABLE, kept, computer)
    computer.cut, computer.boots = 0, "second"
    recover(kept, computer)
    assert (computer.text, computer.up) == (OLD, True)


def test_a_match_that_is_played_is_not_disturbed_by_what_was_cut_off(kept: Kept) -> None:
    computer = Fake(cut=3)
    with pytest.raises(PowerCut):
        carry_out(TABLE, kept, computer)
    computer.cut, computer.busy = 0, "a match is being played"
    computer.done.clear()
    recover(kept, computer)
    assert "restart" not in computer.done


@pytest.mark.parametrize("content", ["", "[]", "null", '{"boot": "first"}', '{"kind": "table"'])
def test_a_plan_that_cannot_be_read_is_ended_with_the_service_up(kept: Kept, tmp_path: Path, content: str) -> None:
    """What waits for the file would otherwise start the work over and over."""
    computer = Fake(up=False)
    (tmp_path / PLAN).write_text(content)
    outcome = recover(kept, computer)
    assert outcome is not None and outcome.code == CUT_OFF and computer.up
    assert kept.plan() is None and recover(kept, computer) is None


def test_what_a_later_release_left_is_taken_as_far_as_it_is_known(kept: Kept, tmp_path: Path) -> None:
    (tmp_path / LAST).write_text('{"kind": "table", "time": "2027-01-01T00:00:00+00:00", "tomorrow": 1}')
    assert kept.last() == Outcome("table", "2027-01-01T00:00:00+00:00")
    (tmp_path / PLAN).write_text('{"kind": "table", "boot": "first", "before": "x", "tomorrow": 1}')
    assert kept.plan() == Plan("table", "first", "x")
    (tmp_path / LAST).write_text("3")
    assert kept.last() is None
