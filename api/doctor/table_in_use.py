"""Whether the table is in use (a hand in play, tiles in the machine or up): no motor is tried then."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from controller.config import Config
from controller.events.machine import Place
from controller.journal.store import Journal
from controller.mechanism import fresh
from controller.table.games import Games
from controller.table.projection import Story


def story_of(path: Path, config: Config) -> Story | None:
    """What the journal says; None when there is none. Raises ``JournalError``."""
    if not path.is_file():
        return None
    story = Story(fresh(Games(config.game).usual_plan(config.table.max_stacks), config.table.sets).books)
    with Journal(path, now=lambda: datetime.now(UTC), read_only=True) as journal:
        for recorded in journal.replay(0):
            story.fold(recorded)
    return story


def in_the_way(story: Story | None) -> str | None:
    """Why no motor may be tried now, in one sentence with what to do; None when nothing is in the way."""
    if story is None:
        return None
    if story.match is not None and story.match.phase == "play":
        return "a hand is being played: enter its result, or abandon the match, first"
    books = story.books
    if books.raised is not None:
        return f"set {books.raised} stands on the table: take it off and tell the tablet that the table was emptied"
    for name, book in zip("AB", books.sets, strict=True):
        if book.place in (Place.IN_DRUM, Place.BUILDING, Place.STAGED):
            return f"set {name} is in the machine: empty it and tell the tablet that the table was emptied"
    return None
