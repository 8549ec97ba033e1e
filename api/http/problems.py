"""Errors as problem details (RFC 9457): what happened, where, and what to do now, in the reader's language.

``code`` is stable and made for programs; ``title`` is the sentence of the catalogue for that code, ``detail`` what
was special this time. Clients never see a stack trace.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from api.words.catalogue import choose, say
from controller.refusals import Refused

log = logging.getLogger("jantaku.http")

STATUS_OF_KIND: Final[Mapping[str, int]] = {
    "not-now": 423,
    "stale": 409,
    "conflict": 409,
    "invalid": 422,
    "unknown": 404,
    "not-found": 404,
    "away": 503,
    "unavailable": 503,
    "too-large": 413,
}
_CODE_OF_STATUS: Final[Mapping[int, str]] = {
    400: "bad-request",
    404: "not-found",
    405: "method-not-allowed",
    413: "too-large",
    415: "not-json",
}
MEDIA_TYPE: Final = "application/problem+json"


class ProblemResponse(JSONResponse):
    """An answer that can repeat whatever was sent, half characters too: they stay escaped."""

    media_type = MEDIA_TYPE

    def render(self, content: Any) -> bytes:
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")


class Problem(Exception):
    """An answer that is no success, raised by a route. ``extra`` is added to the body as it stands."""

    def __init__(
        self, status: int, code: str, detail: str, remedy: str = "", *, field: str | None = None, **extra: Any
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.status, self.code, self.detail, self.remedy, self.field, self.extra = (
            status, code, detail, remedy, field, extra,
        )  # fmt: skip


def of_refused(refused: Refused, **extra: Any) -> Problem:
    status = STATUS_OF_KIND.get(refused.kind, 423)
    more = {name: value for name in ("other", "reason") if (value := getattr(refused, name)) is not None}
    return Problem(status, refused.code, refused.detail, refused.remedy, field=refused.field, **more, **extra)


def body(problem: Problem, language: str) -> dict[str, Any]:
    """The members of the answer. English keeps the exact detail; other languages say the catalogue's sentence first."""
    family = "not-now" if problem.code.startswith("not-now-") else problem.code
    title = say(language, f"error.{family}") or problem.detail
    remedy = say(language, f"error.{family}.remedy") or problem.remedy
    members: dict[str, Any] = {
        "type": f"urn:jantaku:problem:{problem.code}",
        "title": title,
        "status": problem.status,
        "code": problem.code,
        "detail": problem.detail if language == "en" else _with_detail(title, problem.detail),
        "remedy": problem.remedy if language == "en" and problem.remedy else remedy,
    }
    if problem.field is not None:
        members["field"] = problem.field
    return members | problem.extra


def _with_detail(title: str, detail: str) -> str:
    return title if title == detail else f"{title} ({detail})"


def answer(problem: Problem, language: str) -> JSONResponse:
    headers = {"Content-Language": language}
    if problem.status == 503:
        headers["Retry-After"] = "2"
    return ProblemResponse(body(problem, language), problem.status, headers)


def language_of(request: Request) -> str:
    return choose(request.headers.get("accept-language"))


def install(app: FastAPI) -> None:
    """Turns every error of the routes into problem details."""
    app.add_exception_handler(Problem, _on_problem)
    app.add_exception_handler(Refused, _on_refused)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(Exception, _on_failure)


async def _on_problem(request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, Problem):
        raise error
    return answer(error, language_of(request))


async def _on_refused(request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, Refused):
        raise error
    return answer(of_refused(error), language_of(request))


async def _on_invalid(request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, RequestValidationError):
        raise error
    mistakes = [{"field": _where(item["loc"]), "detail": str(item["msg"])} for item in error.errors()[:20]]
    first = mistakes[0]
    problem = Problem(422, "invalid", f"{first['field']}: {first['detail']}", field=first["field"], errors=mistakes)
    return answer(problem, language_of(request))


def _where(location: Sequence[Any]) -> str:
    parts = [str(part) for part in location if part not in ("body", "query", "path", "header")]
    return ".".join(parts) or "body"


async def _on_http(request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, HTTPException):
        raise error
    code = _CODE_OF_STATUS.get(error.status_code, "bad-request")
    return answer(Problem(error.status_code, code, str(error.detail)), language_of(request))


async def _on_failure(request: Request, error: Exception) -> JSONResponse:
    log.error("request failed: %s %s", request.method, request.url.path, exc_info=error)
    return answer(
        Problem(500, "internal", "The service made a mistake; the log of the service names it."), language_of(request)
    )
