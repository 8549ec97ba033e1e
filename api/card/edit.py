"""One value in a text of TOML, with all comments and all other lines as they were."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any


def with_value(text: str, section: str, key: str, value: Any) -> str:
    """``section.key = value``, on its own line; where there is none, on a new one. The section is a plain one
    (``[name]``), the key a bare one; the value a text, a number, true or false, or a list of them."""
    written = f"{key} = {json.dumps(value, ensure_ascii=False)}"
    return "".join(_lines(text, section, key, written))


def _lines(text: str, section: str, key: str, written: str) -> Iterator[str]:
    of_key = re.compile(rf'\s*{re.escape(key)}\s*=\s*(?:"(?:[^"\\]|\\.)*"|\'[^\']*\'|[^#\n]*?)(?P<rest>\s*(?:#.*)?)$')
    here, done = False, False
    for line in chain(text.splitlines(), ("[]",)):
        if line.lstrip().startswith("["):
            if here and not done:
                yield f"{written}\n"
                done = True
            here = line.strip().partition("#")[0].strip() == f"[{section}]"
        if line == "[]":
            break
        found = of_key.match(line) if here and not done else None
        done = done or found is not None
        yield f"{line}\n" if found is None else f"{written}{found['rest']}\n"
    if not done:
        yield f"\n[{section}]\n{written}\n"
