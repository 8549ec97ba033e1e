"""Who reads a page: the language that was chosen on this device, else the best for the browser."""

from __future__ import annotations

from typing import Final

from fastapi import Request

from api.http.problems import language_of
from controller.languages import OFFERED

COOKIE: Final = "jantaku-language"
"""Set by ``api/web/shared/words.js``; it names a language and nothing else."""
VARY: Final = "Accept-Encoding, Accept-Language, Cookie"


def language_of_reader(request: Request) -> str:
    chosen = request.cookies.get(COOKIE, "")
    return chosen if chosen in OFFERED else language_of(request)
