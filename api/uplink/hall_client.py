"""Requests of a table to its hall (``docs/hall-link.md``): blocking, for threads of their own, bounded as all of ours
(``api.http.client``). What the hall answers is checked here and nowhere else."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, TypeVar
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from api.http.client import LONGEST_DETAIL, Answer, OtherCertificate, ServiceClient, TooMuch, Unreachable, read_json
from api.uplink.errors import LinkError, LinkTrouble
from api.uplink.membership import HallKey, HallName, Short, Token

API: Final = "/link/v1"
REQUEST_SECONDS: Final = 15.0
"""Of the wall's clock, for all of a request: a hall that stores a batch on a slow card answers within a second."""
POLL_SECONDS: Final = 25
"""How long the hall may hold a question for orders back."""
MOST_BYTES: Final = 256 << 10
"""Of an answer: some dozens of orders."""
MOST_RELEASE: Final = 32 << 20
"""Of the file of a release: three times what one has, and what a table has memory for."""
MOST_PIECE: Final = 1 << 20
"""Of a piece of a backup as it comes."""
MOST_ORDERS: Final = 64
_M = TypeVar("_M", bound=BaseModel)


class _FromHall(BaseModel):
    """Members that a later hall adds are passed over."""

    model_config = ConfigDict(frozen=True, strict=True)


class HallNamed(_FromHall):
    id: Short
    name: HallName
    key: HallKey


class Enrolled(_FromHall):
    table: Short
    hall: HallNamed
    token: Token


Orders = Annotated[list[dict[str, Any]], Field(max_length=MOST_ORDERS)]
"""As they came: what is in them is looked at with their signature."""


class Stands(_FromHall):
    """Where the hall stands. ``time``: its wall clock, Unix milliseconds."""

    acknowledged: Annotated[int, Field(ge=0, le=2**53)]
    epoch: Annotated[str, Field(max_length=64)]
    orders: Orders = []
    time: Annotated[int, Field(ge=0, le=2**53)] = 0


class Gap(_FromHall):
    """The hall lacks the events after ``acknowledged``, of ``epoch`` where it says so: it can lack those of the parent
    of the epoch that it was asked about."""

    acknowledged: Annotated[int, Field(ge=0, le=2**53)]
    epoch: Annotated[str, Field(max_length=64)] | None = None


class Turn(_FromHall):
    """``version``: the release that the table is to have; ``install``: now. ``again``: seconds until it reports
    again."""

    version: Annotated[str, Field(pattern=r"^[0-9]{1,6}([.][0-9]{1,6}){0,4}$")] | None = None
    install: bool = False
    again: Annotated[int, Field(ge=0, le=2**31)] = 300


class _OrderPage(_FromHall):
    orders: Orders


class _Backup(_FromHall):
    name: Annotated[str, Field(max_length=120)]


class _Backups(_FromHall):
    backups: Annotated[list[_Backup], Field(max_length=1000)]


class _Piece(_FromHall):
    piece: Annotated[str, Field(max_length=MOST_PIECE)]


_TROUBLE: Final[Mapping[int, LinkTrouble]] = {
    401: LinkTrouble.NOT_ENROLLED, 403: LinkTrouble.NOT_ENROLLED, 422: LinkTrouble.BATCH_REFUSED,
    429: LinkTrouble.BUSY, 503: LinkTrouble.BUSY,
}  # fmt: skip
_NO_ENROLMENT: Final = (400, 401, 403, 404, 410, 422)


class HallClient:
    """``token``: of this table; "" before it is enrolled. One request at a time; ``close`` ends it, from another
    thread."""

    def __init__(self, address: str, authority: str, token: str = "", seconds: float = REQUEST_SECONDS) -> None:
        self._service = ServiceClient(address, authority, seconds, keep=True)
        self._token = token

    def enrol(self, code: str, key: str, name: str, epoch: str, proof: str) -> Enrolled:
        """Raises ``LinkError``."""
        answer = self._ask(
            "POST", "/enrolments", {"code": code, "key": key, "name": name, "epoch": epoch, "proof": proof}
        )
        if answer.status == 422 and answer.code == "bad-signature":
            raise LinkError(LinkTrouble.PROOF_REFUSED, _said(answer))
        if answer.status in _NO_ENROLMENT:
            raise LinkError(LinkTrouble.WRONG_CODE, _said(answer))
        return _read(Enrolled, _expected(answer, 201))

    def send(self, batch: Mapping[str, Any]) -> Stands | Gap:
        """Events, or none: then it only asks where the hall stands. Raises ``LinkError``."""
        answer = self._ask("POST", "/events", batch)
        if answer.status == 409 and answer.code == "gap":
            return _read(Gap, answer.body)
        if answer.status == 409 and answer.code == "conflict":
            raise LinkError(LinkTrouble.CONFLICT, _said(answer))
        return _read(Stands, _expected(answer, 200))

    def orders(self, after: str, wait: int = POLL_SECONDS) -> Sequence[dict[str, Any]]:
        """Those that have no answer yet; waits for one. Raises ``LinkError``."""
        path = f"/orders?wait={wait}" + (f"&after={after}" if after else "")
        return _read(_OrderPage, _expected(self._ask("GET", path, None), 200)).orders

    def answer(self, order: str, answer: Mapping[str, Any]) -> None:
        """What became of an order. Raises ``LinkError``."""
        given = self._ask("POST", f"/orders/{order}/answers", answer)
        if given.status not in (200, 201, 202, 204, 404, 409):  # it has an answer, or wants none any more
            _expected(given, 200)

    def report_release(self, report: Mapping[str, Any]) -> Turn:
        """Raises ``LinkError``; also for a hall that knows nothing of releases."""
        return _read(Turn, _expected(self._ask("POST", "/releases", report), 200))

    def release(self, version: str, machine: str) -> bytes:
        """The file of a release. Raises ``LinkError``."""
        return _expected(self._ask("GET", f"/releases/{version}/{machine}", None, MOST_RELEASE), 200)

    def backups(self) -> list[str]:
        """The names of those of this table that the hall keeps, the newest first. Raises ``LinkError``."""
        return [one.name for one in _read(_Backups, _expected(self._ask("GET", "/backups", None), 200)).backups]

    def send_piece(self, name: str, at: int, piece: bytes) -> None:
        """Of a backup, from its byte ``at``. Raises ``LinkError``."""
        body = {"at": at, "piece": b64encode(piece).decode()}
        _expected(self._ask("POST", f"/backups/{name}/pieces", body), 200)

    def complete_backup(self, name: str, digest: str) -> None:
        """All pieces are there. ``digest``: SHA-256 of the whole, hexadecimal. Raises ``LinkError``."""
        _expected(self._ask("POST", f"/backups/{name}", {"digest": digest}), 200)

    def backup_piece(self, name: str, at: int) -> bytes:
        """What stands from this byte on, empty at the end. Raises ``LinkError``."""
        answer = self._ask("GET", f"/backups/{quote(name, safe='')}/pieces?at={at}", None, MOST_PIECE)
        try:
            return b64decode(_read(_Piece, _expected(answer, 200)).piece, validate=True)
        except ValueError as error:
            raise LinkError(LinkTrouble.BAD_ANSWER, "its piece of a backup is no base64") from error

    def close(self) -> None:
        self._service.close()

    def _ask(self, method: str, path: str, body: Mapping[str, Any] | None, most: int = MOST_BYTES) -> Answer:
        content = None if body is None else json.dumps(body, ensure_ascii=False).encode()
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        try:
            return self._service.ask(method, f"{API}{path}", content, most, headers)
        except Unreachable as error:
            raise LinkError(LinkTrouble.UNREACHABLE, error.detail) from error
        except OtherCertificate as error:
            raise LinkError(LinkTrouble.OTHER_CERTIFICATE, error.detail, authority=error.found) from error
        except TooMuch as error:
            raise LinkError(LinkTrouble.BAD_ANSWER, error.detail) from error


def _expected(answer: Answer, wanted: int) -> bytes:
    if answer.status == wanted:
        return answer.body
    trouble = _TROUBLE.get(answer.status, LinkTrouble.BAD_ANSWER)
    raise LinkError(trouble, _said(answer), retry_after=answer.retry_after)


def _said(answer: Answer) -> str:
    return f"status {answer.status} {answer.code}".strip()[:LONGEST_DETAIL]


def _read(model: type[_M], body: bytes) -> _M:
    try:
        return model.model_validate(read_json(body))
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors(include_url=False, include_input=False)[0]["loc"])
        raise LinkError(LinkTrouble.BAD_ANSWER, f"its answer is none: {where or 'no object'}") from error
    except ValueError as error:
        raise LinkError(LinkTrouble.BAD_ANSWER, "it is no JSON") from error
