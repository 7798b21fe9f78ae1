"""Pack the app as a build for Android would, without SDK, NDK or compiler: buildozer's own command line, fed
into python-for-android's own build.py in a distribution that has everything but the compiled Python.

    with packed(Path("buildozer.spec")) as package: package.manifest, package.files, package.app
"""

import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pythonforandroid
from buildozer import Buildozer

BUILD_TOOLS = "37.0.0-rc1"  # a trap: the newest in the folder is a release candidate
ARCH = "arm64-v8a"
BOOTSTRAPS = Path(pythonforandroid.__file__).parent / "bootstraps"
TOOLCHAIN_FLAGS = {"--copy-libs", "--debug", "--color", "--ignore-setup-py", "--use-setup-py"}
TOOLCHAIN_VALUES = {"--bootstrap", "--dist_name", "--local-recipes", "--arch", "--storage-dir", "--ndk-api",
                    "--hook"}
"""Options the toolchain keeps for itself; the rest goes to build.py."""


@dataclass(frozen=True)
class Package:
    commands: list[list[str]]
    """The arguments buildozer passes to python-for-android: create, then apk."""

    manifest: ElementTree.Element
    app: Path
    """private.tar, unpacked: the folder main.pyc starts in."""

    res: Path
    gradle: str

    @property
    def files(self) -> list[str]:
        return sorted(file.relative_to(self.app).as_posix() for file in self.app.rglob("*") if file.is_file())


@contextlib.contextmanager
def packed(spec: Path) -> Iterator[Package]:
    with tempfile.TemporaryDirectory(prefix="pack-") as name, contextlib.chdir(spec.parent):
        work = Path(name)
        commands = ask_buildozer(spec, work)
        dist = make_distribution(work, int(option(commands[1], "--ndk-api") or 0))
        build(dist, for_build(commands[1]))
        hook(dist, option(commands[1], "--hook"))
        app = work / "unpacked"
        with tarfile.open(dist / "src" / "main" / "assets" / "private.tar") as tar:
            tar.extraction_filter = getattr(tarfile, "data_filter", None)  # Debian 12's 3.11.2 has none
            tar.extractall(app)
        manifest = ElementTree.parse(dist / "src" / "main" / "AndroidManifest.xml").getroot()
        yield Package(commands, manifest, app, dist / "src" / "main" / "res",
                      (dist / "build.gradle").read_text(encoding="utf-8"))


def ask_buildozer(spec: Path, work: Path) -> list[list[str]]:
    """Runs the target, but records the call of python-for-android instead of making it."""
    commands: list[list[str]] = []
    (work / "sdk" / "build-tools" / BUILD_TOOLS).mkdir(parents=True)
    with contextlib.redirect_stdout(io.StringIO()):
        buildozer: Any = Buildozer(str(spec))
        buildozer.logger.set_level(0)
        # write nothing to the project's folder
        buildozer.config.set("buildozer", "build_dir", str(work / "build"))
        buildozer.config.set("app", "android.sdk_path", str(work / "sdk"))
        buildozer.set_target("android")
        target = buildozer.target
        target._p4a = lambda cmd, env, **_: commands.append([*cmd, *target.extra_p4a_args])
        buildozer._copy_application_sources()
        target.compile_platform()
        (Path(target.get_dist_dir("tableside"))).mkdir(parents=True)
        with contextlib.suppress(FileNotFoundError, OSError):  # there is no package to copy
            target.build_package()
    return commands[:2]


def option(command: list[str], name: str) -> str:
    """The value of an option, as `--key value` or `--key=value`."""
    for at, word in enumerate(command):
        if word == name:
            return command[at + 1]
        if word.startswith(f"{name}="):
            return word.partition("=")[2]
    return ""


def for_build(command: list[str]) -> list[str]:
    """The command without its verb and the toolchain's own options."""
    rest, words = [], iter(command[1:])
    for word in words:
        name = word.partition("=")[0]
        if name in TOOLCHAIN_VALUES:
            if "=" not in word:
                next(words)
        elif name not in TOOLCHAIN_FLAGS:
            rest.append(word)
    return rest


def make_distribution(work: Path, ndk_api: int) -> Path:
    """As the sdl2 bootstrap lays it out, with an empty bundle in place of the compiled Python."""
    dist = work / "dist"
    for part in ("common", "_sdl_common", "sdl2"):
        shutil.copytree(BOOTSTRAPS / part / "build", dist, dirs_exist_ok=True)
    (dist / "libs" / ARCH).mkdir(parents=True)
    (dist / f"_python_bundle__{ARCH}").mkdir()
    facts = {"bootstrap": "sdl2", "hostpython": sys.executable, "archs": [ARCH], "ndk_api": ndk_api,
             "use_setup_py": False}
    (dist / "dist_info.json").write_text(json.dumps(facts), encoding="utf-8")
    (dist / "project.properties").write_text("target=android-36", encoding="utf-8")
    (dist / "local.properties").write_text(f"sdk.dir={work / 'sdk'}", encoding="utf-8")
    return dist


COMPILING = """
import py_compile, runpy, subprocess, sys

def compiled(args):  # of one file: [python, "-OO", "-m", "compileall", "-b", "-f", file]
    assert args[1:-1] == ["-OO", "-m", "compileall", "-b", "-f"], args
    py_compile.compile(args[-1], f"{args[-1]}c", optimize=2, doraise=True)
    return 0

subprocess.call = compiled
runpy.run_path("build.py", run_name="__main__")
"""
"""build.py would start Python once per file."""


def build(dist: Path, arguments: list[str]) -> None:
    """Run build.py, which fails on an unknown option."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(dist), str(BOOTSTRAPS.parent.parent)]),
           "ANDROID_API": "36"}
    done = subprocess.run([sys.executable, "-c", COMPILING, *arguments], cwd=dist, env=env,
                          capture_output=True, encoding="locale", check=False)
    if done.returncode:
        raise RuntimeError(f"python-for-android's build.py failed: {done.stdout[-500:]}{done.stderr[-1500:]}")


def hook(dist: Path, path: str) -> None:
    """Run our hook in the same folder and at the same moment as the toolchain."""
    if path:
        code = f"import runpy; runpy.run_path({path!r})['before_apk_assemble'](None)"
        subprocess.run([sys.executable, "-c", code], cwd=dist, check=True)
