"""The page and the schema of the events say everything that the catalogue holds."""

from __future__ import annotations

import json

from controller.events.catalogue import CATALOGUE
from tools.event_pages import SCHEMA, page, schema


def test_every_event_and_every_object_inside_one_says_what_it_is() -> None:
    document = schema()
    described = [
        *document["properties"].values(),
        *(each for each in document["$defs"].values() if "properties" in each),
    ]
    assert all(each["description"].strip() for each in described)
    assert set(document["properties"]) == set(CATALOGUE.types)


def test_every_event_has_its_chapter_with_a_real_example() -> None:
    text = page(schema())
    for type_ in CATALOGUE.types:
        _, _, chapter = text.partition(f"### `{type_}`")
        example = chapter.partition("```json")[2].partition("```")[0]
        assert json.loads(example)["type"] == type_


def test_the_committed_schema_is_that_of_the_catalogue() -> None:
    assert json.loads(SCHEMA.read_text(encoding="utf-8")) == schema()
