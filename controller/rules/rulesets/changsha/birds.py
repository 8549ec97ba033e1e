"""Birds: tiles turned after a win, each of which falls on a player and doubles what he pays or is paid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from controller.rules.errors import RecordError
from controller.rules.game import Ends, MatchPosition, QuickWin, Settlement
from controller.rules.hand.tiles import NAMES, names_in
from controller.rules.paid import Paid
from controller.rules.seats import SEAT_COUNT, Seat, WindIndex
from controller.rules.settlement import Settling, wind_of
from controller.rules.sheet.ruleset import Won

MOST_BIRDS: Final = 4
ON_SEAT: Final = tuple(f"birds-{number}" for number in range(1, MOST_BIRDS + 1))
"""With the number of birds that fell on a player: what is said of a hand without tiles."""
SEA_BOTTOM: Final = "sea-bottom"
"""Who took the last tile of the wall, or was due to draw it: said of a hand that nobody has won."""
SUIT_TILES: Final = frozenset(NAMES[:27])

OnWind = tuple[int, ...]
"""How many birds fell on each wind, East first."""
NO_BIRDS: Final[OnWind] = (0, 0, 0, 0)


@lru_cache(maxsize=2_000)
def fallen(tiles: str, first: WindIndex) -> OnWind:
    """Where turned tiles fall, rank 1, 5 and 9 on the wind counted first. Raises RecordError."""
    on = [0] * SEAT_COUNT
    for name in names_in(tiles):
        if name not in SUIT_TILES:
            raise RecordError("birds", f"there is no {name} in this set", tile=name)
        on[(first + int(name[0]) - 1) % SEAT_COUNT] += 1
    return tuple(on)


class BirdSettling(Settling):
    """A hand without tiles says on whom birds fell, a drawn one who comes to the last tile."""

    def won_quick(self, position: MatchPosition, win: QuickWin) -> Won:
        return super().won_quick(position, win).but(own=self._named(position, win.declared))

    def _named(self, position: MatchPosition, declared: Mapping[str, Sequence[Seat]]) -> OnWind:
        """Raises RecordError for a player who is named twice, or for more birds than are turned."""
        on = list(NO_BIRDS)
        for number, name in enumerate(ON_SEAT, 1):
            for seat in declared.get(name, ()):
                wind = wind_of(self.plan, position, seat)
                if on[wind]:
                    raise RecordError(name, f"seat {seat} is named with another number as well", "name him once")
                on[wind] = number
                if sum(on) > self.options["birds"]:
                    raise RecordError(name, f"{sum(on)} birds fell; {self.options['birds']} are turned")
        return tuple(on)

    def settle(self, position: MatchPosition, ends: Ends, wins: Sequence[Paid] = ()) -> Settlement:
        if len(ends[-1].who_declared(SEA_BOTTOM)) > 1:
            raise RecordError(SEA_BOTTOM, "one player takes the last tile, or was due to draw it", "name one player")
        return super().settle(position, ends, wins)
