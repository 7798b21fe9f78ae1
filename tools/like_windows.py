"""Run the tests of .github/actions/tests as Windows would: code page 1252, CRLF, no POSIX modules.

    python -m tools.like_windows [-m "not slow"] [-k undo] ...      (`make windows`)

Needs localedef and the sources of locales (Debian: the package locales).
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCALE = "de_DE.CP1252"
TESTS = ("tests/core", "tests/games", "tests/services", "tests/test_cli.py", "--ignore-glob", "*/screen/*")


def main(words: list[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        locales, checkout, home = (Path(folder, name) for name in ("locales", "checkout", "home"))
        for path in (locales, checkout, home):
            path.mkdir()
        if not make_locale(locales / LOCALE):
            print("There is no localedef with code page 1252 here: apt-get install locales", file=sys.stderr)
            return 1
        check_out(checkout)
        env = os.environ | {"LOCPATH": str(locales), "LC_ALL": LOCALE, "PYTHONUTF8": "0", "HOME": str(home),
                            "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy",
                            "PYTHONWARNDEFAULTENCODING": "1"}
        compiling = [sys.executable, "-m", "tools.messages", "--compile"]
        subprocess.run(compiling, cwd=checkout, env=env, check=True)
        testing = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "tests.without_posix"]
        return subprocess.run([*testing, *TESTS, *words], cwd=checkout, env=env, check=False).returncode


def make_locale(path: Path) -> bool:
    words = ["localedef", "--no-archive", "-i", "de_DE", "-f", "CP1252", str(path)]
    try:
        subprocess.run(words, capture_output=True, check=False)  # a mere warning makes it "fail"
    except FileNotFoundError:
        return False
    return path.is_dir()


def check_out(folder: Path) -> None:
    """Copy every file of git's, with the line ends of a Windows checkout."""
    listing = ["git", "ls-files", "-z"]
    listed = subprocess.run(listing, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    for name in filter(None, listed.stdout.split("\0")):
        if not (ROOT / name).is_file():
            continue
        body = (ROOT / name).read_bytes()
        if b"\0" not in body:
            body = body.replace(b"\n", b"\r\n")
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(body)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
