"""Check the words that people read against each other and against the glossary: ``python -m tools.lint_words``.

Every language has every key with the same placeholders, a region has no key of its own and no term that nothing uses,
a term of the glossary is in the texts that its row names, and a word that the glossary bars is in none, nor is a
character that the language is not written with; both hold for the translated documents too. Names of scoring items
are those of their game: tests hold them, and they are not searched for barred words.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from api.words.catalogue import DEFAULT, read
from api.words.items import RULE
from api.words.items import TOPIC as ITEMS
from api.words.regions import LOCALE, TERMS, terms_in
from api.words.regions import terms as regional_terms
from controller.languages import LANGUAGES, OFFERED, REGIONS
from tools import glossary
from tools.glossary import Entry

_PLACE: Final = re.compile(r"\{[\w-]+\}")
_HAN: Final = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_CHARSETS: Final[Mapping[str, tuple[str, str]]] = {
    "zh-Hant": ("big5", "幺裏喰"),
    "zh-TW": ("big5", "幺裏喰"),
    "zh-HK": ("big5hkscs", ""),
    "zh-Hans": ("gb2312", "喰"),
    "ja": ("shift_jis", "么碰"),
}
"""The character set that held what a language was written with before Unicode, and what words of the game need besides.
A character of the other script is outside it, unless both scripts have it."""
_NAMES: Final = "language."
"""Languages are named in their own script, whatever the page is in."""
DOCS: Final = glossary.PAGE.parent
Words = Mapping[str, str]


def main() -> int:
    try:
        entries = glossary.read(glossary.PAGE.read_text(encoding="utf-8"))
    except glossary.GlossaryError as error:
        print(f"{glossary.PAGE.name}: {error}", file=sys.stderr)
        return 1
    words = {language: words_of(language) for language in OFFERED}
    written = {language: {**words[language], **documents_in(language)} for language in OFFERED}
    found = [
        *gaps(), *strays(), *idle_terms(), *missing_terms(entries, words),
        *barred_words(entries, written), *foreign_characters(written),
    ]  # fmt: skip
    print("\n".join(found), file=sys.stderr, end="\n" if found else "")
    return 1 if found else 0


@lru_cache(maxsize=len(OFFERED))
def words_of(language: str) -> Words:
    """All words of a language, those of every topic."""
    topics = sorted(path.stem for path in (LOCALE / DEFAULT).glob("*.json"))
    return {key: text for topic in topics for key, text in read(language, topic).items()}


def documents_in(language: str, docs: Path = DOCS) -> Words:
    """The lines of the documents that are translated into a language, by page and line."""
    return {
        f"docs/{language}/{page.name} {number}": line
        for page in sorted((docs / language).glob("*.md"))
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1)
    }


def gaps() -> Iterator[str]:
    """What one of the full languages lacks, or says with other placeholders than English. Items may differ in keys."""
    for path in sorted((LOCALE / DEFAULT).glob("*.json")):
        english = read(DEFAULT, path.stem)
        for language in LANGUAGES:
            there = read(language, path.stem)
            if path.stem != ITEMS:
                yield from (
                    f"{language}: {key} is missing or of no use" for key in sorted(english.keys() ^ there.keys())
                )
            shared = sorted(english.keys() & there.keys())
            yield from (f"{language}: {key} is empty" for key in shared if not there[key])
            yield from (
                f"{language}: {key} has other placeholders"
                for key in shared
                if _places(english[key]) != _places(there[key])
            )


def strays() -> Iterator[str]:
    """Words of a region that its language does not know."""
    for region, language in REGIONS.items():
        for path in sorted((LOCALE / region).glob("*.json")):
            if path.stem != TERMS:
                unknown = sorted(read(region, path.stem).keys() - read(language, path.stem).keys())
                yield from (f"{region}: {key} is not a word of {language}" for key in unknown)


def idle_terms() -> Iterator[str]:
    """Terms of a region that no text of its language has, or only within a longer term."""
    for region, language in REGIONS.items():
        met = {term for text in words_of(language).values() for term in terms_in(text, region)}
        yield from (
            f"{region}: {term} is a term that no text has" for term in sorted(regional_terms(region).keys() - met)
        )


def missing_terms(entries: Sequence[Entry], words: Mapping[str, Words]) -> Iterator[str]:
    """Texts without the term that the glossary says they have."""
    for entry in entries:
        for key in entry.keys:
            for language, terms in entry.terms.items():
                text = words[language].get(key)
                if text is None or not any(term.lower() in text.lower() for term in terms):
                    yield f"{language}: {key} is {text!r} without {' / '.join(terms)} (glossary, line {entry.line})"


def barred_words(entries: Sequence[Entry], words: Mapping[str, Words]) -> Iterator[str]:
    """Texts with a word that the glossary bars. A longer term of the glossary may have it in it."""
    every = [term for entry in entries for terms in entry.terms.values() for term in terms]
    for entry in entries:
        for language, barred in entry.barred.items():
            for word in barred:
                pattern = _pattern(word, every)
                for key, text in words[language].items():
                    if _about(key, entry) and any(found[0] == found["word"] for found in pattern.finditer(text)):
                        yield f"{language}: {key} has {word!r}: {text!r} (glossary, line {entry.line})"


def foreign_characters(written: Mapping[str, Words]) -> Iterator[str]:
    """Texts with a character that their language is not written with."""
    for language, (charset, more) in _CHARSETS.items():
        for key, text in written[language].items():
            foreign = "".join(sorted({c for c in _HAN.findall(text) if c not in more and not _in_charset(c, charset)}))
            if foreign and not key.startswith(_NAMES):
                yield f"{language}: {key} has {foreign}: {text!r}"


def _in_charset(character: str, charset: str) -> bool:
    try:
        character.encode(charset)
    except UnicodeEncodeError:
        return False
    return True


def _pattern(word: str, terms: Sequence[str]) -> re.Pattern[str]:
    """Finds the word, or a longer term that has it in it: then the group ``word`` is empty."""
    longer = [re.escape(term) for term in terms if word in term and word != term]
    edge = r"\b" if word.isascii() and word[0].isalnum() and word[-1].isalnum() else ""
    alternatives = [*longer, rf"(?P<word>{edge}{re.escape(word)}{edge})"]
    return re.compile("|".join(alternatives), 0 if word != word.lower() else re.IGNORECASE)


def _about(key: str, entry: Entry) -> bool:
    """Whether a row speaks of the text of a key."""
    if key.startswith("item.") and not key.endswith(RULE):
        return False
    return not entry.rulesets or not set(key.split(".")).isdisjoint(entry.rulesets)


def _places(text: str) -> set[str]:
    return set(_PLACE.findall(text))


if __name__ == "__main__":
    sys.exit(main())
