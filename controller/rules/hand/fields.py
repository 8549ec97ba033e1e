"""The fields that a scoring record and its melds may have.

A field that nobody reads is a mistake that scores wrongly without a word, so it is an error: ``discader`` is named,
and ``discarder`` with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from controller.rules.errors import RecordError, nearest
from controller.rules.hand.tiles import read_tiles

NAMED: Final = frozenset({"id", "ruleset", "options", "profile", "note", "expect", "explained", "explain"})
"""What a record is called, what it is played by, and what a case says about it."""
PLAYED: Final = frozenset({
    "hand", "melds", "winning_tile", "win", "seat_wind", "round_wind", "discarder", "flags", "flowers",
    "dora_indicators", "ura_indicators", "honba", "deposits", "liable", "kita",
})  # fmt: skip
ASKED: Final = frozenset({"seen"})
"""Only for the questions of a ready hand (``questions.waits_record``)."""
RECORD: Final = NAMED | PLAYED | ASKED
MELD: Final = frozenset({"kind", "tiles", "concealed", "from", "added"})
READ: Final = (
    "seat_wind", "round_wind", "discarder", "win", "flags", "hand", "winning_tile", "flowers", "melds", "dealer",
    "honba", "deposits", "liable", "dora_indicators", "ura_indicators", "kita", "discarder_riichi",
)  # fmt: skip
"""The fields that are looked at in every record of some game, by the numbers below."""
SEAT_WIND_FIELD: Final = 0
ROUND_WIND_FIELD: Final = 1
DISCARDER_FIELD: Final = 2
WIN_FIELD: Final = 3
FLAGS_FIELD: Final = 4
HAND_FIELD: Final = 5
WINNING_TILE_FIELD: Final = 6
FLOWERS_FIELD: Final = 7
MELDS_FIELD: Final = 8
DEALER_FIELD: Final = 9
HONBA_FIELD: Final = 10
DEPOSITS_FIELD: Final = 11
LIABLE_FIELD: Final = 12
DORA_FIELD: Final = 13
URA_FIELD: Final = 14
KITA_FIELD: Final = 15
DISCARDER_RIICHI_FIELD: Final = 16
_MOST_SHOWN: Final = 40


def refuse_unknown(record: Mapping[str, Any], known: frozenset[str], path: str = "") -> None:
    """Raises RecordError for the first field that is not known, with the known one that is spelt most like it."""
    if known.issuperset(record):
        return
    for name in record:
        if name not in known:
            shown = str(name)[:_MOST_SHOWN]
            near = _nearest(shown, known)
            hint = f"; the nearest is {near}" if near else ""
            remedy = f"write {near}" if near else f"known are {', '.join(sorted(known))}"
            raise RecordError(f"{path}{shown}" or "record", f"there is no field {shown!r}{hint}", remedy)


_SORTS_KEPT: Final = 16
ABSENT: Final = 255


class Layout:
    """Where the values of ``READ`` stand in records with these names in this order; ``ABSENT`` for a field that they
    have not."""

    __slots__ = ("names", "places")

    def __init__(self, names: list[Any]) -> None:
        self.names = names
        self.places = bytes([names.index(name) if name in names else ABSENT for name in READ])


class Fields:
    """The fields that records of a game may have. Records are written by programs, so that few sorts of them turn up:
    those that had no unknown field are kept. A decoder makes one string of a name for all records, so that lists of
    names are compared sooner than each name is looked up."""

    __slots__ = ("_known", "names")

    def __init__(self, names: frozenset[str]) -> None:
        self.names = names
        self._known: list[Layout] = []

    def layout(self, record: dict[Any, Any]) -> Layout:
        """Raises RecordError for the first field that is not known."""
        names = list(record.keys())
        for layout in self._known:
            if layout.names == names:
                return layout
        refuse_unknown(record, self.names)
        if len(self._known) >= _SORTS_KEPT:
            self._known.clear()
        layout = Layout(names)
        self._known.append(layout)
        return layout


RECORD_FIELDS: Final = Fields(RECORD)


def _nearest(name: str, known: frozenset[str]) -> str:
    plain = name.strip().lower().replace("-", "_")
    longer = [field for field in sorted(known) if plain and field.startswith(f"{plain}_")]
    return longer[0] if longer else nearest(plain, sorted(known)) or ""


def located(error: RecordError, path: str) -> RecordError:
    """The error of a value that was looked at by itself, with the place of that value in front of its field."""
    field = f"{path}.{error.field}" if error.field else path
    return RecordError(field, error.detail, error.remedy, tile=error.tile)


def tile_text(value: Any, field: str) -> str:
    """The value itself when it is tiles in compact notation. Raises RecordError naming the field and the tile."""
    if not isinstance(value, str):
        raise RecordError(field, "is a string of tiles in compact notation")
    try:
        read_tiles(value)
    except RecordError as error:
        raise located(error, field) from None
    return value
