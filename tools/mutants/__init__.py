"""Rulesets with one thing wrong, made in memory: do the worked cases notice?

A mutant is a name and a context manager. Inside it the ruleset scores wrongly in one place; outside everything is as
it was. ``data`` changes what a ruleset lists (items, exclusions, options), ``code`` what its small functions do.
``trial`` scores the cases against a mutant; ``answers`` knows the survivors that have been looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from controller.rules.sheet.ruleset import Ruleset

Place = tuple[str, str, int]
"""File, qualified name and first line of a function."""
Change = tuple[Ruleset, str]
"""The ruleset to play, and the name of an option that is passed over (empty: none)."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """``id`` stays the same as long as the thing it changes does: it names items, options or source text. ``inside``:
    the one function that is another; what never calls it cannot notice. None where more may change."""

    id: str
    applied: Callable[[Ruleset], AbstractContextManager[Change]]
    inside: Place | None = None
