"""The rooms of a hall: each one's events, how its state follows from them, and its commands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from controller.events import Event, Recorded
from hall.commands import HallCommandSpec
from hall.floor import decide as floor_decide
from hall.floor import events as floor_events
from hall.floor import state as floor_state
from hall.intake import decide as tables_decide
from hall.intake import events as tables_events
from hall.intake import state as tables_state
from hall.people import decide as people_decide
from hall.people import events as people_events
from hall.people import state as people_state
from hall.releases import decide as release_decide
from hall.releases import events as release_events
from hall.releases import state as release_state
from hall.tournament import decide as tournament_decide
from hall.tournament import events as tournament_events
from hall.tournament import state as tournament_state
from hall.webhooks import decide as webhook_decide
from hall.webhooks import events as webhook_events
from hall.webhooks import state as webhook_state


@dataclass(frozen=True, slots=True)
class Room:
    """``name``: of its part in ``hall.state.HallState``. ``evolve``: its state after an event, which never fails;
    events of other rooms change nothing."""

    name: str
    initial: Any
    events: tuple[type[Event], ...]
    evolve: Callable[[Any, Recorded], Any]
    commands: tuple[HallCommandSpec[Any], ...]


ROOMS: Final = (
    Room("people", people_state.State(), people_events.EVENTS, people_state.evolve, people_decide.COMMANDS),
    Room("floor", floor_state.State(), floor_events.EVENTS, floor_state.evolve, floor_decide.COMMANDS),
    Room(
        "tournaments",
        tournament_state.State(),
        tournament_events.EVENTS,
        tournament_state.evolve,
        tournament_decide.COMMANDS,
    ),
    Room("webhooks", webhook_state.State(), webhook_events.EVENTS, webhook_state.evolve, webhook_decide.COMMANDS),
    Room("releases", release_state.State(), release_events.EVENTS, release_state.evolve, release_decide.COMMANDS),
    Room("tables", tables_state.State(), tables_events.EVENTS, tables_state.evolve, tables_decide.COMMANDS),
)
