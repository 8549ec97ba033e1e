"""What a tablet reads when it installs the page: name, icons, how it opens (W3C Web Application Manifest)."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Final

from fastapi import Request

from api.http.assets import version
from api.http.packed import Packed, packed

MEDIA: Final = "application/manifest+json"
PRODUCT: Final = "雀卓 Jantaku"
_FELT: Final = "#0f4538"


def table_name(request: Request) -> str:
    """Empty where the table has none, or is not there yet."""
    config = getattr(request.app.state.runtime, "config", None)
    return "" if config is None else config.table.given_name


@lru_cache(maxsize=16)
def manifest_of(name: str, language: str) -> Packed:
    """``name``: of the table."""
    content = {
        "id": "/",
        "name": f"{name} · {PRODUCT}" if name else PRODUCT,
        "short_name": name or PRODUCT,
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "fullscreen",
        "display_override": ["fullscreen", "standalone"],
        "orientation": "any",
        "background_color": _FELT,
        "theme_color": _FELT,
        "icons": [_icon(name, edge) for name in ("icon", "icon-maskable") for edge in (192, 512)],
    }
    return packed(json.dumps(content, ensure_ascii=False).encode(), MEDIA)


def _icon(name: str, edge: int) -> dict[str, str]:
    return {
        "src": f"/web/{version()}/shared/icons/{name}-{edge}.png",
        "sizes": f"{edge}x{edge}",
        "type": "image/png",
        "purpose": "maskable" if name.endswith("maskable") else "any",
    }
