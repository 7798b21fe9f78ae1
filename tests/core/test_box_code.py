"""A box as a code that friends scan or type."""

from random import Random
from typing import Any

import pytest

from companion.core.boxes.code import ALPHABET, box_code, box_of, game_of
from companion.core.text import Refused
from companion.games.windward import game as windward
from companion.games.winter_tales import game as winter_tales


def painted(seed: int) -> Any:
    """Six tiles with seven marks on the large side and six on the small one, as in a real box."""
    rng, box = Random(seed), windward.boxes.starter()
    sides = {}
    for side, size, marks in (("large", 5, "DDDGFZR"), ("small", 4, "DDGFZR")):
        tiles = {}
        for letter in "ABCDEF":
            signs = [*marks, *"." * (size * (size + 1) // 2 - len(marks))]
            rng.shuffle(signs)
            tiles[letter] = ["".join([signs.pop() for _ in range(row)]) for row in range(1, size + 1)]
        sides[side] = {**box[side], "tiles": tiles}
    return {**box, **sides, "name": "Ana's box", "guess": False, "guessed": ["board", "counts"]}


WINDWARD, WINTER_TALES = windward.boxes.dictionaries(), winter_tales.boxes.dictionaries()


@pytest.mark.parametrize("seed", range(5))
def test_both_sides_of_six_tiles_fit_into_a_code_of_60_groups(seed: int) -> None:
    box = ("Ana's box", painted(seed))
    code = box_code("windward", WINDWARD, *box)
    assert code.startswith("WINDWARD-1") and code.count("-") <= 60
    assert box_of(code, "windward", WINDWARD) == box
    typed = code.lower().replace("-", " ").replace("0", "o")
    assert game_of(typed, ["story", "windward"]) == "windward" and box_of(typed, "windward", WINDWARD) == box
    assert box_of(f"http://table:8080/#s=x&box={code}", "windward", WINDWARD) == box


def test_another_town_and_another_planet_fit_too() -> None:
    """Plazas that the starter set doesn't have, and tiles of another size."""
    town = winter_tales.boxes.starter()
    ids = [one["id"] for one in town["locations"]]
    more = [{"id": f"{a}+{b}", "ends": [a, b], "at": [0.25, 0.5]} for a, b in zip(ids, ids[2:], strict=False)]
    own = {**town, "plazas": [*town["plazas"], *more], "icons": [], "complete": True}
    code = box_code("winter_tales", WINTER_TALES, "", own)
    assert box_of(code, "winter_tales", WINTER_TALES) == ("", own)
    base = windward.boxes.starter()
    wide = {**base, "large": {"radius": 3, "tiles": {letter: [".", "D.", "G.R"] for letter in "ABCDEF"}}}
    assert box_of(box_code("windward", WINDWARD, "", wide), "windward", WINDWARD) == ("", wide)


@pytest.mark.parametrize("notes", ["".join(map(chr, range(300, 3000))), "a" * 50_000])
def test_a_box_too_large_for_a_code_says_so(notes: str) -> None:
    """Also one that is packed into a few letters, but would be too large to unpack."""
    with pytest.raises(Refused, match="too large for a code"):
        box_code("windward", [], "", {"notes": notes})


def test_only_the_first_nine_dictionaries_have_a_number() -> None:
    many = [f"the {n}th dictionary" for n in range(12)]
    code = box_code("windward", many, "Ours", {"from": "the 8th dictionary"})
    assert code.startswith("WINDWARD-9") and box_of(code, "windward", many[:9]) == ("Ours", {"from": many[8]})


def test_a_wrong_letter_is_noticed_wherever_it_is() -> None:
    rng = Random(1)
    code = box_code("windward", WINDWARD, "Ours", painted(1))
    for at in range(len("WINDWARD-"), len(code)):
        if code[at] != "-":
            other = rng.choice([letter for letter in ALPHABET if letter != code[at]])
            with pytest.raises(Refused, match="This code isn't right"):
                box_of(code[:at] + other + code[at + 1:], "windward", WINDWARD)


def test_letters_that_look_alike_count_as_one() -> None:
    """Crockford's alphabet has no I, L, O and U."""
    code = box_code("windward", WINDWARD, "Ours", painted(1))
    head, letters = code[:len("WINDWARD-1")], code[len("WINDWARD-1"):]
    assert set("10V") <= set(letters)
    for typed, meant in (("I", "1"), ("L", "1"), ("O", "0"), ("U", "V")):
        again = head + letters.replace(meant, typed)
        assert box_of(again, "windward", WINDWARD) == ("Ours", painted(1)), typed


def test_spare_bits_of_the_last_letter_must_be_zero() -> None:
    """A letter has five bits and a byte eight, so the last letter may hold bits that belong to no byte."""
    for length in range(8):
        code = box_code("toy", [], "x" * length, {})
        last = ALPHABET.index(code[-1])
        for other in ALPHABET[last ^ 1], ALPHABET[last ^ 2]:
            with pytest.raises(Refused, match="This code isn't right"):
                box_of(code[:-1] + other, "toy", [])


def test_a_code_belongs_to_its_game() -> None:
    """The same letters with another game's name are an error, even if neither game uses a dictionary."""
    letters = box_code("toy", [], "Mine", {"a": 1}).removeprefix("TOY-")
    with pytest.raises(Refused, match="This code isn't right"):
        box_of(f"BOX-{letters}", "box", [])


def test_two_letters_that_changed_places_are_noticed() -> None:
    letters = box_code("windward", WINDWARD, "Ours", painted(1)).replace("-", "")
    start = len("WINDWARD")
    for at in range(start, len(letters) - 1):
        turned = letters[:at] + letters[at + 1] + letters[at] + letters[at + 2:]
        if turned != letters:
            with pytest.raises(Refused, match="This code isn't right"):
                box_of(turned, "windward", WINDWARD)


@pytest.mark.parametrize("code", ["", "WINDWARD", "WINDWARD-1", "WINDWARD-00000", "WINDWARD-" + "Z" * 30000,
                                  "WINDWARD-ÄÖ-🙂"])
def test_anything_else_is_refused_with_one_sentence(code: str) -> None:
    with pytest.raises(Refused, match="This code isn't right"):
        box_of(code, "windward", WINDWARD)


def test_a_game_whose_name_is_another_and_a_number_takes_none_of_its_codes() -> None:
    """TOY-1... is a code of toy packed with its first dictionary, and not one of toy1."""
    code, other = box_code("toy", ["{}"], "Mine", {"a": 1}), box_code("toy1", [], "Mine", {"a": 1})
    for games in (["toy", "toy1"], ["toy1", "toy"]):
        assert game_of(code, games) == "toy" and game_of(other, games) == "toy1"
        assert game_of("toy1, a box", games) == "toy1", "no code of either"


@pytest.mark.parametrize("nonsense", ["half \ud800", None, b"bytes", 7])
def test_a_plugins_dictionary_may_be_nonsense(nonsense: Any) -> None:
    code = box_code("toy", [nonsense], "Mine", {"a": 1})
    assert box_of(code, "toy", [nonsense]) == ("Mine", {"a": 1})
