"""The pictures of the installed page, drawn from its two SVG files by a browser: ``python -m tools.icons``.

Tablets want PNG; they are committed, so that neither a service nor an installation needs a browser. Run it after a
change of ``icon.svg`` or ``icon-maskable.svg``.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from tools import node

SHARED: Final = node.ROOT / "api" / "web" / "shared"
CHROMIUM: Final = Path(os.environ.get("JANTAKU_CHROMIUM", "/usr/bin/chromium"))
WANTED: Final = (("icon", 192), ("icon", 512), ("icon-maskable", 192), ("icon-maskable", 512), ("icon-maskable", 180))
"""Name and edge in pixels; 180 is for the home screen of iPadOS."""


def main() -> int:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        for name, edge in WANTED:
            page = browser.new_page(viewport={"width": edge, "height": edge})
            drawn = (SHARED / f"{name}.svg").read_text(encoding="utf-8")
            page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:{edge}px}}</style>{drawn}")
            page.screenshot(path=str(SHARED / "icons" / f"{name}-{edge}.png"), omit_background=True)
            page.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
