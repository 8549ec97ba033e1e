"""The words of the pages in the reader's language."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import BaseModel

from api.http.problems import language_of
from api.words.catalogue import catalogue
from controller.languages import LANGUAGES

router = APIRouter(tags=["words"])


class Words(BaseModel):
    language: str
    languages: tuple[str, ...]
    words: dict[str, str]


@router.get("/words", summary="All words of the pages, in the best language for the reader")
async def words(request: Request) -> Words:
    language = language_of(request)
    return Words(language=language, languages=LANGUAGES, words=catalogue(language))
