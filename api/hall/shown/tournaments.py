"""The tournaments of a hall, and what a new one can have: scoring rules, and tables to be played at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from api.hall.shown.people import Part
from api.hall.shown.tournament import place_name
from api.hall.views import ViewShown, view
from hall.tournament.presets import Preset, differences, preset_of, presets

if TYPE_CHECKING:
    from api.hall.runtime import HallRuntime

MOST_NUMBER: Final = 10**6
"""Beyond every number on the floor."""


class TournamentListed(Part):
    tournament: str
    name: str
    phase: str
    round: int
    rounds: int
    entrants: int
    city: str
    first_day: str
    last_day: str
    abandoned: bool


class Difference(Part):
    """A member in which rules of the house differ from those that they were made from; null: it is not there."""

    member: str
    value: Any
    source: Any


class PresetListed(Part):
    """``own``: of this house. ``document``: as the command ``tournament.keep-preset`` takes it. ``source``: the edition
    of the rules that it was made from, where it says so and they are there; ``differences`` from them."""

    id: str
    edition: str
    version: int
    own: bool
    document: dict[str, Any]
    source: str | None
    differences: list[Difference]


class TournamentsView(ViewShown):
    """All of them, the latest first. ``presets``: scoring rules that a new one can have."""

    tournaments: list[TournamentListed]
    presets: list[PresetListed]


class PlaceShown(Part):
    """A table with a board, by its number and name on the floor."""

    table: str
    name: str


class PlacesView(ViewShown):
    """Where games of a tournament can be played."""

    places: list[PlaceShown]


@view("tournaments", "read.public", "tournament", "preset")
def tournaments(runtime: HallRuntime, _id: str) -> TournamentsView:
    state = runtime.running.state.tournaments
    listed = [
        TournamentListed(
            tournament=one.id,
            name=one.settings.name,
            phase=one.phase or "draft",
            round=len(one.rounds),
            rounds=one.settings.rounds,
            entrants=len(one.entrants),
            city=one.settings.city,
            first_day=one.settings.first_day,
            last_day=one.settings.last_day,
            abandoned=bool(one.abandoned),
        )
        for one in reversed([*state.tournaments.values()])
    ]
    own = {id_: preset_of(document) for id_, document in state.presets.items()}
    known = {**presets(), **own}
    return TournamentsView(tournaments=listed, presets=[_preset(one, known, one.id in own) for one in known.values()])


def _preset(one: Preset, known: Mapping[str, Preset], own: bool) -> PresetListed:
    source, document = known.get(one.based_on), one.document()
    return PresetListed(
        id=one.id,
        edition=one.edition,
        version=one.version,
        own=own,
        document=document,
        source=None if source is None else source.edition,
        differences=[]
        if source is None
        else [Difference(member=name, value=value, source=before) for name, value, before in differences(one, source)],
    )


@view("places", "read.tournaments", "floor", "table")
def places(runtime: HallRuntime, _id: str) -> PlacesView:
    state = runtime.running.state
    floor = state.floor.tables
    listed = sorted(state.tables.present, key=lambda one: floor[one.id].number if one.id in floor else MOST_NUMBER)
    return PlacesView(places=[PlaceShown(table=one.id, name=place_name(floor.get(one.id), one)) for one in listed])
