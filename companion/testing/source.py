"""Static checks of a game's source, for what plays can't show.

An await inside an expression hides a copy; a loop over a list goes stale while the table is asked; an
`except` round an await swallows what must pass; clocks, randomness and files break replays.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from companion.core import kinds
from companion.core.boxes import Boxes
from companion.core.fields import Field
from companion.core.game import Game
from companion.core.questions import Question
from companion.testing.driving import AnyGame, Findings, a_check, source_folder
from companion.testing.names import base_of, is_container, shared, uncalled, untranslated

WHY = {
    "ask a Dice, Draw or Deal question": ("random", "secrets", "uuid"),
    "rules can't use a clock": ("time", "datetime", "calendar"),
    "the engine runs the script": ("asyncio", "threading", "concurrent", "multiprocessing"),
    "rules can't use files": ("os", "io", "pathlib", "shutil", "tempfile", "sqlite3", "socket", "urllib",
                              "subprocess"),
    "rules can't use the screen": ("kivy", "kivymd", "plyer", "companion.ui"),
    "rules can't use the app's services": ("companion.services",),
}
FORBIDDEN = {module: why for why, modules in WHY.items() for module in modules}
FORBIDDEN_CALLS = {"open": "rules can't use files", "print": "use table.tell", "input": "ask the table",
                   "hash": "differs between processes", "id": "differs between processes",
                   "exec": "not in rules", "eval": "not in rules"}
LIVE, ASKING = ("left_of", "each"), ("ask", "one_of", "all_of")
COLLECTING = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
SAYING = ("say", "count", "said", "tell")
TABLES_OWN = {"ahead", "arriving", "exits", "listed", "moved", "now", "opened", "seats", "setup", "told"}
"""Attributes that the engine keeps on every table."""
HOOKS = {name for kind in (Game, Boxes, Question, Field, *vars(kinds).values()) for name in dir(kind)}
SCREEN = "screen"  # the folder of a game's widgets, which may import Kivy


@a_check
def check_source(game: AnyGame, found: Findings) -> None:
    """Check awaits, loops, try, imports and names in every module of the game except its screens."""
    found.every_place = True
    home = source_folder(game)
    trees = {path: _parsed(path) for path in rule_files(game)}
    own = {node.name for tree in trees.values() for node in ast.walk(tree)
           if isinstance(node, ast.ClassDef) and "Unwind" in map(base_of, node.bases)}
    unwinds = {"Unwind", "BaseException"} | own
    for path, tree in trees.items():
        classes = {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
        walk = _Walk(tree, unwinds, holds_the_game=type(game).__name__ in classes)
        for line, sentence in sorted({*walk.faults(), *walk.unawaited()}):
            found.add(f"{path.relative_to(home).as_posix()}:{line}", sentence)
    screens = [_parsed(path) for path in sorted(home.rglob("*.py")) if path not in trees]
    for path, line, sentence in (*shared(trees), *uncalled(trees, screens), *untranslated(trees)):
        found.add(f"{path.relative_to(home).as_posix()}:{line}", sentence)


def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def rule_files(game: AnyGame) -> list[Path]:
    home = source_folder(game)
    files = sorted(home.rglob("*.py"))
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    widgets = {name.split(".")[-1] for name in re.findall(r"[\"']([\w.]+):[A-Z]\w*[\"']", text)}
    return [path for path in files if not _is_screen(path.relative_to(home), widgets)]


def _is_screen(path: Path, widgets: set[str]) -> bool:
    parts = [*path.parts[:-1], path.stem]
    return any(part in {SCREEN, "ui", "tests", "__pycache__"} or part in widgets for part in parts)


class _Walk:
    def __init__(self, tree: ast.Module, unwinds: set[str], *, holds_the_game: bool) -> None:
        self.tree, self.unwinds = tree, unwinds
        self.scripts = {node.name for node in tree.body if isinstance(node, ast.AsyncFunctionDef)}
        self.allowed = {"pathlib"} if holds_the_game else set[str]()  # a game locates its rules.md

    def faults(self) -> Iterator[tuple[int, str]]:
        for node in ast.walk(self.tree):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                yield from self.imports(node)
            elif isinstance(node, ast.ClassDef):
                yield from self.shared(node)
                if any(base_of(base) == "Table" for base in node.bases):
                    yield from self.names(node)
            elif isinstance(node, ast.Call) and node.args and base_of(node.func) in SAYING:
                yield from self.words(node)
            elif (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
                    and node.func.id in FORBIDDEN_CALLS):
                yield node.lineno, f"{node.func.id}() in the rules: {FORBIDDEN_CALLS[node.func.id]}"
            elif isinstance(node, ast.Global):
                yield node.lineno, f"global {', '.join(node.names)}: keep it on the table"
            elif isinstance(node, ast.Try):
                yield from self.handlers(node)
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                for default in (*node.args.defaults, *node.args.kw_defaults):
                    if is_container(default):
                        yield node.lineno, (f"{node.name}: all calls share this default: make it None, and a "
                                            "new list, dict or set inside")
            if isinstance(node, ast.AsyncFunctionDef):
                yield from self.script(node)

    def shared(self, made: ast.ClassDef) -> Iterator[tuple[int, str]]:
        """Constants (UPPER) and what the contract itself has are no state."""
        for node in made.body:
            if not isinstance(node, (ast.Assign, ast.AnnAssign)) or not is_container(node.value):
                continue
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for name in (one.id for one in targets if isinstance(one, ast.Name)):
                if not name.isupper() and name not in HOOKS:
                    yield node.lineno, (f"{made.name}.{name} is one for all players and plays, and undo "
                                        "keeps it: set self." + name + " in __init__")

    def names(self, table: ast.ClassDef) -> Iterator[tuple[int, str]]:
        """`seats` is set by `super().__init__`."""
        for node in ast.walk(table):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                name = node.attr
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                name = node.name
            else:
                continue
            if name in TABLES_OWN:
                yield node.lineno, (f"{name} is an attribute of Table that the engine uses: "
                                    "choose another name")

    def words(self, call: ast.Call) -> Iterator[tuple[int, str]]:
        first, name = call.args[0], base_of(call.func)
        if isinstance(first, ast.JoinedStr):
            yield call.lineno, (f"{name}(f\"...\") can't be translated: "
                                "name the parts, say(\"{name} ...\", name=...)")
        elif name == "tell" and isinstance(first, ast.Constant):
            yield call.lineno, "tell() of a plain str can't be translated: wrap it in say()"

    def imports(self, node: ast.Import | ast.ImportFrom) -> Iterator[tuple[int, str]]:
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
        for name in names:
            for module, why in FORBIDDEN.items():
                if module not in self.allowed and (name == module or name.startswith(f"{module}.")):
                    yield node.lineno, f"imports {name}: {why}"

    def handlers(self, node: ast.Try) -> Iterator[tuple[int, str]]:
        for handler in node.handlers:
            nodes = ast.walk(handler.type) if handler.type else ()
            names = {one.id for one in nodes if isinstance(one, ast.Name)}
            if handler.type is None or names & self.unwinds:
                yield handler.lineno, "an except that catches an Unwind: catch it with table.until"

    def unawaited(self) -> Iterator[tuple[int, str]]:
        """Questions and parts of the script that never run."""
        for node in ast.walk(self.tree):
            call = node.value if isinstance(node, (ast.Expr, ast.Assign)) else None
            if isinstance(call, ast.Call):
                name = base_of(call.func)
                of_table = isinstance(call.func, ast.Attribute) and base_of(call.func.value) == "table"
                of_script = isinstance(call.func, ast.Name) and name in self.scripts
                if of_script or (of_table and name in ASKING):
                    yield call.lineno, (f"{name}() without await never runs: "
                                        "write await before it, in an async def")

    def script(self, function: ast.AsyncFunctionDef) -> Iterator[tuple[int, str]]:
        name = function.name
        for node in _own(function):
            if isinstance(node, (ast.AsyncFor, ast.AsyncWith)):
                yield node.lineno, f"{name}: async for and async with are for asyncio, not for scripts"
            elif isinstance(node, (ast.Yield, ast.YieldFrom)):
                yield node.lineno, f"{name}: a script asks with table.ask; it can't yield"
            elif isinstance(node, ast.Try) and _awaits(node):
                yield node.lineno, (f"{name}: try around an await: "
                                    "leave early with an Unwind, clean up with during")
            elif (isinstance(node, ast.For) and any(_awaits(one) for one in node.body)
                    and not _is_live(node.iter)):
                yield node.lineno, (f"{name}: loop over left_of or each around an await: "
                                    "a list may be out of date")
            elif isinstance(node, COLLECTING) and _awaits(node):
                yield node.lineno, f"{name}: await inside a comprehension: use a loop over left_of or each"
            if isinstance(node, ast.stmt):
                yield from _hidden_awaits(node, name)
        yield from _written_back(function)


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """Everything in a function, except nested functions."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            yield from _own(child)


def _awaits(node: ast.AST) -> bool:
    return isinstance(node, ast.Await) or any(isinstance(one, ast.Await) for one in _own(node))


def _is_live(iterable: ast.expr) -> bool:
    """`left_of`, `each`, or a fixed number of times."""
    if not isinstance(iterable, ast.Call):
        return False
    if base_of(iterable.func) == "range":
        return all(map(_is_fixed, iterable.args))
    return isinstance(iterable.func, ast.Attribute) and iterable.func.attr in LIVE


def _is_fixed(number: ast.expr) -> bool:
    return isinstance(number, ast.Constant) or (isinstance(number, ast.Name) and number.id.isupper())


def _hidden_awaits(statement: ast.stmt, name: str) -> Iterator[tuple[int, str]]:
    """Awaits that are not first in their statement: Python has read other values before them."""
    first: set[ast.Await] = set()
    everything: list[ast.Await] = []
    for part in ast.iter_child_nodes(statement):
        if isinstance(part, ast.expr):
            everything += [one for one in [part, *_own(part)] if isinstance(one, ast.Await)]
            if not isinstance(statement, ast.AugAssign):
                first |= set(_first(part))
        elif isinstance(part, ast.withitem) and _awaits(part):
            everything += [one for one in _own(part) if isinstance(one, ast.Await)]
    for one in everything:
        if one not in first:
            yield one.lineno, (f"{name}: put await first in its statement: "
                               "a value read before it may be out of date")


def _written_back(function: ast.AsyncFunctionDef) -> Iterator[tuple[int, str]]:
    """Attributes that are copied into a local before an await and set from it afterwards."""
    awaits = [node.lineno for node in _own(function) if isinstance(node, ast.Await)]
    copies: dict[str, tuple[frozenset[str], int]] = {}
    writing = (one for one in _own(function) if isinstance(one, WRITING))
    for node in sorted(writing, key=lambda one: one.lineno):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target, value in _pairs(targets[0], node.value):
            if isinstance(target, ast.Name) and not isinstance(node, ast.AugAssign):
                copies[target.id] = frozenset(_read(value)), node.lineno
            written = _written(target)
            for used in set(_counted(value)) & copies.keys():
                attributes, line = copies[used]
                if written in attributes and any(line < at <= node.lineno for at in awaits):
                    yield node.lineno, (f"{function.name}: {used} was copied before an await: "
                                        f"read the table again, or write {written} += what was gained")


WRITING = (ast.Assign, ast.AnnAssign, ast.AugAssign)


def _pairs(target: ast.expr, value: ast.expr | None) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Each target with its own value: `a, b = 1, 2` are two."""
    several = (ast.Tuple, ast.List)
    if isinstance(target, several) and isinstance(value, several) and len(target.elts) == len(value.elts):
        for one, other in zip(target.elts, value.elts, strict=True):
            yield from _pairs(one, other)
    elif value is not None:
        yield target, value


def _read(value: ast.expr) -> Iterator[str]:
    """Attributes whose values a copy holds: alone, in a sum, of several seats, or after `int` or `max`."""
    if isinstance(value, ast.Attribute):
        yield value.attr
        return
    parts: list[ast.expr] = []
    match value:
        case ast.BinOp(left, _, right):
            parts = [left, right]
        case ast.IfExp(_, body, orelse):
            parts = [body, orelse]
        case ast.Subscript(inner) | ast.DictComp(value=inner) | ast.ListComp(inner) | ast.UnaryOp(_, inner):
            parts = [inner]
        case ast.Call(ast.Name(name), args) if name in PLAIN_CALLS:
            parts = args
    for part in parts:
        yield from _read(part)


PLAIN_CALLS = ("int", "max", "min", "abs", "sum", "list", "dict", "tuple")


def _written(target: ast.expr) -> str:
    """`points` of `seat.points`, and `prices` of `table.prices["salt"]`."""
    while isinstance(target, ast.Subscript):
        target = target.value
    return target.attr if isinstance(target, ast.Attribute) else ""


def _counted(node: ast.expr) -> Iterator[str]:
    """Names in a sum or alone; what is passed to other functions may be a seat, which is no copy."""
    match node:
        case ast.Name(name):
            yield name
        case ast.BinOp(left, _, right):
            yield from (*_counted(left), *_counted(right))
        case ast.Subscript(inner) | ast.UnaryOp(_, inner):
            yield from _counted(inner)
        case ast.Call(ast.Name(name), args) if name in PLAIN_CALLS:
            for one in args:
                yield from _counted(one)


def _first(node: ast.expr) -> Iterator[ast.Await]:
    """The awaits of an expression before which nothing else is read."""
    parts: list[ast.expr] = []
    match node:
        case ast.Await(value):
            yield node
            parts = [value]
        case ast.BoolOp(values=values):  # the operands before `or` are already used up
            parts = values
        case ast.IfExp(test, body, orelse):
            parts = [test, body, orelse]
        case ast.Call(ast.Name(), [first, *_]):  # sum(await ...): a function is not a copy
            parts = [first]
        case ast.Tuple([first, *_]) | ast.List([first, *_]) | ast.Call(first) | ast.UnaryOp(operand=first) \
                | ast.Compare(first) | ast.BinOp(first) | ast.Attribute(first) | ast.Subscript(first) \
                | ast.NamedExpr(value=first) | ast.Starred(first):
            parts = [first]
    for part in parts:
        yield from _first(part)


_ID = re.compile(r"\b[A-Z]+-[A-Z]*\d+\b")


@a_check
def check_rules_tested(game: AnyGame, found: Findings, tests: Path) -> None:
    """Marks and tables of the tests in that folder name every rule of rules.md, and no unknown one."""
    found.every_place = True
    found_in = {name: place for place, name in named_in_tests(tests)}
    prefixes = {rule.id.partition("-")[0] for rule in game.rulebook()}
    for rule in game.rulebook():
        if rule.id not in found_in:
            found.add("rules.md", f"no test names {rule.id} ({rule.title})")
    for name, place in found_in.items():
        if name.partition("-")[0] in prefixes and name not in game.rulebook():
            found.add(place, f"a test names {name}, which is not in rules.md")


def named_in_tests(folder: Path) -> Iterator[tuple[str, str]]:
    """(file:line, rule) for every rule in a mark or parameter of a test, or in a table of cases beside it."""
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for part in _naming(node):
                for one in ast.walk(part):
                    if not isinstance(one, ast.Constant) or not isinstance(one.value, str):
                        continue
                    if _ID.fullmatch(one.value):
                        yield f"{path.name}:{one.lineno}", one.value


def _naming(node: ast.AST) -> list[ast.expr]:
    """The decorators of a test or a class of tests, or the value of a table."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return node.decorator_list if node.name.lower().startswith("test") else []
    if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.col_offset == 0 and node.value is not None:
        return [node.value]
    return []
