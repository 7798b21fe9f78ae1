"""Games for an evening of tests: orchards whose rules have changed, a game with boxes; and plays of them."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

from companion.core.boxes import Boxes
from companion.core.game import Game
from companion.core.setup import Setup, people
from companion.core.text import Refused, Text, say
from companion.core.values import Json
from companion.services.file_exchange import Contents
from companion.services.library import Library
from companion.services.open_play import OpenPlay
from companion.services.store import open_store
from companion.testing.recording import SetClock
from tests.toys.orchard import game as orchard
from tests.toys.orchard.game import OrchardGame
from tests.toys.orchard.table import Orchard
from tests.toys.scripted import Ask, Scripted, Slate

THREE = Setup(people("Ana", "Ben", "Cleo"))


class Orchard2(OrchardGame):
    """The same game under newer rules."""

    rules_version: ClassVar[str] = "2"


class Richer(Orchard2):
    def new(self, setup: Setup) -> Orchard:
        table = super().new(setup)
        table.seats[0].points = 5
        return table


class WeatherDrawn(OrchardGame):
    """The phone rolls the first weather at the start."""

    def drawn_at_start(self, table: Orchard) -> bool:
        return True


class WeatherFails(OrchardGame):
    def drawn_at_start(self, table: Orchard) -> bool:
        raise RuntimeError("a game of somebody else")


class TileBoxes(Boxes):
    def check(self, box: Json) -> list[Text]:
        if "tiles" not in box:
            raise Refused(say("A box needs tiles."))
        return [say("{n} tiles are few.", n=len(box["tiles"]))]


class Boxed(Scripted):
    boxes = TileBoxes()


async def asks(table: Slate) -> None:
    word = await table.ask(Ask(table.seats[0], "timed story"))
    if word == "no":
        raise RuntimeError("the rules stumble")
    table.over = True


GAMES: dict[str, Game[Any]] = {"orchard": orchard, "scripted": Boxed(asks)}


def finish(opened: OpenPlay, seed: int = 1) -> OpenPlay:
    rng = Random(seed)
    while opened.play.outcome() is None:
        question = rng.choice([one for one in opened.play.open() if one.possible(opened.play.table)])
        opened.answer(question.key(), question.random_answer(opened.play.table, rng))
    return opened


def restarted(path: Path, clock: SetClock, games: dict[str, Game[Any]] | None = None) -> Library:
    """The app after its process was killed: the old one was never closed."""
    return Library(open_store(path), games or GAMES, clock)


# As the app does it: what comes in lies in a file, whoever it came from

def look_over(library: Library, text: str | bytes) -> Contents:
    """What importing the file would add."""
    with TemporaryDirectory() as folder:
        return library.files.preview_file(_written(folder, text)).finish()


def take_in(library: Library, text: str | bytes) -> Contents:
    with TemporaryDirectory() as folder:
        return library.files.import_file(_written(folder, text)).finish()


def plays_from(library: Library, text: str | bytes) -> list[int]:
    """Import the file; return the ids of the new plays."""
    before = {one.id for one in library.plays()}
    came = take_in(library, text)
    new = [one.id for one in library.plays() if one.id not in before]
    assert came.plays == len(new)
    return new


def _written(folder: str, text: str | bytes) -> Path:
    path = Path(folder, "coming_in.json")
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path
