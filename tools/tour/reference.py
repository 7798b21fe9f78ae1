"""A small picture of every kind of question, asked by the very examples of docs/game-reference.md."""

import re
import sys
from dataclasses import is_dataclass, replace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

from PIL import Image

from companion.core.boxes import Boxes
from companion.core.boxes.form import FormPart, FormSection
from companion.core.game import Facts, Game, Palette
from companion.core.kinds import Deal
from companion.core.questions import Question
from companion.core.setup import Seat, Setup
from companion.core.table import Table
from companion.core.text import say
from companion.core.views import SeatView, View
from tools.tour.guide import Guide

PEBBLES = Path(__file__).resolve().parents[2] / "examples" / "tableside-pebbles"
PAGE = Path(__file__).resolve().parents[2] / "docs" / "game-reference.md"
RULES = PAGE.parents[1] / "tests" / "toys" / "orchard"
COLOURS = 128
EDGE = 20
"""Pixels below the form in its picture."""
SEED = "#2F6FB0"
DRAFTS = {"Fallen": (0, 2), "Finish": (2, 0)}
"""What to tap before the picture."""
BESIDES = {"Sell": ("play", "market"), "Land": ("view", "chart"), "Bail": ("outcome", "sunk")}
"""Functions of the page that belong to an example. `Land` shows its stage, `Bail` its result."""


def page_of_examples() -> dict[str, Any]:
    page = ModuleType("reference")
    sys.modules["reference"] = page  # a dataclass looks for its own module
    for block in re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S):
        exec(block, page.__dict__)
    return page.__dict__


def examples() -> dict[str, type[Question[Any, Any]]]:
    """Every question of the page, by its name."""
    return {name: one for name, one in page_of_examples().items() if isinstance(one, type)
            and issubclass(one, Question) and is_dataclass(one) and one.__module__ == "reference"}


class Asked(Table[Seat]):
    over = False


class Asking(Game[Any]):
    """Asks one question repeatedly; asks everybody a secret one."""

    home: ClassVar[Path] = RULES

    question: ClassVar[type[Question[Any, Any]]]

    def new(self, setup: Setup) -> Table[Seat]:
        return Asked(setup, [Seat(index, person) for index, person in enumerate(setup.people)])

    async def play(self, table: Table[Seat]) -> None:
        if self.question.secret and not issubclass(self.question, Deal):
            await table.all_of([self.question(seat) for seat in table.present()])
        else:
            await table.ask(self.question(table.seats[0]))

    def view(self, table: Table[Seat]) -> View:
        return View(say("Round {n}", n="one"),
                    tuple(SeatView(seat.index, seat.points) for seat in table.seats))

    def outcome(self, table: Table[Seat]) -> None:
        return None


def asking(question: type[Question[Any, Any]]) -> Game[Any]:
    """A separate game, so that other games keep their plays."""
    facts = Facts(f"reference_{question.__name__.lower()}", "Your game", 2, 8, "20", say("An example."),
                  "OR-1", Palette.seeded(SEED, dark=True), Palette.seeded(SEED, dark=False))
    besides = {}
    if question.__name__ in BESIDES:
        hook, name = BESIDES[question.__name__]
        function = page_of_examples()[name]
        besides[hook] = lambda self, table: function(table)
    if "outcome" in besides:
        ended = besides["outcome"]
        besides["outcome"] = lambda self, table: ended(self, table) if table.over else None
        besides["play"] = bail
    made: Game[Any] = type("Asking", (Asking,), {"facts": facts, "question": question, **besides})()
    return made


async def bail(self: Asking, table: Asked) -> None:
    await table.ask(self.question(None))
    table.over = True


def reference(guide: Guide) -> None:
    if guide.sight != "phone":
        return
    for name, question in examples().items():
        with guide.step(name):
            game = asking(question)
            guide.app.found.games[game.facts.id] = game
            guide.sit(game.facts.id, "Ana Ben Cleo")
            thumb = hold(guide) if question.secret and not issubclass(question, Deal) else None
            if name == "Bail":
                guide.app.page.answer(guide.app.page.play.open()[0], "done")
                guide.drive.advance(2.0)
                guide.hands.watch()
            guide.draft(*DRAFTS.get(name, ()))
            small(guide, name.strip("_").lower())
            if thumb is not None:
                guide.drive.up(thumb)
            guide.home()
    forms(guide)
    first_game(guide)


def first_game(guide: Guide) -> None:
    """The game of docs/adding-a-game.md in the middle of a heap."""
    with guide.step("pebbles"):
        sys.path.append(str(PEBBLES))
        game = import_module("tableside_pebbles").game
        guide.app.found.games[game.facts.id] = game
        guide.sit(game.facts.id, "Ana Ben Cleo", page="Take/0 3\nTake/1 2\nTake/2 1\nTake/0 2")
        guide.drive.advance(0.7)
        save(guide, guide.drive.picture(), "pebbles")
        guide.home()


def forms(guide: Guide) -> None:
    """Each kind of the form for a box, alone in its section."""
    boxes = page_of_examples()["FruitBoxes"]()
    for part in {part.kind: part for section in boxes.form() for part in section.parts}.values():
        with guide.step(part.kind):
            game = boxed(boxes.starter(), part)
            guide.app.found.games[game.facts.id] = game
            guide.app.go("box_editor", box=None, game=game.facts.id)
            guide.drive.advance(0.7)
            page: Any = guide.app.page
            picture = guide.drive.picture()
            if not page.on_stage:  # without the empty panel below it
                low = picture.height - page.column.to_window(*page.column.pos)[1]
                picture = picture.crop((0, 0, picture.width, int(low) + EDGE))
            save(guide, picture, f"form-{part.kind}")
            guide.home()


def boxed(box: Any, part: FormPart) -> Game[Any]:
    """A game whose box has one part."""
    class OnePart(Boxes):
        def starter(self) -> Any:
            return box

        def form(self) -> list[FormSection]:
            return [FormSection(say("Box"), (part,))]

    facts = replace(asking(examples()["Shuffle"]).facts, id=f"reference_{part.kind}")
    made: Game[Any] = type("Boxed", (Asking,), {"facts": facts, "boxes": OnePart()})()
    return made


def hold(guide: Guide) -> Any:
    """The dark room, as the player holding the pad sees it."""
    guide.drive.advance(0.5)
    page: Any = guide.app.page
    thumb = guide.drive.down(*guide.drive.where(page.dark.pad))
    guide.drive.advance(1.5)
    return thumb


def small(guide: Guide, name: str) -> None:
    """The question without the empty stage above it."""
    guide.drive.advance(0.7)
    picture = guide.drive.picture()
    page: Any = guide.app.page
    panel = getattr(page, "panel", None)  # the result has none
    top = 0 if panel is None or name == "land" else picture.height - int(panel.to_window(0, panel.top)[1])
    # a clock stands on the stage
    if panel is not None and not page.dark.is_open and page.controller.timer is None:
        picture = picture.crop((0, max(0, top), picture.width, picture.height))
    save(guide, picture, name)


def save(guide: Guide, picture: Image.Image, name: str) -> None:
    picture = picture.resize((picture.width * 3 // 4, picture.height * 3 // 4), Image.Resampling.LANCZOS)
    path = guide.out / guide.sight / f"reference-{name}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.quantize(COLOURS, kmeans=1, dither=Image.Dither.NONE).save(path, optimize=True)
    guide.taken.append(path)
