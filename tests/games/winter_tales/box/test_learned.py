"""Places and passages that were named in a play are offered for the owner's box (WT-27, WT-146)."""

import pytest

from companion.games.winter_tales import game
from companion.games.winter_tales.box import model
from tests.games.winter_tales.evening import MANSION, MANSION_THEATER, PRISON, THEATER, Evening, five, four


@pytest.mark.rule("WT-27")  # with the play's own names; the town it began with stays as it was
def test_a_plaza_named_in_a_play_is_learned() -> None:
    evening = Evening(4, box=model.starter()).seat_everybody()
    assert game.boxes.learned(evening.table) is None
    evening.tap("ChooseCharacter", "dorothy").tap("StartSite", MANSION).tap("ChooseCharacter", "wolf")
    evening.tap("StartSite", "+plaza").tap("PlazaEnds", [MANSION, THEATER])
    learned = game.boxes.learned(evening.table)
    assert [plaza["id"] for plaza in learned["plazas"]][2:] == [MANSION_THEATER]
    assert evening.play.setup.box == model.starter() and model.check_box(learned)


@pytest.mark.rule("WT-27")
def test_a_location_named_in_a_play_is_learned() -> None:
    evening = Evening(4, box=model.starter()).seat_everybody().tap("ChooseCharacter", "dorothy")
    evening.tap("StartSite", "+location").tap("LocationName", "The Old Mill")
    learned = game.boxes.learned(evening.table)
    assert [one["name"] for one in learned["locations"]][-1] == "The Old Mill"
    again = model.learned(learned, evening.table.added, {})
    assert again is None, "it is offered once"


@pytest.mark.rule("WT-146")  # asked at its first use, not at the next one; and kept for the box
def test_a_passage_named_once_is_known_and_learned() -> None:
    evening = four(skills=True).tap("Activate", "dorothy").tap("SecretPassage").tap("PassageEnd", PRISON)
    assert evening.table.named_passages["dorothy"] == PRISON
    assert game.boxes.learned(evening.table)["passages"] == {"dorothy": PRISON}


def test_nothing_named_nothing_offered() -> None:
    assert game.boxes.learned(five().table) is None
