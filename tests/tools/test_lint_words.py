"""The check of the words: what it finds, and that nothing is found in the words of today."""

from __future__ import annotations

from pathlib import Path

import pytest

from api.words.regions import terms
from controller.languages import OFFERED
from tools import glossary, lint_words
from tools.glossary import Entry

ENTRIES = glossary.read(glossary.PAGE.read_text(encoding="utf-8"))


def test_the_words_of_today_are_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert (lint_words.main(), capsys.readouterr().err) == (0, "")


def test_a_text_without_the_term_of_its_row_is_found() -> None:
    entry = Entry(3, "win", {"ja": ("和了", "アガリ")}, {}, ("entry.win",))
    assert list(lint_words.missing_terms([entry], {"ja": {"entry.win": "アガリ"}})) == []
    (found,) = lint_words.missing_terms([entry], {"ja": {"entry.win": "勝ち"}})
    assert found == "ja: entry.win is '勝ち' without 和了 / アガリ (glossary, line 3)"


def test_a_key_that_no_catalogue_has_is_found() -> None:
    entry = Entry(3, "win", {"ja": ("和了",)}, {}, ("no.such",))
    assert len(list(lint_words.missing_terms([entry], {"ja": {}}))) == 1


@pytest.mark.parametrize(
    ("word", "text", "found"),
    [("tells", "It tells you.", 1), ("tells", "The satellites.", 0), ("OPEN", "Open it.", 0), ("no", "Nobody. No.", 1)],
)
def test_a_barred_english_word_is_found_as_a_whole_word(word: str, text: str, found: int) -> None:
    entry = Entry(1, "", {}, {"en": (word,)})
    assert len(list(lint_words.barred_words([entry], {"en": {"a.b": text}}))) == found


def test_a_barred_word_within_a_term_of_the_glossary_is_none() -> None:
    entries = [Entry(1, "", {}, {"ja": ("自摸",)}), Entry(2, "", {"ja": ("門前清自摸和",)}, {})]
    words = {"ja": {"a": "門前清自摸和の飜数", "b": "自摸の飜数"}}
    assert [line.partition(" has")[0] for line in lint_words.barred_words(entries, words)] == ["ja: b"]


@pytest.mark.parametrize(
    ("key", "found"), [("option.riichi.x", 1), ("item.riichi.x.rule", 1), ("item.riichi.x", 0), ("option.mcr.x", 0)]
)
def test_a_chapter_for_some_rulesets_bars_a_word_there_alone(key: str, found: int) -> None:
    entry = Entry(1, "", {}, {"en": ("faan",)}, (), ("riichi",))
    assert len(list(lint_words.barred_words([entry], {"en": {key: "a faan"}}))) == found


FOUND_BEFORE = {
    "en": ["extra {n}", "Who was ready", "Something special", "On which tile", "As the rules stand", "Just the number",
           "Board is away", "is no ruleset", "Plug out"],
    "zh-Hant": ["幾多", "食糊", "桌分", "這場比賽", "粒骰"],
    "ja": ["莊", "一萬子", "卓点", "誤和了", "「上昇」"],
}  # fmt: skip


@pytest.mark.parametrize(("language", "word"), [(key, word) for key, words in FOUND_BEFORE.items() for word in words])
def test_a_word_that_was_mended_cannot_come_back(language: str, word: str) -> None:
    texts = {key: {"some.key": f"x {word}"} if key == language else {} for key in OFFERED}
    assert any(repr(word) in line for line in lint_words.barred_words(ENTRIES, texts))


@pytest.mark.parametrize(
    ("language", "text", "foreign"),
    [
        ("zh-Hant", "下一副牌墙", "墙"), ("zh-TW", "裡面 里 裏 后一", ""), ("zh-HK", "啱啱開牌", ""),
        ("zh-Hans", "下一副牌牆", "牆"), ("zh-Hans", "幺九", ""), ("ja", "一九牌、発", ""), ("ja", "门前", "门"),
    ],
)  # fmt: skip
def test_a_character_of_the_other_script_is_found(language: str, text: str, foreign: str) -> None:
    written = {key: {"some.key": text, "language.en": "简"} if key == language else {} for key in OFFERED}
    found = [line.partition(" has ")[2].partition(":")[0] for line in lint_words.foreign_characters(written)]
    assert found == ([foreign] if foreign else [])


def test_a_translated_document_is_read_with_the_words(tmp_path: Path) -> None:
    (tmp_path / "ja").mkdir()
    (tmp_path / "ja" / "player.md").write_text("# 見出し\n一萬子\n", encoding="utf-8")
    lines = lint_words.documents_in("ja", tmp_path)
    assert lines == {"docs/ja/player.md 1": "# 見出し", "docs/ja/player.md 2": "一萬子"}
    written = {language: lines if language == "ja" else {} for language in OFFERED}
    (found,) = lint_words.barred_words(ENTRIES, written)
    assert found.startswith("ja: docs/ja/player.md 2 has '一萬子'")


def test_a_term_of_a_region_that_nothing_uses_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lint_words, "regional_terms", lambda region: {**terms(region), "網際網路電視": "x"})
    assert [line for line in lint_words.idle_terms() if "zh-HK" in line] == [
        "zh-HK: 網際網路電視 is a term that no text has"
    ]
