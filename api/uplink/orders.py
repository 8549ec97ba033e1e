"""Orders of the hall, carried out once each: checked, given to the table as a command, and answered with the number of
the event that followed, or with the refusal.

What was answered is in the journal, written together with what the order led to. So the same order again, also after a
power cut between any two steps, is the same answer and nothing else.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Annotated, Any, Final, Protocol

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from api.uplink.membership import Membership
from controller.commands import Command
from controller.journal.errors import JournalError
from controller.journal.store import iso
from controller.limits import LONGEST_WHO
from controller.permits import Actor, Role
from controller.refusals import Code, RefusalKind, Refused
from controller.table.commands import TakeOrder
from controller.table.table import Table
from controller.uplink import Answered, Order, RefuseOrder, RevokeGrant, TakeGrant
from controller.uplink.order import is_genuine, role_at_table

log = logging.getLogger("jantaku.uplink")

CommandOfOrder = Callable[[str, Mapping[str, Any], str, str], Command]
"""Kind, body, id of the order and who gave it. Raises ``Refused``."""
BAD_SIGNATURE: Final = "bad-signature"
_ID: Final = re.compile(r"o-[A-Za-z0-9-]{1,52}")


class Grants(Protocol):
    """The part of ``api.access`` that orders reach. ``expires``: Unix seconds."""

    def give(self, grant: str, role: Role, name: str, code_hash: str, starts: int, expires: int) -> None: ...
    def revoke(self, grant: str) -> None: ...


class NotNow(Exception):
    """The order has no answer yet: something that it needs is away for the moment."""


class _MadeBy(BaseModel):
    model_config = ConfigDict(strict=True)

    role: Annotated[str, Field(max_length=20)]
    name: Annotated[str, Field(min_length=1, max_length=LONGEST_WHO)]


class _Given(BaseModel):
    """An order whose signature is good."""

    model_config = ConfigDict(strict=True)

    id: str
    number: Annotated[int, Field(ge=0, le=2**53)]
    kind: Annotated[str, Field(min_length=1, max_length=40)]
    expected_seq: Annotated[int, Field(ge=0, le=2**53)] | None
    expires: Annotated[AwareDatetime, Field(strict=False)]
    made_by: _MadeBy
    body: dict[str, Any]


class OrderDesk:
    """``read``: makes the command of an order; ``grants``: of the devices of the table."""

    def __init__(self, table: Table, read: CommandOfOrder, grants: Grants) -> None:
        self._table, self._read, self._grants = table, read, grants

    async def answer_to(self, sent: Mapping[str, Any], member: Membership) -> tuple[str, dict[str, Any]] | None:
        """Carries it out, if it is to be: the id of the order and what to answer; None for what is no order at all.
        Raises ``NotNow``."""
        id_ = sent.get("id")
        if not isinstance(id_, str) or not _ID.fullmatch(id_):
            log.error("the hall sent an order without an id")
            return None
        key = self._table.heads.key
        if key is None:
            raise NotNow
        if not is_genuine(sent, key.public.hex(), member.key):
            log.critical("order %s of the hall is not signed by it", id_)
            return id_, _refused(BAD_SIGNATURE, "this key of the hall did not sign this order to this table")
        try:
            given = _Given.model_validate(dict(sent))
        except ValidationError as error:
            where = ".".join(str(part) for part in error.errors(include_url=False, include_input=False)[0]["loc"])
            return id_, _refused(Code.BAD_ORDER.value.code, f"{where}: it is none")
        return id_, await self._answer(given)

    async def _answer(self, given: _Given) -> dict[str, Any]:
        known = self._table.projection.hall.answer_to(given.id)
        if known is None:
            known = await self._carry_out(given)
        return {"seq": known.seq} if not known.code else _refused(known.code, known.detail)

    async def _carry_out(self, given: _Given) -> Answered:
        role = role_at_table(given.made_by.role)
        order = Order(given.id, given.number, given.kind, iso(given.expires), role or Role.VIEWER, given.made_by.name)
        by = Actor(order.role, order.who)
        command: Command | None = None
        try:
            command = self._read(order.kind, given.body, order.id, order.who)
            self._check_game(order, given.body)
            self._before(command, order)
            take = TakeOrder(order.who, order, command)
            await self._table.handle(take, by=by, id=order.id, expected_seq=given.expected_seq)
            self._after(command)
        except (Refused, JournalError) as refused:
            if isinstance(command, TakeGrant) and command.grant not in self._table.projection.hall.grants:
                self._grants.revoke(command.grant)
            await self._refuse(order, refused)
        answer = self._table.projection.hall.answer_to(order.id)
        if answer is None:
            raise NotNow  # the table has left the hall meanwhile
        log.info("order %s: %s", order.id, answer.code or "taken", extra={"kind": order.kind, "seq": answer.seq})
        return answer

    def _check_game(self, order: Order, body: Mapping[str, Any]) -> None:
        """Raises ``Refused`` (``no-match``) where another game than the one to be ended is played."""
        wanted, match = body.get("game"), self._table.projection.match
        if order.kind == "end-game" and wanted is not None and (match is None or match.game != wanted):
            raise Refused(Code.NO_MATCH, f"the game {wanted} is not played here")

    def _before(self, command: Command, order: Order) -> None:
        """A code must let in as soon as the journal says so. Raises ``Refused``."""
        if not isinstance(command, TakeGrant):
            return
        if order.role is Role.VIEWER or (order.role is Role.STAFF and command.role != Role.STAFF):
            raise Refused(Code.NOT_ALLOWED, f"{order.who} cannot make anybody {command.role}")
        starts = _seconds(command.starts) if command.starts else 0
        expires = _seconds(command.expires)
        self._grants.give(command.grant, Role(command.role), command.name, command.code_hash, starts, expires)

    def _after(self, command: Command) -> None:
        if isinstance(command, RevokeGrant):
            self._grants.revoke(command.grant)

    async def _refuse(self, order: Order, refused: Refused | JournalError) -> None:
        """Writes the refusal down. Raises ``NotNow`` for one that is about the moment."""
        if refused.kind is RefusalKind.UNAVAILABLE:
            raise NotNow from refused
        command = RefuseOrder(order.who, order, refused.code, refused.detail)
        try:
            await self._table.handle(command, by=_THE_LINK, id=f"{order.id}/refused")
        except (Refused, JournalError) as error:
            raise NotNow from error


_THE_LINK: Final = Actor(Role.STAFF, "hall")
"""Who writes a refusal down: whoever gave the order may not have been allowed to."""


def _seconds(moment: str) -> int:
    return int(datetime.fromisoformat(moment).timestamp())


def _refused(code: str, detail: str) -> dict[str, Any]:
    return {"refused": {"code": code, "detail": detail}}
