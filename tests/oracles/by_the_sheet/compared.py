"""What is compared: the second scorer of each ruleset, with the options and the tiles that its hands are made of."""

from __future__ import annotations

import random
from typing import Any

from tests.oracles.by_the_sheet import (
    american,
    american_hands,
    base_and_doubles,
    cantonese_old,
    changsha,
    changsha_hands,
    chinese_classical,
    chinese_classical_hands,
    chinese_traditional,
    filipino,
    filipino_hands,
    fujian,
    fujian_hands,
    hong_kong_new,
    hong_kong_old,
    japanese_classical,
    korean,
    pussers_bones,
    san_hako,
    san_hako_hands,
    shanxi_lisi,
    shenyang,
    sichuan,
    singapore,
    singapore_hands,
    south_african,
    taiwanese,
    taiwanese_hands,
    three_player,
    three_player_hands,
    tianjin,
    vietnamese,
    vietnamese_hands,
    western_classical,
    western_classical_hands,
    whole_hands,
    wuhan,
)
from tests.oracles.by_the_sheet.compare import Compared
from tests.oracles.by_the_sheet.random_hands import EVERY, HONORS, Table, suit_tiles
from tests.oracles.by_the_sheet.tiles import spell, write

FLOWERS = tuple(f"{rank}f" for rank in range(1, 9))


def hong_kong_new_table(options: dict[str, Any], _profile: str | None) -> Table:
    flags = ("last-tile", "last-discard", "replacement", "double-replacement", "flower-replacement", "heavenly",
             "earthly", "human")  # fmt: skip
    return Table(EVERY, bonus=FLOWERS, flags=flags)


def hong_kong_old_table(_options: dict[str, Any], _profile: str | None) -> Table:
    return Table(EVERY, bonus=FLOWERS, flags=("last-tile", "last-discard", "heavenly", "earthly"))


def with_bonus_wins(rng: random.Random, record: dict[str, Any]) -> None:
    """Full series, and wins with bonus tiles alone."""
    chance = rng.random()
    if chance < 0.1:
        record["flowers"] = "".join(FLOWERS[4 * (chance < 0.05) :][:4])
    elif chance < 0.2 and record["win"] == "self-draw":
        tiles = rng.sample(FLOWERS, rng.choice((6, 7, 7, 8, 8)))
        record["winning_tile"], record["flowers"] = tiles[0], "".join(sorted(tiles[1:]))


def chinese_traditional_table(_options: dict[str, Any], _profile: str | None) -> Table:
    flags = ("last-tile", "last-discard", "replacement", "double-replacement", "flower-replacement", "heavenly",
             "earthly")  # fmt: skip
    return Table(EVERY, bonus=FLOWERS, flags=flags, earthly="any")


def cantonese_old_table(options: dict[str, Any], _profile: str | None) -> Table:
    flags = ("last-tile", "last-discard", "replacement", "double-replacement", "heavenly", "earthly")
    return Table(EVERY, seats="ESW" if options.get("players") == 3 else "ESWN", bonus=FLOWERS, flags=flags)


def with_rare_moments(rng: random.Random, record: dict[str, Any]) -> None:
    """Wins with bonus tiles, dangerous discards, the 1 of dots as the last tile and the 5 after a kong."""
    with_bonus_wins(rng, record)
    if record["winning_tile"][1] == "f":
        return
    chance = rng.random()
    if record["win"] == "discard":
        danger = [flag for flag in ("late-fresh-discard", "forced-discard") if rng.random() < 0.2]
        record["flags"] = [*record["flags"], *danger]
    elif record["win"] == "self-draw" and chance < 0.03:
        record.update(hand="123m456m789s1p", winning_tile="1p", melds=[pung_of(rng)], flags=["last-tile"])
    elif record["win"] == "self-draw" and chance < 0.06:
        kong = {"kind": "kong", "tiles": "2222z", "concealed": False}
        record.update(hand="46p789m", winning_tile="5p", melds=[kong, pung_of(rng)], flags=["replacement"])
        record["hand"] += "33m"


def pung_of(rng: random.Random) -> dict[str, Any]:
    return {"kind": "pung", "tiles": f"{rng.choice('1567') * 3}z", "concealed": False}


def with_full_series(rng: random.Random, record: dict[str, Any]) -> None:
    if rng.random() < 0.1:
        record["flowers"] = "".join(FLOWERS[4 * (rng.random() < 0.5) :])


def with_shown_tile(rng: random.Random, record: dict[str, Any]) -> None:
    """An indicator that leaves a second scorer few ways to read the hand, and a wild tile in the place of one."""
    held = spell(record["hand"])
    record["indicator"] = rng.choice(EVERY)
    wild = hong_kong_old.wild_kinds(record, {"wild-tiles": "shown-and-next"})
    melded = {tile for meld in record["melds"] for tile in spell(meld["tiles"])}
    thrown = record["win"] != "self-draw" and record["winning_tile"] in wild
    if sum(tile in wild for tile in held) > 1 or melded & wild or thrown:
        record["indicator"] = ""
    elif held and rng.random() < 0.5:
        held[rng.randrange(len(held))] = min(wild)
        record["hand"] = write(held)


def with_rare_hands(rng: random.Random, record: dict[str, Any]) -> None:
    """Also a dragon, claimed, with three pongs and a pair of one suit, and green tiles alone."""
    with_bonus_wins(rng, record)
    if record["options"].get("wild-tiles"):
        with_shown_tile(rng, record)
        return
    if record["winning_tile"][1] == "f" or rng.random() > 0.05:
        return
    record.update(melds=[], hand="222333444666s8s", winning_tile="8s", win="self-draw", discarder=None, flags=[])
    if rng.random() < 0.7:
        suit, (single, *pongs), dragon = rng.choice("mps"), rng.sample("123456789", 4), rng.choice("567")
        record["hand"] = write([f"{rank}{suit}" for rank in pongs for _ in range(3)] + [f"{single}{suit}"])
        record["winning_tile"] = f"{single}{suit}"
        record["melds"] = [{"kind": "pung", "tiles": f"{dragon * 3}z", "concealed": False}]


def with_closed_losers(rng: random.Random, record: dict[str, Any]) -> None:
    losers = [seat for seat in "ESWN" if seat != record["seat_wind"]]
    record["closed"] = rng.sample(losers, rng.choice((0, 0, 1, 2, 3)))


def south_african_table(_options: dict[str, Any], _profile: str | None) -> Table:
    flags = ("last-tile", "last-discard", "replacement", "double-replacement", "heavenly", "earthly")
    return Table(EVERY, bonus=FLOWERS, flags=flags)


def japanese_classical_table(_options: dict[str, Any], _profile: str | None) -> Table:
    flags = ("last-tile", "last-discard", "replacement", "double-replacement", "heavenly", "earthly")
    return Table(EVERY, flags=flags, earthly="any")


def korean_table(options: dict[str, Any], profile: str | None) -> Table:
    house = {**korean.DEFAULTS, **korean.PROFILES.get(profile or "", {}), **options}
    flags = ("last-tile", "last-discard", "replacement", "double-replacement", "heavenly", "earthly", "kong-discard")
    tiles = tuple(tile for tile in EVERY if tile[1] != "s" and not (house["north"] == "remove" and tile == "4z"))
    seats = "ESW" if house["players"] == 3 else "ESWN"
    bonus = (
        FLOWERS[4:] if house["bonus-tiles"] == "seasons" else FLOWERS[:4] if house["bonus-tiles"] == "flowers" else ()
    )
    return Table(tiles, seats, bonus, chows=False, flags=flags, earthly="self-draw")


def with_korean_flags(rng: random.Random, record: dict[str, Any]) -> None:
    """Ready hands, wins before the first draw, special tiles, all four bonus tiles and a pair of norths."""
    if record["winning_tile"] == "4z" and record["win"] == "robbed-kong":  # there may be no kong of norths
        record["win"] = "discard"
    closed = all(meld["concealed"] for meld in record["melds"])
    if closed and rng.random() < 0.5:
        record["flags"] += rng.choice((["ready"], ["named-wait"], ["ready", "named-wait"]))
    if closed and record["win"] == "discard" and record["seat_wind"] != "E" and rng.random() < 0.2:
        record["flags"].append("human")
    chance = rng.random()
    if chance < 0.1:
        record["flowers"] = rng.choice(("5678f", "1234f", "678f"))
    elif chance < 0.12:
        record["hand"] = record["hand"].replace("p", "s")


def with_liable(rng: random.Random, record: dict[str, Any]) -> None:
    if rng.random() < 0.3:
        record["liable"] = rng.choice([seat for seat in "ESWN" if seat != record["seat_wind"]])


def with_wild_tiles(rng: random.Random, record: dict[str, Any]) -> None:
    """An indicator, often with wild tiles in the place of others; now and then in any arrangement, or laid out."""
    if not record["melds"] and rng.random() < 0.15:
        kinds = [tile for tile in EVERY if tile[1] == "z"] if rng.random() < 0.4 else EYES
        tiles = rng.sample([tile for tile in kinds for _ in range(4)], 14)
        record["winning_tile"], record["hand"] = tiles[0], write(tiles[1:])
    indicator = rng.choice((*EVERY, *("5z", "6z", "7z", "4z") * 2, ""))
    record["indicator"] = indicator
    held = spell(record["hand"])
    if wild := wuhan.wild_after(indicator):
        for place in rng.sample(range(len(held)), min(len(held), rng.choice((0, 1, 1, 2, 2, 3, 4)))):
            held[place] = wild
        if rng.random() < 0.1:
            record["winning_tile"] = wild
    record["hand"] = write(held)
    laid = [rng.choice([tile for tile in ("7z", indicator, wild) if tile]) for _ in range(rng.choice((0, 0, 0, 1, 2)))]
    record["flowers"] = write(laid)


def with_seven_wild(rng: random.Random, record: dict[str, Any]) -> None:
    """An indicator, often with wild tiles in the place of others, a 5 of characters drawn, and raises; now and then a
    payment during the hand."""
    house = {**tianjin.DEFAULTS, **record["options"]}
    if rng.random() < 0.05:
        kept = {name: record[name] for name in ("ruleset", "options")}
        record.clear()
        record.update(kept, event=rng.choice(tianjin.EVENTS), seat_wind=rng.choice("ESWN"))
        if record["event"] == "claimed-kong":
            record["discarder"] = rng.choice([seat for seat in "ESWN" if seat != record["seat_wind"]])
        elif record["event"] == "four-equal":
            record["seat_wind"] = "E"
        return
    if rng.random() < 0.9:
        record.update(win="self-draw", discarder=None)
        record["flags"] = [name for name in record["flags"] if name not in ("last-discard",)]
    held = spell(record["hand"])
    if rng.random() < 0.3:
        record["winning_tile"] = "5m"
        held[:2] = rng.choice((["4m", "6m"], ["4m", "5m"], held[:2]))[: len(held)]
    record["indicator"] = rng.choice((*EVERY, "4m", "3m", "5m", "4z", "5z", "6z", "7z", ""))
    wild = sorted(tianjin.wild_kinds(record, house))
    if wild:
        held = [tile for tile in held if tile not in wild]
        held += rng.choices([tile for tile in EVERY if tile not in wild], k=len(spell(record["hand"])) - len(held))
        there = [tile for tile in wild for _ in range(3 if tile == record["indicator"] else 4)]
        copies = rng.sample(there, min(len(held), rng.choice((0, 1, 1, 2, 3, 4, len(there)))))
        for place, tile in zip(rng.sample(range(len(held)), len(copies)), copies, strict=True):
            held[place] = tile
        if rng.random() < 0.15 and len(copies) < len(there):
            record["winning_tile"] = rng.choice(wild)
    record["hand"] = write(held)
    if house["raises"]:
        record["raises"] = {seat: rng.randint(0, 1 if seat == "E" else 3) for seat in rng.sample("ESWN", 2)}


def with_ready_players(rng: random.Random, record: dict[str, Any]) -> None:
    """Mostly the winner, and some of the others; two suits more often than they come by chance."""
    everybody = "ESW" if record["options"].get("players") == 3 else "ESWN"
    others = [seat for seat in everybody if seat != record["seat_wind"]]
    ready = rng.sample(others, rng.choice((0, 0, 1, 1, 2)))
    record["ready"] = [*ready, *([record["seat_wind"]] if rng.random() < 0.9 else [])]


def shanxi_lisi_table(options: dict[str, Any], _profile: str | None) -> Table:
    if options.get("players") == 3:
        return Table(suit_tiles("mp"), seats="ESW", chows=False)
    return Table((*suit_tiles("ms"), *HONORS), chows=False)


EYES = [rank + suit for rank in "258" for suit in "mps"]

COMPARED = (
    Compared(
        "hong-kong-new",
        hong_kong_new.score,
        hong_kong_new_table,
        {
            "values": ("association",), "flowers": (False,), "min-faan": (0, 1, 5, 10), "scale": ("full-spicy", "laak"),
            "flowers-count-to-minimum": (False,), "limit-faan": (1, 6, 10, 13), "shooter": ("half",),
            "robbed-kong-pays-all": (True,), "concealed-with-flowers": (True,), "flower-replacement": (True,),
            "seven-pairs": (1, 4, 13), "seven-pairs-distinct": (False,), "flower-wins": (False,),
            "liability": (["dragons"], ["winds", "kong"], ["one-suit", "kong", "winds", "dragons"]),
        },
        ("modern", "association", "old-table"),
        with_bonus_wins,
    ),
    Compared(
        "hong-kong-old",
        hong_kong_old.score,
        hong_kong_old_table,
        {
            "tiles": (136, 148), "min-faan": (0, 1, 5, 9), "minimum-counts-bonus": (True,), "all-simples": ("1-9",),
            "common-hand": ("basic",), "double-wind": ("one",), "seven-pairs-distinct": (False,),
            "flower-scoring": ("each",), "flower-set": ("5",), "eight-flowers-win": (False,),
            "points-table": ([1, 2, 3, 4, 5, 6, 7, 8],), "limit-points": (32, 200), "limit-faan": (10, 20),
            "limit-hands-off": (["four-concealed-pongs", "all-kong"], ["great-dragons", "all-honors", "heavenly-gates"],
                                ["thirteen-orphans", "great-flowers"], ["great-winds", "heavenly-hand"]),
            "limit-hands-concealed": (["great-dragons", "all-honors"], ["great-winds", "jade-dragon", "pure-green"]),
            "half-limit-on-discard": (True,), "four-concealed-pongs-discard": ("any",), "pure-green": (True,),
            "east-doubles": (False,), "wild-tiles": ("shown-and-next",),
        },
        ("fixed-length", "three-in-a-row", "without-flowers"),
        with_rare_hands,
    ),
    Compared(
        "base-and-doubles",
        base_and_doubles.score,
        lambda _options, _profile: Table(EVERY, bonus=FLOWERS, flags=("replacement", "double-replacement", "heavenly")),
        {
            "flowers": (False,), "base-point": (2, 5), "max-doubles": (2, 5, 12), "min-doubles": (1, 2),
            "self-drawn": (0, 3), "out-at-kong": (0, 4), "all-pungs": (0, 5), "one-suit-with-honors": (2,),
            "seven-pairs": (0, 2), "one-suit": (5,), "flower-set": (1,), "seven-pairs-distinct": (False,),
            "dealer-wins-double": (True,), "only-discarder-pays": (True,), "rob-kong": (True,),
            "points-table": ([1, 3, 5, 10],),
        },
        ("without-flowers",),
        with_full_series,
    ),
    Compared(
        "chinese-traditional",
        chinese_traditional.score,
        chinese_traditional_table,
        {
            "flowers": (False,), "limit": (200, 320, 1000), "min-points": (30, 60),
            "concealed-self-drawn-doubles": (0,), "outside-pair": (False,), "nine-gates-tile": ("odd",),
            "one-suit-doubles": (0, 2),
        },
        ("without-flowers", "seven-stacks"),
        with_full_series,
    ),
    Compared(
        "cantonese-old",
        cantonese_old.score,
        cantonese_old_table,
        {
            "flowers": (True,), "flower-method": ("round", "seat", "round-and-seat", "both-only"),
            "flowers-count-to-minimum": (False,), "players": (3, 5), "min-fan": (1, 3, 6), "max-fan": (0, 3, 9),
            "all-concealed": (True,), "single-wait": (True,), "all-terminals-fan": (0, 5), "gong-fan": (1, 3),
            "ping-woo-one-suit": (False,), "ping-woo-eyes": ("common",), "wind-triplets-in-happiness": (False,),
            "items-off": (["all-triplets", "far-yiu"], ["prevailing-wind-triplet", "grand-three-chiefs"],
                          ["thirteen-terminals", "eight-flowers"], ["pure-one-suit", "plum-blossom"]),
            "odd-fan": ("floor",), "points-table": ([1, 6, 20],), "award-base": (3,),
            "payment": ("discarder-only", "discarder-double"), "gong-feeder-pays": (False,), "bao": (False,),
        },
        ("flowers", "five-players", "discarder-only"),
        with_rare_moments,
    ),
    Compared(
        "shenyang",
        shenyang.score,
        lambda _options, _profile: Table(EVERY, flags=("last-tile", "last-discard", "replacement")),
        {
            "base-points": (2, 5), "max-fan": (0, 1, 3, 8), "pong-first": (False,), "must-open": (False,),
            "three-suits": (False,), "discard-payment": ("all", "discarder"), "self-draw-fan": (0,),
            "discarder-fan": (0, 2), "dealer-fan": (0, 3), "closed-fan": (0, 2), "all-closed-fan": (0, 1),
        },
        change=with_closed_losers,
    ),
    Compared(
        "shanxi-lisi",
        shanxi_lisi.score,
        shanxi_lisi_table,
        {
            "players": (3,), "suits": ("at-most-two", "any"), "self-draw-points": (0, 7), "discard-points": (0, 3),
            "dealer-times": (1, 3), "exposed-kong": (0, 4), "concealed-kong": (0, 9), "ready-required": (False,),
            "seven-pairs": (True,),
        },
        change=with_ready_players,
    ),
    Compared(
        "wuhan",
        wuhan.score,
        lambda _options, _profile: Table(EVERY, flags=("last-tile", "last-discard", "replacement")),
        {
            "small-points": (2, 7), "big-points": (1, 5), "open": ("once",), "exposed-kong": (0, 3),
            "concealed-kong": (0, 1), "must-open": (True,), "small-max-wilds": (0, 1, 2), "max-points": (0, 40, 1000),
            "special-kongs": (True,),
        },
        ("red-dragon-kong",),
        with_wild_tiles,
    ),
    Compared(
        "tianjin",
        tianjin.score,
        lambda _options, _profile: Table(EVERY, chows=False, flags=("replacement", "heavenly", "earthly"),
                                         earthly="self-draw", pairs=0),
        {
            "wilds": (4,), "min-points": (1,), "max-points": (3, 14, 1000), "east-doubles": (False,),
            "raises": (True,), "heavenly-earthly": (True,), "wild-kong": (0, 5), "four-equal": (0, 3),
            "instant-events": ([], ["claimed-kong", "wild-kong"]),
        },
        change=with_seven_wild,
    ),
    Compared(
        "south-african",
        south_african.score,
        south_african_table,
        {
            "max-fan": (4,), "flowers": (False,), "no-flowers": (False,), "seven-pairs": (True,),
            "east-doubles": (True,),
        },
    ),
    Compared(
        "sichuan",
        sichuan.score,
        lambda _options, _profile: whole_hands.TABLE,
        {
            "end": ("first-win",), "max-fan": (0, 4, 5, 6), "self-draw": ("add-fan", "none"), "terminal-sets": (True,),
            "two-five-eight": (True,), "concealed-hand": (True,), "no-terminals": (True,), "heavenly-earthly": (True,),
            "claimed-kong": ("all",), "late-added-kong": (1,), "claimed-kong-draw": ("discard",),
            "kong-discard-transfer": (True,), "kong-refund": (False,), "pig": ("cap",), "pig-points": (0, 5),
            "fine-points": (0, 10), "next-dealer": ("rotate",),
        },
        ("household", "first-win"),
        whole_hands.of_sichuan,
    ),
    Compared(
        "changsha",
        changsha.score,
        changsha_hands.table,
        changsha_hands.CHOICES,
        ("no-dealer",),
        changsha_hands.change,
    ),
    Compared(
        "san-hako",
        san_hako.score,
        san_hako_hands.table,
        san_hako_hands.CHOICES,
        change=san_hako_hands.change,
    ),
    Compared(
        "japanese-classical",
        japanese_classical.score,
        japanese_classical_table,
        {
            "limit-base": (77, 400, 1000), "rounding": ("nearest", "exact"), "menzen-tsumo": (False,),
            "honroutou": ("own",), "double-pair": (2,), "chuuren": ("nine-sided",),
            "chiihou": ("dealer-first-discard",), "stack-limits": (False,), "pao": ("off",),
        },
        change=with_liable,
    ),
    Compared(
        "korean",
        korean.score,
        korean_table,
        {
            "values": ("b", "c"), "min-points": (0, 1, 4, 10), "ante": (0, 7), "max-points": (5, 14, 20, 80),
            "round-wind": (True,), "rounds": (2, 4), "seven-pairs-distinct": (False,), "special-tiles": (False,),
            "discard-payment": ("discarder-all", "everybody"), "players": (3,), "north": ("two", "two", "remove"),
            "bonus-tiles": ("flowers", "none"),
        },
        korean.PROFILES,
        with_korean_flags,
    ),
    Compared(
        "singapore",
        singapore.score,
        singapore_hands.table,
        singapore_hands.CHOICES,
        tuple(singapore.PROFILES),
        singapore_hands.change,
    ),
    Compared(
        "taiwanese",
        taiwanese.score,
        taiwanese_hands.table,
        taiwanese_hands.CHOICES,
        taiwanese_hands.PROFILES,
        taiwanese_hands.change,
    ),
    Compared(
        "fujian",
        fujian.score,
        fujian_hands.table,
        fujian_hands.CHOICES,
        fujian_hands.PROFILES,
        fujian_hands.change,
    ),
    Compared(
        "filipino",
        filipino.score,
        filipino_hands.table,
        filipino_hands.CHOICES,
        change=filipino_hands.change,
        hands=1_500,
    ),
    Compared(
        "chinese-classical",
        chinese_classical.score,
        chinese_classical_hands.table,
        chinese_classical_hands.CHOICES,
        tuple(chinese_classical.PROFILES),
        chinese_classical_hands.change,
        hands=2_000,
    ),
    Compared(
        "western-classical",
        western_classical.score,
        western_classical_hands.table,
        western_classical_hands.CHOICES,
        tuple(western_classical.PROFILES),
        western_classical_hands.change,
        hands=2_000,
    ),
    Compared(
        "vietnamese",
        vietnamese.score,
        vietnamese_hands.table,
        vietnamese_hands.CHOICES,
        change=vietnamese_hands.change,
        hands=1_000,
    ),
    Compared(
        "thai",
        vietnamese.score,
        vietnamese_hands.thai_table,
        vietnamese_hands.THAI_CHOICES,
        change=vietnamese_hands.change,
        hands=1_000,
    ),
    Compared(
        "american",
        american.score,
        american_hands.table,
        american_hands.CHOICES,
        change=american_hands.change,
    ),
    Compared(
        "three-player",
        three_player.score,
        three_player_hands.table,
        three_player_hands.CHOICES,
        ("eighty-four", "hong-kong"),
        three_player_hands.change,
        hands=1_500,
    ),
    Compared(
        "pussers-bones",
        pussers_bones.score,
        lambda options, _profile: Table(EVERY, "ESWN"[: options.get("players", 4)], FLOWERS, chows=False,
                                        flags=tuple(sorted(pussers_bones.LOOSE))),
        pussers_bones.CHOICES,
        change=pussers_bones.change,
    ),
)  # fmt: skip
