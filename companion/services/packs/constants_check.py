"""Numbers and texts that would fill the memory while they are made: worked out without making them."""

from __future__ import annotations

import ast

MOST = 10_000_000
"""No game counts further."""


def number_of(node: ast.AST) -> int | None:
    """The whole number that an expression of constants makes; None: it is none, or too large."""
    if isinstance(node, ast.Constant):
        value = node.value
        return value if type(value) is int and abs(value) <= MOST else 0 if isinstance(value, bool) else None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = number_of(node.operand)
        return None if inner is None else -inner
    if not isinstance(node, ast.BinOp):
        return None
    left, right = number_of(node.left), number_of(node.right)
    return None if left is None or right is None else _made(node.op, left, right)


def _made(op: ast.operator, left: int, right: int) -> int | None:
    if isinstance(op, (ast.Pow, ast.LShift)):
        if right > 64 or right < 0:
            return None
        made = left ** right if isinstance(op, ast.Pow) else left << right
    else:
        made = {ast.Add: left + right, ast.Sub: left - right, ast.Mult: left * right}.get(type(op), 0)
    return made if abs(made) <= MOST else None


def too_much(node: ast.BinOp) -> bool:
    """A power, a shift or a repetition whose size is written down, and is beyond every game."""
    right, left = number_of(node.right), number_of(node.left)
    if isinstance(node.op, (ast.Pow, ast.LShift)):
        return (not _open(node.right) and right is None) or (right is not None and right > 64) or (
            left is not None and right is not None and number_of(node) is None)
    if isinstance(node.op, ast.Mult):
        return any(_long(one) and ((other is None and not _open(far)) or (other is not None and other > 100_000))
                   for one, other, far in ((node.left, right, node.right), (node.right, left, node.left))) or (
            left is not None and right is not None and number_of(node) is None)
    return False


def _open(node: ast.AST) -> bool:
    """Something is only known when it runs."""
    return any(isinstance(part, (ast.Name, ast.Attribute, ast.Call, ast.Subscript)) for part in ast.walk(node))


def _long(node: ast.AST) -> bool:
    return isinstance(node, (ast.List, ast.Tuple)) or (isinstance(node, ast.Constant) and isinstance(node.value,
                                                                                                   (str, bytes)))
