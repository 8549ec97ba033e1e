"""Requests to one peer: blocking, for a thread of their own, and bounded (``api.http.client``)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from api.http.client import (
    LONGEST_DETAIL,
    MOST_BYTES,
    Answer,
    OtherCertificate,
    ServiceClient,
    TooMuch,
    Unreachable,
    read_json,
)
from api.peers.errors import PeerError, PeerTrouble
from controller.peers import PeerConfig

__all__ = ["API", "LONGEST_DETAIL", "MOST_BYTES", "REQUEST_SECONDS", "PeerClient"]

API: Final = "/api/v1"
REQUEST_SECONDS: Final = 5.0
"""Of the wall's clock, for all of a request: a table of the same network answers in some milliseconds. A head with
sixteen cosignatures has 5 kB."""
_TROUBLE_OF_CODE: Final = {"not-a-peer": PeerTrouble.NOT_A_PEER, "no-such-head": PeerTrouble.NO_HEAD}


class PeerClient:
    """``seconds``: for each request. One request at a time; ``close`` ends it, from another thread."""

    def __init__(self, peer: PeerConfig, seconds: float = REQUEST_SECONDS) -> None:
        self._service = ServiceClient(peer.address, peer.authority, seconds)

    def get(self, path: str, most: int = MOST_BYTES) -> bytes:
        """The body of a 200. Raises ``PeerError``."""
        return _expected(self._ask("GET", f"{API}{path}", None, most), 200)

    def get_json(self, path: str) -> Any:
        """Raises ``PeerError``."""
        return _json(self.get(path))

    def post_json(self, path: str, body: Mapping[str, Any]) -> Any:
        """The answer of a 201. Raises ``PeerError``."""
        return _json(_expected(self._ask("POST", f"{API}{path}", json.dumps(body).encode(), MOST_BYTES), 201))

    def close(self) -> None:
        self._service.close()

    def _ask(self, method: str, path: str, body: bytes | None, most: int) -> Answer:
        try:
            return self._service.ask(method, path, body, most)
        except Unreachable as error:
            raise PeerError(PeerTrouble.UNREACHABLE, error.detail) from error
        except OtherCertificate as error:
            raise PeerError(PeerTrouble.OTHER_CERTIFICATE, error.detail) from error
        except TooMuch as error:
            raise PeerError(PeerTrouble.BAD_ANSWER, error.detail) from error


def _expected(answer: Answer, wanted: int) -> bytes:
    if answer.status == wanted:
        return answer.body
    code = answer.code
    raise PeerError(_TROUBLE_OF_CODE.get(code, PeerTrouble.BAD_ANSWER), f"status {answer.status} {code}".strip())


def _json(body: bytes) -> Any:
    try:
        return read_json(body)
    except ValueError as error:
        raise PeerError(PeerTrouble.BAD_ANSWER, "it is no JSON") from error
