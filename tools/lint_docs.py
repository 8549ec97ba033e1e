"""Links of the documents that lead nowhere: ``python -m tools.lint_docs``.

Each relative link of a Markdown file has to name a file of the tree, and where it has an anchor, a heading of it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
_LINK: Final = re.compile(r"\]\(([^)\s]+)\)")
_CODE: Final = re.compile(r"```.*?```|`[^`\n]*`", re.S)
_HEADING: Final = re.compile(r"^#+ (.+)$", re.M)
_ANCHOR: Final = re.compile(r'<a (?:id|name)="([^"]+)"')


def main() -> int:
    found = [*broken(ROOT)]
    print("\n".join(found), file=sys.stderr, end="\n" if found else "")
    return 1 if found else 0


def broken(root: Path) -> Iterator[str]:
    """One line for each link that leads nowhere."""
    for file in sorted([*root.glob("*.md"), *root.glob("docs/**/*.md"), *root.glob("tests/*.md")]):
        for link in _LINK.findall(_CODE.sub("", file.read_text(encoding="utf-8"))):
            if "://" in link or link.startswith("mailto:"):
                continue
            path, _, anchor = link.partition("#")
            target = file if not path else (file.parent / path).resolve()
            if not target.exists():
                yield f"{file.relative_to(root)}: {link}: there is no such file"
            elif anchor and target.suffix == ".md" and anchor not in _anchors(target):
                yield f"{file.relative_to(root)}: {link}: there is no such heading"


@cache
def _anchors(file: Path) -> frozenset[str]:
    """As GitHub makes them: lower case, without punctuation, hyphens for spaces."""
    text = file.read_text(encoding="utf-8")
    made = set(_ANCHOR.findall(text))
    for heading in _HEADING.findall(text):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").strip().lower()
        slug = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        made |= {slug, *(f"{slug}-{again}" for again in range(1, 9))}
    return frozenset(made)


if __name__ == "__main__":
    sys.exit(main())
