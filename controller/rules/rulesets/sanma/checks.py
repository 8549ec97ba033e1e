"""What sanma asks of a record: as in riichi, no chi, and norths set aside only where they are."""

from __future__ import annotations

from collections.abc import Callable

from controller.rules.errors import RecordError
from controller.rules.hand.fields import DISCARDER_RIICHI_FIELD, KITA_FIELD
from controller.rules.hand.record import FIRST_TURN, IPPATSU, KITA, NO_WIN, SELF_DRAW, TOO_MANY, Hand
from controller.rules.hand.sets import CHOWS
from controller.rules.hand.tile_set import TileSet
from controller.rules.hand.tiles import count_in
from controller.rules.rulesets.riichi.checks import belied, check_riichi, note_discarder
from controller.rules.rulesets.riichi.indicators import Indicators
from controller.rules.rulesets.riichi.payments import table_of
from controller.rules.rulesets.sanma.judge import NORTH, norths_aside, sets_aside
from controller.rules.sheet.ruleset import Options


def check_of(options: Options, tiles: TileSet, *, no_chi: bool) -> Callable[[Hand], None]:
    """The check with the options fixed; see ``riichi.checks.check``. ``no_chi``: a record with a chi is refused."""
    turned = Indicators(tiles)
    no_kita, copies = not sets_aside(options), tiles.copies

    def check(hand: Hand) -> None:
        norths = norths_aside(hand.given(KITA_FIELD))
        table = table_of(hand)
        table.norths = norths
        hand.own = table
        if hand.flags:
            check_riichi(hand)
            hand.flags &= ~(belied(hand) | _belied_by_north(hand, norths))
        if hand.given(DISCARDER_RIICHI_FIELD) is not None:
            note_discarder(hand)
        if no_chi and hand.meld_digits >> CHOWS & 7:
            raise RecordError("melds", "there is no chi among three players", "only pungs and kongs are melded")
        if no_kita and norths:
            raise RecordError("kita", f"north is not set aside here (north: {options['north']})")
        if hand.flags & KITA and hand.source == SELF_DRAW and not norths:
            raise RecordError("flags", "kita is a tile drawn for a north of the winner; he has set none aside")
        if norths and count_in(hand.every, NORTH) + norths > copies and hand.fault in ("", NO_WIN):
            hand.fault = TOO_MANY
        turned.check(hand, norths)

    return check


def _belied_by_north(hand: Hand, norths: int) -> int:
    """Setting a north aside breaks off a first turn and a go-around like a kan."""
    first_turn = FIRST_TURN if norths else 0
    return first_turn | (IPPATSU if hand.flags & KITA and hand.source == SELF_DRAW else 0)
