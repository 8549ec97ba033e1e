"""``jantaku rules new`` and ``jantaku rules check``: house rules as files."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from api.commands.exits import WrongUse


def new(arguments: argparse.Namespace) -> int:
    """Writes a file with every option and remark; never over one that is there."""
    from api.words.rules_file import rules_file
    from controller.files import write_whole
    from controller.house.rules_file import RulesFile
    from controller.rules import RulesError, configure

    if arguments.parent is None:
        raise WrongUse("say which ruleset the house changes: --from hong-kong-old")
    try:
        configure(arguments.parent, {}, arguments.profile)
    except RulesError as error:
        raise WrongUse(f"{error.detail}; {error.remedy or ''}".rstrip("; ")) from None
    text = rules_file(RulesFile({"en": arguments.name}, arguments.parent, arguments.profile, {}), arguments.language)
    if arguments.output is None:
        print(text, end="")
        return 0
    path = Path(arguments.output)
    if path.exists():
        raise WrongUse(f"{path} is there already; choose another name")
    write_whole(path, text.encode())
    print(path)
    return 0


def check(arguments: argparse.Namespace) -> int:
    """What a file changes, or what is wrong in which line (exit status 1)."""
    from controller.house.rules_file import RulesFileError, read_rules_file
    from controller.rules import configure

    if arguments.file is None:
        raise WrongUse("say which file: jantaku rules check friday.toml")
    text = text_of(arguments.file)
    try:
        found = read_rules_file(text, configure)
    except RulesFileError as error:
        place = f"{arguments.file}:{error.line}" if error.line is not None else arguments.file
        where = f"{error.field}: " if error.field and error.field != "file" else ""
        print(f"{place}: {where}{error.detail}" + (f"\n  {error.remedy}" if error.remedy else ""), file=sys.stderr)
        return 1
    if arguments.json:
        shown = {"names": found.names, "ruleset": found.ruleset, "profile": found.profile, "options": found.options}
        print(json.dumps(shown, ensure_ascii=False))
    else:
        print("\n".join(_differences(arguments.file, found, arguments.language)))
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
    rows = list(_rows(found, words))
    parent = f"{found.ruleset} ({found.profile})" if found.profile else found.ruleset
    yield words["house.differs" if rows else "house.same"].format(parent=parent)
    for row, option in rows:
        yield f"  {row}"
        if option:
            yield f"      {option_help(found.ruleset, option, helps)}"


def _rows(found: Any, words: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Each difference, with the option that it is about."""
    from api.commands.rules import shown
    from controller.rules import configure, ruleset
    from controller.rules.sheet.changes import CHANGES, own_names

    standard = configure(found.ruleset, {}, found.profile).options
    played = configure(found.ruleset, found.options, found.profile).options
    for name, value in standard.items():
        if played[name] != value:
            yield f"{name} = {shown(played[name])}    ({words['house.standard'].format(value=shown(value))})", name
    changes = found.options.get(CHANGES, {})
    usual = {item.id: item.value for item in ruleset(found.ruleset).items}
    for item, value in changes.get("values", {}).items():
        yield f"{item} = {shown(value)}    ({words['house.standard'].format(value=usual[item])})", ""
    for item in changes.get("off", ()):
        yield f"{item}    ({words['house.left-out']})", ""
    names = own_names(changes, "en")
    for own in changes.get("items", ()):
        yield f"{own['id']} = {shown(own.get('value', ''))}    ({words['house.new']}: {names[own['id']]})", ""
