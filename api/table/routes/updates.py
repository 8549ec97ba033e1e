"""Updates of the table's computer: which release runs, which one waits, what it changes, and that it is wanted.

The service cannot change itself: a unit of systemd that is root's puts in what is wanted (``jantaku update wanted``).
"""

from __future__ import annotations

from fastapi import APIRouter, Request

from api.doctor.table_in_use import busy
from api.http.heavy import heavily
from api.http.reader import language_of_reader
from api.service.version import version
from api.setup.kept import Kept
from api.setup.wish import WishBox
from api.table.dependencies import allowed, table_of
from api.table.given.service import UpdateWish
from api.table.shown.updates import UpdatesShown, updates_shown
from api.updates.bundle import Bundle
from api.updates.for_hall import UNIT
from api.updates.here import keys, machine
from api.updates.inbox import Inbox
from api.updates.releases import Outcome, Releases
from controller.refusals import Code, Refused

router = APIRouter(prefix="/updates", tags=["updates"])


def inbox_of(request: Request) -> Inbox:
    return Inbox(table_of(request).config.table.state_dir, keys(), machine())


@router.get(
    "", summary="The release that runs, the one that waits, and how the last update ended",
    dependencies=[allowed("read.updates")],
)  # fmt: skip
async def updates(request: Request) -> UpdatesShown:
    return await heavily(request, lambda: _shown(request, inbox_of(request)))


@router.post(
    "/installation",
    status_code=202,
    summary="The release that waits is put in now: the table is away for some seconds",
    dependencies=[allowed("update.install")],
    responses={423: {"description": "the table is in use"}},
)
async def install(given: UpdateWish, request: Request) -> UpdatesShown:
    def wish() -> UpdatesShown:
        inbox = inbox_of(request)
        found = _newest(inbox)
        if found is None or found.manifest.version != given.version:
            raise Refused(Code.NO_SUCH_UPDATE, f"release {given.version} does not wait here", field="version")
        if not UNIT.exists():
            raise Refused(Code.UPDATE_BY_HAND)
        if WishBox(table_of(request).config.table.state_dir).is_there() or Kept(Releases().root).plan() is not None:
            raise Refused(Code.SETUP_UNDER_WAY)
        if (why := busy(table_of(request).projection)) is not None:
            raise Refused(Code.UPDATE_IN_USE, why)
        inbox.wish(given.version)
        return _shown(request, inbox)

    return await heavily(request, wish)


def _newest(inbox: Inbox) -> Bundle | None:
    """None also for a checkout, whose version says nothing."""
    here = version()
    return None if not here[0].isdigit() or "+" in here else inbox.newest(here)


def _shown(request: Request, inbox: Inbox) -> UpdatesShown:
    releases = Releases()
    last: Outcome | None = releases.last()
    return updates_shown(
        version(), _newest(inbox), last, releases.refused(), language_of_reader(request),
        busy=busy(table_of(request).projection) is not None,
        under_way=inbox.is_wished() or releases.under_way(),
    )  # fmt: skip
