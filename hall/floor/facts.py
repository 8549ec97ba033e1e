"""Everything that the floor folds from the journal of one table, as one state with one step."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from controller.events import Recorded
from hall.floor import alarms, machines, play
from hall.floor.alarms import TableWatch
from hall.floor.machines import Machine
from hall.floor.play import TablePlay


@dataclass(frozen=True, slots=True)
class TableFacts:
    """``watch``: conditions for alarms; ``play``: games and hands; ``machine``: how it does."""

    watch: TableWatch
    play: TablePlay = field(default_factory=TablePlay)
    machine: Machine = field(default_factory=Machine)


def facts_of(table: str, epoch: str) -> TableFacts:
    """Of a table of which nothing has been heard yet."""
    return TableFacts(TableWatch(table, epoch))


def in_epoch(facts: TableFacts, epoch: str) -> TableFacts:
    """The table began a new journal: play and machine go on; what it asked for is asked again."""
    return replace(facts, watch=TableWatch(facts.watch.table, epoch, past=facts.watch.past))


def evolve(facts: TableFacts, recorded: Recorded) -> TableFacts:
    """After an event of the table. Never fails."""
    watch = alarms.evolve(facts.watch, recorded)
    played = play.evolve(facts.play, recorded)
    machine = machines.evolve(facts.machine, recorded)
    if watch is facts.watch and played is facts.play and machine is facts.machine:
        return facts
    return TableFacts(watch, played, machine)
