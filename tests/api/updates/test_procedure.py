"""An update that is ended at every instant, by a power cut between any two of its effects."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from api.updates import procedure
from api.updates.errors import NotNow, UpdateFailed
from api.updates.releases import Outcome, Plan, Releases

OLD, NEW = "1.0.0", "2.0.0"
FORMATS = {OLD: 1, NEW: 2}
"""The newest kind of event that a release writes, and can read."""


class PowerCut(BaseException):
    """Nothing catches it, as nothing catches a computer that is off."""


class Bench(Releases):
    """A computer with an old release, as files and fields; power goes after ``left`` effects. An effect is either
    whole or not there: that is what the real ones promise, each in its own test."""

    def __init__(self, root: Path, *, bad: str | None = None, formats: bool = False) -> None:
        super().__init__(root)
        self.left: int | None = None
        self.effects = 0
        self.bad, self.formats = bad, formats
        self.running: str | None = None
        self.board = OLD
        self.journal = [(1, "played before")]
        self.copy: list[tuple[int, str]] | None = None
        self.acknowledged = list(self.journal)
        for version in (OLD, NEW):
            self.folder(version).mkdir(parents=True)
        Releases.link(self, OLD)
        self.start()

    def effect(self) -> None:
        if self.left is not None and self.effects >= self.left:
            self.running = None
            raise PowerCut
        self.effects += 1

    # what the folder does: each of these is one exchange of a file
    def link(self, version: str | None) -> None:
        self.effect()
        super().link(version)

    def keep_plan(self, plan: Plan) -> None:
        self.effect()
        super().keep_plan(plan)

    def end(self, outcome: Outcome, *, refused: bool) -> None:
        self.effect()
        super().end(outcome, refused=refused)
        self.effect()

    # the computer
    sits_down = somebody_plays = False
    """While the release is compiled."""

    def now(self) -> str:
        return "2026-11-26T03:00:00Z"

    def stop(self, *, by_force: bool = False) -> None:
        self.effect()
        self.running = None

    def start(self) -> None:
        self.effect()
        self.running = self.current()
        if self.running == NEW and self.works(NEW) and self.formats:
            self.journal.append((FORMATS[NEW], "written by the new release"))
            self.acknowledged.append(self.journal[-1])

    def compile(self, version: str) -> None:
        assert self.running == OLD, "the table is in use meanwhile"
        self.somebody_plays = self.sits_down

    def try_copies(self, version: str) -> None:
        if self.bad == "cannot migrate":
            raise UpdateFailed("it knows no such event")

    def works(self, version: str | None) -> bool:
        return version != NEW or self.bad != "never starts"

    def keep_journal(self) -> None:
        self.effect()
        if self.bad == "no room":
            raise UpdateFailed("the disk is full")
        self.copy = list(self.journal)

    def reads_journal(self, version: str | None) -> bool:
        return all(kind <= FORMATS[str(version)] for kind, _ in self.journal)

    def put_journal_back(self) -> None:
        self.effect()
        if self.copy is not None:
            self.journal, self.copy = self.copy, None

    def drop_copy(self) -> None:
        self.effect()
        self.copy = None

    def flash(self, version: str | None) -> None:
        if self.bad == "board" and version == NEW:
            raise UpdateFailed("the board does not answer")
        self.effect()
        self.board = str(version)

    def unwell(self, version: str | None) -> str | None:
        self.effect()
        return "it does not answer" if self.bad in ("never starts", "sick") and version == NEW else None

    def power_up(self) -> None:
        """What the start of the computer does: recover, then the service."""
        self.left = None
        procedure.recover(self, self)
        if self.running is None:
            self.start()


def apply(bench: Bench) -> None:
    procedure.apply(Plan(NEW, OLD, flash=True), bench, bench)


def test_who_sat_down_while_a_release_was_compiled_is_not_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = Bench(tmp_path)
    bench.sits_down = True
    monkeypatch.setattr(procedure, "unpack", lambda bundle, place: place.mkdir(parents=True, exist_ok=True))
    monkeypatch.setattr(bench, "take_in", lambda place, version: None)
    bundle: Any = SimpleNamespace(manifest=SimpleNamespace(version=NEW))

    def check_idle() -> None:
        if bench.somebody_plays:
            raise NotNow("a match is played")

    with pytest.raises(NotNow):
        procedure.put_in(bundle, bench, bench, flash=False, check_idle=check_idle)
    assert (bench.running, bench.current(), bench.plan()) == (OLD, OLD, None)


def steps(make: Callable[[], Bench]) -> Iterator[int]:
    whole = make()
    whole.effects = 0
    apply(whole)
    yield from range(whole.effects + 1)


def assert_one_release(bench: Bench) -> None:
    """Old or new, never half: what is linked runs, with its own firmware, on a journal that it reads."""
    assert bench.current() in (OLD, NEW)
    assert bench.running == bench.current()
    assert bench.board == bench.current(), "firmware and service do not belong together"
    assert bench.reads_journal(bench.current())
    assert bench.plan() is None, "an update is still under way"
    assert bench.copy is None


KINDS = {"good": (None, False), "never starts": ("never starts", False), "sick": ("sick", False),
         "the board refuses": ("board", False), "no room": ("no room", False), "writes anew": (None, True),
         "sick after writing anew": ("sick", True)}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_power_that_goes_at_any_instant_leaves_the_old_release_or_the_new(kind: str, tmp_path: Path) -> None:
    bad, formats = KINDS[kind]
    number = iter(range(10_000))

    def make() -> Bench:
        return Bench(tmp_path / str(next(number)), bad=bad, formats=formats)

    for first in steps(make):
        for second in (None, *range(8)):  # and once more while it recovers
            bench = make()
            bench.effects, bench.left = 0, first
            try:
                apply(bench)
            except PowerCut:
                bench.effects, bench.left = 0, second
                with suppress(PowerCut):
                    procedure.recover(bench, bench)
                bench.power_up()
            assert_one_release(bench)
            if bad != "sick":
                assert bench.journal == bench.acknowledged, (first, second)


def test_a_good_release_runs_with_its_firmware_and_is_the_last_outcome(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    apply(bench)
    outcome = bench.last()
    assert outcome is not None
    assert (bench.running, bench.board, outcome.why) == (NEW, NEW, "")
    assert bench.refused() == []


@pytest.mark.parametrize("bad", ["never starts", "sick", "board"])
def test_a_bad_release_is_taken_back_by_itself_and_not_tried_again(bad: str, tmp_path: Path) -> None:
    bench = Bench(tmp_path, bad=bad)
    apply(bench)
    outcome = bench.last()
    assert outcome is not None and outcome.why
    assert (bench.running, bench.board) == (OLD, OLD)
    assert bench.refused() == [NEW]


def test_a_release_that_cannot_work_with_copies_stops_nobody_and_is_not_tried_again(tmp_path: Path) -> None:
    bench = Bench(tmp_path, bad="cannot migrate")
    bench.effects = 0
    apply(bench)
    outcome = bench.last()
    assert outcome is not None and outcome.why == "it knows no such event"
    assert (bench.running, bench.board, bench.refused()) == (OLD, OLD, [NEW])
    assert bench.effects == 2, "but for how it ended, nothing was done"


def test_without_room_for_a_copy_of_the_journal_nothing_is_changed(tmp_path: Path) -> None:
    bench = Bench(tmp_path, bad="no room")
    apply(bench)
    assert (bench.running, bench.board, bench.refused()) == (OLD, OLD, [])


def test_what_the_new_release_wrote_is_not_given_up_after_a_power_cut_while_it_works(tmp_path: Path) -> None:
    bench = Bench(tmp_path, formats=True)
    bench.effects, bench.left = 0, 8  # it was started, and power goes while it is watched
    with pytest.raises(PowerCut):
        apply(bench)
    bench.power_up()
    assert bench.running == NEW
    assert bench.journal == bench.acknowledged


def test_a_person_can_go_back_and_forth(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    apply(bench)
    procedure.back(bench, OLD, bench, flash=True)
    assert (bench.running, bench.board) == (OLD, OLD)
    procedure.back(bench, NEW, bench, flash=True)
    assert (bench.running, bench.board) == (NEW, NEW)


def test_nobody_goes_back_to_a_release_that_cannot_read_the_journal(tmp_path: Path) -> None:
    bench = Bench(tmp_path, formats=True)
    apply(bench)
    with pytest.raises(UpdateFailed, match="cannot read the journal"):
        procedure.back(bench, OLD, bench, flash=True)
    assert bench.running == NEW
