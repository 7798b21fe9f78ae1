"""`new-game NAME`: creates a folder with a tiny complete game that passes the test kit."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from companion.core.refusals import Refused
from companion.core.registry import BUILT_IN
from companion.core.text import say

NAME = re.compile(r"[a-z][a-z0-9_]{1,29}")

RULES = """# {title}

## Setting up

**{tag}-1** Two to eight players. Everybody begins with zero points.

## A round

**{tag}-2** Everybody scores. After each round, players enter how many points each of them got.

## The end

**{tag}-3** Five rounds, then most points win. Players with equal points share the victory.
"""

INIT = '''"""{title}, a game for Tableside."""

from companion.api import Facts, Game, palettes, say
from {package}.rules import {name}


class {name}Game(Game[{name}]):
    facts = Facts("{id}", "{title}", 2, 8, "20", say("Say in one sentence what it is about."), "{tag}-1",
                  **palettes("#2F6FB0"), icon="cards-outline")


game = {name}Game()
'''

RULES_PY = '''"""{title}: its table, its question and its script. A stretch is a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.api import (
    Field, Numbers, Outcome, Row, Rows, Seat, SeatView, Setup, Table, View, best, count, podium, points_field, said,
    say, spelled, victory)

ROUNDS = 5  # {tag}-3
MOST = 50


class {name}(Table[Seat]):
    """Plain attributes. Everything that must survive an answer goes here."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, [Seat(index, person) for index, person in enumerate(setup.people)])
        self.round = 1


@dataclass(frozen=True)
class Scores(Numbers[{name}]):
    """{tag}-2"""

    rule = "{tag}-2"
    sentence = said("Who scored how many points?")

    def rows(self, table: {name}) -> Sequence[Row]:
        return [Row(seat.name, 0, MOST, seat=seat) for seat in table.present()]


async def play(table: {name}) -> None:
    numbers = await table.ask(Scores(None))                                 # {tag}-2
    for seat, points in zip(table.present(), numbers, strict=False):
        seat.gain(points)
        table.tell(count("{{name}} got one point.", "{{name}} got {{n}} points.", points, name=seat), seat, "{tag}-2")
    table.round += 1                                                        # {tag}-3


def outcome(table: {name}) -> Outcome | None:
    """{tag}-3"""
    if table.round <= ROUNDS:
        return None
    winners = best(table.seats)
    return podium(table, victory(winners), winners)


def fields(table: {name}) -> Iterator[Field]:
    """Everything on the table, and what only the app tracks. Players can set any of it by hand."""
    for seat in table.seats:
        yield points_field(seat)
    yield Rows(table, on_table=False).number("round", say("Round"), 1, ROUNDS + 1)


def view(table: {name}) -> View:
    seats = tuple(SeatView(seat.index, seat.points) for seat in table.seats)
    return View(say("Round {{n}} of {{all}}", n=spelled(min(table.round, ROUNDS)), all=spelled(ROUNDS)), seats)
'''

TESTS = '''"""{title}, rule by rule, and the whole kit."""

import pytest
from {package} import game

from companion.core.play import Play
from companion.core.questions import Refused
from companion.core.setup import Setup, people
from companion.testing import kit_tests

test_kit = kit_tests(game, tests=__file__)


def test_two_to_eight_players() -> None:
    """{tag}-1"""
    with pytest.raises(Refused):
        Play(game, Setup(people("Ana")))


def test_five_rounds_then_most_points_win() -> None:
    """{tag}-2, {tag}-3"""
    play = Play(game, Setup(people("Ana", "Ben")))
    for points in ([3, 0], [0, 5], [1, 1], [0, 2], [4, 1]):
        assert play.outcome() is None
        play.answer("Scores/table", points)
    assert [seat.points for seat in play.table.seats] == [8, 9]
    outcome = play.outcome()
    assert outcome is not None and str(outcome.sentence) == "Ben wins."
'''

TOUCHES = '''"""{title} by touches, in the real app. Needs the app's environment, with Kivy."""

from companion.touches import touch_test
from {package} import game

test_by_touches = touch_test(game)
'''

PYPROJECT = '''[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "{folder}"
version = "0.1.0"
description = "{title}, a game for Tableside."
requires-python = ">=3.11"
dependencies = ["tableside"]

[project.entry-points."tableside.games"]
{id} = "{package}:game"

[tool.setuptools]
packages = ["{package}"]

[tool.setuptools.package-data]
{package} = ["*.md", "*.png"]

[tool.pytest.ini_options]
pythonpath = [".", "{source}"]  # the second is Tableside's source; not needed once it is installed
'''

README = '''# {title}

A game for Tableside. Run these in this folder:

    {python} -m pytest        # its rules and the test kit
    {app} watch .   # play it while you write it; the app reloads what you save
    {app} pack .    # one file for a phone: {id}-0.1.0.tableside

To keep it in the library of the desktop app: `{python} -m pip install --no-deps --no-build-isolation -e .`

The app makes its cover from colour and icon. For your own, put a `cover.png` of about 640 x 300 beside `rules.md`.
'''

LICENCE = "Say here what others may do with your game. Until you do, you keep all rights.\n"


def new_game(name: str, where: Path) -> Path:
    """Create the folder; never overwrites one. Raises `Refused`."""
    if not NAME.fullmatch(name):
        raise Refused(say("A game's name is a small letter, then small letters, digits or underscores: skull_king."))
    if name in BUILT_IN:
        raise Refused(say("There is already a game called {name}.", name=name))
    folder = where / f"tableside-{name.replace('_', '-')}"
    if folder.exists():
        raise Refused(say("{folder} exists already. Choose another name, or move that folder.", folder=folder.name))
    words = {"id": name, "package": f"tableside_{name}", "title": name.replace("_", " ").capitalize(),
             "name": "".join(part.capitalize() for part in name.split("_")), "folder": folder.name,
             **_commands(), "tag": "".join(part[0] for part in f"{name}_x".split("_") if part)[:2].upper()}
    package = words["package"]
    files = {f"{package}/__init__.py": INIT, f"{package}/rules.md": RULES, f"{package}/rules.py": RULES_PY,
             f"tests/test_{name}.py": TESTS, f"tests/test_{name}_by_touches.py": TOUCHES,
             "pyproject.toml": PYPROJECT, "README.md": README, "LICENCE": LICENCE}
    for path, text in files.items():
        page = folder / path
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text if text == LICENCE else text.format(**words), encoding="utf-8")
    return folder


def _commands() -> dict[str, str]:
    source = Path(__file__).resolve().parents[1]
    python = Path(sys.executable).as_posix()
    main = source / "main.py"
    return {"source": source.as_posix(), "python": python,
            "app": f"{python} {main.as_posix()}" if main.is_file() else f"{python} -m companion"}
