"""Riichi hands scored here and by RiichiEnv, whose engine is written in Rust; every difference is printed.

    .venv/bin/pip install riichienv
    python -m bench.oracle_riichienv --hands 100000 [--seed N]

Compared are legality, yaku, han, fu and what everybody pays, by the rules that RiichiEnv knows (``HOUSE``); hands of
which it says something else give exit status 1.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final

from api.commands.lines import decoder
from bench.compared import parser_of, told
from bench.oracle_riichi import DOUBLED, NAMES
from bench.riichi_hands import Dealer
from controller.rules import score
from controller.rules.hand.tiles import split
from controller.rules.rulesets.riichi.value import YAKUMAN_HAN
from controller.rules.seats import WINDS

MISSING: Final = "RiichiEnv oracle: enable with `.venv/bin/pip install riichienv`"
HOUSE: Final[Mapping[str, Any]] = {
    "red-fives": 3, "renhou": "off", "yakuman-stack": True, "double-yakuman": list(DOUBLED), "double-wind-pair-fu": 4,
    "kiriage": False, "kazoe": "yakuman",
}  # fmt: skip
"""The options by which RiichiEnv scores: it has no others."""


class NoOracle(ImportError):
    """RiichiEnv is not installed."""


def scoring() -> Callable[[Mapping[str, Any]], Any]:
    """RiichiEnv's opinion of a record, ``riichienv.WinResult``. Its Rust classes are called without the layer of Python
    above them, and a text of tiles is taken apart once, as our engine does it. Raises NoOracle."""
    try:
        from riichienv import Meld, MeldType, Wind
        from riichienv._riichienv import Conditions, HandEvaluator
    except ImportError:
        raise NoOracle(MISSING) from None
    tiles, winds = _Tiles(), dict(zip(WINDS, (Wind.East, Wind.South, Wind.West, Wind.North), strict=True))
    kinds = {
        ("chow", False): MeldType.Chi, ("pung", False): MeldType.Pon, ("kong", False): MeldType.Daiminkan,
        ("kong", True): MeldType.Ankan,
    }  # fmt: skip

    def of_record(record: Mapping[str, Any]) -> Any:
        melds = [
            Meld(kinds[meld["kind"], meld["concealed"]], tiles.all(meld["tiles"]), not meld["concealed"])
            for meld in record["melds"]
        ]
        flags, win = record["flags"], record["win"]
        told = Conditions(
            tsumo=win == "self-draw",
            riichi="riichi" in flags,
            double_riichi="double-riichi" in flags,
            ippatsu="ippatsu" in flags,
            haitei="last-tile" in flags,
            houtei="last-discard" in flags,
            rinshan="replacement" in flags,
            chankan=win == "robbed-kong",
            tsumo_first_turn="heavenly" in flags or "earthly" in flags,
            player_wind=winds[record["seat_wind"]],
            round_wind=winds[record["round_wind"]],
            riichi_sticks=record["deposits"],
            honba=record["honba"],
        )
        dora, ura = tiles.all(record["dora_indicators"]), tiles.all(record["ura_indicators"])
        return HandEvaluator(tiles.all(record["hand"]), melds).calc(tiles[record["winning_tile"]][0], dora, ura, told)

    return of_record


class _Tiles(dict[str, list[int]]):
    """``"105m"`` as tile numbers 0-135, of which RiichiEnv looks at the kind and, of a five, at whether it is red."""

    def __missing__(self, chunk: str) -> list[int]:
        start = 9 * "mpsz".index(chunk[-1])
        ranks = [int(digit) for digit in chunk[:-1]]
        found = self[chunk] = [4 * (start + rank - 1) + 1 if rank else 4 * (start + 4) for rank in ranks]
        return found

    def all(self, text: str) -> list[int]:
        return [tile for chunk in split(text) for tile in self[chunk]]


_OTHER_NAMES: Final = {
    "Dai Sangen": "daisangen", "Su Ankou": "suuankou", "Tsuu iisou": "tsuuiisou", "Ryuu iisou": "ryuuiisou",
    "Sho Suusi": "shousuushii", "Su Kantsu": "suukantsu", "Junsei Chuuren Poutou": "chuuren",
    "Su Ankou Tanki": "suuankou", "Kokushi Musou 13-men": "kokushi", "Dai Suusi": "daisuushii",
    "Yakuhai (seat wind)": "seat-wind", "Yakuhai (round wind)": "round-wind",
}  # fmt: skip


def theirs_in_our_words(record: Mapping[str, Any], answer: Any) -> dict[str, Any]:
    if not answer.is_win:
        return {"legal": False}
    yaku = {NAMES.get(one.name_en) or _OTHER_NAMES[one.name_en] for one in answer.yaku_list()}
    seat, discarder = record["seat_wind"], record["discarder"]
    if discarder is not None:
        paid = {discarder: answer.ron_agari}
    else:
        paid = {
            wind: answer.tsumo_agari_oya if wind == "E" else answer.tsumo_agari_ko for wind in WINDS if wind != seat
        }
    return {"legal": True, "han": answer.han, "fu": None if answer.yakuman else answer.fu, "yaku": yaku, "paid": paid}


def ours_in_their_words(result: Mapping[str, Any]) -> dict[str, Any]:
    if not result["legal"]:
        return {"legal": False}
    yaku = {"dora" if id == "kan-dora" else id for id, han in result["items"].items() if han}
    paid = {wind: -amount for wind, amount in result["payments"].items() if amount < 0}
    return {"legal": True, "han": result["total"], "fu": result["fu"], "yaku": yaku, "paid": paid}


def difference(record: Mapping[str, Any], answer: Any) -> str:
    """What the two say differently about a hand; empty when they agree."""
    ours, other = ours_in_their_words(score(record)), theirs_in_our_words(record, answer)
    apart = uncompared(ours, answer)
    differing = [key for key in ours | other if key not in apart and ours.get(key) != other.get(key)]
    return "; ".join(f"{key}: {ours.get(key)} here, {other.get(key)} there" for key in differing)


def uncompared(ours: Mapping[str, Any], answer: Any) -> Collection[str]:
    """Where RiichiEnv has rules of its own: of a hand that can be read as a counted yakuman and as a yakuman it takes
    the one with more han, which pay the same; it pays a counted yakuman of 26 han twice; and thirteen orphans dealt to
    East always waited for thirteen tiles."""
    if {"tenhou", "kokushi"} <= ours.get("yaku", set()):
        return ("han", "paid")
    if not ours["legal"] or answer.yakuman or answer.han < YAKUMAN_HAN:
        return ()
    read_otherwise = ("han", "fu", "yaku") if ours["fu"] is None else ()
    return (*read_otherwise, "paid") if answer.han >= 2 * YAKUMAN_HAN else read_otherwise


def dealt(seed: int, hands: int) -> Iterable[dict[str, Any]]:
    dealer = Dealer(random.Random(seed))
    for _ in range(hands):
        yield {**dealer.record(), "options": HOUSE}


def compare(seed: int, hands: int) -> tuple[Counter[str], list[str]]:
    """Counts of what was seen, and the disagreements. Raises NoOracle."""
    of_record, seen, wrong = scoring(), Counter[str](), []
    for record in dealt(seed, hands):
        answer = of_record(record)
        why = difference(record, answer)
        seen["legal" if answer.is_win else "no yaku"] += 1
        if why:
            wrong.append(f"{why}\n  {record}")
    return seen, wrong


def scorer() -> Callable[[str], Any]:
    """RiichiEnv's whole way from a JSON line to its opinion, for ``bench.score``. Raises NoOracle."""
    of_record, decoded = scoring(), decoder()
    return lambda line: of_record(decoded(line))


def main() -> int:
    return told(parser_of(__doc__).parse_args(), compare)


if __name__ == "__main__":
    sys.exit(main())
