"""What the hall shows, by topic: a function of its state for each, made once for all who look at the same.

A topic is what a listener of the live stream names and what ``GET /views/{topic}`` answers: ``floor``, or with the id
of a thing, ``tournament/c-...``. Each has a row of ``hall.permits``, and the changes (``hall.stream``) after which it
is made anew.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from pydantic import BaseModel, ConfigDict

from controller.refusals import Code, Refused

if TYPE_CHECKING:
    from api.hall.runtime import HallRuntime


class ViewShown(BaseModel):
    """What a topic shows. ``seq``: the last event of the hall that is in it, for commands that are made for it."""

    model_config = ConfigDict(extra="forbid")

    topic: str = ""
    seq: int = 0


Make = Callable[["HallRuntime", str], ViewShown]
MOST_KEPT: Final = 500
"""The phones of a large tournament have one each."""


@dataclass(frozen=True, slots=True)
class View:
    """``row``: of ``hall.permits``. ``follows``: the changes after which it is another; ``"*"`` stands for the id in
    the topic, up to its first slash. ``make``: from the running hall and the id ("" where the topic has none); it
    raises ``Refused`` (``not-found``). ``model``: what it makes. ``person``: whom the id is about, where a player sees
    only what is about himself."""

    row: str
    follows: tuple[str, ...]
    make: Make
    model: type[ViewShown]
    person: Callable[[str], str | None]

    def changes(self, id_: str) -> frozenset[str]:
        return frozenset(id_.partition("/")[0] if one == "*" else one for one in self.follows)


M = TypeVar("M", bound=Callable[["HallRuntime", str], ViewShown])
VIEWS: dict[str, View] = {}


def about_nobody(_id: str) -> str | None:
    return None


def view(name: str, row: str, *follows: str, person: Callable[[str], str | None] = about_nobody) -> Callable[[M], M]:
    """Registers the function below it, which names its model, as the topic ``name``."""

    def register(make: M) -> M:
        VIEWS[name] = View(row, follows, make, make.__globals__[make.__annotations__["return"]], person)
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
        runtime.changed.append(self.forget)
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
            made = found.make(self._runtime, id_)
            hall = self._runtime.hall
            seq = 0 if hall is None else hall.state.seq
            kept = self._kept[topic] = made.model_copy(update={"topic": topic, "seq": seq}).model_dump_json()
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(topic)
        return kept
