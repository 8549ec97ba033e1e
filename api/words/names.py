"""Names that nobody gave: kept as the number of the seat (``#2``), shown in the words of each reader."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from controller.match import MatchState

_DEFAULT: Final = re.compile(r"#([1-5])")


def local_name(name: str, words: Mapping[str, str]) -> str:
    """As the pages show it (``localNames`` in ``api/web/shared/words.js``)."""
    found = _DEFAULT.fullmatch(name)
    return name if found is None else words["seat.number"].replace("{n}", found[1])


def with_local_names(state: MatchState, words: Mapping[str, str]) -> MatchState:
    """A match for readers of one language."""
    named = replace(state, names=tuple(local_name(name, words) for name in state.names))
    if state.ending is None or "ranking" not in state.ending.final:
        return named
    rows: list[dict[str, Any]] = state.ending.final["ranking"]
    ranking = [{**row, "name": local_name(row["name"], words)} for row in rows]
    return replace(named, ending=replace(state.ending, final={**state.ending.final, "ranking": ranking}))
