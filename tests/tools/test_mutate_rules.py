"""The worked cases notice every wrong value, test, exclusion, option and operator, but for those that are explained."""

from __future__ import annotations

import gc
import importlib
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from controller.rules import score
from controller.rules.sheet.ruleset import Ruleset
from tools.mutants import Change, Mutant, code, data
from tools.mutants.answers import answers
from tools.mutants.trial import RULES, RunsInCircles, all_mutants, limited, trial
from tools.mutate_rules import PARTS, examine, main, with_cases

SAMPLE = 30
CHOSEN = 2
ALL = (*with_cases(), *PARTS)


@pytest.fixture
def seed() -> int:
    """A fresh one; the command takes it to draw the same mutants again."""
    return random.SystemRandom().randrange(1_000_000)


def test_no_mutant_of_some_rulesets_survives_without_an_answer(seed: int) -> None:
    """Drawn anew in every run."""
    for name in random.Random(seed).sample(ALL, CHOSEN):
        none_is_open(name, seed)


@pytest.mark.campaign
@pytest.mark.parametrize("name", ALL)
def test_no_mutant_survives_without_an_answer(name: str, seed: int) -> None:
    none_is_open(name, seed)


def none_is_open(name: str, seed: int) -> None:
    """A sample; the command without one tries all."""
    print(f"python -m tools.mutate_rules --ruleset {name} --sample {SAMPLE} --seed {seed}")
    report = examine(name, SAMPLE, seed)
    assert report.mutants > 50
    assert report.open == []
    assert report.stale == []


def test_what_is_remembered_and_what_is_made_on_import_is_changed_too() -> None:
    """The fans of Chinese Official that sets make together are found once for each of them; tables of it are made when
    it is imported."""
    tried = trial("mcr")
    made = {mutant.id: mutant for mutant in all_mutants(tried)}
    assert tried.catches(made["code rulesets.mcr.combinations._groups: `before + key` as `before - key`"])
    assert tried.catches(made["code rulesets.mcr.combinations._TERMINAL_CHOWS: `2` one more"])
    assert all(score(record) == record["expect"] for record in tried.records if "error" not in record["expect"])


def test_a_missing_case_is_noticed() -> None:
    """Without the one case of great winds nothing says what they are worth."""
    tried = trial("hong-kong-old")
    tried.records = [record for record in tried.records if "great-winds" not in str(record["expect"])]
    great_winds = next(one for one in all_mutants(tried) if one.id == "item great-winds: never there")
    assert tried.catches(great_winds) == ""
    assert trial("hong-kong-old").catches(great_winds)


def test_after_a_trial_everything_is_as_it_was() -> None:
    tried = trial("base-and-doubles")
    tried.records = [record for record in tried.records if "error" not in record["expect"]]
    kept = list(tried.records)
    before = [score(record) for record in kept]
    for mutant in all_mutants(tried)[:40]:
        tried.catches(mutant)
    assert tried.records == kept, "what a mutant meets must not depend on those before it"
    assert [score(record) for record in kept] == before


def of_the_rules(source: str, **names: Any) -> None:
    """Runs this as if it were written in a file of the rules."""
    exec(compile(source, f"{RULES}/circles.py", "exec"), names)


def busy(seconds: float) -> None:
    """Uses the processor for so long."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_a_mutant_that_runs_in_circles_is_stopped() -> None:
    with pytest.raises(RunsInCircles), limited(0.05):
        of_the_rules("while True:\n    pass")


def test_an_alarm_that_strikes_in_a_callback_of_others_is_repeated_in_the_rules() -> None:
    """What is raised in a callback of the collector is swallowed there, as those of hypothesis would have it."""
    strikes = iter([0.1])

    def collected(_phase: str, _facts: dict[str, int]) -> None:
        busy(next(strikes, 0.0))

    gc.callbacks.append(collected)
    try:
        with pytest.raises(RunsInCircles), limited(0.05):
            of_the_rules("collect()\nfor _ in range(10_000_000):\n    pass", collect=gc.collect)
    finally:
        gc.callbacks.remove(collected)


def test_what_takes_a_mutant_back_is_never_cut_short() -> None:
    tried = trial("base-and-doubles")
    tried.seconds = 0.05
    taken_back = []

    @contextmanager
    def applied(rules: Ruleset) -> Iterator[Change]:
        yield rules, ""
        busy(0.1)
        taken_back.append(rules)

    tried.records = []
    assert tried.catches(Mutant("slow to take back", applied)) == ""
    assert taken_back == [tried.rules]


def test_functions_that_a_later_import_makes_of_a_shared_file_are_changed_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The western games make tests of functions in a file of Chinese classical, which may have been tried before."""
    (tmp_path / "shared_by_both.py").write_text("def more(by):\n    return lambda value: value + by\n")
    (tmp_path / "imported_later.py").write_text("import shared_by_both\n\nby_two = shared_by_both.more(2)\n")
    monkeypatch.syspath_prepend(tmp_path)
    try:
        shared = importlib.import_module("shared_by_both")
        first = shared.more(1)
        place = code.place_of(first.__code__)
        assert code.live(str(shared.__file__))[place] == [first]
        later = importlib.import_module("imported_later")
        found = code.live(str(shared.__file__))[place]
        assert {one(0) for one in found} == {1, 2}
        assert later.by_two in found
    finally:
        for name in ("shared_by_both", "imported_later"):
            sys.modules.pop(name, None)


def test_rows_of_one_id_that_cover_each_other_are_no_mutants() -> None:
    rules = trial("cantonese-old").rules
    names = {mutant.id for mutant in data.mutants(rules, ())}
    assert "item ping-woo#4: whatever the options" in names
    assert "item ping-woo: whatever the options" not in names


def test_answers_are_read_by_heading(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("## a\n\n| survivor | why |\n| --- | --- |\n| code f: `x \\| 1` as `x & 1` | because |\n## b\n")
    assert answers(page) == {"a": {"code f: `x | 1` as `x & 1`": "because"}}


def test_the_command_says_how_many_were_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--ruleset", "base-and-doubles"]) == 0
    assert "0 open" in capsys.readouterr().out


def test_a_record_that_is_refused_notices_too() -> None:
    """Nothing but the refused records says that a counter is no negative number."""
    tried = trial("riichi")
    negative = next(one for one in all_mutants(tried) if "_number: `type(value) is not int or" in one.id)
    assert tried.catches(negative).startswith("riichi-refused-honba")


def test_an_option_that_a_ruleset_does_not_have_is_no_mutant() -> None:
    names = {mutant.id for mutant in all_mutants(trial("riichi"))}
    assert "option kiriage: ignored" in names
    assert "option north: ignored" not in names
