"""Riichi and sanma hands scored here and by the package ``mahjong``; every difference is printed.

    .venv/bin/pip install mahjong
    python -m bench.oracle_riichi --hands 100000 [--seed N] [--option open-tanyao=false ...]

Compared are legality, han, fu, yaku by name and what everybody pays. ``EXPLAINED`` lists, by the rule, the hands on
which the two may differ; anything else is a disagreement and gives exit status 1.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from mahjong.constants import EAST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.hand_calculating.scores import Aotenjou, ScoresCalculator
from mahjong.meld import Meld

from api.commands.lines import decoder
from bench.compared import parser_of, told
from bench.riichi_hands import Dealer
from controller.rules import score
from controller.rules.hand.tiles import read_tiles
from controller.rules.rulesets.riichi.value import MOST_HAN

NAMES = {
    "Riichi": "riichi", "Double Riichi": "double-riichi", "Ippatsu": "ippatsu", "Menzen Tsumo": "menzen-tsumo",
    "Rinshan Kaihou": "rinshan", "Chankan": "chankan", "Haitei Raoyue": "haitei", "Houtei Raoyui": "houtei",
    "Pinfu": "pinfu", "Tanyao": "tanyao", "Iipeiko": "iipeikou", "Ryanpeikou": "ryanpeikou",
    "Sanshoku Doujun": "sanshoku-doujun", "Ittsu": "ittsu", "Chantai": "chanta", "Junchan": "junchan",
    "Toitoi": "toitoi", "San Ankou": "san-ankou", "Sanshoku Doukou": "sanshoku-doukou", "San Kantsu": "san-kantsu",
    "Shou Sangen": "shousangen", "Honroutou": "honroutou", "Honitsu": "honitsu", "Chinitsu": "chinitsu",
    "Chiitoitsu": "chiitoitsu", "Yakuhai (haku)": "haku", "Yakuhai (hatsu)": "hatsu", "Yakuhai (chun)": "chun",
    "Dora": "dora", "Ura Dora": "ura", "Aka Dora": "red", "Kokushi Musou": "kokushi",
    "Kokushi Musou Juusanmen Matchi": "kokushi", "Suu Ankou": "suuankou", "Suu Ankou Tanki": "suuankou",
    "Daisangen": "daisangen", "Shousuushii": "shousuushii", "Dai Suushii": "daisuushii", "Tsuu Iisou": "tsuuiisou",
    "Chinroutou": "chinroutou", "Ryuuiisou": "ryuuiisou", "Chuuren Poutou": "chuuren",
    "Daburu Chuuren Poutou": "chuuren", "Suu Kantsu": "suukantsu", "Tenhou": "tenhou", "Chiihou": "chiihou",
    "Renhou (yakuman)": "renhou",
}  # fmt: skip
WINDS = {"E": EAST, "S": EAST + 1, "W": EAST + 2, "N": EAST + 3}
MELDS = {"chow": Meld.CHI, "pung": Meld.PON, "kong": Meld.KAN}
DOUBLED = ("suuankou-tanki", "kokushi-13", "junsei-chuuren", "daisuushii")


def house(rng: random.Random, sanma: bool) -> dict[str, Any]:
    """Options that both sides know; the package pays a double wind pair four fu and adds yakuman up."""
    chosen = {
        "double-wind-pair-fu": 4, "yakuman-stack": True, "renhou": "yakuman", "red-fives": 2 if sanma else 3,
        "kiriage": rng.random() < 0.5, "kazoe": rng.choice(("sanbaiman", "yakuman")),
        "open-tanyao": rng.random() < 0.8, "double-yakuman": list(DOUBLED) if rng.random() < 0.5 else [],
    }  # fmt: skip
    return chosen | ({"honba-value": 200} if sanma else {})


def dealt(seed: int, hands: int, fixed: Mapping[str, Any]) -> Iterable[dict[str, Any]]:
    """Records with options, ``fixed`` among them; one in four is of sanma."""
    rng = random.Random(seed)
    four, three = Dealer(rng), Dealer(rng, three_players=True)
    for number in range(hands):
        sanma = number % 4 == 3
        record = {**(three if sanma else four).record(), "options": house(rng, sanma) | fixed}
        if record["options"].get("no-limits"):
            record = {**record, "honba": 0, "deposits": 0}  # the package counts none then
        yield without_reds(record) if record["options"]["red-fives"] == 0 else record


def without_reds(record: dict[str, Any]) -> dict[str, Any]:
    """The same hand with plain fives."""
    melds = [{**meld, "tiles": meld["tiles"].replace("0", "5")} for meld in record["melds"]]
    return {**record, "melds": melds} | {name: record[name].replace("0", "5") for name in ("hand", "winning_tile")}


class Copies:
    """Tiles of a record as numbers 0-135; the first copy of a five is the red one."""

    def __init__(self, red_in_play: bool) -> None:
        self.given: Counter[int] = Counter()
        self.red_in_play = red_in_play

    def all(self, text: str) -> list[int]:
        return [self._one(name) for name in spread(text)]

    def _one(self, name: str) -> int:
        tile = read_tiles(name)[0]
        if name[0] == "0":
            return 4 * tile
        first = 1 if self.red_in_play and tile in (4, 13, 22) else 0
        self.given[tile] += 1
        return 4 * tile + first + self.given[tile] - 1


def spread(text: str) -> list[str]:
    """Compact notation to single tiles."""
    names, digits = [], ""
    for char in text:
        if char.isdigit():
            digits += char
        else:
            names += [digit + char for digit in digits]
            digits = ""
    return names


def theirs(record: Mapping[str, Any]) -> HandResponse:
    """The package's opinion of a record."""
    red = any("0" in text for text in (record["hand"], record["winning_tile"], *(m["tiles"] for m in record["melds"])))
    copies = Copies(red)
    held, won = copies.all(record["hand"]), copies.all(record["winning_tile"])
    melds = [
        Meld(meld_type=MELDS[meld["kind"]], tiles=copies.all(meld["tiles"]), opened=not meld["concealed"])
        for meld in record["melds"]
    ]
    tiles = held + won + [tile for meld in melds for tile in meld.tiles]
    return HandCalculator.estimate_hand_value(
        tiles, won[0], melds=melds, dora_indicators=_indicators(record["dora_indicators"]), config=config(record, red),
        ura_dora_indicators=_indicators(record["ura_indicators"]),
        scores_calculator_factory=Aotenjou if record["options"].get("no-limits") else ScoresCalculator,
    )  # fmt: skip


def _indicators(text: str) -> list[int]:
    return [4 * tile + 3 for tile in read_tiles(text)]


def config(record: Mapping[str, Any], red: bool) -> HandConfig:
    flags, options = record["flags"], record["options"]
    first_turn = "earthly" in flags
    drawn = record["win"] == "self-draw"
    return HandConfig(
        is_tsumo=drawn,
        is_riichi="riichi" in flags,
        is_daburu_riichi="double-riichi" in flags,
        is_ippatsu="ippatsu" in flags,
        is_rinshan="replacement" in flags,
        is_chankan=record["win"] == "robbed-kong",
        is_haitei="last-tile" in flags,
        is_houtei="last-discard" in flags,
        is_tenhou="heavenly" in flags,
        is_chiihou=first_turn and drawn,
        is_renhou=first_turn and not drawn and options.get("renhou") == "yakuman",
        player_wind=WINDS[record["seat_wind"]],
        round_wind=WINDS[record["round_wind"]],
        kyoutaku_number=record["deposits"],
        tsumi_number=record["honba"],
        num_nuki_dora=record.get("kita", 0),
        options=OptionalRules(
            has_open_tanyao=options.get("open-tanyao", True),
            has_aka_dora=red,
            has_double_yakuman=bool(options.get("double-yakuman")),
            kazoe_limit=HandConfig.KAZOE_LIMITED if options.get("kazoe") == "yakuman" else HandConfig.KAZOE_SANBAIMAN,
            kiriage=options.get("kiriage", True),
            renhou_as_yakuman=True,
            is_three_player=record["ruleset"] == "sanma",
        ),
    )


def ours_in_their_words(result: Mapping[str, Any]) -> dict[str, Any]:
    if not result["legal"]:
        return {"legal": False}
    items = Counter(result["items"])
    for extra in ("kan-dora", "kita"):
        items["dora"] += items.pop(extra, 0)
    paid = {wind: -amount for wind, amount in result["payments"].items() if amount < 0}
    return {
        "legal": True, "han": result["total"], "fu": result["fu"], "items": {k: v for k, v in items.items() if v},
        "paid": paid, "total": sum(paid.values()) + result["pot"],
    }  # fmt: skip


def theirs_in_our_words(record: Mapping[str, Any], answer: HandResponse) -> dict[str, Any]:
    if answer.error is not None or answer.cost is None or answer.yaku is None:
        return {"legal": False}
    closed = all(meld["concealed"] for meld in record["melds"])
    items: dict[str, int] = {}
    for yaku in answer.yaku:
        han = yaku.han_closed if closed else yaku.han_open
        name = NAMES.get(yaku.name) or ("seat-wind" if "seat" in yaku.name else "round-wind")
        items[name] = han
    limits = not record["options"].get("no-limits")
    yakuman = limits and any(han >= 13 and name not in ("dora", "ura") for name, han in items.items())
    return {
        "legal": True, "han": answer.han, "fu": None if yakuman else answer.fu, "items": items,
        "paid": _paid(record, answer.cost), "total": answer.cost["total"],
    }  # fmt: skip


def _paid(record: Mapping[str, Any], cost: Mapping[str, Any]) -> dict[str, int]:
    main, additional = cost["main"] + cost["main_bonus"], cost["additional"] + cost["additional_bonus"]
    if record["discarder"] is not None:
        return {record["discarder"]: main}
    winds = "ESW" if record["ruleset"] == "sanma" else "ESWN"
    return {wind: main if wind == "E" else additional for wind in winds if wind != record["seat_wind"]}


def difference(record: Mapping[str, Any]) -> str:
    """What the two say differently about a hand; empty when they agree."""
    ours = ours_in_their_words(score(record))
    try:
        other = theirs_in_our_words(record, theirs(record))
    except ValueError:
        if not record["options"].get("no-limits"):
            raise
        return ""
    if record["options"].get("no-limits") and ours["legal"] and other["legal"]:
        for what in uncompared(ours):
            ours.pop(what)
            other.pop(what)
    if ours == other:
        return ""
    return "; ".join(f"{key}: {ours.get(key)} here, {other.get(key)} there" for key in ours | other
                     if ours.get(key) != other.get(key))  # fmt: skip


def uncompared(ours: Mapping[str, Any]) -> Iterable[str]:
    """What the package has no opinion of where nothing is limited. It stumbles over yaku that a yakuman does not hold,
    adds up sanma as if four played, counts no situation beside thirteen orphans, counts beside a yakuman the wind or
    the self-draw that it always holds, and has no greatest number of han."""
    yield "total"
    if ours["items"].keys() & {"kokushi", "daisuushii", "tenhou", "chiihou"}:
        yield from ("han", "items", "paid")
    elif ours["han"] > MOST_HAN:
        yield "paid"


EXPLAINED: dict[str, str] = {}
"""Beginnings of differences that a rule explains: none is known."""


def compare(seed: int, hands: int, fixed: Mapping[str, Any] | None = None) -> tuple[Counter[str], list[str]]:
    """Counts of what was seen, and the disagreements."""
    seen: Counter[str] = Counter()
    wrong = []
    for record in dealt(seed, hands, fixed or {}):
        result = score(record)
        seen["legal" if result["legal"] else "no yaku"] += 1
        seen.update(result.get("items", {}).keys())
        seen[result.get("level") or "below mangan"] += result["legal"]
        why = difference(record)
        if why:
            wrong.append(f"{why}\n  {record}")
    return seen, wrong


def scorer() -> Callable[[str], Any]:
    """The package's whole way from a JSON line to its opinion, for ``bench.score``."""
    decoded = decoder()
    return lambda line: theirs(decoded(line))


def _option(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    return name, json.loads(value)


def main() -> int:
    parser = parser_of(__doc__)
    parser.add_argument("--option", action="append", default=[], type=_option, help="NAME=VALUE of every hand, in JSON")
    arguments = parser.parse_args()
    fixed = dict(arguments.option)
    return told(arguments, lambda seed, hands: compare(seed, hands, fixed))


if __name__ == "__main__":
    sys.exit(main())
