"""The result sheet as CSV (RFC 4180, UTF-8): one row for each result, payment at once, penalty, ruling and place, and
one for the rules.

``status`` of a result row: ``counts``, or ``replaced`` for one that a correction took the place of.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from typing import Any

from controller.match.sheet.facts import sheet_json
from controller.match.sheet.signed import SheetHead
from controller.match.sheet.words import moved, names_of
from controller.match.state import MatchState

Row = dict[str, Any]

COLUMNS = (
    "row", "status", "hand", "round", "number", "extra", "dealer", "started", "time", "dice", "second_throw",
    "broken_wall_seat", "stacks_counted", "result", "winners", "discarder", "total", "fu", "level", "limit",
    "items", "riichi", "ready", "counters", "sticks", "place", "points", "table_points", "marks", "chips", "yakitori",
    "who", "why", "note", "declared", "ruleset", "profile", "house_rules", "rules_hash", "options",
)  # fmt: skip
EARNED = ("place", "points", "table_points", "marks", "chips", "yakitori")
"""Of a player's row of the ranking."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def sheet_csv(state: MatchState, head: SheetHead | None = None) -> str:
    """The sheet as text; ``change <name>`` and ``score <name>`` columns for every player. ``head``: of the journal that
    it was made from, in a row of its own."""
    sheet = sheet_json(state)
    players = [f"{kind} {row['name']}" for kind in ("change", "score") for row in sheet["players"]]
    text = io.StringIO()
    writer = csv.DictWriter(text, [*COLUMNS, *players], restval="", lineterminator="\r\n")
    writer.writerow({column: column for column in writer.fieldnames})
    for row in (*_rows(sheet), _rules_row(sheet)):
        writer.writerow({column: _cell(value) for column, value in row.items()})
    if head is not None:
        writer.writerow({"row": "journal", "status": "signed", "number": head.seq, "note": head.record})
    return text.getvalue()


def _cell(value: Any) -> Any:
    """Text that a spreadsheet would take for a formula is kept as text."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def _rules_row(sheet: Mapping[str, Any]) -> Row:
    """The rules that were played, each option with its value as JSON."""
    options = json.dumps(sheet["options"], ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return {
        "row": "rules",
        "status": "counts",
        "ruleset": sheet["ruleset"],
        "profile": sheet["profile"] or "",
        "house_rules": sheet["house_rules"] or "",
        "rules_hash": sheet["rules_hash"] or "",
        "options": options,
    }


def _rows(sheet: Mapping[str, Any]) -> Iterator[Row]:
    for hand in sheet["hands"]:
        for paid in hand["instants"]:
            yield {**_hand_row(sheet, hand), **_instant_row(sheet, paid)}
        for old in hand["replaced"]:
            yield {**_hand_row(sheet, hand), "status": "replaced", **_result_row(sheet, hand, old)}
        for win in hand["earlier"]:
            yield {**_hand_row(sheet, hand), "status": "counts", **_result_row(sheet, hand, win)}
        if hand["result"] is not None:
            scores = _by_player(sheet, "score", hand["scores"])
            yield {**_hand_row(sheet, hand), "status": "counts", **_result_row(sheet, hand, hand["result"]), **scores}
    yield from (_penalty_row(sheet, penalty) for penalty in sheet["penalties"])
    for ruling in sheet["rulings"]:
        facts = {"hand": ruling["hand"], "time": ruling["time"], "who": ruling["who"], "why": ruling["text"]}
        yield {"row": "ruling", "status": "counts", **facts}
    yield {"row": "total", "status": "counts", **_by_player(sheet, "score", sheet["totals"])}
    for row in (sheet["final"] or {}).get("ranking", ()):
        earned = {column: row[column] for column in EARNED if column in row}
        yield {"row": "final", "winners": row["name"], **earned}


def _hand_row(sheet: Mapping[str, Any], hand: Mapping[str, Any]) -> Row:
    broken = hand["break"] or {}
    return {
        "row": "hand",
        "hand": hand["hand"],
        "round": hand["prevailing"],
        "number": hand["number"],
        "extra": hand["extra"],
        "dealer": names_of(sheet, [hand["seats"][hand["dealer"]]]),
        "started": hand["started"],
        "dice": " ".join(map(str, hand["dice"])),
        "counters": hand["carry"] if hand["counted"] else "",
        "sticks": hand["deposits"],
        "second_throw": " ".join(map(str, hand["second_throw"])),
        "broken_wall_seat": broken.get("broken_wall_seat", ""),
        "stacks_counted": broken.get("stacks_counted", ""),
        "note": "; ".join(hand["notes"]),
    }


def _moved(sheet: Mapping[str, Any], result: Mapping[str, Any]) -> Iterator[str]:
    """What was given back or handed on, and by whom."""
    for what, points in moved(result).items():
        yield f"{what}: " + ", ".join(f"{names_of(sheet, [player])} {amount}" for player, amount in points.items())


def _result_row(sheet: Mapping[str, Any], hand: Mapping[str, Any], result: Mapping[str, Any]) -> Row:
    wins = result["winners"]
    return {
        "time": result["time"],
        "result": wins[0]["source"] if wins else result["reason"] or result["kind"],
        "winners": names_of(sheet, [win["player"] for win in wins]),
        "discarder": names_of(sheet, [result["discarder"]]),
        "total": " ".join(str(win["total"]) for win in wins),
        "fu": " ".join(str(win["fu"]) for win in wins if win["fu"]),
        "level": " ".join(win["level"] for win in wins if win["level"]),
        "riichi": names_of(sheet, result["riichi"]),
        "declared": _declared(sheet, result),
        "ready": names_of(sheet, result["ready"]),
        "limit": " ".join("yes" if win["limit"] else "no" for win in wins),
        "items": "; ".join(" ".join(f"{item}:{value}" for item, value in win["items"].items()) for win in wins),
        "who": result["who"],
        "why": result["why"],
        "note": "; ".join([*hand["notes"], *_moved(sheet, result)]),
        **_by_player(sheet, "change", result["net"]),
    }


def _instant_row(sheet: Mapping[str, Any], paid: Mapping[str, Any]) -> Row:
    """What was paid at once; ``result`` is what it was for."""
    return {
        "status": "counts" if paid["counts"] else "replaced",
        "time": paid["time"],
        "result": paid["instant"],
        "winners": names_of(sheet, [paid["player"]]),
        "discarder": names_of(sheet, [paid["feeder"]]),
        "who": paid["who"],
        **_by_player(sheet, "change", paid["net"]),
    }


def _declared(sheet: Mapping[str, Any], result: Mapping[str, Any]) -> str:
    """Players by what they declared, under the names of the game."""
    return "; ".join(f"{name}: {names_of(sheet, players)}" for name, players in result["declared"].items() if players)


def _penalty_row(sheet: Mapping[str, Any], penalty: Mapping[str, Any]) -> Row:
    return {
        "row": "penalty",
        "status": "cancelled" if penalty["cancelled"] else "counts",
        "hand": penalty["hand"],
        "time": penalty["time"],
        "result": penalty["kind"] if penalty["cancels"] is None else f"cancels {penalty['cancels']}",
        "winners": "",
        "discarder": names_of(sheet, [penalty["player"]]),
        "who": penalty["who"],
        "why": penalty["why"],
        **_by_player(sheet, "change", penalty["net"]),
    }


def _by_player(sheet: Mapping[str, Any], kind: str, amounts: list[int]) -> Row:
    return {f"{kind} {row['name']}": amount for row, amount in zip(sheet["players"], amounts, strict=True)}
