"""Root that works on a folder of somebody else works as that user: whatever the folder's owner puts into it, links and
swapped directories too, reaches only what he may reach himself.

Who that is, is decided on the way from ``/``: the first part of the path that is not root's names him, for he decides
about everything below. A link of root is followed; parts of root cannot be swapped by anybody else meanwhile.
"""

from __future__ import annotations

import os
import pwd
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from api.commands.exits import WrongUse

ROOT: Final = 0
_MOST_LINKS: Final = 40


class Owner(NamedTuple):
    user: int
    group: int


def owner_of(path: Path) -> Owner:
    """The owner of the first part of the path, from ``/``, that is not root's; root when all parts are, or are not
    there yet. Raises ``WrongUse`` for links that go round, and ``OSError``."""
    here, rest, links = Path("/"), list(Path(os.path.abspath(path)).parts[1:]), 0  # noqa: PTH100 - follows no link
    while rest:
        here = here / rest.pop(0)
        try:
            found = here.lstat()
        except FileNotFoundError:
            break
        if found.st_uid != ROOT:
            return Owner(found.st_uid, found.st_gid)
        if stat.S_ISLNK(found.st_mode):
            links += 1
            if links > _MOST_LINKS:
                raise WrongUse(f"{path}: its links go round")
            rest = [*Path(os.path.normpath(here.parent / here.readlink())).parts[1:], *rest]
            here = Path("/")
    return Owner(ROOT, ROOT)


@contextmanager
def as_owner(path: Path) -> Iterator[None]:
    """Root acts as the owner of ``path`` within the block, with the groups of that user and no rights of root's.
    For every other user, and in a folder of root's own, nothing changes. May be nested."""
    owner = owner_of(path) if os.geteuid() == ROOT else Owner(ROOT, ROOT)
    if owner.user == ROOT:
        yield
        return
    group, groups = os.getegid(), os.getgroups()
    try:
        os.setgroups(_groups(owner))
        os.setegid(owner.group)
        os.seteuid(owner.user)
        yield
    finally:
        os.seteuid(ROOT)
        os.setegid(group)
        os.setgroups(groups)


def _groups(owner: Owner) -> list[int]:
    """Of the serial port and the pins, for the service's own user; a user without a name has none."""
    try:
        return os.getgrouplist(pwd.getpwuid(owner.user).pw_name, owner.group)
    except KeyError:
        return [owner.group]
