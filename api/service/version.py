"""Which release this is, and in which form its rules engine runs."""

from __future__ import annotations

from functools import lru_cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from pathlib import Path
from typing import Literal

import controller

EngineForm = Literal["compiled", "pure Python"]


@lru_cache(maxsize=1)
def version() -> str:
    try:
        return installed("jantaku")
    except PackageNotFoundError:  # run from a checkout that was not installed
        return "0+checkout"


def rules_engine() -> EngineForm:
    """``compiled`` or ``pure Python``: what this Python imports of the two forms that may lie side by side."""
    rules = Path(controller.__file__ or "").parent / "rules"
    return "compiled" if any((rules / f"engine{end}").exists() for end in EXTENSION_SUFFIXES) else "pure Python"
