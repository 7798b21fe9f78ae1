"""Windward if the app tracks only turns and battles (WW-153): what the table keeps, and what the phone."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.games.windward.board.hexes import spell
from companion.games.windward.board.planet import POST, Terrain
from companion.games.windward.box import model
from companion.games.windward.rules.moves import about_space
from companion.services.hands import HandsAtTable
from companion.services.table.echo import last_echo
from companion.testing.driving import answer_once
from tests.games.windward.rules.test_corners import painted
from tests.games.windward.test_by_hand import told
from tests.games.windward.voyage import Voyage, open_sky

pytestmark = pytest.mark.rule("WW-153")
PAID, LOST = "card", "morale"


def light(mode: str = "competitive", players: int = 0, **options: Any) -> Voyage:
    return Voyage(mode, players, depth="light", **options)


def against_a_red(**options: Any) -> Voyage:
    """Ana has flown onto a Red four out in territory 1, from the space before it."""
    voyage = light(**options)
    voyage.play.fix([("beasts.red9", spell(voyage.at(1, 4)))])
    voyage.do("Sail", voyage.at(1, 4))
    voyage.play.by_hand.card()
    return voyage


@pytest.mark.rule("WW-12", "WW-17", "WW-27", "WW-34", "WW-42", "WW-52", "WW-55")
def test_boards_cargo_cards_and_longboats_stay_on_the_table() -> None:
    """The phone asks for no order, boat, cargo or purchase, and *Fix something* has no row for them."""
    voyage = light(great_white=True, achievements=False)
    assert [type(one).__name__ for one in voyage.play.open()] == ["Sail", "Notoriety", "GreyBeaten", "Card", "EndTurn"]
    assert [one.answer for one in voyage.of("Card").options(voyage.table)] == ["bait", "aerogenerator"]
    kept = {one.path.rpartition(".")[2] for one in voyage.play.fields() if one.path.startswith("captains.0.")}
    assert kept == {"ship", "notoriety"}
    assert not [one for one in voyage.play.fields() if one.path.split(".")[0] in ("boats", "gas", "loose", "turn")]
    assert voyage.play.game.view(voyage.table).cards == ()


@pytest.mark.rule("WW-18", "WW-20", "WW-22", "WW-66", "WW-124")
def test_the_ship_is_wherever_the_table_says() -> None:
    """Any space is allowed, even against the wind, except Drift and a partner's space."""
    voyage = light("coop")
    assert len(voyage.open_answers("Sail")) == len(voyage.table.planet.spaces)
    voyage.captain(1).ship = voyage.at(3, 2)
    assert voyage.cannot("Sail", voyage.at(3, 2)) == "WW-124"
    voyage.do("Sail", voyage.at(1, 5))
    voyage.do("Sail", voyage.at(4, 5))
    assert voyage.captain().ship == voyage.at(4, 5) and voyage.turn.speed == 4, "no speed is counted"


@pytest.mark.rule("WW-33", "WW-55", "WW-104", "WW-133")
def test_notoriety_by_tooth_and_by_gas() -> None:
    """4 + 3 + 1 + 4 = 12: the White wakes at ten. Three more are fifteen."""
    voyage = light(great_white=True)
    for answer, points in (("red", 4), ("grey", 7), ("bought", 8), ("red", 12)):
        voyage.do("Notoriety", answer)
        assert voyage.captain().points == points
    voyage.do("WhiteDie", [4])
    assert voyage.table.white().at == voyage.at(4, 5)
    voyage.do("Notoriety", "grey")
    assert voyage.table.trigger is voyage.captain()


@pytest.mark.rule("WW-85", "WW-86", "WW-89", "WW-76", "WW-80")
@pytest.mark.parametrize(("paid", "ship", "red"), [(PAID, 1, 2), (LOST, 0, 5)])
def test_a_night_at_sky(paid: str, ship: int, red: int) -> None:
    """Five out, the Red flies three towards the ship one out; a ship lost to hunger is at port and nothing flies."""
    voyage = light(players=2)
    voyage.put("red", voyage.at(1, 5))
    voyage.do("Sail", voyage.at(1, 1))
    voyage.end_turn(paid)
    voyage.fly_all()
    assert voyage.captain().ship == (voyage.at(1, ship) if ship else POST)
    assert [one.at for one in voyage.table.living("red")] == [voyage.at(1, red)]
    assert voyage.captain().points == (paid == PAID) and voyage.table.active is voyage.captain(1)


@pytest.mark.rule("WW-64", "WW-65", "WW-67", "WW-74", "WW-80")
@pytest.mark.parametrize(("how", "ship", "red"), [("won", 4, 5), ("tie", 3, 4), ("beaten", 3, 4), ("lost", 0, 4)])
def test_how_an_attack_on_a_red_ended(how: str, ship: int, red: int) -> None:
    """Beaten, it is out of the phone's sight and another appears (WW-72); else the ship goes back, or to port."""
    voyage = against_a_red()
    voyage.do("Ended", how)
    if how == "won":
        assert told(voyage) == [], "players know"
        voyage.do("PlaceRed", voyage.at(1, 5))
    if voyage.is_open("CameFrom"):
        assert set(voyage.open_answers("CameFrom")) == set(voyage.table.planet.near[voyage.at(1, 4)])
        voyage.do("CameFrom", voyage.at(1, 3))
    assert voyage.captain().ship == (voyage.at(1, ship) if ship else POST)
    assert [one.at for one in voyage.table.living("red")] == [voyage.at(1, red)]
    assert (voyage.table.active is voyage.captain(1)) == (how == "lost")
    if how == "tie":
        assert voyage.cannot("Sail", voyage.at(1, 4)) == "WW-66"


@pytest.mark.rule("WW-18", "WW-74")
@pytest.mark.parametrize(("fight", "came_from"), [((1, 5), (4, 5)), ((1, 3), (3, 4))])
def test_an_attacker_may_go_back_around_the_planet_or_through_a_zephyr(fight: tuple[int, int],
                                                                      came_from: tuple[int, int]) -> None:
    """Opposite corners are one step apart; so are both Zephyrs, three out in territory 1, four out in 3."""
    voyage = light(box=painted(Terrain.ZEPHYR, ("A", (3, 0)), ("C", (4, 0))))
    voyage.play.fix([("beasts.red9", spell(voyage.at(*fight)))])
    voyage.do("Sail", voyage.at(*fight))
    voyage.do("Ended", "beaten")
    voyage.do("CameFrom", voyage.at(*came_from))
    assert voyage.captain().ship == voyage.at(*came_from)


@pytest.mark.rule("WW-72", "WW-99", "WW-A49")
def test_a_red_from_the_empty_supply_is_a_new_one_and_flies_tonight() -> None:
    """Ana beats the box's only Red. Players put it back: it hasn't fought her, and three spaces reach her."""
    voyage = against_a_red()
    voyage.play.fix([("stock.reds", 0)])
    voyage.do("Ended", "won")
    voyage.do("AnyLeft", "yes")
    voyage.do("PlaceRed", voyage.at(1, 1))
    voyage.end_turn()
    voyage.fly_all()
    assert voyage.is_open("Ended") and voyage.table.living("red")[0].at == voyage.captain().ship


@pytest.mark.rule("WW-70", "WW-153")
def test_the_chronicle_says_that_no_red_is_left() -> None:
    """The line above the question said "Ana: No", and "Ana answered" after a restart."""
    voyage = against_a_red()
    voyage.play.fix([("stock.reds", 0)])
    voyage.do("Ended", "won")
    voyage.do("AnyLeft", "no")
    echo = last_echo(voyage.play, {})
    assert echo is not None and echo.text == "No Red is left in the supply"


@pytest.mark.rule("WW-121", "WW-132")
@pytest.mark.parametrize("mode", ["solo", "coop"])
def test_nobody_counts_notoriety_alone_or_together(mode: str) -> None:
    voyage = light(mode)
    assert [type(one).__name__ for one in voyage.play.open()] == ["Sail", "GreyBeaten", "Card", "EndTurn"]


@pytest.mark.rule("WW-6", "WW-149")
def test_hands_and_plus_two_tokens_stay_out_of_the_phone() -> None:
    """If players later let the app track everything, it must show no hand or token that it only guessed."""
    voyage = against_a_red()
    voyage.do("Ended", "dice")
    voyage.do("Cannons", 0)
    voyage.do("Throw", [1, 1])
    voyage.do("Throw", [1, 1, 1, 1, 1])
    voyage.do("Extras", [0, 1])
    voyage.do("Ended", "beaten")
    voyage.do("CameFrom", voyage.at(1, 3))
    assert [(one.cards, one.cargo.plus_two) for one in voyage.table.seats] == [(0, 0)] * 3


@pytest.mark.rule("WW-61", "WW-63")
def test_extra_hits_are_asked_for_though_the_box_has_no_battle_cards() -> None:
    """Four hits, and a +2 token that only the table knows of: six against the Red's five."""
    voyage = light(box=open_sky(supplies=()))
    voyage.play.fix([("beasts.red9", spell(voyage.at(1, 4)))])
    voyage.do("Sail", voyage.at(1, 4))
    voyage.do("Ended", "dice")
    voyage.do("Cannons", 0)
    voyage.do("Throw", [2, 2])
    voyage.do("Throw", [1, 1, 1, 1, 1])
    voyage.do("Extras", [0, 1])
    assert voyage.is_open("PlaceRed"), "the Red is beaten"


@pytest.mark.rule("WW-67", "WW-74", "WW-78", "WW-81")
@pytest.mark.parametrize(("how", "ana", "ben"), [("won", 3, 4), ("sunk", 4, 0), ("lost", 0, 4)])
def test_ship_against_ship(how: str, ana: int, ben: int) -> None:
    """A winner whose enemy still flies goes back; the victor over a lost ship stays. The loot is the table's."""
    voyage = light()
    voyage.captain(1).ship = voyage.at(1, 4)
    voyage.do("Sail", voyage.at(1, 4))
    voyage.do("Ended", how)
    if voyage.is_open("CameFrom"):
        voyage.do("CameFrom", voyage.at(1, 3))
    assert [one.ship for one in voyage.table.seats[:2]] == [voyage.at(1, out) if out else POST for out in (ana, ben)]


@pytest.mark.rule("WW-61", "WW-62", "WW-63", "WW-95")
def test_the_phone_counts_a_battle_on_demand() -> None:
    """A Red reaches Ana at night: its five dice, her two and a cannon. She loses by two and says whether she flies."""
    voyage = light()
    voyage.put("red", voyage.at(1, 3))
    voyage.do("Sail", voyage.at(1, 1))
    voyage.end_turn()
    voyage.fly_all()
    voyage.do("Ended", "dice")
    voyage.do("Throw", [1, 1, 1, 1, 1])
    voyage.do("Cannons", 1)
    voyage.do("Throw", [1, 1, 1])
    voyage.do("Extras", [0, 0])
    assert voyage.open_answers("Ended") == ["beaten", "lost"]
    voyage.do("Ended", "beaten")
    assert voyage.table.living("red")[0].at == voyage.at(1, 2) and voyage.captain().points == 1


@pytest.mark.rule("WW-69", "WW-70", "WW-72")
@pytest.mark.parametrize("left", ["yes", "no"])
def test_a_beaten_grey_and_an_empty_supply(left: str) -> None:
    """Two captains keep one Grey. When the box has no more, players say whether a beaten one is back."""
    voyage = light(players=2, box=model.starter())
    (grey,) = voyage.table.living("grey")
    voyage.play.fix([("stock.greys", 0)])
    voyage.do("GreyBeaten", grey.at)
    assert told(voyage) == [] and voyage.sentence() == "Is a Grey left in the supply?"
    voyage.answer(left)
    if left == "yes":
        voyage.do("GreyDie", [5])
        assert told(voyage) == ["Put a Grey Crester on the Feeding Ground of territory 5"]
    assert voyage.is_open("Sail") and len(voyage.table.living("grey")) == (left == "yes")


@pytest.mark.rule("WW-139", "WW-145", "WW-144", "WW-A49")
def test_the_naturalist_releases_what_was_beaten() -> None:
    """A tagged Red beaten this turn stays tonight. It brings three notoriety, the night one, teeth none."""
    voyage = against_a_red(naturalist=True)
    voyage.do("Ended", "won")
    voyage.do("PlaceRed", voyage.at(1, 1))
    assert voyage.open_answers("Notoriety") == ["bought"]
    voyage.do("Research", "red True")
    voyage.do("ReleaseBeaten", voyage.at(1, 5))
    tagged = next(one for one in voyage.table.living("red") if one.tagged)
    voyage.end_turn()
    voyage.fly_all()
    voyage.do("Ended", "tie")
    assert tagged.at == voyage.at(1, 5) and voyage.captain().points == 4


@pytest.mark.rule("WW-109", "WW-84")
def test_ending_at_port_asks_only_where_it_loses_the_ship() -> None:
    assert light().of("EndTurn").only_answer(light().table) == "done"
    alone = light("solo")
    assert alone.of("EndTurn").only_answer(alone.table) is None


def test_after_an_undo_the_beaten_red_goes_back() -> None:
    voyage = against_a_red()
    at = spell(voyage.at(1, 4))
    voyage.do("Ended", "won")
    voyage.play.undo()
    assert told(voyage) == ["Put a Red Crester on the hex four out towards 1"]
    assert [spell(one.at) for one in voyage.table.living("red")] == [at]


@pytest.mark.rule("WW-65", "WW-67", "WW-77", "WW-79", "WW-149")
@pytest.mark.parametrize(("how", "hands"), [
    ("won", []),
    ("tie", ["Ana takes a +2 token"]),
    ("beaten", ["Ana takes a +2 token"]),
    ("lost", ["Ana's ship goes to port", "Ana leaves all cargo on the hex four out towards 1",
              "Ana sets morale to 1", "Ana takes a +2 token"])])
def test_the_card_tells_the_hands_what_a_told_battle_brings(how: str, hands: list[str]) -> None:
    voyage = against_a_red()
    voyage.do("Ended", how)
    assert told(voyage) == hands


@pytest.mark.rule("WW-65", "WW-78", "WW-149")
@pytest.mark.parametrize(("how", "hands"), [
    ("tie", ["Ana takes a +2 token", "Ben takes a +2 token"]),
    ("sunk", ["Ben's ship goes to port", "Ana takes Ben's Crester, then half of the other cargo, rounded up",
              "Ben sets morale to 1", "Ben takes a +2 token"])])
def test_the_card_tells_both_captains_of_a_battle(how: str, hands: list[str]) -> None:
    voyage = light()
    voyage.play.fix([("captains.1.ship", spell(voyage.at(1, 4)))])
    voyage.do("Sail", voyage.at(1, 4))
    voyage.play.by_hand.card()
    voyage.do("Ended", how)
    assert told(voyage) == hands


@pytest.mark.rule("WW-84", "WW-125")
@pytest.mark.parametrize(("mode", "gain"), [("competitive", 2), ("coop", 1)])
def test_the_card_tells_the_morale_of_a_rest(mode: str, gain: int) -> None:
    board = model.ShipBoard(rest_at_port=2)
    voyage = light(mode, box=open_sky(board=board))
    for white in voyage.table.living("white"):
        white.fresh = True  # it stays tonight
    voyage.play.by_hand.card()
    voyage.do("EndTurn")
    assert f"Ana gains {gain} morale, up to 4" in told(voyage)


@pytest.mark.rule("WW-67")
def test_the_card_tells_the_morale_that_the_phone_has_counted() -> None:
    """Every die of the ship shows 1 and every die of the Red 2, so the difference is the ship's loss."""
    voyage = against_a_red()
    voyage.do("Ended", "dice")
    voyage.do("Cannons", 0)
    ours, theirs = [1] * voyage.of("Throw").how_many(voyage.table), []
    voyage.do("Throw", ours)
    theirs = [2] * voyage.of("Throw").how_many(voyage.table)
    voyage.do("Throw", theirs)
    voyage.do("Extras", [0, 0])
    voyage.do("Ended", "beaten")
    assert told(voyage) == [f"Ana loses {sum(theirs) - sum(ours)} morale", "Ana takes a +2 token"]


def test_what_hands_do_is_one_tick_and_no_field() -> None:
    """A tick leaves the other lines for the next question; the laws of the kit hold without them."""
    voyage = against_a_red()
    hands = HandsAtTable(voyage.play)
    hands.card()
    voyage.do("Ended", "lost")
    lines = hands.card().lines
    assert [one.untracked for one in lines] == [False, True, True, True]
    hands.tick(lines[1])
    assert hands.card().lines == (lines[0], *lines[2:])


@pytest.mark.rule("WW-22", "WW-74")
def untold(card: HandsAtTable) -> list[str]:
    return [str(line.sentence) for line in card.card().lines if line.untracked]


@pytest.mark.rule("WW-77", "WW-79", "WW-149")
@pytest.mark.parametrize(("how", "hands"), [
    ("tie", ["Ana gives back a +2 token"]),
    ("beaten", ["Ana gives back a +2 token"]),
    ("lost", ["Ana takes back the cargo on the hex four out towards 1", "Ana sets morale back as it was",
              "Ana gives back a +2 token"])])
def test_an_undo_gives_back_what_hands_took(how: str, hands: list[str]) -> None:
    """A redo before the first tick moves nothing; a line that is done doesn't come twice."""
    voyage = against_a_red()
    card = HandsAtTable(voyage.play)
    card.card()
    voyage.do("Ended", how)
    forwards = untold(card)
    voyage.play.undo()
    assert untold(card) == hands and card.card().put_back
    voyage.play.redo()
    assert untold(card) == []
    voyage.play.undo()
    card.tick(card.card().lines[-1])
    assert untold(card) == hands[:-1]
    voyage.play.redo()
    assert untold(card) == forwards[-1:] == ["Ana takes a +2 token"]
    card.tick(card.card().lines[-1])
    voyage.play.undo()
    assert untold(card) == hands


@pytest.mark.rule("WW-78", "WW-84")
def test_an_undo_gives_back_loot_and_the_morale_of_a_rest() -> None:
    voyage = light()
    voyage.play.fix([("captains.1.ship", spell(voyage.at(1, 4)))])
    voyage.do("Sail", voyage.at(1, 4))
    card = HandsAtTable(voyage.play)
    card.card()
    voyage.do("Ended", "sunk")
    voyage.play.undo()
    assert untold(card) == [
        "Ana gives back Ben's cargo", "Ben sets morale back as it was", "Ben gives back a +2 token"]


def test_what_nobody_has_done_yet_need_not_go_back() -> None:
    """Ana takes the +2 token, leaves the morale for later and sails on; then both answers are taken back."""
    voyage = against_a_red()
    card = HandsAtTable(voyage.play)
    card.card()
    voyage.do("Ended", "lost")
    card.tick(card.card().lines[-1])
    voyage.answer(voyage.question.random_answer(voyage.table, Random(1)))
    assert "Ana sets morale to 1" in untold(card)
    voyage.play.undo(voyage.play.position() - 2)
    assert untold(card) == ["Ana gives back a +2 token"]


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(12))
def test_going_back_and_forth_leaves_hands_with_what_they_were_told(seed: int) -> None:
    """Somebody follows each line: hands have always got what the standing records told them to take."""
    rng, play = Random(seed), light(great_white=True).play
    card, taken = HandsAtTable(play), Counter[str]()
    card.card()
    while play.outcome() is None and len(play.log) < 160:
        if rng.random() < 0.25 and play.can_undo():
            play.undo(max(0, play.position() - rng.randint(1, 9)))
        elif rng.random() < 0.2 and play.can_redo():
            play.redo()
        elif not answer_once(play, rng):
            break
        for line in card.card().lines:
            taken[line.path] += line.untracked * (-1 if "back" in str(line.sentence) else 1)
            card.tick(line)
        assert {path for path, number in taken.items() if number} == {*play.by_hand.told_hands()}
        assert {*taken.values()} <= {0, 1}
    assert taken


def test_an_attacker_may_go_back_to_drift_if_the_box_has_deadweight() -> None:
    """Three out in territory 1 is Drift; the fight was on the space behind it."""
    box = painted(Terrain.DRIFT, ("A", (3, 0)))
    for supplies, open_drift in ((box.supplies, True), ((), False)):
        voyage = against_a_red(box=replace(box, supplies=supplies))
        voyage.do("Ended", "beaten")
        assert (voyage.at(1, 3) in voyage.open_answers("CameFrom")) is open_drift
    voyage = against_a_red(box=box)
    voyage.do("Ended", "beaten")
    voyage.do("CameFrom", voyage.at(1, 3))
    assert voyage.captain().ship == voyage.at(1, 3)
    assert not voyage.is_open("EndTurn") or voyage.cannot("EndTurn") == "WW-22", "it has to fly on"


def test_the_phone_says_what_to_tell_it() -> None:
    """In everybody's first turn, and on the button: all spaces are bright."""
    voyage = light()
    sail = voyage.of("Sail")
    assert str(sail.button(voyage.table, None)) == "Tap your last space"
    moments = []
    for _ in range(3):
        assert voyage.of("Sail").hint(voyage.table) is None, "the reminder says it"
        moments += [one.forgotten for one in voyage.play.view().reminders if one.forgotten]
        voyage.do("EndTurn")
    assert moments == ["WW-153.0 1", "WW-153.1 1", "WW-153.2 1"], "each captain counts alone"
    voyage.do("Wind", [2])
    assert not [one for one in voyage.play.view().reminders if one.forgotten], "round two"
    assert "Tell the phone only about battles" in str(voyage.of("Sail").hint(voyage.table))
    fresh = Voyage("competitive", depth="light", ready=False)
    while not fresh.is_open("Ready"):
        fresh.answer(fresh.question.random_answer(fresh.table, Random(1)))
    reasons = [str(one.text) for one in fresh.of("Ready").reasons(fresh.table)]
    assert reasons[:2] == ["Your table keeps boards, cargo, gas, cards and longboats.",
                           "The phone keeps the wind, the turns, notoriety and the Cresters."]


@pytest.mark.rule("WW-61", "WW-74")
def test_nobody_rolls_once_players_have_told_how_a_battle_ended() -> None:
    voyage = against_a_red()
    rolls = "Ana rolls first, then the Red."
    assert rolls in map(str, voyage.play.ahead())
    voyage.do("Ended", "beaten")
    assert voyage.is_open("CameFrom") and rolls not in map(str, voyage.play.ahead())


@pytest.mark.rule("WW-133", "WW-152")
@pytest.mark.parametrize("depth", ["light", "full"])
def test_the_turn_in_one_line(depth: str) -> None:
    """Three captains or more, whatever the app tracks: who is next, the wind, the White, the last turns."""
    voyage = Voyage(players=3, depth=depth, great_white=True)
    voyage.captain(2).points = 9
    assert str(voyage.play.view().turn) == "Next Ben; wind 1; the White wakes at 10, Cleo has 9"
    voyage.table.white_waits = False
    assert str(voyage.play.view().turn) == "Next Ben; wind 1"
    voyage.captain().points, voyage.table.trigger = 15, voyage.captain()
    assert str(voyage.play.view().turn) == "Next Ben; wind 1; last turns: Ben and Cleo"
    voyage.table.active = voyage.captain(2)
    assert str(voyage.play.view().turn) == "This is the last turn, unless the lead is tied.", "nobody is next"
    assert Voyage(players=2, depth=depth).play.view().turn is None


@pytest.mark.rule("WW-19", "WW-20", "WW-150")
def test_a_long_press_tells_the_cost_and_who_could_come() -> None:
    """Wind 1 blows straight out: from one out, three steps out are free. A Red five out flies three."""
    voyage = light(players=2)
    voyage.play.fix([("captains.0.ship", spell(voyage.at(1, 1)))])
    me, table = voyage.captain(), voyage.table
    told = [str(one) for one in about_space(table, me, voyage.at(1, 4))]
    assert told == ["0 speed with the wind, 3 without it", "Tonight nothing would reach you there."]
    voyage.put("red", voyage.at(1, 5))
    told = [str(one) for one in about_space(table, me, voyage.at(1, 4))]
    assert told[1] == "Tonight you would be attacked by one Red."
    assert [str(one) for one in about_space(table, me, POST)] == ["1 speed with the wind, 1 without it"]
    quiet = light(players=2, lookahead="off")
    assert len(about_space(quiet.table, quiet.captain(), quiet.at(1, 4))) == 1


@pytest.mark.rule("WW-18", "WW-74")
def test_a_planet_may_have_more_zephyrs_than_there_are_letters() -> None:
    """Five in each of the six tiles, and the fight is on one of them."""
    zephyrs = [(letter, place) for letter in "ABCDEF" for place in ((5, 0), (4, 0), (4, 1), (3, 0), (3, 1))]
    voyage = against_a_red(box=painted(Terrain.ZEPHYR, *zephyrs))
    voyage.do("Ended", "beaten")
    question = voyage.of("CameFrom")
    labels = [str(question.face(voyage.table, one).label) for one in question.choices(voyage.table)]
    assert len(labels) == len({*labels}) > 26
    voyage.do("CameFrom", voyage.at(4, 5))
    assert voyage.captain().ship == voyage.at(4, 5)
