"""Games beside each other in words: what ``controller.rules.comparison`` finds, as people read it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from api.words.catalogue import catalogue
from api.words.items import item_rules, item_words_played
from api.words.options import option_name, option_value
from api.words.rulesets import ruleset_names
from controller.rules.comparison import Fact, compared
from controller.rules.engine import ConfiguredGame

Words = Mapping[str, str]
_NONE_IF_ZERO: Final = frozenset({"dead-stacks", "minimum", "max-consecutive", "hands", "extra-hand-each"})
_OF_OPTIONS: Final = {
    "break": "break", "dealer-last-two": "dealer-last-two", "several-winners": "multiple-winners",
}  # fmt: skip
"""Facts whose values have their words as those of an option."""


class Column(NamedTuple):
    """A game with what it is called; an empty name stands for that of its ruleset and profile."""

    game: ConfiguredGame
    name: str = ""


def comparison(columns: Sequence[Column], language: str) -> dict[str, Any]:
    """The games, and their facts by chapter. Each fact has a name, ``values`` as data, ``texts`` in the language, and
    ``notes``: the sentence of the rule where the games state different ones (else empty)."""
    words = catalogue(language)
    speak = _Speaker([column.game for column in columns], words, language)
    chapters = [
        {"id": part.chapter, "name": words[f"compare.chapter.{part.chapter}"], "facts": [*map(of, part.facts)]}
        for part in compared(speak.games)
        for of in (speak.of(part.chapter),)
    ]
    return {"games": [_game(column, words, language) for column in columns], "chapters": chapters}


def _game(column: Column, words: Words, language: str) -> dict[str, Any]:
    game = column.game
    names = [ruleset_names(game.ruleset)[language]]
    names += [words[f"profile.{game.ruleset}.{game.profile}"]] if game.profile else []
    return {
        "ruleset": game.ruleset,
        "profile": game.profile,
        "name": column.name or " · ".join(names),
        "unit": words[f"unit.{game.unit}"],
    }


class _Speaker:
    """The words of facts in one language."""

    def __init__(self, games: Sequence[ConfiguredGame], words: Words, language: str) -> None:
        self.games, self._words, self._language = games, words, language
        self._items = [item_words_played(game.ruleset, game.options, language) for game in games]

    def of(self, chapter: str) -> Callable[[Fact], dict[str, Any]]:
        special = {
            "items": self._item, "worth": self._worth, "payments": self._payment, "penalties": self._penalty,
            "options": self._option,
        }  # fmt: skip
        return special.get(chapter, self._plain)

    def _row(self, fact: Fact, name: str, texts: Sequence[str], notes: Sequence[str] = ()) -> dict[str, Any]:
        missing = self._words["compare.missing"]
        shown = [missing if value is None else text for value, text in zip(fact.values, texts, strict=True)]
        return {
            "id": fact.id,
            "values": fact.values,
            "differs": fact.differs or any(notes),
            "name": name,
            "texts": shown,
            "notes": list(notes),
        }

    # facts of table, claims and match

    def _plain(self, fact: Fact) -> dict[str, Any]:
        return self._row(fact, self._words[f"compare.{fact.id}"], [self._value(fact.id, each) for each in fact.values])

    def _value(self, id_: str, value: Any) -> str:
        words = self._words
        if id_ in _OF_OPTIONS:
            return words[f"value.{_OF_OPTIONS[id_]}.{value}"]
        if isinstance(value, bool):
            return words["setup.yes" if value else "setup.no"]
        if id_ == "rounds":
            return words["sheet.comma"].join(words[f"round.{wind}"] for wind in value) or words["setup.none"]
        if id_ in _NONE_IF_ZERO and not value:
            return words["setup.none"]
        if isinstance(value, int):
            return str(value)
        return words[f"compare.{id_}.{value}"] if value else words["setup.no"]

    # items

    def _item(self, fact: Fact) -> dict[str, Any]:
        names = ["" if rows is None else self._name(at, rows[0]) for at, rows in enumerate(fact.values)]
        texts = [
            "" if rows is None else self._words["sheet.comma"].join(self._item_value(at, row) for row in rows)
            for at, rows in enumerate(fact.values)
        ]
        first = next(filter(None, names))
        called = [name if name and name != first else "" for name in names]
        colon = self._words["sheet.colon"]
        shown = [f"{name}{colon}{text}" if name else text for name, text in zip(called, texts, strict=True)]
        return self._row(fact, first, shown, self._rules(fact))

    def _name(self, at: int, row: Mapping[str, Any]) -> str:
        return self._items[at][row["key"]]

    def _item_value(self, at: int, row: Mapping[str, Any]) -> str:
        value, unit = row["value"], f"unit.{self.games[at].unit}"
        text = f"{value} {self._words[f'{unit}.one' if value == 1 and f'{unit}.one' in self._words else unit]}"
        if row["open_value"] != value:
            key = "sheet.open" if row["open_value"] else "sheet.closed"
            text += f" ({self._words[key].format(value=row['open_value'])})"
        return text

    def _rules(self, fact: Fact) -> list[str]:
        """The sentence of each game's rule, where those of the games that play the item differ."""
        said = ["" if rows is None else self._rule(at, rows) for at, rows in enumerate(fact.values)]
        return said if len(set(filter(None, said))) > 1 else [""] * len(said)

    def _rule(self, at: int, rows: Sequence[Mapping[str, Any]]) -> str:
        rules = item_rules(self.games[at].ruleset, self._language)
        return " ".join(dict.fromkeys(rules[row["key"]] for row in rows if row["key"] in rules))

    # what a total is worth, payments, penalties

    def _worth(self, fact: Fact) -> dict[str, Any]:
        words, total = self._words, fact.id.removeprefix("base-")
        if fact.id == "unit":
            return self._row(fact, words["compare.unit"], [words.get(f"unit.{each}", "") for each in fact.values])
        name = words["compare.base"].format(total=total) if total.isdigit() else words[f"compare.{fact.id}"]
        return self._row(fact, name, [self._value(fact.id, each) for each in fact.values])

    def _payment(self, fact: Fact) -> dict[str, Any]:
        words = self._words
        if fact.id == "example":
            texts = [f"{value['total']} {words['unit.' + value['unit']]}" for value in fact.values]
            return self._row(fact, words["compare.example"], texts)
        winner, by = fact.id.split("-")
        key = "compare.pays.wall" if by == "wall" else "compare.pays.discard"
        name = words[key].format(winner=words[f"wind.{winner}"], discarder=words.get(f"wind.{by}", ""))
        return self._row(fact, name, [self._pays(each) for each in fact.values])

    def _pays(self, pays: Mapping[str, int] | None) -> str:
        shares = (pays or {}).items()
        return self._words["sheet.comma"].join(f"{self._words[f'wind.{wind}']} {amount}" for wind, amount in shares)

    def _penalty(self, fact: Fact) -> dict[str, Any]:
        return self._row(fact, self._words[f"offence.{fact.id}"], [self._cost(each) for each in fact.values])

    def _cost(self, row: Mapping[str, Any] | None) -> str:
        if row is None:
            return ""
        words, parts = self._words, [self._words[f"effect.{row['effect']}"]]
        if row["each"]:
            parts.append(words["sheet.penalty.each"].format(points=" / ".join(map(str, row["each"]))))
        if row["pays_bank"]:
            late = row["settle"] == "after-ranking"
            key = "sheet.penalty.late" if late else "sheet.penalty.bank"
            parts.append(words[key].format(points=row["pays_bank"]))
        return words["sheet.comma"].join(parts)

    # options

    def _option(self, fact: Fact) -> dict[str, Any]:
        first = next(at for at, value in enumerate(fact.values) if value is not None)
        name = option_name(self._words, self.games[first].ruleset, fact.id)
        return self._row(fact, name, [self._chosen(at, fact.id, each) for at, each in enumerate(fact.values)])

    def _chosen(self, at: int, option: str, given: Mapping[str, Any] | None) -> str:
        if given is None:
            return ""
        return option_value(self._words, self._items[at], self.games[at].ruleset, option, given["value"])
