"""Explanations of scored hands, and what bars a win, in the sentences of a language."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from api.words.catalogue import topic
from api.words.items import item_words, own_item_words
from controller.rules import explain_text
from controller.rules.questions.locks import Lock, lock_text
from controller.rules.wording import bid_text, wait_text, waits_text


def with_sentences(result: dict[str, Any], ruleset: str, options: Any, language: str) -> dict[str, Any]:
    """The explanation of a scored hand once more as sentences in the reader's language, beside the explanation as
    data. A result without one stays as it is. ``options``: of the game or of the record; they name a house's items."""
    if "explain" not in result:
        return result
    words = _scoring(ruleset, language)
    if own := own_item_words(ruleset, options, language):
        words = {**words, **own}
    return {**result, "sentences": explain_text(result["explain"], words)}


def with_waits(answer: dict[str, Any], ruleset: str, options: Any, language: str) -> dict[str, Any]:
    """The waits of a ready hand as sentences; each thing that bars a win with its own, and each way to win where it is
    explained."""
    words = topic(language, "rules")
    locks = [{**lock, "text": lock_text(Lock(**lock), words)} for lock in answer["locks"]]
    waits = [
        {
            **wait,
            "wins": [with_sentences(way, ruleset, options, language) for way in wait["wins"]],
            "sentences": list(wait_text(wait, answer, words)),
        }
        for wait in answer["waits"]
    ]
    return {**answer, "waits": waits, "locks": locks, "sentences": waits_text(answer, words)}


def with_claims(answer: dict[str, Any], language: str) -> dict[str, Any]:
    """What becomes of every claim, with its sentence."""
    words = topic(language, "rules")
    return {**answer, "bids": [{**bid, "text": bid_text(bid, words)} for bid in answer["bids"]]}


@lru_cache(maxsize=64)
def _scoring(ruleset: str, language: str) -> dict[str, str]:
    return {**topic(language, "rules"), **item_words(ruleset, language)}
