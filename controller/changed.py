"""``dataclasses.replace`` for folds that run a million times: a third of its time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


def changed(value: T, /, **changes: Any) -> T:
    """A copy of a value of a frozen dataclass with slots, with other values for some of its fields. It has no
    ``__post_init__`` to run. Raises ``TypeError`` for a field that it does not have."""
    kind: Any = type(value)
    new: T = object.__new__(kind)
    for name, get, put in _slots(kind):
        put(new, changes.pop(name) if name in changes else get(value))
    if changes:
        raise TypeError(f"{type(value).__name__} has no field {min(changes)}")
    return new


@cache
def _slots(of: Any) -> tuple[tuple[str, Callable[[Any], Any], Callable[[Any, Any], None]], ...]:
    """Name, reader and writer of each field. Raises ``TypeError`` for a class that this is not made for."""
    if hasattr(of, "__post_init__") or of.__dictoffset__:
        raise TypeError(f"{of.__name__} is no plain dataclass with slots")
    slots = [(part.name, getattr(of, part.name)) for part in fields(of)]
    return tuple((name, slot.__get__, slot.__set__) for name, slot in slots)
