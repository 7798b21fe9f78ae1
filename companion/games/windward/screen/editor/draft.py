"""A copy being edited, with undo; independent of Kivy."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.core.text import Text, say
from companion.games.windward.board.planet import LARGEST, SMALLEST, Place, Terrain
from companion.games.windward.board.reach import BoardReason
from companion.games.windward.copy import guesses
from companion.games.windward.copy.checks import tile_warnings, warnings
from companion.games.windward.copy.model import TILES, BoardTile, Copy, PlanetSide
from companion.ui.screens.copy_editor import Steps

LARGE, SMALL = say("large"), say("small")


class CopyDraft(Steps[Copy]):
    def __init__(self, copy: Copy) -> None:
        super().__init__(copy)
        self.small = False
        self.letter = TILES[0]
        self.brush = Terrain.DRIFT

    # Looking

    @property
    def side(self) -> PlanetSide:
        return self.copy.side(self.small)

    @property
    def tile(self) -> BoardTile:
        return self.side.tile(self.letter)

    @property
    def planet_words(self) -> Text:
        return SMALL if self.small else LARGE

    @property
    def marked(self) -> int:
        return sum(letter != Terrain.SKY.value for row in self.tile.rows for letter in row)

    @property
    def spaces(self) -> int:
        return self.side.radius * (self.side.radius + 1) // 2

    def is_guess(self, letter: str = "") -> bool:
        return guesses.tile_key(self.small, letter or self.letter) in self.copy.guessed

    def odd(self, letter: str = "") -> tuple[BoardReason, ...]:
        which = letter or self.letter
        return tile_warnings(self.side.tile(which), which, self.planet_words)

    def done(self) -> int:
        return sum(self.is_done(letter) for letter in TILES)

    def is_done(self, letter: str) -> bool:
        return not self.is_guess(letter) and not self.odd(letter)

    def all_odd(self) -> tuple[BoardReason, ...]:
        return warnings(self.copy)

    # Changing

    def set(self, **fields: Any) -> bool:
        """Set fields; their parts no longer count as guesses."""
        own = {guesses.PARTS[name] for name in fields if name in guesses.PARTS}
        return self.take(replace(self.copy, **{"guessed": self.copy.guessed - own, **fields}))

    def looked(self, part: str) -> bool:
        return self.take(replace(self.copy, guessed=self.copy.guessed - {part}))

    def to_save(self) -> Copy:
        return replace(self.copy, guess=self.copy.guesses_side(small=False))

    # Tiles

    def begin_stroke(self, place: Place) -> Terrain:
        """Start a stroke and return its terrain.

        It erases if the hex already has the brush's terrain; the first stroke on a guessed tile clears the tile.
        """
        guess = self.is_guess()
        paints = Terrain.SKY if self.tile.terrain(place) is self.brush and not guess else self.brush
        super().begin_stroke()
        if guess:
            self.clear_tile()
        return paints

    def paint(self, place: Place, terrain: Terrain) -> bool:
        return self._tile(self.tile.painted(place, terrain))

    def clear_tile(self) -> bool:
        return self._tile(BoardTile(()).resized(self.side.radius))

    def mirror_tile(self) -> bool:
        return self._side(self.side.with_tile(self.letter, self.tile.mirrored()))

    def resize(self, radius: int) -> bool:
        """WW-2: hexes from the Post to a corner."""
        return self._side(self.side.resized(max(SMALLEST, min(LARGEST, radius))))

    def _tile(self, tile: BoardTile) -> bool:
        own = {guesses.tile_key(self.small, self.letter)}
        return self._side(self.side.with_tile(self.letter, tile), guessed=self.copy.guessed - own)

    def _side(self, side: PlanetSide, **more: Any) -> bool:
        return self.set(**{"small" if self.small else "large": side}, **more)

    def next_tile(self) -> bool:
        """Go to the next letter, then the other side. Return False after the last tile."""
        at = TILES.index(self.letter) + 1
        if at < len(TILES):
            self.letter = TILES[at]
            return True
        if not self.small:
            self.small, self.letter = True, TILES[0]
            return True
        return False


def swapped(things: tuple[Any, ...], one: int, other: int) -> tuple[Any, ...]:
    """
    >>> swapped((1, 2, 3), 0, 2)
    (3, 2, 1)
    """
    changed = list(things)
    changed[one], changed[other] = changed[other], changed[one]
    return tuple(changed)
