"""QR codes as SVG, made here: no page of ours loads anything from elsewhere."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Final

import segno

QUIET_MODULES: Final = 4
"""The white border that ISO/IEC 18004 asks for."""


@lru_cache(maxsize=32)
def qr_svg(text: str) -> bytes:
    """The code of a text with level L of error correction: a screen is never torn, and fewer modules are larger ones.

    Black on white whatever the page looks like; scales with its frame.
    """
    code = segno.make(text, error="l", micro=False, boost_error=False)
    drawn = io.BytesIO()
    code.save(drawn, kind="svg", border=QUIET_MODULES, dark="#000", light="#fff", omitsize=True, xmldecl=False)
    return drawn.getvalue()
