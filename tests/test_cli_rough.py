"""The command line on rough ground: narrow terminals, closed output, Ctrl-C, input without end, hostile names."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion import cli
from companion.core.language import speak
from companion.core.registry import Found
from tests.sampling import sampled
from tests.toys.orchard import game as orchard

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parent.parent
HOSTILE = "Zoë\x1b[2J\x9b31m\u202e\U0001f98a"
RUN = """
import sys
from companion import cli
from companion.core.registry import Found
from tests.toys.orchard import game
cli.games_here = lambda *_: Found({"orchard": game})
sys.exit(cli.main(sys.argv[1:]))
"""


def run(*words: str, code: str = "utf-8", **how: Any) -> subprocess.CompletedProcess[bytes]:
    env = {**os.environ, "PYTHONIOENCODING": code, "PYTHONUTF8": "0"}
    return subprocess.run([sys.executable, "-c", RUN, *words], cwd=ROOT, env=env, check=False, timeout=60,
                          **{"capture_output": True, **how})


@pytest.mark.thorough
def test_a_terminal_without_the_letter_gets_its_number() -> None:
    done = run("open", "Zoë", code="ascii")
    assert done.returncode == 1 and b"There is no Zo\\xeb." in done.stderr


def test_what_steers_a_terminal_is_shown_harmlessly(capsys: pytest.CaptureFixture[str],
                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "games_here", lambda *_: Found({"orchard": orchard}))
    assert cli.main(["open", HOSTILE]) == 1
    said = capsys.readouterr().err
    assert said and not any(letter in said for letter in "\x1b\x9b\u202e")


@pytest.mark.parametrize(("spoken", "sentence"), [
    ("fr", "Aucun jeu ne s’appelle 40\u202f%\\x1b\\u202e. Il y a seulement\u00a0: orchard.\n"),
    ("de", "Ein Spiel namens 40\u202f%\\x1b\\u202e gibt es nicht, nur orchard.\n")])
def test_no_break_spaces_stay_as_they_are(spoken: str, sentence: str, capsys: pytest.CaptureFixture[str],
                                          monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "games_here", lambda *_: Found({"orchard": orchard}))
    monkeypatch.setattr(cli, "system_languages", lambda: [spoken])
    try:
        assert cli.main(["simulate", "40\u202f%\x1b\u202e"]) == 1
    finally:
        speak(None)
    assert capsys.readouterr().err == sentence


@sampled("to", ["pipe", "closed", "full"])
def test_output_that_nobody_takes_is_no_traceback(to: str) -> None:
    if to == "pipe":
        read, write = os.pipe()
        os.close(read)
        done = run("games", capture_output=False, stdout=write, stderr=subprocess.PIPE)
        os.close(write)
    elif to == "closed":
        done = run("games", capture_output=False, stderr=subprocess.PIPE, preexec_fn=lambda: os.close(1))
    else:
        if not Path("/dev/full").exists():
            pytest.skip("this machine has no full device")
        with open("/dev/full", "wb") as full:
            done = run("games", capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert b"Traceback" not in done.stderr and b"Exception" not in done.stderr
    assert done.returncode == (1 if to == "full" else 0)


def test_ctrl_c_is_one_word(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt
    monkeypatch.setattr(cli, "games_here", lambda *_: Found({"orchard": orchard}))
    monkeypatch.setattr(cli, "random_play", interrupted)
    assert cli.main(["simulate", "orchard"]) == 130
    assert capsys.readouterr() == ("", "Stopped.\n")


def test_input_without_end_is_refused() -> None:
    done = run("open", "/dev/zero")
    assert done.returncode == 1 and done.stderr.count(b"\n") == 1 and b"Traceback" not in done.stderr


def test_a_file_nested_too_deeply_is_refused(tmp_path: Path) -> None:
    deep = tmp_path / "deep.json"
    deep.write_text("[" * 100_000 + "]" * 100_000, encoding="utf-8")
    done = run("open", str(deep))
    assert done.returncode == 1 and done.stderr.count(b"\n") == 1 and b"Traceback" not in done.stderr


@pytest.mark.parametrize("players", ["101", "1000000000", "9" * 40])
def test_a_billion_players_are_refused_before_they_sit_down(capsys: pytest.CaptureFixture[str], players: str,
                                                            monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "games_here", lambda *_: Found({"orchard": orchard}))
    assert cli.main(["simulate", "orchard", "--players", players]) == 1
    assert capsys.readouterr().err == "Orchard is for 2 to 5 players.\n"
