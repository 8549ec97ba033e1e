"""Waits and claims as sentences, in the words of a language (rules.json)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from controller.rules.explain import unit_word
from controller.rules.hand.record import DISCARD, SELF_DRAW
from controller.rules.seats import WINDS

Words = Mapping[str, str]


def waits_text(answer: Mapping[str, Any], words: Words) -> list[str]:
    """An answer of ``questions.waits_record`` as lines: how many of each wait may come, and what each way pays."""
    if not answer["waits"]:
        return [words["wait.none"]]
    return [line for wait in answer["waits"] for line in wait_text(wait, answer, words)]


def wait_text(wait: Mapping[str, Any], answer: Mapping[str, Any], words: Words) -> Iterator[str]:
    """The lines of one of the waits of an answer."""
    yield words["wait.unseen"].format(tile=wait["tile"], unseen=wait["unseen"])
    for source in (SELF_DRAW, DISCARD):
        ways = [way for way in wait["wins"] if way["win"] == source]
        legal = [way for way in ways if way["legal"]]
        yield from (_worth_text(wait["tile"], way, answer, words) for way in legal)
        if ways and not legal:
            yield _short_text(wait["tile"], ways[0], answer, words)


def _worth_text(tile: str, way: Mapping[str, Any], answer: Mapping[str, Any], words: Words) -> str:
    discarder = words[f"wind.{way['discarder']}"] if way["discarder"] else ""
    pays = words["wait.and"].join(
        words["wait.pays"].format(payer=words[f"wind.{wind}"], amount=-way["payments"][wind])
        for wind in WINDS
        if way["payments"][wind] < 0
    )
    unit = unit_word(answer["unit"], way["total"], words)
    return words[f"wait.{way['win']}"].format(
        tile=tile, discarder=discarder, total=way["total"], unit=unit, pays=pays or words["wait.nobody"]
    )


def _short_text(tile: str, way: Mapping[str, Any], answer: Mapping[str, Any], words: Words) -> str:
    if not way["missing"]:
        return words[f"wait.{way['win']}-not"].format(tile=tile, reason=words[f"reason.{way['reason']}"])
    unit = unit_word(answer["unit"], answer["minimum"], words)
    return words[f"wait.{way['win']}-short"].format(
        tile=tile, missing=way["missing"], minimum=answer["minimum"], unit=unit
    )


def bid_text(row: Mapping[str, Any], words: Words) -> str:
    """What becomes of a bid (``questions.claims_record``) and why. Seats are counted from 1, as on the pages."""
    key = "bid.granted" if row["granted"] else "bid.refused"
    return words[key].format(seat=row["seat"] + 1, claim=words[f"bid.{row['claim']}"], why=words[row["key"]])
