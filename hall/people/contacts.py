"""Contact data of persons: records beside the journal, which can be deleted for good.

An event refers to a record by its id and says which fields it fills, never what they hold. A record is written before
the event that refers to it, and deleted after the event that says so, which may be refused. A power cut in between
leaves an *orphan*, a record that no person's state refers to: the hall deletes those when it starts (``orphans``).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from datetime import datetime, timedelta
from typing import Any, Final, Protocol

from controller.limits import check_words
from controller.refusals import Code, Refused, Takes
from hall.commands import HallCommand
from hall.ids import new_id
from hall.people.commands import DeleteContact, ErasePerson, ExportPerson, KeepContact
from hall.people.state import State

Give = Callable[[HallCommand], Awaitable[Any]]
"""Hands a command to the hall's one writer, for whoever asks. Raises ``Refused``."""


@dataclass(frozen=True, slots=True)
class Contact:
    """What a hall may know of a person besides the name that it shows. Empty: not known."""

    full_name: str = ""
    email: str = ""
    phone: str = ""
    address: str = ""
    country: str = ""
    club: str = ""
    note: str = ""

    def filled(self) -> tuple[str, ...]:
        return tuple(name for name in FIELDS if getattr(self, name))


FIELDS: Final = tuple(one.name for one in fields(Contact))
LONGEST: Final[Mapping[str, int]] = {"address": 300, "note": 500}
LONGEST_FIELD: Final = 100


def contact_of(given: Mapping[str, Any]) -> Contact:
    """From a form. Raises ``Refused`` (``bad-contact``, ``bad-words``) naming the field."""
    for name, value in given.items():
        if name not in FIELDS:
            raise Refused(Code.BAD_CONTACT, Takes.UNKNOWN(), field=name)
        if not isinstance(value, str):
            raise Refused(Code.BAD_CONTACT, Takes.TEXT(), field=name)
        check_words(value, name, LONGEST.get(name, LONGEST_FIELD), may_be_empty=True)
    contact = Contact(**{name: value.strip() for name, value in given.items()})
    if not contact.filled():
        raise Refused(Code.BAD_CONTACT, Takes.SOMETHING(), field="fields")
    return contact


class ContactStore(Protocol):
    """Durable when it returns. What is deleted is overwritten or gone from the file, not only marked."""

    def put(self, record: str, person: str, contact: Contact) -> None: ...

    def get(self, record: str) -> Contact | None: ...

    def delete_of(self, person: str) -> int:
        """Every record of a person, also those that no event refers to; how many there were."""

    def delete(self, record: str) -> None:
        """Nothing where it is gone already."""

    def records(self) -> Iterable[str]: ...


class ContactsInMemory:
    """For tests and for a hall that keeps nothing."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[str, Contact]] = {}

    def put(self, record: str, person: str, contact: Contact) -> None:
        self._kept[record] = (person, contact)

    def get(self, record: str) -> Contact | None:
        found = self._kept.get(record)
        return None if found is None else found[1]

    def delete_of(self, person: str) -> int:
        gone = [record for record, (owner, _) in self._kept.items() if owner == person]
        for record in gone:
            self.delete(record)
        return len(gone)

    def delete(self, record: str) -> None:
        self._kept.pop(record, None)

    def records(self) -> Iterable[str]:
        return list(self._kept)


class ContactDesk:
    """Reads and writes contact data in the one right order. ``state``: of the room as it is now."""

    def __init__(
        self, store: ContactStore, state: Callable[[], State], give: Give, random: Callable[[int], bytes]
    ) -> None:
        self._store, self._state, self._give, self._random = store, state, give, random

    def read(self, person: str) -> Contact | None:
        """None for nobody, and for somebody without a record."""
        found = self._state().persons.get(person)
        return None if found is None or found.contact is None else self._store.get(found.contact.record)

    async def keep(self, person: str, contact: Contact, who: str) -> None:
        """Instead of an earlier record. Raises ``Refused``; then nothing is kept."""
        before = self._state().persons.get(person)
        record = new_id("k", self._random)
        self._store.put(record, person, contact)
        try:
            await self._give(KeepContact(who, person, record, contact.filled()))
        except BaseException:
            self._store.delete(record)
            raise
        if before is not None and before.contact is not None:
            self._store.delete(before.contact.record)

    async def delete(self, person: str, why: str, who: str) -> None:
        """Raises ``Refused``."""
        await self._give(DeleteContact(who, person, why))
        self._store.delete_of(person)

    async def erase(self, person: str, why: str, who: str) -> None:
        """Raises ``Refused``."""
        await self._give(ErasePerson(who, person, why))
        self._store.delete_of(person)

    def orphans(self) -> list[str]:
        """Records that nothing refers to, or that are only just being written."""
        return orphans(self._state(), self._store.records())

    def sweep(self, found: Iterable[str]) -> int:
        """Deletes those of them that nothing refers to still; how many."""
        left = set(self.orphans()) & set(found)
        for record in left:
            self._store.delete(record)
        return len(left)

    async def export(self, person: str, events: Iterable[Mapping[str, Any]], who: str) -> dict[str, Any]:
        """Everything that the hall keeps about a person. ``events``: of its journal, as JSON. Raises ``Refused``."""
        await self._give(ExportPerson(who, person))
        found, contact = self._state().persons[person], self.read(person)
        return {
            "person": person,
            "name": found.name,
            "since": found.since,
            "contact": None if contact is None else asdict(contact),
            "events": list(about(person, events)),
        }


def about(person: str, events: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The events that name a person anywhere in their fields."""
    return (event for event in events if _names(event, person))


def _names(value: Any, person: str) -> bool:
    if isinstance(value, Mapping):
        return any(_names(member, person) for member in (*value.keys(), *value.values()))
    if isinstance(value, list | tuple):
        return any(_names(member, person) for member in value)
    return bool(value == person)


def orphans(state: State, records: Iterable[str]) -> list[str]:
    """Records that no person's state refers to: begun and not finished, replaced, or of somebody who is erased."""
    known = {one.contact.record for one in state.persons.values() if one.contact is not None}
    return [record for record in records if record not in known]


def overdue(state: State, last_visit: Mapping[str, str], now: datetime, keep: timedelta) -> list[str]:
    """Persons whose contact data were kept, and who were last here, longer ago than ``keep``."""
    border = now - keep
    return [
        one.id
        for one in state.persons.values()
        if one.contact is not None
        and datetime.fromisoformat(max(one.contact.time, last_visit.get(one.id, ""))) < border
    ]
