"""Who may do what in a hall."""

from __future__ import annotations

import pytest

from controller.permits import Permit
from controller.refusals import Refused
from hall.permits import LOCAL_OWNER, PERMITS, HallActor, HallRole, allows, permits_of, require

ROLES = list(HallRole)


def test_every_row_says_something_of_every_role() -> None:
    assert all(list(row) == ROLES for row in PERMITS.values())


def test_the_owner_may_do_everything_that_somebody_may_do() -> None:
    assert [name for name, row in PERMITS.items() if row[HallRole.OWNER] is not Permit.YES] == []
    assert allows(LOCAL_OWNER, "read.accounts")


def test_a_viewer_only_reads() -> None:
    assert [name for name in permits_of(HallRole.VIEWER) if not name.startswith("read.")] == []


def test_a_refusal_names_the_roles_that_may() -> None:
    with pytest.raises(Refused) as caught:
        require(HallActor(HallRole.STAFF, "Ana"), "read.accounts")
    assert caught.value.more["roles"] == ["owner"]
    assert "Ana has the role staff" in caught.value.detail
