"""Who pays what for a win, as a table of every situation of winner and discarder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from controller.rules.engine import ConfiguredGame
from controller.rules.game import QuickWin
from controller.rules.hand.record import DISCARD, SELF_DRAW, Source
from controller.rules.progression import winds_in_play
from controller.rules.seats import SEATS, WIND_INDEX, WIND_INDEX_OR_NONE, WINDS
from controller.rules.sheet.ruleset import Won


def payments(game: ConfiguredGame, totals: Sequence[int]) -> list[dict[str, Any]]:
    """The payment table for hands of these totals, as ``payment_table`` with the ``total`` of each row."""
    rows = []
    for total in totals:
        fu = game.asks.fu[2] if game.asks.needs_fu(total, False) else None
        base = game.bound.base_of(QuickWin(SEATS[0], SELF_DRAW, None, total, False, fu=fu))
        rows += [{"total": total, **row} for row in payment_table(game, [base], total)]
    return rows


def example_total(game: ConfiguredGame) -> int:
    """A hand that shows well who pays what: the lowest level with a name, else a little above the minimum."""
    asks = game.asks
    if asks.levels:
        return min(level.total for level in asks.levels if not level.fu)
    return asks.presets[min(2, len(asks.presets) - 1)] if asks.presets else 10


def payment_table(game: ConfiguredGame, bases: Sequence[int], total: int | None = None) -> list[dict[str, Any]]:
    """What everybody pays for each base amount in every situation of winner and discarder, by seat wind. ``total``:
    what the hand counted, where it is known.

    Rows: ``{"base", "winner", "win", "discarder", "pays": {wind: amount}, "gets"}``.
    """
    winds = [WINDS[wind] for wind in winds_in_play(game.plan)]
    rows = []
    for base in bases:
        for winner in winds[:2]:
            rows.append(_row(game, base, winner, None, total))
            rows += [_row(game, base, winner, discarder, total) for discarder in winds[:3] if discarder != winner]
    return rows


def _row(game: ConfiguredGame, base: int, winner: str, discarder: str | None, total: int | None) -> dict[str, Any]:
    source: Source = SELF_DRAW if discarder is None else DISCARD
    shares = game.bound.pay(Won(WIND_INDEX[winner], WIND_INDEX_OR_NONE[discarder], source, base, total=total))
    pays = {WINDS[share.payer]: share.amount for share in shares if share.amount}
    return {
        "base": base,
        "winner": winner,
        "win": source,
        "discarder": discarder,
        "pays": pays,
        "gets": sum(pays.values()),
    }


def payment_text(rows: Sequence[Mapping[str, Any]], words: Mapping[str, str]) -> list[str]:
    """The payment table as lines, in the language of the words (rules.json)."""
    return [words[f"table.{row['win']}"].format(**_words_of(row, words)) for row in rows]


def _words_of(row: Mapping[str, Any], words: Mapping[str, str]) -> dict[str, Any]:
    pays = ", ".join(f"{words[f'wind.{wind}']} {amount}" for wind, amount in row["pays"].items())
    discarder = words[f"wind.{row['discarder']}"] if row["discarder"] else ""
    winner = words[f"wind.{row['winner']}"]
    return {"base": row["base"], "winner": winner, "discarder": discarder, "pays": pays, "gets": row["gets"]}
