"""A painted box of Windward in nine groups of five letters, frozen for codes on paper."""

from random import Random
from typing import Any

import pytest

from companion.core.boxes.code import ALPHABET, box_code, box_of, game_of
from companion.core.text import Refused
from companion.games.windward import game
from companion.games.windward.box.packing import PACKINGS

BOXES = game.boxes
KEYS = BOXES.dictionaries(), BOXES.packings()
ORDER = [1, 3, 2, 4, 6, 5]
ON_PAPER = "WINDWARD-A2BPM-VCDG3-G49H8-AXKBJ-MG4MX-9GN9S-J21B2-Y2VH3-3P69Y"


def shuffled(seed: int, **changes: Any) -> Any:
    """Each tile with its usual marks, anywhere on it."""
    rng, box = Random(seed), BOXES.starter()
    for side in ("large", "small"):
        for letter, rows in box[side]["tiles"].items():
            signs = list("".join(rows))
            rng.shuffle(signs)
            box[side]["tiles"][letter] = ["".join([signs.pop() for _ in row]) for row in rows]
    return {**box, "name": "Windward", "guess": False, "guessed": [], **changes}


def code_of(box: Any) -> str:
    return box_code("windward", KEYS[0], "Ana's box", box, KEYS[1])


@pytest.mark.parametrize("seed", range(30))
def test_both_sides_fit_into_nine_groups_of_five(seed: int) -> None:
    box = shuffled(seed)
    code = code_of(box)
    name, *groups = code.split("-")
    assert (name, len(groups)) == ("WINDWARD", 9) and {len(group) for group in groups} == {5}
    assert box_of(code, "windward", *KEYS) == ("", box)
    typed = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert game_of(typed, ["story", "windward"]) == "windward"
    assert box_of(typed, "windward", *KEYS) == ("", box)


@pytest.mark.parametrize(("changes", "groups"), [
    ({"order": ORDER, "clockwise": False}, 11), ({"guessed": ["board", "die"]}, 11),
    ({"guessed": ["large.A", "small.C"], "guess": True}, 12)])
def test_what_owners_usually_change_costs_a_group_or_three(changes: Any, groups: int) -> None:
    box = shuffled(1, **changes)
    code = code_of(box)
    assert code.count("-") <= groups and box_of(code, "windward", *KEYS) == ("", box)


def test_tiles_with_other_marks_need_a_few_groups_more() -> None:
    """Two Zephyrs on a tile, none on the others, a tile without marks: fourteen groups at most, not sixty."""
    box = shuffled(2)
    box["large"]["tiles"]["A"] = [".", "ZZ", "DDD", "....", ".G.FR"]
    box["small"]["tiles"]["F"] = [".", "..", "...", "...."]
    code = code_of(box)
    assert code.startswith("WINDWARD-A") and code.count("-") <= 14
    assert box_of(code, "windward", *KEYS) == ("", box)


@pytest.mark.parametrize("changes", [
    {"battle_die": [1, 1, 2, 2, 3, 3]}, {"counts": {"greys": 9}}, {"format": "another"}, {"large": {}},
    {"order": [2, 1, 3, 4, 5, 6]}, {"guessed": ["nothing"]}, {"supplies": []}, {"more": 1}])
def test_anything_unusual_falls_back(changes: Any) -> None:
    box = shuffled(3, **changes)
    assert PACKINGS[-1].number(box) is None
    code = code_of(box)
    assert code.startswith("WINDWARD-1") and box_of(code, "windward", *KEYS) == ("Ana's box", box)
    assert PACKINGS[-1].number(None) is None and PACKINGS[-1].number([1]) is None


def test_every_wrong_letter_and_every_swap_is_noticed() -> None:
    code = code_of(shuffled(4))
    letters = code.removeprefix("WINDWARD-").replace("-", "")
    for at, right in enumerate(letters):
        others = {letters[:at] + one + letters[at + 1:] for one in ALPHABET if one != right}
        if at and letters[at - 1] != right:
            others.add(letters[:at - 1] + right + letters[at - 1] + letters[at + 1:])
        for other in others:
            with pytest.raises(Refused):
                box_of(f"WINDWARD-{other}", "windward", *KEYS)
    for other in (letters[:-1], letters + "0", letters[:1] + "00000" + letters[1:], letters[:1], ""):
        with pytest.raises(Refused):
            box_of(f"WINDWARD-{other}", "windward", *KEYS)


def test_a_packing_of_a_later_version_is_refused_as_such() -> None:
    later = box_code("windward", KEYS[0], "", shuffled(5), [*KEYS[1], *KEYS[1]])
    assert later.startswith("WINDWARD-B")
    with pytest.raises(Refused, match="another version"):
        box_of(later, "windward", *KEYS)


def test_a_code_on_paper_is_read_for_ever() -> None:
    """Frozen: if this fails, a change of the packing has broken printed codes."""
    assert box_of(ON_PAPER, "windward", *KEYS) == ("", shuffled(0)) and code_of(shuffled(0)) == ON_PAPER
