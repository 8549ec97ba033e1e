"""What all events have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

STRICT: Final[Mapping[str, Any]] = {"strict": True, "extra": "forbid"}
"""How pydantic reads for the catalogue: nothing is converted, and nothing that is not a field is accepted."""


@dataclass(frozen=True, slots=True)
class EventActor:
    """Whose device or key caused an event, and in which role it was let in."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    role: str
    """Of ``controller.permits``: ``seat``, ``table``, ``staff``, ``referee``, ``technician`` or ``owner``."""
    name: str
    """Of the device, as a person gave it when it was paired; ``key-0`` to ``key-3``; ``local``: this computer."""
    device: str | None = None
    """Its id in the list of devices; null for a key and for this computer."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, in the past tense.

    ``type`` is ``stream.what-happened``, for good; ``version`` counts the shapes that its fields have had. The fields
    of a subclass are what is stored: JSON values, tuples for lists, and frozen dataclasses for objects. A field whose
    default is None is left out when it is None; one with another default was not recorded by the first journals.

    ``actor``: who caused it. The table adds it when it carries a command out; what the machine did by itself has none.
    """

    type: ClassVar[str]
    version: ClassVar[int] = 1
    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    actor: EventActor | None = field(default=None, kw_only=True, compare=False)
    """The device or key that caused it; absent where nobody did, and in older journals."""

    @property
    def stream(self) -> str:
        """The part of the house that it is about: ``machine``, ``match``, ``dice``, ``house``, ``call``, ``hall`` or
        ``journal``."""
        return self.type.partition(".")[0]
