"""How a table stands with its hall, and the file that keeps it: ``hall-link.json`` in the state folder, for
``jantaku doctor``."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from api.uplink.errors import LinkTrouble
from controller.files import write_if_room

log = logging.getLogger("jantaku.uplink")

FILE: Final = "hall-link.json"
_MOST_BYTES: Final = 16 << 10
Seconds = Annotated[int, Field(ge=0, le=2**53)]
LinkStatus = Literal["none", "connected", "behind", "cut-off", "conflict", "not-enrolled"]
"""``behind``: it is heard, and has not all events yet. ``cut-off``: it is not heard."""
BEHIND_FROM: Final = 20
"""Events: fewer are on their way."""
_OUT: Final = frozenset({LinkTrouble.NOT_ENROLLED, LinkTrouble.NO_TOKEN})


class LinkState(BaseModel):
    """Times are Unix seconds, 0: never. ``heard``: when the hall answered last; ``since``: from when on ``trouble`` is
    there; ``acknowledged``: the last event of ``epoch`` that the hall has stored. ``offset``: how many milliseconds the
    clock of the hall is before that of the table. ``asked``: it has answered since the table started; until then the
    rest is what was written down before, now and then: the hall may have been heard later, and have more."""

    model_config = ConfigDict(frozen=True)

    hall: str = ""
    trouble: LinkTrouble | None = None
    detail: str = ""
    since: Seconds = 0
    heard: Seconds = 0
    acknowledged: Seconds = 0
    offset: int = 0
    last: Seconds = 0
    """The last event of the table when this was written."""
    epoch: str = ""
    asked: bool = Field(default=False, exclude=True)

    def remembered(self, hall: str, epoch: str) -> LinkState:
        """What of it is still worth knowing when a table of this hall is started with this journal."""
        if (self.hall, self.epoch) != (hall, epoch):
            return LinkState(hall=hall)
        return LinkState(hall=hall, heard=self.heard, acknowledged=self.acknowledged, offset=self.offset, epoch=epoch)

    def status(self, last: int) -> LinkStatus:
        """``last``: the last event of the table."""
        if not self.hall:
            return "none"
        if self.trouble is LinkTrouble.CONFLICT:
            return "conflict"
        if self.trouble in _OUT:
            return "not-enrolled"
        if self.trouble is not None or not self.asked:
            return "cut-off"
        return "behind" if last - self.acknowledged >= BEHIND_FROM else "connected"


def load_link_state(folder: Path) -> LinkState:
    try:
        with (folder / FILE).open("rb") as opened:
            return LinkState.model_validate_json(opened.read(_MOST_BYTES))
    except FileNotFoundError:
        return LinkState()
    except (OSError, ValidationError) as error:
        log.error("%s cannot be read: %s", folder / FILE, type(error).__name__)
        return LinkState()


def keep_link_state(folder: Path, state: LinkState) -> None:
    """The next start does without, if need be: a disk that is full or broken is logged."""
    try:
        write_if_room(folder / FILE, state.model_dump_json().encode())
    except OSError as error:
        log.error("the state of the link is not kept: %s", error)
