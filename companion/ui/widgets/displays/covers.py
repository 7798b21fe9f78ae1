"""Pictures with round corners, and cards for games and plays with a picture at the top."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin
from pathlib import Path
from typing import Any

from kivy.graphics import Color, InstructionGroup, Mesh, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp

from companion.core.game import Facts, Game, Palette
from companion.core.registry import BrokenPlugin
from companion.core.text import Text, minus, say
from companion.services.home import cover_file, players_and_minutes, together
from companion.ui.drawing.art import LID, art, composed, dashes, own_picture
from companion.ui.speed.idle import idle
from companion.ui.theme import Look, tokens
from companion.ui.widgets.base.flow import Card, Column, Row, Wrap
from companion.ui.widgets.base.part import Box, Do, Icon, Part, Tap, Voice, Words
from companion.ui.widgets.controls.buttons import Link, Push, SeatToken
from companion.ui.widgets.controls.rows import IconLine

Corners = tuple[float, float, float, float]
STEPS = 10  # per round corner
BROKEN = "broken"
made: dict[tuple[str, bool], Any] = {}


@dataclass(frozen=True)
class CoverArt:
    """A game's own picture, or one composed from its palette and icon."""

    palette: Palette
    icon: str
    own: Path | None = None
    changed: float = 0.0

    def texture(self, small: bool) -> Any:
        own = None if self.own is None else own_picture(str(self.own), whole=not small)
        return own or composed(self.palette, self.icon, small)

    @property
    def middle(self) -> float:
        """Horizontal focus when it is cropped."""
        return LID if self.own is None else 0.5


_known: dict[str, CoverArt] = {}


def name_cover(name: str, cover: CoverArt) -> None:
    if _known.get(name) == cover:
        return
    _known[name] = cover
    for small in (False, True):
        made.pop((name, small), None)


def cover_game(game: Game[Any]) -> None:
    own = cover_file(game.home)
    changed = 0.0 if own is None else own.stat().st_mtime
    name_cover(game.facts.id, CoverArt(game.facts.dark, game.facts.icon, own, changed))


def cover(game: str, small: bool = False) -> Any:
    if (game, small) not in made:
        known = _known.get(game)
        made[game, small] = known.texture(small) if known else art("shell").texture("cover_broken", not small)
    return made[game, small]


@lru_cache(maxsize=16)
def shade(colour: str, strength: float = 1.0) -> Any:
    """A gradient for the lower edge of a picture."""
    rows = 64
    ink = bytes(round(255 * channel) for channel in tokens.rgba(colour)[:3])
    fades = (min(1.0, 1.35 * (1 - row / (rows - 1))) ** 1.2 for row in range(rows))
    data = b"".join(ink + bytes([round(255 * strength * fade)]) for fade in fades)
    texture = Texture.create(size=(1, rows), colorfmt="rgba")
    texture.blit_buffer(data, colorfmt="rgba")
    texture.wrap = "clamp_to_edge"
    return texture


class Picture(Part):
    """`ratio` is height / width; `corners` run clockwise from the upper left, in pixels."""

    def __init__(self, texture: Any, ratio: float = 0.46, corners: Corners = (0.0, 0.0, 0.0, 0.0), *,
                 grey: bool = False, focus: float = 0.5, middle: float = 0.5, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.ratio, self.corners, self.focus, self.middle = ratio, corners, focus, middle
        self.source = texture
        self.ground = tokens.rgba(tokens.DARK.surface3)
        """Its colour until the picture comes."""
        self.tone = 0.55 if grey else 1.0
        with self.canvas:
            self.ink = Color()
            self.mesh = Mesh(mode="triangle_fan")
        self.add_parts()

    def show(self, texture: Any) -> None:
        self.source = texture
        self.arrange()

    def fit(self, width: float) -> float:
        return self.take_size(width, round(width * self.ratio))

    def arrange(self) -> None:
        if self.width < 2 or self.height < 2:
            return
        self.ink.rgba = self.ground if self.source is None else (self.tone, self.tone, self.tone, 1)
        wide, high = self.size if self.source is None else self.source.size
        grow = max(self.width / wide, self.height / high)
        part_x, part_y = self.width / (wide * grow), self.height / (high * grow)
        left, low = min(max(0.0, self.middle - part_x / 2), 1 - part_x), (1 - part_y) * self.focus
        corner = (0.0,) * 8 if self.source is None else self.source.tex_coords
        vertices: list[float] = []
        for across, up in _rounded(self.width, self.height, self.corners):
            u = left + part_x * across / self.width
            v = low + part_y * up / self.height
            vertices += [self.x + across, self.y + up, corner[0] + (corner[2] - corner[0]) * u,
                         corner[1] + (corner[5] - corner[1]) * v]
        self.mesh.texture = self.source
        self.mesh.vertices = vertices
        self.mesh.indices = list(range(len(vertices) // 4))


coming: deque[tuple["Cover", str, bool]] = deque()
"""Covers to load, in the order in which they are seen."""


def forget_coming() -> None:
    """When an app stops: its covers would hold it, and the next app's would wait behind them."""
    coming.clear()


def _bring_next() -> None:
    while coming:
        one, game, small = coming.popleft()
        if one.parent is not None:  # else its page is gone
            one.show(cover(game, small))
            return


class Cover(Picture):
    """A game's cover, loaded in an idle moment; until then a large one shows the small."""

    def __init__(self, game: str, ratio: float = 0.46, corners: Corners = (0.0, 0.0, 0.0, 0.0), *,
                 grey: bool = False, focus: float = 0.5, small: bool = False) -> None:
        known = made.get((game, small))
        stand_in = made.get((game, True)) if known is None else known
        middle = _known[game].middle if game in _known else 0.5
        super().__init__(stand_in, ratio, corners, grey=grey, focus=focus, middle=middle)
        if known is None:
            coming.append((self, game, small))
            idle.first([_bring_next])  # it is already on screen


def _rounded(wide: float, high: float, corners: Corners) -> Iterator[tuple[float, float]]:
    """Points of a fan: the centre, then once around the rounded box."""
    yield wide / 2, high / 2
    edge: list[tuple[float, float]] = []
    for radius, x, y, start in zip(corners, (0, wide, wide, 0), (high, high, 0, 0),
                                   (pi, pi / 2, 0.0, -pi / 2), strict=True):
        radius = min(radius, wide / 2, high / 2)
        centre = (x + radius if x == 0 else x - radius, y + radius if y == 0 else y - radius)
        for step in range(STEPS + 1):
            angle = start - pi / 2 * step / STEPS
            edge.append((centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)))
    yield from edge
    yield edge[0]


class Square(Part):
    """A picture of this size, or as wide as there is room; `beyond`: the share of it drawn outside."""

    def __init__(self, texture: Any, side: float, beyond: float = 0.0) -> None:
        super().__init__()
        self.side, self.beyond = side, beyond
        with self.canvas:
            Color(1, 1, 1, 1)
            self.picture = Rectangle(texture=texture)
        self.add_parts()

    def fit(self, width: float) -> float:
        side = min(width, dp(self.side))
        return self.take_size(side, side)

    def arrange(self) -> None:
        out = self.width * self.beyond
        self.picture.pos, self.picture.size = (self.x - out, self.y - out), (self.width + 2 * out,) * 2


class Shade(Part):
    """A gradient over a picture, at the upper edge if `upper`."""

    def __init__(self, colour: str, strength: float = 1.0, *, upper: bool = False) -> None:
        super().__init__()
        self.upper = upper
        with self.canvas:
            Color(1, 1, 1, 1)
            self.box = Rectangle(texture=shade(colour, strength))
        self.add_parts()

    def arrange(self) -> None:
        self.box.pos = (self.x, self.top if self.upper else self.y)
        self.box.size = (self.width, -self.height if self.upper else self.height)


class Pictured(Tap):
    """A card with words below its picture, or beside it."""

    aside = 0.0
    """The picture's width if it is beside the words."""
    lowest = 0.0

    def __init__(self, look: Look, game: str, ratio: float, do: Do, parts: Iterable[Any], *,
                 pad: float = 14.0,
                 air: float = 10.0, corner: str = "card", grey: bool = False, focus: float = 0.5) -> None:
        super().__init__(look, do)
        self.corner = dp(tokens.CORNER[corner])
        self.stand_on_card("surface", tokens.CORNER[corner])
        self.picture = Cover(game, ratio, grey=grey, small=True, focus=focus)
        self.words = Column(parts, 4, pad, air)
        # above the picture, whose corners are stepped and hide the outline of high contrast
        self.frame = Part()
        Box(self.frame, (0, 0, 0, 0), self.corner, look.colour("outline" if look.contrast else "background"),
            look.line or dp(1))
        self.add_parts(self.picture, self.words, self.frame)

    def fit(self, width: float) -> float:
        corner, words = self.corner, self.words.fit(width - self.aside)
        if self.aside:
            self.picture.corners = (corner, 0.0, 0.0, corner)
            self.picture.size = (self.aside, max(words, self.lowest))
            return self.take_size(width, self.picture.height)
        self.picture.corners = (corner, corner, 0.0, 0.0)
        self.picture.height = max(self.picture.fit(width), self.lowest)
        return self.take_size(width, words + self.picture.height)

    def arrange(self) -> None:
        self.frame.pos, self.frame.size = (self.x - 1, self.y - 1), (self.width + 2, self.height + 2)
        if self.aside:
            self.picture.pos, self.picture.height = self.pos, self.height
            self.words.pos = (self.x + self.aside, self.y + (self.height - self.words.height) / 2)
        else:
            top = self.y + self.height  # `top` is out of date while a grid resizes it
            self.picture.pos = (self.x, top - self.picture.height)
            self.words.pos = (self.x, self.picture.y - self.words.height)


class GameCover(Pictured):
    def __init__(self, look: Look, facts: Facts, do: Callable[[], object], cover: str = "") -> None:
        super().__init__(look, cover or facts.id, 0.46, do, [
            Voice(look, facts.title, "card title"), Words(look, facts.blurb, "label", "text2", chrome=True),
            IconLine(look, players_and_minutes(facts), "account-group-outline", ink="text2",
                     icon_ink="text2")])
        self.text = facts.title
        self.picture.ground = tokens.rgba(facts.dark.container)


class BrokenCover(Pictured):
    """A plugin that couldn't be loaded: grey, with the reason."""

    def __init__(self, look: Look, broken: BrokenPlugin, on_details: Do, on_export: Do, on_again: Do) -> None:
        links = [Link(look, say("Details"), "", on_details), Link(look, say("Export log"), "", on_export)]
        if broken.aside:
            links.insert(0, Link(look, say("Try again"), "", on_again))
        super().__init__(look, BROKEN, 0.46, on_details, [
            Voice(look, broken.name, "card title"), Words(look, broken.error, "support", "loss"),
            Wrap(links, gap=0)],
            grey=True)
        self.text = broken.name
        self.sign = Icon(look, "puzzle-remove-outline", 36, tokens.ON_SCRIM)
        self.picture.add_widget(self.sign)
        self.picture.bind(pos=lambda picture, _: setattr(self.sign, "center", picture.center))


class AddGame(Card):
    """A dashed card for adding a game."""

    clear = True

    def __init__(self, look: Look, do: Do) -> None:
        self.line = InstructionGroup()
        words = Words(look, say("Add a game"), "kicker", "text2", align="center")
        super().__init__(look,
                         Column([Icon(look, "puzzle-plus-outline", 32, "text2"), words], 6, 12, 20,
                                centred=True),
                         do, text=words.text, corner=tokens.CORNER["card"], least=120)
        self.canvas.add(self.line)
        self.box.border(None)

    def arrange(self) -> None:
        super().arrange()
        self.line.clear()
        dashes(self.line, (self.x + 1, self.y + 1, self.width - 2, self.height - 2),
               dp(tokens.CORNER["card"]), self.look.colour("outline"), dp(1.8))


class Badge(Push):
    """A few words on the scrim, perhaps a button."""

    high, pad, role, icon_size, chrome = 34.0, 14.0, "label", 18.0, True
    tone, ink = tokens.SCRIM, tokens.ON_SCRIM

    def __init__(self, look: Look, text: Text | str, icon: str, do: Do | None = None, **style: Any) -> None:
        self.tone_alpha = 1.0 if look.contrast else tokens.SCRIM_ALPHA
        super().__init__(look, text, icon, do, **style)
        self.disabled = do is None


class Scores(Wrap):
    def __init__(self, look: Look, people: Iterable[tuple[int, str]], points: Iterable[int | None],
                 token: float = 29.0) -> None:
        people, scores = list(people), list(points)
        letters = tokens.initials(name for _, name in people)
        pairs = []
        for seats, score in together(scores):
            who = [SeatToken(look, people[seat][0], letters[seat], token) for seat in seats]
            told = Words(look, "" if score is None else minus(score), "score", chrome=True)
            pairs.append(Row([*who, told], gap=3, least=36))
        super().__init__(pairs, gap=8 if token > 28 else 6, line_gap=0)
