"""Everything that a page loads has the version of today in its address, and is asked for once."""

from __future__ import annotations

import json
import re

import pytest

from api.http import assets
from api.http.bundle import bundle
from controller.languages import LANGUAGES
from tests.api.conftest import Opened
from tests.api.http.test_packed import asked

FOR_GOOD = "public, max-age=31536000, immutable"
PAGES = [name for name, content in assets.files().items() if name.endswith(".html") and b'type="module"' in content]
SHARED = ["tablet/tablet.html", "hall/screen/screen.html", "hall/screen/standings.html", "hall/overlay/overlay.html"]


def addresses(name: str, language: str = "en") -> list[str]:
    return re.findall(r'(?:href|src)="(/web/[^"]+)"', assets.page(name, language).content.decode())


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_loaded_by_one_script_and_one_style(name: str) -> None:
    sources = {path: content.decode() for path, content in assets.files().items() if path.endswith(".js")}
    found = addresses(name)
    scripts = {each for each in found if each.endswith(".js") and not each.endswith("/installed.js")}
    assert len(scripts) == 1, "its modules could not be joined: see the log of the service"
    assert len([each for each in found if each.endswith(".css")]) == 1
    assert bundle(sources, scripts.pop().split("/", 3)[3])


@pytest.mark.parametrize("name", PAGES)
def test_every_address_of_a_page_has_the_version_and_leads_somewhere(name: str) -> None:
    written = re.findall(r'(?:href|src)="/web/([^"]+)"', assets.files()[name].decode())
    assert [path for path in written if assets.part(path) is None] == []
    for address in addresses(name):
        _, _, version, path = address.split("/", 3)
        assert version == assets.version()
        assert assets.versioned(path) is not None


@pytest.mark.parametrize("name", [*PAGES, assets.OFFLINE])
def test_addresses_in_styles_have_the_version_and_lead_somewhere(name: str) -> None:
    joined = name.removesuffix(".html")
    styles = [found for path in (f"{joined}.joined.css", f"{joined}.later.css") if (found := assets.versioned(path))]
    assert styles
    for address in re.findall(r'url\("/web/([^"]+)"\)', "".join(style.content.decode() for style in styles)):
        version, _, path = address.partition("/")
        assert version == assets.version() and assets.versioned(path) is not None, address


@pytest.mark.parametrize("name", SHARED)
def test_nobody_is_offered_a_translation_of_a_screen_that_many_look_at(name: str) -> None:
    page = assets.page(name, "ja").content.decode()
    assert '<body translate="no"' in page
    assert '<meta name="google" content="notranslate" />' in page  # Chromium's own word for it


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_comes_in_the_readers_language_with_its_words_named(house: Opened, language: str) -> None:
    for headers in ({"Accept-Language": language}, {"Accept-Language": "fr", "Cookie": f"jantaku-language={language}"}):
        _, answer, raw = asked(house, "/", **{"Accept-Encoding": "identity", **headers})
        assert f'<html lang="{language}">' in raw.decode()
        assert f"/words/{language}.json" in raw.decode()
        assert {"accept-language", "cookie"} <= {each.strip().lower() for each in answer["vary"].split(",")}


def test_a_language_that_is_none_of_ours_is_ignored(house: Opened) -> None:
    _, _, raw = asked(house, "/", **{"Accept-Encoding": "identity", "Cookie": 'jantaku-language="><script>'})
    assert b'<html lang="en">' in raw


def test_a_part_of_today_is_kept_for_good_and_the_page_is_not(house: Opened) -> None:
    _, page, _ = asked(house, "/")
    _, part, _ = asked(house, f"/web/{assets.version()}/tablet/tablet.js")
    assert (page["cache-control"], part["cache-control"]) == ("no-cache", FOR_GOOD)


def test_a_page_from_before_an_update_gets_parts_of_today_that_are_not_kept(house: Opened) -> None:
    status, part, raw = asked(house, "/web/0123456789abcdef/tablet/tablet.js", **{"Accept-Encoding": "identity"})
    assert (status, part["cache-control"]) == (200, "no-cache")
    assert raw == assets.versioned("tablet/tablet.js").content


def test_the_words_are_those_of_the_api(house: Opened) -> None:
    _, _, api = asked(house, "/api/v1/words", **{"Accept-Encoding": "identity", "Accept-Language": "ja"})
    _, _, file = asked(house, f"/web/{assets.version()}/words/ja.json", **{"Accept-Encoding": "identity"})
    assert json.loads(file) == json.loads(api)


@pytest.mark.parametrize(
    "path", ["../controller/config.py", "words/../../cli.py", "0123456789abcdef/../app.py", "none.js"]
)
def test_nothing_else_is_served(house: Opened, path: str) -> None:
    assert asked(house, f"/web/{path.replace('../', '%2e%2e/')}")[0] == 404
