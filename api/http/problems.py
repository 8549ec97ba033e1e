"""Errors as problem details (RFC 9457): what happened, where, and what to do now, in the reader's language.

``code`` and ``number`` are stable and made for programs (``errors.codes``); ``title`` is the sentence of the catalogue
for that code, ``detail`` what was special this time. Clients never see a stack trace.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import Match

from api.words.catalogue import choose, say
from controller.refusals import Code, Detail, RefusalKind, Refused, takes_of

log = logging.getLogger("jantaku.http")

STATUS_OF_KIND: Final[Mapping[RefusalKind, int]] = {
    RefusalKind.NOT_NOW: 423,
    RefusalKind.STALE: 409,
    RefusalKind.CONFLICT: 409,
    RefusalKind.INVALID: 422,
    RefusalKind.NOT_FOUND: 404,
    RefusalKind.NOT_ALLOWED: 403,
    RefusalKind.NOT_PAIRED: 401,
    RefusalKind.UNAVAILABLE: 503,
    RefusalKind.TOO_OFTEN: 429,
    RefusalKind.MALFORMED: 400,
    RefusalKind.METHOD: 405,
    RefusalKind.LENGTH: 411,
    RefusalKind.TOO_LARGE: 413,
    RefusalKind.MEDIA_TYPE: 415,
    RefusalKind.MISDIRECTED: 421,
    RefusalKind.FAILED: 500,
}
_CODE_OF_STATUS: Final[Mapping[int, Code]] = {
    400: Code.BAD_REQUEST,
    401: Code.NOT_PAIRED,
    404: Code.NOT_FOUND,
    405: Code.METHOD_NOT_ALLOWED,
    413: Code.TOO_LARGE,
    415: Code.NOT_JSON,
}
_GUESSES: Final = frozenset(
    one.value.code
    for one in (
        Code.WRONG_CODE,
        Code.WRONG_PIN,
        Code.WRONG_SIGN_IN,
        Code.WRONG_FACTOR_CODE,
        Code.WRONG_CONSOLE_CODE,
        Code.WRONG_CARD_CODE,
        Code.TOO_MANY_TRIES,
    )
)
METHODS: Final = ("DELETE", "GET", "HEAD", "PATCH", "POST", "PUT")
RETRY_SECONDS: Final = 2
"""After how long what is away for the moment may be asked again."""
MEDIA_TYPE: Final = "application/problem+json"


class ProblemResponse(JSONResponse):
    """An answer that can repeat whatever was sent, half characters too: they stay escaped."""

    media_type = MEDIA_TYPE

    def render(self, content: Any) -> bytes:
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")


FieldWord = Callable[[str, str], str]
"""From a field as requests call it, and a language, to its label on the pages of this application."""


def as_requested(field: str, language: str) -> str:
    """Where no page says otherwise."""
    del language
    return field


def body(refused: Refused, language: str, field_word: FieldWord = as_requested) -> dict[str, Any]:
    """The members of the answer. English keeps the exact detail; other languages say the catalogue's sentence first.
    A ``Detail`` is said in every language, after what the field is called there if it is about what that takes."""
    key = f"error.{refused.entry.code}"
    values = {place: _listing(keys, language) for place, keys in refused.words.items()}
    title = say(language, key, **values) or refused.detail
    remedy = say(language, f"{key}.remedy", **values) or refused.remedy
    members: dict[str, Any] = {
        "type": f"urn:jantaku:problem:{refused.code}",
        "title": title,
        "status": STATUS_OF_KIND[refused.kind],
        "code": refused.code,
        "number": refused.number,
        "detail": _detail(refused, title, language, field_word),
        "remedy": refused.remedy if language == "en" and refused.remedy else remedy,
    }
    named = {name: value for name in ("field", "other", "reason") if (value := getattr(refused, name)) is not None}
    if refused.said is not None:
        named["said"] = _said(refused.said, language)
    return dict(refused.more) | members | named


def _listing(keys: Sequence[str], language: str) -> str:
    words = [say(language, key) or key for key in keys]
    return (", " if language == "en" else "、").join(words)


def _said(detail: Detail, language: str) -> str:
    values = {name: _listing(value, language) if isinstance(value, tuple) else value
              for name, value in detail.values.items()}  # fmt: skip
    return say(language, detail.key, **values) or str(detail)


def _detail(refused: Refused, title: str, language: str, field_word: FieldWord) -> str:
    detail = refused.detail
    if refused.said is not None:
        said = _said(refused.said, language)
        if refused.field is None or not refused.said.of_field:
            return said[:1].upper() + said[1:]
        return f"{field_word(refused.field, language)}{': ' if language == 'en' else '：'}{said}"
    if not detail or detail == title:
        return title
    return detail if language == "en" else f"{title} ({detail})"


def answer(refused: Refused, language: str, field_word: FieldWord = as_requested) -> JSONResponse:
    headers = {"Content-Language": language}
    if refused.kind in (RefusalKind.UNAVAILABLE, RefusalKind.TOO_OFTEN):
        headers["Retry-After"] = str(refused.more.get("retry_after", RETRY_SECONDS))
    if refused.kind is RefusalKind.NOT_PAIRED:
        headers["WWW-Authenticate"] = "Bearer"  # RFC 9110 section 11.6.1
    return ProblemResponse(body(refused, language, field_word), STATUS_OF_KIND[refused.kind], headers)


def language_of(request: Request) -> str:
    return choose(request.headers.get("accept-language"))


def install(app: FastAPI, field_word: FieldWord = as_requested) -> None:
    """Turns every error of the routes into problem details."""
    app.state.field_word = field_word
    app.add_exception_handler(Refused, _on_refused)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, _on_http)
    app.add_exception_handler(Exception, _on_failure)


async def _on_refused(request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, Refused):
        raise error
    return refusal(request, error)


def refusal(request: Request, refused: Refused) -> JSONResponse:
    """The answer to a request that was refused. Who may not, or has guessed wrong, is noted."""
    if refused.kind in (RefusalKind.NOT_ALLOWED, RefusalKind.NOT_PAIRED) or refused.code in _GUESSES:
        _note(request, refused)
    return answer(refused, language_of(request), request.app.state.field_word)


def _note(request: Request, refused: Refused) -> None:
    """On record with who and from where, never with what was entered; ``api.service.logs`` bounds how often."""
    tried = {"field": refused.field} if refused.field else {}
    log.warning(
        "refused %s %s: %s", request.method, request.url.path, refused.detail or refused.code,
        extra={**whose(request.scope), "code": refused.code, **tried},
    )  # fmt: skip


def whose(scope: Mapping[str, Any]) -> dict[str, str]:
    """Who sent a request and from where, for the log: the address, and once they are known the role, the name, and the
    id of the device."""
    client, actor = scope.get("client"), scope.get("state", {}).get("actor")
    said = {"client": client[0] if client else ""}
    if actor is not None:
        said |= {"role": actor.role.value, "who": actor.name}
        if actor.device is not None:
            said["device"] = actor.device
    return said


async def _on_invalid(request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, RequestValidationError):
        raise error
    found = error.errors()[:20]
    mistakes = [{"field": _where(item["loc"]), "detail": str(item["msg"])} for item in found]
    problem = Refused(Code.INVALID, takes_of(found[0]), field=mistakes[0]["field"], more={"errors": mistakes})
    return answer(problem, language_of(request), request.app.state.field_word)


def _where(location: Sequence[Any]) -> str:
    parts = [str(part) for part in location if part not in ("body", "query", "path", "header")]
    return ".".join(parts) or "body"


async def _on_http(request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, HTTPException):
        raise error
    why = _CODE_OF_STATUS.get(error.status_code, Code.BAD_REQUEST)
    problem = answer(Refused(why, str(error.detail)), language_of(request))
    problem.headers.update(error.headers or {})
    if why is Code.METHOD_NOT_ALLOWED:
        problem.headers["Allow"] = ", ".join(_methods(request))
    return problem


def _methods(request: Request) -> list[str]:
    """The methods that the path of the request has, over all routes; the framework names those of the first one."""
    asked = {name: request.scope[name] for name in ("type", "path", "headers", "root_path")}
    return [method for method in METHODS if _has_route(request, {**asked, "method": method})]


def _has_route(request: Request, scope: dict[str, Any]) -> bool:
    return any(route.matches(scope)[0] is Match.FULL for route in request.app.router.routes)


async def _on_failure(request: Request, error: Exception) -> JSONResponse:
    log.error("request failed: %s %s", request.method, request.url.path, exc_info=error)
    return answer(Refused(Code.INTERNAL), language_of(request))
