"""The words of the pages in the reader's language."""

from __future__ import annotations

from functools import lru_cache

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel

from api.http.packed import Packed, packed, sent
from api.http.problems import language_of
from api.table.dependencies import allowed
from api.words.catalogue import catalogue
from controller.languages import OFFERED

router = APIRouter(tags=["words"], dependencies=[allowed("read.words")])


class Words(BaseModel):
    language: str
    languages: tuple[str, ...]
    words: dict[str, str]


@lru_cache(maxsize=len(OFFERED))
def _answer(language: str) -> Packed:
    content = Words(language=language, languages=OFFERED, words=catalogue(language))
    return packed(content.model_dump_json().encode(), "application/json")


@router.get(
    "/words",
    summary="All words of the pages, in the best language for the reader",
    responses={200: {"model": Words}},
)
async def words(request: Request) -> Response:
    language = language_of(request)
    return sent(_answer(language), request, "Accept-Encoding, Accept-Language", **{"Content-Language": language})
