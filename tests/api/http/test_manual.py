"""The manual under /help."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from api.http import manual
from api.http.problems import install


def chapter(anchor: str, title: str, before: str = "") -> str:
    """As Sphinx writes it."""
    return f'<section id="{anchor}">\n{before}<h2>{title}<a class="headerlink" href="#{anchor}">¶</a></h2></section>'


CHAPTERS = {
    "player.html": [
        chapter("a-hand", "A hand, from one to the next"),
        chapter("always", "What holds"),
        chapter("trouble", "When something is wrong", '<span id="t"></span>'),
    ],
    "zh-Hant/player.html": [chapter("id1", "一局牌"), chapter("id2", "規矩"), chapter("id3", "出了狀況")],
    "faults.html": [chapter("e01-e02-short", "E01, E02: Short"), chapter("e11-jam", "E11, E12: Jam")],
}


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    for name in ("index.html", "ja/player.html", "_static/one.css", "secret.py", *CHAPTERS):
        path = tmp_path / "manual" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"<html>{name}" + "".join(CHAPTERS.get(name, ())))
    (tmp_path / "outside.html").write_text("outside")
    monkeypatch.setattr(manual, "site", lambda: tmp_path / "manual")
    app = FastAPI()
    install(app)
    app.include_router(manual.manual)
    return TestClient(app, follow_redirects=False)


@pytest.mark.parametrize(("language", "page"), [("ja", "ja/player.html"), ("zh-TW", "zh-Hant/player.html"),
                                                ("zh-CN", "zh-Hans/player.html"), ("fi", "index.html")])  # fmt: skip
def test_a_reader_begins_in_the_own_language(client: TestClient, language: str, page: str) -> None:
    answer = client.get("/help", headers={"Accept-Language": language})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/help/{page}")
    assert "Accept-Language" in answer.headers["vary"]


@pytest.mark.parametrize(
    ("about", "language", "place"),
    [
        ("trouble", "en", "player.html#trouble"), ("trouble", "zh-HK", "zh-Hant/player.html#id3"),
        ("E12", "en", "faults.html#e11-jam"), ("E12", "zh-TW", "faults.html#e11-jam"), ("E99", "en", "faults.html"),
        ("phone", "en", "player.html"), ("nothing", "en", "index.html"), ("backup", "ja", "ja/player.html"),
        ("../../etc", "en", "index.html"),
    ],
)  # fmt: skip
def test_who_asks_about_something_is_led_to_its_chapter(
    client: TestClient, about: str, language: str, place: str
) -> None:
    answer = client.get("/help", params={"about": about}, headers={"Accept-Language": language})
    assert answer.headers["location"] == f"/help/{place}"


def test_pages_and_their_parts_are_served(client: TestClient) -> None:
    assert client.get("/help/ja/player.html").text == "<html>ja/player.html"
    assert client.get("/help/_static/one.css").headers["content-type"].startswith("text/css")
    assert client.get("/help/").text == "<html>index.html"


@pytest.mark.parametrize(
    "path", ["../outside.html", "%2e%2e/outside.html", "/etc/passwd", "secret.py", "ja", "none.html"]
)
def test_nothing_else_is(client: TestClient, path: str) -> None:
    answer = client.get(f"/help/{path}")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


def test_without_a_manual_there_is_none(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manual, "site", lambda: None)
    assert {client.get(path).status_code for path in ("/help", "/help/index.html")} == {404}


def test_every_dialog_of_a_table_leads_to_a_chapter_of_the_manual() -> None:
    pages = Path("api/web")
    made = {
        f"{path.relative_to(pages)}: {parts}": re.search(r"\babout: ([^,]+)", parts)
        for path in sorted(pages.rglob("*.js"))
        for parts in re.findall(r"new Dialog\(\{(.*?)\}\)", path.read_text(encoding="utf-8"), re.DOTALL)
        if path.relative_to(pages).parts[0] != "hall"
    }
    assert made
    assert [dialog for dialog, about in made.items() if about is None] == []
    asked = {topic for about in made.values() if about for topic in re.findall(r'"([a-z-]+)"', about[1])}
    assert asked <= manual.TOPICS.keys()
