"""The words of a page in two files: those of its first picture, and those of what is opened by hand.

A page that names a folder for its words (``<body data-words="...">``) gets them there: ``<language>.json`` with what
its first script names and what the state of the table brings, ``<language>.later.json`` with the rest that it can need.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from api.words.catalogue import catalogue, topic

FOLDER: Final = re.compile(r'<body[^>]* data-words="([a-z/-]+)"')
_NAMED: Final = re.compile(r'["`]([a-z][\w-]*(?:\.[\w-]+)*\.?)(["`]|\$\{)')
"""A key in quotes, or the beginning of a key that goes on with a value."""
_OF_STATE: Final = ("say.", "fault.", "prompt.", "remedy.", "action.", "light.", "match.next-")
"""Beginnings of keys that the service sends with the state of the table."""
_OF_ERRORS: Final = "error."
"""An error comes of something that somebody did, so its words may come later."""
_OF_OTHER_PAGES: Final = (
    "access", "mqtt", "permit", "reference", "service", "sheet", "shuffle", "statistics", "verify",
)  # fmt: skip
"""Topics that only other pages, prints and programs need."""


@dataclass(frozen=True, slots=True)
class _Names:
    """Keys that a script names: whole, and by how they begin."""

    whole: frozenset[str]
    beginnings: tuple[str, ...]

    def names(self, key: str) -> bool:
        return key in self.whole or key.startswith(self.beginnings)


def _names_in(script: str) -> _Names:
    found = _NAMED.findall(script)
    begun = {text for text, end in found if end == "${" and "." in text} - {_OF_ERRORS}
    return _Names(frozenset(text for text, end in found if end != "${"), tuple(begun))


def split(language: str, first: str, later: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """``first``, ``later``: the scripts of the page. The two parts have no key in common."""
    at_once, by_hand = _names_in(first), _names_in(later)
    elsewhere = {key for name in _OF_OTHER_PAGES for key in topic(language, name)}
    words = catalogue(language)
    needed = {key: text for key, text in words.items() if at_once.names(key) or key.startswith(_OF_STATE)}
    rest = {
        key: text for key, text in words.items() if key not in needed and (key not in elsewhere or by_hand.names(key))
    }
    return needed, rest
