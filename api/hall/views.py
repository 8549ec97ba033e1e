"""What the hall shows, by topic: a function of its state for each, made once for all who look at the same.

A topic is what a listener of the live stream names and what ``GET /views/{topic}`` answers: ``floor``, or with the id
of a thing, ``tournament/c-...``. Each has a row of ``hall.permits``, and the changes (``hall.stream``) after which it
is made anew.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from controller.refusals import Code, Refused

if TYPE_CHECKING:
    from api.hall.runtime import HallRuntime

Make = Callable[["HallRuntime", str], dict[str, Any]]
MOST_KEPT: Final = 64


@dataclass(frozen=True, slots=True)
class View:
    """``row``: of ``hall.permits``. ``follows``: the changes after which it is another; ``"*"`` stands for the id in
    the topic. ``make``: JSON members, from the running hall and the id ("" where the topic has none). Raises
    ``Refused`` (``not-found``)."""

    row: str
    follows: tuple[str, ...]
    make: Make

    def changes(self, id_: str) -> frozenset[str]:
        return frozenset(id_ if one == "*" else one for one in self.follows)


VIEWS: dict[str, View] = {}


def view(name: str, row: str, *follows: str) -> Callable[[Make], Make]:
    """Registers the function below it as the topic ``name``."""

    def register(make: Make) -> Make:
        VIEWS[name] = View(row, follows, make)
        return make

    return register


def view_of(topic: str) -> tuple[View, str]:
    """The view of a topic and the id in it. Raises ``Refused`` (``not-found``)."""
    name, _, id_ = topic.partition("/")
    found = VIEWS.get(name)
    if found is None:
        raise Refused(Code.NOT_FOUND, f"there is no topic {topic[:80]!r}")
    return found, id_


class Shown:
    """The views of a running hall as JSON on one line, each kept until something that it follows has changed."""

    def __init__(self, runtime: HallRuntime) -> None:
        self._runtime = runtime
        self._kept = OrderedDict[str, str]()

    def forget(self, changes: frozenset[str]) -> None:
        for topic in list(self._kept):
            found, id_ = view_of(topic)
            if found.changes(id_) & changes:
                del self._kept[topic]

    def text(self, topic: str) -> str:
        """Raises ``Refused``."""
        kept = self._kept.get(topic)
        if kept is None:
            found, id_ = view_of(topic)
            made = {"topic": topic, **found.make(self._runtime, id_)}
            kept = self._kept[topic] = json.dumps(made, ensure_ascii=False, separators=(",", ":"))
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(topic)
        return kept
