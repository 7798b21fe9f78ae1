"""The patches of python-for-android's recipes fit the very sources that a build would download.

A source comes from the package index where it is there (with its hash), or from a folder named by TABLESIDE_SOURCES
(one unpacked tree a recipe, named as the recipe), or from where the recipe itself looks; out of reach, the test is
skipped with its reason.
"""

import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("buildozer", reason="buildozer is installed by `make spec`, which runs these tests")
pytest.importorskip("pythonforandroid", reason="python-for-android is installed by `make spec`")

from pythonforandroid.build import Context
from pythonforandroid.recipe import Recipe

from tools.check_spec import expected_hashes, read, resolve, sha256_of, versions_in_environment

ROOT = Path(__file__).resolve().parents[2]
ON_THE_INDEX = ("kivy", "pyjnius")
SPEC = read(ROOT / "buildozer.spec")
ARCH = SimpleNamespace(arch="arm64-v8a")


def recipes() -> dict[str, Any]:
    context = Context()
    context.ndk_api = 24
    context.local_recipes = str(ROOT / "packaging" / "recipes")
    build = resolve(SPEC)
    context.recipe_build_order = list(build.recipes)
    with versions_in_environment(SPEC.pins()):
        return {name: Recipe.get_recipe(name, context) for name in build.recipes}


RECIPES = recipes()
PATCHED = sorted(name for name, recipe in RECIPES.items() if recipe.patches)


@pytest.fixture(autouse=True)
def pinned() -> Iterator[None]:
    """A recipe asks the environment for its version whenever it is asked."""
    with versions_in_environment(SPEC.pins()):
        yield


def source_of(name: str, folder: Path) -> Path:
    """An unpacked source tree."""
    recipe = RECIPES[name]
    given = Path(os.environ["TABLESIDE_SOURCES"]) / name if "TABLESIDE_SOURCES" in os.environ else folder / "none"
    if given.is_dir():
        return Path(shutil.copytree(given, folder / name))
    archive = from_index(name, folder) if name in ON_THE_INDEX else downloaded(recipe, folder)
    safe = {"filter": "data"} if "tar" in archive.name and hasattr(tarfile, "data_filter") else {}  # not in 3.11.2
    shutil.unpack_archive(archive, folder / "unpacked", **safe)
    (tree,) = (folder / "unpacked").iterdir()
    if name in ON_THE_INDEX:
        _end_lines_as_in_the_repository(tree)
    return tree


def _end_lines_as_in_the_repository(tree: Path) -> None:
    """A build takes the same files from the project's repository; the index's archive may have Windows' line ends."""
    for path in (*tree.rglob("*.py"), *tree.rglob("*.pyx"), *tree.rglob("*.toml")):
        path.write_bytes(path.read_bytes().replace(b"\r\n", b"\n"))


def from_index(name: str, folder: Path) -> Path:
    wanted = f"{name}=={RECIPES[name].version}"
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-build-isolation", "--no-binary",
               ":all:", "-d", str(folder), wanted]
    done = subprocess.run(command, capture_output=True, encoding="locale", check=False)
    if done.returncode:
        pytest.skip(f"the package index can't be reached, or does not have {wanted}")
    (archive,) = folder.glob("*.tar.gz")
    assert sha256_of(archive) == expected_hashes()[wanted], f"{wanted} is another file than we know"
    return archive


def downloaded(recipe: Any, folder: Path) -> Path:
    """As the recipe would, but tried once."""
    from urllib.request import urlopen
    url = recipe.versioned_url
    target = folder / url.rpartition("/")[2]
    try:
        with urlopen(url, timeout=20) as answer, target.open("wb") as file:
            shutil.copyfileobj(answer, file)
    except OSError as error:
        pytest.skip(f"the source of {recipe.name} {recipe.version} can't be reached from here: {error}")
    return target


@pytest.mark.parametrize("name", PATCHED)
def test_every_patch_fits_its_source(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Applied by python-for-android itself; a hunk that does not fit makes `patch` fail."""
    recipe, tree = RECIPES[name], source_of(name, tmp_path)
    monkeypatch.setattr(recipe, "get_build_dir", lambda _: str(tree), raising=False)
    recipe.apply_patches(ARCH, str(tree))
    assert (tree / ".patched").is_file()
    assert list(tree.rglob("*.rej")) == []


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_patch_that_does_not_fit_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = RECIPES["libffi"]
    (tmp_path / "Makefile.am").write_text("nothing of this\n", encoding="utf-8")
    monkeypatch.setattr(recipe, "get_build_dir", lambda _: str(tmp_path), raising=False)
    with pytest.raises(Exception, match="patch"):
        recipe.apply_patches(ARCH, str(tmp_path))


@pytest.mark.parametrize(("name", "module"), [("hostpython3", "ensurepip"), ("python3", "site")])
def test_the_patches_of_python_fit_the_library_of_the_same_python(name: str, module: str, tmp_path: Path) -> None:
    """Every 3.11 has these two files; only the rest of its source has to be downloaded."""
    from importlib import import_module
    major = ".".join(SPEC.pins()["python3"].split(".")[:2])
    if major != f"{sys.version_info.major}.{sys.version_info.minor}":
        pytest.skip(f"the phone runs Python {major}, this is another")
    source = import_module(module).__file__  # a frozen module's spec names no file
    assert source is not None
    inside = Path("Lib", "ensurepip", "__init__.py") if module == "ensurepip" else Path("Lib", "site.py")
    (tmp_path / inside).parent.mkdir(parents=True)
    shutil.copy(source, tmp_path / inside)
    patch = next(one for one in RECIPES[name].patches if isinstance(one, str) and "buildinfo" not in one)
    RECIPES[name].apply_patch(patch, ARCH.arch, str(tmp_path))
    compile((tmp_path / inside).read_text(encoding="utf-8"), str(inside), "exec")
