"""Plays that were begun before the phone asked less still open, and end as they ended.

`old/` holds the golden playthroughs as they were then: with a tap for every end of a turn (WT-18), and with somebody
tapped in step two whose turn had not come (WT-59).
"""

import json
from pathlib import Path

import pytest

from companion.core.engine import log
from companion.core.engine.log import Record
from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.games.winter_tales import game
from companion.games.winter_tales.options import OPTIONS
from companion.games.winter_tales.table import Winter
from tests.games.golden import _is_setup as is_setup
from tests.games.winter_tales.evening import FACTORY_MANSION, PARK, Evening
from tests.games.winter_tales.rules.test_told_right import quest_at_mansion

HERE = Path(__file__).parent
PAGES = sorted((HERE / "old").glob("*.txt"))


def kept(page: Path) -> tuple[Setup, list[Record]]:
    """As the store kept it: every switch there was then, and the log."""
    lines = [line for line in page.read_text(encoding="utf-8").splitlines() if line.strip()]
    names = next(line for line in lines if line.startswith("winter_tales:")).split(":")[1].split(",")
    options = {option.key: option.default for option in OPTIONS if option.key != "by_itself"}
    for line in lines:
        if line.startswith("option "):
            key, value = line.removeprefix("option ").split(" = ")
            options[key] = json.loads(value)
    records = []
    for line in lines:
        if not is_setup(line) and not line.startswith("=="):
            key, _, answer = line.split("->")[0].strip().partition(" ")
            records.append(Record(log.ANSWER, key, None, json.loads(answer)))
    return Setup(people(*[name.strip() for name in names]), options), records


@pytest.mark.parametrize("trusted", [True, False], ids=["of this store", "from a file"])
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_an_old_play_opens_and_lies_as_the_new_one(page: Path, trusted: bool) -> None:
    """WT-18, WT-59: the same memories, the same points, the same places; an imported one is checked line by line."""
    setup, records = kept(page)
    play: Play[Winter] = Play(game, setup, records, trusted=trusted)
    assert play.misfit is None
    assert play.table.on("by_itself") is False, "it goes on being asked as it was"
    setup, records = kept(HERE / "golden" / page.name)
    now: Play[Winter] = Play(game, Setup(setup.people, {**setup.options, "by_itself": True}), records)
    assert now.misfit is None
    assert play.table.phase == now.table.phase
    assert [seat.points for seat in play.table.seats] == [seat.points for seat in now.table.seats]
    assert {key: one.at for key, one in play.table.characters.items()} == \
        {key: one.at for key, one in now.table.characters.items()}
    assert [None if one is None else (one.side, one.source) for one in play.table.track] == \
        [None if one is None else (one.side, one.source) for one in now.table.track]


def test_a_new_play_goes_on_by_itself() -> None:
    """WT-18: also where some switches were set."""
    setup = game.prepare(Setup(people("Ana", "Ben", "Cleo"), {"depth": "light"}))
    assert setup.options["by_itself"] is True


@pytest.mark.parametrize(("by_itself", "word"), [(False, "out"), (True, "next")])
def test_in_an_old_play_a_card_taken_back_asks_again_who_joins(by_itself: bool, word: str) -> None:
    """WT-62: join, card, back, out was a way to stay out; a new play knows that somebody has joined."""
    evening = quest_at_mansion("scarecrow", skills=True, by_itself=by_itself)
    evening.tap("SetsOut", "nobody").tap("AddsCards", "next")
    evening.taps(("AddsCards", "join"), ("AddsCards", "card"), ("AddsCards", "back"), ("AddsCards", word))
    bonus = 0 if word == "out" else 1                      # WT-142: the Scarecrow's, if he takes part
    assert str(evening.asked("LastCard").hint(evening.table)) == f"Spring {bonus}, winter 0"


def test_in_an_old_play_whoever_was_chosen_last_was_placed() -> None:
    """WT-8: a turn begun again left somebody without a place, and the play went on with the next one."""
    evening = Evening(4).seat_everybody().tap("ChoosesCharacter", "dorothy").again()
    evening.tap("ChoosesCharacter", "wolf")
    evening.play.answer("StartsAt/1/wolf", FACTORY_MANSION)
    assert evening.who("wolf").at == FACTORY_MANSION
    evening.tap("StartsAt", PARK)
    assert evening.who("dorothy").at == PARK
