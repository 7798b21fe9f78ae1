"""`pip install .` installs a complete `tableside`. The test downloads nothing: it lends the dependencies."""

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from sysconfig import get_path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.thorough]

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "requirements", "companion", "assets",
           "examples", "tests")
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")


def run(*command: str | Path, cwd: Path, **more: str) -> subprocess.CompletedProcess[str]:
    env = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY", "PYTHONPATH")
           and not key.startswith(("SDL_", "KIVY_", "XDG_"))}
    return subprocess.run([str(word) for word in command], cwd=cwd, env=env | more, capture_output=True,
                          encoding="locale", timeout=240, check=False)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy: setuptools leaves its folders beside what it builds."""
    copy, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, copy)
    words = copy / "companion" / "games" / "windmill" / "locale" / "xx" / "LC_MESSAGES" / "windmill.po"
    words.parent.mkdir(parents=True)
    words.write_text('msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n', encoding="utf-8")
    done = run(*PIP, "wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", out, copy, cwd=out)
    assert done.returncode == 0, done.stderr[-2000:]
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def command(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The command of a fresh environment that holds this wheel alone, and borrows the rest from the one we run in."""
    home = tmp_path_factory.mktemp("clean") / "venv"
    assert run(sys.executable, "-m", "venv", "--without-pip", home, cwd=home.parent).returncode == 0
    folder = home / ("Scripts" if os.name == "nt" else "bin")
    python = folder / Path(sys.executable).name
    done = run(*PIP, "--python", python, "install", "--no-deps", "--no-index", wheel, cwd=home)
    assert done.returncode == 0, done.stderr[-2000:]
    site = next(home.rglob("site-packages"))
    (site / "lent.pth").write_text(get_path("purelib"), encoding="utf-8")
    yield folder / ("tableside.exe" if os.name == "nt" else "tableside")
    shutil.rmtree(home)


def test_the_wheel_holds_code_rules_and_assets_and_nothing_else(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"companion"}
    ours = {f"companion/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "assets").rglob("*") if path.is_file()}
    assert sorted(ours - names) == []
    rules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "companion" / "games").glob("*/rules.md")}
    assert len(rules) >= 5
    assert sorted(rules - names) == []
    art = {path.relative_to(ROOT).as_posix() for path in (ROOT / "companion" / "games").glob("*/page.svg")}
    assert len(art) == 5 and sorted(art - names) == []
    assert "companion/games/windmill/locale/xx/LC_MESSAGES/windmill.mo" in names
    page = {path.relative_to(ROOT).as_posix() for path in (ROOT / "companion" / "page").rglob("*.*")
            if path.parent.name != "tab"}
    assert len(page) >= 9
    assert sorted(page - names) == []


def test_the_wheel_names_what_it_runs_on_and_its_command(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    names = [name for name in archive.namelist() if ".dist-info/" in name]
    told = {Path(name).name: archive.read(name).decode() for name in names}
    needs = [line.removeprefix("Requires-Dist: ") for line in told["METADATA"].splitlines()
             if line.startswith("Requires-Dist: ")]
    lists = [(ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8") for name in ("base", "app")]
    base, app = ([line.partition(";")[0].strip() for line in text.splitlines()
                  if line and not line.startswith("#")] for text in lists)
    assert [line.partition(";")[0].strip() for line in needs if "extra" not in line] == base
    assert 'ifaddr==0.2.0; sys_platform == "win32"' in needs
    assert [line.partition(";")[0].strip() for line in needs if 'extra == "app"' in line] == app
    assert "Requires-Python: >=3.11" in told["METADATA"], "serve needs no Kivy and runs on any newer Python"
    assert all('python_version < "3.14"' in line for line in needs if 'extra == "app"' in line)
    assert "tableside = companion.launch:main" in told["entry_points.txt"]


def test_with_the_base_alone_the_window_says_what_it_needs(command: Path, tmp_path: Path) -> None:
    """Kivy and the rest are hidden."""
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / "sitecustomize.py").write_text(
        "import sys\n"
        "class Hide:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.partition('.')[0] in ('kivy', 'kivymd', 'PIL', 'plyer', "
        "'materialyoucolor', 'asynckivy'):\n"
        "            raise ModuleNotFoundError(name)\n"
        "sys.meta_path.insert(0, Hide())\n", encoding="utf-8")
    more = {"HOME": str(tmp_path), "PYTHONPATH": str(hidden)}
    assert run(command, "games", cwd=tmp_path, **more).returncode == 0
    assert run(command, "simulate", "windmill", "--plays", "2", cwd=tmp_path, **more).returncode == 0
    done = run(command, cwd=tmp_path, **more)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "Python 3.11 to 3.13" in done.stderr
    assert "Download the program from the project's releases" in done.stderr


def test_the_installed_command_tells_the_games(command: Path, tmp_path: Path) -> None:
    done = run(command, "games", cwd=tmp_path, HOME=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.partition(":")[0] for line in done.stdout.splitlines() if not line.startswith(" ")] == [
        "windmill", "story", "keywords", "windward", "winter_tales", "score_sheet"]


def test_the_installed_app_opens_every_screen_and_its_console_stays_empty(command: Path, tmp_path: Path) -> None:
    """A fresh home, no screen, no sound card, no xclip: nothing of that is worth a line."""
    done = run(command, "--smoke", cwd=tmp_path, HOME=str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
