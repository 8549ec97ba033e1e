"""What is made for the pages: the list of modules that each names in advance, and the types from the contract."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

import pytest

from tools import page_heads, page_types


@pytest.mark.parametrize("path", page_heads.pages(), ids=lambda path: path.stem)
def test_a_page_names_every_module_that_it_needs(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert page_heads.page(text) == text, "run `make generate`"
    assert "modulepreload" in text


def test_modules_that_are_loaded_later_are_not_named(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text(
        '/** @import { T } from "./types.js" */\nimport { b } from "./b.js";\nimport("./later.js");\n', encoding="utf-8"
    )
    (tmp_path / "b.js").write_text('export { c } from "./c.js";\nimport "./a.js";\n', encoding="utf-8")
    (tmp_path / "c.js").write_text("export const c = 1;\n", encoding="utf-8")
    assert sorted(path.name for path in page_heads.imported(tmp_path / "a.js")) == ["a.js", "b.js", "c.js"]


def test_a_page_that_is_one_file_loads_nothing() -> None:
    for path in page_heads.ONE_FILE:
        text = path.read_text(encoding="utf-8")
        assert re.search(r"<(script|link|img)[^>]*\b(src|href)=", text) is None, path.name


@pytest.mark.parametrize("path", sorted(page_heads.ONE_FILE), ids=lambda path: path.stem)
def test_a_page_that_is_one_file_allows_its_own_script_and_style_alone(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)
    assert policy is not None
    parts = {kind: re.findall(rf"<{kind}>(.*?)</{kind}>", text, re.S) for kind in ("script", "style")}
    hashes = {
        kind: [f"'sha256-{base64.b64encode(hashlib.sha256(each.encode()).digest()).decode()}'" for each in found]
        for kind, found in parts.items()
    }
    assert (
        f"default-src 'none'; script-src {' '.join(hashes['script'])}; style-src {' '.join(hashes['style'])};"
        in policy[1]
    )


def test_a_page_without_a_script_is_refused() -> None:
    with pytest.raises(ValueError, match="no module script"):
        page_heads.with_modules("<html></html>")


def test_a_page_keeps_its_title_and_colour_in_the_head_of_all_pages() -> None:
    begun = '<!doctype html>\n<title>Scores</title><meta name="theme-color" content="#123456" /><link rel="icon" />\n'
    made = page_heads.with_head(f"{begun}<body></body>")
    for part in ("<title>Scores</title>", 'content="#123456"', 'name="viewport"', "icon.svg", "\n<body></body>"):
        assert part in made
    assert "{{" not in made


@pytest.mark.parametrize("text", ["<html></html>", '<!doctype html><title>Scores</title><link rel="icon" />\n'])
def test_a_page_whose_head_is_not_known_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="begins in no way"):
        page_heads.with_head(text)


def test_the_types_of_the_pages_are_made_from_this_contract() -> None:
    for file, contract in page_types.CONTRACTS.items():
        assert file.read_text(encoding="utf-8").startswith(page_types.head(contract)), "run `make generate`"
