"""The files, targets and versions that the workflows name exist. Nothing here runs on a hosted runner."""

import os
import re
import shutil
import subprocess
import textwrap
from pathlib import Path

import pytest
from PIL import Image

from companion import __version__

ROOT = Path(__file__).resolve().parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
RELEASE = ROOT / ".github" / "workflows" / "release.yml"
EMULATOR = ROOT / "packaging" / "emulator.sh"
needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here to run the script")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_every_action_has_a_version_and_every_target_and_file_is_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    ours = re.findall(r"uses: \./(\S+)", text)
    assert [name for name in ours
            if not (ROOT / name).is_file() and not (ROOT / name / "action.yml").is_file()] == []
    actions = re.findall(r"uses: ([^.\s]\S+)", text)
    assert actions and all(re.search(r"@(v\d+|[0-9a-f]{40})$", action) for action in actions), actions
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z]+)", text)) <= targets
    named = re.findall(r"(?:packaging|tools|tests)/[\w./]+", text)
    assert [name for name in named if not (ROOT / name).exists()] == []
    assert "\t" not in text, "YAML takes no tabs"


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_an_action_that_sees_a_secret_or_may_write_is_pinned_by_hash(path: Path) -> None:
    jobs = re.split(r"^  (?=\w+:$)", path.read_text(encoding="utf-8").partition("\njobs:\n")[2], flags=re.MULTILINE)
    trusted = [job for job in jobs if "secrets." in job or ": write" in job]
    assert bool(trusted) == (path.stem not in ("ci", "proof"))
    for job in trusted:
        assert re.findall(r"uses: (?!\./)\S+@(?![0-9a-f]{40} # v\d)\S+", job) == []


def run_script(script: Path, words: tuple[str, ...], tools: dict[str, str], folder: Path,
               **more: str) -> subprocess.CompletedProcess[str]:
    """Run one of our scripts; each of `tools` is a stand-in on the PATH, written in sh."""
    (folder / "tools").mkdir()
    for name, text in tools.items():
        (folder / "tools" / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        (folder / "tools" / name).chmod(0o755)
    env = os.environ | {"PATH": f"{folder / 'tools'}{os.pathsep}{os.environ['PATH']}"} | more
    return subprocess.run(["bash", str(script), *words], cwd=folder, env=env, capture_output=True,
                          encoding="locale", check=False)


def test_every_package_has_its_own_number_and_the_stores_find_its_changelog() -> None:
    """1.2.3 is 102030, and the last digit is the kind of phone."""
    major, minor, patch = (int(part) for part in __version__.partition("rc")[0].split("."))
    spec = (ROOT / "buildozer.spec").read_text(encoding="utf-8")
    number = re.search(r"^android\.numeric_version = (\d+)$", spec, re.MULTILINE)
    assert number and int(number[1]) == major * 100000 + minor * 1000 + patch * 10
    for folder in (ROOT / "fastlane" / "metadata" / "android").iterdir():
        names = {int(path.stem) for path in (folder / "changelogs").glob("*.txt")}
        assert {int(number[1]) + kind for kind in (0, 1, 2)} <= names, folder


def test_screenshots_have_what_the_stores_take() -> None:
    """At most twice as high as wide, and 1080 pixels on the short side."""
    for path in (ROOT / "fastlane").rglob("phoneScreenshots/*.png"):
        with Image.open(path) as picture:
            assert max(picture.size) <= 2 * min(picture.size) and min(picture.size) >= 1080, path


ADB = """case "$*" in
 *run-as*) [ "$DEAD" ] && exit 1
    echo "the smoke test opened every screen"; echo "guests can join at 192.168.0.7:8484";;
 "logcat -d") echo "Fatal signal 11";;
 "shell pidof"*) echo 77;;
esac"""
CURL = """echo "$*" >> asked; echo '<script src="guest/page.js">'"""


@needs_bash
def test_the_emulator_invites_a_guest_and_fetches_the_page(tmp_path: Path) -> None:
    done = run_script(EMULATOR, ("a.apk", "shots"), {"adb": ADB, "curl": CURL, "sleep": ""}, tmp_path)
    assert done.returncode == 0, done.stderr
    asked = (tmp_path / "asked").read_text(encoding="utf-8").splitlines()
    assert len(asked) == 2 and all("Host: 192.168.0.7:8484 http://127.0.0.1:8484/" in line for line in asked)


@needs_bash
def test_a_page_that_is_gone_after_the_pause_fails(tmp_path: Path) -> None:
    once = """[ -e asked ] && exit 22
touch asked; echo '<script src="guest/page.js">'"""
    done = run_script(EMULATOR, ("a.apk", "shots"), {"adb": ADB, "curl": once, "sleep": ""}, tmp_path)
    assert done.returncode == 22


@needs_bash
def test_an_app_that_dies_at_once_leaves_the_phones_log(tmp_path: Path) -> None:
    tools = {"adb": ADB, "curl": CURL, "sleep": "", "seq": "echo 1"}
    done = run_script(EMULATOR, ("a.apk", "shots"), tools, tmp_path, DEAD="1")
    assert done.returncode == 1 and "The log never said" in done.stderr
    assert (tmp_path / "shots" / "logcat.txt").read_text(encoding="utf-8") == "Fatal signal 11\n"


def step(name: str) -> str:
    """The script of a step of release.yml."""
    text = RELEASE.read_text(encoding="utf-8")
    script = text.partition(f"- name: {name}\n")[2].partition("run: |\n")[2].partition("\n\n")[0]
    return textwrap.dedent(script)


FOUND = ("python/tableside.whl", "program-linux/tableside-linux.zip", "apk-arm64-v8a/tableside-arm64-v8a.apk",
         "web/tableside-web.zip", "apk-armeabi-v7a/tableside-armeabi-v7a-debug.apk", "emulator-26/logcat.txt",
         "apk-bundle/tableside.aab")
ALWAYS = {"tableside.whl", "tableside-linux.zip", "tableside-web.zip", "SHA256SUMS"}


@needs_bash
@pytest.mark.parametrize(("more", "packages"), [
    ((), set()), (("tried/tried.txt",), {"tableside-arm64-v8a.apk", "tableside.aab"})])
def test_a_release_attaches_what_was_built_and_ran_and_can_be_updated(
        more: tuple[str, ...], packages: set[str], tmp_path: Path) -> None:
    """Windows failed, there was no key for one kind of phone, and an emulator may have failed."""
    for name in (*FOUND, *more):
        (tmp_path / "found" / name).parent.mkdir(parents=True)
        (tmp_path / "found" / name).touch()
    shutil.copy(ROOT / "CHANGELOG.md", tmp_path)
    (tmp_path / "companion").mkdir()
    version = __version__.partition("rc")[0] + "rc1"  # a candidate has the notes of the release it becomes
    (tmp_path / "companion" / "__init__.py").write_text(f'__version__ = "{version}"\n', encoding="utf-8")
    subprocess.run(["bash", "-e", "-c", step("Gather")], cwd=tmp_path, check=True, capture_output=True)
    assert {path.name for path in (tmp_path / "release" / "files").iterdir()} == ALWAYS | packages
    assert (tmp_path / "release" / "notes.md").read_text(encoding="utf-8").strip()


GH = """case "$*" in
 *"/releases --jq"*) echo 7;;
 *) echo "$*";;
esac"""


@needs_bash
@pytest.mark.parametrize(("tag", "kind"), [("v1.0.0", "--latest"), ("v1.0.0rc1", "--prerelease")])
def test_a_release_is_a_draft_first_and_replaces_an_earlier_one(tag: str, kind: str, tmp_path: Path) -> None:
    script = tmp_path / "draft.sh"
    script.write_text(step("Draft"), encoding="utf-8")
    done = run_script(script, (), {"gh": GH}, tmp_path, GITHUB_REF_NAME=tag, GH_REPO="us/tableside")
    deleted, created = done.stdout.splitlines()
    assert deleted == "api --method DELETE repos/us/tableside/releases/7"
    assert created.startswith(f"release create {tag} --draft {kind} --verify-tag --title Tableside {tag[1:]}")


@needs_bash
@pytest.mark.parametrize(("version", "tag", "day", "refused"), [
    ("1.0.0", "v1.0.0", "2026-12-01", ""),
    ("1.0.0", "v1.0.0", "unreleased", "CHANGELOG.md names no day for 1.0.0"),
    ("1.0.0rc1", "v1.0.0rc1", "unreleased", ""),
    ("1.0.0", "v1.0.1", "2026-12-01", "The tag v1.0.1 is not the version 1.0.0")])
def test_a_tag_needs_its_version_and_its_day_in_the_changelog(
        version: str, tag: str, day: str, refused: str, tmp_path: Path) -> None:
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion" / "__init__.py").write_text(f'__version__ = "{version}"\n', encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n## [1.0.0] - {day}\n", encoding="utf-8")
    script = tmp_path / "tag.sh"
    script.write_text(step("The tag is the version, and the changelog names its day"), encoding="utf-8")
    done = run_script(script, (), {}, tmp_path, GITHUB_REF_NAME=tag)
    assert (done.returncode, done.stderr.strip()) == (bool(refused), refused)


def test_failed_jobs_can_run_again() -> None:
    """An artifact's name is taken in the next attempt, too, and so is a file's on the package index."""
    for path in (RELEASE, RELEASE.with_name("apk.yml")):
        text = path.read_text(encoding="utf-8") + "\n"
        uploads = re.findall(r"uses: actions/upload-artifact@(?:.+\n)+?\n", text)
        assert uploads and all("overwrite: true" in upload for upload in uploads)
    publishing = RELEASE.read_text(encoding="utf-8").partition("gh-action-pypi-publish@")[2]
    assert "skip-existing: true" in publishing


def test_only_a_tag_publishes_and_each_job_has_only_the_rights_it_needs() -> None:
    text = RELEASE.read_text(encoding="utf-8").partition("\njobs:\n")[2]
    jobs = re.split(r"^  (?=\w+:$)", text, flags=re.MULTILINE)
    rights = {job.partition(":")[0]: re.findall(r"[\w-]+: write", job) for job in jobs if ": write" in job}
    assert rights == {"draft": ["contents: write"], "pypi": ["id-token: write"]}
    assert all("github.ref_type == 'tag'" in job for job in jobs if ": write" in job)


def test_no_file_is_large() -> None:
    """A clone holds every version that ever was."""
    listed = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, encoding="utf-8")
    files = [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]
    assert [path for path in files if path.stat().st_size > 800_000] == []
