"""What the source of a pack may use: read from its syntax tree, before a line of it is run.

This is a fence against accidents and lazy mischief, not a prison: a pack is a program by its maker, and the owner is
told so. Everything a game needs is allowed: the contract, itself, and the harmless part of the standard library.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from companion.core.refusals import Refused
from companion.core.text import say
from companion.services.packs.constants_check import number_of, too_much
from companion.services.packs.imports_check import (
    allowed,
    bound_modules,
    names_of_others,
    not_to_be_had,
    whole_contract,
)
from companion.services.packs.words_check import NAMES, TOUCHES, hidden

MOST_NODES, DEEPEST = 60_000, 200
Fault = tuple[int, str]


def check_source(path: str, text: str, package: str) -> None:
    """Raises `Refused` with the file and its line."""
    try:
        tree = ast.parse(text, path)
        found = next(faults(tree, package), None)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Refused(say("{file} is not readable Python. The pack was not added.", file=path)) from None
    if found is not None:
        line, what = found
        raise Refused(say("{file}, line {line}: {what}. The pack was not added.", file=path, line=line, what=what))


def faults(tree: ast.Module, package: str) -> Iterator[Fault]:
    """Line and words of everything that is not allowed."""
    nodes = list(ast.walk(tree))
    if len(nodes) > MOST_NODES:
        yield 1, "it is too long for rules of a game"
    if _depth(tree) > DEEPEST:
        yield 1, "it is nested too deep"
    modules, others = bound_modules(tree, package), names_of_others(tree, package)
    bases = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    called = {id(node.func): node for node in nodes if isinstance(node, ast.Call)}
    for node in nodes:
        line = getattr(node, "lineno", 1)
        for words in _said(node, package):
            yield line, words
        if isinstance(node, ast.Name) and node.id in modules and id(node) not in bases:
            yield line, f"it hands the module {node.id} on"
        elif isinstance(node, ast.Attribute):
            yield from ((line, words) for words in _attribute(node, modules, others, called.get(id(node))))


def _depth(tree: ast.AST) -> int:
    deepest, level = 0, [tree]
    while level:
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        deepest += 1
    return deepest


def _said(node: ast.AST, package: str) -> Iterator[str]:
    """What a node alone gives away."""
    if isinstance(node, ast.Import):
        yield from (f"it imports {alias.name}" for alias in node.names
                    if not allowed(alias.name, package) or whole_contract(alias))
        yield from (f"it calls a module {alias.asname}" for alias in node.names if hidden(alias.asname or ""))
    elif isinstance(node, ast.ImportFrom):
        yield from _imported(node, package)
    elif isinstance(node, ast.Name) and (node.id in NAMES or hidden(node.id)):
        yield f"it uses {node.id}"
    elif isinstance(node, ast.Constant):
        yield from _constant(node)
    elif isinstance(node, ast.MatchClass):
        yield from (f"it uses .{name}" for name in node.kwd_attrs if name in TOUCHES or hidden(name))
    elif isinstance(node, ast.ExceptHandler) and _catches_all(node):
        yield "it catches everything, also what would stop it: name the exception"
    elif isinstance(node, ast.BinOp) and too_much(node):
        yield "it makes something too large for a game"


def _constant(node: ast.Constant) -> Iterator[str]:
    """`"{0.__class__}".format(...)` climbs as well as the attribute itself."""
    if isinstance(node.value, str) and any(hidden(word) for word in re.findall(r"__\w+__", node.value)):
        yield "it names the inside of Python in a text"
    if isinstance(node.value, int) and number_of(node) is None:
        yield "it makes something too large for a game"


def _catches_all(node: ast.ExceptHandler) -> bool:
    kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
    return any(kind is None or (isinstance(kind, ast.Name) and kind.id == "BaseException") for kind in kinds)


def _attribute(node: ast.Attribute, modules: dict[str, str], others: set[str],
               call: ast.Call | None) -> Iterator[str]:
    base = node.value.id if isinstance(node.value, ast.Name) else ""
    if node.attr in TOUCHES or hidden(node.attr):
        yield f"it uses .{node.attr}"
    elif node.attr == "replace" and not _two_words(call):
        yield "it uses .replace with one word, as a file is moved"
    elif base in modules and not_to_be_had(modules[base], node.attr):
        yield f"it uses {modules[base]}.{node.attr}"
    elif base in others and not isinstance(node.ctx, ast.Load):
        yield f"it changes {base}, which is not its own"


def _two_words(call: ast.Call | None) -> bool:
    """`text.replace(old, new)`, and never `path.replace(target)`."""
    if call is None or any(isinstance(one, ast.Starred) for one in call.args):
        return False
    return len(call.args) + sum(word.arg is not None for word in call.keywords) >= 2


def _imported(node: ast.ImportFrom, package: str) -> Iterator[str]:
    module = node.module or ""
    if node.level == 0 and not allowed(module, package):
        yield f"it imports {module}"
        return
    ours = node.level > 0 or module.partition(".")[0] == package
    for alias in node.names:
        name = alias.name
        if name in TOUCHES or name in NAMES or hidden(name) or hidden(alias.asname or "") or name == "*":
            yield f"it imports {name}"
        elif not ours and not_to_be_had(module, name):
            yield f"it imports {module}.{name}"
