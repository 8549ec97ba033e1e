"""What a release does to what is kept on this computer, for ``jantaku update``: it is asked of the release that it
concerns, so that no release needs to know how another one writes.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from api.commands.exits import DONE, NO

if TYPE_CHECKING:
    from collections.abc import Callable

    from controller.config import Config
    from hall.config import Config as HallConfig


def run(action: str, table: Config | None) -> int:
    """``table``: the one here; None where there is only a hall."""
    from controller.refusals import JantakuError

    try:
        done = _ACTIONS[action](table, hall_here())
    except (JantakuError, OSError) as error:
        print(f"jantaku: {getattr(error, 'detail', None) or error}", file=sys.stderr)
        return NO
    return DONE if done else NO


def hall_here() -> HallConfig | None:
    """The configuration of the hall on this computer. Raises ``ConfigError``."""
    from hall.config import DEFAULT_PATH, load

    return load() if DEFAULT_PATH.exists() else None


def _try(table: Config | None, hall: HallConfig | None) -> bool:
    from api.commands.as_owner import as_owner
    from api.commands.state import now
    from api.updates.trial import try_hall, try_table

    if table is not None:
        with as_owner(table.table.state_dir):
            try_table(table.table.state_dir, table, now)
    if hall is not None:
        with as_owner(hall.hall.state_dir):
            try_hall(hall.store_url, now)
    return True


def _reads(table: Config | None, hall: HallConfig | None) -> bool:
    """Whether this release reads all of it to its end: the chains hold, and every event is known."""
    from api.commands.as_owner import as_owner
    from api.commands.state import now
    from api.updates.trial import reads_hall, reads_table

    if table is not None:
        with as_owner(table.table.state_dir):
            reads_table(table.table.state_dir, table, now)
    if hall is not None:
        with as_owner(hall.hall.state_dir):
            reads_hall(hall.store_url, now)
    return True


def _keep(table: Config | None, hall: HallConfig | None) -> bool:
    """The services may run."""
    from api.commands.as_owner import as_owner
    from api.commands.state import now
    from api.updates import journal_copy, store_copy

    full: Path | None = None
    if table is not None:
        with as_owner(table.table.state_dir):
            full = None if journal_copy.keep(table.table.state_dir, now) else table.table.state_dir
    store = _store_file(hall)
    if store is not None and full is None:
        with as_owner(store.parent):
            full = None if store_copy.keep(store) else store.parent
    if full is not None:
        print(f"jantaku: there is no room in {full} for a copy", file=sys.stderr)
    return full is None


def _put_back(table: Config | None, hall: HallConfig | None) -> bool:
    """Each only when this release cannot read it: nothing of the other one is given up."""
    from api.commands.as_owner import as_owner
    from api.commands.state import now, sole_owner
    from api.updates import journal_copy, store_copy
    from api.updates.trial import reads_hall, reads_table

    if table is not None:
        folder = table.table.state_dir
        with sole_owner(folder):
            if not _is_read(lambda: reads_table(folder, table, now)):
                journal_copy.put_back(folder, now)
    store = _store_file(hall)
    if hall is not None and store is not None:
        url = hall.store_url
        with as_owner(store.parent):
            if not _is_read(lambda: reads_hall(url, now)):
                store_copy.put_back(store, now)
    return True


def _is_read(read: Callable[[], None]) -> bool:
    from controller.refusals import JantakuError

    try:
        read()
    except JantakuError:
        return False
    return True


def _drop_copy(table: Config | None, hall: HallConfig | None) -> bool:
    """The services may run: they know nothing of the copies."""
    from api.commands.as_owner import as_owner
    from api.updates import journal_copy, store_copy

    if table is not None:
        with as_owner(table.table.state_dir):
            journal_copy.drop(table.table.state_dir)
    store = _store_file(hall)
    if store is not None:
        with as_owner(store.parent):
            store_copy.drop(store)
    return True


def _store_file(hall: HallConfig | None) -> Path | None:
    """None for a store of PostgreSQL, which has its own ways to be kept."""
    if hall is None:
        return None
    from hall.store.url import SQLITE, store_url

    url = store_url(hall.store_url)
    return Path(url.database or "") if url.get_backend_name() == SQLITE else None


_ACTIONS: Final = {"try": _try, "reads": _reads, "keep": _keep, "put-back": _put_back, "drop-copy": _drop_copy}
