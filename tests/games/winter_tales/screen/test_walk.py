"""A walk that somebody may stop, drawn on the stage."""

from collections.abc import Iterator
from itertools import combinations
from math import dist
from pathlib import Path
from typing import Any

import pytest
from kivy.metrics import dp

from companion.games.winter_tales import game
from companion.games.winter_tales.screen.stage.night import overlap
from companion.games.winter_tales.screen.walks import Walk, WalkStep, goal_words, stops_of, walk_words
from companion.touches.offscreen import PHONE, SMALL, TABLET
from tests.games.winter_tales.evening import (
    ASYLUM,
    ASYLUM_PRISON,
    ASYLUM_THEATER,
    CEMETERY,
    CEMETERY_PARK,
    MANSION,
    MANSION_THEATER,
    PARK,
    PARK_PRISON,
    PRISON,
    THEATER,
    four,
    put,
)
from tests.games.winter_tales.screen.test_stage import asks, chosen_by
from tests.games.winter_tales.screen.test_touch import begin, set_up
from tests.sampling import sampled
from tests.ui.night import Night
from tests.ui.stage_host import Host, hosted


@pytest.fixture
def host() -> Iterator[Host]:
    with hosted(game) as one:
        yield one


def drawn(host: Host) -> Any:
    return host.stage.walk_view.walk


@pytest.mark.rule("WT-26", "WT-28")
def test_a_walk_is_drawn_while_somebody_may_stop_it(host: Host) -> None:
    """From the prison over the park. Wolf is asked on the first space; the second is paid for by the
    first card, the third takes another one, and there the Mad Hatter may attack."""
    walked = put(four(), "wolf", PARK_PRISON).tap("Activate", "pinocchio").tap("StepTo", CEMETERY_PARK)
    asks(host, walked.play, walked.asked("Attack"))
    assert drawn(host) == Walk(PARK_PRISON, (WalkStep(PARK, 2), WalkStep(CEMETERY_PARK, 3, 2, "sword-cross")))
    walked.tap("Attack", "through")
    asks(host, walked.play, walked.asked("StepTo"))
    assert drawn(host) is not None and drawn(host).goal == MANSION, "it has arrived; what is likely next"


@pytest.mark.thorough
@pytest.mark.rule("WT-40")
def test_a_soldiers_walk_shows_where_traps_may_open(host: Host) -> None:
    """Only rebels in locations could spring one. The asylum meets the Tin Man, the park two rebels, so the walk
    goes by the asylum and waits there; Alice is at its end."""
    walked = put(put(four(), "alice", PRISON), "scarecrow", PARK)
    walked.tap("Activate", "dorothy").tap("EndTurn")
    walked.correct("acting", 3).again().tap("Activate", "candlewick").tap("StepTo", PRISON)
    asks(host, walked.play, walked.asked("SpringTrap"))
    assert drawn(host) == Walk(ASYLUM, (WalkStep(ASYLUM_PRISON, 2), WalkStep(PRISON, 3, 2, "spider-web")))


# The likeliest walk, and the one under a finger

def to_the_mansion(**more: Any) -> Any:
    """Ana's Tin Man in the asylum; A Glimmer of Hope, spring's quest, lies in Dorothy's Mansion."""
    return four(**more).tap("Activate", "tin_man")


@pytest.mark.rule("WT-26", "WT-28", "WT-57")
def test_whoever_is_to_move_sees_the_walk_to_the_own_quest(host: Host) -> None:
    """Asylum, plaza, theatre, plaza, mansion: four spaces, a card on the first and on the third;
    Mangiafuoco and the White Rabbit stand in the two plazas."""
    walked = to_the_mansion()
    asks(host, walked.play, walked.asked("StepTo"))
    assert drawn(host) == Walk(ASYLUM, (
        WalkStep(ASYLUM_THEATER, 1, 1, "sword-cross"), WalkStep(THEATER, 2),
        WalkStep(MANSION_THEATER, 3, 2, "sword-cross"), WalkStep(MANSION, 4)))
    assert str(walk_words(drawn(host))) == "Walk 4 spaces, 2 cards"
    stops = stops_of(walked.table, walked.table.who("tin_man"), drawn(host))
    assert [str(stop.words) for stop in stops] == ["Space one: Mangiafuoco may attack",
                                                   "Space three: The White Rabbit may attack"]
    assert [[player.name for player in stop.players] for stop in stops] == [["Ben"], ["Dev"]]


@pytest.mark.thorough
@pytest.mark.rule("WT-57")  # there is something to do here
def test_at_the_own_quest_no_walk_is_proposed(host: Host) -> None:
    walked = put(four(), "tin_man", MANSION).tap("Activate", "tin_man")
    asks(host, walked.play, walked.asked("StepTo"))
    assert drawn(host) is None


@pytest.mark.thorough
@pytest.mark.rule("WT-55")
def test_a_soldier_is_not_led_to_a_rebels_quest(host: Host) -> None:
    """Winter's quest lies in the cemetery; from the factory's plaza it is two spaces, and one card."""
    walked = four().tap("Activate", "dorothy").tap("EndTurn").tap("Activate", "wolf")
    asks(host, walked.play, walked.asked("StepTo"))
    assert drawn(host) is not None and drawn(host).goal == CEMETERY
    assert str(goal_words(walked.table, drawn(host))) == "To Memory Lane Cemetery"


@pytest.mark.thorough
@pytest.mark.rule("WT-26")  # before it is lifted; slipped away, it is the first walk again and nothing is answered
def test_a_finger_on_another_place_shows_the_walk_there(host: Host) -> None:
    walked = to_the_mansion()
    asks(host, walked.play, walked.asked("StepTo"))
    first, taken = drawn(host), chosen_by(host)
    host.stage.show_walk(host.stage.where(PRISON))
    assert drawn(host).goal == PRISON and len(drawn(host).steps) == 2
    host.stage.show_walk(None)
    assert drawn(host) == first and not taken


@pytest.mark.thorough
@pytest.mark.rule("WT-27")  # not through the houses
def test_a_walker_goes_by_the_spaces_between(host: Host) -> None:
    walked = to_the_mansion()
    asks(host, walked.play, walked.asked("StepTo"))
    start, plaza = host.stage.where("tin_man"), host.stage.where(ASYLUM_PRISON)
    walked.tap("StepTo", PRISON)
    host.stage.show(walked.play, walked.asked("StepTo"))
    seen = []
    for _ in range(60):
        host.advance(1 / 60)
        seen.append(host.stage.where("tin_man"))
    assert min(dist(at, plaza) for at in seen) < min(dp(12), dist(start, plaza) / 3)
    assert dist(seen[-1], host.stage.where(PRISON)) < dist(start, host.stage.where(PRISON))


@pytest.mark.rule("WT-26", "WT-28")  # the Tin Man, four spaces from the quest, past Mangiafuoco and the White Rabbit
@pytest.mark.touch
@sampled("size", [PHONE, SMALL, TABLET], ids=["phone", "small", "tablet"])
def test_the_walk_is_one_tap_on_its_button_or_on_the_map(tmp_path: Path, size: Any) -> None:
    with Night(tmp_path, size) as night:
        hands = begin(night)
        set_up(hands)
        hands.answer("Activate", "tin_man")
        for words in ("To Dorothy's Mansion", "Space one: Mangiafuoco may attack"):
            assert hands.drive.says(words) == (size != SMALL), "there the map has to do"
        before = hands.drive.touches
        hands.touch("Walk 4 spaces, 2 cards")
        assert hands.drive.touches - before == 1 and type(hands.question).__name__ == "Attack"
        if size != SMALL:
            assert hands.drive.says("To Dorothy's Mansion"), "whoever may stop it sees where it leads"
        hands.undo()
        before = hands.drive.touches
        hands.answer("StepTo", THEATER)
        assert hands.drive.touches - before == 1 and hands.play.table.who("tin_man").at == ASYLUM_THEATER
        hands.undo()
        if size == SMALL:
            return
        hands.touch("One space")
        assert hands.play.table.who("tin_man").at == ASYLUM_THEATER and type(hands.question).__name__ == "Attack"


@pytest.mark.thorough
@pytest.mark.touch
def test_the_map_keeps_half_of_a_small_phone_while_hands_need_it(tmp_path: Path) -> None:
    """In the set-up, on a walk, where somebody may attack, and in the battle; no name lies on another."""
    with Night(tmp_path, SMALL) as night:
        hands = begin(night)
        set_up(hands, until="StartSite")
        asked = []
        steps = {"Attack": ("StepTo", MANSION), "BattleCard": ("Attack", "mangiafuoco card")}
        for wanted in ("StartSite", "StepTo", "Attack", "BattleCard"):
            if wanted == "StepTo":
                set_up(hands)
                hands.answer("Activate", "tin_man")
            elif wanted != "StartSite":
                hands.answer(*steps[wanted])
            asked.append(type(hands.question).__name__)
            assert hands.page.stage.height >= (0.4 if wanted == "Attack" else 0.5) * hands.page.height, wanted
            pairs = combinations(hands.page.stage.town.names, 2)
            assert not any(overlap(one, other) for one, other in pairs), wanted
        assert asked == ["StartSite", "StepTo", "Attack", "BattleCard"]


@pytest.mark.thorough
@pytest.mark.rule("WT-57")  # one tap; walking on is still a tap on the map
@pytest.mark.touch
def test_at_the_own_quest_the_button_takes_it_up(tmp_path: Path) -> None:
    with Night(tmp_path, PHONE) as night:
        hands = begin(night)
        set_up(hands)
        hands.page.controller.fix([("characters.tin_man.at", MANSION)])
        hands.answer("Activate", "tin_man")
        before = hands.drive.touches
        hands.touch("Take up A Glimmer of Hope")
        assert hands.drive.touches - before == 1 and hands.play.log[-1].key == "TakeUpQuest/0/tin_man"
