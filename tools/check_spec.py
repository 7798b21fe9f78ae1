"""Check buildozer.spec without Android SDK or NDK: with buildozer's own parser and python-for-android's own
recipes.

    python -m tools.check_spec buildozer.spec        (`make spec` installs what this needs)

Buildozer ignores a misspelt option silently, and python-for-android fails an hour into a build on a
dependency nobody listed. So this checks before a build: the options exist, all our files are packed, the
recipe graph resolves, every pip module is pure Python with its dependencies listed, and the manifest states
what the app needs.
"""

import contextlib
import hashlib
import io
import json
import logging
import os
import re
import subprocess
import sys
import tempfile
import types
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jinja2
import pythonforandroid
from buildozer import Buildozer
from buildozer.targets import android as android_target
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version
from pythonforandroid import recommendations
from pythonforandroid.bootstrap import Bootstrap
from pythonforandroid.build import Context
from pythonforandroid.graph import get_recipe_order_and_bootstrap
from pythonforandroid.recipe import Recipe
from pythonforandroid.util import BuildInterruptingException

FILES = (
    "icon.filename",
    "icon.adaptive_foreground.filename",
    "icon.adaptive_background.filename",
    "presplash.filename",
    "version.filename",
    "android.extra_manifest_xml",
    "android.extra_manifest_application_arguments",
    "android.backup_rules",
    "android.res_xml",
    "android.manifest.intent_filters",
    "android.add_src",
    "p4a.local_recipes",
    "p4a.hook",
)
TRAVELS = ("main.py", "companion", "assets")
TAB = "companion/page/tab"
"""Only for a page without a server."""
STAYS = {".pyc", ".po", ".pot", ".ts"}
ARCHS = {"arm64-v8a", "armeabi-v7a", "x86", "x86_64"}
PERMISSIONS = {f"android.permission.{name}" for name in (
    "VIBRATE", "INTERNET", "FOREGROUND_SERVICE", "FOREGROUND_SERVICE_CONNECTED_DEVICE",
    "CHANGE_NETWORK_STATE", "POST_NOTIFICATIONS")}
BACK_KEY_API = 36
# Declared by kivy and kivymd, but imported by no part of them that we use
# (docs/decisions/0002-pinned-no-deps.md).
NOT_NEEDED = {"kivy-garden", "docutils", "pygments", "requests", "charset-normalizer", "materialshapes",
              "pycairo", "pillow"}
HASHES = Path(__file__).parents[1] / "packaging" / "hashes.txt"
DIGESTS = ("sha512", "sha256", "md5")
MODULES = Path(__file__).parents[1] / "tests" / "fake_phone" / "modules.json"
# Compiled modules of Python and the recipe each needs; "" where Android's C library lacks something.
COMPILED = {
    "_bz2": "libbz2", "_ctypes": "libffi", "_curses": "ncurses", "_curses_panel": "ncurses", "_dbm": "gdbm",
    "_gdbm": "gdbm", "_hashlib": "openssl", "_lzma": "liblzma", "_sqlite3": "sqlite3", "_ssl": "openssl",
    "_tkinter": "tk", "_uuid": "util-linux", "readline": "readline", "_crypt": "", "_posixshmem": "",
    "grp": "", "nis": "", "spwd": "",
}
ANDROID = "{http://schemas.android.com/apk/res/android}"


class SpecError(Exception):
    """The spec can't be read, so nothing else can be checked."""


@dataclass(frozen=True)
class Spec:
    path: Path
    buildozer: Any

    def get(self, option: str, default: object = "") -> str:
        return str(self.buildozer.config.getdefault("app", option, default))

    def listed(self, option: str, default: Sequence[str] = ()) -> list[str]:
        return list(self.buildozer.config.getlist("app", option, list(default)))

    def file(self, option: str) -> Path:
        """The file an option names, with source.dir filled in as buildozer does."""
        return self.path.parent / self.get(option).replace("%(source.dir)s", ".")

    def text_of(self, option: str) -> str:
        if not self.get(option) or not self.file(option).is_file():
            return ""
        return self.file(option).read_text(encoding="utf-8")

    def pins(self) -> dict[str, str]:
        """Each requirement and its version; empty if the recipe decides."""
        return {name: version
                for name, _, version in (text.partition("==") for text in self.listed("requirements"))}


@dataclass
class Report:
    facts: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def need(self, holds: bool, problem: str) -> None:
        if not holds:
            self.problems.append(problem)


@dataclass(frozen=True)
class Build:
    """What python-for-android would build: recipes with their versions, and modules it leaves to pip."""

    recipes: dict[str, str]
    modules: list[str]
    unhashed: list[str] = field(default_factory=list)
    """Recipes whose download has no hash to check."""
    left_out: frozenset[str] = frozenset()
    """Folders of the standard library that the python3 recipe does not pack."""


def read(path: Path) -> Spec:
    """Buildozer prints the error and exits; keep its message."""
    words = io.StringIO()
    try:
        with contextlib.redirect_stdout(words):
            buildozer = Buildozer(str(path))
    except SystemExit:
        raise SpecError(words.getvalue().strip()) from None
    buildozer.logger.set_level(0)
    return Spec(path, buildozer)


def check_options(spec: Spec, report: Report) -> None:
    report.facts.append(f"{spec.get('title')} {spec.buildozer.get_version()}")
    template = Path(android_target.__file__).parents[1] / "default.spec"
    known = set(re.findall(r"^#?\s?([a-z][\w.\-]+) *=", template.read_text(encoding="utf-8"), re.MULTILINE))
    for option in spec.buildozer.config.options("app"):
        report.need(option in known, f"unknown option {option!r}: buildozer would ignore it silently")
    for option in FILES:
        if spec.get(option):
            report.need(spec.file(option).exists(), f"{option}: {spec.get(option)} does not exist")


def check_variables(spec: Spec, report: Report) -> None:
    """Buildozer takes a variable only for an option that is in the spec, and says nothing otherwise."""
    heard = {f"APP_{option}".upper().replace(".", "_") for option in spec.buildozer.config.options("app")}
    script = (spec.path.parent / "packaging" / "build_apk.sh").read_text(encoding="utf-8")
    for name in sorted(set(re.findall(r"\bAPP_[A-Z_]+", script)) - heard):
        report.need(False, f"build_apk.sh sets {name}, but the spec has no such option")


def check_files_travel(spec: Spec, report: Report) -> None:
    """Let buildozer copy the sources as for a package, and list what is missing."""
    root = spec.path.parent
    ours = {
        file.relative_to(root).as_posix()
        for folder in TRAVELS
        for file in ([root / folder] if (root / folder).is_file() else (root / folder).rglob("*"))
        if file.is_file() and file.suffix not in STAYS and not file.is_relative_to(root / TAB)
    }
    with tempfile.TemporaryDirectory() as folder:
        spec.buildozer.config.set("buildozer", "build_dir", folder)
        spec.buildozer.targetname = "android"
        spec.buildozer._copy_application_sources()
        packed = Path(spec.buildozer.app_dir)
        travelling = {file.relative_to(packed).as_posix() for file in packed.rglob("*") if file.is_file()}
    report.facts.append(f"files in the package: {len(travelling)}")
    for kind in sorted({Path(name).suffix for name in ours - travelling}):
        left = min(name for name in ours - travelling if Path(name).suffix == kind)
        report.need(False, f"source.include_exts or an exclusion leaves out {kind} files such as {left}")


def check_android(spec: Spec, report: Report) -> None:
    minapi, ndk_api = int(spec.get("android.minapi", 0)), int(spec.get("android.ndk_api", 0))
    ndk = spec.get("android.ndk")
    archs = set(spec.listed("android.archs"))
    report.need(minapi == ndk_api, f"android.minapi {minapi} and android.ndk_api {ndk_api} must be the same")
    best = recommendations.RECOMMENDED_NDK_API
    report.need(ndk_api >= best,
                f"android.ndk_api {ndk_api} is below {best}, which python-for-android recommends")
    best = recommendations.RECOMMENDED_NDK_VERSION
    report.need(ndk == best, f"android.ndk {ndk} is not {best}, which python-for-android recommends")
    report.need("arm64-v8a" in archs and archs <= ARCHS,
                f"android.archs {sorted(archs)}: arm64-v8a and its kin only")


@contextlib.contextmanager
def versions_in_environment(pins: dict[str, str]) -> Iterator[None]:
    """Pin recipe versions as python-for-android does, with a fresh recipe cache."""
    before = dict(os.environ)
    os.environ.update({f"VERSION_{name}": version for name, version in pins.items() if version})
    Recipe.recipes = {}
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def resolve(spec: Spec) -> Build:
    """The recipe graph, exactly as `p4a create` builds it."""
    context = Context()
    context.ndk_api = int(spec.get("android.ndk_api", 0))
    context.local_recipes = str(spec.file("p4a.local_recipes")) if spec.get("p4a.local_recipes") else None
    bootstrap = Bootstrap.get_bootstrap(spec.get("p4a.bootstrap", "sdl2"), context)
    with versions_in_environment(spec.pins()), tempfile.TemporaryDirectory() as folder:
        context.storage_dir = folder
        try:
            names, modules, _ = get_recipe_order_and_bootstrap(context, list(spec.pins()), bootstrap)
        except (BuildInterruptingException, ValueError) as error:
            raise SpecError(f"the recipes do not resolve: {error}") from None
        found = {name: Recipe.get_recipe(name, context) for name in names}
        unhashed = [name for name, one in found.items() if one.url and not has_hash(one)]
        recipes = {name: str(one.version) for name, one in found.items()}  # recipes read the environment
        left_out = frozenset(found["python3"].stdlib_dir_blacklist) & sys.stdlib_module_names
    return Build(recipes, sorted(modules), unhashed, left_out)


def phone_modules(build: Build) -> dict[str, list[str]]:
    """Modules of Python that the phone lacks, and the packages installed beside it."""
    missing = {module for module, recipe in COMPILED.items() if recipe not in build.recipes} | build.left_out
    packed = {canonicalize_name(name) for name in (*build.recipes, *build.modules)}
    installed = {module for module, names in packages_distributions().items()
                 if packed & {canonicalize_name(name) for name in names}}
    return {"missing": sorted(missing), "installed": sorted(installed)}


def check_modules(build: Build, report: Report) -> None:
    """The tests' fake phone has the same modules as a real one."""
    real, fake = phone_modules(build), json.loads(MODULES.read_text(encoding="utf-8"))
    report.facts.append("modules of Python that the phone lacks: " + ", ".join(real["missing"]))
    report.need(real["missing"] == fake["missing"], f"missing in {MODULES.name} should be {real['missing']}")
    more = sorted(set(fake["installed"]) - set(real["installed"]))
    report.need(not more, f"{MODULES.name} names {more}, which the phone does not have")


def has_hash(recipe: Any) -> bool:
    return any(getattr(recipe, f"{kind}sum", None) for kind in DIGESTS)


def check_recipes(spec: Spec, build: Build, report: Report) -> None:
    recipes = build.recipes
    report.facts.append("recipes: " + ", ".join(f"{name} {version}" for name, version in recipes.items()))
    report.facts.append("downloaded without a hash of python-for-android's own: " + ", ".join(build.unhashed))
    pythons = {spec.pins().get(name, "") for name in ("python3", "hostpython3")}
    report.need(len(pythons) == 1 and "" not in pythons,
                "python3 and hostpython3 must be pinned to the same version")
    colour = Version(recipes.get("materialyoucolor", "0"))
    report.need(colour >= Version("3.0.3"),
                f"KivyMD 2.0.0 needs materialyoucolor 3.0.3, the recipe builds {colour}")


def check_same_as_desktop(spec: Spec, report: Report) -> None:
    """The phone runs what the tests ran with."""
    lists = Path(__file__).parents[1] / "requirements"
    desktop = "".join((lists / name).read_text(encoding="utf-8") for name in ("base.txt", "app.txt"))
    pinned = dict(re.findall(r"^([\w.-]+)==([\w.]+)", desktop, re.MULTILINE))
    for name, version in spec.pins().items():
        ours = pinned.get(name, version)
        report.need(not version or version == ours,
                    f"{name} is {version} here and {ours} in requirements/app.txt")


def pip_report(wanted: list[str], python: str) -> list[dict[str, Any]]:
    """What pip would install on a machine without compiled wheels."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "report.json"
        command = [sys.executable, "-m", "pip", "install", "-q", "--dry-run", "--ignore-installed",
                   "--no-deps"]
        command += ["--only-binary=:all:", "--platform", "any", "--python-version", python]
        command += ["--target", folder, "--report", str(out), *wanted]
        told = subprocess.run(command, capture_output=True, encoding="locale", check=False)
        if told.returncode:
            errors = [line for line in told.stderr.splitlines() if line.startswith("ERROR")]
            raise SpecError("neither a recipe nor pure Python: " + (errors or [told.stderr.strip()])[-1])
        installed: list[dict[str, Any]] = json.loads(out.read_text(encoding="utf-8"))["install"]
        return installed


def expected_hashes() -> dict[str, str]:
    """The recorded `name==version` and its sha256."""
    lines = HASHES.read_text(encoding="utf-8").splitlines()
    pairs = [line.split() for line in lines if line and not line.startswith("#")]
    return {wanted: digest for wanted, digest in pairs}


def sha256_of(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def check_hashes(modules: list[dict[str, Any]], pins: dict[str, str], report: Report) -> None:
    """pip would download the recorded file for every pinned module."""
    known, open_ended = expected_hashes(), []
    for module in modules:
        name, version = module["metadata"]["name"], module["metadata"]["version"]
        if not pins.get(name):
            open_ended.append(f"{name} {version}")
            continue
        found = module["download_info"].get("archive_info", {}).get("hashes", {}).get("sha256", "")
        wanted = known.get(f"{name}=={version}")
        report.need(wanted is not None,
                    f"the hash of {name}=={version} is not in {HASHES.name}: sha256 {found}")
        report.need(wanted in (None, found),
                    f"{name}=={version} has another hash than {HASHES.name} says: {found}")
    report.facts.append("whatever version is the newest: " + ", ".join(open_ended))


def check_pip_modules(spec: Spec, build: Build, report: Report) -> None:
    pins = spec.pins()
    wanted = [f"{name}=={pins[name]}" if pins.get(name) else name for name in build.modules]
    report.facts.append("by pip, without their dependencies: " + ", ".join(wanted))
    python = build.recipes["python3"]
    here = {"extra": "", "sys_platform": "linux", "python_version": ".".join(python.split(".")[:2])}
    listed = {canonicalize_name(name) for name in (*build.modules, *build.recipes)} | NOT_NEEDED
    modules = pip_report(wanted, python)
    check_hashes(modules, pins, report)
    for module in modules:
        for text in module["metadata"].get("requires_dist", []):
            needed = Requirement(text)
            if needed.marker is None or needed.marker.evaluate(here):
                who = module["metadata"]["name"]
                report.need(canonicalize_name(needed.name) in listed,
                            f"{who} needs {needed}, which is not listed")


class Arguments(types.SimpleNamespace):
    """An empty value for every setting of the template that we don't set."""

    def __getattr__(self, name: str) -> str:
        return ""


def manifest(spec: Spec) -> ElementTree.Element:
    """python-for-android's own template, filled in as its build would."""
    templates = Path(pythonforandroid.__file__).parent / "bootstraps" / "_sdl_common" / "build" / "templates"
    arguments = Arguments(
        permissions=[{"name": name} for name in spec.listed("android.permissions")],
        min_sdk_version=int(spec.get("android.minapi", 0)),
        numeric_version=1,
        version=spec.buildozer.get_version(),
        package=f"{spec.get('package.domain')}.{spec.get('package.name')}",
        extra_manifest_xml=spec.text_of("android.extra_manifest_xml"),
        extra_manifest_application_arguments=spec.text_of("android.extra_manifest_application_arguments"),
    )
    template = jinja2.Template((templates / "AndroidManifest.tmpl.xml").read_text(encoding="utf-8"))
    filled = template.render(args=arguments, service_data=[], native_services=[],
                             android_api=spec.get("android.api"))
    try:
        return ElementTree.fromstring(filled)
    except ElementTree.ParseError as error:
        raise SpecError(f"the manifest is no XML any more: {error}") from None


def check_manifest(spec: Spec, report: Report) -> None:
    root = manifest(spec)
    permissions = {permission.get(f"{ANDROID}name", "") for permission in root.findall("uses-permission")}
    application = root.find("application")
    back = "" if application is None else application.get(f"{ANDROID}enableOnBackInvokedCallback", "")
    services = {action.get(f"{ANDROID}name") for action in root.findall("queries/intent/action")}
    api = int(spec.get("android.api", 0))
    report.facts.append(f"manifest: target {api}, permissions {sorted(permissions)}")
    report.need(permissions == PERMISSIONS,
                f"permissions {sorted(permissions)} are not {sorted(PERMISSIONS)}")
    lost = api >= BACK_KEY_API and back != "false"
    report.need(not lost,
                f"at api {api} without enableOnBackInvokedCallback=false the back key never reaches Kivy")
    speaks = "android.intent.action.TTS_SERVICE" in services
    report.need(speaks, "without <queries> for TTS_SERVICE the app finds no voice from Android 11 on")


def check(path: Path, ask_pip: bool = True) -> Report:
    """Run every check. Only the one that asks pip needs a package index."""
    report = Report()
    with contextlib.chdir(path.parent):  # buildozer looks for source.dir from where it is started
        try:
            check_all(read(path.resolve()), report, ask_pip)
        except SpecError as error:
            report.problems.append(str(error))
    return report


def check_all(spec: Spec, report: Report, ask_pip: bool) -> None:
    for step in (check_options, check_variables, check_files_travel, check_android, check_same_as_desktop,
                 check_manifest):
        step(spec, report)
    build = resolve(spec)
    check_recipes(spec, build, report)
    check_modules(build, report)
    if ask_pip:
        check_pip_modules(spec, build, report)


def main(arguments: Sequence[str]) -> int:
    path = Path(arguments[0] if arguments else "buildozer.spec").resolve()
    logging.getLogger("p4a").setLevel(logging.ERROR)
    report = check(path)
    print("\n".join(report.facts))
    print("\n".join(f"PROBLEM {problem}" for problem in report.problems) or f"{path.name} holds")
    return 1 if report.problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
