"""``python -m bench.dice_stream [--bytes N] [--tables N] [--write]``: the bytes that dice are made of, tested.

The stream is what the dice take their bytes from: HMAC-SHA-256 under successive seeds of a chain, two dice a roll, the
tables by turns. Related keys are the point: the kernel's own output says nothing about ours. ``--write`` writes it to
standard output for a test suite, as in ``python -m bench.dice_stream --write | RNG_test stdin8 -tlmax 1TB``; otherwise
it is tested here: bytes, bits, and each bit against those after it. Exit status 1: not as random bytes are, at 99 %.
"""

from __future__ import annotations

import argparse
import hmac
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from math import erfc, sqrt

from bench.dice_tests import LEVEL, StatisticalTest, chi_square, holm_p, table
from controller.fairness.draw import RollId, die_message
from controller.fairness.seeds import SeedChain, grow
from controller.fairness.statements import NOBODY

LONG = 1 << 40
DICE = 2
BLOCK = 1 << 20
LAGS = (1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 64, 128, 255, 256, 257, 512, 1024)
"""Bits; 256 is one die, 512 one roll of a table."""


def stream(tables: int) -> Iterator[bytes]:
    """Endless: roll after roll, the tables by turns; new secrets from the kernel when a chain has ended."""
    names = [number.to_bytes(8) for number in range(tables)]
    while True:
        chains = [(name, *_epoch(name)) for name in names]
        for number in range(1, min(len(chain.seeds) for _, _, chain in chains)):
            for name, epoch, chain in chains:
                at, seed = RollId(name, epoch, number), chain.seeds[number]
                for k in range(DICE):
                    yield hmac.digest(seed, die_message(at, NOBODY, k), "sha256")


def _epoch(name: bytes) -> tuple[bytes, SeedChain]:
    epoch = os.urandom(8)
    return epoch, grow(name, epoch, os.urandom(32))


def blocks(source: Iterator[bytes], size: int) -> Iterator[bytes]:
    while block := b"".join(islice(source, size // 32)):
        yield block


class StreamCounts:
    """Counts of bytes, of bits, and of bits that differ from the one so many places later, within each block."""

    def __init__(self) -> None:
        self.bytes: Counter[int] = Counter()
        self.bits = self.ones = 0
        self.compared = dict.fromkeys(LAGS, 0)
        self.differing = dict.fromkeys(LAGS, 0)

    def add(self, block: bytes) -> None:
        number, bits = int.from_bytes(block), 8 * len(block)
        self.bytes.update(block)
        self.bits += bits
        self.ones += number.bit_count()
        for lag in LAGS:
            lower = number & ((1 << (bits - lag)) - 1)
            self.differing[lag] += (lower ^ (number >> lag)).bit_count()
            self.compared[lag] += bits - lag

    def tests(self) -> Iterator[StatisticalTest]:
        yield chi_square("bytes", self.bytes, dict.fromkeys(range(256), 1))
        yield _halves("bits", self.ones, self.bits)
        for lag in LAGS:
            yield _halves(f"bits {lag} apart", self.differing[lag], self.compared[lag])


def _halves(name: str, found: int, of: int) -> StatisticalTest:
    z = (2 * found - of) / sqrt(of)
    return StatisticalTest(name, z, 1, erfc(abs(z) / sqrt(2)))


def write(source: Iterator[bytes], size: int) -> None:
    """Until so many bytes are written, or the reader leaves."""
    written = 0
    try:
        for block in blocks(source, BLOCK):
            sys.stdout.buffer.write(block)
            written += len(block)
            if written >= size:
                return
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.dice_stream", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--bytes", type=int, default=LONG, help=f"at least (default 2^40 = {LONG:,})")
    parser.add_argument("--tables", type=int, default=1, help="whose streams are woven (default 1)")
    parser.add_argument("--seconds", type=float, default=1e9, help="at most, of a test here")
    parser.add_argument("--write", action="store_true", help="write the stream instead of testing it")
    parser.add_argument("--level", type=float, default=LEVEL, help=f"at which fair dice fail (default {LEVEL})")
    options = parser.parse_args(arguments)
    if options.write:
        write(stream(options.tables), options.bytes)
        return 0
    counts, end, began = StreamCounts(), time.monotonic() + options.seconds, time.process_time()
    for block in blocks(stream(options.tables), BLOCK):
        counts.add(block)
        if counts.bits >= 8 * options.bytes or time.monotonic() > end:
            break
    tests = list(counts.tests())
    spent = time.process_time() - began
    print(f"{counts.bits // 8:,} bytes of {options.tables} tables, {spent:.0f} s of a core")
    print(table(tests, options.level))
    return 0 if holm_p(tests) >= options.level else 1


if __name__ == "__main__":
    sys.exit(main())
