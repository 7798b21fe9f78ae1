"""Windward: setting up in odd ways, corrections by hand, bad input."""


import pytest

from companion.core.language import speaking
from companion.core.play import Play
from companion.core.registry import find_games
from companion.core.setup import Setup, people
from companion.core.text import Refused
from companion.games.windward import game
from companion.games.windward.board.hexes import spell
from companion.games.windward.board.planet import Terrain
from companion.games.windward.box import model
from companion.games.windward.rules.aftermath import grey_is_due
from companion.games.windward.rules.combat import Battle
from companion.games.windward.table import Cargo
from companion.games.windward.words import letter_of
from tests.games.windward.rules.test_corners import painted
from tests.games.windward.voyage import Voyage, open_sky

# Setting up and putting right


@pytest.mark.rule("WW-146")
def test_two_of_the_owners_achievement_cards_lie_open() -> None:
    cards = tuple([model.Achievement(name, high, 1) for name, high in (("Whaler", 3), ("Baron", 4), ("Ghost", 5))])
    voyage = Voyage(players=2, box=open_sky(achievements=cards), achievements=True, ready=False)
    voyage.answer(list("ABCDEF"), 0, [1])
    voyage.refuses(["0"])
    voyage.answer(["2", "1"])
    voyage.answer([])
    voyage.answer("done")
    assert [str(voyage.play.standing()[0].face(voyage.table, card).label)
            for card in voyage.play.standing()[0].choices(voyage.table)] == ["Baron", "Ghost"]
    assert voyage.refuses("0", "Claim/1").refusal.rule == "WW-146"
    voyage.play.answer("Claim/1", "2")
    assert voyage.captain(1).points == 5


@pytest.mark.rule("WW-122", "WW-107", "WW-133", "WW-139")
def test_before_the_first_turn_the_hands_are_told_what_else_to_lay_out() -> None:
    together = Voyage("coop", ready=False)
    together.answer(list("ABCDEF"), 0, [1], [4])
    assert "Also: 3 lives on each life card." in together.reasons()
    against = Voyage(players=2, ready=False, great_white=True, naturalist=True, achievements=True)
    against.answer(list("ABCDEF"), 0, [1], 1, [])
    assert against.reasons()[-1] == ("Also: the White on space 10 of the track, the tags for Ben and "
                                     "two face-up achievement cards.")


@pytest.mark.rule("WW-A1")
def test_co_op_on_the_small_planet_is_warned_of() -> None:
    voyage = Voyage("coop", small_world=True, ready=False)
    assert voyage.reasons() == ["In the rulebook, co-op uses the large planet."]
    assert Voyage("coop", ready=False).reasons() == []


@pytest.mark.rule("WW-A39", "WW-22")
def test_stranded_on_drift_the_turn_may_end_with_a_warning() -> None:
    voyage = Voyage(players=2, box=painted(Terrain.DRIFT, ("A", (5, 0))), ship=(1, 4))
    me = voyage.captain()
    voyage.do("Card", "deadweight")
    voyage.do("Sail", voyage.at(1, 5))                       # the wind blows off the edge from here
    assert voyage.cannot("EndTurn") == "WW-22"
    voyage.turn.speed = 0
    assert "No path leads off this Drift, so the turn may end here." in [
        str(reason.text) for reason in voyage.of("EndTurn").reasons(voyage.table)]
    red = voyage.put("red", voyage.at(1, 2))
    voyage.end_turn()
    voyage.fly_all()
    assert red.at == voyage.at(1, 4) and me.points == 1      # Drift keeps the Red off


@pytest.mark.rule("WW-A3")
def test_tokens_out_of_stock_are_warned_of() -> None:
    voyage = Voyage()
    voyage.table.stock.plus_two = 0
    assert voyage.reminders() == []
    voyage.table.stock.plus_two = -1
    assert voyage.reminders() == ["No +2 tokens are left: use anything instead."]


@pytest.mark.rule("WW-47")
def test_at_port_a_nearly_full_hand_is_told_how_many_it_may_draw() -> None:
    """Five cards: with four in hand only one of the three may be drawn, with two all, at sky none."""
    voyage = Voyage()
    assert voyage.captain().cards == 2 and voyage.reminders() == []
    voyage.captain().cards = 4
    assert voyage.reminders() == ["Hand limit 5: if you hold 4, draw only 1 card."]
    assert [one.forgotten for one in voyage.play.view().reminders] == ["WW-47 1.0"]
    voyage.captain().crew = ["purser"]
    assert voyage.reminders() == ["Hand limit 6: if you hold 4, draw only 2 cards."]
    voyage.captain().ship = voyage.at(1, 1)
    assert voyage.reminders() == []


@pytest.mark.rule("WW-143")
def test_a_tagged_crester_struck_by_hand_gives_its_tag_back() -> None:
    voyage = Voyage(players=2, naturalist=True)
    red = voyage.put("red", voyage.at(3, 3))
    red.tagged = True
    voyage.table.stock.tags -= 1
    voyage.play.correct(f"beasts.{red.key}.living", False)
    assert not red.tagged and voyage.table.stock.tags == 5


@pytest.mark.rule("WW-144")
def test_the_naturalist_is_given_no_teeth_by_hand() -> None:
    voyage = Voyage(players=2, naturalist=True)
    paths = {field.path for field in voyage.play.fields()}
    assert "captains.0.red_teeth" not in paths and "captains.1.red_teeth" in paths


@pytest.mark.rule("WW-144", "WW-A42")
def test_whoever_becomes_the_naturalist_has_no_teeth_left() -> None:
    """Five grey teeth laid there by hand before the seat was the Naturalist's: they go to the stock."""
    voyage = Voyage(players=3, naturalist=True, ready=False)
    voyage.answer(list("ABCDEF"))
    voyage.play.correct("captains.1.grey_teeth", 5)
    before = voyage.table.stock.grey_teeth
    voyage.answer(0)
    voyage.answer([1])
    voyage.answer(1)
    assert voyage.table.naturalist is voyage.captain(1)
    assert (voyage.captain(1).cargo.pieces, voyage.table.stock.grey_teeth) == (0, before + 5)


@pytest.mark.rule("WW-51", "WW-50")
def test_crew_given_by_hand_brings_the_second_longboat_and_leaves_the_stock() -> None:
    voyage = Voyage()
    me = voyage.captain()
    voyage.play.correct("captains.0.crew.harpooner", True)
    assert (me.boats_aboard, me.boats_ashore, voyage.table.stock.crew["harpooner"]) == (2, 0, 1)
    voyage.play.correct("captains.0.crew.harpooner", False)
    voyage.play.correct("captains.0.crew.harpooner", True)
    assert (me.boats_aboard, me.boats_ashore, voyage.table.stock.crew["harpooner"]) == (2, 0, 1)


@pytest.mark.rule("WW-28")
def test_what_is_in_the_hold_can_be_changed_by_hand() -> None:
    voyage = Voyage(ship=(1, 2))
    me = voyage.captain()
    red, grey = voyage.aboard("red"), voyage.put("grey", me.ship, living=False)
    voyage.play.fix([(f"beasts.{red.key}", spell(me.ship)), (f"beasts.{grey.key}", "hold0")])
    assert me.hold is grey and grey.at is None and red.at == me.ship
    voyage.play.correct(f"beasts.{grey.key}", spell(me.ship))
    assert me.hold is None and grey.at == me.ship


# Bad input


@pytest.mark.rule("WW-63")
def test_a_face_that_the_entered_die_lacks_can_be_typed() -> None:
    """A blank and a four on the real dice: four hits. The phone rolls only the faces it knows."""
    voyage = Voyage(ship=(1, 2))
    voyage.put("red", voyage.at(1, 3))
    voyage.do("Sail", voyage.at(1, 3))
    throw = voyage.of("Throw")
    assert {0, 4} <= set(throw.rare(voyage.table)) and not {0, 4} & set(throw.faces(voyage.table))
    voyage.do("Throw", [0, 4])
    assert voyage.table.under_way(Battle).attacker.dice == (0, 4)


@pytest.mark.parametrize("spoil", ["tile", "radius"])
def test_no_play_begins_with_a_box_that_cannot_be(spoil: str) -> None:
    box = model.to_json(model.starter())
    if spoil == "tile":
        del box["large"]["tiles"]["C"]
    else:
        box["large"]["radius"] = 40
    with pytest.raises(Refused) as caught:
        Play(game, Setup(people("Ana", "Ben"), {}, box))
    assert caught.value.refusal.rule == "WW-3"


def test_a_box_edited_after_a_play_began_does_not_change_that_play() -> None:
    box = model.to_json(open_sky())
    play = Play(game, Setup(people("Ana", "Ben"), {}, box))
    play.answer("Layout/table", list("ABCDEF"))
    box["large"]["tiles"]["A"] = ["D", "DD", "DDD", "DDDD", "DDDDD"]
    box["battle_die"] = [9] * 6
    play.answer("FirstPlayer/table", 0)
    play.undo()                                              # the table is furnished again
    assert not play.table.planet.drift
    assert play.table.box.battle_die == (1, 1, 1, 2, 2, 3)


@pytest.mark.rule("WW-A49")
def test_no_crester_has_a_captains_letter_nor_one_that_reads_as_a_number() -> None:
    table = Voyage(players=2).table
    letters = [letter_of(table, number) for number in range(1, 60)]
    assert letters[:3] == ["Z", "Y", "X"] and len(set(letters)) == len(letters)
    assert not set("ABIO") & set("".join(letters))           # Ana, Ben


def test_a_crester_has_a_letter_only_beside_another_of_its_kind() -> None:
    """The minis have no letters: the list of all Cresters names them by territory."""
    voyage = Voyage(players=2)
    voyage.table.cresters.clear()
    for kind, territory, out in (("red", 1, 3), ("red", 3, 3), ("red", 3, 4), ("grey", 3, 5), ("grey", 2, 2)):
        voyage.put(kind, voyage.at(territory, out))
    held = voyage.table.cresters[-1]
    held.at, held.living, voyage.table.seats[0].hold = None, False, held
    apart = [voyage.table.cresters[0], voyage.table.cresters[3]]
    labels = [str(game.field(voyage.table, f"beasts.{one.key}").label) for one in voyage.table.cresters]
    first, second, third = (letter_of(voyage.table, one.id) for one in voyage.table.cresters if one not in apart)
    assert labels == ["Red in territory 1", f"Red {first}", f"Red {second}", "Grey in territory 3", f"Grey {third}"]
    voyage.table.cresters[1].at = voyage.at(4, 2)
    assert str(game.field(voyage.table, f"beasts.{voyage.table.cresters[2].key}").label) == "Red in territory 3"


# When people leave, and pieces beside the planet


@pytest.mark.rule("WW-70")
def test_greys_are_counted_with_the_captains_still_there() -> None:
    """Three captains need two Greys; with one gone a single Grey is enough."""
    voyage = Voyage(players=3)
    voyage.table.cresters.clear()
    voyage.put("grey", voyage.at(4, 4))
    assert not grey_is_due(voyage.table)                     # an open sky has no Feeding Ground
    grounds = Voyage(players=3, box=painted(Terrain.FEEDING, *[(letter, (3, 1)) for letter in "ABCDEF"]))
    assert len(grounds.table.living("grey")) == 2
    grounds.table.cresters.pop()
    assert grey_is_due(grounds.table)
    grounds.play.leave(2)
    assert len(grounds.table.living("grey")) == 1 and not grey_is_due(grounds.table)


@pytest.mark.rule("WW-133", "WW-146")
def test_the_white_on_its_track_and_claimed_tokens_are_on_the_list() -> None:
    voyage = Voyage(players=2, great_white=True, achievements=True)
    lies = {field.path: str(field.words(field.read())) for field in voyage.play.fields() if field.on_table}
    assert lies["white_waits"] == "on space 10 of the track"
    voyage.play.by_hand.card()
    voyage.play.answer("Claim/0", "0")
    lines = [str(line.sentence) for line in voyage.play.by_hand.card().lines]
    assert "Ana puts a token on First card on the notice board" in lines


@pytest.mark.rule("WW-125", "WW-109")
def test_a_ship_about_to_be_lost_at_port_is_the_headline() -> None:
    voyage = Voyage("coop", players=2)
    white = voyage.table.white()
    assert str(voyage.of("EndTurn").sentence(voyage.table)) == "Ana, end here and your ship is lost!"
    assert voyage.of("EndTurn").draft(voyage.table).primary().quiet, "no filled button loses a ship"
    assert str(voyage.of("EndTurn").button(voyage.table, "done")) == "Rest at port and lose the ship"
    white.fought = True                                      # it stays where it is (WW-A16)
    assert str(voyage.of("EndTurn").sentence(voyage.table)) == "Ana, is your turn over?"


# Words


@pytest.mark.rule("WW-27", "WW-29")
def test_the_chronicle_says_what_was_taken_and_dropped() -> None:
    voyage = Voyage()
    here = voyage.captain().ship = voyage.at(1, 2)
    voyage.put("red", here, living=False)
    voyage.table.drop(Cargo(2, 0, 1), here)
    voyage.table.gas_on[here] = 2
    voyage.do("PickUp", ["red1", "gas.1", "gas.2", "grey_teeth.1", "plus_two.1"])
    assert voyage.told()[-1] == "Ana took a Red Crester, 2 gas, a grey tooth and a +2 token aboard."
    voyage.do("Drop", ["red1", "grey_teeth.1"])
    assert voyage.told()[-1] == "Ana dropped a Red Crester and a grey tooth."


@pytest.mark.rule("WW-102")
def test_the_chronicle_says_where_the_aerogenerator_turned_the_wind() -> None:
    voyage = Voyage()
    voyage.do("Card", "aerogenerator")
    voyage.do("NewWind", "4")
    assert voyage.told()[-1] == "The wind turned towards territory 4."


@pytest.mark.parametrize(("spoken", "card"), [("de", "Erste Karte am Anschlagbrett"),
                                              ("it", "Prima carta sulla bacheca")])
def test_an_unnamed_achievement_is_translated(spoken: str, card: str) -> None:
    find_games()  # their catalogues
    voyage = Voyage(players=2, achievements=True, box=model.starter())
    voyage.play.answer("Claim/0", "0")
    with speaking(spoken):
        assert any(card in line for line in voyage.told())
