"""Why a hand scored what it scored, as data: items with their tiles, exclusions, conversion, payments, other readings.

Sentences are keys with arguments; ``explain_text`` prints them with the words of a language
(``api/locale/<lang>/rules.json`` and the names of the items).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

from controller.rules.game import Line
from controller.rules.hand.reading import STANDARD, Reading
from controller.rules.hand.record import BELOW_MINIMUM, Hand
from controller.rules.hand.sets import CHOW, CHOW_SHOWN, KONG, KONG_SHOWN, PUNG, PUNG_SHOWN, kind_of, tiles_of
from controller.rules.hand.tiles import NAMES, unpack, write_tiles
from controller.rules.paid import Paid
from controller.rules.seats import WINDS
from controller.rules.sheet.ruleset import Bound, Drop, Item, Options, PlayedItems, ReadingWorth

_KINDS: Final = {CHOW: "chow", CHOW_SHOWN: "chow", PUNG: "pung", PUNG_SHOWN: "pung", KONG: "kong", KONG_SHOWN: "kong"}
OTHERS_SHOWN: Final = 3
"""How many of the readings that lost are explained."""


class Explained(Protocol):
    """What an explanation needs of a configured ruleset."""

    @property
    def ruleset(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def options(self) -> Options: ...
    @property
    def played(self) -> PlayedItems: ...
    @property
    def bound(self) -> Bound: ...

    def legal(self, verdict: ReadingWorth) -> bool: ...


def explain(
    game: Explained, hand: Hand, verdicts: Sequence[ReadingWorth], reason: str, paid: Paid | None
) -> dict[str, Any]:
    """Why a hand scored what it scored; ``paid`` is what it pays, None where ``reason`` says why it is not legal."""
    ordered = sorted(verdicts, key=lambda verdict: (game.legal(verdict), verdict.rank), reverse=True)
    for verdict in ordered:
        verdict.reading = verdict.reading.laid_out()
    if paid is None:
        return {"reason": reason, "readings": [_other(game, verdict, None) for verdict in _different(ordered)]}
    best = ordered[0]
    return {
        "ruleset": game.ruleset,
        "unit": game.unit,
        "winner": WINDS[hand.seat_wind],
        "reading": reading_json(best.reading),
        "items": [_item(game, best, name, value) for name, value in best.items.items()],
        "exclusions": [_exclusion(game, row) for row in best.dropped],
        "conversion": [{"key": key, "args": args} for key, args in game.bound.convert(best)],
        "payments": [
            {"payer": WINDS[share.payer], "payee": WINDS[paid.winner], "amount": share.amount, "key": share.key}
            for share in (*paid.shares, *paid.extra_shares)
            if share.amount
        ]
        + [
            {"payer": WINDS[one.payer], "payee": WINDS[one.payee], "amount": one.amount, "key": one.key}
            for one in paid.between
        ],
        "taken": _taken(game, hand),
        "others": [_other(game, verdict, best) for verdict in _different(ordered)[1:]],
    }


def explain_payments(ruleset: str, unit: str, lines: Iterable[Line]) -> dict[str, Any]:
    """Why points moved in a record of what was paid during a hand, East on seat 0: nothing but the payments."""
    rows = [
        {"payer": WINDS[line.payer], "payee": WINDS[line.payee], "amount": line.amount, "key": line.key}
        for line in lines
    ]
    return {"ruleset": ruleset, "unit": unit, "payments": rows}


def _taken(game: Explained, hand: Hand) -> list[dict[str, Any]]:
    """What the winner takes from the table."""
    amount = game.bound.pot(hand) if game.bound.pot else 0
    return [{"payee": WINDS[hand.seat_wind], "amount": amount, "key": "line.sticks-taken"}] if amount else []


def item_key(ruleset: str, item: Item) -> str:
    """The key of an item's words in explanations."""
    return f"item.{ruleset}.{item.id}.{item.variant}" if item.variant else f"item.{ruleset}.{item.id}"


def reading_json(reading: Reading) -> dict[str, Any]:
    taken = reading.taken
    return {
        "form": reading.form,
        "sets": [_set(code, code == taken) for code in reading.sets],
        "pair": write_tiles([reading.pair] * 2) if reading.pair >= 0 else None,
        "winning_tile": NAMES[reading.hand.winning],
        "completes": write_tiles(tiles_of(taken)) if taken >= 0 else None,
        **({"stand_ins": write_tiles(unpack(reading.hand.wild.stand_ins))} if reading.hand.wild else {}),
    }


def _set(code: int, taken: bool) -> dict[str, Any]:
    kind = kind_of(code)
    return {
        "kind": _KINDS[kind],
        "tiles": write_tiles(tiles_of(code)),
        "concealed": kind in (CHOW, PUNG, KONG),
        "completed": taken,
    }


def _item(game: Explained, verdict: ReadingWorth, name: str, value: int) -> dict[str, Any]:
    item = game.played.items[name]
    each = item.worth(game.options)
    return {
        "id": name,
        "key": item_key(game.ruleset, item),
        "group": item.group,
        "value": value,
        "times": max(1, value // each) if each else 1,
        "tiles": _earned(game, item, verdict.reading),
    }


def _earned(game: Explained, item: Item, reading: Reading) -> list[str]:
    found = game.bound.earned(item.id, reading) if game.bound.earned else None
    return item.earned(reading) if found is None else found


def _exclusion(game: Explained, drop: Drop) -> dict[str, Any]:
    item, dropped = drop.stays, drop.goes
    rows = (rule.why for rule in game.played.exclusions if rule.item == item and dropped in rule.drops)
    return {
        "item": dropped,
        "by": item,
        "value": drop.worth,
        "key": f"exclusion.{drop.why or next(rows, 'replaces')}",
        "item_key": item_key(game.ruleset, game.played.items[dropped]),
        "by_key": item_key(game.ruleset, game.played.items[item]),
    }


def _different(verdicts: Sequence[ReadingWorth]) -> list[ReadingWorth]:
    """The first verdicts that differ in what they are worth or for what."""
    seen: list[tuple[Mapping[str, int], int]] = []
    chosen = []
    for verdict in verdicts:
        mark = (verdict.items, verdict.total)
        if mark not in seen:
            seen.append(mark)
            chosen.append(verdict)
    return chosen[: OTHERS_SHOWN + 1]


def _other(game: Explained, verdict: ReadingWorth, best: ReadingWorth | None) -> dict[str, Any]:
    answer = {
        "reading": reading_json(verdict.reading),
        "items": dict(verdict.items),
        "total": verdict.total,
        "base": verdict.base,
        "legal": game.legal(verdict),
        "unit": game.unit,
    }
    if best is not None:
        answer["behind"] = best.total - verdict.total
    else:
        answer |= {"counted": verdict.counted, "minimum": game.bound.minimum, "beside": _beside(game, verdict)}
        answer |= _short_of_doubles(game, verdict)
    return answer


def _short_of_doubles(game: Explained, verdict: ReadingWorth) -> dict[str, Any]:
    """Where a hand needs doubles besides points and has too few of them, they are what is told."""
    doubles = (verdict.more or {}).get("doubles")
    if doubles is None or verdict.counted >= 0:
        return {}
    return {"unit": "doubles", "counted": doubles, "minimum": game.options["min-doubles"]}


def _beside(game: Explained, verdict: ReadingWorth) -> list[dict[str, Any]]:
    """The items that would count if the minimum were reached without them."""
    groups = game.bound.beside_minimum
    return [
        {"id": name, "key": item_key(game.ruleset, game.played.items[name]), "value": value}
        for name, value in verdict.items.items()
        if game.played.items[name].group in groups
    ]


# printing


def explain_text(explained: Mapping[str, Any], words: Mapping[str, str]) -> list[str]:
    """The explanation as lines. ``words``: rules.json of a language with the names of items by their keys."""
    if "reason" in explained:
        lines = [words[f"reason.{explained['reason']}"]]
        if explained["reason"] == BELOW_MINIMUM:
            for row in explained["readings"]:
                lines += [_other_text(row, words, "explain.too-small"), *_beside_text(row, words)]
        return lines
    if "reading" not in explained:
        return [_payment_text(row, words) for row in explained["payments"]]
    lines = [_reading_text(explained["reading"], words)]
    if stand_ins := explained["reading"].get("stand_ins"):
        lines.append(words["explain.stand-ins"].format(tiles=stand_ins))
    lines += [_item_text(row, explained["unit"], words) for row in explained["items"]]
    lines += [
        words[row["key"]].format(item=words[row["item_key"]], by=words[row["by_key"]], value=row["value"])
        for row in explained["exclusions"]
    ]
    lines += [_step_text(row, words) for row in explained["conversion"]]
    lines += [_payment_text(row, words) for row in explained["payments"]]
    lines += [
        words[row["key"]].format(payee=words[f"wind.{row['payee']}"], amount=row["amount"])
        for row in explained.get("taken", ())
    ]
    return lines + [_other_text(row, words, _OTHER[row["behind"] > 0]) for row in explained["others"]]


_OTHER: Final = {True: "explain.other", False: "explain.other-equal"}


def _reading_text(reading: Mapping[str, Any], words: Mapping[str, str]) -> str:
    if reading["form"] != STANDARD:
        return words[f"form.{reading['form']}"].format(tile=reading["winning_tile"])
    tiles = " ".join([row["tiles"] for row in reading["sets"]] + [reading["pair"]])
    key = "explain.reading" if reading["completes"] else "explain.reading-drawn"
    return words[key].format(tiles=tiles, tile=reading["winning_tile"], completes=reading["completes"])


def _item_text(row: Mapping[str, Any], unit: str, words: Mapping[str, str]) -> str:
    key = "explain.item" if row["tiles"] else "explain.item-bare"
    unit = unit_word(row["group"] if f"unit.{row['group']}" in words else unit, row["value"], words)
    return words[key].format(item=words[row["key"]], value=row["value"], unit=unit, tiles=" ".join(row["tiles"]))


def unit_word(unit: str, number: int, words: Mapping[str, str]) -> str:
    """The word for so many of a unit; one of it has a word of its own in some languages."""
    one = f"unit.{unit}.one"
    return words[one] if number == 1 and one in words else words[f"unit.{unit}"]


_TIMES: Final = {0: "-none", 1: "-once"}


def _step_text(row: Mapping[str, Any], words: Mapping[str, str]) -> str:
    key, args = row["key"], dict(row["args"])
    if "unit" in args:
        args["unit"] = unit_word(args["unit"], args["total"], words)
    number = args["doubles"] if "doubles" in args else args.get("times")
    few = key + (_TIMES.get(number, "") if isinstance(number, int) else "")
    return words[few if few in words else key].format(**args)


def _payment_text(row: Mapping[str, Any], words: Mapping[str, str]) -> str:
    payer, payee = words[f"wind.{row['payer']}"], words[f"wind.{row['payee']}"]
    return words[row["key"]].format(payer=payer, payee=payee, amount=row["amount"])


def _other_text(row: Mapping[str, Any], words: Mapping[str, str], key: str) -> str:
    reading = _reading_text(row["reading"], words)
    figures = {name: row.get(name, 0) for name in ("total", "behind", "counted", "minimum")}
    unit = unit_word(row["unit"], figures["minimum"] or figures["total"], words)
    return words[key].format(reading=reading, unit=unit, **figures)


def _beside_text(row: Mapping[str, Any], words: Mapping[str, str]) -> list[str]:
    """Nothing in explanations that were recorded before they told it."""
    return [
        words["explain.beside-minimum"].format(item=words[one["key"]], value=one["value"])
        for one in row.get("beside", ())
    ]
