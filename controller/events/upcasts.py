"""How an event that an older release stored becomes one of today: one step from each version to the next.

A step gets the JSON object of its version and returns that of the next one. It says when the shape changed and why.
Once released it is never edited, and never removed: stored journals need it for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

Step = Callable[[dict[str, Any]], dict[str, Any]]

STEPS: Final[Mapping[tuple[str, int], Step]] = {}
"""By type and the version that the step starts from. Every event still has its first shape."""
