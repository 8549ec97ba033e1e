"""The languages of the words that people read: for each a folder of catalogues in ``api/locale``."""

from __future__ import annotations

from typing import Final

LANGUAGES: Final = ("en", "zh-Hant", "zh-Hans", "ja")
