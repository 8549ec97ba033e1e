"""What the topics of a table are made from: its snapshot without what is nobody's business, and what it has counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from api.words.shown import Words

Snapshot = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TableFacts:
    """``snapshot``: as ``GET /table`` answers, from which ``facts_of`` has taken the names where they are withheld.
    ``walls``: built so far; ``counters``: of the board, None until it has told them. ``words``: of the table's
    language."""

    snapshot: Snapshot
    walls: int
    counters: Mapping[str, int] | None
    words: Words
    names: bool

    @property
    def match(self) -> Mapping[str, Any] | None:
        found: Mapping[str, Any] | None = self.snapshot["match"]
        return found

    def player(self, seat: int) -> Mapping[str, Any] | None:
        """Who sits there; ``seat`` from 0."""
        rows = self.match["seats"] if self.match else ()
        return next((row for row in rows if row["seat"] == seat), None)


def facts_of(
    snapshot: Snapshot, *, walls: int, counters: Mapping[str, int] | None, words: Words, names: bool
) -> TableFacts:
    """``names``: whether players may be named."""
    return TableFacts(snapshot if names else nameless(snapshot), walls, counters, words, names)


def nameless(snapshot: Snapshot) -> dict[str, Any]:
    """Every player is called by the number of his seat, as one who gave no name."""
    match = snapshot["match"]
    if match is None:
        return dict(snapshot)
    called = _numbers(match)
    seats = [{**row, "name": called[row["name"]]} for row in match["seats"]]
    sentence = snapshot["sentence"]
    args = {key: _called(key, value, called, match) for key, value in sentence["args"].items()}
    resting = {"resting": [called[name] for name in match["resting"]], "rests_next": called.get(match["rests_next"])}
    hidden = {**match, "seats": seats, **resting}
    return {**snapshot, "match": hidden, "sentence": {**sentence, "args": args}}


def _numbers(match: Mapping[str, Any]) -> dict[str, str]:
    seated = {row["name"]: f"#{row['seat'] + 1}" for row in match["seats"]}
    resting = (name for name in match["resting"] if name not in seated)
    return seated | {name: f"#{number}" for number, name in enumerate(resting, len(seated) + 1)}


def _called(key: str, value: Any, called: Mapping[str, str], match: Mapping[str, Any]) -> Any:
    """``names``: of those who share the first place."""
    if key == "names":
        rows = (match["final"] or {}).get("ranking") or ()
        return [called.get(row["name"], "") for row in rows if row["place"] == 1]
    return called.get(value, "") if key == "name" else value
