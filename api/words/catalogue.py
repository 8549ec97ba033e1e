"""The words of the user interface, read from the message catalogues ``api/locale/<language>/<topic>.json``.

A catalogue is flat: key to text with ``{placeholders}``. English is complete; a word that another language lacks is
taken from English, so that a reader never meets a bare key. A key belongs to one topic; pages and result sheets use all
topics merged, but for the names of items, which the pages get with a ruleset (``api.words.items``), the guide of
``api.http.trust``, and the page that stands in for the others.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Final

from api.words.regions import LOCALE, in_region
from controller.languages import OFFERED, REGIONS

DEFAULT: Final = "en"
_APART: Final = ("house", "items", "offline", "trust")

# By region, else by script; every other Chinese reader gets simplified characters.
_CHINESE: Final = {"hk": "zh-HK", "mo": "zh-HK", "tw": "zh-TW", "hant": "zh-Hant"}


@lru_cache(maxsize=len(OFFERED))
def catalogue(language: str) -> dict[str, str]:
    """All words of one language, without those of items. Raises ``KeyError`` for a language that has no catalogue."""
    words: dict[str, str] = {}
    for path in sorted((LOCALE / DEFAULT).glob("*.json")):
        if path.stem not in _APART:
            words |= topic(language, path.stem)
    return words


@lru_cache(maxsize=len(OFFERED) * 8)
def topic(language: str, name: str) -> dict[str, str]:
    """The words of one topic (``match``, ``rules`` ...). Raises ``KeyError`` for an unknown language."""
    if language not in OFFERED:
        raise KeyError(language)
    return read(DEFAULT, name) | read(language, name)


@lru_cache(maxsize=len(OFFERED) * 16)
def read(language: str, name: str) -> dict[str, str]:
    """The words of one topic that the language has of its own, or takes over from the one that its region shares."""
    path = LOCALE / language / f"{name}.json"
    words: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    shared = read(REGIONS[language], name) if language in REGIONS else {}
    return {key: in_region(text, language) for key, text in shared.items()} | words


def say(language: str, key: str, /, **values: object) -> str | None:
    """The sentence of a key, or None when no catalogue has it. A placeholder without a value stays as it is."""
    text = catalogue(language).get(key)
    if text is None:
        return None
    for name, value in values.items():
        text = text.replace("{" + name + "}", str(value))
    return text


def choose(accept_language: str | None) -> str:
    """The best of our languages for an ``Accept-Language`` header (RFC 9110 section 12.5.4)."""
    wishes = [_wish(part) for part in (accept_language or "")[:400].split(",")]
    for tag, weight in sorted(wishes, key=lambda wish: -wish[1]):
        language = _ours(tag)
        if language is not None and weight > 0:
            return language
    return DEFAULT


def _wish(part: str) -> tuple[str, float]:
    tag, _, quality = part.strip().partition(";")
    _, _, number = quality.partition("=")
    try:
        return tag.strip().lower(), float(number) if number else 1.0
    except ValueError:
        return tag.strip().lower(), 0.0


def _ours(tag: str) -> str | None:
    main, *rest = tag.split("-")
    if main == "zh":
        return next((ours for part, ours in _CHINESE.items() if part in rest), "zh-Hans")
    return {"en": "en", "ja": "ja", "*": DEFAULT}.get(main)
