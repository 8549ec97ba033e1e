"""``jantaku``: the command line. Exit status 0 done, 1 the answer is no, 2 wrong use."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, NoReturn, Protocol, cast

from api.commands.exits import DONE, INTERRUPTED, WRONG_USE, WrongUse
from api.doctor.finding import AS_THE_SERVICE

COMMANDS: Final = {
    "serve": "run the service of a table",
    "simulate": "run a simulated table alone, behind a serial port of its own",
    "score": "score hands, one JSON record per line",
    "waits": "what ready hands wait for, one JSON record per line",
    "claims": "who gets a discard that several want, one JSON record per line",
    "hall": "run the service of a hall",
    "tournament": "standings, seating, checks of draws and reports",
    "walls": "break walls and deal, one JSON record per line",
    "roll": "throw dice",
    "dice": "collect dice for a test laboratory",
    "shuffle": "measure how well a table mixes its tiles",
    "verify": "check the signed dice of a table",
    "rules": "list the rulesets, or print one as a page",
    "journal": "list, verify or export the journal of a table",
    "backup": "copy the state of a table while it runs",
    "restore": "put a backup back in place",
    "owner-code": "make a code that lets the owner's device in",
    "doctor": "say what works here and what does not",
    "https": "show the certificates of a table, or export one",
    "update": "put in another release, with a way back",
    "setup": "carry out what the owner set up on the table's page",
    "card": "display and read-only system of a table on a card",
    "flash": "put firmware on the table's board and prove that it runs",
}


class Subcommand(Protocol):
    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...
    def run(self, arguments: argparse.Namespace) -> int: ...


class _Parser(argparse.ArgumentParser):
    """Options may stand anywhere among the words of a command: ``rules check --json FILE``. What a command does not
    know it refuses itself, with its own usage."""

    _within = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self._within or self._subparsers is not None:
            return super().parse_known_args(args, namespace)
        self._within = True  # the parent class calls this method for the options, then for the other words
        try:
            found, unknown = self.parse_known_intermixed_args(args, namespace)
        finally:
            self._within = False
        if unknown:
            self.error(f"this is not known here: {' '.join(unknown)}")
        return found, unknown

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(WRONG_USE, f"{self.prog}: {message}\n")


def main(words: Sequence[str] | None = None) -> int:
    words = sys.argv[1:] if words is None else list(words)
    try:
        parser_ = parser(words)
        arguments = parser_.parse_args(words)
        if arguments.version:
            return _print_version()
        if arguments.command is None:
            parser_.print_help(sys.stderr)
            return WRONG_USE
        return _command(arguments.command).run(arguments)
    except WrongUse as error:
        print(f"jantaku: {error}", file=sys.stderr)
        return WRONG_USE
    except PermissionError as error:
        print(f"jantaku: {error.filename or error}: this user may not. {AS_THE_SERVICE}", file=sys.stderr)
        return WRONG_USE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output left (``| head``). Python would complain once more while it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE


def parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Of the whole command line; only the commands among ``words`` are imported and have their arguments."""
    whole = _Parser(prog="jantaku", description="The open brain of an automatic mahjong table.")
    whole.add_argument(
        "--version", action="store_true", help="print which release this is, and whether its rules engine is compiled"
    )
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", title="commands", parser_class=_Parser)
    for name, purpose in COMMANDS.items():
        own = commands.add_parser(name, help=purpose, description=purpose[0].upper() + purpose[1:] + ".")
        if name in words:
            _command(name).add_arguments(own)
    return whole


def _print_version() -> int:
    from api.service.version import rules_engine, version

    print(f"jantaku {version()}\nrules engine: {rules_engine()}")
    return DONE


def _command(name: str) -> Subcommand:
    return cast("Subcommand", import_module(f"api.commands.{name.replace('-', '_')}"))


if __name__ == "__main__":
    sys.exit(main())
