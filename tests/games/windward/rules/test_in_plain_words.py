"""Windward: what people read where it matters most, and pieces that are easily forgotten."""

from __future__ import annotations

import pytest

from companion.core.engine.by_hand import lay_out_again
from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.games.windward import game
from companion.games.windward.copy import model
from companion.games.windward.rules.battle import Battle
from companion.games.windward.view import subtitle
from tests.games.windward.voyage import Voyage


def laid_out(voyage: Voyage) -> list[str]:
    return [f"{thing.label}: {thing.words}" for group in lay_out_again(voyage.play.fields())
            for thing in group.things if thing.there]


def test_a_made_up_map_and_odds_on_guessed_dice_say_so() -> None:
    layout = Play(game, Setup(people("Ana"), {"mode": "solo"}))
    assert str(layout.open()[0].hint(layout.table)).startswith("This map is made up.")
    voyage = Voyage(players=2, box=model.starter())
    voyage.captain().ship = voyage.at(1, 1)
    voyage.captain(1).ship = voyage.at(1, 2)
    assert "≈ " in str(voyage.of("Sail").button(voyage.table, voyage.at(1, 2)))


def test_lives_and_beaten_reds_are_in_the_title() -> None:
    assert str(subtitle(Voyage("coop", players=2).table)) == "Round 1: lives 2, White 2"
    assert str(subtitle(Voyage("solo").table)) == "Turn 1: 0 of 6 Reds"


@pytest.mark.rule("WW-95")
def test_a_flight_that_attacks_ends_on_the_ship() -> None:
    voyage = Voyage(players=2)
    voyage.captain().ship = voyage.at(1, 2)
    voyage.put("red", voyage.at(1, 3))
    voyage.end_turn()
    fly = voyage.of("Fly")
    assert str(fly.hint(voyage.table)) == "One hex towards 4, onto Ana's ship."
    assert str(fly.button(voyage.table, "done")) == "Moved; start the fight"


@pytest.mark.rule("WW-125")
def test_a_white_that_strikes_the_post_is_only_moved() -> None:
    voyage = Voyage("coop", players=2)
    voyage.put("white", voyage.at(1, 2))
    voyage.end_turn()
    assert str(voyage.of("Fly").button(voyage.table, "done")) == "Moved"


@pytest.mark.rule("WW-A8")
def test_a_longboat_waits_where_a_grey_feeds() -> None:
    voyage = Voyage(players=2)
    voyage.captain().ship = voyage.at(1, 2)
    voyage.put("grey", voyage.at(1, 2))
    order = next(one for one in voyage.of("Order").options(voyage.table) if one.answer == "drop_longboat")
    assert order.barred is not None and str(order.barred.why) == "A Grey feeds here. Fly on first."


@pytest.mark.rule("WW-62", "WW-64")
@pytest.mark.parametrize(("theirs", "odds", "labels", "filled"), [
    (0, True, ["Fire 2 cannons", "Fire 1 cannon", "Save the cannons"], "Fire 2 cannons"),
    (0, False, ["Fire 2 cannons", "Fire 1 cannon", "Save the cannons"], "Fire 2 cannons"),
    (40, True, ["Save the cannons", "Fire 2 cannons", "Fire 1 cannon"], "Save the cannons"),
], ids=["the more the better", "without odds", "lost anyway"])
def test_the_best_number_of_cannons_is_filled_and_first(theirs: int, odds: bool, labels: list[str],
                                                        filled: str) -> None:
    """The audit found "Fire 1 cannon" filled at 100 % lose, and the best answer below the fold."""
    voyage = Voyage(players=2, odds=odds)
    voyage.captain().ship, voyage.captain().cannons = voyage.at(1, 1), 2
    voyage.put("red", voyage.at(1, 2))
    voyage.do("Sail", voyage.at(1, 2))
    voyage.table.under_way(Battle).defender.card_hits = theirs
    shown = voyage.of("Cannons").draft(voyage.table).describe().choices
    assert [str(one.face.label) for one in shown] == labels
    assert [str(one.face.label) for one in shown if one.face.main] == [filled]


@pytest.mark.rule("WW-85")
@pytest.mark.parametrize(("morale", "cards", "filled"), [(2, 1, ["card"]), (2, 0, ["morale"]), (1, 0, [])])
def test_no_filled_answer_loses_the_ship(morale: int, cards: int, filled: list[str]) -> None:
    voyage = Voyage("coop")
    me = voyage.captain()
    me.ship, me.morale, me.cards = voyage.at(1, 2), morale, cards
    voyage.do("EndTurn")
    assert [one.answer for one in voyage.of("CardOrMorale").options(voyage.table) if one.main] == filled


@pytest.mark.rule("WW-133", "WW-146")
def test_the_waiting_white_and_an_achievements_token_are_laid_out_again() -> None:
    voyage = Voyage(players=2, great_white=True, achievements=True, box=model.starter())
    assert "The White: on space 10 of the track" in laid_out(voyage)
    before = laid_out(voyage)
    voyage.play.answer("Claim/0", "0")
    assert any(line.startswith("Ana's token on ") for line in set(laid_out(voyage)) - set(before))
