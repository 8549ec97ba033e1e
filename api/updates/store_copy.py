"""The store of a hall in a file of SQLite, kept before an update, and put back when nothing else helps."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from api.updates.journal_copy import ASIDE, COPY, whole_in_one_file
from api.updates.trial import copy_of
from controller.files import has_room, sync_folder

_PART: Final = f"{COPY}.part"


def keep(store: Path) -> bool:
    """Makes the copy; a hall without a store needs none. False when the disk has no room for it. Raises
    ``OSError``."""
    part, copy = store.with_name(_PART), store.with_name(COPY)
    part.unlink(missing_ok=True)
    if not store.exists():
        return True
    copy.unlink(missing_ok=True)
    if not has_room(store.parent, store.stat().st_size):
        return False
    copy_of(store, part)
    whole_in_one_file(part)
    part.rename(copy)
    sync_folder(store.parent)
    return True


def drop(store: Path) -> None:
    store.with_name(COPY).unlink(missing_ok=True)


def put_back(store: Path, now: Callable[[], datetime]) -> None:
    """The copy takes the place of the store, which stays beside it under another name; what tables sent since, they
    send again. Done twice it is done once. Raises ``OSError``."""
    copy = store.with_name(COPY)
    if not copy.exists():
        return
    if store.exists():
        whole_in_one_file(store)
        aside = store.with_name(ASIDE.format(f"{now():%Y%m%dT%H%M%S}"))
        aside.unlink(missing_ok=True)
        aside.hardlink_to(store)
    copy.replace(store)
    sync_folder(store.parent)
