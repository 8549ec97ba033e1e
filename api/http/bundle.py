"""The modules of a page joined into one script, so that a tablet asks once and not fifty times.

No build step: the service does it when it starts, for modules as they are written here (named imports and exports of
functions, classes and constants). Each becomes a function that gives what the module exports; the page's own comes last
and as it is. What a page imports later (``import()``) goes into a second script, with whatever the first one lacks.
A page whose modules are written in another way is served as its single modules.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from api.http.comments import without_comments

_IMPORT: Final = re.compile(r'^import\s*(?:\{([^}]*)\}\s*from\s*)?"(\.[^"]+)";[^\S\n]*$', re.M)
_REEXPORT: Final = re.compile(r'^export\s*\{([^}]*)\}\s*from\s*"(\.[^"]+)";[^\S\n]*$', re.M)
_LISTED: Final = re.compile(r"\bexport\s*\{([^}]*)\};?")
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) ([\w$]+))", re.M)
_LATER: Final = re.compile(r'(?<![\w$.])import\("(\.[^"]+)"\)')
_NOT_UNDERSTOOD: Final = re.compile(r"^\s*(?:import|export)\b(?!\()", re.M)
_INDENT: Final = re.compile(r"^\s+", re.M)
"""Of no use to a browser: a line break keeps words of a template apart as well."""

_ASK_LATER: Final = """let $asked;
function $later() {{
  $asked ??= import("./{file}").then((all) => all.open({{ {lending} }}));
  $asked.catch(() => ($asked = undefined));
  return $asked;
}}
"""
"""Once, and again after a failure."""


class NotUnderstood(ValueError):
    """A module is written in a way that cannot be joined, or imports go in a circle."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """``later``: what the page imports later, empty when there is nothing."""

    first: str
    later: str


@dataclass(frozen=True, slots=True)
class _Module:
    """``needs``, ``later``: paths of what it imports at once, and of what it imports later."""

    path: str
    text: str
    needs: Sequence[str]
    later: Sequence[str]


def bundle(sources: Mapping[str, str], entry: str) -> Bundle:
    """``sources``: modules by path; ``entry``: the script of the page. The second script has the path ``later_path``.
    Raises ``NotUnderstood``."""
    first = _in_order([entry], sources, frozenset())
    known = frozenset(module.path for module in first)
    later = list[_Module]()
    targets = sorted({target for module in first for target in module.later})
    while targets:
        later += _in_order(targets, sources, known | {module.path for module in later})
        targets = sorted({one for module in later for one in module.later} - {module.path for module in later} - known)
    names = {module.path: f"$m{number}" for number, module in enumerate((*first, *later))}
    lent = sorted({need for module in later for need in module.needs if need in known})
    opened = [_wrapped(module, names) for module in first[:-1]] + [_inside(first[-1], names)[0]]
    lending = ", ".join(["$later", *(names[path] for path in lent)])
    begin = _ASK_LATER.format(file=posixpath.basename(later_path(entry)), lending=lending) if later else ""
    return Bundle(begin + "".join(opened), _second(later, lending, names))


def later_path(entry: str) -> str:
    return entry.removesuffix(".js") + ".later.js"


def _second(later: Sequence[_Module], lending: str, names: Mapping[str, str]) -> str:
    """It is lent what it needs of the first script, which it does not import: one that waits for it before its own end
    would wait for ever."""
    if not later:
        return ""
    inside = "".join(_wrapped(module, names) for module in later)
    given = ", ".join(names[module.path] for module in later)
    return f"export const open = ({{ {lending} }}) => {{\n{inside}return {{ {given} }};\n}};\n"


def _in_order(entries: Sequence[str], sources: Mapping[str, str], done: frozenset[str]) -> list[_Module]:
    """Each module after those that it needs, without those that are ``done``."""
    found, open_now = dict[str, _Module](), set[str]()

    def visit(path: str) -> None:
        if path in done or path in found:
            return
        if path in open_now:
            raise NotUnderstood(f"{path} imports itself in a circle")
        if path not in sources:
            raise NotUnderstood(f"there is no module {path}")
        open_now.add(path)
        module = _read(path, sources[path])
        for need in module.needs:
            visit(need)
        open_now.discard(path)
        found[path] = module

    for entry in entries:
        visit(entry)
    return list(found.values())


@lru_cache(maxsize=512)
def _read(path: str, source: str) -> _Module:
    """Once for all pages that it is on."""
    text = short(source)
    at_once = [found[2] for pattern in (_IMPORT, _REEXPORT) for found in pattern.finditer(text)]
    return _Module(path, text, _resolved_all(path, at_once), _resolved_all(path, _LATER.findall(text)))


def _resolved_all(importer: str, targets: Sequence[str]) -> tuple[str, ...]:
    return tuple(_resolved(importer, target) for target in targets)


@lru_cache(maxsize=512)
def short(source: str) -> str:
    """A module as it runs, without what is written for people: comments, in which imports of types stand, and
    indents."""
    return _INDENT.sub("", without_comments(source))


def _wrapped(module: _Module, names: Mapping[str, str]) -> str:
    inside, exported = _inside(module, names)
    return f"const {names[module.path]} = (() => {{\n{inside}\nreturn {{ {', '.join(exported)} }};\n}})();\n"


def _inside(module: _Module, names: Mapping[str, str]) -> tuple[str, list[str]]:
    """The text of a module without imports and exports, and its exports as members of an object."""
    exported = list[str]()

    def imported(found: re.Match[str]) -> str:
        taken = ", ".join(": ".join(pair) if pair[0] != pair[1] else pair[0] for pair in _pairs(found[1] or ""))
        return f"const {{ {taken} }} = {names[_resolved(module.path, found[2])]};" if taken else ""

    def reexported(found: re.Match[str]) -> str:
        other = names[_resolved(module.path, found[2])]
        exported.extend(f"{outside}: {other}.{inside}" for inside, outside in _pairs(found[1]))
        return ""

    def listed(found: re.Match[str]) -> str:
        exported.extend(f"{outside}: {inside}" for inside, outside in _pairs(found[1]))
        return ""

    def later(found: re.Match[str]) -> str:
        return f"$later().then((all) => all.{names[_resolved(module.path, found[1])]})"

    text = _REEXPORT.sub(reexported, _IMPORT.sub(imported, module.text))
    text = _LATER.sub(later, _LISTED.sub(listed, text))
    exported += _EXPORT.findall(text)
    text = _EXPORT.sub("", text)
    if _NOT_UNDERSTOOD.search(text):
        raise NotUnderstood(f"{module.path} has an import or export of a kind that is not joined")
    return text, exported


def _pairs(names: str) -> Iterator[tuple[str, str]]:
    """``a, b as c``: the name on the inside of the module that has it, and the one outside."""
    for part in filter(None, (each.strip() for each in names.split(","))):
        inside, _, outside = part.partition(" as ")
        yield inside.strip(), (outside or inside).strip()


def _resolved(importer: str, target: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(importer), target))
