"""Names that nobody gave are shown in the words of the reader."""

from __future__ import annotations

import asyncio

import pytest

from api.words.catalogue import catalogue
from api.words.names import local_name
from api.words.shown import table_sentence
from tests.api.conftest import Opened
from tests.api.table import flow


@pytest.mark.parametrize(("language", "shown"), [("en", "Seat 2"), ("ja", "席 2"), ("zh-Hant", "座位 2")])
def test_a_seat_that_nobody_named_is_called_in_the_readers_language(language: str, shown: str) -> None:
    assert local_name("#2", catalogue(language)) == shown


@pytest.mark.parametrize("name", ["Ann", "#6", "#", "#2b", "2"])
def test_a_name_that_somebody_gave_stays(name: str) -> None:
    assert local_name(name, catalogue("en")) == name


def test_a_printed_sheet_has_the_names_of_its_reader_and_data_has_none(house: Opened) -> None:
    async def scenario() -> None:
        async with house() as h:
            seats = [{"seat": seat, "name": f"#{seat + 1}"} for seat in range(4)]
            await flow.done(await h.post("/matches", {**flow.MATCH, "seats": seats}), 201)
            await flow.play(h)
            await flow.finish(h)
            await flow.done(await h.post("/matches/current/end", {"who": "Ann"}))
            page = await h.get("/matches/current/sheet?format=html", **{"Accept-Language": "ja"})
            assert "席 1" in page.text and "#1" not in page.text
            assert "#1" in (await h.get("/matches/current/sheet")).text

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("language", "names"), [("en", "Ann, Seat 2"), ("ja", "Ann、席 2"), ("zh-Hant", "Ann、座位 2")]
)
def test_several_names_in_a_sentence_are_a_list_of_the_readers_language(language: str, names: str) -> None:
    said = {"key": "say.over-tied", "args": {"names": ["Ann", "#2"]}}
    assert names in table_sentence({"sentence": said, "match": None}, catalogue(language))
