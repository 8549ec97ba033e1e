"""When a release is well: asked of systemd and of the service, both played here, in simulated time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from api.doctor.running import Said
from api.updates import computer
from api.updates.errors import UpdateFailed
from api.updates.releases import Releases
from controller.config import Config
from hall.config import Config as HallConfig


class Played:
    """``answers``: what the service serves by path; ``restarts``: how often it ended; ``fails``: words of commands that
    fail."""

    def __init__(self) -> None:
        self.time = 0.0
        self.answers = {
            "/healthz": json.dumps({"status": "ok", "version": "2.0"}).encode(), "/": b"<html>", "/readyz": b"{}",
        }  # fmt: skip
        self.state = "active\n"
        self.restarts, self.fails, self.asked = "0\n", ["jantaku-hall.service"], list[str]()
        self.start_took = 2.5
        self.serves_from, self.serves_until = 0.0, float("inf")

    def run(self, command: Sequence[str], seconds: float) -> CompletedProcess[str]:
        line = " ".join(command)
        self.asked.append(line)
        failed = any(word in line for word in self.fails)
        said = self.restarts if "NRestarts" in line else self.state if "is-active" in line else ""
        if "TimestampMonotonic" in line:
            said = (
                f"ExecMainStartTimestampMonotonic=7000000\n"
                f"ActiveEnterTimestampMonotonic={7000000 + round(self.start_took * 1e6)}\n"
            )
        return CompletedProcess(list(command), int(failed), said, "it said no")

    def said(self, path: str) -> Said | None:
        """An answer of nothing is a 503."""
        content = self.answers.get(path) if self.serves_from <= self.time < self.serves_until else None
        return None if content is None else Said(200 if content else 503, content)

    def wait(self, seconds: float) -> None:
        self.time += seconds


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    made = Played()
    monkeypatch.setattr(computer, "said", lambda http, folder, path: made.said(f"hall{path}"))
    return made


def installed(played: Played, folder: Path, *, board: bool = True) -> computer.InstalledComputer:
    releases = Releases(folder)
    (releases.folder("2.0") / "jantaku-2.0.dist-info").mkdir(parents=True)
    return computer.InstalledComputer(
        releases, Config(), board=board, run=played.run, say=lambda text: None, wait=played.wait,
        clock=lambda: played.time, ask=lambda config, path: played.said(path),
    )  # fmt: skip


def test_a_release_is_well_when_it_serves_three_times_in_a_row_and_its_chain_holds(
    played: Played, tmp_path: Path
) -> None:
    assert installed(played, tmp_path).unwell("2.0") is None
    assert played.time == 2 * computer.BETWEEN_SECONDS
    assert any("update reads" in line for line in played.asked)


@pytest.mark.parametrize(
    ("path", "answer", "why"),
    [
        ("/healthz", None, "does not answer"),
        ("/healthz", b'{"status": "starting"}', "starting"),
        ("/healthz", b'{"status": "ok", "version": "1.0"}', "release 1.0 answers, not 2.0"),
        ("/", b"", "page is not served"),
        ("/readyz", None, "board does not answer"),
    ],
)
def test_each_thing_that_is_missing_makes_it_unwell_within_a_minute(
    path: str, answer: bytes | None, why: str, played: Played, tmp_path: Path
) -> None:
    played.answers.pop(path)
    if answer is not None:
        played.answers[path] = answer
    assert why in str(installed(played, tmp_path).unwell("2.0"))
    assert played.time <= 60


@pytest.mark.parametrize(("start_took", "why"), [(2.5, "does not answer"), (20.0, None), (0.0, "does not answer")])
def test_a_release_has_longer_on_a_computer_where_the_one_before_took_long_to_start(
    start_took: float, why: str | None, played: Played, tmp_path: Path
) -> None:
    made = installed(played, tmp_path)
    played.start_took, played.serves_from = start_took, 60.0
    made.stop()
    found = made.unwell("2.0")
    assert found is None if why is None else why in str(found)
    assert played.time <= max(computer.HEALTH_SECONDS, computer.STARTS * start_took)


def test_a_start_that_took_half_an_hour_keeps_no_table_out_of_play_for_hours(played: Played, tmp_path: Path) -> None:
    made = installed(played, tmp_path)
    played.start_took, played.serves_from = 1800.0, 1e9
    made.stop()
    assert "does not answer" in str(made.unwell("2.0"))
    assert played.time <= computer.LONGEST_SECONDS + computer.BETWEEN_SECONDS


def test_beside_a_table_the_slow_start_of_a_hall_gives_a_release_no_longer(played: Played, tmp_path: Path) -> None:
    made = installed(played, tmp_path)
    played.fails.clear()
    made.stop()
    assert [line for line in played.asked if "TimestampMonotonic" in line and "hall" in line] == []


@pytest.mark.parametrize(("serves_for", "why"), [(60.0, None), (1.5, "does not answer")])
def test_a_release_that_is_well_at_the_last_moment_is_looked_at_to_the_end(
    serves_for: float, why: str | None, played: Played, tmp_path: Path
) -> None:
    """The table is in play with it: the way back would take it out again."""
    played.serves_from = computer.HEALTH_SECONDS - computer.BETWEEN_SECONDS
    played.serves_until = played.serves_from + serves_for
    found = installed(played, tmp_path).unwell("2.0")
    assert found is None if why is None else why in str(found)
    assert played.time <= computer.HEALTH_SECONDS + computer.GOOD_IN_A_ROW * computer.BETWEEN_SECONDS


def test_a_release_is_compiled_and_on_the_disk_before_the_service_stops_for_it(played: Played, tmp_path: Path) -> None:
    made = installed(played, tmp_path)
    made.compile("2.0")
    made.try_copies("2.0")
    made.stop()
    steps = ("compileall", "sync -f", "update try", "systemctl stop")
    order = [next(step for step in steps if step in line) for line in played.asked if any(one in line for one in steps)]
    assert order == list(steps)


def test_a_board_that_did_not_answer_before_need_not_answer_after(played: Played, tmp_path: Path) -> None:
    del played.answers["/readyz"]
    assert installed(played, tmp_path, board=False).unwell("2.0") is None


def test_a_service_that_ended_by_itself_is_not_waited_for(played: Played, tmp_path: Path) -> None:
    played.fails.append("is-active")
    played.restarts = "1\n"
    assert "ended by itself" in str(installed(played, tmp_path).unwell("2.0"))
    assert played.time == 0


def test_a_broken_chain_makes_it_unwell(played: Played, tmp_path: Path) -> None:
    played.fails.append("update reads")
    assert "chain" in str(installed(played, tmp_path).unwell("2.0"))


def test_steps_that_fail_say_so(played: Played, tmp_path: Path) -> None:
    made = installed(played, tmp_path)
    played.fails += ["stop", "flash", "update keep", "update try"]
    steps = (made.stop, made.keep_journal, lambda: made.flash("2.0"), lambda: made.try_copies("2.0"))
    for step in steps:
        with pytest.raises(UpdateFailed, match="it said no"):
            step()


def test_only_services_that_are_enabled_here_are_stopped_and_started(played: Played, tmp_path: Path) -> None:
    made = installed(played, tmp_path)
    made.stop()
    made.start()
    assert "systemctl stop jantaku.service" in played.asked
    assert "systemctl start --no-block jantaku.service" in played.asked


@pytest.mark.parametrize(("state", "seconds"), [("deactivating\n", computer.ENDING_SECONDS), ("inactive\n", 0.0)])
def test_what_is_taken_back_is_killed_when_it_does_not_end_at_once(
    state: str, seconds: float, played: Played, tmp_path: Path
) -> None:
    played.state = state
    installed(played, tmp_path).stop(by_force=True)
    assert played.time == pytest.approx(seconds, abs=0.3)
    order = [line for line in played.asked if line.split()[1] in ("stop", "kill")]
    assert [line.split()[1] for line in order] == ["stop", "kill", "stop"]
    assert "--no-block" in order[0] and "--signal=SIGKILL" in order[1]


def test_a_service_that_says_that_it_is_not_well_is_not_waited_for(played: Played, tmp_path: Path) -> None:
    played.answers["/healthz"] = b""
    assert "not well" in str(installed(played, tmp_path).unwell("2.0"))
    assert played.time < computer.BAD_IN_A_ROW * computer.BETWEEN_SECONDS


@pytest.mark.parametrize(("answer", "why"), [(None, "does not answer"), (b"", "not well")])
def test_a_hall_that_does_not_work_makes_its_release_unwell(
    answer: bytes | None, why: str, played: Played, tmp_path: Path
) -> None:
    made = installed(played, tmp_path)
    made.hall = HallConfig()
    if answer is not None:
        played.answers["hall/readyz"] = answer
    assert why in str(made.unwell("2.0"))
    played.answers["hall/readyz"] = b"{}"
    assert made.unwell("2.0") is None
