"""``jantaku rules new`` and ``jantaku rules check``: house rules as files."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from api.commands.exits import WrongUse
from api.commands.option_value import shown


def new(arguments: argparse.Namespace) -> int:
    """Writes a file with every option and remark; never over one that is there."""
    from api.words.rules_file import rules_file
    from controller.files import write_whole
    from controller.house.rules_file import RulesFile
    from controller.limits import LONGEST_RULES_NAME, check_words
    from controller.refusals import Refused
    from controller.rules import configure
    from controller.rules.sheet.card import CARD
    from controller.rules.sheet.options import CHANGES

    if arguments.file is not None:
        raise WrongUse(f"{arguments.file} is one word too many; to write there: --output {arguments.file}")
    if arguments.parent is None:
        raise WrongUse("say which ruleset the house changes: --from hong-kong-old")
    options: dict[str, Any] = {}
    if arguments.card is not None:
        card = _card(arguments.card)
        if card is None:
            return 1
        options = {CHANGES: {CARD: card}}
    try:
        check_words(arguments.name, "--name", LONGEST_RULES_NAME)
        configure(arguments.parent, options, arguments.profile)
    except Refused as error:
        raise WrongUse(f"{error.detail}; {error.remedy or ''}".rstrip("; ")) from None
    text = rules_file(
        RulesFile({"en": arguments.name}, arguments.parent, arguments.profile, options), arguments.language
    )
    if arguments.output is None:
        print(text, end="")
        return 0
    path = Path(arguments.output)
    if path.exists():
        raise WrongUse(f"{path} is there already; choose another name")
    try:
        write_whole(path, text.encode())
    except OSError as error:
        raise WrongUse(f"{path} cannot be written: {error.strerror}") from None
    print(path)
    return 0


def check(arguments: argparse.Namespace) -> int:
    """What a file changes, or all that is wrong in it with its lines (exit status 1)."""
    from controller.house.mistakes import mistakes_of
    from controller.house.rules_file import read_rules_file
    from controller.rules import configure

    if arguments.file is None:
        raise WrongUse("say which file: jantaku rules check friday.toml")
    if arguments.file.endswith(CARD_FILE):
        return _check_card(arguments)
    text = text_of(arguments.file)
    if mistakes := mistakes_of(text, configure):
        print(*(_mistake(arguments.file, mistake) for mistake in mistakes), sep="\n", file=sys.stderr)
        return 1
    found = read_rules_file(text, configure)
    if arguments.json:
        shown = {"names": found.names, "ruleset": found.ruleset, "profile": found.profile, "options": found.options}
        print(json.dumps(shown, ensure_ascii=False))
    else:
        print("\n".join(_differences(arguments.file, found, arguments.language)))
    return 0


CARD_FILE = ".json"
"""The end of the name of a file with a card."""


def _mistake(name: str, error: Any) -> str:
    """What is wrong, with file and line, and what to write instead."""
    place = f"{name}:{error.line}" if error.line is not None else name
    where = f"{error.field}: " if error.field and error.field != "file" else ""
    return f"{place}: {where}{error.detail}" + (f"\n  {error.remedy}" if error.remedy else "")


def _card(name: str) -> dict[str, Any] | None:
    """The card in a file; None after its mistake was printed."""
    from controller.house.card_file import read_card_file
    from controller.house.rules_file import RulesFileError

    try:
        return read_card_file(text_of(name))
    except RulesFileError as error:
        print(_mistake(name, error), file=sys.stderr)
        return None


def _check_card(arguments: argparse.Namespace) -> int:
    """The lines of a card as people write them."""
    from api.words.catalogue import topic
    from controller.rules.sheet.card import read_card, written

    card = _card(arguments.file)
    if card is None:
        return 1
    if arguments.json:
        print(json.dumps(card, ensure_ascii=False))
        return 0
    read = read_card(card)
    print(topic(arguments.language, "house")["house.good"].format(file=arguments.file, name=read.title))
    for line in read.lines:
        print(f"  {line.id:<6} {written(line):<44} {'C' if line.concealed else 'X'} {line.value:>4}")
    return 0


def text_of(name: str) -> str:
    """What stands in a file, or on standard input (``-``). Raises ``WrongUse``."""
    from controller.house.rules_file import MOST_BYTES

    try:
        if name == "-":
            return sys.stdin.read(MOST_BYTES + 1)
        with Path(name).open("rb") as file:
            return file.read(MOST_BYTES + 1).decode("utf-8")
    except OSError as error:
        raise WrongUse(f"{name} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise WrongUse(f"{name} is not written in UTF-8") from None


def _differences(name: str, found: Any, language: str) -> Iterator[str]:
    from api.words.catalogue import topic
    from api.words.rulesets import option_help

    words = topic(language, "house")
    helps = topic(language, "options")
    yield words["house.good"].format(file=name, name=found.name)
    rows = list(_rows(found, language, words))
    parent = f"{found.ruleset} ({found.profile})" if found.profile else found.ruleset
    yield words["house.differs" if rows else "house.same"].format(parent=parent)
    for row, option in rows:
        yield f"  {row}"
        if option:
            yield f"      {option_help(found.ruleset, option, helps)}"


def _rows(found: Any, language: str, words: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Each difference, with the option that it is about."""
    from controller.rules import configure, ruleset
    from controller.rules.sheet.card import CARD
    from controller.rules.sheet.changes import own_names
    from controller.rules.sheet.options import CHANGES

    standard = configure(found.ruleset, {}, found.profile).options
    played = configure(found.ruleset, found.options, found.profile).options
    for name, value in standard.items():
        if played[name] != value:
            yield f"{name} = {shown(played[name])}    ({words['house.standard'].format(value=shown(value))})", name
    changes = found.options.get(CHANGES, {})
    if CARD in changes:
        card = changes[CARD]
        yield f"{CARD} = {card['title']} ({len(card['lines'])})    ({words['house.new']})", ""
    usual = {item.id: item.value for item in ruleset(found.ruleset).items}
    for item, value in changes.get("values", {}).items():
        yield f"{item} = {shown(value)}    ({words['house.standard'].format(value=usual[item])})", ""
    for item in changes.get("off", ()):
        yield f"{item}    ({words['house.left-out']})", ""
    names = own_names(changes, language)
    for own in changes.get("items", ()):
        yield f"{own['id']} = {shown(own.get('value', ''))}    ({words['house.new']}: {names[own['id']]})", ""
