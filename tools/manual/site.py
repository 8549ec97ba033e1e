"""``make manual``: ``python -m tools.manual [FOLDER]``. Needs the extra ``packaging``."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tools.packaging.tree import epoch

ROOT: Final = Path(__file__).resolve().parents[2]
DOCS: Final = ROOT / "docs"
SITE: Final = ROOT / "build" / "manual"
TIMEOUT_S: Final = 600
LANGUAGES: Final = ("ja", "zh-Hans", "zh-Hant")
"""In which a document may stand beside the English one, in a folder of that name."""


def _translated(name: str) -> tuple[str, ...]:
    return tuple(f"{language}/{name}" for language in LANGUAGES)


PARTS: Final = {
    "At the table": ("player", *_translated("player")),
    "For the house": ("first-wall", "operator", *_translated("operator"), "access", "https", "faults",
                      *_translated("faults"), "hall-operator", "tournament", "tournament-director", "monitoring",
                      "mqtt", "webhooks"),
    "Rules": ("rulesets/README", *sorted(f"rulesets/{path.stem}" for path in (DOCS / "rulesets").glob("*.md")
                                         if path.stem != "README")),
    "For technicians": ("technician", "card", "bring-up", "wiring", "hazards", "porting", "protocol", "shuffle",
                        "campaigns"),
    "For programs": ("api", "events", "refusals", "permits", "journal", "dice", "dice-tests", "architecture"),
}  # fmt: skip
"""The contents, in their order; what is in none of them comes last."""
_NAMED: Final = re.compile(r"\[([\w-]+\.md)\]\(([^)#\s]+\.md)(#[^)\s]*)?\)")
_TITLE: Final = re.compile(r"^# (.+)$", re.MULTILINE)
_INLINE: Final = re.compile(r"<script(?![^>]*\bsrc=)[^>]*>.*?</script>", re.S)
_STYLE: Final = re.compile(r"<style[^>]*>(.*?)</style>", re.S)
_STYLED: Final = re.compile(r' style="[^"]*"')
_LOADED: Final = re.compile(r"""<(?:script|link|img|iframe)\b[^>]*(?:src|href)=["'](?:https?:)?//""")
BACK: Final = '<p class="back"><a href="/">← 雀卓</a></p>'
"""To the table or the hall that serves the page: a display may have no other way back."""
UNWANTED: Final = (
    "objects.inv", ".buildinfo", ".doctrees", "_sources", "_static/scripts/furo.js.map", "_static/styles/furo.css.map",
    "_static/styles/furo-extensions.css.map",
)  # fmt: skip


class OutsideAddress(RuntimeError):
    """A page would load something from elsewhere."""


def build(into: Path = SITE) -> Path:
    """The site; what was there is gone. Raises ``CalledProcessError``, ``OutsideAddress``."""
    with tempfile.TemporaryDirectory() as scratch:
        source, made = Path(scratch) / "docs", Path(scratch) / "site"
        shutil.copytree(DOCS, source)
        for path in source.rglob("*.md"):
            path.write_text(_titled(path), encoding="utf-8")
        (source / "index.md").write_text("".join(_index(source)), encoding="utf-8")
        command = [
            sys.executable, "-m", "sphinx", "-q", "-b", "html", "-c", str(Path(__file__).parent),
            "-d", str(Path(scratch) / "trees"), str(source), str(made),
        ]  # fmt: skip
        environment = os.environ | {"SOURCE_DATE_EPOCH": str(epoch()), "LC_ALL": "C.UTF-8", "TZ": "UTC"}
        subprocess.run(command, check=True, env=environment, timeout=TIMEOUT_S)
        for path in made.rglob("*.html"):
            path.write_text(_fit_to_serve(path, made), encoding="utf-8")
        for name in UNWANTED:
            _remove(made / name)
        shutil.rmtree(into, ignore_errors=True)
        into.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(made, into)
    return into


def _titled(path: Path) -> str:
    """Links that read as the name of a file, which a reader of the source opens, read as the title of the document."""

    def titled(link: re.Match[str]) -> str:
        target = path.parent / link[2]
        heading = _TITLE.search(target.read_text(encoding="utf-8")) if target.is_file() else None
        return f"[{heading[1]}]({link[2]}{link[3] or ''})" if heading and target.name == link[1] else link[0]

    return _NAMED.sub(titled, path.read_text(encoding="utf-8"))


def _index(source: Path) -> Iterator[str]:
    """The first page: every document in one of its parts."""
    there = {path.relative_to(source).with_suffix("").as_posix() for path in source.rglob("*.md")}
    there -= {name for name in there if name.startswith("monitoring/")}
    named = {name for names in PARTS.values() for name in names}
    yield "# Jantaku\n\nThe manual of this table. *Search* finds words in all of it, without a network.\n"
    for title, names in (*PARTS.items(), ("More", tuple(sorted(there - named - {"index"})))):
        lines = "\n".join(name for name in names if name in there)
        yield f"\n```{{toctree}}\n:caption: {title}\n:maxdepth: 1\n\n{lines}\n```\n"


def _fit_to_serve(path: Path, site: Path) -> str:
    """Without scripts and styles inside the page, which the service forbids. The theme is the device's."""
    text = _INLINE.sub("", path.read_text(encoding="utf-8")).replace("<body>", '<body data-theme="auto">', 1)
    text = text.replace('<div class="page">', f'{BACK}<div class="page">', 1)
    text = _STYLED.sub("", text.replace('style="display: none;"', "hidden"))
    styles = "".join(style[1] for style in _STYLE.finditer(text))
    if styles:
        name = f"inline-{hashlib.sha256(styles.encode()).hexdigest()[:8]}.css"
        (site / "_static" / name).write_text(styles, encoding="utf-8")
        up = "../" * (len(path.relative_to(site).parts) - 1)
        text = _STYLE.sub("", text).replace("</head>", f'<link rel="stylesheet" href="{up}_static/{name}"></head>', 1)
    if _LOADED.search(text):
        raise OutsideAddress(path.name)
    return text


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def main(words: Sequence[str]) -> int:
    into = build(Path(words[0])) if words else build()
    size = sum(path.stat().st_size for path in into.rglob("*") if path.is_file())
    print(f"{into}  {size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
