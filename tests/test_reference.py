"""Every example of the reference is run: it can be asked, described, answered by chance, and its answer is taken."""

from __future__ import annotations

import re
import sys
from dataclasses import is_dataclass
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from PIL import Image

from companion import api
from companion.core.kinds import KINDS
from companion.core.play import Play
from companion.core.questions import Question
from companion.core.setup import Seat, Setup, people, sides
from companion.services.packs.pack import FOR_GAMES, STANDARD
from tests.toys.orchard import game
from tests.toys.scripted import Scripted, Slate
from tools import reference

HOME = Path(__file__).resolve().parent.parent
PAGE = (HOME / "docs" / "game-reference.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.S)


def everything() -> dict[str, Any]:
    page = ModuleType("reference")
    sys.modules["reference"] = page  # a dataclass looks for its own module
    for block in BLOCKS:
        exec(block, page.__dict__)
    return {name: one for name, one in page.__dict__.items() if getattr(one, "__module__", "") == "reference"}


ALL = everything()
EXAMPLES = {name: one for name, one in ALL.items() if isinstance(one, type) and issubclass(one, Question)
            and is_dataclass(one)}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_can_be_asked_and_answered(name: str) -> None:
    table = game.new(game.prepare(Setup(people("Ana", "Ben", "Cleo"))))
    question = EXAMPLES[name](table.seats[0])
    shown = question.draft(table).describe()
    assert str(shown.sentence).strip() and not re.search(r"\d", str(shown.sentence))
    assert question.possible(table)
    raw = question.random_answer(table, Random(1))
    answer = question.decode(table, raw)
    question.check(table, answer)
    assert question.encode(answer) == raw


class Guest(Seat):
    lowest = -9999


class Page(Slate):
    """What the scripts of the page find on their table."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.seats = [Guest(index, person) for index, person in enumerate(setup.people)]
        self.sides, self.turn = sides(self.seats, 2), self.seats[0]


class Scripts(Scripted):
    def new(self, setup: Setup) -> Page:
        return Page(setup)


def play_of(script: str) -> Play[Any]:
    return Play(Scripts(ALL[script]), Setup(people("Ana", "Ben", "Cleo", "Dan")))


def test_the_bidding_of_the_page() -> None:
    """Seven tricks: Ana bid two and took two, Ben bid none and took four, Cleo and Dan missed by one."""
    play = play_of("bidding")
    for seat, bid in enumerate((2, 0, 1, 0)):
        play.answer(f"Bid/{seat}", bid)
    play.answer("Tricks/table", [2, 4, 0, 1])
    assert [seat.points for seat in play.table.seats] == [12, -5, -5, -5]


def test_the_market_of_the_page_stays_open_until_two_apples_are_sold() -> None:
    play = play_of("market")
    play.answer("Sell/table", "done")
    assert [question.key() for question in play.open()] == ["Sell/table", "Weather/table"]
    assert play.table.under_way(ALL["Stall"]).sold == 1
    play.answer("Sell/table", "done")
    assert play.table.under_way(ALL["Stall"]).sold == 0, "the next stretch has begun"


def test_the_fields_of_the_page() -> None:
    table = play_of("bidding").table
    coins, asleep, token = ALL["fields_of_a_seat"](table, table.seats[0])
    assert str(token.sentence(0, 3)) == "Ana's token moves to team 3"
    assert (str(coins.label), coins.step, str(coins.group)) == ("Ana's coins", 5, "Ana's things")
    assert str(asleep.sentence(False, True)) == "Ana's lamp goes out"


def test_the_turn_of_a_side_on_the_page() -> None:
    play = play_of("a_turn")
    play.answer("Describe/0", "done")
    play.answer("Apples/0", 5)
    assert [seat.points for seat in play.table.seats] == [5, 0, 5, 0]
    assert play.open()[0].key() == "Describe/1"


def test_every_script_of_the_page_is_run_here() -> None:
    assert set(ALL) - set(EXAMPLES) == {"bidding", "a_turn", "all_of_a_view", "market", "Stall", "fields_of_a_seat",
                                        "chart", "sunk"}


def test_the_map_of_the_page_lights_what_the_question_offers() -> None:
    table = game.new(game.prepare(Setup(people("Ana", "Ben", "Cleo"))))
    board = ALL["chart"](table).map
    spots = {spot.key for spot in board.spots}
    assert board.beside("port") == ["hill", "lake"] and {key for way in board.ways for key in way} == spots
    assert {piece.space for piece in board.pieces} <= spots


def test_the_lost_play_of_the_page() -> None:
    ended = ALL["sunk"](None)
    assert ended.won is False and ended.winners == () and str(ended.details[0].text) == "Two miles to go"


def test_the_view_of_the_page_shows_all_that_a_view_has() -> None:
    table = game.new(game.prepare(Setup(people("Ana", "Ben", "Cleo"))))
    view = ALL["all_of_a_view"](table)
    assert view.sheet is not None and len(view.sheet.columns) == len(view.sheet.rows[0].cells) == 3
    assert view.sheet.rows[1].cells[2] is None and view.sheet.now == (1, 2), "the cell that is asked for is empty"
    assert view.tracks and view.cards and view.reminders and str(view.subtitle) == "Round two"


def test_every_kind_has_an_example() -> None:
    assert {one.kind for one in EXAMPLES.values()} == set(KINDS) - {"own"}


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_every_example_has_its_picture_beside_it(name: str) -> None:
    picture = f"screenshots/phone/reference-{name.strip('_').lower()}.png"
    assert f"![{name}: " in PAGE and f"]({picture})" in PAGE
    with Image.open(HOME / "docs" / picture) as taken:
        assert taken.width == 309 and taken.height >= 150, "three quarters of a phone"


def test_the_page_names_all_that_a_pack_may_import() -> None:
    told = PAGE.split("## What a pack may use")[1]
    assert [name for name in (STANDARD | FOR_GAMES) - {"__future__", "collections.abc"} if name not in told] == []


def test_the_list_of_names_is_as_the_docstrings_say() -> None:
    listed = PAGE.partition(reference.BEGIN)[2].partition(reference.END)[0]
    assert listed.strip() == reference.written().strip(), "run python -m tools.reference"


def test_every_name_of_the_api_is_listed() -> None:
    grouped = {name for names in reference.GROUPS.values() for name in names}
    assert grouped | set(reference.FUNCTIONS) | set(reference.ALIASES) == set(api.__all__)


@pytest.mark.parametrize("kind", [api.Question, api.Face, api.Field, api.Table, api.Game, api.View])
def test_every_public_name_is_on_the_page_or_listed_as_internal(kind: type) -> None:
    """Counted from the live class, not from its source."""
    names = {name for name in (*dir(kind), *getattr(kind, "__dataclass_fields__", ())) if not name.startswith("_")}
    shown = set(reference.shown_names(kind.__name__)) | reference.INTERNAL.get(kind.__name__, set())
    assert names - shown == set()
    words = reference.section(kind.__name__)
    assert [name for name in reference.shown_names(kind.__name__) if not re.search(rf"`(await )?{name}\b", words)] == []
