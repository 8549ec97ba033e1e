"""What hands can do at the table, each at once: the timing belongs to :mod:`players`.

Every action refuses what hands cannot do (the drum is out of reach under a closed hatch) with :class:`CommandError`.
"""

from __future__ import annotations

from collections.abc import Iterable

from .errors import CommandError
from .plant import HATCH_OPEN, Plant
from .side import LIFT_UP
from .tiles import SETS, Tile


def set_above_deck(plant: Plant) -> str | None:
    """The set that most of the tiles above the deck belong to."""
    tiles = [tile.set for heap in plant.places.above_deck() for tile in heap]
    return max(SETS, key=tiles.count) if tiles else None


def unused_sets(plant: Plant) -> list[str]:
    """The sets that belong to this table and are still in their boxes, in order."""
    seen = {tile.set for place, heap in plant.places.flat() if place != "box" for tile in heap}
    return [name for name in SETS[: plant.profile.sets] if name not in seen]


def bring_set(plant: Plant, name: str, tiles: int) -> int:
    """Takes tiles of a set out of its box to the table until so many are in use, or puts back from above the deck what
    is too many. Returns the number. Those that lie in the machine or on the floor are in use, too.
    """
    places = plant.places
    spare = [tile for tile in places.box if tile.set == name]
    missing = tiles - sum(tile.set == name for place, heap in places.flat() if place != "box" for tile in heap)
    if missing >= 0:
        _move(plant, spare[:missing], places.table)
    else:
        out = [tile for heap in places.above_deck() for tile in heap if tile.set == name]
        _move(plant, out[missing:], places.box)
    plant.touch()
    return tiles


def gather_walls(plant: Plant) -> int:
    """The players have played: what stood in the walls lies on the table now."""
    taken = plant.places.take_from_walls()
    plant.places.table.extend(taken)
    plant.touch()
    return len(taken)


def push_in(plant: Plant, most: int | None = None) -> int:
    """Pushes tiles from the table into the open well, all or at most so many; returns how many fell in."""
    _need_open(plant)
    gather_walls(plant)
    places, random = plant.places, plant.randoms["people"]
    loose = [tile for tile in (*places.table, *places.player) if tile.id not in plant.left_out]
    random.shuffle(loose)
    _leave_some_out(plant, loose)
    pushed = loose[:most]
    _move(plant, pushed, places.well)
    if len(pushed) == len(loose):
        _slip_in_foreign(plant)
    plant.touch()
    return len(pushed)


def _leave_some_out(plant: Plant, loose: list[Tile]) -> None:
    for _ in range(min(plant.leave_out, len(loose))):
        tile = loose.pop()
        plant.left_out.add(tile.id)
        _move(plant, [tile], plant.randoms["people"].choice((plant.places.floor, plant.places.player)))
    plant.leave_out = 0


def _slip_in_foreign(plant: Plant) -> None:
    pushed = [tile.set for tile in plant.places.well]
    other = SETS[pushed.count(SETS[0]) > len(pushed) / 2]
    strangers = [tile for tile in plant.places.box if tile.set == other][: plant.foreign]
    _move(plant, strangers, plant.places.well)
    plant.foreign = 0


def put_found_tile(plant: Plant) -> int:
    """Tiles that were left on the floor or in a lap go into the open well; returns how many."""
    _need_open(plant)
    found = [t for heap in (plant.places.floor, plant.places.player, plant.places.table) for t in heap]
    found = [tile for tile in found if tile.id in plant.left_out]
    _move(plant, found, plant.places.well)
    plant.left_out -= {tile.id for tile in found}
    plant.touch()
    return len(found)


def take_tiles(plant: Plant, count: int) -> int:
    """Takes tiles out of the open well or the drum into the hand; returns how many there were."""
    _need_open(plant)
    taken = [*plant.places.well, *plant.places.drum][:count]
    _move(plant, taken, plant.places.player)
    plant.left_out |= {tile.id for tile in taken}
    plant.plan_drum()
    plant.touch()
    return len(taken)


def sort_out(plant: Plant) -> int:
    """Takes every tile of the rarer set out of the open drum and off the table, back into its box.

    One that has gone into a channel or head already is exchanged for a right one out of the drum.
    """
    _need_open(plant)
    places = plant.places
    feeds = [feed for side in plant.sides for feed in (side.channel, side.in_head)]
    inside = [*places.well, *places.drum, *(tile for feed in feeds for tile in feed)]
    strangers = _minority(inside) + _minority([tile for pile in places.above_deck() for tile in pile])
    for feed in feeds:
        _exchange(plant, feed, strangers)
    _move(plant, strangers, places.box)
    plant.plan_drum()
    plant.touch()
    return len(strangers)


def _exchange(plant: Plant, feed: list[Tile], strangers: list[Tile]) -> None:
    places = plant.places
    right = [tile for tile in (*places.well, *places.drum) if tile not in strangers]
    for index, tile in enumerate(feed):
        if tile in strangers and right:
            better = right.pop()
            (places.well if better in places.well else places.drum).remove(better)
            feed[index] = better
            places.drum.append(tile)


def _minority(tiles: list[Tile]) -> list[Tile]:
    sets = [tile.set for tile in tiles]
    rarer = min(SETS, key=sets.count)
    return [tile for tile in tiles if tile.set == rarer] if sets.count(rarer) < len(tiles) / 2 else []


def complete_walls(plant: Plant) -> int:
    """Tiles that stayed in the drum although their wall stands already go by hand into its gaps."""
    _need_open(plant)
    standing = set_above_deck(plant)
    rest = [tile for tile in (*plant.places.well, *plant.places.drum) if tile.set == standing]
    _move(plant, rest, plant.places.table)
    plant.plan_drum()
    plant.touch()
    return len(rest)


def take_extra(plant: Plant, side: int) -> int:
    """Takes what stuck in channel and head of a side through the open hatch into the well; returns how many."""
    _need_open(plant)
    place = plant.sides[side]
    extra = [*place.channel, *place.in_head]
    for tile in extra:
        place.take_back(tile, plant.now)
    plant.places.well.extend(extra)
    plant.plan_drum()
    plant.touch()
    return len(extra)


def empty_machine(plant: Plant) -> int:
    """With the deck open, everything below it goes back into the boxes: the start from an empty table."""
    if not plant.cover_open:
        raise CommandError("cover-closed", "action", "the deck must be opened first (open-cover)")
    for side in plant.sides:
        for tile in (*side.channel, *side.in_head):
            side.take_back(tile, plant.now)
            plant.places.well.append(tile)
    trays = [tile for tray in plant.places.tray for stack in tray for tile in stack]
    below = [*plant.places.well, *plant.places.drum, *trays]
    _move(plant, below, plant.places.box)
    plant.plan_drum()
    plant.touch()
    return len(below)


def crank_lift(plant: Plant, side: int) -> int:
    """With the deck open, turns a lift up by hand; returns how many stacks came up with it."""
    if not plant.cover_open:
        raise CommandError("cover-closed", "action", "hands reach the crank only with the deck open (open-cover)")
    place = plant.sides[side]
    if place.wall:
        raise CommandError("wall-in-the-way", "side", "a wall stands on the slot: take its tiles off first (gather)")
    place.lift.position = sum(LIFT_UP) / 2
    place.lift.drive(place.lift.direction, plant.now)
    came = len(place.tray)
    place.raise_wall()
    plant.touch()
    return came


def _need_open(plant: Plant) -> None:
    if plant.hatch.at(plant.now) < HATCH_OPEN and not plant.cover_open:
        raise CommandError("hatch-not-open", "action", "hands reach the well and the drum only through the open hatch")


def _move(plant: Plant, tiles: Iterable[Tile], to: list[Tile]) -> None:
    """From wherever hands can have them: every place except channels and heads."""
    moving = list(tiles)
    ids = {tile.id for tile in moving}
    places = plant.places
    for heap in (places.box, places.table, places.player, places.floor, places.well, places.drum):
        heap[:] = [tile for tile in heap if tile.id not in ids]
    for row in (*places.wall, *places.tray):
        for stack in row:
            stack[:] = [tile for tile in stack if tile.id not in ids]
        row[:] = [stack for stack in row if stack]
    to.extend(moving)
