"""Random whole hands of ``sichuan``: kongs and wins in order, and the hands that were left at the end of the wall."""

from __future__ import annotations

import random
from typing import Any

from tests.oracles.by_the_sheet.random_hands import Table, random_record, suit_tiles
from tests.oracles.by_the_sheet.tiles import SEATS, spell, write

TABLE = Table(
    suit_tiles(),
    chows=False,
    flags=("last-tile", "last-discard", "replacement", "double-replacement", "heavenly", "earthly", "kong-discard"),
    earthly="self-draw",
)
KONGS = ("claimed-kong", "concealed-kong", "added-kong", "late-added-kong")
OF_A_WIN = ("seat_wind", "hand", "melds", "winning_tile", "win", "discarder", "flags")


def with_two_suits(rng: random.Random, record: dict[str, Any]) -> None:
    """Mostly of two suits, so that it wins; with a void suit, and who is out."""
    if rng.random() < 0.8:
        one, other = rng.sample("mps", 2)
        for row in (record, *record["melds"]):
            for name in {"hand", "winning_tile", "tiles"} & set(row):
                row[name] = write(tile.replace(one, other) for tile in spell(row[name]))
    held = [*spell(record["hand"]), *(tile for row in record["melds"] for tile in spell(row["tiles"]))]
    if record["win"] == "robbed-kong" and record["winning_tile"] in held:
        record["win"] = "discard"
    suits = {tile[1] for tile in [*spell(record["hand"]), record["winning_tile"]]}
    record["void"] = rng.choice([*(suit for suit in "mps" if suit not in suits), None, rng.choice("mps")])
    record["flowers"] = ""
    others = [seat for seat in SEATS if seat not in (record["seat_wind"], record["discarder"])]
    fed = [row["from"] for row in record["melds"] if "from" in row]
    record["out"] = [seat for seat in rng.sample(others, rng.choice((0, 0, 0, 1, 2))) if seat not in fed]


def of_sichuan(rng: random.Random, record: dict[str, Any]) -> None:
    """One win, or now and then a whole hand."""
    if rng.random() < 0.6:
        with_two_suits(rng, record)
        return
    kept = {name: record[name] for name in ("ruleset", "options", "profile") if name in record}
    record.clear()
    record.update(kept)
    most = 1 if "first-win" in (kept["options"].get("end"), kept.get("profile")) else 3
    out: list[str] = []
    events: list[dict[str, Any]] = []
    while len(events) < 12 and len(out) < most and rng.random() < 0.85:
        playing = [seat for seat in SEATS if seat not in out]
        if rng.random() < 0.03 and out:
            playing = list(SEATS)
        if rng.random() < 0.55:
            events.append(random_kong(rng, playing))
        else:
            wins = random_wins(rng, playing)
            out += [one["seat_wind"] for one in wins]
            events.append({"event": "win", "wins": wins})
    record["events"] = events
    if len(out) < most:
        record["losers"] = {seat: random_loser(rng) for seat in SEATS if seat not in out}


def random_kong(rng: random.Random, playing: list[str]) -> dict[str, Any]:
    seat, feeder = rng.sample(playing, 2)
    kind = rng.choice(KONGS)
    kong = {"event": kind, "seat": seat, "tile": rng.choice(TABLE.tiles)}
    return {**kong, "from": feeder} if kind == "claimed-kong" else kong


def random_wins(rng: random.Random, playing: list[str]) -> list[dict[str, Any]]:
    """Wins that mostly hold, on one tile of one player."""
    number = rng.choice((1, 1, 1, 2)) if len(playing) > 2 else 1
    wins: list[dict[str, Any]] = []
    discarder = rng.choice(playing)
    while len(wins) < number:
        one = random_record(rng, TABLE, "sichuan")
        with_two_suits(rng, one)
        winner = rng.choice(
            [seat for seat in playing if seat != discarder and seat not in [w["seat_wind"] for w in wins]]
        )
        if number > 1 or one["win"] != "self-draw":
            one["win"], one["discarder"] = "discard", discarder
            one["flags"] = [flag for flag in one["flags"] if flag in ("last-discard", "kong-discard")]
        one["seat_wind"] = winner
        one["flags"] = [flag for flag in one["flags"] if flag not in ("heavenly", "earthly")]
        for row in one["melds"]:
            row.pop("from", None)
            row.pop("added", None)
        wins.append({name: one[name] for name in OF_A_WIN} | {"void": one["void"]})
    return wins


def random_loser(rng: random.Random) -> dict[str, Any]:
    one = random_record(rng, TABLE, "sichuan")
    with_two_suits(rng, one)
    for row in one["melds"]:
        row.pop("from", None)
        row.pop("added", None)
    loser = {name: one[name] for name in ("hand", "melds", "void")}
    return {**loser, "rule_broken": True} if rng.random() < 0.1 else loser
