"""A copy as a code that friends scan or type."""

from random import Random
from typing import Any

import pytest

from companion.core.box_code import ALPHABET, box_code, copy_from, game_of
from companion.core.text import Refused
from companion.games.windward import game as windward
from companion.games.winter_tales import game as winter_tales


def painted(seed: int) -> Any:
    """Six tiles with seven marks on the large side and six on the small one, as in a real box."""
    rng, copy = Random(seed), windward.starter_copy()
    sides = {}
    for side, size, marks in (("large", 5, "DDDGFZR"), ("small", 4, "DDGFZR")):
        tiles = {}
        for letter in "ABCDEF":
            signs = [*marks, *"." * (size * (size + 1) // 2 - len(marks))]
            rng.shuffle(signs)
            tiles[letter] = ["".join([signs.pop() for _ in range(row)]) for row in range(1, size + 1)]
        sides[side] = {**copy[side], "tiles": tiles}
    return {**copy, **sides, "name": "Ana's box", "guess": False, "guessed": ["board", "counts"]}


@pytest.mark.parametrize("seed", range(5))
def test_both_sides_of_six_tiles_fit_into_a_code_of_60_groups(seed: int) -> None:
    copy, base = painted(seed), windward.starter_copy()
    code = box_code("windward", base, copy)
    assert code.startswith("WINDWARD-") and code.count("-") <= 60
    assert copy_from(code, "windward", base) == copy
    typed = code.lower().replace("-", " ").replace("0", "o")
    assert game_of(typed, ["story", "windward"]) == "windward" and copy_from(typed, "windward", base) == copy
    assert copy_from(f"http://table:8080/#s=x&box={code}", "windward", base) == copy


def test_another_town_and_another_planet_fit_too() -> None:
    """Plazas that the starter set doesn't have, and tiles of another size."""
    town = winter_tales.starter_copy()
    ids = [one["id"] for one in town["locations"]]
    more = [{"id": f"{a}+{b}", "ends": [a, b], "at": [0.25, 0.5]} for a, b in zip(ids, ids[2:], strict=False)]
    own = {**town, "plazas": [*town["plazas"], *more], "icons": [], "complete": True}
    assert copy_from(box_code("winter_tales", town, own), "winter_tales", town) == own
    base = windward.starter_copy()
    wide = {**base, "large": {"radius": 3, "tiles": {letter: [".", "D.", "G.R"] for letter in "ABCDEF"}}}
    assert copy_from(box_code("windward", base, wide), "windward", base) == wide


def test_a_box_too_large_for_a_code_says_so() -> None:
    rng = Random(1)
    with pytest.raises(Refused, match="too large for a code"):
        box_code("windward", {}, {"notes": "".join([chr(rng.randrange(32, 2000)) for _ in range(4000)])})


def test_a_wrong_letter_is_noticed_wherever_it_is() -> None:
    base, rng = windward.starter_copy(), Random(1)
    code = box_code("windward", base, painted(1))
    for at in range(len("WINDWARD-"), len(code)):
        if code[at] != "-":
            other = rng.choice([letter for letter in ALPHABET if letter != code[at]])
            with pytest.raises(Refused, match="This code isn't right"):
                copy_from(code[:at] + other + code[at + 1:], "windward", base)


@pytest.mark.parametrize("code", ["", "WINDWARD", "WINDWARD-00000", "WINDWARD-" + "Z" * 30000, "WINDWARD-ÄÖ-🙂"])
def test_anything_else_is_refused_with_one_sentence(code: str) -> None:
    with pytest.raises(Refused, match="This code isn't right"):
        copy_from(code, "windward", windward.starter_copy())
