"""The record of walls and deal: one JSON object in, one out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from controller.rules import configure as configure_ruleset
from controller.rules.errors import RecordError
from controller.rules.game import Game, MatchPosition
from controller.rules.hand.fields import refuse_unknown
from controller.rules.seats import SEATS, Seat
from controller.walls.layout import Layout, Rethrow, broken_side, lay_out

Configure = Callable[[str, Mapping[str, Any], str | None], Game]

FIELDS = frozenset({"id", "ruleset", "profile", "options", "dice", "second_throw", "dealer_seat", "note", "expect"})
REPLACEMENTS_SHOWN = 4


def wall_record(record: Mapping[str, Any], configure: Configure = configure_ruleset) -> dict[str, Any]:
    """Where the wall is broken and who is dealt which slots; ``{"rethrow": True}`` when the count ends at an empty
    seat.

    Raises ``RecordError`` with ``field`` for a malformed record, and whatever ``configure`` raises for a ruleset or
    option that does not exist.
    """
    game = _game(record, configure)
    dealer = _dealer(record.get("dealer_seat"))
    dice = _throw(record.get("dice"), game.dice.dice, "dice")
    try:
        broken_side(game.wall, dealer, dice)
        second = _second(record.get("second_throw"), game)
        layout = lay_out(game.wall, dealer, dice, second)
        wind = game.broken_at(MatchPosition(dealer, dealer), layout.broken, layout.last_counted).prevailing
        return {**describe(layout), **({} if wind is None else {"prevailing_wind": wind})}
    except Rethrow:
        return {"rethrow": True}


def describe(layout: Layout) -> dict[str, Any]:
    """A layout as the record format writes it."""
    left = layout.remaining()
    seat, stack = layout.first_stack
    turned = {} if layout.turned is None else {"indicator": layout.turned}
    return {
        **turned,
        "broken_wall_seat": layout.broken,
        "stacks_counted": layout.counted,
        "first_stack": {"seat": seat, "stack_from_right": stack},
        "deal": {str(seat): list(slots) for seat, slots in layout.deal.items()},
        "dead_wall": list(left.dead),
        "next_draw": left.next_draw,
        "first_replacements": list(layout.replacements(REPLACEMENTS_SHOWN)),
        "live_left": left.live_left,
    }


def _game(record: Mapping[str, Any], configure: Configure = configure_ruleset) -> Game:
    if not isinstance(record, Mapping):
        raise RecordError("record", "A wall record is a JSON object.")
    refuse_unknown(record, FIELDS)
    ruleset, options, profile = record.get("ruleset"), record.get("options"), record.get("profile")
    options = {} if options is None else options
    if not isinstance(ruleset, str):
        raise RecordError("ruleset", "The ruleset is named by its id.")
    if not isinstance(options, Mapping):
        raise RecordError("options", "Options are an object of names and values.")
    if profile is not None and not isinstance(profile, str):
        raise RecordError("profile", "A profile is named by its id.")
    return _configured(configure, ruleset, json.dumps(options, sort_keys=True), profile)


@lru_cache(maxsize=256)
def _configured(configure: Configure, ruleset: str, options: str, profile: str | None) -> Game:
    return configure(ruleset, json.loads(options), profile)


def _dealer(seat: object) -> Seat:
    if not isinstance(seat, int) or isinstance(seat, bool) or seat not in SEATS:
        raise RecordError("dealer_seat", "The dealer's seat is a number from 0 to 3.")
    return SEATS[seat]


def _throw(dice: object, count: int, field: str) -> tuple[int, ...]:
    if not isinstance(dice, list | tuple) or len(dice) != count:
        raise RecordError(field, f"This game throws {count} dice at a time.")
    for place, face in enumerate(dice):
        if not isinstance(face, int) or isinstance(face, bool) or not 1 <= face <= 6:
            raise RecordError(f"{field}[{place}]", "A die shows a number from 1 to 6.")
    return tuple(dice)


def _second(dice: object, game: Game) -> tuple[int, ...]:
    if game.dice.throws == 2:
        return _throw(dice, game.dice.dice, "second_throw")
    if dice is not None:
        raise RecordError("second_throw", "This game throws once for the break.")
    return ()
