"""``jantaku rules``: the rulesets, one of them as a page to read, and house rules as files."""

from __future__ import annotations

import argparse
import json
import textwrap
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from api.commands.option_value import shown

Sheet = Mapping[str, Any]
Say = Callable[..., str]
INDENT = "      "
RULE_INDENT = " " * 9
COLUMNS, WIDE_COLUMNS = 100, 54
KEPT_TOGETHER = "\u2060=\u2060"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from controller.languages import OFFERED

    parser.add_argument(
        "id",
        nargs="?",
        metavar="ID|new|check",
        help="ruleset to read, or a file to write or check; none: all are listed",
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="check: the file, - for standard input")
    parser.add_argument("--output", metavar="FILE", help="new: where to write it; without one it is printed")
    parser.add_argument("--from", dest="parent", metavar="ID", help="new: the ruleset that the house changes")
    parser.add_argument("--profile", help="new: a profile of it")
    parser.add_argument("--card", metavar="FILE", help="new: the card that the house plays by, as JSON")
    parser.add_argument("--name", default="House rules", help="new: what the rules are called")
    parser.add_argument("--language", choices=OFFERED, default="en", help="language of the page")
    parser.add_argument(
        "--compare",
        nargs="+",
        metavar="GAME",
        help="games beside each other: rulesets (hong-kong-old), profiles (riichi/online), files of house rules",
    )
    parser.add_argument("--all", action="store_true", help="--compare: what is the same as well")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    from api.commands.exits import WrongUse
    from api.words.rulesets import described
    from controller.rules import rulesets
    from controller.rules.errors import nearest

    known = list(rulesets())
    if arguments.compare:
        from api.commands import rules_comparison

        if arguments.id is not None:
            raise WrongUse(f"all games stand after --compare, {arguments.id} too")
        return rules_comparison.compare(arguments)
    if arguments.id in ("new", "check"):
        from api.commands import rules_files

        return rules_files.new(arguments) if arguments.id == "new" else rules_files.check(arguments)
    if arguments.file is not None:
        raise WrongUse(f"{arguments.file} is one word too many; to read a file: jantaku rules check {arguments.file}")
    if arguments.id is None:
        sheets = [described(name) for name in known]
        lines = (f"{sheet['id']:<22}{sheet['names'][arguments.language]}" for sheet in sheets)
        print(json.dumps(sheets, ensure_ascii=False) if arguments.json else "\n".join(lines))
        return 0
    if arguments.id not in known:
        near = nearest(arguments.id, known)
        meant = f"did you mean {near}? " if near else ""
        raise WrongUse(f"there is no ruleset {arguments.id!r}; {meant}known are {', '.join(known)}")
    sheet = described(arguments.id)
    print(json.dumps(sheet, ensure_ascii=False) if arguments.json else "\n".join(page(sheet, arguments.language)))
    return 0


def page(sheet: Sheet, language: str) -> Iterator[str]:
    """The ruleset in lines, in one language; ids and option names stay as programs know them."""
    from api.commands.claims_page import claims_and_payments
    from api.words.catalogue import catalogue

    words = catalogue(language)

    def say(key: str, /, **values: object) -> str:
        return words.get(key, key.rpartition(".")[2]).format(**values)

    wall, dice = sheet["wall"], sheet["dice"]
    unit = say(f"unit.{sheet['unit']}")
    yield f"{sheet['names'][language]}  ({sheet['id']})"
    yield say("sheet.headline", tiles=wall["tiles"], players=wall["players"], dice=dice["dice"], unit=unit)
    if sheet["asks"]["least"]:
        yield say("sheet.minimum", least=sheet["asks"]["least"], unit=unit)
    yield from _table(sheet, say)
    yield from _items(sheet, language, say)
    yield from _exclusions(sheet, language, say)
    yield from claims_and_payments(sheet["id"], words, say)
    yield from _options(sheet, words, say)
    yield from _profiles(sheet, say)
    yield from _penalties(sheet, say)


# items


def _items(sheet: Sheet, language: str, say: Say) -> Iterator[str]:
    rows = merged(sheet["items"])
    options = {option["name"]: option["default"] for option in sheet["options"]}
    widest = max(len(item["id"]) for item in rows)
    for group in dict.fromkeys(item["group"] for item in rows):
        yield f"\n{say(f'sheet.group.{group}')}"
        for item in rows:
            if item["group"] == group:
                notes = "".join(f"  [{note}]" for note in _notes(item, say))
                name = padded(item["names"][language], 30) if notes else item["names"][language]
                value = item["value"] if "value" in item else options.get(item["option"], item["option"])
                value = "" if value is True else value  # an option that says whether it counts, not how much
                yield f"  {value!s:>5}  {item['id']:<{widest}}  {name}{notes}"
                yield from wrapped(item["rule"][language], RULE_INDENT)


def merged(items: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The rows of a sheet; rows of one item that are worth the same stand once, with the conditions they share."""
    found: dict[str, dict[str, Any]] = {}
    for item in items:
        value = [item.get(name) for name in ("id", "value", "option", "open_value", "group")]
        key = json.dumps([value, item["key"]])
        if key in found:
            found[key]["when"] = dict(found[key]["when"].items() & _frozen(item["when"]).items())
        else:
            found[key] = {**item, "when": _frozen(item["when"])}
    return list(found.values())


def _frozen(when: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in when.items()}


def _notes(item: Mapping[str, Any], say: Say) -> Iterator[str]:
    if "option" in item:
        yield item["option"]
    if item.get("open_value", item.get("value")) != item.get("value"):
        yield say("sheet.open", value=item["open_value"]) if item["open_value"] else say("sheet.closed")
    for name, value in item["when"].items():
        values = value if isinstance(value, tuple) else (value,)
        yield f"{name} = {' | '.join(map(shown, values))}"


def padded(text: str, columns: int) -> str:
    """Filled up with spaces; Chinese and Japanese characters take two columns."""
    return text + " " * max(0, columns - sum(1 + (unicodedata.east_asian_width(char) in "WF") for char in text))


def _exclusions(sheet: Sheet, language: str, say: Say) -> Iterator[str]:
    names = {item["id"]: item["names"][language] for item in sheet["items"]}
    if sheet["exclusions"]:
        yield f"\n{say('sheet.exclusions')}"
    for rule in sheet["exclusions"]:
        if rule["why"] != "once":
            when = "".join(f"  [{name} = {shown(value)}]" for name, value in rule["when"].items())
            why = "contains" if rule["why"] == "replaces" else rule["why"]
            item, drops = names.get(rule["item"], rule["item"]), _listed(rule["drops"], names, say)
            yield from wrapped(say(f"sheet.drops.{why}", item=item, drops=drops) + when, "  ")
    once = [rule["item"] for rule in sheet["exclusions"] if rule["why"] == "once"]
    if once:
        yield from wrapped(say("sheet.drops.once", drops=_listed(once, names, say)), "  ")


def _listed(items: Sequence[str], names: Mapping[str, str], say: Say) -> str:
    return say("sheet.comma").join(names.get(name, name) for name in items)


# options, profiles, penalties


def _options(sheet: Sheet, words: Mapping[str, str], say: Say) -> Iterator[str]:
    from api.words.rulesets import option_help

    yield f"\n{say('sheet.options')}"
    for option in sheet["options"]:
        choices = option.get("choices")
        allowed = " | ".join(map(shown, choices)) if choices else _between(option, say)
        yield (
            f"  {option['name']} = {shown(option['default'])}    ({allowed})"
            if len(allowed) <= 60
            else (f"  {option['name']} = {shown(option['default'])}")
        )
        yield from wrapped(option_help(sheet["id"], option["name"], words), INDENT)
        if len(allowed) > 60:
            yield from wrapped(f"({allowed})", INDENT)


def _between(option: Mapping[str, Any], say: Say) -> str:
    """The numbers that an option takes, in words."""
    length = option.get("length", len(option["default"]) if option["type"] == "numbers" else 1)
    key = {"numbers": "sheet.numbers", "table": "sheet.table"}.get(option["type"], "sheet.between")
    key = "sheet.steps" if "step" in option else "sheet.balanced" if "sum" in option else key
    return say(key, low=option.get("minimum"), high=option.get("maximum"), length=length, step=option.get("step", 1))


def _profiles(sheet: Sheet, say: Say) -> Iterator[str]:
    if sheet["profiles"]:
        yield f"\n{say('sheet.profiles')}"
    for name, values in sheet["profiles"].items():
        yield f"  {padded(name, 20)}{say('profile.' + sheet['id'] + '.' + name)}"
        for option, value in values.items():
            yield f"{INDENT}{option} = {shown(value)}"
        if not values:
            yield f"{INDENT}{say('sheet.unchanged')}"


def _penalties(sheet: Sheet, say: Say) -> Iterator[str]:
    if sheet["penalties"]:
        yield f"\n{say('sheet.penalties')}"
    for penalty in sheet["penalties"]:
        effects = [say(f"effect.{penalty['effect']}"), *_cost(penalty, say)]
        yield f"  {say('offence.' + penalty['id'])}{say('sheet.colon')}{say('sheet.comma').join(effects)}"


def _cost(penalty: Mapping[str, Any], say: Say) -> Iterator[str]:
    """What an offence costs one who does not deal, and the dealer where that is another sum."""
    amounts = {*penalty["pays_each_other"].values(), *penalty["dealer_pays_each_other"].values()}
    if amounts:
        yield say("sheet.penalty.each", points=" / ".join(map(str, sorted(amounts))))
    if penalty["pays_bank"]:
        late = penalty["settle"] == "after-ranking"
        yield say("sheet.penalty.late" if late else "sheet.penalty.bank", points=penalty["pays_bank"])


def _table(sheet: Sheet, say: Say) -> Iterator[str]:
    """The dead wall with its indicator, rounds, and the points to start with."""
    wall = sheet["wall"]
    if wall["dead_tiles"]:
        yield say("sheet.dead-tiles", tiles=wall["dead_tiles"])
    if wall["dead_stacks"]:
        yield say("sheet.dead-wall", stacks=wall["dead_stacks"])
    if wall["indicator"] is not None:
        yield say("sheet.indicator", stack=wall["indicator"] // 2 + 1, tiles=wall["indicator"])
    plan, points = sheet["progression"], sheet["start_points"]
    winds = say("sheet.comma").join(say(f"tile.{'ESWN'.index(wind) + 1}z") for wind in plan["winds"])
    key = "sheet.hands" if plan["hands"] else "sheet.endless" if plan["endless"] else "sheet.rounds"
    yield say(key, hands=plan["hands"], winds=winds, points=points)


def wrapped(text: str, indent: str) -> list[str]:
    """Lines of a hundred columns; ``name = value`` stays together."""
    wide = any(unicodedata.east_asian_width(char) in "WF" for char in text)
    kept = text.replace(" = ", KEPT_TOGETHER)
    lines = textwrap.wrap(
        kept, 54 if wide else 100, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )
    return [line.replace(KEPT_TOGETHER, " = ") for line in lines]
