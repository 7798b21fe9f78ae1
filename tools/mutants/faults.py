"""Which faults can be planted in a module: one small change of one place each.

Flip a comparison, add one to a number, turn "and" into "or" or True into False, drop a statement, swap two
seats. Sentences are left alone: a wrong sentence is not a wrong rule.
"""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FLIPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}
OTHER_SUM: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
OTHER_END = {"min": "max", "max": "min"}
SENTENCES = {"say", "count", "listing", "spelled", "tell"}  # calls that only make sentences
SEATS = {"Seat", "Player", "Captain"}
BOOKED = {"gain", "lose", "points"}  # anything with one of these is a seat


@dataclass(frozen=True)
class Fault:
    """One place and its replacement; `number` finds it again in the same source."""

    path: Path
    number: int
    line: int
    scope: str
    """The function as `Class.method`, or the name of a module constant."""
    first_line: int
    """First line of the function, with its decorators; 0 for a module constant."""
    was: str
    now: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}  {self.was}  ->  {self.now}"


@dataclass(frozen=True)
class Site:
    """A place in the tree that can be changed, and how."""

    scope: str
    first_line: int
    node: ast.AST
    now: ast.AST
    put: Callable[[ast.AST], None]


Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def source_of(path: Path) -> str:
    """Read once, because the file may be edited during the run."""
    return path.read_text(encoding="utf-8")


def faults(path: Path) -> list[Fault]:
    """Every fault that can be planted in this file."""
    return [Fault(path, number, getattr(site.node, "lineno", 0), site.scope, site.first_line,
                  short(site.node),
                  short(site.now)) for number, site in enumerate(sites(ast.parse(source_of(path))))]


def planted(fault: Fault) -> ast.Module:
    """The whole module with this one fault in it."""
    tree = ast.parse(source_of(fault.path))
    site = next(site for number, site in enumerate(sites(tree)) if number == fault.number)
    site.put(ast.copy_location(site.now, site.node))
    return ast.fix_missing_locations(tree)


def short(node: ast.AST) -> str:
    words = " ".join(ast.unparse(node).split())
    return words if len(words) <= 90 else f"{words[:87]}..."


# Where

def sites(tree: ast.Module) -> Iterator[Site]:
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            yield from within(statement, statement.targets[0].id, 0, [])
        elif isinstance(statement, ast.ClassDef):
            for inner in statement.body:
                if isinstance(inner, Function):
                    yield from of_function(inner, f"{statement.name}.{inner.name}")
        elif isinstance(statement, Function):
            yield from of_function(statement, statement.name)


def of_function(function: Function, scope: str) -> Iterator[Site]:
    if function.returns is not None and ast.unparse(function.returns) in {"Text", "Text | None",
                                                                          "Text | str"}:
        return                                              # it only makes a sentence
    first = min([function.lineno, *(one.lineno for one in function.decorator_list)])
    seats = seats_of(function)
    for at, statement in enumerate(function.body):
        yield from changes(statement, put_into(function.body, at), scope, first, seats)


def within(node: ast.AST, scope: str, first: int, seats: list[str]) -> Iterator[Site]:
    """The places below a node, except annotations and sentences."""
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "type_comment", "ctx"}:
            continue
        if isinstance(value, list):
            for at, one in enumerate(value):
                if isinstance(one, ast.AST):
                    yield from changes(one, put_into(value, at), scope, first, seats)
        elif isinstance(value, ast.AST):
            yield from changes(value, put_at(node, name), scope, first, seats)


def changes(node: ast.AST, put: Callable[[ast.AST], None], scope: str, first: int,
            seats: list[str]) -> Iterator[Site]:
    if isinstance(node, ast.Call) and called(node) in SENTENCES:
        return
    for now in variants(node, seats):
        yield Site(scope, first, node, now, put)
    yield from within(node, scope, first, seats)


def put_into(things: list[ast.AST] | list[ast.stmt], at: int) -> Callable[[ast.AST], None]:
    return lambda node: things.__setitem__(at, node)  # type: ignore[call-overload]


def put_at(owner: ast.AST, name: str) -> Callable[[ast.AST], None]:
    return lambda node: setattr(owner, name, node)


def called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def seats_of(function: Function) -> list[str]:
    """Names in this function that hold a seat, to be swapped."""
    arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    found = {one.arg for one in arguments if one.annotation is not None
             and ast.unparse(one.annotation) in SEATS}
    targets = [target for node in ast.walk(function) if isinstance(node, (ast.Assign, ast.For, ast.AsyncFor))
               for target in (node.targets if isinstance(node, ast.Assign) else [node.target])]
    own = {target.id for target in targets if isinstance(target, ast.Name)}
    booked = {node.value.id for node in ast.walk(function) if isinstance(node, ast.Attribute)
              and node.attr in BOOKED and isinstance(node.value, ast.Name)}
    return sorted(found | (own & booked))


# What

def variants(node: ast.AST, seats: list[str]) -> Iterator[ast.AST]:
    """Possible replacements for this node."""
    if isinstance(node, ast.stmt):
        yield from statements(node)
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield ast.Compare(node.left, [FLIPPED[type(node.ops[0])]()], node.comparators)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in OTHER_SUM:
        yield ast.BinOp(node.left, OTHER_SUM[type(node.op)](), node.right)
    elif isinstance(node, ast.Constant):
        yield from constants(node.value)
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in seats:
        yield from (ast.Name(other, ast.Load()) for other in seats if other != node.id)
    elif isinstance(node, ast.Call):
        yield from calls(node)


def constants(value: object) -> Iterator[ast.AST]:
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int):
        yield ast.Constant(value + 1)


def calls(node: ast.Call) -> Iterator[ast.AST]:
    if isinstance(node.func, ast.Name) and node.func.id in OTHER_END:
        yield ast.Call(ast.Name(OTHER_END[node.func.id], ast.Load()), node.args, node.keywords)
    elif called(node) == "next_of" and len(node.args) == 1:
        yield node.args[0]                                  # the seat itself instead of its neighbour


def statements(node: ast.stmt) -> Iterator[ast.AST]:
    if isinstance(node, ast.AugAssign) and type(node.op) in OTHER_SUM:
        yield ast.AugAssign(node.target, OTHER_SUM[type(node.op)](), node.value)
    if isinstance(node, ast.Expr) and isinstance(node.value, (ast.Yield, ast.YieldFrom)):
        yield ast.Expr(ast.YieldFrom(ast.Tuple([], ast.Load())))  # still a generator
    elif droppable(node):
        yield ast.Pass()


def droppable(node: ast.stmt) -> bool:
    if isinstance(node, ast.Expr):
        value = node.value.value if isinstance(node.value, ast.Await) else node.value
        return isinstance(value, ast.Call) and called(value) not in SENTENCES
    if isinstance(node, ast.Assign):
        return not isinstance(node.targets[0], (ast.Name, ast.Tuple))
    return isinstance(node, (ast.AugAssign, ast.Raise, ast.Continue, ast.Break)) or (
        isinstance(node, ast.Return) and node.value is None)
