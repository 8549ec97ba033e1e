"""A collection of dice for a test laboratory, as files: raw output, final outcomes, seeds, and what they are."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import platform
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from errno import ENOSPC
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final

from api.service.version import version
from controller.fairness.collection import CollectedRoll
from controller.files import has_room, scratch_in, sync_folder, write_whole

RAW: Final = "raw.bin"
ROLLS: Final = "rolls.csv"
SEEDS: Final = "seeds.csv"
MANIFEST: Final = "manifest.json"
_AT_ONCE: Final = 4096
"""Rolls between two looks at the room that is left."""
_SEEDS: Final = (
    "Each epoch begins with a secret of 32 bytes: the kernel's, with those of the computer's own generator mixed in"
    " while it passes its tests. Each seed is a SHA-256 hash of the one after it, and roll n uses seed n."
    " No seed is used twice."
)
_RAW: Final = "HMAC-SHA-256 under the seed of the roll, 32 bytes for each die, in the order of rolls.csv"
_MAP: Final = "The first byte below 252 of the 32, modulo 6, plus 1; nobody contributed to these rolls."


class HashedFile:
    """Counts and hashes what is written."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._hash, self.bytes = file, hashlib.sha256(), 0

    def write(self, content: bytes) -> None:
        self._file.write(content)
        self._hash.update(content)
        self.bytes += len(content)

    def rows(self, rows: Iterable[Sequence[object]]) -> None:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        self.write(text.getvalue().encode())

    def as_json(self) -> dict[str, Any]:
        return {"bytes": self.bytes, "sha256": self._hash.hexdigest()}


@dataclass(frozen=True, slots=True)
class CollectionFiles:
    raw: HashedFile
    rolls: HashedFile
    seeds: HashedFile

    def as_json(self) -> dict[str, Any]:
        return {RAW: self.raw.as_json(), ROLLS: self.rolls.as_json(), SEEDS: self.seeds.as_json()}


def write_collection(target: Path, source: Iterator[CollectedRoll], rolls: int, dice: int) -> dict[str, Any]:
    """Makes the folder ``target``, which must not exist, with all files or not at all; answers with the manifest. Its
    owner alone may read it. Raises ``OSError``, also (``ENOSPC``) before the disk is full: the rest is the journal's.
    """
    with scratch_in(target.parent, ".dice-") as scratch:
        with _opened(scratch) as files:
            epochs = _write(files, scratch, islice(source, rolls), dice)
        manifest = _manifest(files, rolls, dice, epochs)
        write_whole(scratch / MANIFEST, (json.dumps(manifest, indent=1) + "\n").encode())
        scratch.rename(target)
        sync_folder(target.parent)
    return manifest


@contextmanager
def _opened(folder: Path) -> Iterator[CollectionFiles]:
    """The three files, durable afterwards."""
    with (folder / RAW).open("wb") as raw, (folder / ROLLS).open("wb") as rolls, (folder / SEEDS).open("wb") as seeds:
        yield CollectionFiles(HashedFile(raw), HashedFile(rolls), HashedFile(seeds))
        for file in (raw, rolls, seeds):
            file.flush()
            os.fsync(file.fileno())


def _write(files: CollectionFiles, folder: Path, rolls: Iterator[CollectedRoll], dice: int) -> int:
    """How many epochs there were."""
    files.rolls.rows([["epoch", "number", *(f"die_{k}" for k in range(1, dice + 1))]])
    files.seeds.rows([["epoch", "table", "epoch_id", "length", "anchor", "secret"]])
    epochs, at_table = 0, dict[bytes, int]()
    while part := list(islice(rolls, _AT_ONCE)):
        if not has_room(folder, len(part) * 128):
            raise OSError(ENOSPC, "the rest of the disk is kept for the journal", str(folder.parent))
        for each in part:
            if each.at.number == 1:
                epochs += 1
                at_table[each.at.table] = epochs
                files.seeds.rows([_seed_row(epochs, each)])
        files.raw.write(b"".join(each.raw(dice) for each in part))
        files.rolls.rows([at_table[each.at.table], each.at.number, *each.faces(dice)] for each in part)
    return epochs


def _seed_row(epoch: int, first: CollectedRoll) -> list[object]:
    chain = first.chain
    return [epoch, chain.table.hex(), chain.epoch.hex(), chain.length, chain.anchor.hex(), chain.seeds[-1].hex()]


def _manifest(files: CollectionFiles, rolls: int, dice: int, epochs: int) -> dict[str, Any]:
    return {
        "release": version(),
        "python": platform.python_version(),
        "machine": platform.machine(),
        "rolls": rolls,
        "dice": dice,
        "epochs": epochs,
        "seed_handling": _SEEDS,
        "raw": _RAW,
        "map": _MAP,
        "files": files.as_json(),
    }
