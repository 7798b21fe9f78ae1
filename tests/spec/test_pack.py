"""The package for Android, as buildozer and python-for-android themselves lay it out; unpacked and started here."""

import os
import py_compile
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("buildozer", reason="buildozer is installed by `make spec`, which runs these tests")
pytest.importorskip("pythonforandroid", reason="python-for-android is installed by `make spec`")

from pythonforandroid.build import Context
from pythonforandroid.recipe import PyProjectRecipe, Recipe

from tools.pack_android import Package, option, packed

ROOT = Path(__file__).resolve().parents[2]
FAKE_PHONE = ROOT / "tests" / "fake_phone"
ANDROID = "{http://schemas.android.com/apk/res/android}"


@pytest.fixture(scope="module")
def package() -> Iterator[Package]:
    with packed(ROOT / "buildozer.spec") as made:
        yield made


@pytest.fixture(scope="module")
def colours(tmp_path_factory: pytest.TempPathFactory) -> Recipe:
    """Our recipe as python-for-android sees it, with a place of its own to download to."""
    context = Context()
    context.local_recipes = str(ROOT / "packaging" / "recipes")
    context.storage_dir = str(tmp_path_factory.mktemp("p4a"))
    context.ndk_api = 24
    context.setup_dirs(context.storage_dir)
    Recipe.recipes = {}
    return Recipe.get_recipe("materialyoucolor", context)


@pytest.fixture(scope="module")
def pure_colours(colours: Recipe, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Downloaded by the recipe, its hash checked by python-for-android, built with the recipe's own environment."""
    colours.download_if_necessary()
    source = Path(colours.ctx.packages_path) / "materialyoucolor" / "materialyoucolor-3.0.4.tar.gz"
    target = tmp_path_factory.mktemp("pure")
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*command, "--target", str(target), str(source)], env={**os.environ, **recipe_env(colours)},
                   check=True)
    return target


def recipe_env(recipe: Recipe) -> dict[str, str]:
    """What the recipe adds to the environment of a build; the compiler's part wants an NDK."""
    before = PyProjectRecipe.get_recipe_env
    PyProjectRecipe.get_recipe_env = lambda self, arch, **_: {}
    try:
        return dict(recipe.get_recipe_env(SimpleNamespace(arch="arm64-v8a")))
    finally:
        PyProjectRecipe.get_recipe_env = before


def test_only_what_belongs_there_travels_and_all_of_it_compiled(package: Package) -> None:
    tops = {name.partition("/")[0] for name in package.files}
    assert tops == {"main.pyc", "companion", "assets", "p4a_env_vars.txt"}
    assert [name for name in package.files if name.endswith(".py")] == []
    ours = {path.relative_to(ROOT).with_suffix(".pyc").as_posix() for path in (ROOT / "companion").rglob("*.py")}
    assert sorted(ours - set(package.files)) == []


def test_it_is_compiled_without_docstrings(package: Package) -> None:
    code = "import companion.launch, sys; sys.exit(companion.launch.__doc__ is not None)"
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": ""}
    assert subprocess.run([sys.executable, "-c", code], cwd=package.app, env=env, check=False).returncode == 0


def test_buildozer_asks_for_what_the_spec_says(package: Package) -> None:
    create, apk = package.commands
    assert create[0] == "create" and apk[0] == "apk"
    assert "materialyoucolor==3.0.4" in option(create, "--requirements")
    assert option(apk, "--ndk-api") == option(apk, "--minsdk") == "24"
    assert "--ignore-setup-py" in apk, "a setup.py in the project must not change what is packed"


def test_the_backup_holds_the_database_and_nothing_else(package: Package) -> None:
    from xml.etree import ElementTree

    application = package.manifest.find("application")
    assert application is not None
    for attribute in ("fullBackupContent", "dataExtractionRules"):
        name = str(application.get(f"{ANDROID}{attribute}")).removeprefix("@xml/")
        rules = ElementTree.parse(package.res / "xml" / f"{name}.xml").getroot()
        found = {(rule.tag, rule.get("domain"), rule.get("path")) for rule in rules.iter() if rule.get("path")}
        assert found == {("include", "file", "tableside.db"), ("include", "file", "tableside.db-wal")}, attribute


def test_a_file_opened_or_shared_elsewhere_is_offered_to_us(package: Package) -> None:
    taken = {(str(action.get(f"{ANDROID}name")).rpartition(".")[2], data.get(f"{ANDROID}mimeType"))
             for intent in package.manifest.findall("application/activity/intent-filter")
             for action in intent.findall("action") for data in intent.findall("data")}
    assert {(verb, f"application/{kind}") for verb in ("VIEW", "SEND")
            for kind in ("json", "octet-stream", "zip")} <= taken


def test_the_notice_that_the_door_is_open_is_a_service_of_our_own_process(package: Package) -> None:
    service = next(one for one in package.manifest.findall("application/service")
                   if one.get(f"{ANDROID}name") == "org.tableside.DoorService")
    assert service.get(f"{ANDROID}foregroundServiceType") == "connectedDevice"
    assert service.get(f"{ANDROID}exported") == "false" and service.get(f"{ANDROID}process") is None
    assert option(package.commands[1], "--add-source").endswith("packaging/java")


def test_the_build_tools_are_pinned_though_a_release_candidate_is_installed(package: Package) -> None:
    assert "buildToolsVersion '36.0.0'" in package.gradle


def test_the_icon_has_one_colour_for_themes_that_ask(package: Package) -> None:
    assert "@drawable/icon_mono" in (package.res / "mipmap-anydpi-v26" / "icon.xml").read_text(encoding="utf-8")
    assert (package.res / "drawable" / "icon_mono.png").is_file()


def test_the_colours_are_pure_python(pure_colours: Path) -> None:
    assert (pure_colours / "materialyoucolor" / "__init__.py").is_file()
    assert list(pure_colours.rglob("*.so")) == []


def test_a_source_with_another_hash_is_not_built(colours: Recipe, pure_colours: Path,
                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(colours), "sha256sum", "0" * 64)
    with pytest.raises(ValueError, match="sha256sum does not match"):
        colours.download()


def start(app: Path, colours: Path, home: Path) -> subprocess.CompletedProcess[str]:
    """Start the packed app with phone folders and modules, a fake Java and the pure build of the colours."""
    env = {"PATH": os.environ["PATH"], "HOME": "/dev/null", "ANDROID_ARGUMENT": str(app),
           "ANDROID_APP_PATH": str(app), "ANDROID_PRIVATE": str(home),
           "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy",
           "PYTHONPATH": f"{FAKE_PHONE}{os.pathsep}{colours}",
           "FAKE_START": "--smoke", "FAKE_FONT_SCALE": "1.3"}
    return subprocess.run([sys.executable, "-OO", "main.pyc"], cwd=app, env=env, capture_output=True,
                          encoding="locale", timeout=240, check=False)


def test_the_unpacked_package_opens_every_screen_in_android_mode(
        package: Package, pure_colours: Path, tmp_path: Path) -> None:
    done = start(package.app, pure_colours, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    log = (tmp_path / "logs" / "tableside.log").read_text(encoding="utf-8")
    assert "Traceback" not in log and "this machine cannot" not in log
    assert "the smoke test opened every screen" in log


@pytest.mark.parametrize("line", [
    "import ctypes; ctypes.pythonapi.Py_IncRef", "import os; os.posix_spawn", "open('/dev/shm/x', 'w')"])
def test_the_fake_phone_lacks_what_a_phone_lacks(line: str, tmp_path: Path) -> None:
    env = {"ANDROID_ARGUMENT": str(tmp_path), "ANDROID_PRIVATE": str(tmp_path), "PYTHONPATH": str(FAKE_PHONE)}
    assert subprocess.run([sys.executable, "-c", line], env=env, capture_output=True, check=False).returncode == 1


@pytest.mark.parametrize(("module", "lacks"), [("lzma", "_lzma"), ("bz2", "_bz2"), ("curses", "_curses"),
                                               ("pytest", "pytest")])
def test_an_import_that_the_phone_cannot_do_fails_the_start(
        module: str, lacks: str, package: Package, pure_colours: Path, tmp_path: Path) -> None:
    app = Path(shutil.copytree(package.app, tmp_path / "app"))
    name = Path("companion", "services", "library.py")
    planted = tmp_path / "planted.py"
    source = (ROOT / name).read_text(encoding="utf-8")
    first = "import annotations\n"
    planted.write_text(source.replace(first, f"{first}import {module}\n", 1), encoding="utf-8")
    py_compile.compile(str(planted), str(app / name.with_suffix(".pyc")), optimize=2, doraise=True)
    done = start(app, pure_colours, tmp_path)
    assert done.returncode != 0
    assert f"No module named '{lacks}' on the phone" in done.stdout + done.stderr
