"""The verbs of the command line: what they print, how they fail, and that none opens a window."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import companion
from companion import cli
from companion.core.language import speak
from companion.core.registry import BrokenPlugin, Found, find_games
from companion.core.text import Refused, say
from tests.core.everything import parts_of
from tests.toys.orchard import game as orchard
from tests.toys.scripted import Ask, Scripted, Slate

ROOT = Path(__file__).resolve().parent.parent


async def endless(table: Slate) -> None:
    await table.ask(Ask(None))


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Found({"orchard": orchard, "endless": Scripted(endless)},
                  [BrokenPlugin("chess", say("It has no rules.md."), "Traceback ...")])
    monkeypatch.setattr(cli, "games_here", lambda *_: found)


@pytest.fixture
def file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """An exported play."""
    assert cli.main(["simulate", "orchard", "--plays", "1", "--seed", "3", "--export", str(tmp_path)]) == 0
    capsys.readouterr()
    return tmp_path / "orchard-3-0.json"


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert cli.main(words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Exit 1, nothing printed, one line on stderr."""
    assert cli.main(words) == 1
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and "Traceback" not in err
    return err.strip()


def misunderstood(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit) as caught:
        cli.main(words)
    assert caught.value.code == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    return err.strip()


def in_a_process(code: str) -> str:
    words = [sys.executable, "-c", code]
    return subprocess.check_output(words, cwd=ROOT, encoding="locale", timeout=120)


# games

def test_games_tells_what_was_found_and_what_is_broken(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "games")
    assert "orchard: Orchard, 2 to 5 players, 5 minutes\n" in out
    assert "    market=false (false, true): Hold a market before the vote. [OR-8]\n" in out
    assert out.endswith("chess can't be loaded. It has no rules.md.\n")


def test_the_command_line_speaks_the_system_s_language(capsys: pytest.CaptureFixture[str],
                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "de_AT:fr")
    try:
        assert "orchard: Orchard, 2 bis 5 Personen, 5 Minuten\n" in printed(capsys, "games")
        assert refused(capsys, "simulate", "chess").startswith("chess lässt sich nicht laden. ")
    finally:
        speak(None)


# simulate

def test_simulate_plays_to_the_end_and_measures(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "simulate", "orchard", "--plays", "5", "--seed", "7")
    answers, speed = map(int, re.findall(r"Orchard. Plays: 5; answers: (\d+); answers per second: (\d+)\n", out)[0])
    least, most, median = map(float, re.findall(r"per play: (\d+) to (\d+), median ([\d.]+)\n", out)[0])
    assert speed > 0 < least <= median <= most <= answers
    assert sum(int(line.split()[0]) for line in out.splitlines()[2:]) == 5, "each with its outcome"


def test_a_game_is_found_by_its_first_id(
        capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "games_here", lambda *_: find_games())
    out = printed(capsys, "simulate", "any_box", "--plays", "1", "--golden")
    assert out == printed(capsys, "simulate", "score_sheet", "--plays", "1", "--golden") != ""


def test_the_same_seed_plays_the_same_plays(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for folder in ("a", "b"):
        printed(capsys, "simulate", "orchard", "--plays", "3", "--seed", "7", "--export", str(tmp_path / folder))
    files = sorted((tmp_path / "a").iterdir())
    assert [one.name for one in files] == ["orchard-7-0.json", "orchard-7-1.json", "orchard-7-2.json"]
    assert all(one.read_bytes() == (tmp_path / "b" / one.name).read_bytes() for one in files)
    assert len({one.read_bytes() for one in files}) == 3


def test_an_exported_play_has_the_answers_after_dealt_cards(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = Path(__file__).resolve().parents[1] / "examples" / "tableside-signal-flags"
    printed(capsys, "simulate", str(folder), "--plays", "1", "--export", str(tmp_path))
    (file,) = tmp_path.iterdir()
    assert file.read_text(encoding="utf-8").count('"key"') > 5


def test_simulate_takes_a_folder_and_tells_a_play_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path(__file__).resolve().parents[1] / "examples" / "tableside-pebbles"
    assert printed(capsys, "simulate", str(folder), "--plays", "2").startswith("Pebbles. Plays: 2; ")
    lines = printed(capsys, "simulate", str(folder), "--golden", "--players", "2").splitlines()
    assert lines[:2] == ["pebbles: Ana, Ben", "option heaps = 3"]
    assert re.fullmatch(r"Take/0 [123] +-> Ana took .* pebbles?\.", lines[3])


def test_simulate_with_players_and_options(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = printed(capsys, "simulate", "orchard", "--plays", "2", "--players", "4", "--option", "market=true",
                  "--export", str(tmp_path))
    assert out.startswith("Orchard. Plays: 2; answers: ")
    setup = parts_of((tmp_path / "orchard-1-0.json").read_text(encoding="utf-8"))[1]["play"]["setup"]
    assert len(setup["people"]) == 4 and setup["options"] == {"market": True}


@pytest.mark.parametrize(("words", "why"), [
    (["chess"], "chess can't be loaded. It has no rules.md."),
    (["go"], "There is no game called go, only orchard, endless."),
    (["orchard", "--players", "1"],
     "This game is for 2 to 5 players, and you have 1. Add or remove a seat."),
    (["orchard", "--players", "9"],
     "This game is for 2 to 5 players, and you have 9. Add or remove a seat."),
    (["orchard", "--option", "turbo=1"], "Orchard has no option called turbo, only market."),
    (["orchard", "--option", "market=perhaps"], "Market can't be set to perhaps, only to false, true."),
    (["orchard", "--option", "market"], "Market can't be set to –, only to false, true."),
    (["orchard", "--option", f"market={'x' * 3_000}"],
     f"Market can't be set to {'x' * 40}, only to false, true."),
])
def test_what_cannot_be_simulated(capsys: pytest.CaptureFixture[str], words: list[str], why: str) -> None:
    assert refused(capsys, "simulate", *words) == why


def test_a_game_that_never_ends_is_noticed(
        capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.simulate.LONGEST", 50)
    assert refused(capsys, "simulate", "endless") == (
        "scripted isn't over after 50 answers.")


async def stumbling(table: Slate) -> None:
    await table.ask(Ask(None))
    raise ZeroDivisionError


def test_rules_that_break_in_mid_play_are_said(
        capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "games_here", lambda *_: Found({"bad": Scripted(stumbling)}))
    assert "answer 1: Ask/table/ was answered with" in refused(capsys, "simulate", "bad")


def test_a_folder_that_cannot_be_made(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "file" in refused(capsys, "simulate", "orchard", "--export", str(tmp_path / "file" / "x"))


# Usage

def test_what_is_not_understood_exits_with_two(capsys: pytest.CaptureFixture[str]) -> None:
    for words in ([], ["dance"], ["simulate"], ["open"], ["games", "--loud"], ["simulate", "orchard", "--plays", "0"],
                  ["simulate", "orchard", "--plays", "many"], ["simulate", "orchard", "--seed", "x"]):
        assert "--help" in misunderstood(capsys, *words)


@pytest.mark.slow
def test_no_verb_imports_kivy(file: Path) -> None:
    seen = in_a_process(
        "import sys, main\n"
        "codes = [main.main(words) for words in (['games'], ['simulate', 'windmill', '--plays', '1'])]\n"
        f"codes.append(main.main(['open', {str(file)!r}]))\n"
        "loaded = [name for name in sys.modules if name.split('.')[0] in ('kivy', 'kivymd', 'plyer')]\n"
        "print('codes', codes, loaded)")
    assert seen.splitlines()[-1] == "codes [0, 0, 1] []", "orchard is not installed, so its play is refused"


@pytest.mark.parametrize("words", [[], ["--smoke"]])
def test_without_a_verb_the_app_is_started(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    from types import ModuleType

    import main
    app: Any = ModuleType("companion.ui.app.start")
    app.main = lambda given: 40 + len(given)
    monkeypatch.setitem(sys.modules, "companion.ui.app.start", app)
    monkeypatch.setattr("companion.launch.installed", lambda module: True)
    assert main.main(words) == 40 + len(words)


@pytest.mark.parametrize(("source", "links", "said"), [
    (True, [], "In the source folder: uv run --python 3.13 --extra app tableside."),
    (False, ["Issues, x", "Homepage, https://example.org/t"],
     "Download the program at https://example.org/t/releases."),
    (False, ["Homepage, https://example.org/t", "In a browser, https://t.example.org/"],
     "Download the program at https://example.org/t/releases, or open https://t.example.org/ in a browser."),
    (False, [], "Download the program from the project's releases.")])
def test_without_kivy_the_hint_fits_how_it_was_installed(
        monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, source: bool,
        links: list[str], said: str) -> None:
    from email.message import Message

    from companion import launch
    told = Message()
    for link in links:
        told["Project-URL"] = link
    monkeypatch.setattr(launch, "metadata", lambda name: told)
    monkeypatch.setattr(launch, "installed", lambda module: False)
    if not source:
        monkeypatch.setattr(launch, "SOURCES", tmp_path / "pyproject.toml")
    assert launch.main([]) == 2
    assert capsys.readouterr().err == (
        f"The window needs Kivy and Python 3.11 to 3.13. {said} Without a window: tableside serve\n")


def test_the_command_that_the_hint_names_is_one_that_a_job_runs() -> None:
    jobs = (ROOT / ".github" / "workflows" / "proof.yml").read_text(encoding="utf-8")
    assert "uv run --python 3.13 --extra app tableside" in jobs


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main(["--version"])
    assert caught.value.code == 0 and capsys.readouterr().out == f"Tableside {companion.__version__}\n"


@pytest.mark.parametrize(("words", "said"), [
    (["serve", "--port", "99999"], "99999 is not a number from 1 to 65535."),
    (["simulate", "orchard", "--plays", "x"], "x is not a number from 1 on."),
    (["--nonsense"], "There is no such option."),
    (["games", "--loud"], "--loud isn't understood."),
    (["dance"], "There is no verb called dance."),
])
def test_a_wrong_word_is_named(words: list[str], said: str, capsys: pytest.CaptureFixture[str],
                               monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["tableside", *words])
    assert said in misunderstood(capsys, *words)


@pytest.mark.parametrize(("words", "said"), [
    (["--players", "Ana"], "--players needs --game."), (["--option", "mode=coop"], "--option needs --game."),
    (["--game", "orchard"], "Who plays?"),
    (["--game", "orchard", "--players", "Ana,Ben", "--option", "market=x"],
     "Market can't be set to x, only to false, true."),
    (["--game", "orchard", "--players", "Ana,Ben", "--box", "zzz"], "There is no box called zzz."),
    (["--game", "orchard", "--players", "Ana,Ben", "--copy", "zzz"], "There is no box called zzz.")])
def test_serve_says_what_is_missing(words: list[str], said: str, capsys: pytest.CaptureFixture[str],
                                    tmp_path: Path) -> None:
    told = refused(capsys, "serve", "--store", str(tmp_path / "t.db"), *words)
    assert told.startswith(said) and "There are" not in told and "Options:" not in told


def test_serve_takes_a_friends_box_code(tmp_path: Path) -> None:
    from companion.services.phones.serve import Serving

    serving = Serving(tmp_path / "t.db", find_games().games, 0, print)
    own = {**serving.library.games["windward"].boxes.starter(), "battle_die": [2] * 6}
    row = serving.library.save_box("windward", "Ana's box", own)[0]
    code = serving.library.box_code(row.id)
    serving.library.delete_box(row.id)
    assert serving.begin("windward", ["Ana", "Ben"], box=code).play.setup.box["battle_die"] == [2] * 6
    with pytest.raises(Refused, match="This code isn't right"):
        serving.begin("windward", ["Ana", "Ben"], box=code[:-1])
    serving.begin("windward", ["Ana", "Ben"], box=code)
    names = [one.name for one in serving.library.boxes("windward")]
    assert names == ["Ana's box"], "the same box comes in once"


def test_a_folder_that_is_not_there_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "pack", "nofolder") == "There is no folder nofolder."


def test_a_wrong_call_names_what_is_wrong(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert refused(capsys, "remove", "windmill") == "windmill comes with the app and can't be removed."
    page = tmp_path / "none" / "page.html"
    told = refused(capsys, "simulate", "orchard", "--plays", "1", "--report", str(page))
    assert told == f"There is no folder {page.parent}."
    told = misunderstood(capsys, "messages")
    assert told.startswith("FOLDER is missing.")


@pytest.mark.parametrize("address", ["203.0.113.1", "nowhere.invalid"])
def test_an_address_of_another_device_is_refused(address: str, capsys: pytest.CaptureFixture[str],
                                                 tmp_path: Path) -> None:
    told = refused(capsys, "serve", "--store", str(tmp_path / "plays.db"), "--bind", address)
    assert told == f"{address} is not an address of this device."


def test_the_folder_you_are_in_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                            capsys: pytest.CaptureFixture[str]) -> None:
    home = tmp_path / "tableside-hearts"
    home.mkdir()
    monkeypatch.chdir(home)
    assert refused(capsys, "pack", ".") == "The pyproject.toml of tableside-hearts is missing or can't be read."


def test_the_help_names_the_words_that_open_the_app(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    told = capsys.readouterr().out
    assert "--smoke" in told and "--verbose" in told and "--version" in told
