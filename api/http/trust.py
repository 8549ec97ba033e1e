"""How a device comes to trust this table: the certificate of its authority, its fingerprint, and a guide for the common
tablets. Served plainly as well, so the page loads nothing but itself and runs nothing."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.http.own_style import policy_for
from api.http.qr import qr_svg
from api.http.reached import reached_at
from api.http.reader import VARY, language_of_reader
from api.words.catalogue import topic
from controller.refusals import Code, Refused

trust_routes = APIRouter(include_in_schema=False)

CERTIFICATE_PATH: Final = "/ca.crt"
MEDIA_TYPE: Final = "application/x-x509-ca-cert"
"""By which tablets offer to install a certificate."""
FILE_NAME: Final = "jantaku-ca.crt"
_DEVICES: Final = ("android", "ipad", "windows", "pi")
_STEPS: Final = 3
_STYLE: Final = (
    ":root{color-scheme:light dark}"
    "body{font:1rem/1.5 'Noto Sans',system-ui,sans-serif;max-width:46rem;margin:0 auto;padding:1rem;"
    "overflow-wrap:anywhere;background:Canvas;color:CanvasText}"
    "h1{font-size:1.6rem;margin:.3rem 0}h2{font-size:1.15rem;margin:1.4rem 0 .3rem}"
    "p{margin:.4rem 0}ol{margin:0;padding-left:1.4rem}"
    "a.go{display:inline-block;background:#174f40;color:#fff;padding:.7rem 1.2rem;border-radius:.5rem;"
    "text-decoration:none;margin:.3rem .6rem .3rem 0}"
    "svg{display:block;width:12rem;height:12rem;margin:.6rem 0}code{font-size:1.05rem}"
)


@trust_routes.get(CERTIFICATE_PATH)
async def certificate(request: Request) -> Response:
    """Of the authority, as PEM."""
    held = _certificates(request)
    if held is None:
        raise Refused(Code.NOT_FOUND, "this table has no certificate: it serves plain HTTP")
    headers = {"Content-Disposition": f'inline; filename="{FILE_NAME}"'}
    return Response(held.authority.public_pem(), media_type=MEDIA_TYPE, headers=headers)


@trust_routes.get("/trust")
async def guide(request: Request) -> Response:
    language = language_of_reader(request)
    document = "".join(_document(request, language, topic(language, "trust")))
    headers = {"Content-Security-Policy": policy_for(document), "Content-Language": language, "Vary": VARY}
    return Response(document, media_type="text/html; charset=utf-8", headers=headers)


def _certificates(request: Request) -> Any:
    """``api.https.certificates.Certificates``; None for a table that serves plain HTTP."""
    return getattr(request.app.state.runtime, "certificates", None)


def _document(request: Request, language: str, words: dict[str, str]) -> Iterator[str]:
    title, held = escape(words["trust.title"]), _certificates(request)
    yield f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<style>{_STYLE}</style></head><body><main><h1>{title}</h1>"
    yield from (_off(words) if held is None else _steps(request, words, held))
    yield "</main></body></html>"


def _off(words: dict[str, str]) -> Iterator[str]:
    yield f"<p>{escape(words['trust.off'])}</p>{_link('/', words['trust.open'])}"


def _steps(request: Request, words: dict[str, str], held: Any) -> Iterator[str]:
    authority, reached = held.authority, reached_at(request) or request.headers.get("host", "")
    yield f"<p>{escape(words['trust.intro'])}</p>"
    if reached != request.headers.get("host", ""):
        yield f"<p><strong>{escape(words['trust.own'])}</strong></p>"
    yield f"<h2>{escape(words['trust.get'])}</h2>{_link(CERTIFICATE_PATH, words['trust.file'])}"
    yield f"<p>{escape(words['trust.scan'])}</p>{qr_svg(f'http://{reached}{CERTIFICATE_PATH}').decode()}"
    yield f"<h2>{escape(words['trust.fingerprint'])}</h2><p><code>{authority.fingerprint}</code></p>"
    yield f"<p>{escape(words['trust.compare'])}</p>"
    for device in _DEVICES:
        steps = (words[f"trust.{device}.{step}"] for step in range(1, _STEPS + 1))
        items = "".join(f"<li>{escape(step)}</li>" for step in steps)
        yield f"<h2>{escape(words[f'trust.{device}'])}</h2><ol>{items}</ol>"
    yield f"<p>{escape(words['trust.limits'])}</p>{_link(f'https://{reached}/', words['trust.open'])}"


def _link(target: str, words: str) -> str:
    return f'<a class="go" href="{escape(target)}">{escape(words)}</a>'
