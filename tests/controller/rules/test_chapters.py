"""Every option stands under one chapter of the form."""

from __future__ import annotations

from controller.rules import rulesets
from controller.rules.rulesets import load
from controller.rules.sheet.chapters import _CHAPTERS, CHAPTERS, OTHER, chapter_of

OPTIONS = {option.name for ruleset in rulesets() for option in load(ruleset).options}


def test_every_option_has_a_chapter() -> None:
    assert {name for name in OPTIONS if chapter_of(name) == OTHER} == set(), (
        "add it to controller/rules/sheet/chapters.py"
    )


def test_no_chapter_names_an_option_twice_or_one_that_no_ruleset_has() -> None:
    named = [option for options in _CHAPTERS.values() for option in options.split()]
    assert sorted(named) == sorted(set(named))
    assert set(named) - OPTIONS == set()
    assert CHAPTERS[-1] == OTHER
