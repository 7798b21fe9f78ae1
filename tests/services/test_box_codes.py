"""Box codes on paper: a later version reads the same box from them, or refuses them in one sentence."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar
from zlib import crc32

import pytest

from companion.core.boxes import Boxes
from companion.core.boxes import code as codes
from companion.core.game import Facts
from companion.core.text import Refused, say
from companion.core.values import Json
from companion.games.score_sheet.box import SheetBoxes
from companion.games.score_sheet.game import ScoreSheetGame
from companion.games.windmill.game import WindmillGame
from companion.games.windward.box import WindwardBoxes, model
from companion.games.windward.game import WindwardGame
from companion.games.winter_tales.game import WinterTalesGame
from companion.services.library import Library
from companion.services.store import open_store
from companion.testing.recording import SetClock


class TileBoxes(Boxes):
    def starter(self) -> Json:
        return {"tiles": 6, "colours": ["amber", "jade", "slate"]}


class Boxed(WindmillGame):
    """A plugin whose boxes differ in the number of tiles."""

    facts: ClassVar[Facts] = replace(WindmillGame.facts, id="boxed", name=say("Boxed"))
    boxes = TileBoxes()


def library(folder: Path, *games: Any) -> Library:
    path = folder / f"{len(list(folder.iterdir()))}.db"
    return Library(open_store(path), {game.facts.id: game for game in games}, SetClock())


def windward_box() -> Any:
    """The starter set with a Zephyr instead of a Drift on tile C: its third row is `.Z.`."""
    large = model.starter().large
    side = large.with_tile("C", large.tile("C").painted((2, 1), model.Terrain.ZEPHYR))
    return model.to_json(replace(model.starter(), large=side, guessed=frozenset()))


def code_of(folder: Path, game: Any, box: Json) -> str:
    here = library(folder, game)
    return here.box_code(here.save_box(game.facts.id, "Ours", box)[0].id)


WINDWARD = ("WINDWARD-1DS8V-K1M37-FEK2B-THQMC-EHK0A-VBA55-R188A-QAC1N-"
            "8R27H-MBFG0-YYC01-Y3T41-7ZD60-3WPZ1-TAZW0-1G0CE-H")
WINTER_TALES = ("WINTERTALES-1AF2E-XQ5BG-T2PET-2YE4N-30V86-JWJAD-54CCV-TX3B1-YKBAG-EHAPR-Y8JSD-"
                "6HCCA-PC1V6-Y90NB-2DGRB-61S72-JSK8R-N4WJM-99A9M-P4933-NHHWM-RGH0A-064C8")
ANY_BOX = ("ANYBOX-11PKY-0JW30-Y84PZ-J185N-4WXKY-84D6D-R51S6-8H933-"
           "04ZHG-MGY3R-4BRGH-P40PH-2A8GM-AD916-WTJHE-06228-0X080")
SCORE_SHEET = ("SCORESHEET-1305V-9QC30-Y84PZ-J185N-4WXKY-84D6D-R51S6-8H933-"
               "04ZHG-MGY3R-4BRGH-P40PH-2A8GM-AD916-WTJHE-06228-01ARG")
PLUGIN = ("BOXED-0P7P1-665BA-V54QK-2DAPS-55WHF-5MN5D-MJH9B-72ZA2-MPAN5-"
          "CAP9S-H4JTN-NJ682-RKS74-GFJAS-8MN29-SS6MM-BJHH6-PTR1D-W3G")


def printed(game: Any) -> Any:
    """The box in the game's first dictionary, which printed codes change in a few places."""
    return json.loads(game.boxes.dictionaries()[0])["copy"]


def in_windward() -> Any:
    box = {**printed(WindwardGame()), "guess": False, "guessed": [], "battle_die": [1] * 6}
    box["large"]["tiles"]["C"][2] = ".Z."
    return box


def in_winter_tales() -> Any:
    box = {**printed(WinterTalesGame()), "icons": [2, 3, 5], "complete": True}
    box["plazas"].append({"id": "fair_of_wonders+winter_prison", "ends": ["fair_of_wonders", "winter_prison"],
                          "at": [0.675, 0.57]})
    return box


def in_score_sheet() -> Any:
    return {**printed(ScoreSheetGame()), "name": "Doppelkopf", "by": "bids", "rounds": 10, "sides": 2,
            "clock": 90, "turn": "dealer"}


@pytest.mark.parametrize(("game", "code", "name", "box"), [
    (WindwardGame(), WINDWARD, "Ana's box", in_windward()),
    (WinterTalesGame(), WINTER_TALES, "Unsere Stadt", in_winter_tales()),
    (ScoreSheetGame(), ANY_BOX, "Doppelkopf", in_score_sheet()),
    (ScoreSheetGame(), SCORE_SHEET, "Doppelkopf", in_score_sheet()),
    (Boxed(), PLUGIN, "Ours", {"tiles": 5, "colours": ["amber"]})])
def test_a_code_printed_by_the_first_version_is_read_for_ever(tmp_path: Path, game: Any, code: str, name: str,
                                                              box: Json) -> None:
    row = library(tmp_path, game).box_by_code(code)
    assert (row.name, row.box) == (name, box)


@pytest.mark.parametrize(("game", "sums"), [
    (WindwardGame(), [0xA15C760D]), (WinterTalesGame(), [0x84DA015A]), (ScoreSheetGame(), [0xDFF7CA03])])
def test_no_dictionary_changes(game: Any, sums: list[int]) -> None:
    assert [crc32(text.encode()) for text in game.boxes.dictionaries()] == sums


def test_a_code_of_another_dictionary_is_refused_wherever_they_differ(tmp_path: Path) -> None:
    """A plugin that changed its dictionary: each letter of it, one after the other."""
    class Frozen(TileBoxes):
        def __init__(self, text: str) -> None:
            self.text = text

        def dictionaries(self) -> Sequence[str]:
            return [self.text]

    text = '{"name":"","copy":{"tiles":6,"colours":["amber","jade","slate"]}}'
    first, other = Boxed(), Boxed()
    first.boxes, changed = Frozen(text), Frozen(text)
    other.boxes = changed
    box = {"tiles": 6, "colours": ["amber", "jade", "slate", "rose"]}
    code = code_of(tmp_path, first, box)
    assert code.startswith("BOXED-1")
    here, refused = library(tmp_path, other), 0
    for at in range(len(text)):
        changed.text = text[:at] + "#" + text[at + 1:]
        try:
            assert here.box_by_code(code).box == box, "this letter isn't used"
            here.delete_box(here.boxes("boxed")[0].id)
        except Refused as error:
            assert str(error).startswith("This code was made with another version")
            refused += 1
    assert refused > 40 and here.boxes("boxed") == []


def test_a_code_of_a_later_version_asks_for_an_update(tmp_path: Path) -> None:
    """A newer version may pack differently, but a typing error in the first letter is still reported."""
    class LaterBoxes(WindwardBoxes):
        def dictionaries(self) -> Sequence[str]:
            return [*super().dictionaries(), "Z" * 40]

    class Later(WindwardGame):
        boxes = LaterBoxes()

    code = code_of(tmp_path, Later(), {**windward_box(), "battle_die": [2] * 6})
    here = library(tmp_path, WindwardGame())
    assert code.startswith("WINDWARD-2"), "an unusual die needs a dictionary"
    with pytest.raises(Refused, match="made with another version"):
        here.box_by_code(code)
    for number in "013AZ":
        with pytest.raises(Refused, match="Compare it letter by letter"):
            here.box_by_code(code.replace("WINDWARD-2", f"WINDWARD-{number}"))
    assert library(tmp_path, Later()).box_by_code(WINDWARD).box == in_windward()


def test_a_later_version_with_another_starter_set_reads_the_same_box(tmp_path: Path,
                                                                     monkeypatch: pytest.MonkeyPatch) -> None:
    code = code_of(tmp_path, WindwardGame(), windward_box())
    first = model.starter()
    side = first.large.with_tile("B", first.large.tile("B").painted((1, 1), model.Terrain.GAS))
    monkeypatch.setattr(WindwardBoxes, "starter", lambda _: model.to_json(replace(first, large=side)))
    row = library(tmp_path, WindwardGame()).box_by_code(code)
    assert row.name == "My box", "a short code has no name"
    assert row.box == {**windward_box(), "name": "Windward"}


def test_a_later_version_with_more_fields_reads_the_codes_of_this_one(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = code_of(tmp_path, ScoreSheetGame(), {"name": "Hearts", "wins": "low", "rounds": 4})
    starter = ScoreSheetGame().boxes.starter()
    later = {**starter, "colour": "#000000", "shuffle": "never"}
    monkeypatch.setattr(SheetBoxes, "starter", lambda _: later)
    row = library(tmp_path, ScoreSheetGame()).box_by_code(code)
    assert row.name == "Ours" and row.box == {"name": "Hearts", "wins": "low", "rounds": 4}


def test_a_game_whose_boxes_are_alike_takes_no_code(tmp_path: Path) -> None:
    class Alike(Boxed):
        boxes = Boxes()

    code = code_of(tmp_path, Boxed(), {"tiles": 5})
    here = library(tmp_path, Alike())
    with pytest.raises(Refused, match="Boxed needs no box code"):
        here.box_by_code(code)
    with pytest.raises(Refused, match="Boxed needs no box code"):
        here.box_code(here.save_box("boxed", "Ours", {"tiles": 5})[0].id)
    assert [row.name for row in here.boxes("boxed")] == ["Ours"]


def test_two_million_pasted_letters_are_refused_before_they_are_decoded(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "b32decode", lambda _: pytest.fail("decoded"))
    with pytest.raises(Refused, match="This code isn't right"):
        library(tmp_path, WindwardGame()).box_by_code("WINDWARD-" + "Z" * 2_000_000)


def test_the_longest_name_of_a_game_counts(tmp_path: Path) -> None:
    class Boxed2(Boxed):
        facts: ClassVar[Facts] = replace(Boxed.facts, id="boxed_again")

    code = code_of(tmp_path, Boxed2(), {"tiles": 4})
    assert library(tmp_path, Boxed(), Boxed2()).box_by_code(code).game == "boxed_again"
