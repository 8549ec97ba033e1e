"""The rulesets that can be played. Each is one file that is loaded when it is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

from controller.rules.errors import OptionError
from controller.rules.sheet.ruleset import Ruleset

IDS: Final = (
    "hong-kong-old",
    "hong-kong-new",
    "chinese-traditional",
    "base-and-doubles",
    "cantonese-old",
    "riichi",
    "sanma",
    "san-hako",
    "japanese-classical",
    "mcr",
    "taiwanese",
    "fujian",
    "filipino",
    "wuhan",
    "tianjin",
    "shenyang",
    "south-african",
    "chinese-classical",
    "western-classical",
    "sichuan",
    "changsha",
    "vietnamese",
    "thai",
    "korean",
    "singapore",
    "shanxi-lisi",
    "american",
    "three-player",
    "pussers-bones",
)


@cache
def load(ruleset: str) -> Ruleset:
    """The ruleset with this id. Raises OptionError for an unknown one."""
    if ruleset not in IDS:
        raise OptionError("ruleset", f"{ruleset!r} is not a ruleset", value=ruleset, allowed=IDS)
    module = import_module(f"controller.rules.rulesets.{ruleset.replace('-', '_')}")
    rules: Ruleset = module.RULESET
    return rules
