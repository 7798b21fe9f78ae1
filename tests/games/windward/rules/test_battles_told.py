"""Windward: odds before speed is spent, and what the app tells the table about a battle."""

import pytest

from companion.core.engine.by_hand import lay_out_again
from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.games.windward import game
from companion.games.windward.box import model
from companion.games.windward.rules.combat import Battle
from companion.games.windward.view import subtitle
from tests.games.windward.voyage import Voyage

# The odds, before the speed is spent


@pytest.mark.rule("WW-64")
def test_the_odds_stand_on_the_button_before_the_speed_is_spent() -> None:
    """Four dice against a Red's five: 16.7 % win, 13.6 % tie, 69.7 % lose, counted by hand for the rulings."""
    voyage = Voyage(players=2, ship=(1, 2), cannons=2)
    me = voyage.captain()
    voyage.put("red", voyage.at(2, 2))                       # no wind that way
    sail, space = voyage.of("Sail"), voyage.at(2, 2)
    assert str(sail.button(voyage.table, space)) == "Attack for 2 speed: ≈ 17% win"
    assert str(sail.face(voyage.table, space).hint) == "13% tie, 70% lose; the dice are a guess"
    draft = sail.draft(voyage.table)
    assert draft.choose(space) is None                       # a fight waits for the button
    assert (voyage.turn.speed, me.cannons, voyage.play.position()) == (4, 2, voyage.play.position())


@pytest.mark.rule("WW-64")
def test_without_the_switch_no_odds_are_told() -> None:
    voyage = Voyage(players=2, odds=False, ship=(1, 2))
    voyage.put("red", voyage.at(2, 2))
    assert str(voyage.of("Sail").button(voyage.table, voyage.at(2, 2))) == "Attack for 2 speed"


@pytest.mark.rule("WW-64", "WW-51")
def test_a_longboats_odds_stand_on_its_button() -> None:
    """With a Harpooner two dice against one: 81.9 % win, 13.9 % tie, 4.2 % lose."""
    voyage = Voyage(players=2, ship=(3, 3), rowing=3, crew=["harpooner"])
    boat = voyage.boat(voyage.at(3, 2))
    voyage.put("grey", voyage.at(3, 4))
    row = voyage.of("Row")
    assert row.boat.key == boat.key
    assert str(row.button(voyage.table, voyage.at(3, 4))) == "Row 2 spaces and attack: ≈ 82% win"
    assert str(row.face(voyage.table, voyage.at(3, 4)).hint) == "14% tie, 4% lose; the dice are a guess"


@pytest.mark.rule("WW-18")
def test_a_flight_without_a_fight_is_one_tap_where_nobody_looks_ahead() -> None:
    voyage = Voyage(players=2, ship=(1, 2))
    assert voyage.of("Sail").draft(voyage.table).choose(voyage.at(1, 3)).raw == list(voyage.at(1, 3))
    alone = Voyage("solo")
    alone.captain().ship = alone.at(1, 2)
    assert alone.of("Sail").draft(alone.table).choose(alone.at(1, 3)) is None


# What the table is told


@pytest.mark.rule("WW-67", "WW-74", "WW-149")
def test_everything_a_battle_does_has_its_line() -> None:
    voyage = Voyage(players=2, ship=(1, 2), morale=4)
    voyage.put("red", voyage.at(1, 3))
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([2, 2], [1] * 5)                           # beaten by one
    assert voyage.told()[-4:] == ["Ana was beaten by 1 hit.", "Ana's morale fell to 3.", "Ana took a +2 token.",
                                  "Ana went back to the hex two out towards 1."]


@pytest.mark.rule("WW-78", "WW-79")
def test_morale_is_never_below_zero_while_a_ship_is_looted() -> None:
    voyage = Voyage(players=2)
    voyage.captain().ship, voyage.captain(1).ship = voyage.at(1, 2), voyage.at(1, 3)
    voyage.give(1, red_teeth=2, grey_teeth=1)
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([3, 3], [1, 1])                            # four hits, one morale
    assert voyage.is_open("Loot") and voyage.captain(1).morale == 0


@pytest.mark.rule("WW-79", "WW-83")
def test_a_ship_is_lost_though_the_turn_is_ended_by_hand_while_it_is_looted() -> None:
    """Ben, morale one, is beaten by four; before anything is taken the table ends the turn. His ship is at port, with
    morale one and a +2, and its teeth are still his."""
    voyage = Voyage(players=2)
    voyage.captain(0).ship, voyage.captain(1).ship = voyage.at(1, 2), voyage.at(1, 3)
    voyage.give(1, red_teeth=3, grey_teeth=1)
    voyage.do("Sail", voyage.at(1, 3))
    voyage.battle([3, 3], [1, 1])
    assert voyage.is_open("Loot")
    voyage.play.exit("TurnOver")
    ben = voyage.captain(1)
    assert (ben.morale, ben.at_port, ben.cargo.plus_two) == (1, True, 1)
    assert ben.cargo.red_teeth == 0 and ben.points == 15     # his turn began, at port: the teeth are cashed (WW-103)
    assert voyage.captain(0).ship == voyage.at(1, 3) and voyage.table.active is ben


@pytest.mark.rule("WW-128", "WW-125")
def test_lives_lost_are_told_and_where_the_white_went() -> None:
    voyage = Voyage("coop", players=2)
    voyage.table.white().at = voyage.at(1, 2)
    voyage.end_turn()
    voyage.fly_all()
    back = "The White struck the Trading Post and went back to the space next to the Post, territory 1."
    assert back in voyage.told()
    assert "Lives left: captains 1, White 2." in voyage.told()


@pytest.mark.rule("WW-A19", "WW-125", "WW-A27")
def test_after_a_strike_from_two_equal_sides_somebody_says_where_the_white_goes_back_to() -> None:
    """From two out, one aside, both hexes beside the Post in between are as near."""
    voyage = Voyage("coop", players=2)
    white = voyage.table.white()
    white.at = voyage.at(1, 1, 1)
    voyage.end_turn()
    voyage.fly_all()
    assert voyage.of("GoesBack").seat is voyage.captain(0)
    assert set(voyage.open_answers("GoesBack")) == {voyage.at(1, 1), voyage.at(2, 1)}
    assert voyage.table.captain_lives == 2                   # the ship is lost once the White has stepped back
    voyage.do("GoesBack", voyage.at(2, 1))
    assert (white.at, voyage.table.captain_lives) == (voyage.at(2, 1), 1)


@pytest.mark.rule("WW-7", "WW-8", "WW-13")
def test_the_setup_card_has_the_stacks_and_the_stocks() -> None:
    voyage = Voyage("solo", ready=False)
    voyage.answer(list("ABCDEF"), [1])
    told = " ".join(voyage.reasons())
    assert "three face-up stacks" in told and "8 Greys, 9 Reds, 16 teeth" in told and "12 crew tiles" in told


def laid_out(voyage: Voyage) -> list[str]:
    return [f"{thing.label}: {thing.words}" for group in lay_out_again(voyage.play.fields())
            for thing in group.things if thing.there]


def test_a_made_up_map_and_odds_on_guessed_dice_say_so() -> None:
    layout = Play(game, Setup(people("Ana"), {"mode": "solo"}))
    assert str(layout.open()[0].hint(layout.table)).startswith("This map is made up.")
    voyage = Voyage(players=2, box=model.starter(), ship=(1, 1))
    voyage.captain(1).ship = voyage.at(1, 2)
    assert "≈ " in str(voyage.of("Sail").button(voyage.table, voyage.at(1, 2)))


def test_lives_and_beaten_reds_are_in_the_title() -> None:
    assert str(subtitle(Voyage("coop", players=2).table)) == "Round 1: lives 2, White 2"
    assert str(subtitle(Voyage("solo").table)) == "Turn 1: 0 of 6 Reds"


@pytest.mark.rule("WW-95")
def test_a_flight_that_attacks_ends_on_the_ship() -> None:
    voyage = Voyage(players=2, ship=(1, 2))
    voyage.put("red", voyage.at(1, 3))
    voyage.end_turn()
    fly = voyage.of("Fly")
    assert str(fly.in_words(voyage.table)) == "One hex towards 4, onto Ana's ship."
    assert (str(fly.hint(voyage.table)), fly.kicker(voyage.table)) == ("↓ 1", None), "an arrow, no words"
    assert str(fly.button(voyage.table, "done")) == "Moved; start the fight"


@pytest.mark.rule("WW-125")
def test_a_white_that_strikes_the_post_is_only_moved() -> None:
    voyage = Voyage("coop", players=2)
    voyage.put("white", voyage.at(1, 2))
    voyage.end_turn()
    assert str(voyage.of("Fly").button(voyage.table, "done")) == "Moved"


@pytest.mark.rule("WW-A8")
def test_a_longboat_waits_where_a_grey_feeds() -> None:
    voyage = Voyage(players=2, ship=(1, 2))
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
    voyage = Voyage(players=2, odds=odds, ship=(1, 1), cannons=2)
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
