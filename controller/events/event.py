"""What all events have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

STRICT: Final[Mapping[str, Any]] = {"strict": True, "extra": "forbid"}
"""How pydantic reads for the catalogue: nothing is converted, and nothing that is not a field is accepted."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, in the past tense.

    ``type`` is ``stream.what-happened``, for good; ``version`` counts the shapes that its fields have had. The fields
    of a subclass are what is stored: JSON values, tuples for lists, and frozen dataclasses for objects. A field whose
    default is None is left out when it is None; one with another default was not recorded by the first journals.
    """

    type: ClassVar[str]
    version: ClassVar[int] = 1
    __pydantic_config__: ClassVar[Mapping[str, Any]] = STRICT

    @property
    def stream(self) -> str:
        """The part of the house that it is about: ``machine``, ``match``, ``dice``, ``house`` or ``journal``."""
        return self.type.partition(".")[0]
