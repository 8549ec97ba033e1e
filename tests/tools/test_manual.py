"""The manual as a site: complete, without an outside address, and with nothing that the service's policy forbids."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

pytest.importorskip("furo", reason="manual: enable with `make setup EXTRAS=packaging`")

from api.http import manual
from tools.manual import site

DOCS = site.DOCS


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return site.build(tmp_path_factory.mktemp("manual") / "site")


def test_every_document_is_a_page_that_the_contents_name(made: Path) -> None:
    contents = (made / "index.html").read_text()
    for path in DOCS.rglob("*.md"):
        name = path.relative_to(DOCS).with_suffix(".html").as_posix()
        assert (made / name).is_file(), name
        assert f'href="{name}"' in contents, name


def test_nothing_is_loaded_from_elsewhere_and_no_script_or_style_stands_inside_a_page(made: Path) -> None:
    for path in made.rglob("*.html"):
        text = path.read_text()
        assert not re.search(r"""<(?:script|link|img)\b[^>]*(?:src|href)=["'](?:https?:)?//""", text), path.name
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=\"", text), path.name


def test_every_link_within_the_site_leads_somewhere(made: Path) -> None:
    broken = set()
    for path in made.rglob("*.html"):
        for link in re.findall(r'(?:href|src)="([^"#?]+)', path.read_text()):
            if ":" not in link and not (path.parent / unquote(link)).exists():
                broken.add(f"{path.relative_to(made)}: {link}")
    assert sorted(broken) == []


def test_a_link_to_a_document_is_read_by_its_title(made: Path) -> None:
    as_file = re.compile(r'<a class="reference internal" href="[^"]*\.html[^>]*>(?:<span[^>]*>)*([^<]*\.md)<')
    for path in made.rglob("*.html"):
        assert as_file.findall(path.read_text()) == [], path.relative_to(made)


def test_it_is_searched_on_the_device(made: Path) -> None:
    index = (made / "searchindex.js").read_text()
    assert index.startswith("Search.setIndex(")
    assert '"faults"' in index
    assert 'src="searchindex.js"' in (made / "search.html").read_text()


@pytest.mark.parametrize("language", ["en", "ja", "zh-Hans", "zh-Hant"])
def test_every_topic_and_fault_has_its_chapter_in_each_language(language: str, made: Path) -> None:
    for about, (document, begins) in manual.TOPICS.items():
        place = manual.place_of(made, about, language)
        assert place is not None, about
        assert bool(begins) == ("#" in place), place
        if language != "en" and document in ("player", "operator"):
            assert place.startswith(f"{language}/"), place
    for code in ("E01", "E14", "E51", "W04"):
        place = manual.place_of(made, code, language)
        assert place is not None and "faults.html#" in place, place
        assert place.startswith("faults" if language == "en" else language)
