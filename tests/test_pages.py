"""The pages for people who write code name only what is there: classes, functions, files, folders, commands."""

import ast
import builtins
import keyword
import re
import shlex
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.cli import _grammar
from tests.sentences import templates

pytestmark = pytest.mark.slow
HOME = Path(__file__).resolve().parent.parent
PAGES = ("CONTRIBUTING.md", "docs/architecture.md", "docs/adding-a-game.md", "docs/game-reference.md")
CODE = ("companion", "tools", "examples", "tests/toys")

QUOTED = re.compile(r"`([^`]+)`")
LABEL = re.compile(r"(?<!\*)\*([^*]+)\*(?!\*)")
BLOCK = re.compile(r"(?ms)^ *(````?)\w*\n.*?^ *\1$")
FILE = re.compile(r"[\w./<>-]+(?:/|\.(?:py|md|toml|spec|png|js|ts))|[a-z_]+(?:/[a-z_<>-]+)+")
PROSE = re.compile(r'"""[\s\S]*?"""|#.*')
SCRIPT_PROSE = re.compile(r"/\*[\s\S]*?\*/|//.*")
WORD = re.compile(r"\w+")
COMMAND = re.compile(r"^(?:[A-Z_]+=\w+ )?make ([a-z]+)\b")
FROM_A_MAKER = {"course.png", "cover.png"}
"""What only games from elsewhere have."""
NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")


def text_of(page: str) -> str:
    """Without its code blocks: separate tests run those on the two pages for makers of games."""
    return BLOCK.sub("", (HOME / page).read_text(encoding="utf-8"))


def quoted(page: str) -> list[str]:
    return [" ".join(one.split()) for one in QUOTED.findall(text_of(page))]


@cache
def paths() -> tuple[str, ...]:
    """Every file and folder of ours."""
    found = [path for folder in ("companion", "docs", "tests", "tools", "examples", "assets", "packaging", ".ci")
             for path in (HOME / folder).rglob("*") if "__pycache__" not in path.parts]
    return tuple(f"/{path.relative_to(HOME).as_posix()}" for path in [*found, *HOME.iterdir()])


@cache
def sources() -> dict[Path, str]:
    return {path: path.read_text(encoding="utf-8") for folder in CODE for path in (HOME / folder).rglob("*.py")}


@cache
def words() -> set[str]:
    """Of the code; what stands in comments and docstrings does not count."""
    found = {*dir(builtins), *keyword.kwlist, *marks()}
    for path, text in sources().items():
        found |= {path.stem, path.parent.name, *WORD.findall(PROSE.sub("", text))}
    for path in (HOME / "companion" / "page").rglob("*.js"):
        found |= set(WORD.findall(SCRIPT_PROSE.sub("", path.read_text(encoding="utf-8"))))
    return found


@cache
def members(name: str) -> frozenset[str]:
    """What the classes of that name define or inherit."""
    found: set[str] = set()
    for text in sources().values():
        if re.search(rf"(?m)^ *class {name}\b", text):
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.ClassDef) and node.name == name:
                    found.update(defined_in(node))
                    for base in node.bases:
                        found |= members(ast.unparse(base).partition("[")[0].rpartition(".")[2])
    return frozenset(found)


def marks() -> list[str]:
    """Of tests, as pyproject.toml lists them."""
    options = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
    return [one.partition(":")[0].partition("(")[0] for one in options["markers"]]


def defined_in(node: ast.ClassDef) -> Iterator[str]:
    for one in ast.walk(node):
        if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield one.name
        elif isinstance(one, (ast.Name, ast.Attribute)) and isinstance(one.ctx, ast.Store):
            yield one.id if isinstance(one, ast.Name) else one.attr


def is_there(name: str) -> bool:
    """A module, an attribute of a class, or at least words that the code knows."""
    if name.startswith("companion."):
        module = HOME / name.replace(".", "/")
        return module.with_suffix(".py").exists() or module.is_dir() or (
            module.parent.with_suffix(".py").exists() and is_there(module.name))
    owner, _, attribute = name.partition(".")
    if attribute and "." not in attribute and members(owner):
        return attribute in members(owner)
    return all(part in words() for part in name.split("."))


@pytest.mark.parametrize("page", PAGES)
def test_every_file_and_folder_that_a_page_names_is_there(page: str) -> None:
    named = [one for one in quoted(page) if FILE.fullmatch(one) and one not in FROM_A_MAKER]
    assert len(named) > 2
    known = [f"{path}/" for path in paths()]
    gone = [one for one in named
            if not any(path.endswith(f"/{one.rstrip('/').replace('<game>', 'windmill')}/") for path in known)]
    assert gone == []


@pytest.mark.parametrize("page", PAGES)
def test_every_command_that_a_page_names_can_be_made(page: str) -> None:
    targets = set(re.findall(r"(?m)^([a-z]+):", (HOME / "Makefile").read_text(encoding="utf-8")))
    assert "quick" in targets
    lines = [*quoted(page), *re.findall(r"(?m)^    (make .*)$", text_of(page))]
    assert {one for line in lines for one in COMMAND.findall(line)} <= targets


@pytest.mark.parametrize("page", ["README.md", *PAGES[2:], "docs/phones.md"])
def test_every_command_of_the_app_that_a_page_names_is_understood(page: str) -> None:
    """`make run ARGS="..."`, but for that of the tour, and `tableside ...`."""
    text = (HOME / page).read_text(encoding="utf-8")
    lines = re.findall(r'(?:make run|`)\s*ARGS="([^"]+)"|^    tableside (.+)$', text, re.MULTILINE)
    assert lines
    for line in map("".join, lines):
        assert _grammar().parse_args(shlex.split(line, comments=True)), line


ELSEWHERE = {"Code", "Windows protected your PC", "More info", "Run anyway",
             "System Settings, Privacy & Security", "Open Anyway", "Open", "Cresters", "Celus",
             "Wintertown", "away"}
"""Labels of other programs, names of the designers, and a word that is stressed."""


@cache
def said() -> set[str]:
    """Every sentence of the app and its games."""
    found = (message.id for template in templates().values() for message in template if message.id)
    return {one.replace("’", "'") for words in found
            for one in ([words] if isinstance(words, str) else words)}


@pytest.mark.parametrize("page", ["README.md", "CHANGELOG.md", "docs/by-hand.md", "docs/phones.md",
                                  "docs/in-a-browser.md", "docs/glossary.md"])
def test_every_label_that_a_page_for_players_names_is_on_a_screen(page: str) -> None:
    """Words in italics, or quoted in a table's first column: how an error begins."""
    text = text_of(page).replace("’", "'")
    labels = [" ".join(one.split()) for one in LABEL.findall(text)]
    errors = re.findall(r'(?m)^\| "([^"]+)"', text)
    assert len(labels) > 5 and [one for one in labels if one not in said() | ELSEWHERE] == []
    assert [one for one in errors if not any(one in sentence for sentence in said())] == []


def test_readme_and_settings_say_how_blind_players_join() -> None:
    """`tests/web/test_axe.py` checks that a screen reader finds a name for everything on the page."""
    assert "Blind players join by browser, too: screen readers work there." in text_of("README.md")
    in_settings = "Blind players join by browser, where a screen reader works."
    assert any(in_settings in sentence for sentence in said())


@pytest.mark.parametrize("page", PAGES)
def test_every_name_that_a_page_quotes_is_in_the_code(page: str) -> None:
    named = {one for one in quoted(page) if NAME.fullmatch(one.partition("(")[0]) and not FILE.fullmatch(one)}
    assert len(named) > 5
    assert {one for one in named if not is_there(one.partition("(")[0])} == set()


def test_pages_show_every_picture_in_docs_and_no_other() -> None:
    pages = "\n".join(path.read_text(encoding="utf-8") for path in [HOME / "README.md", *(HOME / "docs").glob("*.md")])
    shown = {Path(one).name for one in re.findall(r"[\w./-]+\.(?:png|webp)", pages)} - FROM_A_MAKER
    assert shown == {path.name for path in (HOME / "docs").rglob("*") if path.suffix in {".png", ".webp"}}
    assert 20 <= len(shown) <= 50


def test_the_tour_takes_every_picture_of_the_app_in_readme() -> None:
    shown = re.findall(r"screenshots/(?:phone|tablet)/([\w-]+)\.png", text_of("README.md"))
    source = (HOME / "tools" / "tour" / "readme.py").read_text(encoding="utf-8")
    assert sorted(shown) == sorted(re.findall(r'guide\.take\("([\w-]+)"', source))


@pytest.mark.parametrize("name", ["TableScreen.reply", "Store.keep", "NoSuchClass", "companion.core.kinds.nothing"])
def test_a_name_that_is_not_there_is_found(name: str) -> None:
    assert not is_there(name)


def swallows(node: ast.AST, source: str) -> bool:
    """A handler of any error that neither raises, logs, uses the error, nor calls what logs it."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "suppress":
        return any(ast.unparse(one) in ANY for one in node.args)
    if not isinstance(node, ast.ExceptHandler) or not {"BaseException", "Exception", "None"} & set(
            re.findall(r"\w+", ast.unparse(node.type) if node.type else "None")):
        return False
    told = ast.unparse(ast.Module(node.body, []))
    loggers = [name for name, body in re.findall(r"def (\w+)\(self[^\n]*\n((?:        [^\n]*\n)+)", source)
               if "log.exception(" in body]
    return not re.search(rf"\braise\b|log\.(exception|error)\(|\b{node.name}\b", told) \
        and not any(f"self.{one}(" in told for one in loggers)


ANY = ("Exception", "BaseException")


@pytest.mark.parametrize("folder", ["core", "services", "ui", "testing", "touches"])
def test_no_guard_swallows_an_error_silently(folder: str) -> None:
    found = []
    for path in sorted((HOME / "companion" / folder).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        found += [f"{path.name}:{node.lineno}" for node in ast.walk(ast.parse(source))
                  if isinstance(node, (ast.Call, ast.ExceptHandler)) and swallows(node, source)]
    assert found == []


BROAD = re.compile(r"except (?:Base)?Exception|\b(?:guarded|logged)\(")


def test_the_page_names_the_threat_that_each_guard_answers() -> None:
    guards = text_of("docs/architecture.md").partition("## Guards")[2].partition("\n## ")[0]
    named = [one for one in QUOTED.findall(guards) if one.startswith(("core/", "services/", "ui/"))]
    found = [path.relative_to(HOME / "companion").as_posix() for folder in ("core", "services", "ui")
             for path in (HOME / "companion" / folder).rglob("*.py") if BROAD.search(path.read_text(encoding="utf-8"))]
    assert [one for one in found if not any(one == name or one.startswith(f"{name}/") for name in named)] == []
    assert [name for name in named if not any(one == name or one.startswith(f"{name}/") for one in found)] == []
