"""How an event that an older release stored becomes one of today: one step from each version to the next.

A step gets the JSON object of its version and returns that of the next one. It says when the shape changed and why.
Once released it is never edited, and never removed: stored journals need it for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

Step = Callable[[dict[str, Any]], dict[str, Any]]

_DECLARED_AT_FIRST: Final = ("riichi", "nagashi")


def declared_by_name(data: dict[str, Any]) -> dict[str, Any]:
    """The outcome of a hand had a field for each of two declarations of riichi; now any game has its own, by name."""
    outcome = dict(data["outcome"])
    first = {name: outcome.pop(name, ()) for name in _DECLARED_AT_FIRST}
    return {**data, "outcome": {**outcome, "declared": {name: seats for name, seats in first.items() if seats}}}


STEPS: Final[Mapping[tuple[str, int], Step]] = {
    ("match.hand-won", 1): declared_by_name,
    ("match.hand-ended", 1): declared_by_name,
    ("match.hand-corrected", 1): declared_by_name,
}
"""By type and the version that the step starts from."""
