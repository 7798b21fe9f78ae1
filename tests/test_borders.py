"""The layers: core knows nobody, a game knows only core and itself, services know core, screens and the page
no game. Also what a game's board, box and rules may import, how large a folder may be, and no circular
imports.
"""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.core.registry import BUILT_IN, find_games
from companion.services.packs.page_art import END, FILE, GROUND, symbols
from companion.testing.driving import Findings, steps

ROOT = Path(__file__).resolve().parent.parent
COMPANION = ROOT / "companion"
WINDOW = ("kivy", "kivymd", "plyer", "jnius")
GAMES = sorted(one.name for one in (COMPANION / "games").iterdir() if (one / "__init__.py").exists())


def sources(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def parsed(path: Path) -> ast.Module:
    """Not cached: a million syntax nodes would slow down every garbage collection."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path, *, everywhere: bool = True) -> frozenset[str]:
    """Every module that is imported, also inside functions unless only the top of the file counts."""
    always, _, late = read(path)
    return always | late if everywhere else always


@cache
def read(path: Path) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """What is imported when the module is, what of all imports runs at all, and what comes inside functions
    or for a type checker alone."""
    own = module_of(path).split(".")
    found: dict[tuple[bool, bool], set[str]] = {}
    for node, top, runs in statements(parsed(path)):
        found.setdefault((top, runs), set()).update(named(node, own, path))
    at_top = found.get((True, True), set())
    inside = found.get((False, True), set())
    typing = found.get((True, False), set()) | found.get((False, False), set())
    return frozenset(at_top), frozenset(at_top | inside), frozenset(inside | typing)


def statements(tree: ast.Module) -> Iterator[tuple[ast.AST, bool, bool]]:
    """Each statement, whether it runs when the module is imported, and whether it runs at all.

    Only a type checker reads the inside of `if TYPE_CHECKING`. Expressions hold no import and are left out."""
    todo: list[tuple[ast.AST, bool, bool]] = [(tree, True, True)]
    while todo:
        node, top, runs = todo.pop()
        yield node, top, runs
        top = top and not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        runs = runs and not (isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"))
        todo.extend((inner, top, runs) for part in ("body", "orelse", "finalbody", "handlers", "cases")
                    for inner in getattr(node, part, ()))


def named(node: ast.AST, own: list[str], path: Path) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        package = own if path.name == "__init__.py" else own[:-1]
        base = package[:len(package) - node.level + 1] if node.level else []
        home = ".".join([*base, node.module] if node.module else base)
        yield from (f"{home}.{alias.name}" for alias in node.names)


def within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def is_screen(path: Path, home: Path) -> bool:
    """A game's folder `screen` holds its stage, editor and panels: Kivy widgets."""
    return path.relative_to(home).parts[0] == "screen"


def strangers(path: Path, *allowed: str, everywhere: bool = True) -> list[str]:
    """Imports from the app or from a window library that this file may not have."""
    found = imports(path, everywhere=everywhere)
    return sorted(name for name in found if within(name, "companion", "tests", "tools", *WINDOW)
                  and not within(name, *allowed))


@pytest.mark.parametrize("path", sources(COMPANION / "core"), ids=module_of)
def test_core_knows_nobody(path: Path) -> None:
    assert strangers(path, "companion.core", "companion.__version__") == []


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_a_game_know_only_core_and_themselves(game: str) -> None:
    home = COMPANION / "games" / game
    found = {module_of(path): strangers(path, "companion.core", f"companion.games.{game}")
             for path in sources(home) if not is_screen(path, home)}
    assert found and {module: names for module, names in found.items() if names} == {}


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_a_game_use_no_screen_of_their_own(game: str) -> None:
    """A stage is named as text, `module:Widget`, so that the rules work where there is no window."""
    home = COMPANION / "games" / game
    screens = [module_of(path) for path in sources(home) if is_screen(path, home)]
    used = {(module_of(path), name) for path in sources(home) if not is_screen(path, home)
            for name in imports(path) if within(name, *screens)}
    assert used == set()


@pytest.mark.parametrize("path", sources(COMPANION / "services"), ids=module_of)
def test_services_know_core_and_import_no_window_before_it_is_needed(path: Path) -> None:
    assert strangers(path, "companion.core", "companion.services", "companion.__version__", everywhere=False) == []
    inside = strangers(path, "companion.core", "companion.services", "companion.__version__", *WINDOW)
    assert inside == [], "not even inside a function"


@pytest.mark.parametrize("path", [COMPANION / "cli.py", COMPANION / "report.py", COMPANION / "simulate.py",
                                  *sources(COMPANION / "testing")],
                         ids=module_of)
def test_verbs_and_kit_need_no_window_and_no_game(path: Path) -> None:
    assert strangers(path, "companion.api", "companion.core", "companion.report", "companion.scaffold",
                     "companion.services", "companion.simulate", "companion.testing",
                     "companion.__version__") == []


@pytest.mark.parametrize("path", sources(COMPANION / "ui"), ids=module_of)
def test_screens_know_no_game(path: Path) -> None:
    assert [name for name in imports(path) if within(name, "companion.games")] == []


@pytest.mark.slow
def test_every_rule_can_be_imported_where_there_is_no_kivy() -> None:
    modules = sorted({module_of(path) for game in GAMES for path in sources(COMPANION / "games" / game)
                      if not is_screen(path, COMPANION / "games" / game)})
    code = ("import importlib, sys\n"
            f"for name in {WINDOW!r}: sys.modules[name] = None\n"  # any import of it raises
            f"for name in {modules!r}: importlib.import_module(name)\n"
            "from companion.services.ports import machine\n"
            "import companion.cli, companion.services.library\n"
            "print('done')")
    words = [sys.executable, "-c", code]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, encoding="locale", timeout=120, check=False)
    assert ran.stdout == "done\n", ran.stderr


@pytest.mark.slow
@pytest.mark.thorough
def test_what_runs_on_the_newest_python_is_tested_where_there_is_no_kivy() -> None:
    """Kivy has no builds for it: the job `newest` in proof.yml."""
    code = ("import sys, pytest\n"
            f"for name in {WINDOW!r}: sys.modules[name] = None\n"
            "words = ['--collect-only', '-qq', '-p', 'no:cacheprovider']\n"
            "sys.exit(pytest.main([*words, 'tests/core', 'tests/services', 'tests/test_cli.py']))")
    words = [sys.executable, "-c", code]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, encoding="locale", timeout=240, check=False)
    assert ran.returncode == 0, ran.stdout[-2000:]


# The page

PAGE = COMPANION / "page"
PAGE_FILES = sorted(path for path in PAGE.rglob("*") if path.suffix in (".js", ".css", ".html"))
COMMENT = re.compile(r"/\*.*?\*/|^\s*//.*?$|\s//\s.*?$|<!--.*?-->", re.DOTALL | re.MULTILINE)
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"|' + r"'((?:[^'\\\n]|\\.)*)'|`([^`]*)`")
REGEX = re.compile(r"[(=,!&|:]\s*/([^/\n*][^/\n]*)/")
SELECTOR = re.compile(r"[.#]([A-Za-z][\w-]*)")
COMPARED = re.compile(r"(?:[!=]==\s*|case\s+|includes\()[\"']([\w ]+)[\"']")
ORDINARY = {"bookmark": "an icon", "middle": "an anchor of SVG text",
            "picture": "a field of boards, faces and cards",
            "print": "a secret answer in the dark room", "token": "what an answer and a phone are known by",
            "told": "the words beside the board on a TV"}
"""Words that the page uses in another sense; it may not compare anything with them."""


def test_no_file_of_the_page_is_named_after_a_game() -> None:
    """Their pictures are in the games' folders; the server and `make web` take them from there."""
    files = [path for path in PAGE.rglob("*") if path.is_file()]
    words = {word for path in files for word in re.split(r"[^a-z_]+", path.relative_to(PAGE).as_posix())}
    assert {"host", "page", "css"} <= words and words & set(GAMES) == set()


@cache
def spellings() -> frozenset[str]:
    """How games spell themselves, their pictures, spots and pieces, without the numbers that end keys."""
    games = find_games().games.values()
    found = {word for game in games for word in (game.facts.id, str(game.facts.title))}
    for game in games:
        if (game.home / FILE).is_file():
            found |= symbols((game.home / FILE).read_bytes()) - {GROUND, END}
        for play in steps(game, 0, Findings("spellings"), limit=200):
            board = play.board() if play.position() % 20 == 0 else None
            if board is not None:
                found |= {re.match(r"[a-z_]*", one.key)[0] for one in (*board.spots, *board.pieces)}
    return frozenset(word for word in found if len(word) > 1)


def spelled_in(path: Path) -> set[str]:
    """Each word of a string or pattern, and each selector."""
    text = COMMENT.sub("", path.read_text(encoding="utf-8"))
    if path.suffix == ".css":
        return set(SELECTOR.findall(text))
    literals = ["".join(one) for one in LITERAL.findall(text)]
    words = {word for one in literals for word in (one, *one.split())}
    return words | {word for one in REGEX.findall(text) for word in re.findall(r"[a-z_]+", one)}


@pytest.mark.parametrize("path", PAGE_FILES, ids=lambda path: path.relative_to(PAGE).as_posix())
def test_the_page_knows_no_game(path: Path) -> None:
    """What it needs to draw a board is in the `Map`, and in the game's `page.svg`."""
    assert spelled_in(path) & spellings() - ORDINARY.keys() == set()
    compared = set(COMPARED.findall(COMMENT.sub("", path.read_text(encoding="utf-8"))))
    assert compared & spellings() == set()


def test_a_spelling_of_a_game_in_the_page_is_found(tmp_path: Path) -> None:
    assert {"windward", "Winter Tales", "ship", "vote", "middle", "terrain_corner"} <= spellings()
    script, style = tmp_path / "a.js", tmp_path / "a.css"
    script.write_text('// "ship"\nif (/^vote/.test(key)) draw("board-art mill", `tower`); /* \'told\' */',
                      encoding="utf-8")
    style.write_text("/* .ship */ .mill ~ .zoom, #flag { stroke: none }", encoding="utf-8")
    assert {"vote", "mill", "tower"} <= spelled_in(script) and not {"ship", "told"} & spelled_in(script)
    assert spelled_in(style) == {"mill", "zoom", "flag"}


# Rooms

MOST_MODULES, MOST_LINES = 20, 700


def test_no_folder_has_more_modules_than_one_can_look_over() -> None:
    number = Counter(path.parent for path in sources(COMPANION) if path.name != "__init__.py")
    names = {folder.relative_to(ROOT).as_posix(): many for folder, many in number.items()}
    assert {name: many for name, many in names.items() if many > MOST_MODULES} == {}


def test_no_module_is_too_long() -> None:
    lines = {module_of(path): path.read_text(encoding="utf-8").count("\n") for path in sources(COMPANION)}
    assert {module: many for module, many in lines.items() if many > MOST_LINES} == {}


ELSE = re.compile(r"\belse\b(?!\s*:)")
"""Of a conditional expression: after that of a statement comes a colon."""


def tangled(text: str) -> list[int]:
    """Lines on which a conditional expression has another one anywhere inside it."""
    if len(ELSE.findall(text)) < 2:
        return []
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.IfExp)]
    return sorted({outer.lineno for outer in found for inner in ast.walk(outer)
                   if isinstance(inner, ast.IfExp) and inner is not outer})


@pytest.mark.parametrize("folder", ["companion", "tools", "tests", "examples"])
@pytest.mark.slow
def test_no_conditional_inside_a_conditional(folder: str) -> None:
    """Use an `if`, a table or a named step instead."""
    paths = [path for path in sources(ROOT / folder) if "node_modules" not in path.parts]
    found = {module_of(path): tangled(path.read_text(encoding="utf-8")) for path in paths}
    assert {module: lines for module, lines in found.items() if lines} == {}


def test_a_tangled_conditional_is_found() -> None:
    plain = "a = 1 if b else 2\nc = [3 if d else 4, 5 if e else 6]\n"
    chained = "f = 1 if g else 2 if h else 3\n"
    hidden = "i = [1 if j else 2 for j in k] if k else []\n"
    asking = "l = 1 if (m if n else o) else 2\n"
    assert tangled(plain + chained + hidden + asking) == [3, 4, 5]


# The tests

PRIVATE = re.compile("_[a-z]")
PUBLIC = {"_replace", "_asdict", "_fields", "_exit"}
"""Public names of named tuples and `os`, in spite of their underscore."""
FOREIGN = {"_cached_lines", "_instances", "_last_tick", "_loop", "_max_fps",
           "_set_running_loop", "_sock", "_stop", "_widgets"}
"""Of Kivy, Playwright and asyncio, which offer nothing else for it."""
BY_NAME = {"delattr", "getattr", "hasattr", "object", "setattr"}
"""Calls, also of `monkeypatch` and `patch`, whose second argument names an attribute."""
PLANTED = {"_feed_again", "_only_corrections"}
"""Replaced by a fault that the kit must find."""


PERHAPS_PRIVATE = re.compile(r"""[.'"]\s*_[a-z]""")
"""An underscore after a dot or a quote: only such files need to be parsed."""


def private_names(text: str) -> list[tuple[int, str]]:
    """Private attributes that a test reads, sets or patches, unless they are its own, and their lines."""
    if not PERHAPS_PRIVATE.search(text):
        return []
    found = [(node.lineno, name) for node in ast.walk(ast.parse(text)) for name in attributes_of_others(node)]
    allowed = PUBLIC | FOREIGN
    return sorted((line, name) for line, name in found if PRIVATE.match(name) and name not in allowed)


def attributes_of_others(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Attribute):
        if not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")):
            yield node.attr
    elif isinstance(node, ast.Call) and last_name(node.func) in BY_NAME:
        constants = (one.value for one in node.args[1:2] if isinstance(one, ast.Constant))
        yield from (value for value in constants if isinstance(value, str))


@pytest.mark.slow
def test_no_test_uses_what_is_private_to_a_class() -> None:
    """Test what people see, or give the class a public name for it."""
    found = [f"{path.relative_to(ROOT)}:{line} {name}" for path in sources(ROOT / "tests")
             for line, name in private_names(path.read_text(encoding="utf-8")) if name not in PLANTED]
    assert found == []


def test_a_private_name_in_a_test_is_found() -> None:
    own = "self._kept = cls._made\nrow._replace(at=1)\none.__dict__\nsetattr(one, 'shown', 2)\n"
    read = "a = page._shown\n"
    patched = "monkeypatch.setattr(page, '_shown', 1)\nwith patch.object(Page, '_draw'): pass\n"
    assert private_names(own + read + patched) == [(5, "_shown"), (6, "_shown"), (7, "_draw")]


def outside(game: str, room: str, *allowed: str) -> set[tuple[str, str]]:
    """What the modules of a folder import from folders of their game that it may not know."""
    home = COMPANION / "games" / game
    rooms = [f"companion.games.{game}.{name}" for name in allowed]
    return {(module_of(path), name) for path in sources(home / room) for name in imports(path)
            if within(name, f"companion.games.{game}") and not within(name, *rooms)}


@pytest.mark.parametrize("game", GAMES)
def test_the_board_of_a_game_knows_only_itself_and_its_box_only_the_board(game: str) -> None:
    assert outside(game, "board", "board") == set()
    assert outside(game, "box", "box", "board") == set()


def inner_imports(paths: list[Path]) -> dict[str, set[str]]:
    """Which of these modules each one imports, also inside functions, but not for type checking alone."""
    known = {module_of(path) for path in paths}
    return {module_of(path): {home for name in read(path)[1] for home in [home_of(name, known)]
                              if home and home != module_of(path)} for path in paths}


def home_of(name: str, known: set[str]) -> str:
    """The module in which an imported name stands."""
    while name and name not in known:
        name = name.rpartition(".")[0]
    return name


def reached(arrows: dict[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    todo = [start]
    while todo:
        new = arrows[todo.pop()] - found
        found |= new
        todo.extend(new)
    return found


def circles(arrows: dict[str, set[str]]) -> dict[str, set[str]]:
    """Modules that come back to themselves, and over which of their imports."""
    far = {module: reached(arrows, module) for module in arrows}
    return {module: {used for used in arrows[module] if module in far[used]}
            for module in arrows if module in far[module]}


@pytest.mark.slow
def test_no_circle_of_imports() -> None:
    assert circles(inner_imports(sources(COMPANION))) == {}


# The page's scripts and styles

FROM = re.compile(r"""^(?:import|export)\b[^;"]*?"(\.[^"]+)";""", re.MULTILINE)
LATER = re.compile(r"""\bimport\("(\.[^"]+)\"""")


def scripts(folder: Path, *, late: bool) -> dict[str, set[str]]:
    """Which scripts each one imports; with `late`, also those that it loads when they are wanted."""
    found = dict[str, set[str]]()
    for path in sorted(folder.rglob("*.js")):
        text = path.read_text(encoding="utf-8")
        code = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)  # types are no imports
        names = FROM.findall(code) + (LATER.findall(code) if late else [])
        found[path.relative_to(folder).as_posix()] = {
            (path.parent / name).resolve().relative_to(folder).as_posix() for name in names}
    return found


def test_no_line_of_a_style_sheet_is_too_wide() -> None:
    """As ruff and ESLint check it for code."""
    wide = {path.name: [at for at, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
                        if len(line) > 110] for path in PAGE_FILES if path.suffix == ".css"}
    assert len(wide) >= 3 and not any(wide.values()), wide


def test_no_circle_in_the_pages_scripts() -> None:
    arrows = scripts(PAGE, late=True)
    made = {name for used in arrows.values() for name in used} - set(arrows)  # by make web
    arrows |= {name: set() for name in made}
    assert sum(map(len, arrows.values())) > 60
    assert circles(arrows) == {}


def test_guests_load_nothing_that_only_a_host_needs() -> None:
    found = reached(scripts(PAGE, late=False), "guest/page.js")
    assert {name.partition("/")[0] for name in found} == {"guest"}
    late = {name: {used for used in both if not used.startswith("guest/")}
            for name, both in scripts(PAGE, late=True).items() if name.startswith("guest/")}
    assert {name: used for name, used in late.items() if used} == {"guest/page.js": {"host/host.js"}}


def both_ways(arrows: dict[str, set[str]]) -> set[tuple[str, str]]:
    """Folders of one parent, or a folder and a module beside it, that import each other."""
    between = {pair for module, used in arrows.items() for other in used for pair in [siblings(module, other)] if pair}
    return {(a, b) for a, b in between if a < b and (b, a) in between}


def siblings(module: str, other: str) -> tuple[str, str] | None:
    """The two neighbours that these modules belong to, or None if one of them is the other's parent."""
    ours, theirs = module.split("."), other.split(".")
    shared = next((at for at, (one, two) in enumerate(zip(ours, theirs, strict=False)) if one != two), None)
    return None if shared is None else (".".join(ours[:shared + 1]), ".".join(theirs[:shared + 1]))


def test_folders_import_each_other_in_one_direction_only() -> None:
    assert both_ways(inner_imports(sources(COMPANION))) == set()


def half_classes(texts: list[str]) -> set[str]:
    """Classes with exactly one subclass that are never instantiated: one class cut in two."""
    bases = [(node.name, {last_name(base) for base in node.bases}) for text in texts
             for node, *_ in statements(ast.parse(text)) if isinstance(node, ast.ClassDef)]
    children = Counter(name for _, names in bases for name in names)
    single = {name for name, _ in bases if children[name] == 1}
    naming = (ast.parse(text) for text in texts if single & set(re.findall(r"\w+", text)))
    return single - {name for tree in naming for node in ast.walk(tree) for name in used_by(node)}


def used_by(node: ast.AST) -> Iterator[str]:
    """Class names that a node calls, puts into a table, marks with `draft_of` or spells as `module:Class`."""
    if isinstance(node, ast.Call):
        yield last_name(node.func)
    elif isinstance(node, ast.Dict):
        yield from (last_name(value) for value in node.values)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value.rpartition(":")[2]
    elif isinstance(node, ast.ClassDef):  # a draft, which its question creates
        yield from (node.name for one in node.decorator_list
                    if isinstance(one, ast.Call) and last_name(one.func) == "draft_of")


def last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Subscript):
        return last_name(node.value)
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


# Kinds of question that a plugin may use as they are.
FOR_PLUGINS = {"Packing", "SecretNumber", "SecretSeat"}


@pytest.mark.thorough
@pytest.mark.slow
def test_no_class_is_cut_in_half() -> None:
    found = half_classes([path.read_text(encoding="utf-8") for folder in (COMPANION, ROOT / "examples")
                          for path in sources(folder)])
    assert found - FOR_PLUGINS == set()


def test_the_five_are_here() -> None:
    assert set(BUILT_IN) <= set(GAMES)


def test_a_planted_fault_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    bad = tmp_path / "companion" / "core" / "bad.py"
    bad.parent.mkdir(parents=True)
    bad.write_text("from ..ui import app\nimport companion.games.windmill as w\n"
                   "def late() -> None:\n    from kivy.app import App\n", encoding="utf-8")
    assert strangers(bad, "companion.core") == ["companion.games.windmill", "companion.ui.app", "kivy.app.App"]
    assert strangers(bad, "companion.core", everywhere=False) == ["companion.games.windmill", "companion.ui.app"]
