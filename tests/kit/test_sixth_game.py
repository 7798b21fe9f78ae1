"""A sixth game, made only from docs/adding-a-game.md and installed: found, simulated, and proven by the kit."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "adding-a-game.md"
EXAMPLE = ROOT / "examples" / "tableside-pebbles"


def files_on_the_page() -> dict[str, str]:
    """Every file of the recipe: its name in backticks, then its text."""
    page = PAGE.read_text(encoding="utf-8")
    return dict(re.findall(r"^`([\w/.]+)`\n\n````\w+\n(.*?)^````$", page, re.DOTALL | re.MULTILINE))


def run(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), str(ROOT)])}
    return subprocess.run([sys.executable, *words], cwd=site, env=environment, encoding="locale",
                          capture_output=True, timeout=180, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The recipe written out and installed, as pip would for anybody; nothing is fetched."""
    source, target = tmp_path_factory.mktemp("recipe"), tmp_path_factory.mktemp("site")
    for name, text in files_on_the_page().items():
        path = source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    done = run(target, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index",
               "--disable-pip-version-check", "--target", str(target), str(source))
    assert done.returncode == 0, done.stderr
    return target


def test_the_page_and_the_example_are_the_same() -> None:
    example = {path.relative_to(EXAMPLE).as_posix(): path.read_text(encoding="utf-8") for path in EXAMPLE.rglob("*")
               if path.is_file() and path.suffix in {".py", ".md", ".toml"} and "build" not in path.parts}
    assert files_on_the_page() == example


@pytest.mark.slow
def test_it_is_found_beside_the_built_in_games(site: Path) -> None:
    done = run(site, str(ROOT / "main.py"), "games")
    assert done.returncode == 0, done.stderr
    assert "\npebbles: Pebbles, " in done.stdout and done.stdout.startswith("windmill: ")


@pytest.mark.slow
def test_it_can_be_simulated(site: Path) -> None:
    done = run(site, str(ROOT / "main.py"), "simulate", "pebbles", "--plays", "20", "--seed", "3")
    assert done.returncode == 0, done.stderr
    assert "Plays: 20; " in done.stdout


@pytest.mark.thorough
@pytest.mark.slow
def test_its_own_tests_and_the_kit_pass_on_the_installed_package(site: Path) -> None:
    tests = site / "its_tests"
    tests.mkdir(exist_ok=True)
    (tests / "test_pebbles.py").write_text(files_on_the_page()["tests/test_pebbles.py"], encoding="utf-8")
    done = run(site, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "not wild_table-100", "--rootdir",
               str(tests), str(tests))
    assert done.returncode == 0, done.stdout
    assert re.search(r"\b25 passed", done.stdout), done.stdout
    where = run(site, "-c", "import tableside_pebbles; print(tableside_pebbles.__file__)").stdout
    assert Path(where.strip()).is_relative_to(site)
