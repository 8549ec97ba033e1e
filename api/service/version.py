"""Which release this is."""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed


@lru_cache(maxsize=1)
def version() -> str:
    try:
        return installed("jantaku")
    except PackageNotFoundError:  # run from a checkout that was not installed
        return "0+checkout"
