"""Static checks across a game's files: shared lists, functions that nothing calls, untranslated words."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from inspect import signature
from pathlib import Path

from companion import api
from companion.core.game import HOOKS as FUNCTIONS
from companion.core.kinds import confirm, number, pick, secret
from companion.core.registry import instead_of

Fault = tuple[Path, int, str]
Trees = Mapping[Path, ast.Module]

CHANGING = {"add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove", "reverse",
            "setdefault", "sort", "update", "intersection_update", "difference_update"}
CONTAINERS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
MAKERS = {"list", "dict", "set", "defaultdict", "Counter", "deque", "fromkeys", "Bag", "Deck", "Hand"}
FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
KINDS = [kind for module in (api, confirm, number, pick, secret) for kind in vars(module).values()
         if isinstance(kind, type) and kind.__module__.startswith("companion")]
CALLED_BY_ENGINE = {name for kind in KINDS for name in dir(kind)}
WORDS = re.compile(r"[a-z]{2}")
SPOKEN = {"button", "hint", "in_brief", "kicker", "preview", "sentence", "title", "why"}
"""Methods of a question that return words for the screen."""


def base_of(node: ast.expr) -> str:
    """`Table` of `Table[Player]`, `tell` of `table.tell`."""
    node = node.value if isinstance(node, ast.Subscript) else node
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def is_container(node: ast.expr | None) -> bool:
    """A list, dict or set, which can be changed in place."""
    return isinstance(node, CONTAINERS) or (isinstance(node, ast.Call) and base_of(node.func) in MAKERS)


# Lists, dicts and sets of a module

def shared(trees: Trees) -> Iterator[Fault]:
    """Functions that change a list, dict or set of a module: all plays share it, and undo keeps it."""
    names = {name for tree in trees.values() for name in _module_containers(tree)}
    for path, tree in trees.items():
        for function in ast.walk(tree):
            if isinstance(function, FUNCTION):
                changed = [(line, name) for line, name in _changes(function) if name in names]
                own = _locals(function) if changed else set[str]()
                for line, name in changed:
                    if name not in own:
                        yield path, line, (f"{name} is one for all plays, and undo keeps it: "
                                           "keep it on the table, set in __init__")


def _module_containers(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and is_container(node.value):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (one.id for one in targets if isinstance(one, ast.Name))


def _changes(function: ast.AST) -> Iterator[tuple[int, str]]:
    """Names that are changed in place, and where."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING:
            changed: ast.expr = node.func.value
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, (ast.Store, ast.Del)):
            changed = node.value
        else:
            continue
        while isinstance(changed, ast.Subscript):
            changed = changed.value
        if isinstance(changed, ast.Name):
            yield node.lineno, changed.id


def _locals(function: ast.AST) -> set[str]:
    stored = {node.id for node in ast.walk(function)
              if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return stored | {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}


# Functions and methods that nothing calls

def uncalled(trees: Trees, others: Iterable[ast.Module]) -> Iterator[Fault]:
    """`others`: files of the game that may call them too, such as its screen."""
    used = {name for tree in (*trees.values(), *others) for name in _used(tree)}
    for path, tree in trees.items():
        for function, in_class in _defined(tree):
            name = function.name
            ours = CALLED_BY_ENGINE if in_class else FUNCTIONS
            if name not in used and name not in ours and not name.startswith("__"):
                yield path, function.lineno, f"nothing calls {name}(): {_meant(name, ours)}"


def _used(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.alias):
            yield node.name.rpartition(".")[2]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from re.findall(r"\w+", node.value) if len(node.value) < 80 else ()


def _defined(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, bool]]:
    """Functions of the module and methods of its classes. A decorator may call what it decorates."""
    for node in tree.body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        for one in inside:
            if isinstance(one, FUNCTION) and (not one.decorator_list or _is_property(one)):
                yield one, isinstance(node, ast.ClassDef)


def _is_property(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return [base_of(one) for one in function.decorator_list] == ["property"]


def _meant(name: str, known: Iterable[str]) -> str:
    instead, near = instead_of(name), get_close_matches(name, sorted(known), 1, 0.8)
    if instead:
        return f"write {instead} instead"
    return f"did you mean {near[0]}()?" if near else "call it, or delete it"


# Words that can't be translated

def untranslated(trees: Trees) -> Iterator[Fault]:
    """Plain strings where the app expects a Text: they stay English for everybody."""
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                for part, value in _spoken_parts(node):
                    yield path, value.lineno, (f"{part} of {base_of(node.func)} is a plain str and can't be "
                                               "translated: wrap it in say()")
            elif isinstance(node, ast.ClassDef):
                yield from ((path, line, words) for line, words in _spoken_methods(node))


def _spoken_parts(call: ast.Call) -> Iterator[tuple[str, ast.expr]]:
    wanted = _texts(base_of(call.func))
    given = [*enumerate(call.args), *((one.arg, one.value) for one in call.keywords)]
    for at, value in given:
        if at in wanted and _is_words(value):
            yield wanted[at], value


def _spoken_methods(made: ast.ClassDef) -> Iterator[tuple[int, str]]:
    for method in made.body:
        if isinstance(method, ast.FunctionDef) and method.name in SPOKEN:
            for node in ast.walk(method):
                if isinstance(node, ast.Return) and _is_words(node.value):
                    yield node.lineno, (f"{made.name}.{method.name} returns a plain str, which can't be "
                                        "translated: wrap it in say()")


@cache
def _texts(name: str) -> dict[int | str | None, str]:
    """Parameters of a name of the api that take a `Text`, by position and by name."""
    thing = getattr(api, name, None) if name in api.__all__ and name not in ("Facts", "Text") else None
    found: dict[int | str | None, str] = {}
    for at, one in enumerate(signature(thing).parameters.values() if callable(thing) else ()):
        kinds = re.sub(r"<class '|'>|companion\.core\.text\.", "", str(one.annotation)).split(" | ")
        if "Text" in kinds:
            found[at] = found[one.name] = one.name
    return found


def _is_words(node: ast.expr | None) -> bool:
    if isinstance(node, ast.JoinedStr):
        return any(_is_words(part) for part in node.values)
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(WORDS.search(node.value))
