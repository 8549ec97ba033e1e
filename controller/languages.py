"""The languages of the words that people read: for each a folder of catalogues in ``api/locale``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LANGUAGES: Final = ("en", "zh-Hant", "zh-Hans", "ja")
"""Those whose catalogues are written out in full."""
REGIONS: Final[Mapping[str, str]] = {"zh-HK": "zh-Hant", "zh-TW": "zh-Hant"}
"""Those that take the words of another language and say the terms of the game as players of the region do."""
OFFERED: Final = ("en", "zh-Hant", "zh-HK", "zh-TW", "zh-Hans", "ja")
"""All that a reader can choose, in the order of the list that he chooses from."""
