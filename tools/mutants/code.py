"""Mutants of what the functions of a ruleset do: a comparison, a number, a connective or an operator is changed.

The function objects stay; only their code is exchanged, so that every row and table that holds them plays along. Only
functions that scoring runs are changed; constants that they read are, too.
"""

from __future__ import annotations
import __future__

import ast
import copy
import gc
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from controller.rules.sheet.ruleset import Ruleset
from tools.mutants import Change, Mutant, Place

MODULE = "<module>"
"""The function that a statement outside functions is in; it begins in line 0."""
Swap = tuple[type[ast.AST], type[ast.AST]]
COMPARISONS = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OPERATORS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.Mod: ast.FloorDiv,
}  # fmt: skip
ANNOTATED_LEFT = frozenset({
    "american", "changsha", "chinese_classical", "filipino", "san_hako", "sichuan", "singapore", "three_player",
    "tianjin", "western_classical",
})  # fmt: skip
"""Rulesets whose annotated constants are left as they are: what no case notices of them has no answer yet."""
FLAGS = __future__.annotations.compiler_flag


def place_of(code: CodeType) -> Place:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def mutants(
    modules: Sequence[ModuleType], ran: Collection[CodeType], known: Collection[str] = (), deep: bool = False
) -> Iterator[Mutant]:
    """``ran``: the code objects that the cases have run. Constants ``known`` from elsewhere are left alone; ``deep``
    looks into those that are mappings."""
    places = {place_of(code) for code in ran}
    read = {name for code in ran for name in code.co_names} - set(known)
    for module in modules:
        path = module.__file__ or ""
        tree = ast.parse(Path(path).read_text(encoding="utf-8"))
        for statement in tree.body:
            yield from _of_statement(statement, path, module.__name__.rpartition("rules.")[2], places)
        yield from _of_constants(tree, module, modules, read, deep)


# functions


def _of_statement(statement: ast.stmt, path: str, module: str, places: Collection[Place]) -> Iterator[Mutant]:
    seen: dict[str, int] = {}
    for at, (function, node) in enumerate(nodes_of(statement, path)):
        if function not in places:
            continue
        for change, words in changes_of(node):
            name = f"code {module}.{function[1].replace('.<locals>', '')}: {words}"
            seen[name] = seen.get(name, 0) + 1
            number = f" #{seen[name]}" if seen[name] > 1 else ""
            yield Mutant(name + number, _recompiled(statement, path, at, change), function)


def nodes_of(statement: ast.stmt, path: str) -> list[tuple[Place, ast.AST]]:
    """The nodes with the function that they are in, always in the same order; not annotations and sizes of stores."""
    found: list[tuple[Place, ast.AST]] = []

    def walk(node: ast.AST, chain: str, inside: Place) -> None:
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            name = node.name if isinstance(node, ast.FunctionDef) else "<lambda>"
            first = min([node.lineno, *(row.lineno for row in getattr(node, "decorator_list", ()))])
            place = (path, f"{chain}{name}", first)
            body: list[ast.stmt] | list[ast.expr] = node.body if isinstance(node.body, list) else [node.body]
            for part in body:
                walk(part, f"{chain}{name}.<locals>.", place)
            return
        found.append((inside, node))
        chain = f"{chain}{node.name}." if isinstance(node, ast.ClassDef) else chain
        for child in ast.iter_child_nodes(node):
            if not _annotation(node, child) and not _size(child):
                walk(child, chain, inside)

    walk(statement, "", (path, MODULE, 0))
    return found


def _size(node: ast.AST) -> bool:
    """How many answers are kept."""
    return isinstance(node, ast.stmt) and "KEPT" in _assigned_names(node)


def _annotation(node: ast.AST, child: ast.AST) -> bool:
    return isinstance(node, ast.AnnAssign) and child is node.annotation


def changes_of(node: ast.AST) -> Iterator[tuple[Callable[[Any], None], str]]:
    """What can be done to a node, as a change of an equal node, and in words."""
    if isinstance(node, ast.Compare):
        for at, sign in enumerate(node.ops):
            yield _operand(at, COMPARISONS[type(sign)]), _words(node, _operand(at, COMPARISONS[type(sign)]))
    elif isinstance(node, ast.BoolOp):
        other = ast.Or if isinstance(node.op, ast.And) else ast.And
        yield _operator(other), _words(node, _operator(other))
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in OPERATORS:
        yield _operator(OPERATORS[type(node.op)]), _words(node, _operator(OPERATORS[type(node.op)]))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield _operator(ast.UAdd), f"`{ast.unparse(node)}` without not"
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield _constant(not node.value), f"`{node.value}` flipped"
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield _constant(node.value + 1), f"`{node.value}` one more"


def _operand(at: int, sign: type[ast.cmpop]) -> Callable[[Any], None]:
    def change(node: Any) -> None:
        node.ops[at] = sign()

    return change


def _operator(sign: type[Any]) -> Callable[[Any], None]:
    def change(node: Any) -> None:
        node.op = sign()

    return change


def _constant(value: int) -> Callable[[Any], None]:
    def change(node: Any) -> None:
        node.value = value

    return change


def _words(node: ast.AST, change: Callable[[Any], None]) -> str:
    changed = copy.deepcopy(node)
    change(changed)
    return f"`{ast.unparse(node)}` as `{ast.unparse(changed)}`"


def _recompiled(
    statement: ast.stmt, path: str, at: int, change: Callable[[Any], None]
) -> Callable[[Ruleset], AbstractContextManager[Change]]:
    @contextmanager
    def applied(rules: Ruleset) -> Iterator[Change]:
        changed = copy.deepcopy(statement)
        change(nodes_of(changed, path)[at][1])
        pairs = dict(_codes(_compiled(changed, path)))
        swapped = [(function, function.__code__) for place in pairs for function in live(path).get(place, ())]
        for function, _ in swapped:
            function.__code__ = pairs[place_of(function.__code__)]
        try:
            yield rules, ""
        finally:
            for function, kept in swapped:
                function.__code__ = kept

    return applied


def _compiled(statement: ast.stmt, path: str) -> CodeType:
    module = ast.fix_missing_locations(ast.Module([statement], []))
    code: CodeType = compile(module, path, "exec", flags=FLAGS, dont_inherit=True)
    return code


def _codes(code: CodeType) -> Iterator[tuple[Place, CodeType]]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield place_of(constant), constant
            yield from _codes(constant)


_LIVE: dict[str, dict[Place, list[FunctionType]]] = {}
_IMPORTED: set[str] = set()
"""What was imported when ``_LIVE`` was found."""


def live(path: str) -> dict[Place, list[FunctionType]]:
    """The functions of a file that exist now, the closures among them too. Two lambdas of one line are left alone.

    A ruleset that is imported later makes further closures of a file that it shares with another."""
    if not _IMPORTED.issuperset(sys.modules):
        _LIVE.clear()
        _IMPORTED.update(sys.modules)
    if path not in _LIVE:
        found = _LIVE[path] = {}
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType) and thing.__code__.co_filename == path:
                found.setdefault(place_of(thing.__code__), []).append(thing)
        for place in [place for place in found if len({one.__code__ for one in found[place]}) > 1]:
            del found[place]
    return _LIVE[path]


# constants


def _of_constants(
    tree: ast.Module, module: ModuleType, modules: Sequence[ModuleType], read: Collection[str], deep: bool
) -> Iterator[Mutant]:
    whose = module.__name__.removeprefix("controller.rules.rulesets.").partition(".")[0]
    for statement in tree.body:
        if isinstance(statement, ast.AnnAssign) and whose in ANNOTATED_LEFT:
            continue
        for name in _assigned_names(statement):
            if name in read and name.isupper() and not name.endswith("KEPT"):
                for words, value in _other_values(getattr(module, name), deep):
                    yield Mutant(f"constant {name}: {words}", _assigned(name, value, module, modules))


def _assigned_names(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.AnnAssign):
        return [statement.target.id] if isinstance(statement.target, ast.Name) else []
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return [one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)]


def _other_values(value: Any, deep: bool = False) -> Iterator[tuple[str, Any]]:
    if isinstance(value, bool):
        yield "flipped", not value
    elif isinstance(value, int):
        yield "one more", value + 1
    elif type(value) in (tuple, frozenset):
        members = tuple(value) if isinstance(value, tuple) else tuple(sorted(value, key=repr))
        for at, member in enumerate(members):
            if isinstance(member, str):
                yield f"without {member}", type(value)(members[:at] + members[at + 1 :])
            else:
                for words, other in _other_values(member):
                    yield f"[{at}] {words}", type(value)((*members[:at], other, *members[at + 1 :]))
    elif deep and type(value) is dict:
        for key, member in value.items():
            for words, other in _other_values(member):
                yield f"[{key}] {words}", {**value, key: other}


def _assigned(
    name: str, value: Any, module: ModuleType, modules: Sequence[ModuleType]
) -> Callable[[Ruleset], AbstractContextManager[Change]]:
    @contextmanager
    def applied(rules: Ruleset) -> Iterator[Change]:
        kept = getattr(module, name)
        holders = [one for one in modules if vars(one).get(name) is kept]
        for holder in holders:
            setattr(holder, name, value)
        try:
            yield rules, ""
        finally:
            for holder in holders:
                setattr(holder, name, kept)

    return applied


def run_of(job: Callable[[], object], paths: Collection[str]) -> set[CodeType]:
    """The code objects of these files that the job runs."""
    ran: set[CodeType] = set()

    def note(frame: Any, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename in paths:
            ran.add(frame.f_code)

    sys.setprofile(note)
    try:
        job()
    finally:
        sys.setprofile(None)
    return ran
