"""The state of a hall: a part for each room, folded from the hall's own journal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from controller.events import Recorded
from hall.floor import state as floor
from hall.floor.play import TablePlay
from hall.intake import state as tables
from hall.people import state as people
from hall.releases import state as releases
from hall.rooms import ROOMS
from hall.tournament import state as tournament
from hall.tournament.results import Results
from hall.tournament.values import TableDraw
from hall.webhooks import state as webhooks


@dataclass(frozen=True, slots=True)
class HallState:
    """``seq``: of the last event that is in it."""

    seq: int = 0
    people: people.State = field(default_factory=people.State)
    floor: floor.State = field(default_factory=floor.State)
    tournaments: tournament.State = field(default_factory=tournament.State)
    tables: tables.State = field(default_factory=tables.State)
    results: Results = field(default_factory=dict)
    """What the journals of the tables say of the games of tournaments (``hall.tournament.results``)."""
    plays: Mapping[str, TablePlay] = field(default_factory=dict)
    """What they say was played, by table; it is theirs as it is now."""
    draws: Mapping[str, TableDraw] = field(default_factory=dict)
    """Dice that they threw for draws of tournaments, by table; theirs as well."""
    webhooks: webhooks.State = field(default_factory=webhooks.State)
    releases: releases.State = field(default_factory=releases.State)

    def after(self, recorded: Recorded) -> HallState:
        parts = {room.name: room.evolve(getattr(self, room.name), recorded) for room in ROOMS}
        return replace(self, seq=recorded.seq, **parts)
