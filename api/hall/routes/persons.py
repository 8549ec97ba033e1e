"""Contact data of persons: read, written, handed over and deleted. They lie beside the journal and in no event."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Annotated, Any, Final

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from api.hall.dependencies import actor_of, allowed, hall_of, runtime_of
from api.hall.routes.accounts import Done
from controller.limits import LONGEST_WHY
from hall.catalogue import HALL_CATALOGUE
from hall.people.contacts import contact_of

router = APIRouter(prefix="/persons", tags=["person"])
LONGEST_FIELD: Final = 500


class ContactGiven(BaseModel):
    """``fields``: of ``hall.people.contacts.Contact``; what is left out is forgotten."""

    model_config = ConfigDict(extra="forbid", strict=True)

    fields: Annotated[dict[str, Annotated[str, Field(max_length=LONGEST_FIELD)]], Field(max_length=20)]


class Why(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    why: Annotated[str, Field(min_length=1, max_length=LONGEST_WHY)]


class ContactShown(BaseModel):
    contact: dict[str, str] | None


class PersonExported(BaseModel):
    """Everything that the hall keeps about a person."""

    model_config = ConfigDict(extra="allow")

    person: str
    name: str
    since: str
    contact: dict[str, str] | None
    events: list[dict[str, Any]]


@router.get("/{person}/contact", summary="Contact data of a person", dependencies=[allowed("read.contacts")])
async def contact(person: str, request: Request) -> ContactShown:
    hall_of(request)
    found = runtime_of(request).contacts.read(person)
    return ContactShown(contact=None if found is None else asdict(found))


@router.post("/{person}/contact", summary="Keep contact data", dependencies=[allowed("person.keep-contact")])
async def keep(person: str, given: ContactGiven, request: Request) -> Done:
    hall_of(request)
    await runtime_of(request).contacts.keep(person, contact_of(given.fields), actor_of(request).name)
    return Done()


@router.post("/{person}/contact/delete", summary="Delete contact data", dependencies=[allowed("person.delete-contact")])
async def delete(person: str, given: Why, request: Request) -> Done:
    hall_of(request)
    await runtime_of(request).contacts.delete(person, given.why, actor_of(request).name)
    return Done()


@router.post(
    "/{person}/export",
    summary="All that is kept about a person",
    dependencies=[allowed("person.export")],
    responses={409: {"description": "the data were deleted"}},
)
async def export(person: str, request: Request) -> PersonExported:
    journal = hall_of(request).journal
    events = (
        {"seq": one.seq, "type": one.event.type, "time": one.time, **HALL_CATALOGUE.to_json(one.event)}
        for one in journal.replay()
    )
    return PersonExported(**await runtime_of(request).contacts.export(person, events, actor_of(request).name))


@router.post("/{person}/erase", summary="Erase a person", dependencies=[allowed("person.erase")])
async def erase(person: str, given: Why, request: Request) -> Done:
    runtime, tournaments = runtime_of(request), hall_of(request).state.tournaments.tournaments
    await runtime.contacts.erase(person, given.why, actor_of(request).name)
    await asyncio.to_thread(runtime.sheets.delete_of, person, [*tournaments.values()])
    return Done()
