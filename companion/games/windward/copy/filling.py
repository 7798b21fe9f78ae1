"""A copy that its owner fills in: where it begins, how far it is, and what is played with meanwhile."""

from __future__ import annotations

from dataclasses import replace

from companion.games.windward.copy import guesses
from companion.games.windward.copy.laying import Paint
from companion.games.windward.copy.model import LETTERS, TILES, Copy, blank, starter


def unpainted() -> Copy:
    """For an owner to fill in: no terrain yet, and all else as the starter set guesses it."""
    guess = starter()
    return replace(guess, large=blank(guess.large.radius), small=blank(guess.small.radius))


def painted(copy: Copy, small: bool) -> int:
    """How many tiles of that planet are the owner's own."""
    return sum(guesses.tile_key(small, letter) not in copy.guessed for letter in TILES)


def put_right(copy: Copy, small: bool, paint: Paint) -> Copy:
    """What hands saw on the real tiles, painted into the copy. One hex says nothing of the rest: a guess stays one."""
    side, whole = copy.side(small), filled(copy).side(small)
    for letter, place, terrain in paint:
        tile = side.tile(letter) if not side.tile(letter).empty else whole.tile(letter)
        side = side.with_tile(letter, tile.painted(place, LETTERS[terrain]))
    return replace(copy, small=side) if small else replace(copy, large=side)


def filled(copy: Copy) -> Copy:
    """To play with: a tile that nobody has painted yet is the starter set's, and stays a guess."""
    sides = {}
    for small, name in ((False, "large"), (True, "small")):
        side, guess = copy.side(small), starter().side(small)
        for letter in TILES if side.radius == guess.radius else ():
            if guesses.tile_key(small, letter) in copy.guessed and side.tile(letter).empty:
                side = side.with_tile(letter, guess.tile(letter))
        sides[name] = side
    return replace(copy, large=sides["large"], small=sides["small"])
