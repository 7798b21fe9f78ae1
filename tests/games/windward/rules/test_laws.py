"""Windward: what holds at every question of any play that nobody has corrected."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.games.windward import game
from companion.games.windward.board.planet import POST
from companion.games.windward.box import model
from companion.games.windward.rules.combat import Battle
from companion.games.windward.table import Rest, Windward
from tests.games.evening import NAMES
from tests.sampling import sampled

TABLES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("competitive", 2, {}),
    ("competitive", 5, {"great_white": True, "small_world": True}),
    ("competitive", 3, {"naturalist": True, "achievements": True, "great_white": True}),
    ("solo", 1, {}),
    ("solo", 1, {"two_reds_together": False, "small_world": True}),
    ("coop", 2, {"difficulty": 8}),
    ("coop", 4, {"difficulty": 5, "white_over_reds": True}),
)
OFTEN = {"Sail": 6, "Row": 6, "Order": 4, "PickUp": 3, "EndTurn": 2}


def laws(table: Windward) -> list[str]:
    """Every law that is broken now, in a few words."""
    planet, fighting = table.planet, table.is_under_way(Battle)
    ships = [captain.ship for captain in table.seats if not captain.at_port]
    high = [crester.at for crester in table.living("red", "white")]
    reds = Counter(crester.at for crester in table.living("red"))
    boats = [boat.at for boat in table.boats]
    greys = [crester.at for crester in table.living("grey")]
    on_board = [crester.at for crester in table.cresters if crester.living]
    flying_in = table.is_under_way(Rest)                     # solo: Reds that arrived wait for the others
    broken = {
        "WW-25: a ship shares a space outside of a battle":
            not fighting and not flying_in and (len(set(ships)) < len(ships) or bool(set(ships) & set(high))),
        "WW-113, WW-A17: too many Cresters on a space": max(reds.values(), default=0) > (2 if table.solo else 1),
        "WW-A17: the White shares a space with a Red":
            not fighting and any(crester.at in reds for crester in table.living("white")),
        "WW-37: a longboat shares a space outside of a battle":
            not fighting and (len(set(boats)) < len(boats) or bool(set(boats) & set(greys))),
        "WW-22, WW-40: on Drift or off the planet":
            any(space in planet.drift or space not in planet.territory for space in [*on_board, *boats]
                if not (flying_in and table.coop and space == POST)),            # WW-125: the White struck the Post
        "WW-32: a Crester in port": any(captain.at_port and captain.hold is not None for captain in table.seats),
        "WW-33: teeth in port on the own turn":
            table.active.at_port and bool(table.active.cargo.grey_teeth or table.active.cargo.red_teeth),
        "WW-15: a track out of bounds": any(
            not (fighting or 1 <= captain.morale <= 4) or not 0 <= captain.rowing <= 8 for captain in table.seats),
        "WW-30, WW-49: more tokens than slots": any(
            captain.gas > table.gas_slots(captain) or captain.cannons > table.cannon_slots(captain)
            for captain in table.seats),
        "WW-144: the Naturalist has a tooth": table.naturalist is not None
            and bool(table.naturalist.cargo.grey_teeth or table.naturalist.cargo.red_teeth),
        "WW-143: a defeated Crester has a tag": any(crester.tagged for crester in table.cresters if not crester.living),
        "WW-133: two Whites": len(table.living("white")) > 1,
        "WW-A3: Cresters beyond the box": table.stock.greys < 0 or table.stock.reds < 0,
    }
    return [law for law, breaks in broken.items() if breaks]


@sampled("seed", range(2))
@pytest.mark.parametrize("at", range(len(TABLES)))
def test_the_laws_hold_at_every_question(at: int, seed: int) -> None:
    """WW-15, WW-22, WW-25, WW-32, WW-33, WW-113, WW-144 and the others named above."""
    mode, players, options = TABLES[at]
    rng = Random(1000 * at + seed)
    setup = Setup(people(*NAMES[:players]), {"mode": mode, **options}, model.to_json(model.starter()))
    play: Play[Any] = Play(game, setup)
    asked = 0
    while play.outcome() is None and len(play.log) < 250:
        standing = play.standing() if rng.random() < 0.02 else []
        possible = [question for question in (*play.open(), *standing) if question.possible(play.table)]
        if mode == "solo" and play.table.active.at_port and len(possible) > 1:   # or it would be over too soon
            possible = [question for question in possible if type(question).__name__ != "EndTurn"]
        question = rng.choices(possible, [OFTEN.get(type(one).__name__, 1) for one in possible])[0]
        hungry = type(question).__name__ == "CardOrMorale" and rng.random() < 0.9
        play.answer(question.key(), "card" if hungry else question.random_answer(play.table, rng))
        if play.table.phase == "turns" and play.outcome() is None:
            assert laws(play.table) == [], play.log[-1]
            asked += 1
    assert asked
