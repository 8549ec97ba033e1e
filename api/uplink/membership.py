"""That a table belongs to a hall, and the token that proves it there: one file beside the paired devices, which only
its owner may read and no backup holds."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.files import sync_folder, write_whole

log = logging.getLogger("jantaku.uplink")

FILE: Final = "hall.json"
"""In the folder of ``api.access.folder``."""
PRIVATE: Final = 0o600
_MOST_BYTES: Final = 16 << 10

Short = Annotated[str, Field(min_length=1, max_length=64)]
HallName = Annotated[str, Field(min_length=1, max_length=60)]
HallKey = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Token = Annotated[str, Field(min_length=16, max_length=200, pattern=r"^[!-~]+$")]


class Membership(BaseModel):
    """``hall``, ``name``, ``key``: of the hall; ``table``: what it calls this table; ``token``: for its requests;
    ``since``: the last event of the journal when the hall took the table in; ``who``: entered the code."""

    model_config = ConfigDict(frozen=True, strict=True)

    address: Annotated[str, Field(min_length=1, max_length=300)]
    authority: Annotated[str, Field(max_length=95)]
    hall: Short
    name: HallName
    key: HallKey
    table: Short
    token: Token
    since: Annotated[int, Field(ge=0, le=2**53)]
    who: Annotated[str, Field(min_length=1, max_length=60)]


class MembershipFile:
    """``folder``: made when something is written."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE

    def load(self) -> Membership | None:
        """A file that cannot be read is none: the table has to be enrolled again."""
        try:
            with self.path.open("rb") as file:
                return Membership.model_validate_json(file.read(_MOST_BYTES))
        except FileNotFoundError:
            return None
        except (OSError, ValidationError) as error:
            log.error("%s cannot be read: %s", self.path, type(error).__name__)
            return None

    def keep(self, membership: Membership) -> None:
        """Durably. Raises ``OSError``."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(self.path, membership.model_dump_json(indent=1).encode(), mode=PRIVATE)

    def forget(self) -> None:
        """Durably. Raises ``OSError``."""
        if self.path.exists():
            self.path.unlink()
            sync_folder(self.path.parent)
