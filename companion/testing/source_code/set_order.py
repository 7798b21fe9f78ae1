"""Sets whose order matters: a text hashes differently in every process, so a replay would differ.

Only what a look at one module can tell: sets made in it, and names and attributes declared as sets.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

_SETS = {"set", "frozenset", "AbstractSet", "Set"}
_ORDERED = {"list", "tuple", "iter", "enumerate", "next", "zip", "map", "reversed", "dict"}
_ANY_ORDER = {"sorted", "set", "frozenset", "any", "all", "sum", "len", "min", "max"}
_SET_METHODS = {"union", "intersection", "difference", "symmetric_difference", "copy"}


def unordered(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Places where the order of a set reaches something that keeps an order."""
    attributes = {node.target.attr if isinstance(node.target, ast.Attribute) else node.target.id
                  for node in ast.walk(tree) if isinstance(node, ast.AnnAssign)
                  and isinstance(node.target, (ast.Attribute, ast.Name)) and _declares_a_set(node.annotation)}
    for scope in _scopes(tree):
        yield from _Scope(scope, attributes).faults()


def _scopes(tree: ast.Module) -> Iterator[ast.AST]:
    yield tree
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node


def _declares_a_set(annotation: ast.expr | None) -> bool:
    head = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return isinstance(head, ast.Name) and head.id in _SETS


class _Scope:
    """One function, or the top of a module."""

    def __init__(self, scope: ast.AST, attributes: set[str]) -> None:
        self.scope, self.attributes = scope, attributes
        self.names: set[str] = set()
        if isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef)):
            arguments = [*scope.args.args, *scope.args.kwonlyargs]
            self.names |= {one.arg for one in arguments if _declares_a_set(one.annotation)}
        for node in self.own(scope):
            if isinstance(node, ast.Assign) and self.is_set(node.value):
                self.names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
            elif isinstance(node, ast.AnnAssign) and _declares_a_set(node.annotation):
                self.names |= {node.target.id} if isinstance(node.target, ast.Name) else set()

    def own(self, node: ast.AST) -> Iterator[ast.AST]:
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield child
                yield from self.own(child)

    def is_set(self, node: ast.expr) -> bool:
        if isinstance(node, (ast.Set, ast.SetComp)):
            return True
        if isinstance(node, ast.Name):
            return node.id in self.names
        if isinstance(node, ast.Attribute):
            return node.attr in self.attributes
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitOr, ast.BitAnd, ast.Sub, ast.BitXor)):
            return self.is_set(node.left) or self.is_set(node.right)
        if isinstance(node, ast.Call):
            func = node.func
            if isinstance(func, ast.Name):
                return func.id in {"set", "frozenset"}
            return isinstance(func, ast.Attribute) and func.attr in _SET_METHODS and self.is_set(func.value)
        return False

    def faults(self) -> Iterator[tuple[int, str]]:
        harmless = set(self.harmless())
        for node in self.own(self.scope):
            if isinstance(node, ast.For) and self.is_set(node.iter):
                yield node.lineno, "a loop over a set: its order differs from process to process; sort it"
            elif isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.DictComp)) and node not in harmless:
                if any(self.is_set(one.iter) for one in node.generators):
                    yield node.lineno, "a list made from a set: its order differs from process to process; sort it"
            elif isinstance(node, ast.Call):
                yield from self.calls(node)

    def harmless(self) -> Iterator[ast.AST]:
        """Comprehensions whose order nobody sees."""
        for node in self.own(self.scope):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _ANY_ORDER:
                yield from node.args

    def calls(self, node: ast.Call) -> Iterator[tuple[int, str]]:
        func = node.func
        if isinstance(func, ast.Name) and func.id in _ORDERED and any(self.is_set(one) for one in node.args):
            yield node.lineno, f"{func.id}() of a set: its order differs from process to process; sort it"
        elif isinstance(func, ast.Attribute) and func.attr in {"join", "extend", "fromkeys"}:
            if any(self.is_set(one) for one in node.args):
                yield node.lineno, f"{func.attr}() of a set: its order differs from process to process; sort it"
        elif isinstance(func, ast.Attribute) and func.attr == "pop" and self.is_set(func.value):
            yield node.lineno, "pop() of a set: which one it is differs from process to process"
