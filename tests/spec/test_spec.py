"""The check of buildozer.spec finds what would otherwise fail an hour into a build, or on somebody's phone."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("buildozer", reason="buildozer is installed by `make spec`, which runs these tests")
pytest.importorskip("pythonforandroid", reason="python-for-android is installed by `make spec`")

from tools.check_spec import Report, check, check_hashes, main

ROOT = Path(__file__).resolve().parents[2]
Break = Callable[[Path], None]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project with our own spec, recipe and manifest pieces, and one file of a few kinds."""
    shutil.copy(ROOT / "buildozer.spec", tmp_path)
    shutil.copytree(ROOT / "packaging", tmp_path / "packaging")
    for name in ("icon.png", "icon_fg.png", "icon_bg.png", "presplash.png", "sounds/tick.wav", "fonts/OFL.txt"):
        write(tmp_path / "assets" / name, "")
    write(tmp_path / "companion" / "__init__.py", '__version__ = "0.1.0"\n')
    write(tmp_path / "companion" / "games" / "windmill" / "rules.md", "## WM-1\n")
    write(tmp_path / "main.py", "")
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def edit(old: str, new: str) -> Break:
    """Break the spec by changing its text."""

    def apply(project: Path) -> None:
        text = (project / "buildozer.spec").read_text(encoding="utf-8")
        assert old in text, "the spec has changed: this test breaks nothing any more"
        (project / "buildozer.spec").write_text(text.replace(old, new), encoding="utf-8")

    return apply


def add(name: str, text: str = "") -> Break:
    return lambda project: write(project / name, text)


def remove(name: str) -> Break:
    return lambda project: (project / name).unlink()


BROKEN: dict[str, tuple[Break, str]] = {
    "misspelt option": (edit("android.archs", "android.arch_s"), "unknown option 'android.arch_s'"),
    "variable nobody hears": (edit("android.release_artifact = apk\n", ""),
                              "sets APP_ANDROID_RELEASE_ARTIFACT, but"),
    "orientation that is none": (edit("portrait,landscape", "portrait,sideways"), '"sideways" is not a valid'),
    "no title": (edit("title = Tableside", "title ="), '"title" is missing'),
    "backup rules not there": (remove("packaging/manifest/backup_rules.xml"), "backup_rules.xml does not exist"),
    "hook not there": (remove("packaging/p4a_hook.py"), "p4a.hook: packaging/p4a_hook.py does not exist"),
    "icon not there": (remove("assets/icon.png"), "icon.filename: assets/icon.png does not exist"),
    "sound of another kind": (add("assets/sounds/win.mp3"), "leaves out .mp3 files such as assets/sounds/win.mp3"),
    "rules left at home": (edit("json,md,mo", "json,mo"), "companion/games/windmill/rules.md"),
    "assets excluded": (edit("source.exclude_dirs = ", "source.exclude_dirs = assets,"), "leaves out .png files"),
    "two API levels": (edit("android.minapi = 24", "android.minapi = 26"), "must be the same"),
    "old API level": (edit("api = 24", "api = 21"), "android.ndk_api 21 is below 24"),
    "another NDK": (edit("android.ndk = 28c", "android.ndk = 25b"), "android.ndk 25b is not 28c"),
    "no 64 bit": (edit("arm64-v8a, ", ""), "arm64-v8a and its kin only"),
    "back key lost": (edit("android.extra_manifest_application_arguments", "#"), "the back key never reaches Kivy"),
    "voices not asked for": (edit("android.extra_manifest_xml", "#"), "the app finds no voice"),
    "manifest piece not closed": (add("packaging/manifest/extra_manifest.xml", "<queries>"), "no XML any more"),
    "a permission too many": (edit("permission.VIBRATE", "permission.VIBRATE, CAMERA"), "permissions ['CAMERA'"),
    "python without its host": (edit("hostpython3==3.11.13,", ""), "python3 and hostpython3 must be pinned"),
    "two pythons": (edit("hostpython3==3.11.13", "hostpython3==3.14.2"), "python3 and hostpython3 must be pinned"),
    "stock colour recipe": (edit("materialyoucolor==3.0.4", "materialyoucolor==2.0.10"), "the recipe builds 2.0.10"),
    "other than the tests ran with": (edit("kivymd==2.0.0", "kivymd==2.0.1"), "and 2.0.0 in requirements/app.txt"),
    "two SDLs": (edit("pyjnius,android", "pyjnius,android,sdl3"), "the recipes do not resolve"),
}
ASKING_PIP: dict[str, tuple[Break, str]] = {
    "dependency not listed": (edit("asyncgui==0.6.3,", ""), "asynckivy needs asyncgui"),
    "compiled without recipe": (edit("pyjnius,android", "pyjnius,android,orjson"), "neither a recipe nor pure Python"),
}


def test_our_own_spec_holds() -> None:
    report = check(ROOT / "buildozer.spec", ask_pip=False)
    assert report.problems == []
    assert any(fact.startswith("recipes:") and "kivy 2.3.1" in fact for fact in report.facts)


def test_the_small_project_holds_until_it_is_broken(project: Path) -> None:
    assert check(project / "buildozer.spec", ask_pip=False).problems == []


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_spec_is_caught(fault: str, project: Path) -> None:
    assert_caught(BROKEN[fault], project, ask_pip=False)


@pytest.mark.parametrize("fault", ASKING_PIP)
def test_a_spec_whose_modules_cannot_be_installed_is_caught(fault: str, project: Path) -> None:
    assert_caught(ASKING_PIP[fault], project, ask_pip=True)


def assert_caught(case: tuple[Break, str], project: Path, ask_pip: bool) -> None:
    break_it, words = case
    break_it(project)
    report: Report = check(project / "buildozer.spec", ask_pip)
    assert any(words in problem for problem in report.problems), report.problems


@pytest.mark.parametrize(("version", "words"), [("2.1.0", "has another hash"), ("2.1.1", "is not in hashes.txt")])
def test_a_download_with_another_hash_is_named(version: str, words: str) -> None:
    module = {"metadata": {"name": "plyer", "version": version},
              "download_info": {"archive_info": {"hashes": {"sha256": "0" * 64}}}}
    report = Report()
    check_hashes([module], {"plyer": version}, report)
    assert any(words in problem for problem in report.problems), report.problems


def test_the_verdict_is_printed_and_is_the_exit_code(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit("portrait,landscape", "sideways")(project)
    assert main([str(project / "buildozer.spec")]) == 1
    assert "PROBLEM" in capsys.readouterr().out
