"""Two or more games beside each other: what is the same in all of them, and what is not. No words: ``api.words`` has
them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from controller.rules.engine import ConfiguredGame
from controller.rules.explain import item_key
from controller.rules.game import QuickWin
from controller.rules.hand.record import SELF_DRAW
from controller.rules.questions.paytable import example_total, payments
from controller.rules.seats import SEATS
from controller.rules.sheet.ruleset import Item
from controller.rules.winners import MULTIPLE_WINNERS

CHAPTERS: Final = ("table", "items", "worth", "payments", "claims", "match", "penalties", "options")
COUNTED_FU: Final = 30
"""The fu of a hand whose worth is shown, where it depends on them."""
MOST_TOTAL: Final = 13
"""Above it only the limit tells more."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One row. ``values``: one for each game, as JSON; None where a game knows no such thing."""

    id: str
    values: tuple[Any, ...]
    differs: bool


@dataclass(frozen=True, slots=True)
class Compared:
    """The rows of one of ``CHAPTERS``."""

    chapter: str
    facts: tuple[Fact, ...]


def compared(games: Sequence[ConfiguredGame]) -> tuple[Compared, ...]:
    """Every fact of the games by chapter. Rows of one chapter stand in the order of the first game that has them."""
    makers: Mapping[str, Callable[[ConfiguredGame], Mapping[str, Any]]] = {
        "table": table_facts, "worth": worth_facts, "payments": payment_facts, "claims": claim_facts,
        "match": match_facts, "penalties": penalty_facts, "options": option_facts,
    }  # fmt: skip
    return tuple(
        Compared(name, item_facts(games) if name == "items" else _beside([makers[name](game) for game in games]))
        for name in CHAPTERS
    )


def _beside(columns: Sequence[Mapping[str, Any]]) -> tuple[Fact, ...]:
    ids = dict.fromkeys(id_ for column in columns for id_ in column)
    return tuple(_fact(id_, tuple(column.get(id_) for column in columns)) for id_ in ids)


def _fact(id_: str, values: tuple[Any, ...]) -> Fact:
    return Fact(id_, values, any(value != values[0] for value in values))


# the table: tiles, walls, dice


def table_facts(game: ConfiguredGame) -> dict[str, Any]:
    """Players, tiles and how they are stood up and dealt. Numbers are tiles, dice or stacks."""
    tiles, wall = game.tiles, game.wall
    return {
        "players": wall.players,
        "tiles": wall.tiles,
        "kinds": len(tiles.kinds),
        "bonus": sum(tiles.bonus.values()),
        "red": sum(tiles.red.values()),
        "jokers": sum(joker.copies for joker in tiles.jokers.values()),
        "wild": bool(tiles.wild.shown or tiles.wild.kinds),
        "hand": wall.hand_tiles,
        "dead": wall.dead,
        "dead-stacks": wall.dead_stacks,
        "dora-indicator": wall.indicator is not None,
        "turned": wall.turned,
        "break": wall.break_rule,
        "dealer-last-two": wall.dealer_last_two,
        "dice": game.dice.dice,
        "throws": game.dice.throws,
        "seating": game.seating,
    }


# items


def item_facts(games: Sequence[ConfiguredGame]) -> tuple[Fact, ...]:
    """Every item by the id under which the rulesets know the same thing. A value is a list, since a game may have
    several rows of it."""
    return tuple(
        replace(fact, differs=any(_worth(value) != _worth(fact.values[0]) for value in fact.values))
        for fact in _beside([_items(game) for game in games])
    )


def _items(game: ConfiguredGame) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for item in game.played.items.values():
        found.setdefault(item.same_as or item.id, []).append(_item(game, item))
    return found


def _item(game: ConfiguredGame, item: Item) -> dict[str, Any]:
    """``key``: of its words. ``open_value``: with claimed sets, the same as ``value`` where the sheet has one alone."""
    value = item.worth(game.options)
    return {
        "id": item.id,
        "key": item_key(game.ruleset, item),
        "variant": item.variant,
        "group": item.group,
        "value": value,
        "open_value": value if item.open_value is None else item.open_value,
    }


def _worth(rows: Any) -> Any:
    return None if rows is None else [(row["variant"], row["value"], row["open_value"]) for row in rows]


# what a total is worth, and who pays it


def worth_facts(game: ConfiguredGame) -> dict[str, Any]:
    """The minimum, and the base amount that payments multiply for each total (``base-3``) and for a limit hand. Games
    that count points at once have no totals; of those that count fu as well it is the amount at ``COUNTED_FU``."""
    asks = game.asks
    facts: dict[str, Any] = {"unit": game.unit, "minimum": asks.least}
    if asks.presets:
        facts |= {f"base-{total}": None for total in range(1, asks.least)}
        facts |= {f"base-{total}": _base(game, total, False) for total in range(max(1, asks.least), MOST_TOTAL + 1)}
    if asks.limit and not asks.levels:
        facts["base-limit"] = _base(game, asks.limit_totals[0] or example_total(game), True)
    return facts


def _base(game: ConfiguredGame, total: int, limit: bool) -> int:
    fu = COUNTED_FU if game.asks.needs_fu(total, limit) else None
    return game.bound.base_of(QuickWin(SEATS[0], SELF_DRAW, None, total, limit, fu=fu))


def payment_facts(game: ConfiguredGame) -> dict[str, Any]:
    """What everybody pays, by wind, for the same example hand in each situation of winner and discarder."""
    total = example_total(game)
    facts: dict[str, Any] = {"example": {"total": total, "unit": game.unit}}
    for row in payments(game, [total]):
        facts[f"{row['winner']}-{row['discarder'] or 'wall'}"] = row["pays"]
    return facts


# claims, match, penalties, options


def claim_facts(game: ConfiguredGame) -> dict[str, Any]:
    locks = game.locks
    return {
        "chows": game.asks.chows,
        "robbed-kong": "robbed-kong" in game.asks.sources,
        "several-winners": str(game.options.get(MULTIPLE_WINNERS, game.rules.several)),
        "furiten": locks.furiten is not None,
        "sacred-discard": locks.sacred_discard,
        "passed-win": locks.passed_win,
        "passed-triplet": bool(locks.passed_triplet),
        "own-discards": locks.own_discards or locks.by_kind,
        "passed-ready": locks.passed_ready,
        "liable": game.asks.liable or bool(game.asks.liable_quick),
    }


def match_facts(game: ConfiguredGame) -> dict[str, Any]:
    """How a match goes on; 0 for a bound that there is not."""
    plan = game.plan
    return {
        "start-points": game.start_points,
        "people": plan.people,
        "rounds": "" if plan.hands or plan.endless else "".join(plan.winds),
        "hands": plan.hands,
        "wind-follows-dealer": plan.wind_follows_dealer,
        "keeps-on-win": plan.keeps_on_win,
        "keeps-on-draw": plan.keeps_on_draw,
        "max-consecutive": plan.max_consecutive,
        "extra-hand-each": plan.extra_hand_each,
        "wins-per-hand": plan.wins_per_hand,
    }


def penalty_facts(game: ConfiguredGame) -> dict[str, Any]:
    """Each offence with its effect and what it costs (``each``: amounts to one other player, in ascending order)."""
    return {row["id"]: _penalty(row) for row in game.penalties()}


def _penalty(row: Mapping[str, Any]) -> dict[str, Any]:
    each = sorted({*row["pays_each_other"].values(), *row["dealer_pays_each_other"].values()})
    return {"effect": row["effect"], "each": each, "pays_bank": row["pays_bank"], "settle": row["settle"]}


def option_facts(game: ConfiguredGame) -> dict[str, Any]:
    """Every option as it is played, as ``{"value": ...}``; None among the values: a game has no such option."""
    return {name: {"value": value} for name, value in _options(game)}


def _options(game: ConfiguredGame) -> Iterator[tuple[str, Any]]:
    for option in game.rules.options:
        value = game.options[option.name]
        yield option.name, list(value) if isinstance(value, tuple) else value
