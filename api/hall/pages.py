"""The pages of a hall and their addresses."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.hall.dependencies import runtime_of
from api.http.manifest import manifest_of
from api.http.packed import sent
from api.http.pages import add_page
from api.http.reader import VARY, language_of_reader

hall_pages = APIRouter(include_in_schema=False)

PAGES: Final = {
    "/": "hall/floor/floor.html",
    "/queue": "hall/floor/queue.html",
    "/alarms": "hall/floor/alarms.html",
    "/machines": "hall/floor/machines.html",
    "/table/{table}": "hall/floor/table.html",
    "/prices": "hall/floor/prices.html",
    "/today": "hall/floor/today.html",
    "/receipt/{receipt}": "hall/floor/receipt.html",
    "/people": "hall/people/people.html",
    "/accounts": "hall/people/accounts.html",
    "/webhooks": "hall/webhooks/webhooks.html",
    "/releases": "hall/releases/releases.html",
    "/tournaments": "hall/tournament/list.html",
    "/cards/{tournament}": "hall/tournament/cards.html",
    "/tournament/{tournament}": "hall/tournament/desk.html",
    "/standings/{tournament}": "hall/screen/standings.html",
    "/screen/{tournament}": "hall/screen/screen.html",
    "/overlay/{table}": "hall/overlay/overlay.html",
    "/play/{tournament}": "hall/screen/phone.html",
    "/sign-in": "hall/account/signin.html",
    "/account": "hall/account/account.html",
}
"""By their addresses; what somebody may read there the API decides."""

for _address, _name in PAGES.items():
    add_page(hall_pages, _address, _name)


@hall_pages.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """By which a phone installs the pages of this hall, under its name."""
    name = runtime_of(request).config.hall.given_name
    return sent(manifest_of(name, language_of_reader(request)), request, VARY)
