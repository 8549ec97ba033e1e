"""Man pages and completion, made from the parsers of the commands, so that they say what ``--help`` says."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

import shtab
from argparse_manpage.manpage import Manpage

from api.cli import COMMANDS, parser

MANUAL: Final = "Jantaku"
WIDTH: Final = "100"
"""Columns of the synopsis, whatever the terminal of who builds."""


def man_pages(version: str, time: int) -> dict[str, str]:
    """The pages of section 1 by name: ``jantaku`` and ``jantaku-<command>`` for each. ``time``: seconds since 1970."""
    with _columns():
        whole = parser(list(COMMANDS))
        own = _subparsers(whole)
        return {
            "jantaku": _overview(version, time),
            **{
                f"jantaku-{name}": _page(own[name], f"jantaku-{name}", purpose, version, time)
                for name, purpose in COMMANDS.items()
            },
        }


def _page(of: argparse.ArgumentParser, name: str, purpose: str, version: str, time: int) -> str:
    date = datetime.fromtimestamp(time, UTC).date().isoformat()
    page = Manpage(
        of, _data={"project_name": "jantaku", "version": version, "manual_title": MANUAL, "description": purpose,
                   "date": date}, format="single-commands-section",
    )  # fmt: skip
    page.prog = name
    return re.sub(r"(?m)[ \t]+$", "", f"{page}\n")


def _overview(version: str, time: int) -> str:
    """With each command and where its own page is, instead of their empty synopses."""
    page = _page(parser([]), "jantaku", "the open brain of an automatic mahjong table", version, time)
    rows = [f".TP\n.BR jantaku\\-{_escaped(name)} (1)\n{_escaped(purpose)}\n" for name, purpose in COMMANDS.items()]
    return page.partition(".SH\nCOMMANDS")[0] + ".SH COMMANDS\n" + "".join(rows)


def _escaped(text: str) -> str:
    return text.replace("-", r"\-").replace("'", r"\(aq")


def completion(shell: str) -> str:
    """For ``bash`` or ``zsh``."""
    with _columns():
        return str(shtab.complete(parser(list(COMMANDS)), shell)) + "\n"


def _subparsers(of: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    (action,) = (one for one in of._actions if isinstance(one, argparse._SubParsersAction))
    return dict(action.choices)


@contextlib.contextmanager
def _columns() -> Iterator[None]:
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = WIDTH
    try:
        yield
    finally:
        if before is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = before
