"""Logs of a table that cheats, and records that somebody else made: each names what is to be found."""

from __future__ import annotations

import json
from dataclasses import replace

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.fairness.byte_layout import to_bytes
from controller.fairness.draw import throw
from controller.fairness.record import Record, sign
from controller.fairness.signing import table_id
from controller.fairness.statements import (
    NO_STATEMENT,
    NOBODY,
    Anchor,
    Cause,
    Contribution,
    LockedInputs,
    Purpose,
    RollStatement,
)
from tools.dice_cases.book import KEY, MORNING, OTHER_KEY, TIMED_OUT, Book, event, four, keypad, phone, secret
from tools.dice_cases.case import Case

ORDER = 2**252 + 27742317777372353535851937790883648493
"""Of the base point of Ed25519."""


def cases() -> list[Case]:
    return [*_seeds(), *_signatures(), *_contributions(), *_histories(), *_shown()]


def opened() -> Book:
    """A day with one honest roll."""
    book = Book()
    book.anchor()
    book.roll()
    return book


def given() -> tuple[Contribution, ...]:
    return four(s0=keypad(3, 5), s1=phone("a"), s2=TIMED_OUT)


# ------------------------------------------------------------ seeds


def _seeds() -> list[Case]:
    return [
        Case("wrong-anchor", "a seed that was not fixed before", _own_seed(), ("3 wrong-anchor 2",)),
        Case("old-seed", "the seed of the roll before, once more", _old_seed(), ("3 wrong-anchor 2",)),
        Case("wrong-dice", "dice that do not follow from the seed", _wrong_dice(), ("3 wrong-dice 2",)),
        Case("beyond-anchor", "more rolls than were promised", _beyond(), ("5 beyond-anchor 3", "5 wrong-anchor 3")),
        Case("reused-seed", "thrown again after a fault", _again(), ("4 reused-seed 2",)),
        Case("void-after-roll", "a roll is published, then called void", _void_after(), ("4 reused-seed 2",)),
        Case("skipped-number", "a roll that nobody was shown", _skipped(), ("3 skipped-number 3",)),
        Case("skipped-first", "the first roll of the epoch left out", _skipped_first(), ("2 skipped-number 2",)),
    ]


def _own_seed() -> list[str]:
    book = opened()
    book.add(_with_seed(book, secret("searched for")))
    return book.lines


def _old_seed() -> list[str]:
    book = opened()
    book.add(_with_seed(book, book.chain.seeds[1]))
    return book.lines


def _with_seed(book: Book, seed: bytes) -> RollStatement:
    roll = book.roll_of()
    return replace(roll, seed=seed, dice=throw(seed, book.due, roll.contributions, 2))


def _wrong_dice() -> list[str]:
    book = opened()
    roll = book.roll_of(given())
    book.add(replace(roll, dice=(roll.dice[0], 1 + roll.dice[1] % 6)))
    return book.lines


def _beyond() -> list[str]:
    book = Book(length=2)
    book.anchor()
    book.roll()
    book.roll()
    book.lines.append("# there is no third seed")
    at = replace(book.at(), number=3)
    long = replace(book.copy(), length=3)
    book.add(replace(long.roll_of(), occasion=at))
    return book.lines


def _again() -> list[str]:
    book = opened()
    book.roll(four(s0=keypad(3, 5)))
    book.number -= 1
    book.roll(four(s0=keypad(3, 6)))
    return book.lines


def _void_after() -> list[str]:
    book = opened()
    book.roll()
    book.number -= 1
    book.void()
    return book.lines


def _skipped() -> list[str]:
    book = opened()
    book.number += 1
    book.roll()
    return book.lines


def _skipped_first() -> list[str]:
    book = Book()
    book.anchor()
    book.number += 1
    book.roll()
    return book.lines


# ------------------------------------------------------------ signatures and keys


def _signatures() -> list[Case]:
    weak = ("weak-key", "a key under which one signature fits everything", _weak_key())
    return [
        Case("forged-signature", "one bit of the signature is turned", _turned(), ("3 forged-signature 2",)),
        Case("forged-by-another", "signed by another table's key", _by_another(), ("3 forged-signature 2",)),
        Case("forged-anchor", "an anchor that its own key did not sign", _forged_anchor(),
             ("1 forged-signature 0", "2 no-anchor 1")),
        Case("stretched-signature", "S + L instead of S, which fits the same equation", _stretched(),
             ("3 forged-signature 2",)),
        Case("altered-in-transit", "one number in a signed record changed", _in_transit(), ("3 forged-signature 2",)),
        Case("missing-after-forgery", "what follows a forged record has nothing to follow", _after_forgery(),
             ("3 forged-signature 2", "4 missing 3")),
        Case("other-context", "the key signed the bytes for another use", _other_context(), ("3 forged-signature 2",)),
        Case(*weak, ("1 weak-key 0", "2 no-anchor 1")),
        Case("key-of-order-8", "a key of order eight", _order_8(), ("1 weak-key 0",)),
        Case("key-spelled-twice", "a key whose number is not below the prime", _second_spelling(), ("1 weak-key 0",)),
    ]  # fmt: skip


def _resigned(record: Record, signature: bytes) -> str:
    return Record(record.statement, record.body, signature).text


def _turned() -> list[str]:
    book = opened()
    record = book.roll()
    bits = bytearray(record.signature)
    bits[10] ^= 1
    return [*book.lines[:2], _resigned(record, bytes(bits))]


def _by_another() -> list[str]:
    book = opened()
    book.add(book.roll_of(), OTHER_KEY)
    return book.lines


def _forged_anchor() -> list[str]:
    book = Book()
    record = book.anchor()
    book.roll()
    return [_resigned(record, OTHER_KEY.sign(record.body)), book.lines[1]]


def _stretched() -> list[str]:
    book = opened()
    record = book.roll()
    s = int.from_bytes(record.signature[32:], "little") + ORDER
    return [*book.lines[:2], _resigned(record, record.signature[:32] + s.to_bytes(32, "little"))]


def _in_transit() -> list[str]:
    book = opened()
    roll = book.roll_of(given())
    signed = sign(roll, KEY)
    changed = replace(roll, contributions=four(s0=keypad(4, 5), s1=phone("a"), s2=TIMED_OUT))
    return [*book.lines, _resigned(sign(changed, KEY), signed.signature)]


def _after_forgery() -> list[str]:
    lines = _by_another()
    book = opened()
    book.add(book.roll_of(), OTHER_KEY)
    book.roll()
    return [*lines, book.lines[-1]]


def _other_context() -> list[str]:
    book = opened()
    record = book.roll()
    plain = Ed25519PrivateKey.from_private_bytes(KEY.secret).sign(record.body)
    return [*book.lines[:2], _resigned(record, plain)]


def _weak_key() -> list[str]:
    """With the neutral element as key, R = neutral and S = 0 is a signature of every message."""
    neutral = (1).to_bytes(32, "little")
    return _under_key(neutral, neutral + bytes(32))


def _order_8() -> list[str]:
    y = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
    return _under_key((2**255 - 19 - y).to_bytes(32, "little"), bytes(64))[:1]


def _second_spelling() -> list[str]:
    return _under_key((2**255 - 19 + 3).to_bytes(32, "little"), bytes(64))[:1]


def _under_key(key: bytes, signature: bytes) -> list[str]:
    """A log whose anchor names this key and whose every signature is this one."""

    def under(statement: Anchor | RollStatement) -> Record:
        return Record(statement, to_bytes(statement), signature)

    table, chain = table_id(key), Book().chain
    anchor = under(Anchor(chain.epoch, MORNING, Cause.FIRST, chain.length, chain.anchor, key, NO_STATEMENT, ""))
    book = Book(head=anchor.hash)
    roll = book.roll_of()
    return [anchor.text, under(replace(roll, occasion=replace(roll.occasion, table=table))).text]


# ------------------------------------------------------------ contributions


def _contributions() -> list[Case]:
    altered = ("4 altered-contribution 2",)
    return [
        Case("altered-contribution", "another keypad number than was locked", _relocked(s0=keypad(4, 5)), altered),
        Case("altered-nonce", "another nonce than the phone had promised", _relocked(s1=phone("b")), altered),
        Case("dropped-contribution", "a seat that had entered is said to have timed out", _relocked(s0=TIMED_OUT),
             altered),
        Case("added-contribution", "a friend's number comes in after the lock", _relocked(s3=keypad(1, 1)), altered),
        Case("copied-commitment", "a seat takes over its neighbour's commitment", _copied(), altered),
        Case("other-purpose", "locked for the break, used for the dealer", _other_purpose(), altered),
        Case("altered-in-void", "a void that forgets what was locked", _altered_void(), altered),
        Case("two-locks", "the inputs were locked twice", _two_locks(), ("4 two-locks 2",)),
        Case("abandoned-roll", "inputs locked, then a new epoch instead of the roll", _abandoned(),
             ("3 abandoned-roll 2",)),
    ]  # fmt: skip


def _relocked(**changed: Contribution) -> list[str]:
    book = opened()
    book.lock(given())
    honest = dict(zip(("s0", "s1", "s2", "s3"), given(), strict=True))
    book.roll(four(**{**honest, **changed}))
    return book.lines


def _copied() -> list[str]:
    book = opened()
    lock = book.lock(four(s0=phone("a"), s1=phone("b"))).statement
    assert isinstance(lock, LockedInputs)
    first = lock.contributions[0]
    copied = replace(lock, contributions=(first, first, *lock.contributions[2:]))
    book.lines[-1] = sign(copied, KEY).text
    book.roll(four(s0=phone("a"), s1=phone("a")))
    return book.lines


def _other_purpose() -> list[str]:
    book = opened()
    book.lock(given())
    book.roll(given(), purpose=Purpose.FIRST_DEALER)
    return book.lines


def _altered_void() -> list[str]:
    book = opened()
    book.lock(given())
    book.void(four(s2=TIMED_OUT))
    return book.lines


def _two_locks() -> list[str]:
    book = opened()
    book.lock(given())
    book.lock(four(s0=keypad(3, 6)))
    book.roll(given())
    return book.lines


def _abandoned() -> list[str]:
    book = opened()
    book.lock(given())
    book.next_day("tuesday", Cause.SEEDS_LOST)
    book.roll()
    return book.lines


# ------------------------------------------------------------ histories


def _histories() -> list[Case]:
    return [
        Case("forked-history", "two rolls, one for each listener, after the same roll", _forked(),
             ("4 forked-history 2", "4 reused-seed 2")),
        Case("forked-long", "two histories that both go on", _forked_long(),
             ("6 forked-history 2", "6 reused-seed 2", "7 reused-seed 3")),
        Case("forked-anchors", "two days after the same evening", _forked_anchors(), ("4 forked-history 0",)),
        Case("two-anchors", "other seeds promised for the same epoch", _two_anchors(),
             ("2 forked-history 0", "2 two-anchors 0")),
        Case("two-beginnings", "a key with two first anchors", _two_beginnings(), ("3 forked-history 0",)),
        Case("restored-backup", "a backup was put back, and the table says so", _restored(), ("5 forked-history 0",)),
        Case("old-epoch", "the old seeds again after a new anchor", _old_epoch(), ("4 old-epoch 2",)),
        Case("lock-in-chain", "a roll that follows a lock", _lock_in_chain(), ("4 missing 2",)),
    ]  # fmt: skip


def _forked() -> list[str]:
    book = opened()
    other = book.copy()
    book.roll(four(s0=keypad(1, 1)))
    other.roll(four(s0=keypad(1, 2)))
    return book.lines + other.lines


def _forked_long() -> list[str]:
    book = opened()
    other = book.copy()
    for _ in range(3):
        book.roll(four(s0=keypad(1, 1)))
    other.roll(four(s0=keypad(1, 2)))
    other.roll(four(s0=keypad(1, 2)))
    return book.lines + other.lines


def _forked_anchors() -> list[str]:
    book = opened()
    other = book.copy()
    book.next_day("tuesday")
    other.next_day("wednesday")
    return book.lines + other.lines


def _two_anchors() -> list[str]:
    book = Book()
    first = book.copy()
    first.anchor()
    chain = replace(book, length=8).chain
    at = book.tick()
    book.add(Anchor(chain.epoch, at, Cause.FIRST, 8, chain.anchor, KEY.public, book.head, "Table 7"))
    return first.lines + book.lines


def _two_beginnings() -> list[str]:
    first, second = opened(), Book(day="tuesday")
    second.anchor()
    return first.lines + second.lines


def _restored() -> list[str]:
    book = opened()
    backup = book.copy()
    book.roll(four(s0=keypad(1, 1)))
    book.roll(four(s0=keypad(1, 1)))
    backup.next_day("tuesday", Cause.RESTORED)
    backup.roll()
    return book.lines + backup.lines


def _old_epoch() -> list[str]:
    book = opened()
    monday = book.copy()
    book.next_day("tuesday")
    monday.head, monday.time = book.head, book.time
    monday.roll()
    return book.lines + monday.lines


def _lock_in_chain() -> list[str]:
    book = opened()
    lock = book.lock(given())
    other = book.copy()
    other.head = lock.hash
    other.roll(given())
    return [*book.lines[:2], book.lines[0], *other.lines]


# ------------------------------------------------------------ what is shown


def _shown() -> list[Case]:
    return [
        Case("shown-differs", "the journal shows other dice than the record", _shown_as(dice=[1, 1]),
             ("2 shown-differs 1",)),
        Case("shown-otherwise", "the journal shows another purpose", _shown_as(purpose="seats"),
             ("2 shown-differs 1",)),
        Case("shown-untyped", "true is not one", _shown_as(dice="1, 1"), ("2 shown-differs 1",)),
    ]  # fmt: skip


def _shown_as(**members: object) -> list[str]:
    book = Book()
    first, roll = book.anchor(), book.roll(NOBODY)
    return [json.dumps(event(first)), json.dumps({**event(roll), **members})]
