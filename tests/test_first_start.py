"""The first start on a fresh machine: the console stays empty unless somebody can mend something."""

import logging
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from companion.services.start import MOST_BYTES, OLD_FILES, data_home, log_file, start_log
from tests.sampling import sampled

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]


def start(home: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    env = {"HOME": str(home), "PATH": os.environ["PATH"], **more}
    return subprocess.run([sys.executable, "main.py", *words], cwd=ROOT, env=env, capture_output=True,
                          encoding="locale", timeout=120, check=False)


@pytest.mark.skipif(sys.platform != "linux", reason="Windows and macOS always have a screen")
@sampled("display", [{}, {"DISPLAY": ":987"}, {"WAYLAND_DISPLAY": "wayland-987"}],
         ids=["none", "no X server", "no Wayland"])
def test_no_screen_is_one_sentence_and_exit_code_two(tmp_path: Path, display: dict[str, str]) -> None:
    done = start(tmp_path, **display)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert all(word in done.stderr for word in ("desktop", "serve"))


def test_the_smoke_test_needs_no_screen_and_says_nothing(tmp_path: Path) -> None:
    """No `.config` in that home, no xclip, no libmtdev, no sound card: all of it is in the log, none on the console."""
    done = start(tmp_path, "--smoke")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert [path.name for path in tmp_path.iterdir() if path.name not in (".config", ".cache")] == []
    if sys.platform == "linux":
        log = log_file(tmp_path / ".config" / "tableside").read_text(encoding="utf-8")
        assert " kivy: " in log and "the smoke test opened every screen" in log


def test_an_unknown_word_is_still_answered_by_the_command_line(tmp_path: Path) -> None:
    done = start(tmp_path, "--smok")
    assert done.returncode == 2
    assert "--help" in done.stderr


FRAME = """
import os, sys
from companion.ui.app import start
from companion.services.library import Library
from companion.services.ports.machine import MachineClock
from companion.services.store import open_store

library = Library(open_store(start.data_home() / "tableside.db"), {}, MachineClock())
library.set("welcomed", True)
library.quit()

def make():
    from kivy.core.window import Window
    def drawn(*_):
        print(*sys.modules, flush=True)
        os._exit(0)
    Window.bind(on_flip=drawn)
    return start.make_app()

start.main(make=make)
"""


def test_what_is_imported_before_the_first_frame_on_a_phone(tmp_path: Path) -> None:
    """Kivy takes 260 of them. The rest of the app comes in idle moments, or with the tap that needs it."""
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "SDL_VIDEODRIVER": "offscreen",
           "ANDROID_ARGUMENT": str(ROOT), "ANDROID_APP_PATH": str(tmp_path), "ANDROID_PRIVATE": str(tmp_path),
           "PYTHONPATH": os.pathsep.join([str(ROOT / "tests" / "fake_phone"), str(ROOT)])}
    done = subprocess.run([sys.executable, "-c", FRAME], env=env, capture_output=True, encoding="locale",
                          timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-1500:]
    loaded = done.stdout.splitlines()[-1].split()
    assert "companion.ui.screens.library" in loaded
    late = {"PIL", "materialyoucolor", "asyncio", "email", "importlib.metadata", "pickle", "socket",
            "companion.core.play", "companion.core.kinds", "companion.services.file_exchange",
            "companion.services.phones", "kivy.uix.textinput"}
    assert sorted(late & set(loaded)) == []
    assert len([name for name in loaded if name.startswith("companion")]) <= 112
    assert len(loaded) <= 400


@pytest.mark.parametrize(("environ", "platform", "folder"), [
    ({}, "linux", ".config/tableside"),
    ({"XDG_CONFIG_HOME": "{home}/elsewhere"}, "linux", "elsewhere/tableside"),
    ({"ANDROID_PRIVATE": "{home}/files"}, "linux", "files"),
    ({"APPDATA": "{home}/Roaming"}, "win32", "Roaming/tableside"),
    ({}, "darwin", "Library/Application Support/tableside"),
])
def test_the_folder_of_the_database_is_kivys_and_is_made_with_its_parents(
        environ: dict[str, str], platform: str, folder: str, tmp_path: Path) -> None:
    given = {key: value.format(home=tmp_path) for key, value in environ.items()} | {"HOME": str(tmp_path)}
    assert data_home(given, platform) == tmp_path / folder
    assert (tmp_path / folder).is_dir()


def test_a_phone_is_not_asked_for_a_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: pytest.fail("a phone has none"))
    assert data_home({"ANDROID_PRIVATE": str(tmp_path)}, "linux") == tmp_path


@sampled("words", [["--smoke"], ["serve", "--players", "Ana,Ben,Cleo"]], ids=["the app", "serve"])
def test_a_home_that_takes_no_folder_is_one_sentence_and_exit_code_two(words: list[str]) -> None:
    done = start(Path("/dev/null"), *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Tableside can't make the folder /dev/null/"), done.stderr
    assert done.stderr.endswith("for your plays. Set HOME to a folder you can write to.\n"), done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.thorough
def test_the_app_lets_a_guest_join_for_the_emulator(tmp_path: Path) -> None:
    """`--invite` stays open: packaging/emulator.sh fetches the page from it. `--verbose` shows the log."""
    env = {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    with subprocess.Popen([sys.executable, "main.py", "--invite", "--verbose"], cwd=ROOT, env=env,
                          encoding="locale", stderr=subprocess.PIPE) as app:
        assert app.stderr is not None
        said: list[str] = []
        while not (found := re.search(r"guests can join at [\d.]+:(\d+)", said[-1] if said else "")):
            said.append(next(app.stderr))
        port = found[1]
        assert any(" kivy: " in line for line in said)
        with urlopen(f"http://127.0.0.1:{port}/", timeout=20) as page:
            assert b"guest/page.js" in page.read()
        app.terminate()


@pytest.fixture
def root_logger() -> Iterator[logging.Logger]:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    root.handlers = []
    yield root
    for handler in root.handlers:
        handler.close()
    root.handlers, root.level = before, level


def test_the_log_turns_over_and_never_grows_beyond_its_files(tmp_path: Path, root_logger: logging.Logger) -> None:
    start_log(tmp_path, verbose=False)
    for _ in range(3000):
        logging.getLogger("tableside").warning("x" * 1000)
    files = sorted(path.name for path in (tmp_path / "logs").iterdir() if "native" not in path.name)
    assert files == ["tableside.log", *(f"tableside.log.{number + 1}" for number in range(OLD_FILES))]
    assert max(path.stat().st_size for path in (tmp_path / "logs").iterdir()) <= MOST_BYTES
    if os.name == "posix":
        assert {path.stat().st_mode & 0o777 for path in (tmp_path / "logs").glob("*.log*")} == {0o600}


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes")
def test_only_their_owner_reads_the_logs_even_those_of_an_earlier_version(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    names = ("tableside.log", "tableside.native.log", "tableside.log.1")
    for name in names:
        (logs / name).write_text("Ana\n", encoding="utf-8")
        (logs / name).chmod(0o644)
    subprocess.run([sys.executable, "-c", "import sys, logging\nfrom pathlib import Path\n"
                    "from companion.services.start import start_log\nstart_log(Path(sys.argv[1]), False)\n"
                    "logging.getLogger('tableside').warning('Ben')", str(tmp_path)], cwd=ROOT, check=True)
    assert {name: (logs / name).stat().st_mode & 0o777 for name in names} == dict.fromkeys(names, 0o600)


def test_a_folder_that_cannot_be_written_costs_the_log_and_nothing_else(
        tmp_path: Path, root_logger: logging.Logger, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "logs").write_text("a file stands where the folder would", encoding="utf-8")
    start_log(tmp_path, verbose=False)
    logging.getLogger("tableside").error("nobody hears this")
    assert capsys.readouterr().err == ""


def test_kivys_search_for_programs_stays_out_of_the_log() -> None:
    from companion.ui.app.start import is_news
    told = [logging.LogRecord("kivy", logging.CRITICAL, "", 0, words, (), None)
            for words in ("Cutbuffer: Unable to find any valuable Cutbuffer provider.", "Image: Unable to load image")]
    assert [is_news(record) for record in told] == [False, True]
