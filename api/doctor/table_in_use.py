"""Whether the table is in use (a hand in play, tiles in the machine or up): no motor is tried then."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from controller.config import Config
from controller.events.machine import Place
from controller.journal.store import Journal
from controller.mechanism import fresh
from controller.table.games import Games
from controller.table.projection import Projection
from controller.table.resume import ProjectionStart


def projection_of(path: Path, config: Config, leave_for: Path | None = None) -> Projection | None:
    """What the journal says; None when there is none. ``leave_for``: the journal of which this is a copy, whose next
    start by this release shall be short. Raises ``JournalError``."""
    if not path.is_file():
        return None
    plan = Games(config.game).usual_plan(config.table.max_stacks)
    with Journal(path, now=lambda: datetime.now(UTC), read_only=True) as journal:
        resume = ProjectionStart(journal, fresh(plan, config.table.sets).books)
        projection = resume.begin()
        for _ in resume.catch_up(projection):
            pass
        if leave_for is not None:
            resume.leave(projection, leave_for)
    return projection


def busy(projection: Projection | None) -> str | None:
    """Why the service may not stop for a minute now; None when nobody would notice."""
    if projection is None:
        return None
    if projection.match is not None and projection.match.phase != "over":
        return "a match is being played"
    if any(book.place is Place.BUILDING for book in projection.books.sets):
        return "the machine builds a wall"
    return None


def in_the_way(projection: Projection | None) -> str | None:
    """Why no motor may be tried now, in one sentence with what to do; None when nothing is in the way."""
    if projection is None:
        return None
    if projection.match is not None and projection.match.phase == "play":
        return "a hand is being played: enter its result, or abandon the match, first"
    books = projection.books
    if books.raised is not None:
        return f"set {books.raised} stands on the table: take it off and tell the tablet that the table was emptied"
    for name, book in zip("AB", books.sets, strict=True):
        if book.place in (Place.IN_DRUM, Place.BUILDING, Place.STAGED):
            return f"set {name} is in the machine: empty it and tell the tablet that the table was emptied"
    return None
