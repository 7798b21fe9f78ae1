"""One tile of Windward's box, as a draft and as a picture to paint on."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import hypot, sqrt
from typing import Any

from kivy.graphics import InstructionGroup, PopMatrix, PushMatrix, Translate
from kivy.metrics import dp

from companion.core.text import say
from companion.core.values import Json
from companion.games.windward.board.planet import LARGEST, SMALLEST, Place, Terrain, tile_places
from companion.games.windward.board.reach import BoardReason
from companion.games.windward.box import model
from companion.games.windward.box.form import BRUSHES
from companion.games.windward.box.model import TILES, BoardTile, PlanetSide, from_json, tile_warnings, to_json
from companion.games.windward.planet_map import PRINTED
from companion.games.windward.screen.stage.camera import SIDE, TAP_WITHIN
from companion.games.windward.screen.stage.meshes import fields, outlines, pictures, stroked, strokes
from companion.ui.drawing.art import group_in
from companion.ui.drawing.touch import Grabbing
from companion.ui.screens.boxes import Steps
from companion.ui.stages.camera import Point
from companion.ui.theme import Look, tokens
from companion.ui.widgets import Card, Icon, Row, Tap, Words


class BoxDraft(Steps):
    def __init__(self, box: Json) -> None:
        super().__init__(to_json(from_json(box)))  # an old one may lack some parts
        self.changed()
        self.small = False
        self.letter = TILES[0]
        self.brush = Terrain.DRIFT

    # Looking

    @property
    def clockwise(self) -> bool:
        return self.read.clockwise

    @property
    def side(self) -> PlanetSide:
        return self.read.side(self.small)

    @property
    def tile(self) -> BoardTile:
        return self.side.tile(self.letter)

    @property
    def marked(self) -> int:
        return sum(letter != Terrain.SKY.value for row in self.tile.rows for letter in row)

    def is_guess(self, letter: str = "") -> bool:
        return self.read.guesses_tile(self.small, letter or self.letter)

    def odd(self, letter: str = "") -> tuple[BoardReason, ...]:
        which = letter or self.letter
        planet = say("small") if self.small else say("large")
        return tuple(tile_warnings(self.side.tile(which), which, planet))

    def done(self) -> int:
        return sum(self.is_done(letter) for letter in TILES)

    def is_done(self, letter: str) -> bool:
        return not self.is_guess(letter) and not self.odd(letter)

    # Changing

    def changed(self) -> None:
        self.read = from_json(self.box)

    # Tiles

    def begin_stroke(self, place: Place) -> Terrain:
        """Start a stroke and return its terrain.

        It erases if the hex already has the brush's terrain; the first stroke on a guessed tile clears it.
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
        return self._side(self.side.with_tile(self.letter, tile), model.tile_key(self.small, self.letter))

    def _side(self, side: PlanetSide, painted: str = "") -> bool:
        sides: dict[str, Any] = {"small" if self.small else "large": side}
        return self.take(to_json(replace(self.read, guessed=self.read.guessed - {painted}, **sides)))


BANDS = ("#A38763", "#93705A", "#7C5358", "#5F4763", "#3D3763")
"""From the Post outwards."""
EDGE = "#FFF7E0"
TALL = sqrt(3)


def colour_of(row: int, radius: int) -> str:
    """Colour of a row; row 1 touches the Post."""
    at = (row - 1) / max(1, radius - 1) * (len(BANDS) - 1)
    low = min(int(at), len(BANDS) - 2)
    return str(tokens.over(BANDS[low + 1], BANDS[low], at - low))


class TileCanvas(Grabbing):
    grown, faint = 1.16, 0.38
    """Scale of a sign on its hex, and its opacity if it is a guess."""

    def __init__(self, draft: Any, changed: Callable[[], object]) -> None:
        super().__init__(size_hint=(None, None))
        self.draft: BoxDraft = draft  # or any read-only source of a tile
        self._changed = changed
        self._group = InstructionGroup()
        self._corner = Translate(0, 0)
        for part in (PushMatrix(), self._corner, self._group, PopMatrix()):
            self.canvas.add(part)
        self._fields, self._signs, self._last = (group_in(self._group) for _ in range(3))
        self._side, self._post = 1.0, (0.0, 0.0)
        self._stroke = Terrain.SKY
        self._at: Place | None = None
        self._drawn: tuple[Any, ...] = ()

    # Layout

    def lay(self, pos: Point, size: Point) -> None:
        self.pos, self.size = pos, size
        self.draw()

    def _measure(self) -> None:
        radius = self.draft.side.radius
        wide, high = 1.5 * radius + 0.5, TALL * (radius + 1)
        self._side = min(self.width / wide, self.height / high, dp(48))
        left = self.width / 2 - wide * self._side / 2 + self._side
        if not self.draft.clockwise:
            left = self.width / 2 + wide * self._side / 2 - self._side
        self._post = (left, self.height / 2 - high * self._side / 2 + TALL / 2 * self._side)

    @property
    def hex_height(self) -> float:
        return TALL * self._side

    def middle(self, place: Place) -> Point:
        """Centre of a space; the Post is (0, 0)."""
        x, y = self._spot(place)
        return self.x + x, self.y + y

    def _spot(self, place: Place) -> Point:
        """Position relative to the widget, so that drawings move with it."""
        a, b = place
        across = 1 if self.draft.clockwise else -1
        return self._post[0] + across * 1.5 * b * self._side, self._post[1] + TALL * (a + b / 2) * self._side

    def place_at(self, point: Point, near: bool = True) -> Place | None:
        """The space under a touch; `near` also accepts one close by."""
        spots = {place: self.middle(place) for place in tile_places(self.draft.side.radius)}
        place, (x, y) = min(spots.items(), key=lambda one: hypot(one[1][0] - point[0], one[1][1] - point[1]))
        within = max(TALL / 2 * self._side, dp(TAP_WITHIN)) if near else 0.92 * self._side
        return place if hypot(x - point[0], y - point[1]) <= within else None

    # Drawing

    def draw(self) -> None:
        draft = self.draft
        if self.width < 2:
            return
        self._measure()
        self._corner.xy = self.pos
        shape = (draft.side.radius, draft.clockwise, tuple(self.size))
        if shape != self._drawn:
            self._drawn = shape
            self._draw_ground()
        self._draw_signs()
        self._draw_last()

    def _draw_ground(self) -> None:
        self._fields.clear()
        radius = self.draft.side.radius
        places = tile_places(radius)
        for row in range(1, radius + 1):
            spots = [self._spot(place) for place in places if sum(place) == row]
            fields(self._fields, spots, colour_of(row, radius), 1.0, 0.95 * self._side)
        edges = outlines([self._spot(place) for place in places], 0.95 * self._side)
        strokes(self._fields, stroked(edges, dp(1.6)), EDGE, dp(1.6), alpha=0.55)
        pictures(self._fields, "post", [self._post], self._side / dp(SIDE))

    def _draw_signs(self) -> None:
        self._signs.clear()
        tile = self.draft.tile
        corner = (tile.radius, 0)
        signs: list[tuple[str, tuple[Place, ...]]] = [
            ("terrain_corner", (corner,) if tile.terrain(corner) is Terrain.SKY else ())]
        signs += [(name, tile.places_of(terrain)) for terrain, name in PRINTED.items()]
        for name, places in signs:
            spots = [self._spot(place) for place in places]
            pictures(self._signs, name, spots, self.grown * self._side / dp(SIDE),
                     alpha=self.faint if self.draft.is_guess() else 1.0)

    def _draw_last(self) -> None:
        self._last.clear()
        if self._at is not None and sum(self._at) <= self.draft.side.radius:
            edge = outlines([self._spot(self._at)], 0.97 * self._side)
            strokes(self._last, stroked(edge, dp(3.5)), "#FFFFFF", dp(3.5))

    # Touch

    def takes(self, touch: Any) -> bool:
        if touch.is_mouse_scrolling or not self.collide_point(*touch.pos):
            return False
        place = self.place_at(touch.pos)
        if place is None or self.busy():
            return False
        self._stroke = self.draft.begin_stroke(place)
        self._paint(place)
        return True

    def follow(self, touch: Any) -> None:
        place = self.place_at(touch.pos, near=False)
        if place is not None and place != self._at:
            self._paint(place)

    def let_go(self, touch: Any) -> None:
        self.draft.end_stroke()
        self._changed()

    def _paint(self, place: Place) -> None:
        self._at = place
        self.draft.paint(place, self._stroke)
        self.draw()

    def forget_last(self) -> None:
        self._at = None


GROUND, QUIET, BRIGHT, ON_BRIGHT = "#5F4763", "#1D2740", "#7FD6E8", "#00303A"


class LetterTab(Card):
    """A tile's letter, with a check if the tile has no warnings."""

    def __init__(self, look: Look, letter: str, do: Callable[[str], None]) -> None:
        self.letter = letter
        self.label = Words(look, letter, "score big", tokens.ON_SCRIM, align="center", chrome=True)
        self.sign = Icon(look, "circle-outline", 18, tokens.ON_SCRIM)
        row = Row([self.label, self.sign], gap=6, least=48, centred=True)
        super().__init__(look, row, lambda: do(letter), text=letter, corner=16)

    def show(self, chosen: bool, sign: str) -> None:
        self.chosen, self.sign.name = chosen, sign
        self.show_pressed(False)
        for part in (self.label, self.sign):
            part.tint(ON_BRIGHT if chosen else tokens.ON_SCRIM)

    def show_pressed(self, down: bool) -> None:
        self.box.fill(tokens.rgba(BRIGHT) if self.chosen else tokens.rgba(QUIET, 0.92))


class Brush(Tap):
    def __init__(self, look: Look, terrain: Terrain, do: Callable[[Terrain], None]) -> None:
        super().__init__(look, partial(do, terrain))
        self.terrain, self.text, self.low = terrain, str(BRUSHES[terrain]), False
        self.stand_on_card()
        group = InstructionGroup()
        self.canvas.add(group)
        self._layer = group_in(group)
        self.label = Words(look, self.text, "kicker", align="center", chrome=True)
        self.add_parts(self.label)

    def choose(self, on: bool) -> None:
        super().choose(on)
        self.label.tint("on_container" if on else "text")

    def fit(self, width: float) -> float:
        full = self.look.px("kicker", chrome=True)
        self.label.set_size_px(full if width > dp(64) else full * 12 / 14)
        self.label.fit(width - dp(2))
        least, above = (60, 38) if self.low else (84, 54)
        return self.take_size(width, max(dp(least), self.label.height + dp(above)))

    def arrange(self) -> None:
        self.label.pos = (self.x + dp(1), self.y + dp(6 if self.low else 8))
        room = self.top - self.label.top
        side = min(dp(24), room * 0.48)
        middle = (self.center_x, self.label.top + room / 2 - dp(1))
        self._layer.clear()
        fields(self._layer, [middle], GROUND, 1.0, side)
        name = PRINTED.get(self.terrain)
        if name is not None:
            pictures(self._layer, name, [middle], 1.1 * side / dp(SIDE))
