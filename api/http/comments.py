"""JavaScript and CSS without their comments. What looks like one inside a string, a template or a regular expression
stays."""

from __future__ import annotations

import re
from typing import Final

_STRING: Final = r""""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'"""
_NOTE: Final = r"/\*.*?\*/"
_STYLE: Final = re.compile(rf"({_STRING})|{_NOTE}", re.S)
_CODE: Final = re.compile(rf"(?P<comment>(?:{_NOTE}|//[^\n]*)[^\S\n]*)|(?P<string>{_STRING})|(?P<mark>[`{{}}/])", re.S)
"""What decides how the text after it is read."""
_TEMPLATE: Final = re.compile(r"(?:\\.|[^`\\$]|\$(?!\{))*(?:`|\$\{)", re.S)
"""The text of a template up to its end, or to a value in it."""
_PATTERN: Final = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/")
_BEFORE_PATTERN: Final = re.compile(
    r"(?:^|[(,=:\[!&|?{;+\-*%<>~^]|\b(?:return|typeof|case|in|of|do|else|void|delete|await|yield))\s*$"
)
"""A slash after these begins a regular expression; after everything else it divides."""
_LOOKED_BACK: Final = 80
"""Characters: more than any space between a slash and the word before it."""


def without_comments(script: str) -> str:
    """Of a module in JavaScript. A comment is a space, or a line break where it has one, as the language wants it."""
    kept, at = list[str](), 0
    braces = list[bool]()
    """Those that are open: whether each began a value in a template."""
    while found := _CODE.search(script, at):
        kept.append(script[at : found.start()])
        at = found.end()
        if found["comment"]:
            kept.append("\n" if "\n" in found[0] else " ")
            continue
        if found["mark"] == "{":
            braces.append(False)
        elif found["mark"] == "/":
            at = _slash_end(script, found.start(), "".join(kept[-4:])[-_LOOKED_BACK:])
        elif found["mark"] == "`" or (found["mark"] == "}" and braces and braces.pop()):
            at = _template_end(script, at)
            if script[at - 1] == "{":
                braces.append(True)
        kept.append(script[found.start() : at])
    return "".join(kept) + script[at:]


def without_style_comments(style: str) -> str:
    """Of a style sheet."""
    return _STYLE.sub(lambda found: found[1] or "", style)


def _slash_end(script: str, start: int, before: str) -> int:
    """The end of what a slash begins: a regular expression, or itself."""
    pattern = _PATTERN.match(script, start) if _BEFORE_PATTERN.search(before) else None
    return start + 1 if pattern is None else pattern.end()


def _template_end(script: str, start: int) -> int:
    found = _TEMPLATE.match(script, start)
    return len(script) if found is None else found.end()
