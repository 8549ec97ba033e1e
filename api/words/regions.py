"""Chinese as players of a region write it: the words of ``zh-Hant`` with the terms of Hong Kong or of Taiwan.

Most of a region's words are those of the language that it takes over (``REGIONS``). The terms that differ stand in
``api/locale/<region>/terms.json``: 和牌 is 食糊 in Hong Kong and 胡牌 in Taiwan. So does what only looks like one
(和牌牆 is 和, to win, and 牌牆, the wall). A sentence that terms alone do not make right stands whole in the region's
file of its topic. ``docs/glossary.md`` has the terms game by game; ``tools.lint_words`` holds both together.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

LOCALE: Final = Path(__file__).parents[1] / "locale"
TERMS: Final = "terms"


@lru_cache(maxsize=8)
def terms(region: str) -> Mapping[str, str]:
    """The terms of the language that the region takes over, with what they are called there."""
    found: dict[str, str] = json.loads((LOCALE / region / f"{TERMS}.json").read_text(encoding="utf-8"))
    return found


def in_region(text: str, region: str) -> str:
    """A sentence with the terms of the region: at each place the longest one, and each place once."""
    called = terms(region)
    return _pattern(region).sub(lambda found: called[found[0]], text)


def terms_in(text: str, region: str) -> list[str]:
    """What ``in_region`` exchanges in a text."""
    return _pattern(region).findall(text)


@lru_cache(maxsize=8)
def _pattern(region: str) -> re.Pattern[str]:
    return re.compile("|".join(re.escape(term) for term in sorted(terms(region), key=len, reverse=True)))
