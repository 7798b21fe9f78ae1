"""Every example of the reference is run: it can be asked, described, answered by chance, and its answer is taken."""

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
from companion.core.boxes.form import FormPart, ValuePart, parts_of
from companion.core.game import HOOKS
from companion.core.kinds import KINDS
from companion.core.play import Play
from companion.core.questions import Question
from companion.core.setup import Seat, Setup, people, sides
from companion.services.packs.pack import FOR_GAMES, STANDARD
from companion.testing import check_form
from tests.toys.orchard import game
from tests.toys.orchard.game import OrchardGame
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
    elsewhere = play_of("bidding").table
    (sold,) = ALL["fields_of_the_market"](elsewhere)
    sold.write(1)
    assert sold.path == "market.sold" and elsewhere.coming(ALL["Stall"]()).sold == 1, "set before the market begins"


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
    assert set(ALL) - set(EXAMPLES) == {
        "bidding", "a_turn", "all_of_a_view", "market", "Stall", "fields_of_a_seat", "fields_of_the_market",
        "chart", "sunk", "hand_out_the_key", "glance", "race", "bet_on_the_side", "pay_the_bets", "below",
        "space_of", "ranked", "ride", "fields_of_the_camels", "track", "field_of_the_hour",
        "field_of_the_order", "FruitBoxes", "draw_two", "throw_one", "fields_of_the_cards"}


def test_the_hands_of_the_page() -> None:
    """Ana draws both cards that are left, then the next two of a shuffled deck, and throws a sheep away."""
    async def script(table: Any) -> None:
        ana = table.seats[0]
        table.deck, ana.hand = api.Deck({"sheep": 4, "wolf": 2}), api.Hand(ana)
        await ALL["draw_two"](table, ana)
        await ALL["throw_one"](table, ana)
        await table.ask(ALL["Shuffle"](None))

    play: Play[Any] = Play(Scripts(script), Setup(people("Ana", "Ben")))
    play.answer("NewDeck/table", [0, 1, 2, 3, 4, 5], rolled=True)
    assert [len(play.table.seats[0].hand), len(play.table.deck)] == [2, 4]
    play.answer("Throw/0", "sheep")
    assert play.table.seats[0].hand.seen(play.table) == ["sheep"]
    assert play.table.deck.out == {"sheep": 1, "wolf": 0}
    for seat in play.table.seats:
        seat.hand = play.table.seats[0].hand
    fields = {field.path: field.read() for field in ALL["fields_of_the_cards"](play.table)}
    assert fields == {"deck": 4, "deck.out.sheep": 1, "deck.out.wolf": 0,
                      "seats.0.hand": 1, "seats.1.hand": 1}


def test_the_camels_of_the_page_carry_each_other() -> None:
    """Blue lands on Red, Gold on Blue; Red takes both along, and Blue leaves with Gold on its back."""
    table = play_of("a_turn").table
    table.at = dict.fromkeys(("red", "blue", "gold"), 0)
    for camel, steps in (("red", 2), ("blue", 2), ("gold", 2), ("red", 1), ("blue", 3)):
        ALL["ride"](table, camel, steps)
    assert table.at == {"red": 3, "blue": 6, "gold": "blue"}
    ALL["ride"](table, "red", 99)
    assert table.at["red"] == 16, "the finish"
    table.at["red"] = 3
    assert [(piece.key, piece.space) for piece in ALL["track"](table).pieces] == [
        ("red", "3"), ("blue", "6"), ("gold", "6")]
    fields = {field.path: field for field in ALL["fields_of_the_camels"](table)}
    assert str(fields["at.blue"].sentence(2, "red")) == "Blue camel space 2 → on the Red camel"
    table.at["blue"] = "gold"
    assert ALL["space_of"](table, "gold") == 0 and len(ALL["ranked"](table)) == 3, "two on each other"


def test_the_bets_of_the_page_stay_closed_until_they_are_paid() -> None:
    async def script(table: Any) -> None:
        table.seats[1].bet = None
        await ALL["bet_on_the_side"](table, table.seats[0])
        await table.ask(ALL["Shuffle"](None))
        ALL["pay_the_bets"](table, "heads")

    play: Play[Any] = Play(Scripts(script), Setup(people("Ana", "Ben")))
    play.answer("Side_/0", "heads")
    assert play.table.seats[0].placed and play.public_log()[0].answer is None
    play.answer("Shuffle/table", "done")
    assert play.table.seats[0].points == 8 and play.public_log()[0].answer == "heads"


def test_the_ordered_field_of_the_page() -> None:
    table = play_of("a_turn").table
    table.order, table.hour = table.seats, 9
    order, hour = ALL["field_of_the_order"](table), ALL["field_of_the_hour"](table)
    order.check("1,0,3,2")
    order.write("1,0,3,2")
    things = order.ordered
    assert [things.names[key] for key in things.keys(order.read())] == ["Ben", "Ana", "Dan", "Cleo"]
    assert str(order.words(order.read())) == "Ben, Ana, Dan and Cleo" and str(hour.words(hour.read())) == "9 o'clock"


def test_the_page_lists_every_name_that_a_helper_must_not_have() -> None:
    page = (HOME / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    listed = page.split("These names are reserved", 1)[1].split("\n\n")[1].split()
    assert listed == sorted(HOOKS)


def test_the_map_of_the_page_lights_what_the_question_offers() -> None:
    table = game.new(game.prepare(Setup(people("Ana", "Ben", "Cleo"))))
    board = ALL["chart"](table).map
    spots = {spot.key for spot in board.spots}
    assert board.beside("port") == ["hill", "lake"] and {key for way in board.ways for key in way} == spots
    assert {piece.space for piece in board.pieces} <= spots


def test_the_key_of_the_page_is_for_one_side_and_its_first_card_for_all() -> None:
    play = play_of("hand_out_the_key")
    play.answer("Roles/table", [0, 1, 2, 3], rolled=True)
    ana, ben, *_ = play.table.seats
    seen = ALL["glance"](play.table, ana)
    assert play.table.first == "spy" and ALL["glance"](play.table, ben) is None
    assert [spot.tone for spot in seen.map.spots] == ["#C0392B", "", "", ""]


def test_the_areas_of_the_page_are_where_the_picture_has_them() -> None:
    board = ALL["race"](play_of("a_turn").table)
    assert [(spot.key, str(spot.name), spot.x, spot.y) for spot in board.spots] == [
        ("start", "Start", 0.1167, 0.15), ("bend", "Bend", 0.5083, 0.8)]
    assert board.ratio == 1.5 and board.size == 0.1 and len(board.pieces) == 4


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


def test_the_form_of_the_page_has_every_kind_with_its_picture_and_passes_the_kit() -> None:
    class Fruit(OrchardGame):
        boxes = ALL["FruitBoxes"]()

    assert check_form(Fruit()) == []
    parts = list(parts_of(Fruit.boxes.form()))
    kinds = [*FormPart.__subclasses__(), *ValuePart.__subclasses__()]
    for kind in (one for one in kinds if one is not ValuePart):
        assert any(type(part) is kind for part in parts)
        picture = f"screenshots/phone/reference-form-{kind.kind}.png"
        assert f"![{kind.__name__}: " in PAGE and f"]({picture})" in PAGE
        with Image.open(HOME / "docs" / picture) as taken:
            assert taken.width == 309 and taken.height >= 150, "three quarters of a phone"


def test_the_page_names_all_that_a_pack_may_import() -> None:
    told = PAGE.split("## What a pack may carry")[1]
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


def test_the_box_of_the_tutorial_is_sound() -> None:
    tutorial = (HOME / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    block, = [one for one in re.findall(r"\n```python\n(.*?)```", tutorial, re.S) if "(Boxes)" in one]
    page = ModuleType("kelp_bay")
    exec(block, page.__dict__)

    class KelpBay(OrchardGame):
        boxes = page.KelpBayBoxes()

    starter = KelpBay.boxes.starter()
    assert check_form(KelpBay()) == [] and list(KelpBay.boxes.check(starter)) == []
    warning, = KelpBay.boxes.check({**starter, "sea": ["."]})
    assert str(warning) == "No kelp grows here. Is that right?"
    with pytest.raises(api.Refused, match="Add one"):
        KelpBay.boxes.check({**starter, "islands": []})
