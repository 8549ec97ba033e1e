"""Names of the items of the rulesets and the sentences that state their rules.

They stand in the catalogues ``api/locale/<language>/items.json``. Most items are known to several rulesets, some under
other ids. The words of an item are looked for in this order:

``item.<ruleset>.<id>``   where two rulesets mean different things by one id, or call it differently
``item.<id>``
``item.<same_as>``        the id by which the catalogues know the thing (``Item.same_as``)

A variant (``Item.variant``) comes first, under the first two keys with ``.<variant>``. The sentence stands under such a
key with ``.rule`` at its end. A language has a key only where its word differs from what the next key says: 混一色
stands once, "Half flush", "Clean hand" and "Honitsu" are three. So two languages need not have the same names, and
these catalogues are no part of ``catalogue.catalogue``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from api.words.catalogue import DEFAULT, read
from controller.rules import ruleset, rulesets
from controller.rules.explain import item_key
from controller.rules.sheet.changes import own_names
from controller.rules.sheet.options import CHANGES
from controller.rules.sheet.ruleset import Item

TOPIC, RULE = "items", ".rule"


@lru_cache(maxsize=64)
def item_words(id: str, language: str) -> Mapping[str, str]:
    """Names of the items of a ruleset by the keys that explanations use; nothing for a ruleset that is gone."""
    if id not in rulesets():
        return {}
    return {item_key(id, item): _word(id, item, language) for item in ruleset(id).items}


@lru_cache(maxsize=64)
def item_rules(id: str, language: str) -> Mapping[str, str]:
    """The sentences that state the rules of the items of a ruleset, by the keys of ``item_words``."""
    return {item_key(id, item): _word(id, item, language, RULE) for item in ruleset(id).items}


def item_words_played(id: str, options: Mapping[str, Any], language: str) -> Mapping[str, str]:
    """``item_words`` where every id has the name of the variant that is played with these options (all of them)."""
    words = {**item_words(id, language), **own_item_words(id, options, language)}
    for item in ruleset(id).items if words else ():
        if item.variant and item.played(options):
            words[f"item.{id}.{item.id}"] = words[item_key(id, item)]
    return words


def own_item_words(id: str, options: Any, language: str) -> Mapping[str, str]:
    """Names of the items that a house has made itself, by the keys that explanations use."""
    changes = options.get(CHANGES) if isinstance(options, Mapping) else None
    return {f"item.{id}.{name}": word for name, word in own_names(changes, language).items()}


def _word(id: str, item: Item, language: str, end: str = "") -> str:
    """Raises ``KeyError`` for an item without words."""
    for words in (read(language, TOPIC), read(DEFAULT, TOPIC)):
        for key in keys(id, item, end):
            if key in words:
                return words[key]
    raise KeyError(item_key(id, item))


def keys(id: str, item: Item, end: str = "") -> Iterator[str]:
    """The keys under which the words of an item of a ruleset may stand, the nearest first."""
    if item.variant:
        yield f"item.{id}.{item.id}.{item.variant}{end}"
        yield f"item.{item.id}.{item.variant}{end}"
    yield f"item.{id}.{item.id}{end}"
    yield f"item.{item.id}{end}"
    if item.same_as:
        yield f"item.{item.same_as}{end}"
