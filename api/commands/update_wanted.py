"""What root takes from the state folder of a table: the wish of its service, and the update that was brought there.

Both belong to the user of the service, who could put anything in their place at any moment: they are read as that user,
and the update is copied to where only root writes before anything in it is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from api.commands.as_owner import as_owner
from api.updates.bundle import Bundle, checked
from api.updates.errors import BadBundle
from api.updates.here import machine
from api.updates.inbox import MOST_BYTES, Inbox
from controller.files import scratch_in

_PIECE: Final = 1 << 20


def wish_of(state_dir: Path) -> str:
    """The version that is wanted; the wish is gone. Raises ``NotNow``."""
    with as_owner(state_dir):
        return Inbox(state_dir, (), None).take_wish()


@contextmanager
def brought(state_dir: Path, version: str, root: Path, keys: Sequence[str]) -> Iterator[Bundle]:
    """The update of this version, checked, as a file of root's in ``root``, for as long as the block lasts. Raises
    ``BadBundle``."""
    root.mkdir(parents=True, exist_ok=True, mode=0o755)
    with scratch_in(root, ".brought-") as scratch, (scratch / "update").open("wb") as copy:
        with as_owner(state_dir):
            found = Inbox(state_dir, keys, machine()).of(version, machine())
            source = None if found is None else found.path.open("rb")
        if source is None:
            raise BadBundle(f"release {version} was not brought here")
        with source:
            left = MOST_BYTES
            while left > 0 and (piece := source.read(min(_PIECE, left))):
                left -= copy.write(piece)
        copy.flush()
        bundle = checked(Path(copy.name), keys)
        if bundle.manifest.version != version:
            raise BadBundle(f"release {bundle.manifest.version} lies where {version} should")
        yield bundle
