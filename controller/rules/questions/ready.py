"""What a wait of a ready hand is worth, won in every way, and how many of the tile nobody has seen yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from controller.rules.engine import ConfiguredGame
from controller.rules.errors import RecordError
from controller.rules.hand.fields import tile_text
from controller.rules.hand.parse import dealer_of
from controller.rules.hand.record import DISCARD, FLAGS, SELF_DRAW, Source, flag_conflict
from controller.rules.hand.tiles import IDS, NAMES, read_tiles
from controller.rules.progression import winds_in_play
from controller.rules.questions.locks import Seen
from controller.rules.questions.waiting import lacking
from controller.rules.seats import EAST, WIND_INDEX, WINDS, Wind


def ways(game: ConfiguredGame, record: Mapping[str, Any], tile: str) -> Iterator[dict[str, Any]]:
    """The result of winning with this tile, drawn and from each other player: ``win``, ``discarder``, all that
    ``score`` answers, and ``missing``, what this way lacks to the minimum (0: nothing).

    Flags that cannot be true of a way are left out of it.
    """
    for source, discarder in _sources(game, record):
        flags = flags_of_way(game, record, source, discarder)
        trial = {**record, "winning_tile": tile, "win": source, "discarder": discarder, "flags": flags}
        result = game.score(trial)
        yield {
            "win": source,
            "discarder": discarder,
            **result,
            "missing": 0 if result["legal"] else lacking(game, trial),
        }


def _sources(game: ConfiguredGame, record: Mapping[str, Any]) -> Iterator[tuple[Source, Wind | None]]:
    yield SELF_DRAW, None
    yield from ((DISCARD, wind) for wind in feeders(game, record))


def feeders(game: ConfiguredGame, record: Mapping[str, Any]) -> list[Wind]:
    """The other players whose discards may be won on: none in a game that is won from the wall alone, and nobody who
    has won before in a hand that goes on (``out``)."""
    if DISCARD not in game.asks.sources:
        return []
    gone = (record["seat_wind"], *(record.get("out") or ()))
    return [WINDS[wind] for wind in winds_in_play(game.plan) if WINDS[wind] not in gone]


def flags_of_way(game: ConfiguredGame, record: Mapping[str, Any], source: Source, discarder: Wind | None) -> list[str]:
    """The flags of a record that can be true of a win in this way."""
    seat_wind, dealer = WIND_INDEX[record["seat_wind"]], dealer_of(record)
    asked = {row.id: row for row in game.asks.situations}

    def fits(flag: str) -> bool:
        if flag_conflict(FLAGS[flag], source, seat_wind, dealer):
            return False
        row = asked.get(flag)
        return row is None or (source in row.sources and not (row.from_dealer and discarder not in (None, WINDS[EAST])))

    return [flag for flag in record.get("flags") or () if fits(flag)]


def lying_open(game: ConfiguredGame, record: Mapping[str, Any], seen: Seen) -> Counter[str]:
    """What everybody sees outside the player's hand and melds: tiles turned and set aside, own discards, and the other
    players' discards and melds (``seen.open``)."""
    fields = [row.id for row in game.asks.rows if not row.flags and not row.apart]
    turned = [NAMES[tile] for field in fields for tile in read_tiles(tile_text(record.get(field) or "", field))]
    own = Counter(_plain(seen.discards)) | Counter(_plain(seen.since_draw))
    aside = Counter({row.tile: record.get(row.id) or 0 for row in game.asks.counts if row.tile})
    return own + aside + Counter(_plain(seen.open)) + Counter(turned)


def _plain(tiles: tuple[str, ...]) -> list[str]:
    return [NAMES[IDS[tile]] for tile in tiles]


def unseen(lying: Counter[str], tile: str, left: int) -> int:
    """Copies that may still come, of ``left`` that are not in the hand. Raises RecordError when more lie open."""
    if lying[tile] > left:
        raise RecordError("seen", f"more of {tile} lie open than there are beside the hand", tile=tile)
    return left - lying[tile]
