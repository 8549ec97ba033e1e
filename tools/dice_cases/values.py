"""The values in between: what a verifier computes on its way, for those who write one from ``docs/dice.md``."""

from __future__ import annotations

import hmac
from typing import Any

from controller.fairness.draw import RollId, commitment, first_fair, mask, residue, throw
from controller.fairness.record import Record
from controller.fairness.seeds import walk_back
from controller.fairness.signing import is_sound, table_id
from controller.rules.seats import SEATS, Seat
from tools.dice_cases.book import KEY, Book, four, keypad, phone, secret


def values() -> dict[str, Any]:
    book = Book()
    anchor = book.anchor()
    given = four(s0=keypad(3, 5), s2=phone("a"))
    at, seed = book.due, book.seed
    lock = book.lock(given)
    roll = book.roll(given)
    return {
        "key": {"secret": KEY.secret.hex(), "public": KEY.public.hex(), "table": KEY.table.hex()},
        "tables": [{"public": key.hex(), "table": table_id(key).hex()} for key in (KEY.public, bytes(32))],
        "chain": _chain(book, seed),
        "residues": [_residue(f"case {n}") for n in range(4)],
        "first_fair": _first_fair(),
        "roll_id": {"table": at.table.hex(), "epoch": at.epoch.hex(), "number": at.number, "bytes": at.id.hex()},
        "dice": {"seed": seed.hex(), "nonce": given[2].data.hex(), "numbers": [3, 5],
                 "message_1": (b"die\x01" + at.id + bytes(32) + given[2].data + bytes(16)).hex(),
                 "dice": list(throw(seed, at, given, 2))},
        "commitments": [_commitment(at, seat) for seat in SEATS],
        "masks": [_mask(at, seed, seat) for seat in SEATS],
        "statements": [_statement(each) for each in (anchor, lock, roll, book.void(given[2:] * 2))],
        "keys": _keys(),
    }  # fmt: skip


def _chain(book: Book, seed: bytes) -> dict[str, Any]:
    table, epoch = book.key.table, book.chain.epoch
    return {
        "table": table.hex(), "epoch": epoch.hex(), "length": book.length, "last": secret("monday seeds").hex(),
        "s_1": seed.hex(), "s_0": walk_back(seed, 1, table, epoch).hex(),
    }  # fmt: skip


def _residue(name: str) -> dict[str, Any]:
    key, message = secret(f"residue {name}"), name.encode()
    mac = hmac.digest(key, message, "sha256")
    return {"key": key.hex(), "message": message.hex(), "mac": mac.hex(), "residue": residue(key, message)}


def _first_fair() -> list[dict[str, Any]]:
    macs = [bytes([252, 255, 7]), bytes([251]), bytes([0]), bytes([253] * 32)]
    return [{"mac": mac.hex(), "residue": first_fair(mac)} for mac in macs]


def _commitment(at: RollId, seat: Seat) -> dict[str, Any]:
    nonce = secret(f"phone {seat}", 16)
    return {"seat": seat, "nonce": nonce.hex(), "commitment": commitment(nonce, at, seat).hex()}


def _mask(at: RollId, seed: bytes, seat: Seat) -> dict[str, Any]:
    numbers = (1 + seat, 6)
    return {"seat": seat, "numbers": list(numbers), "masked": list(mask(numbers, seed, at, seat).data)}


def _statement(record: Record) -> dict[str, Any]:
    return {
        "body": record.body.hex(), "signature": record.signature.hex(), "hash": record.hash.hex(), "text": record.text,
    }  # fmt: skip


def _keys() -> list[dict[str, Any]]:
    """Sound and unsound public keys."""
    prime = 2**255 - 19
    order_8 = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
    ys = [0, 1, prime - 1, order_8, prime - order_8, prime, prime + 3, 2**255 - 1, 3]
    keys = [y.to_bytes(32, "little") for y in (*ys, *(y + 2**255 for y in ys))]
    return [{"public": key.hex(), "sound": is_sound(key)} for key in (*keys, KEY.public)]
