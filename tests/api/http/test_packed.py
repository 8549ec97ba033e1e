"""What does not change is sent packed, and only once."""

from __future__ import annotations

import asyncio
import gzip
from typing import Any

import pytest

from api.http.packed import tags, takes_gzip
from tests.api.conftest import Opened

SCRIPT = "/web/tablet/tablet.js"


def asked(house: Opened, path: str, **headers: str) -> Any:
    async def scenario() -> Any:
        async with house() as h, h.http.stream("GET", path, headers=headers) as answer:
            raw = b"".join([chunk async for chunk in answer.aiter_raw()])
            return answer.status_code, answer.headers, raw

    return asyncio.run(scenario())


@pytest.mark.parametrize("path", ["/", SCRIPT, "/api/v1/words"])
def test_it_is_packed_for_a_browser_that_can_unpack_it(house: Opened, path: str) -> None:
    _, plain_headers, plain = asked(house, path, **{"Accept-Encoding": "identity"})
    _, headers, raw = asked(house, path, **{"Accept-Encoding": "gzip, deflate, br"})
    assert "content-encoding" not in plain_headers
    assert headers["content-encoding"] == "gzip"
    assert gzip.decompress(raw) == plain
    assert len(raw) < len(plain) * 0.7
    assert headers["etag"] != plain_headers["etag"]
    for each in (headers, plain_headers):
        assert "Accept-Encoding" in each["vary"]
        assert each["cache-control"] == "no-cache"


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
@pytest.mark.parametrize("path", ["/", SCRIPT, "/api/v1/words"])
def test_it_is_not_sent_again(house: Opened, path: str, encoding: str) -> None:
    _, headers, _ = asked(house, path, **{"Accept-Encoding": encoding})
    again = {"Accept-Encoding": encoding, "If-None-Match": f'"other", W/{headers["etag"]}'}
    status, later, raw = asked(house, path, **again)
    assert (status, later["etag"], raw) == (304, headers["etag"], b"")


def test_words_of_another_language_are_other_words(house: Opened) -> None:
    _, english, _ = asked(house, "/api/v1/words", **{"Accept-Language": "en"})
    status, japanese, _ = asked(house, "/api/v1/words", **{"Accept-Language": "ja", "If-None-Match": english["etag"]})
    assert (status, japanese["content-language"]) == (200, "ja")
    assert "Accept-Language" in japanese["vary"]


@pytest.mark.parametrize(
    ("header", "taken"),
    [
        ("gzip", True),
        ("br, GZIP;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip; q=0.00", False),
        ("br", False),
        ("", False),
    ],
)
def test_gzip_is_sent_only_to_those_who_take_it(header: str, taken: bool) -> None:
    assert takes_gzip(header) is taken


def test_weak_tags_count_as_strong_ones() -> None:
    assert tags('W/"a", "b"') == {'"a"', '"b"'}
