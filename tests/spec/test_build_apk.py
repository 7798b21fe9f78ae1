"""packaging/build_apk.sh, with a stand-in for buildozer that asks buildozer's own parser what to build."""

import shutil
import sys
from pathlib import Path

import pytest

from tests.test_workflows import ROOT, needs_bash, run_script

pytest.importorskip("buildozer", reason="buildozer is installed by `make spec`, which runs these tests")

BUILD = ROOT / "packaging" / "build_apk.sh"
KEY = {"P4A_RELEASE_KEYSTORE": "key"}
STANDIN = f"""exec {sys.executable} - "$@" <<'END'
import sys
from pathlib import Path
from buildozer.specparser import SpecParser

spec = SpecParser()
spec.read("buildozer.spec", "utf-8")
mode = sys.argv[-1]
default = "aab" if mode == "release" else "apk"  # buildozer's own
kind = spec.getdefault("app", f"android.{{mode}}_artifact", default)
archs = spec.getlist("app", "android.archs")
Path("bin").mkdir()
Path("bin", f"tableside-1.0.0-{{'_'.join(archs)}}-{{mode}}.{{kind}}").touch()
print(mode, *archs, kind, spec.getdefault("app", "android.numeric_version"))
END"""


@needs_bash
@pytest.mark.parametrize(("kind", "key", "built", "made"), [
    ("arm64-v8a", KEY, "release arm64-v8a apk 100002", "tableside-arm64-v8a.apk"),
    ("armeabi-v7a", KEY, "release armeabi-v7a apk 100001", "tableside-armeabi-v7a.apk"),
    ("arm64-v8a", {}, "debug arm64-v8a apk 100002", "tableside-arm64-v8a-debug.apk"),
    ("x86_64", KEY, "debug x86_64 apk 100003", "tableside-x86_64-debug.apk"),
    ("bundle", KEY, "release arm64-v8a armeabi-v7a aab 100000", "tableside.aab")])
def test_a_package_is_signed_or_its_name_says_that_it_is_for_trying(
        kind: str, key: dict[str, str], built: str, made: str, tmp_path: Path) -> None:
    shutil.copy(ROOT / "buildozer.spec", tmp_path)
    done = run_script(BUILD, (kind, "out"), {"buildozer": STANDIN}, tmp_path, **key)
    assert (done.returncode, done.stdout.strip()) == (0, built), done.stderr
    assert [path.name for path in (tmp_path / "out").iterdir()] == [made]
