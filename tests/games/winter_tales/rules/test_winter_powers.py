"""Winter Tales: Freezing Horror, Winter Propaganda, Armed Retaliation, and powers in light (WT-105 to WT-113)."""

from typing import Any

import pytest

from companion.games.winter_tales.rules.powers import glimmers
from companion.games.winter_tales.table import Battle
from tests.games.winter_tales import evening as at
from tests.games.winter_tales.evening import Evening, acting, five, four, give_power, light, put
from tests.games.winter_tales.rules.test_powers import resolved

# Freezing Horror

def haunted(**options: Any) -> Evening:
    """Ben owns the Freezing Horror by Wolf and has nobody ready; it is his turn."""
    evening = four(powers=True, **options)
    give_power(evening, "horror", "wolf", side="winter")
    for key in ("wolf", "mad_hatter", "mangiafuoco"):
        evening.correct(f"characters.{key}.ready", False)
    return acting(evening, "Ben")


@pytest.mark.rule("WT-107", "WT-A73")  # given to a soldier that took part
def test_the_horror_belongs_to_its_makers_player() -> None:
    evening = acting(four(powers=True), "Ben")
    resolved(evening, "wolf", "horror", at.CEMETERY, "candlewick")
    assert set(evening.choices("GiveToken")) == {"wolf", "candlewick"}
    evening.tap("GiveToken", "candlewick")
    assert evening.table.powers["horror"].owner is evening.player("Dev")


@pytest.mark.rule("WT-108", "WT-17")
def test_the_horror_strikes_when_nobody_is_ready() -> None:
    """Its memory is the first card, the token stays, and nothing else happens in the turn."""
    evening = haunted()
    assert evening.names() == ["HorrorStrike"]
    evening.tap("HorrorStrike", "alice")
    assert evening.table.powers["horror"].at == at.THEATER
    assert evening.asked("BattleCard").seat.name == "Cleo" and evening.table.under_way(Battle).attack == 1
    evening.tap("BattleCard", "stops").tap("DragTo", at.THEATER)
    assert evening.who("alice").down and evening.table.actor().name == "Cleo"


@pytest.mark.rule("WT-108")
def test_it_may_wait() -> None:
    evening = haunted().tap("HorrorStrike", "nobody")
    assert evening.table.actor().name == "Cleo" and evening.table.powers["horror"].at is None


@pytest.mark.rule("WT-108", "WT-A48")  # nobody who lies, nobody in the Safe House or in a plaza
def test_whom_it_cannot_strike() -> None:
    evening = haunted().correct("characters.alice.down", True)
    give_power(evening, "safe_house", owner="Ana", at=at.FAIR, space=2)
    put(evening, "cranky", at.PARK_PRISON)
    assert set(evening.choices("HorrorStrike")) == {"nobody", "dorothy", "pinocchio", "tin_man"}


@pytest.mark.rule("WT-A48")
def test_the_writers_horror_spares_his_own() -> None:
    evening = five(powers=True)
    give_power(evening, "horror", "mangiafuoco", side="winter")
    for key in ("mangiafuoco", "pinocchio"):
        evening.correct(f"characters.{key}.ready", False)
    acting(evening, "Eve")
    assert "pinocchio" not in evening.choices("HorrorStrike")


@pytest.mark.rule("WT-A49")
def test_the_same_place_again() -> None:
    evening = haunted()
    evening.table.powers["horror"].at = at.THEATER
    assert "alice" in evening.choices("HorrorStrike")


@pytest.mark.rule("WT-A50")
def test_its_soldier_may_lie_and_wolf_has_no_second_free_card() -> None:
    evening = haunted(skills=True).correct("characters.wolf.down", True).tap("HorrorStrike", "alice")
    evening.tap("BattleCard", "card")
    assert evening.asked("BattleCard").seat.name == "Ben" and evening.table.under_way(Battle).attack == 1


# Winter Propaganda

def propaganda(**options: Any) -> Evening:
    evening = four(powers=True, **options)
    give_power(evening, "propaganda", owner="Dev", side="winter")
    return acting(evening, "Ben")


@pytest.mark.rule("WT-109")  # any player with a ready soldier, once granted; the rebel was not activated yet
def test_propaganda_takes_a_rebel_out_for_the_chapter() -> None:
    evening = propaganda()
    evening.who("alice").activated = True
    assert "alice" not in evening.choices("Propaganda") and "cranky" in evening.choices("Propaganda")
    evening.tap("Propaganda", "cranky").tap("Propagandist", "wolf")
    cranky, wolf = evening.who("cranky"), evening.who("wolf")
    assert (cranky.ready, cranky.locked, wolf.ready) == (False, True, False)
    assert "cranky" not in evening.choices("Activate")


@pytest.mark.rule("WT-109")  # locked blocks hope; in step two only activations are offered
def test_it_holds_against_a_glimmer_and_is_no_step_of_a_quest() -> None:
    evening = propaganda()
    give_power(evening, "glimmer", "cranky", space=2)
    evening.tap("Propaganda", "cranky").tap("Propagandist", "wolf")
    assert not glimmers(evening.table, evening.who("cranky"))


@pytest.mark.rule("WT-A51", "WT-A52")  # also the White Rabbit; no 'down to seven' is said
def test_three_cards_and_no_discard() -> None:
    evening = acting(propaganda(skills=True), "Dev")
    hint = str(evening.asked("Propaganda").hint(evening.table))
    assert hint == "Draw three, play three; no activation this turn."
    evening.tap("Propaganda", "cranky").tap("Propagandist", "white_rabbit")
    dev = evening.player("Dev")
    assert (dev.drawn, dev.discarded) == (4 + 3, 3), "after the first hand of four"
    assert evening.table.actor().name == "Ana" and evening.names()[0] == "Activate"


@pytest.mark.rule("WT-19", "WT-21", "WT-A52")
def test_after_propaganda_nobody_is_asked_for_the_discard_of_an_earlier_turn() -> None:
    """Ana's turn ended by itself, then Ben spread propaganda with the last one who was ready."""
    evening = propaganda()
    for one in evening.table.characters.values():
        one.ready = one.key in ("wolf", "cranky")
    evening.table.ended = evening.player("Ana")
    evening.tap("Propaganda", "cranky")
    assert evening.asked("EndChapter").hint(evening.table) is None


@pytest.mark.rule("WT-A53", "WT-150")
def test_who_lies_spreads_none_but_may_be_hit() -> None:
    evening = propaganda()
    for key in ("wolf", "mad_hatter", "mangiafuoco"):
        evening.correct(f"characters.{key}.down", True)
    evening.again()
    assert "Propaganda" not in evening.names()
    evening = propaganda().correct("characters.cranky.down", True)
    assert "cranky" in evening.choices("Propaganda")


# Armed Retaliation and the way back

def retaliation(**options: Any) -> Evening:
    """Ben's Wolf has just resolved Armed Retaliation; a Glimmer lies on Dorothy."""
    evening = four(winter=("retaliation", "alice"), powers=True, length=5, **options)
    give_power(evening, "glimmer", "dorothy", space=1)
    return resolved(acting(evening, "Ben"), "wolf", "retaliation", at.THEATER)


@pytest.mark.rule("WT-110")  # at once, chosen by the acting player
def test_a_power_falls_and_its_memory_turns() -> None:
    evening = retaliation()
    assert evening.sentence("RetaliationTarget").startswith("Ben,")
    evening.tap("RetaliationTarget", "glimmer")
    assert evening.table.track[0].side == "winter" and "glimmer" not in evening.table.powers


@pytest.mark.rule("WT-110")
def test_each_target_says_whether_its_memory_turns() -> None:
    """The memory of a spring power turns to winter, that of a power winter won is winter's already."""
    evening = four(winter=("retaliation", "alice"), powers=True, length=5)
    give_power(evening, "glimmer", "dorothy", space=1)
    give_power(evening, "artifact", "pinocchio", side="winter", space=2)
    resolved(acting(evening, "Ben"), "wolf", "retaliation", at.THEATER)
    strikes = evening.asked("RetaliationTarget")
    assert {key: str(strikes.face(evening.table, key).hint) for key in ("glimmer", "artifact", "tin_man")} == {
        "glimmer": "Held by Grandma Dorothy. Its memory turns to winter.",
        "artifact": "Held by Pinocchio. Its memory stays with winter.",
        "tin_man": "Leaves the game until somebody brings them back"}


@pytest.mark.rule("WT-110", "WT-A74")  # Dorothy herself is not offered; of two tokens one is picked
def test_a_rebel_with_a_token_loses_the_token_instead() -> None:
    evening = retaliation()
    assert "dorothy" not in evening.choices("RetaliationTarget") and "cranky" in evening.choices("RetaliationTarget")
    give_power(evening, "artifact", "dorothy", space=4)
    assert {"glimmer", "artifact"} <= set(evening.choices("RetaliationTarget"))


@pytest.mark.rule("WT-111", "WT-A54")  # an Artifact won by winter is none; Love falls with both tokens
def test_which_powers_are_rebel_powers() -> None:
    evening = retaliation()
    give_power(evening, "artifact", "wolf", side="winter", space=3)
    give_power(evening, "love", "alice", "cranky", space=4)
    give_power(evening, "safe_house", owner="Ana", at=at.FAIR, space=5)
    offered = set(evening.choices("RetaliationTarget"))
    assert {"glimmer", "love", "safe_house"} <= offered and not {"artifact", "alice", "cranky"} & offered
    evening.tap("RetaliationTarget", "love")
    assert "love" not in evening.table.powers


@pytest.mark.rule("WT-111", "WT-110")
@pytest.mark.parametrize("holder", ["wolf", "cranky"])
def test_retaliation_takes_springs_artifact_whoever_has_it(holder: str) -> None:
    """Won by spring it is a rebel power even in a soldier's hands; its memory turns to winter."""
    evening = retaliation()
    give_power(evening, "artifact", holder, side="spring", space=3)
    assert "artifact" in evening.choices("RetaliationTarget") and holder not in evening.choices("RetaliationTarget")
    evening.tap("RetaliationTarget", "artifact")
    assert evening.table.track[2].side == "winter" and "artifact" not in evening.table.powers
    assert not evening.who(holder).eliminated and "glimmer" in evening.table.powers


@pytest.mark.rule("WT-112")  # nowhere, never ready, counted for nothing
def test_out_of_the_game() -> None:
    evening = retaliation().tap("RetaliationTarget", "cranky")
    cranky = evening.who("cranky")
    assert (cranky.eliminated, cranky.ready, cranky.at) == (True, False, None)
    assert cranky not in evening.table.in_play() and "Cranky fell to winter." in evening.lines()


@pytest.mark.rule("WT-113", "WT-A55")  # a winter player may do it; activated, upright; the player's own stay ready
def test_a_rebel_comes_back_for_a_whole_turn() -> None:
    evening = retaliation().tap("RetaliationTarget", "cranky").tap("EndTurn")
    discarded = evening.player("Dev").discarded
    acting(evening, "Dev").tap("BringBack", "cranky").tap("ReturnSite", at.FACTORY)
    assert evening.player("Dev").discarded == discarded + 3
    cranky = evening.who("cranky")
    assert (cranky.eliminated, cranky.ready, cranky.down, cranky.at) == (False, False, False, at.FACTORY)
    assert len(evening.table.ready_of(evening.player("Dev"))) == 3 and evening.table.actor().name == "Ana"


@pytest.mark.rule("WT-108", "WT-109")  # what needs no place works, and the horror is only told
def test_powers_in_light() -> None:
    evening = light(powers=True)
    give_power(evening, "horror", "wolf", side="winter")
    for key in ("wolf", "mad_hatter", "mangiafuoco"):
        evening.correct(f"characters.{key}.ready", False)
    acting(evening, "Ben").tap("HorrorStrike", "alice")
    assert "The Freezing Horror came for Alice." in evening.lines() and evening.table.actor().name == "Cleo"
