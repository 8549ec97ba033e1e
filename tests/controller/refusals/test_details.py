"""What refusals say of a field, or of why not now: in every language, and the same in the source and in the words."""

from __future__ import annotations

import pytest

from api.hall.fields import KEYS, OF_PATH, field_word
from api.http.problems import body
from api.words.catalogue import catalogue
from controller.languages import LANGUAGES
from controller.refusals import Because, Code, Refused, Takes, takes_of


@pytest.mark.parametrize("one", [*Takes, *Because], ids=lambda one: f"{type(one).__name__}.{one.name}")
def test_a_sentence_of_the_source_is_that_of_the_words_and_has_its_translations(one: Takes | Because) -> None:
    key = one().key
    assert catalogue("en")[key] == one.value
    assert all(catalogue(language)[key] != one.value for language in LANGUAGES if language != "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_field_is_called_as_on_its_page(language: str) -> None:
    words = catalogue(language)
    assert not {key for key in {*KEYS.values(), *OF_PATH.values()} if key not in words}
    assert field_word("rounds[2].tables[1].scores[3]", language) == words["field.scores"]
    assert field_word("gong.minutes", language) in words["hall.settings.minutes"]
    assert field_word("preset.gong.minutes", language) == field_word("gong.minutes", language)
    assert field_word("preset.tariff[0].points", language) == words["hall.preset.m.tariff"]
    assert field_word("somewhere", language) == "somewhere"


def test_a_refusal_names_the_field_and_what_it_takes_in_the_language_of_the_reader() -> None:
    refused = Refused(Code.BAD_TOURNAMENT, Takes.BETWEEN(least=0, most=100), field="gong.minutes")
    assert str(refused) == "bad-tournament: a whole number from 0 to 100"
    assert body(refused, "en", field_word)["detail"] == "Minutes of a round: a whole number from 0 to 100"
    assert body(refused, "ja", field_word)["detail"].endswith("：0～100 の整数")
    assert body(refused, "ja")["detail"] == "gong.minutes：0～100 の整数", "no page names it"
    assert body(refused, "zh-Hant")["said"] == "0 至 100 的整數"


def test_why_not_now_is_said_with_the_words_of_the_page() -> None:
    why = Because.AT_STEP(phase=("hall.phase.seated",), wanted=("hall.phase.locked", "hall.phase.cut"))
    shown = body(Refused(Code.TOURNAMENT_NOT_NOW, why, field="tournament"), "ja")["detail"]
    words = catalogue("ja")
    assert all(words[f"hall.phase.{phase}"] in shown for phase in ("seated", "locked", "cut"))
    assert "{" not in shown and not shown.startswith("tournament")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        ({"type": "greater_than_equal", "ctx": {"ge": 1}}, "at least 1"),
        ({"type": "string_too_long", "ctx": {"max_length": 60}}, "at most 60 characters"),
        ({"type": "int_from_float"}, "a whole number"),
        ({"type": "extra_forbidden"}, "it is not known here"),
        ({"type": "literal_error", "ctx": {"expected": "'none', 'team' or 'club'"}}, "one of none, team, club"),
        ({"type": "literal_error", "ctx": {"expected": "'', 'en' or 'ja'"}}, "one of en, ja"),
        ({"type": "a_type_of_tomorrow"}, "it does not have the right form"),
    ],
)
def test_an_error_of_a_model_becomes_a_sentence(error: dict[str, object], said: str) -> None:
    assert str(takes_of(error)) == said
