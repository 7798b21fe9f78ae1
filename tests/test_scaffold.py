"""`new-game` makes a game that passes the kit at once; it never writes over anything."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.scaffold import LIKE


@pytest.mark.slow
def test_a_new_game_passes_its_own_tests_and_becomes_a_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                            capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("companion.cli.find_spec", lambda name: None)
    assert main(["new-game", "sky_kings"]) == 0
    assert f"Its tests need pytest: {sys.executable} -m pip install pytest\n" in capsys.readouterr().out
    folder = tmp_path / "tableside-sky-kings"
    without_kivymd = "import sys\nsys.modules['kivymd'] = None\n"  # as after pipx install
    (folder / "conftest.py").write_text(without_kivymd, "utf-8")
    # a newcomer has no PYTHONPATH
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "not wild_table-100"]
    ran = subprocess.run(words, cwd=folder, env=environment, capture_output=True, encoding="locale",
                         timeout=300, check=False)
    assert ran.returncode == 0 and " 1 skipped" in ran.stdout, ran.stdout[-3000:]
    assert main(["pack", str(folder)]) == 0
    assert (tmp_path / "sky_kings-0.1.0.tableside").is_file()
    assert not list((folder / "tableside_sky_kings").glob("cover.*")), "the app makes it from colour and icon"
    commands = [line.split() for line in (folder / "README.md").read_text(encoding="utf-8").splitlines()
                if line.startswith("    ")]
    assert len(commands) == 7
    assert all(Path(words[0]).is_file() for words in commands), "they run as they stand there"
    told = capsys.readouterr().out
    assert "Send it to a phone" in told and "LICENCE is still the placeholder" in told


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("like", sorted(LIKE))
def test_a_new_game_that_begins_like_an_example_passes_the_kit_under_its_own_names(
        like: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", "sky_kings", "--like", like]) == 0
    folder = tmp_path / "tableside-sky-kings"
    sources = [path for path in folder.rglob("*.*") if path.suffix in (".py", ".md")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    example = LIKE[like].replace("_", ".?")
    assert not re.search(example, text, re.IGNORECASE), "no name of the example is left"
    assert "**SK-1**" in text and "class SkyKingsGame(" in text and '"sky_kings", "Sky kings"' in text
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "not wild and not hash"]
    ran = subprocess.run(words, cwd=folder, env=environment, capture_output=True, encoding="locale",
                         timeout=300, check=False)
    assert ran.returncode == 0, ran.stdout[-3000:]


def test_a_sort_that_no_example_shows_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["new-game", "sky_kings", "--like", "chess"])
    said = capsys.readouterr().err
    assert "chess is none of these: race, map, hexes, cards, words, bidding, roles." in said


@pytest.mark.parametrize(("name", "why"), [("Skull King", "small letters"), ("windmill", "already a game"),
                                           ("there", "exists already")])
def test_a_name_that_can_t_be_taken(name: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                    capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tableside-there").mkdir()
    assert main(["new-game", name]) == 1
    assert why in capsys.readouterr().err


@pytest.mark.parametrize(("text", "why"), [("", "is missing"), ("[project]\nname='x'", "names no game")])
def test_a_folder_that_is_no_plugin(text: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if text:
        (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    assert main(["pack", str(tmp_path)]) == 1
    assert why in capsys.readouterr().err
