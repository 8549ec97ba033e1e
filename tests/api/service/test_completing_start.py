"""A service is ready before its pages are: they are made beside its work, and the start is set aside after them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator

import pytest

from api.http import assets
from api.service import serving


def steps(monkeypatch: pytest.MonkeyPatch, prepare: Iterator[None]) -> asyncio.Event:
    """Tells when the start was set aside."""
    aside = asyncio.Event()
    monkeypatch.setattr(assets, "prepare", lambda: prepare)
    monkeypatch.setattr(serving, "set_start_aside", aside.set)
    return aside


async def started(aside: asyncio.Event) -> None:
    async with serving.completing_start(), asyncio.timeout(30):
        await aside.wait()


def test_the_start_is_set_aside_when_all_pages_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    made = iter([None] * 3)
    aside = steps(monkeypatch, made)
    asyncio.run(started(aside))
    assert list(made) == []


def test_a_page_that_cannot_be_made_does_not_end_the_service(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> Iterator[None]:
        yield
        raise OSError("no such file")

    aside = steps(monkeypatch, broken())
    with caplog.at_level(logging.ERROR, "jantaku.service"):
        asyncio.run(started(aside))
    assert [record.message for record in caplog.records if record.name == "jantaku.service"] == [
        "a page cannot be made ready"
    ]


def test_a_service_that_is_asked_to_end_makes_no_more_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    made = iter([None] * 1000)
    steps(monkeypatch, made)

    async def ended() -> None:
        async with serving.completing_start():
            pass

    asyncio.run(ended())
    assert next(made, "all were made") is None
