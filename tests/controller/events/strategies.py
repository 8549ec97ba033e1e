"""Any event that the catalogue can hold, whether it makes sense or not."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from annotated_types import Ge, GroupedMetadata, Le, MaxLen, MinLen
from hypothesis import strategies as st

from controller.events import CATALOGUE, Event
from controller.rules.seats import Seat

MOST = 3
texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=6)
ids = st.sampled_from(["m1", "m2"])
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=MOST) | st.dictionaries(texts, inner, max_size=MOST),
    max_leaves=4,
)
json_objects = st.dictionaries(texts, json_values, max_size=MOST)


def any_event(*kinds: type[Event]) -> st.SearchStrategy[Event]:
    return st.one_of([of_class(kind) for kind in kinds or CATALOGUE.types.values()])


def of_class(kind: type[Any]) -> st.SearchStrategy[Any]:
    hints = get_type_hints(kind, include_extras=True)
    parts = {part.name: _field(part.name, hints[part.name]) for part in fields(kind) if part.name != "form"}
    return st.builds(kind, **parts)


def _field(name: str, hint: Any) -> st.SearchStrategy[Any]:
    """Matches are few and hands are numbered low, so that events often meet."""
    if name == "match":
        return ids if hint is str else st.none() | ids
    if name in ("hand", "replaces", "penalty", "ruling"):
        number = st.integers(1, 4)
        return number if hint is not None and type(None) not in get_args(hint) else st.none() | number
    return of_hint(hint)


def of_hint(hint: Any, bounds: tuple[Any, ...] = ()) -> st.SearchStrategy[Any]:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return of_hint(arguments[0], tuple(_bounds(arguments[1:])))
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin in (Union, types.UnionType):
        return st.one_of([of_hint(one) for one in arguments])
    if origin is tuple:
        return _tuples(arguments, bounds)
    if origin is dict:
        return st.dictionaries(of_hint(arguments[0]), of_hint(arguments[1]))
    if origin is Mapping:
        return json_objects if arguments[1] is Any else st.dictionaries(texts, of_hint(arguments[1]), max_size=MOST)
    return _plain(hint, bounds)


def _plain(hint: Any, bounds: tuple[Any, ...]) -> st.SearchStrategy[Any]:
    if hint in (int, Seat):
        least = next((one.ge for one in bounds if isinstance(one, Ge)), -(2**40))
        most = next((one.le for one in bounds if isinstance(one, Le)), 2**40)
        return st.integers(least, most)
    if hint is type(None):
        return st.none()
    if isinstance(hint, type) and issubclass(hint, Enum):
        return st.sampled_from(list(hint))
    if is_dataclass(hint):
        return of_class(hint)
    return {str: texts, bool: st.booleans()}[hint]


def _tuples(arguments: tuple[Any, ...], bounds: tuple[Any, ...]) -> st.SearchStrategy[Any]:
    if arguments[-1] is not Ellipsis:
        return st.tuples(*[of_hint(one) for one in arguments])
    least = next((one.min_length for one in bounds if isinstance(one, MinLen)), 0)
    most = next((one.max_length for one in bounds if isinstance(one, MaxLen)), max(MOST, least))
    return st.lists(of_hint(arguments[0]), min_size=least, max_size=most).map(tuple)


def _bounds(metadata: tuple[Any, ...]) -> list[Any]:
    return [bound for one in metadata for bound in (one if isinstance(one, GroupedMetadata) else [one])]


__all__ = ["any_event", "ids", "json_objects", "of_class", "texts"]
