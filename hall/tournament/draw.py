"""The draw: who has which number, so that anybody can recompute it.

By the hall: it promises a secret (publishes its hash) before the list of players is final; after that the secret is
shown. By a table: rolls of its checkable dice (``docs/dice.md``), thrown for this, in front of everybody. Either way
the numbers come from a seed that also holds the list of players and, where somebody said some, words in public, so that
nobody who knows the secret can choose the list for it, nor the other way round.

    seed   = SHA-256("jantaku draw 1" | list hash | source | words in UTF-8)
    source = the secret of 32 bytes, or SHA-256 of the faces of all rolls, one byte each, in order
    number = a shuffle (Fisher, Yates) of the list, from the end, by bytes of HMAC-SHA-256(seed, counter of 4 bytes)

Of each such MAC the first eight bytes are a number; those at or above the largest multiple of what is wanted are thrown
away, so that every order is equally likely.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from controller.fairness.byte_layout import Malformed
from controller.fairness.lines import read_line
from controller.fairness.proof import verify
from controller.fairness.signing import table_id
from controller.fairness.statements import Anchor, Purpose, RollStatement
from controller.refusals import Code, Refused
from hall.tournament.values import Draw, Entrant, Listed

SECRET_BYTES: Final = 32
LEAST_DICE: Final = 50
"""More than 2^129 outcomes."""
MOST_RECORDS: Final = 200
LONGEST_WORDS: Final = 1000
_SEED: Final = b"jantaku draw 1"
_PROMISE: Final = b"jantaku draw promise 1"
_SCHEDULE: Final = b"jantaku schedule 1"
_WORD: Final = 1 << 64


def secret_of(sign: Callable[[bytes], bytes], tournament: str, draw: int) -> bytes:
    """The secret of a draw, from the hall's key: nothing has to be kept for it. ``sign``: an Ed25519 signature, which
    is the same for the same bytes."""
    return hashlib.sha256(sign(_PROMISE + f"{tournament} {draw}".encode())).digest()


def promise_of(secret: bytes) -> str:
    """What is published first."""
    return hashlib.sha256(_PROMISE + secret).hexdigest()


def listed(entrants: Sequence[Entrant]) -> tuple[Listed, ...]:
    return tuple(Listed(each.id, each.name, each.ema) for each in entrants)


def list_hash(entrants: Sequence[Listed]) -> str:
    """SHA-256 of ids, names and numbers of the association, in order, as JSON without spaces."""
    rows = [[each.id, each.name, each.ema] for each in entrants]
    return hashlib.sha256(json.dumps(rows, separators=(",", ":"), ensure_ascii=False).encode()).hexdigest()


def by_hall(draw: int, entrants: Sequence[Listed], secret: bytes, words: str, version: str) -> Draw:
    digest = list_hash(entrants)
    seed = _seed(digest, secret, words)
    ids = [each.id for each in entrants]
    return Draw(
        draw, "hall", tuple(entrants), digest, tuple(shuffled(ids, seed)), seed.hex(), version, secret.hex(), words
    )


def by_table(
    draw: int, entrants: Sequence[Listed], records: Sequence[str], table: str, words: str, version: str
) -> Draw:
    """``records``: signed statements of one table, its anchors and the rolls. ``table``: its id in them (16 hex
    digits). Raises ``Refused`` (``bad-draw``)."""
    digest = list_hash(entrants)
    seed = _seed(digest, hashlib.sha256(bytes(faces_of(records, table))).digest(), words)
    ids = [each.id for each in entrants]
    order = tuple(shuffled(ids, seed))
    return Draw(
        draw,
        "table",
        tuple(entrants),
        digest,
        order,
        seed.hex(),
        version,
        words=words,
        table=table,
        records=tuple(records),
    )


def faces_of(records: Sequence[str], table: str, least: int = LEAST_DICE) -> list[int]:
    """The faces of all rolls for the draw, at least so many, in order, if they are the table's and genuine. No
    roll between them is left out, so that nobody throws until he likes what he sees. Raises ``Refused``."""
    if len(records) > MOST_RECORDS:
        raise Refused(Code.BAD_DRAW, f"are at most {MOST_RECORDS}", field="records")
    report = verify(records)
    if report.discrepancies:
        first = report.discrepancies[0]
        raise Refused(Code.BAD_DRAW, f"statement {first.line}: {first.flaw}", field="records")
    faces: list[int] = []
    rolls: list[tuple[bytes, int]] = []
    for number, text in enumerate(records, 1):
        try:
            line = read_line(number, text)
        except Malformed as error:
            raise Refused(Code.BAD_DRAW, f"statement {number}: {error}", field="records") from error
        if line is None:
            continue
        statement = line.record.statement
        name = table_id(statement.key) if isinstance(statement, Anchor) else statement.occasion.table
        if name.hex() != table:
            raise Refused(Code.BAD_DRAW, f"statement {number} is of another table", field="records")
        if isinstance(statement, RollStatement):
            if statement.occasion.purpose is not Purpose.TOURNAMENT_DRAW:
                raise Refused(Code.BAD_DRAW, f"statement {number} was not thrown for a draw", field="records")
            at = statement.occasion
            if rolls and rolls[-1] != (at.epoch, at.number - 1):
                raise Refused(Code.BAD_DRAW, f"before statement {number} a roll is missing", field="records")
            rolls.append((at.epoch, at.number))
            faces += statement.dice
    if len(faces) < least:
        raise Refused(Code.BAD_DRAW, f"are {len(faces)} dice; {least} are needed", field="records")
    return faces


def recomputed(draw: Draw) -> Draw:
    """The same draw from what it was made from. Raises ``Refused`` (``bad-draw``)."""
    if draw.method == "table":
        return by_table(draw.draw, draw.listed, draw.records, draw.table, draw.words, draw.version)
    try:
        secret = bytes.fromhex(draw.secret)
    except ValueError as error:
        raise Refused(Code.BAD_DRAW, "is hexadecimal", field="secret") from error
    return by_hall(draw.draw, draw.listed, secret, draw.words, draw.version)


def schedule_seed(draw: Draw, first: int) -> int:
    """Of the schedule whose first round is this one: nobody chooses it."""
    return int.from_bytes(hashlib.sha256(_SCHEDULE + bytes.fromhex(draw.seed) + first.to_bytes(4)).digest())


def _seed(digest: str, source: bytes, words: str) -> bytes:
    return hashlib.sha256(_SEED + bytes.fromhex(digest) + source + words.encode()).digest()


def shuffled(ids: Sequence[str], seed: bytes) -> list[str]:
    order, numbers = list(ids), _numbers(seed)
    for last in range(len(order) - 1, 0, -1):
        fair = _WORD - _WORD % (last + 1)
        other = next(number for number in numbers if number < fair) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def _numbers(seed: bytes) -> Iterator[int]:
    for counter in range(1 << 32):
        yield int.from_bytes(hmac.digest(seed, counter.to_bytes(4), "sha256")[:8])
