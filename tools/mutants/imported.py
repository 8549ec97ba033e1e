"""Mutants of what runs while a ruleset is imported: tables, and the functions that make them.

The package is imported once more from the changed source, beside the sound one; nothing that was kept gets in the way.
"""

from __future__ import annotations

import ast
import copy
import importlib
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from controller.rules.sheet.ruleset import Ruleset
from tools.mutants import Change, Mutant, Place
from tools.mutants.code import FLAGS, MODULE, changes_of, nodes_of, place_of, run_of


class _Source(MetaPathFinder, Loader):
    """Finds one module, made of other code."""

    def __init__(self, name: str, path: str, code: CodeType) -> None:
        self.name, self.path, self.code = name, path, code

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        del path, target
        if fullname != self.name:
            return None
        package = Path(self.path).name == "__init__.py"
        spec = spec_from_loader(fullname, self, origin=self.path, is_package=package)
        if spec is not None and package:
            spec.submodule_search_locations = [str(Path(self.path).parent)]
        return spec

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = self.path
        exec(self.code, vars(module))


def mutants(package: str, modules: Sequence[ModuleType], ran: Collection[CodeType]) -> Iterator[Mutant]:
    """``ran``: what the cases run; it is changed in place."""
    own = [module for module in modules if module.__name__ == package or module.__name__.startswith(package + ".")]
    places = places_of(package, own) - {place_of(code) for code in ran}
    for module in own:
        path = module.__file__ or ""
        tree = ast.parse(Path(path).read_text(encoding="utf-8"))
        seen: dict[str, int] = {}
        for number, statement in enumerate(tree.body):
            for at, change, words in _of_statement(statement, path, places):
                name = f"code {module.__name__.rpartition('rules.')[2]}.{words}"
                seen[name] = seen.get(name, 0) + 1
                again = f" #{seen[name]}" if seen[name] > 1 else ""
                yield Mutant(name + again, _imported(package, module, (number, at), change))


def places_of(package: str, own: Sequence[ModuleType]) -> set[Place]:
    """The functions that importing the package runs, and the statements outside functions."""

    def job() -> None:
        with afresh(package):
            pass

    paths = {module.__file__ or "" for module in own}
    return {place_of(code) for code in run_of(job, paths)} | {(path, MODULE, 0) for path in paths}


def _of_statement(
    statement: ast.stmt, path: str, places: Collection[Place]
) -> Iterator[tuple[int, Callable[[Any], None], str]]:
    """Where, what, and the changed thing in words: a function, or the name that is assigned."""
    for at, (function, node) in enumerate(nodes_of(statement, path)):
        if function in places:
            what = function[1].replace(".<locals>", "") if function[1] != MODULE else _assigned(statement)
            for change, words in changes_of(node):
                yield at, change, f"{what}: {words}"


def _assigned(statement: ast.stmt) -> str:
    names = [node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    return statement.name if isinstance(statement, ast.ClassDef) else names[0] if names else type(statement).__name__


def _imported(
    package: str, module: ModuleType, where: tuple[int, int], change: Callable[[Any], None]
) -> Callable[[Ruleset], AbstractContextManager[Change]]:
    @contextmanager
    def applied(rules: Ruleset) -> Iterator[Change]:
        del rules
        path = module.__file__ or ""
        tree = ast.parse(Path(path).read_text(encoding="utf-8"))
        statement = copy.deepcopy(tree.body[where[0]])
        change(nodes_of(statement, path)[where[1]][1])
        tree.body[where[0]] = statement
        code = compile(ast.fix_missing_locations(tree), path, "exec", flags=FLAGS, dont_inherit=True)
        with afresh(package, _Source(module.__name__, path, code)) as ruleset:
            yield ruleset, ""

    return applied


@contextmanager
def afresh(package: str, source: _Source | None = None) -> Iterator[Ruleset]:
    """The ruleset imported once more; afterwards everybody finds the sound one again."""
    kept = {name: module for name, module in sys.modules.items() if (name + ".").startswith(package + ".")}
    parent, _, short = package.rpartition(".")
    for name in kept:
        del sys.modules[name]
    if source:
        sys.meta_path.insert(0, source)
    try:
        ruleset: Ruleset = importlib.import_module(package).RULESET
        yield ruleset
    finally:
        if source:
            sys.meta_path.remove(source)
        for name in [name for name in sys.modules if (name + ".").startswith(package + ".")]:
            del sys.modules[name]
        sys.modules.update(kept)
        setattr(sys.modules[parent], short, kept[package])
