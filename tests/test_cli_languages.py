"""Each refusal of the command line in five languages: whole, without a backslash, nothing left in English."""

import errno
import os
import re
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from companion import cli, launch
from companion.core.language import speak
from companion.core.messages import said_by
from companion.core.registry import BrokenPlugin, Found
from companion.core.text import say
from companion.services.start import data_home
from tests.test_catalogues import COMPLETE, translations
from tests.toys.orchard import game as orchard
from tests.toys.scripted import Ask, Scripted, Slate

pytestmark = pytest.mark.slow
PRINTED = {
    "{id}: {title}, {fewest} to {most} players, {minutes} minutes",
    "{option} ({choices}): {sentence} [{rule}]",
    "{title}. Plays: {plays}; answers: {answers}; answers per second: {speed}",
    "Answers per play: {least} to {most}, median {median}",
    "{title} is in your library now.", "Trying out {title}",
    "{title} was removed. Its plays are kept.",
    "{name}: {n} bytes. Send it to a phone and open it there with Add a game, A game pack.",
    "Its LICENCE is still the placeholder: write what others may do with your game.",
    "Created {folder}. Its README.md has the commands to test, play and pack it.",
    "Its tests need pytest: {command}",
    "Wrote {file}.", "{title}: one play"}
"""What a command says when it worked."""
COMMANDS = ("uv run --python 3.13 --extra app tableside", "--players Ana,Ben,Cleo", "Ask/table/")
"""The same in every language."""


async def endless(table: Slate) -> None:
    await table.ask(Ask(None))


async def stumbling(table: Slate) -> None:
    await table.ask(Ask(None))
    raise ZeroDivisionError


class Ground:
    """A folder with everything that a command may stumble over."""

    def __init__(self, home: Path) -> None:
        self.home = home
        (home / "folder").mkdir()
        (home / "note.txt").write_text("no play", encoding="utf-8")
        (home / "deep.json").write_text("[" * 100_000 + "]" * 100_000, encoding="utf-8")
        (home / "junk.tableside").write_bytes(b"PK junk")
        (home / "tableside-hearts").mkdir()
        self.taken = socket.socket()
        self.taken.bind(("127.0.0.1", 0))
        self.taken.listen()
        (home / "web").mkdir()
        (home / "web" / "index.html").touch()

    def run(self, line: str) -> int:
        """A command; `@name` is a file of this folder, `@port` a port that is taken."""
        port = str(self.taken.getsockname()[1])
        words = [port if word == "@port" else re.sub("^@", f"{self.home}/", word) for word in line.split()]
        sys.argv = ["tableside", *words]
        return cli.main(words)


SERVE = "serve --store @plays.db"
LINES = (
    # not understood
    "", "--nonsense", "dance", "simulate", "games --loud", "--smoke=yes games", "serve --p 1",
    "simulate orchard --plays", "simulate orchard --plays none", "serve --port 99999",
    "simulate orchard --seed x", "open @note.txt --at x",
    # simulate
    "simulate go", "simulate chess", "simulate broken", "simulate orchard --players 1",
    "simulate orchard --players 999", "simulate orchard --option turbo=1",
    "simulate orchard --option market=perhaps", "simulate endless --plays 1", "simulate bad --plays 1",
    "simulate orchard --plays 1 --export @note.txt", "simulate orchard --plays 1 --report @none/page.html",
    "simulate @junk.tableside", "simulate @folder",
    # files
    "open @none", "open @folder", "open @note.txt", "open @deep.json", "watch @none", "watch @folder",
    # packs and makers
    "add @none", "add @note.txt", "add @junk.tableside", "remove chess", "remove windmill", "pack @none",
    "pack @folder", "messages", "messages @folder", "new-game A-B", "new-game story", "new-game hearts",
    "new-game hearts --like dreams",
    # serve
    f"{SERVE} --players Ana", f"{SERVE} --game orchard", f"{SERVE} --game go", f"{SERVE} --watch",
    f"{SERVE} --game orchard --players Ana", f"{SERVE} --game orchard --players Ana,Ben --box zzz",
    f"{SERVE} --game @none --players Ana", f"{SERVE} --bind 203.0.113.1", f"{SERVE} --bind nowhere.invalid",
    "web @folder", "web @web --port @port")


@pytest.fixture
def ground(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ground]:
    found = {"orchard": orchard, "endless": Scripted(endless), "bad": Scripted(stumbling)}
    broken = [BrokenPlugin("chess", say("It has no rules.md."), ""),
              BrokenPlugin("broken", say("It has no rules.md."), "", aside="packs/broken")]
    monkeypatch.setattr(cli, "games_here", lambda *_: Found(dict(found), list(broken)))
    monkeypatch.setattr("companion.simulate.LONGEST", 50)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", [])
    made = Ground(tmp_path)
    yield made
    made.taken.close()
    speak(None)


class Teller:
    """Run a command in each language and read its stderr."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def said(self, spoken: str, run: Callable[[], object]) -> str:
        for module in ("cli", "services.ports.desktop"):
            self.monkeypatch.setattr(f"companion.{module}.system_languages", lambda: [spoken])
        speak(None)
        try:
            code = run()
        except SystemExit as stopped:
            code = stopped.code
        out, err = self.capsys.readouterr()
        assert code in (1, 2, 130) and err.count("\n") == 1 and "Traceback" not in out + err, (code, out, err)
        return err.strip()

    def each(self, run: Callable[[], object], *names: str) -> str:
        """The English sentence, after all others were compared with it."""
        english = self.said("en", run)
        for spoken in COMPLETE:
            told = self.said(spoken, run)
            assert "\\" not in told and told != english, (spoken, told)
            assert left_over(english, told, names) == set(), (spoken, told)
        return english


@pytest.fixture
def teller(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Teller]:
    """Speak English again afterwards, as other tests do."""
    yield Teller(monkeypatch, capsys)
    speak(None)


def left_over(english: str, told: str, names: Sequence[str] = ()) -> set[str]:
    """Three words in a row that both have, or what the system calls its errors.

    >>> left_over("Zoë: No such file", "Zoë: No such file")
    {'no such file'}
    """
    def runs(text: str) -> set[str]:
        for name in (*COMMANDS, *names):
            text = text.replace(name, " # ")
        words = re.findall(r"[^\W\d_]+|\S", text.lower())
        return {" ".join(three) for three in zip(words, words[1:], words[2:], strict=False)
                if all(word.isalpha() for word in three)}

    system = {os.strerror(number) for number in errno.errorcode}
    return (runs(english) & runs(told)) | {one for one in system if one in told}


def test_each_refusal_is_whole_in_each_language(ground: Ground, teller: Teller) -> None:
    told = [teller.each(lambda line=line: ground.run(line), str(ground.home)) for line in LINES]
    told += [teller.each(lambda error=error: run_into(teller.monkeypatch, error)) for error in (
        OSError(errno.ENOSPC, "No space left on device"),
        PermissionError(errno.EACCES, "Permission denied", "plays"),
        OSError(errno.EIO, "Input/output error", "plays"), OSError(errno.EIO, "Input/output error"),
        KeyboardInterrupt(), RecursionError())]
    unsaid = {one.one for one in said_by(Path(cli.__file__))} - PRINTED
    assert {one for one in unsaid if not any(re.search(pattern(one), line) for line in told)} == set()


def pattern(message: str) -> str:
    return re.sub(r"\\\{\w+\\\}", ".*", re.escape(message))


def run_into(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> int:
    def fails(_: Any) -> None:
        raise error

    monkeypatch.setitem(cli.VERBS, "games", fails)
    return cli.main(["games"])


@pytest.mark.parametrize(("source", "links"), [
    (True, []), (False, []), (False, ["Homepage, https://example.org/t"]),
    (False, ["Homepage, https://example.org/t", "In a browser, https://example.org/b"])])
def test_the_way_to_a_window_is_told_in_each_language(
        teller: Teller, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, source: bool,
        links: list[str]) -> None:
    from email.message import Message
    about = Message()
    for link in links:
        about["Project-URL"] = link
    monkeypatch.setattr(launch, "metadata", lambda name: about)
    monkeypatch.setattr(launch, "installed", lambda module: False)
    if not source:
        monkeypatch.setattr(launch, "SOURCES", tmp_path / "none")
    teller.each(lambda: launch.main([]))


def test_a_home_that_cannot_be_made_is_told_in_each_language(
        teller: Teller, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(cli, "data_home", lambda: data_home({"HOME": str(tmp_path / "file")}, "linux"))
    teller.each(lambda: launch.main(["remove", "chess"]), str(tmp_path))
    monkeypatch.setattr(Path, "home", nobody)
    monkeypatch.setattr(cli, "data_home", lambda: data_home({}, "linux"))
    teller.each(lambda: launch.main(["remove", "chess"]))


def nobody() -> Path:
    raise RuntimeError("Could not determine home directory.")


@pytest.mark.parametrize("spoken", COMPLETE)
def test_no_sentence_loses_a_letter_on_the_command_line(spoken: str) -> None:
    """A no-break space was once printed as a backslash and a number."""
    told = [word for _, _, _, words in translations(spoken) for word in words]
    assert len(told) > 3_000 and [one for one in told if "\\" in cli.harmless(one.replace("\n", " "))] == []
