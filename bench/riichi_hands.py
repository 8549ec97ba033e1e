"""Random winning hands of riichi and sanma: ordinary ones, and those on which engines disagree.

Narrow shapes of one suit that can be read in several ways, melds equal to concealed sets, kans, seven pairs that are
also two equal pairs of runs, every yakuman, every situation, dora of all kinds, counters and sticks.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from controller.rules.hand.tiles import DRAGONS, HONOURS, KINDS, MAJORS, TERMINALS, WINDS, write_tiles

Tiles = list[int]
Block = tuple[str, Tiles]
GREENS = (19, 20, 21, 23, 25, 32)
SANMA_KINDS = tuple(tile for tile in range(KINDS) if not 0 < tile < 8)


class Parts(NamedTuple):
    """Concealed tiles with the winning one, and melds: kind, tiles, concealed."""

    concealed: Tiles
    melds: list[tuple[str, Tiles, bool]]


class Dealer:
    """Makes hands of one game. ``kinds``: tiles of the set; ``chows``: runs can be melded."""

    def __init__(self, rng: random.Random, three_players: bool = False) -> None:
        self.rng = rng
        self.kinds = SANMA_KINDS if three_players else tuple(range(KINDS))
        self.chi = not three_players
        self.sanma = three_players
        self.kans = 0.0
        """Share of kans among the triplets of the hand that is being made."""

    def record(self) -> dict[str, Any]:
        """A scoring record; the hand is complete but may have no yaku."""
        while True:
            parts = self.parts()
            tiles = parts.concealed + [tile for _, meld, _ in parts.melds for tile in meld]
            if all(tiles.count(tile) <= 4 for tile in tiles) and set(tiles) <= set(self.kinds):
                return self.finished(parts)

    def parts(self) -> Parts:
        self.kans = self.rng.choice((0.0, 0.0, 0.1, 0.3, 0.9))
        roll = self.rng.random()
        if roll < 0.05:
            return Parts(self.pairs(), [])
        if roll < 0.06:
            return Parts([*MAJORS, self.rng.choice(MAJORS)], [])
        return self.melded(*self.blocks(roll))

    def blocks(self, roll: float) -> tuple[list[Block], int]:
        """Four sets and the tile of the pair."""
        if roll < 0.30:
            return self.narrow()
        if roll < 0.36:
            return self.of_pool(*self.rng.choice(((HONOURS, TERMINALS), (TERMINALS, TERMINALS), (WINDS, DRAGONS))))
        if roll < 0.38:
            return self.of_pool(GREENS, GREENS)
        if roll < 0.40:
            return self.gates()
        if roll < 0.46:
            return self.outside()
        if roll < 0.56:
            return self.same_in_suits()
        return self.ordinary()

    def run(self, first: int) -> Block:
        return "chow", [first, first + 1, first + 2]

    def same(self, tile: int) -> Block:
        return ("kong", [tile] * 4) if self.rng.random() < self.kans else ("pung", [tile] * 3)

    def ordinary(self) -> tuple[list[Block], int]:
        runs = self.rng.random()
        suits = self.rng.choice(((0, 1, 2), (0, 1, 2), (1, 2), (0,), (1,), (2,)))
        blocks = [self.any_block(suits, runs) for _ in range(4)]
        return blocks, self.rng.choice(self.kinds)

    def any_block(self, suits: Sequence[int], runs: float) -> Block:
        if self.rng.random() < runs:
            return self.run(9 * self.rng.choice(suits) + self.rng.randrange(7))
        if self.rng.random() < 0.3:
            return self.same(self.rng.choice(HONOURS))
        return self.same(9 * self.rng.choice(suits) + self.rng.randrange(9))

    def narrow(self) -> tuple[list[Block], int]:
        """All sets within a few ranks of one suit, so that the tiles can be cut in many ways."""
        first = 9 * self.rng.randrange(3) + self.rng.randrange(5)
        width = self.rng.randrange(4, 6)
        blocks = []
        for _ in range(4):
            if self.rng.random() < 0.6:
                blocks.append(self.run(first + self.rng.randrange(width - 2)))
            else:
                blocks.append(self.same(first + self.rng.randrange(width)))
        if self.rng.random() < 0.3:
            blocks[0] = self.any_block((0, 1, 2), 0.5)
        pair = first + self.rng.randrange(width) if self.rng.random() < 0.7 else self.rng.choice(self.kinds)
        return blocks, pair

    def of_pool(self, triplets: Sequence[int], others: Sequence[int]) -> tuple[list[Block], int]:
        """Triplets and a pair of a few kinds of tiles: dragons, winds, terminals, greens."""
        pool = [*triplets, *(others if self.rng.random() < 0.5 else ())]
        chosen = self.rng.sample(sorted({*pool, *others}), 5)
        blocks = [self.same(tile) for tile in chosen[:4]]
        if triplets is GREENS and self.rng.random() < 0.6:
            blocks[0] = self.run(19)
        elif self.rng.random() < 0.2:
            blocks[0] = self.any_block((0, 1, 2), 0.8)
        return blocks, chosen[4]

    def gates(self) -> tuple[list[Block], int]:
        """Nine gates cut into sets: the extra tile decides which."""
        first = 9 * self.rng.randrange(3)
        rank = self.rng.choice((1, 4, 7))
        blocks = [self.run(first + start) for start in ((3, 6) if rank == 1 else (1, 6) if rank == 4 else (1, 4))]
        return [("pung", [first] * 3), ("pung", [first + 8] * 3), *blocks], first + rank

    def outside(self) -> tuple[list[Block], int]:
        blocks = [
            self.run(9 * self.rng.randrange(3) + self.rng.choice((0, 6)))
            if self.rng.random() < 0.6
            else self.same(self.rng.choice(MAJORS))
            for _ in range(4)
        ]
        return blocks, self.rng.choice(MAJORS)

    def same_in_suits(self) -> tuple[list[Block], int]:
        """The same run or triplet in three suits, a straight, or two pairs of equal runs."""
        rank, suit = self.rng.randrange(7), 9 * self.rng.randrange(3)
        way = self.rng.randrange(4)
        if way == 0:
            blocks = [self.run(9 * one + rank) for one in range(3)]
        elif way == 1:
            blocks = [self.same(9 * one + rank) for one in range(3)]
        elif way == 2:
            blocks = [self.run(suit + start) for start in (0, 3, 6)]
        else:
            other = self.run(9 * self.rng.randrange(3) + self.rng.randrange(7))
            return [self.run(suit + rank), self.run(suit + rank), other, other], self.rng.choice(self.kinds)
        return [*blocks, self.any_block((0, 1, 2), 0.5)], self.rng.choice(self.kinds)

    def pairs(self) -> Tiles:
        pool = self.rng.choice((self.kinds, MAJORS, HONOURS, tuple(range(9, 18)), tuple(range(19, 26))))
        return [tile for tile in self.rng.sample(pool, 7) for _ in range(2)]

    def melded(self, blocks: list[Block], pair: int) -> Parts:
        """Some of the sets are melded: kans always, the others as it falls."""
        open_share = self.rng.choice((0, 0, 0, 0.3, 0.7))
        concealed, melds = [pair, pair], []
        for kind, tiles in blocks:
            called = self.rng.random() < open_share and (self.chi or kind != "chow")
            if kind == "kong":
                melds.append((kind, tiles, not called))
            elif called:
                melds.append((kind, tiles, False))
            else:
                concealed = concealed + tiles
        return Parts(concealed, melds)

    def finished(self, parts: Parts) -> dict[str, Any]:
        rng = self.rng
        concealed = sorted(parts.concealed)
        winning = concealed.pop(rng.randrange(len(concealed)))
        reds = self.reds(parts)
        options = {"red-fives": 2 if self.sanma else 3}
        held, (melds, won) = reds.write(concealed), self.rest(parts, winning, reds)
        winds = "ESW" if self.sanma else "ESWN"
        seat = rng.choice(winds)
        every = parts.concealed + [tile for _, meld, _ in parts.melds for tile in meld]
        win = rng.choice(("self-draw", "discard", "self-draw", "discard", "robbed-kong"))
        if win == "robbed-kong" and every.count(winning) > 1:
            win = "discard"
        kita = rng.choice((0, 0, 1, 2, 3)) if self.sanma else 0
        kita = min(kita, 4 - every.count(30))
        dora, ura = self.indicators([*every, *[30] * kita])
        riichi = self.riichi(parts)
        record = {
            "ruleset": "sanma" if self.sanma else "riichi", "options": options, "hand": held, "melds": melds,
            "winning_tile": won, "win": win, "seat_wind": seat, "round_wind": rng.choice("ES"),
            "discarder": None if win == "self-draw" else rng.choice([wind for wind in winds if wind != seat]),
            "flags": riichi + self.chances(parts, win, seat, riichi, kita > 0), "flowers": "",
            "dora_indicators": dora, "ura_indicators": ura if riichi else "",
            "honba": rng.choice((0, 0, 1, 3)), "deposits": rng.choice((0, 0, 2)),
        }  # fmt: skip
        return record | ({"kita": kita} if kita else {})

    def rest(self, parts: Parts, winning: int, reds: Reds) -> tuple[list[dict[str, Any]], str]:
        melds = [{"kind": kind, "tiles": reds.write(tiles), "concealed": hidden} for kind, tiles, hidden in parts.melds]
        return melds, reds.write([winning])

    def reds(self, parts: Parts) -> Reds:
        """No red fives, or those that the hand happens to hold: where it has all four fives one of them is red."""
        if self.rng.random() < 0.5:
            return Reds(set())
        tiles = parts.concealed + [tile for _, meld, _ in parts.melds for tile in meld]
        return Reds({five for five in (4, 13, 22) if self.rng.random() < 0.6 or tiles.count(five) == 4})

    def riichi(self, parts: Parts) -> list[str]:
        if any(not hidden for _, _, hidden in parts.melds):
            return []
        return self.rng.choice(([], [], ["riichi"], ["riichi", "ippatsu"], ["double-riichi"]))

    def chances(self, parts: Parts, win: str, seat: str, riichi: Sequence[str], kita: bool) -> list[str]:
        rng = self.rng
        if not parts.melds and not kita and not riichi and rng.random() < 0.02:
            if win == "self-draw":
                return ["heavenly"] if seat == "E" else ["earthly"]
            return ["earthly"] if win == "discard" and seat != "E" else []
        if rng.random() > 0.15:
            return []
        if win == "discard":
            return ["last-discard"]
        if win == "robbed-kong":
            return []
        kan = any(kind == "kong" for kind, _, _ in parts.melds) and "ippatsu" not in riichi
        return ["replacement"] if kan and rng.random() < 0.5 else ["last-tile"]

    def indicators(self, held: Tiles) -> tuple[str, str]:
        """Tiles that are left of the set, and as many under them."""
        number = self.rng.choice((0, 1, 1, 1, 2, 3, 5))
        left = [tile for tile in self.kinds for _ in range(4 - held.count(tile))]
        turned = self.rng.sample(left, 2 * number)
        return write_tiles(turned[:number]), write_tiles(turned[number:])


class Reds:
    """Writes tiles, the first five of each of these kinds as a red one."""

    def __init__(self, kinds: set[int]) -> None:
        self.left = set(kinds)

    def write(self, tiles: Tiles) -> str:
        names = [self._one(tile) for tile in tiles]
        following = [*(name[1] for name in names[1:]), ""]
        return "".join(name if name[1] != after else name[0] for name, after in zip(names, following, strict=True))

    def _one(self, tile: int) -> str:
        if tile in self.left:
            self.left.discard(tile)
            return "0" + "mps"[tile // 9]
        return write_tiles([tile])
